"""Where a night's cards come from."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from deals.core.formats import READERS
from deals.core.pbn import MAX_BYTES
from deals.models import DealSet

MOST_BOARDS = 400


class GenerateForm(forms.Form):
    boards = forms.IntegerField(
        label=gettext_lazy("Number of boards"),
        min_value=1,
        max_value=MOST_BOARDS,
        help_text=gettext_lazy("Suggested: what tonight's rounds use."),
    )
    later_source = forms.CharField(
        label=gettext_lazy("Later information"),
        max_length=300,
        required=False,
        help_text=gettext_lazy(
            "Usually empty. A public text that nobody can know yet, such as “lottery numbers of 31 "
            "January, in the order drawn”. There are no cards until you type it in."
        ),
    )


class LaterForm(forms.Form):
    value = forms.CharField(
        label=gettext_lazy("What it turned out to be"),
        max_length=300,
        help_text=gettext_lazy(
            "Type it exactly as it was published: every letter counts, and it cannot be changed."
        ),
    )


class PbnForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("File of deals"),
        help_text=gettext_lazy(
            "PBN, the common file of dealing programs, or LIN, DUP, BER, DLM, JSON; at most 5 MB."
        ),
        widget=forms.FileInput(attrs={"accept": ",".join([*READERS, ".txt"])}),
        error_messages={"empty": gettext_lazy("The file is empty.")},
    )

    def clean_file(self) -> UploadedFile:
        """Refuses by the size alone, before anything is read."""
        file = self.cleaned_data["file"]
        if file.size > MAX_BYTES:
            raise forms.ValidationError(
                _("The file may have at most %(most)s, this one has %(size)s."),
                params={"most": "5 MB", "size": filesizeformat(file.size)},
            )
        return file


class TakeForm(forms.Form):
    """A set that the club owns and that is still sealed; `sets` come with their board count."""

    deal_set = forms.ChoiceField(label=gettext_lazy("Deal set"))

    def __init__(self, *args: Any, sets: Iterable[DealSet], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sets = {str(deal_set.pk): deal_set for deal_set in sets}
        self.fields["deal_set"].choices = [(pk, _label(each)) for pk, each in self.sets.items()]

    def clean_deal_set(self) -> DealSet:
        return self.sets[self.cleaned_data["deal_set"]]


def _label(deal_set: DealSet) -> str:
    return _("%(name)s: %(boards)s boards, %(source)s") % {
        "name": deal_set.name,
        "boards": deal_set.board_count,
        "source": deal_set.get_source_display(),
    }


class OpenForm(forms.Form):
    reason = forms.CharField(
        label=gettext_lazy("Why now?"),
        max_length=300,
        help_text=gettext_lazy("Kept in the log with your name."),
    )
