"""Browsers from which somebody logged in before, known by a signed cookie.

Such a cookie logs nobody in. The browser's wrong passwords are counted apart from those of strangers, so that no
stranger keeps the owner of an account out (ADR 24).
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.signing import BadSignature, dumps, loads
from django.http import HttpRequest, HttpResponse

COOKIE_NAME, COOKIE_SALT = "known_device", "league.known_devices"
PATH = "/accounts/"
COOKIE_MAX_AGE = timedelta(days=365)
MOST_ACCOUNTS = 5
"""Accounts a browser is known to, the last to log in first."""
ID_BYTES = 12


@dataclass(frozen=True, slots=True)
class Device:
    """A browser: a name of its own, made anew at each log-in, and the accounts that logged in from it."""

    id: str
    accounts: tuple[int, ...]


UNKNOWN_DEVICE = Device("", ())


def device_of(request: HttpRequest) -> Device:
    """The browser a request comes from; `UNKNOWN_DEVICE` without a cookie of ours that is young enough."""
    try:
        id, accounts = loads(request.COOKIES.get(COOKIE_NAME, ""), salt=COOKIE_SALT, max_age=COOKIE_MAX_AGE)
        return Device(str(id), tuple(int(account) for account in accounts))
    except (BadSignature, ValueError, TypeError):
        return UNKNOWN_DEVICE


def remember_device(request: HttpRequest, answer: HttpResponse, user: Any) -> None:
    """Have the browser known from now on as one from which that person logged in.

    Its name is a new one, so that somebody who copied the cookie before shares no count with its owner.
    """
    others = [account for account in device_of(request).accounts if account != user.pk]
    answer.set_cookie(
        COOKIE_NAME,
        dumps([secrets.token_urlsafe(ID_BYTES), [user.pk, *others][:MOST_ACCOUNTS]], salt=COOKIE_SALT),
        max_age=COOKIE_MAX_AGE,
        path=PATH,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
