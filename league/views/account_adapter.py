"""How people come in: their address, how often they may try, and what their browser keeps once they are in."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.forms import RequestLoginCodeForm, ResetPasswordForm
from allauth.core import context
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy

from league.accounts import chosen_language
from league.client_address import client_address
from league.known_devices import remember_device
from league.login_limits import (
    CODE_LIMITS,
    PASSWORD_LIMITS,
    RESET_LIMITS,
    AttemptLimits,
    count_attempt,
    forget_attempts,
    matching_accounts,
)
from league.views.language import set_language_cookie


class AccountAdapter(DefaultAccountAdapter):
    """Lets people in, in the language they chose once, and limits what is tried before."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "email_password_mismatch": gettext_lazy(
            "That address and password do not match: check both, or set another password."
        ),
        "too_many_codes": gettext_lazy(
            "Too many codes were asked for. Wait a few minutes, or log in with a passkey or password."
        ),
        "too_many_login_attempts": gettext_lazy(
            "Too many wrong passwords were tried. Wait a few minutes, or log in with a passkey or a code by mail."
        ),
        "username_password_mismatch": gettext_lazy(
            "That user name and password do not match: check both, or set another password."
        ),
    }

    def get_client_ip(self, request: HttpRequest) -> str:
        """The address everything else counts by as well; allauth's own answer may be an error."""
        return client_address(request)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count a password that is tried, before it is looked at. Raises `ValidationError` where it is one too many.

        allauth takes the count back where the password was right.
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

    def post_login(self, request: HttpRequest, user: Any, **options: Any) -> HttpResponse:
        """Send the person on, and their browser the language they chose and the mark by which it is known again."""
        answer: HttpResponse = super().post_login(request, user, **options)
        remember_device(request, answer, user)
        if chosen := chosen_language(user):
            set_language_cookie(answer, chosen)
        return answer

    def _delete_login_attempts_cached_email(self, request: HttpRequest, **credentials: Any) -> None:
        """What allauth calls once a password was set anew by mail: passwords tried before count no more."""
        forget_attempts(request, PASSWORD_LIMITS, accounts=matching_accounts(email=credentials.get("email") or ""))


class LoginCodeForm(RequestLoginCodeForm):
    """Asks for a code by mail; how often, hangs on who asks."""

    def clean_email(self) -> str:
        """The address. Raises `ValidationError` where codes were asked for too often."""
        email: str = super().clean_email()
        _check_limit(CODE_LIMITS, email, "too_many_codes")
        return email


class PasswordResetForm(ResetPasswordForm):
    """Asks for a mail by which a password is set anew; how often, hangs on who asks."""

    def clean_email(self) -> str:
        """The address. Raises `ValidationError` where such mails were asked for too often."""
        email: str = super().clean_email()
        _check_limit(RESET_LIMITS, email, "rate_limited")
        return email


def _check_limit(limits: AttemptLimits, email: str, error: str) -> None:
    accounts = matching_accounts(email=email)
    if email and count_attempt(context.request, limits, accounts=accounts, name=email) is None:
        raise AccountAdapter(context.request).validation_error(error)
