"""The forms of signing in."""

from django import forms
from django.contrib.auth.forms import AuthenticationForm, PasswordResetForm
from django.utils.translation import gettext_lazy as _


class SignInForm(AuthenticationForm):
    """E-mail address and password."""

    username = forms.EmailField(
        widget=forms.EmailInput(attrs={"autocomplete": "username", "autofocus": True})
    )
    error_messages = {
        **AuthenticationForm.error_messages,
        "invalid_login": _(
            "E-mail address and password do not belong together. Capital letters count in the "
            "password, not in the address."
        ),
    }

    def clean_username(self):
        # One spelling, so that other capitals are no way around the limit on failed attempts.
        return self.cleaned_data["username"].lower()


class ResetForm(PasswordResetForm):
    email = forms.EmailField(
        label=_("E-mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email", "autofocus": True}),
    )
