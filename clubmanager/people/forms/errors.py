"""An error of a service, beside the field that it is about."""

from django.utils.translation import gettext as _

from scoring.core.ruleset import RuleError

FIELDS = {
    "e-mail address": "email",
    "member number": "number",
    "first name": "first_name",
    "role": "role",
    "chart name": "name",
}


def add_rule_error(form, error: RuleError) -> None:
    """Put the error beside its field, or on top of the form where it has none."""
    field = FIELDS.get(error.field)
    message = str(error)
    if error.allowed == "the one of a login on this site":
        message = _(
            "No login uses {email}. An owner of the club invites officers by e-mail on the "
            "page of the settings."
        ).format(email=error.value)
    form.add_error(field if field in form.fields else None, message)
