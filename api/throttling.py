"""How often one may ask: by token, and by address for whoever sends none or is turned down before they are known."""

from __future__ import annotations

import hashlib
from typing import Any

from django.core.cache import cache
from rest_framework.exceptions import Throttled
from rest_framework.throttling import SimpleRateThrottle

from league.client_address import address_block

TOKENS_PER_ADDRESS_FACTOR = 10
"""All tokens together may ask so many times as often from one address as each of them."""
VALID_TOKEN_SECONDS = 24 * 3600
"""Seconds for which it is known that a token was good."""


class TokenRateThrottle(SimpleRateThrottle):
    """So many requests a minute by one token."""

    scope = "token"

    def get_cache_key(self, request: Any, _view: Any) -> str | None:
        """The token's own count; None for a stranger."""
        return None if request.auth is None else f"asked-by-token-{request.auth.pk}"


class AddressTokensRateThrottle(SimpleRateThrottle):
    """So many requests a minute by all tokens from one address."""

    scope = "token"
    num_requests: int | None
    duration: int | None
    now: float

    def parse_rate(self, rate: str | None) -> tuple[int, int] | tuple[None, None]:
        """A token's rate, that many times over."""
        number, seconds = super().parse_rate(rate)
        return (None, None) if number is None or seconds is None else (number * TOKENS_PER_ADDRESS_FACTOR, seconds)

    def get_cache_key(self, request: Any, _view: Any) -> str | None:
        """The address's own count; None for a stranger."""
        return None if request.auth is None else f"asked-by-tokens-from-{address_block(request)}"

    def allow_request(self, request: Any, view: Any) -> bool:
        """Whether that is not too many: a count a minute, since the times of so many would be dear to keep."""
        key = self.get_cache_key(request, view)
        if key is None or self.num_requests is None or self.duration is None:
            return True
        self.now = self.timer()
        counted = f"{key}-{int(self.now // self.duration)}"
        self.cache.add(counted, 0, 2 * self.duration)
        try:
            return bool(self.cache.incr(counted) <= self.num_requests)
        except ValueError:
            return True

    def wait(self) -> float | None:
        """Seconds until the next count begins."""
        return None if self.duration is None else self.duration - self.now % self.duration


class AddressRateThrottle(SimpleRateThrottle):
    """So many requests a minute from one address, by nobody who is known."""

    scope = "address"

    def get_cache_key(self, request: Any, _view: Any) -> str | None:
        """The address's own count."""
        return f"asked-from-{address_block(request)}"


class AnonymousRateThrottle(AddressRateThrottle):
    """So many requests a minute from one address without a token."""

    def get_cache_key(self, request: Any, view: Any) -> str | None:
        """The address's own count; None for whoever has a token."""
        return super().get_cache_key(request, view) if request.auth is None else None


class InvalidTokenRateThrottle(AddressRateThrottle):
    """So many tokens a minute from one address that were no good."""

    def get_cache_key(self, request: Any, _view: Any) -> str | None:
        """The address's own count."""
        return f"guessed-from-{address_block(request)}"


class InvalidTokenRateCheck(InvalidTokenRateThrottle):
    """The same without counting one more."""

    def throttle_success(self) -> bool:
        """Nothing is noted."""
        return True


def count_address_request(request: Any) -> Throttled | None:
    """Count a request against its address alone; what to tell it where those are too many by now."""
    counted = AddressRateThrottle()
    return None if counted.allow_request(request, None) else Throttled(counted.wait())  # type: ignore[arg-type]


def check_invalid_tokens(request: Any, text: str) -> bool:
    """Whether that token was good lately. Raises `Throttled` where it was not, after too many that were no good.

    One that was is looked up whatever others of its address do, so that nobody keeps their neighbours out.
    """
    if cache.get(_valid_token_cache_key(text)):
        return True
    so_far = InvalidTokenRateCheck()
    if not so_far.allow_request(request, None):  # type: ignore[arg-type]
        raise Throttled(so_far.wait())
    return False


def count_invalid_token(request: Any, text: str) -> None:
    """Count a token that was no good against its address."""
    cache.delete(_valid_token_cache_key(text))
    InvalidTokenRateThrottle().allow_request(request, None)  # type: ignore[arg-type]


def remember_valid_token(text: str) -> None:
    """Note that a token was good."""
    cache.set(_valid_token_cache_key(text), True, VALID_TOKEN_SECONDS)


def _valid_token_cache_key(text: str) -> str:
    return f"good-token-{hashlib.sha256(text.encode()).hexdigest()}"
