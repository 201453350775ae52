"""Signing in and out, and passwords: Django's own views under this site's face."""

from django.contrib.auth import views as auth
from django.contrib.messages.views import SuccessMessageMixin
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy as _

from clubmanager.people.forms.accounts import ResetForm, SignInForm


class SignIn(auth.LoginView):
    template_name = "people/login.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True


class SignOut(auth.LogoutView):
    """By POST only, so that no picture or link on another page signs anybody out."""


class ChangePassword(SuccessMessageMixin, auth.PasswordChangeView):
    template_name = "people/password.html"
    success_url = reverse_lazy("people:password")
    success_message = _("Your new password is saved.")


class Reset(auth.PasswordResetView):
    template_name = "people/reset.html"
    form_class = ResetForm
    email_template_name = "people/reset_email.txt"
    subject_template_name = "people/reset_subject.txt"
    success_url = reverse_lazy("people:reset_sent")


class ResetSent(auth.PasswordResetDoneView):
    template_name = "people/reset_sent.html"


class ResetConfirm(SuccessMessageMixin, auth.PasswordResetConfirmView):
    template_name = "people/reset_confirm.html"
    success_url = reverse_lazy("people:login")
    success_message = _("Your new password is saved. Log in with it.")
