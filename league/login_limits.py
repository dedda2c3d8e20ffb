"""How often passwords may be tried, and codes or reset mails asked for, so that nobody is locked out by others.

What counts is who asks: a browser from which the person logged in before by itself, anybody else by their address and
then, far more generously, all strangers together, which slows an attack from many addresses. The counts are allauth's
(`django-allauth`'s rate limits); which of them a request goes to is decided here (ADR 24).

The cookie by which a browser is known logs nobody in. The browser's wrong passwords are counted apart from those of
strangers, so that no stranger keeps the owner of an account out (ADR 24).
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from allauth.account.utils import filter_users_by_email, filter_users_by_username
from allauth.core.internal import ratelimit
from allauth.core.internal.ratelimit import RateLimitUsage
from django.conf import settings
from django.core.cache import cache
from django.core.signing import BadSignature, dumps, loads
from django.http import HttpRequest, HttpResponse

from league.client_address import address_block

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


APP = "league"


@dataclass(frozen=True, slots=True)
class AttemptLimits:
    """What one kind of attempt is limited to, as allauth writes rates: `5/5m/key` is five in five minutes.

    `address` counts all attempts of an address, `here` those on one account from one address, `strangers` those on
    one account from everywhere, `device` those on one account from a browser that is known to it.
    """

    name: str
    address: str
    here: str
    strangers: str
    device: str


PASSWORD_LIMITS = AttemptLimits(
    "password", address="10/m/ip", here="5/5m/key,20/d/key", strangers="100/h/key", device="5/5m/key,50/d/key"
)
CODE_LIMITS = AttemptLimits(
    "login_code", address="", here="3/m/key,10/d/key", strangers="60/h/key", device="3/m/key,20/d/key"
)
RESET_LIMITS = AttemptLimits(
    "reset", address="", here="3/m/key,10/d/key", strangers="60/h/key", device="3/m/key,20/d/key"
)
"""Codes and reset mails are counted by address in `ACCOUNT_RATE_LIMITS` besides, as all requests of those pages."""


def matching_accounts(*, email: str = "", username: str = "") -> tuple[int, ...]:
    """The accounts a log-in may mean, by number; none where nobody is called so."""
    found = [*(filter_users_by_email(email, is_active=True) if email else ())]
    found += filter_users_by_username(username) if username else ()
    return tuple(sorted({user.pk for user in found}))


def count_attempt(
    request: HttpRequest, limits: AttemptLimits, *, accounts: Iterable[int], name: str
) -> RateLimitUsage | None:
    """Count an attempt on those accounts, or on nobody's `name` where there are none; None where it is one too many.

    What was counted can be taken back, as is done for a password that was right. A name nobody has is limited like
    any other, so that limits tell nothing of who has an account.
    """
    usage = RateLimitUsage(usage=[])
    keys = [f"user/{account}" for account in accounts] or [f"name/{name.strip().lower()}"]
    known = [key for key in keys if key in _known(request)]
    device = _consume(request, limits, "device", (f"{_known(request)[key]}/{key}" for key in known))
    if device is not None and len(known) == len(keys):
        return device
    block = address_block(request)
    for part, whose in (
        ("address", [block]),
        ("here", [f"{key}/{block}" for key in keys]),
        ("strangers", keys),
    ):
        part_usage = _consume(request, limits, part, whose)
        if part_usage is None:
            return None
        usage.usage += part_usage.usage
    return usage


def forget_attempts(request: HttpRequest, limits: AttemptLimits, *, accounts: Iterable[int]) -> None:
    """Forget what was tried on those accounts from here and by strangers: their owner has shown to be it by mail."""
    for account in accounts:
        for part, key in (("here", f"user/{account}/{address_block(request)}"), ("strangers", f"user/{account}")):
            for rate in _rates(limits, part):
                cache.delete(_cache_key(request, limits, part, rate, key))


def _known(request: HttpRequest) -> dict[str, str]:
    """The accounts this browser is known to, each with the name of what their attempts from it are counted by."""
    device = device_of(request)
    known = {f"user/{account}": f"device/{device.id}" for account in device.accounts}
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:  # who is asked for their password again is no stranger
        known[f"user/{user.pk}"] = f"session/{request.session.session_key}"
    return known


def _consume(request: HttpRequest, limits: AttemptLimits, part: str, keys: Iterable[str]) -> RateLimitUsage | None:
    usage = RateLimitUsage(usage=[])
    for key in keys:
        key_usage = ratelimit.consume(
            request, app=APP, action=f"{limits.name}.{part}", config=_config(limits, part), key=key
        )
        if key_usage is None:
            return None
        usage.usage += key_usage.usage
    return usage


def _config(limits: AttemptLimits, part: str) -> dict[str, str]:
    return {f"{limits.name}.{part}": getattr(limits, part)}


def _rates(limits: AttemptLimits, part: str) -> Iterator[ratelimit.Rate]:
    yield from ratelimit.get_rates(app=APP, action=f"{limits.name}.{part}", config=_config(limits, part))


def _cache_key(request: HttpRequest, limits: AttemptLimits, part: str, rate: ratelimit.Rate, key: str) -> str:
    return str(ratelimit.get_cache_key(request, app=APP, action=f"{limits.name}.{part}", rate=rate, key=key))
