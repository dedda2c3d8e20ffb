"""Accounts by allauth: the form of a new one, rate limits on passwords and codes, and the cookie after login."""

from __future__ import annotations

import unicodedata
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.forms import RequestLoginCodeForm, ResetPasswordForm, SignupForm
from allauth.core import context
from django import forms
from django.core.mail import EmailMessage
from django.http import HttpRequest, HttpResponse

from league.accounts import is_username_taken, set_time_zone
from league.client_address import client_address
from league.login_limits import (
    CODE_LIMITS,
    PASSWORD_LIMITS,
    RESET_LIMITS,
    AttemptLimits,
    count_attempt,
    forget_attempts,
    matching_accounts,
    remember_device,
)
from league.mail import forget_failure, sender_headers
from league.times import time_zones


class AccountAdapter(DefaultAccountAdapter):
    """Limits password attempts, and remembers the device after login."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "email_password_mismatch": "That address and password do not match: check both, or set another password.",
        "too_many_codes": "Too many codes were asked for. Wait a few minutes, or log in with a passkey or password.",
        "too_many_login_attempts": (
            "Too many wrong passwords were tried. Wait a few minutes, or log in with a passkey or a code by mail."
        ),
        "username_password_mismatch": (
            "That user name and password do not match: check both, or set another password."
        ),
    }

    def get_client_ip(self, request: HttpRequest) -> str:
        """The client address that all rate limits use. allauth's own version may raise an error."""
        return client_address(request)

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The user name in composed characters. Raises `ValidationError` if it is invalid or taken in any case."""
        cleaned: str = super().clean_username(unicodedata.normalize("NFKC", username), shallow)
        if not (shallow or cleaned.isascii()) and is_username_taken(cleaned):
            raise self.validation_error("username_taken")
        return cleaned

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count a password attempt before the password is checked. Raises `ValidationError` if there were too many.

        allauth takes the count back if the password is right.
        """
        email, username = credentials.get("email") or "", credentials.get("username") or ""
        self._login_failed_rl_usage = count_attempt(
            request,
            PASSWORD_LIMITS,
            accounts=matching_accounts(email=email, username=username),
            name=email or username,
        )
        if self._login_failed_rl_usage is None:
            raise self.validation_error("too_many_login_attempts")

    def confirm_email(self, request: HttpRequest, email_address: Any) -> bool:
        """Confirm an address, and mail notices to the person again: what was refused before no longer counts."""
        confirmed = bool(super().confirm_email(request, email_address))
        if confirmed:
            forget_failure(user=email_address.user_id)
        return confirmed

    def render_mail(
        self, template_prefix: str, email: Any, context: dict[str, Any], headers: dict[str, str] | None = None
    ) -> EmailMessage:
        """A mail about an account, with the sender's headers."""
        return super().render_mail(template_prefix, email, context, {**sender_headers(), **(headers or {})})

    def post_login(self, request: HttpRequest, user: Any, **options: Any) -> HttpResponse:
        """Add a cookie to the response: the mark that makes the device known."""
        response: HttpResponse = super().post_login(request, user, **options)
        remember_device(request, response, user)
        return response

    def _delete_login_attempts_cached_email(self, request: HttpRequest, **credentials: Any) -> None:
        """Forget earlier password attempts. allauth calls this after a password reset by mail."""
        forget_attempts(request, PASSWORD_LIMITS, accounts=matching_accounts(email=credentials.get("email") or ""))


class LoginCodeForm(RequestLoginCodeForm):
    """Requests a login code by mail, within `CODE_LIMITS`."""

    def clean_email(self) -> str:
        """The address. Raises `ValidationError` if codes were requested too often."""
        email: str = super().clean_email()
        _check_limit(CODE_LIMITS, email, "too_many_codes")
        return email


class PasswordResetForm(ResetPasswordForm):
    """Requests a mail to reset a password, within `RESET_LIMITS`."""

    def clean_email(self) -> str:
        """The address. Raises `ValidationError` if such mails were requested too often."""
        email: str = super().clean_email()
        _check_limit(RESET_LIMITS, email, "rate_limited")
        return email


def _check_limit(limits: AttemptLimits, email: str, error: str) -> None:
    accounts = matching_accounts(email=email)
    if email and count_attempt(context.request, limits, accounts=accounts, name=email) is None:
        raise AccountAdapter(context.request).validation_error(error)


def zone_choices() -> list[tuple[str, str]]:
    """The zones that can be chosen, after none."""
    return [("", "None: each league's time"), *((zone, zone.replace("_", " ")) for zone in time_zones())]


class ZonedSignupForm(SignupForm):
    """Signs a person up, with the time zone they chose, if any. A script proposes the browser's."""

    time_zone = forms.ChoiceField(
        label="Your time zone",
        required=False,
        choices=zone_choices,
        help_text="Pages and mail show times in it. You can change it under Your account.",
    )
    field_order = ("username", "email", "password1", "time_zone")

    def save(self, request: Any) -> Any:
        """Make the account, and set its time zone if one was chosen."""
        user = super().save(request)
        if zone := self.cleaned_data["time_zone"]:
            set_time_zone(user=user, name=zone)
        return user
