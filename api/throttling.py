"""Rate limits: per token, and per address for requests without a token or rejected before authentication."""

from __future__ import annotations

import hashlib
from typing import Any

from django.core.cache import cache
from rest_framework.exceptions import Throttled
from rest_framework.throttling import SimpleRateThrottle

from api.quotas import Quota, record_quota
from league.client_address import address_block

TOKENS_PER_ADDRESS_FACTOR = 10
"""The rate of all tokens of one address together, as a multiple of the rate of a single token."""
ANONYMOUS_WORK_DIVISOR = 4
"""How much lower the rate of an address is for requests without a token that take work."""
VALID_TOKEN_SECONDS = 24 * 3600
"""For how many seconds a valid token is remembered."""


class RecordedThrottle(SimpleRateThrottle):
    """A limit of requests in a sliding window, which keeps with each request what is left of it under `name`."""

    name = ""
    num_requests: int | None
    duration: int | None
    history: list[float]
    now: float

    def allow_request(self, request: Any, view: Any) -> bool:
        """Count the request, keep what is left with it, and return whether it is within the limit."""
        self.history = []
        allowed = super().allow_request(request, view)
        if self.history and self.num_requests is not None and self.duration is not None:
            remaining = max(0, self.num_requests - len(self.history)) if allowed else 0
            reset = self.duration - (self.now - self.history[-1]) if allowed else self.wait() or self.duration
            record_quota(request, Quota(self.name, self.num_requests, self.duration, remaining, reset))
        return allowed


class TokenRateThrottle(RecordedThrottle):
    """Limits the requests made with one token."""

    scope = "token"
    name = "token"

    def get_cache_key(self, request: Any, _view: Any) -> str | None:
        """The cache key of the token; None, which means no limit here, without a token."""
        return None if request.auth is None else f"asked-by-token-{request.auth.pk}"


class AddressTokensRateThrottle(SimpleRateThrottle):
    """Limits the requests made with all tokens of one address.

    It counts per period instead of keeping the time of every request, since there may be many.
    """

    scope = "token"
    name = "tokens-of-address"
    num_requests: int | None
    duration: int | None
    now: float

    def parse_rate(self, rate: str | None) -> tuple[int, int] | tuple[None, None]:
        """The rate of a token times `TOKENS_PER_ADDRESS_FACTOR`."""
        number, seconds = super().parse_rate(rate)
        return (None, None) if number is None or seconds is None else (number * TOKENS_PER_ADDRESS_FACTOR, seconds)

    def get_cache_key(self, request: Any, _view: Any) -> str | None:
        """The cache key of the address; None, which means no limit here, without a token."""
        return None if request.auth is None else f"asked-by-tokens-from-{address_block(request)}"

    def allow_request(self, request: Any, view: Any) -> bool:
        """Count the request in the current period, and return whether the count is within the limit."""
        key = self.get_cache_key(request, view)
        if key is None or self.num_requests is None or self.duration is None:
            return True
        self.now = self.timer()
        period_key = f"{key}-{int(self.now // self.duration)}"
        self.cache.add(period_key, 0, 2 * self.duration)
        try:
            count = int(self.cache.incr(period_key))
        except ValueError:
            return True
        remaining, reset = max(0, self.num_requests - count), self.duration - self.now % self.duration
        record_quota(request, Quota(self.name, self.num_requests, self.duration, remaining, reset))
        return count <= self.num_requests

    def wait(self) -> float | None:
        """Seconds until the next period begins."""
        return None if self.duration is None else self.duration - self.now % self.duration


class AddressRateThrottle(RecordedThrottle):
    """Limits the unauthenticated requests from one address."""

    scope = "address"
    name = "address"

    def get_cache_key(self, request: Any, _view: Any) -> str | None:
        """The cache key of the address."""
        return f"asked-from-{address_block(request)}"


class AnonymousRateThrottle(AddressRateThrottle):
    """Limits the requests without a token from one address, under the same count."""

    def get_cache_key(self, request: Any, view: Any) -> str | None:
        """The cache key of the address; None, which means no limit here, with a token."""
        return super().get_cache_key(request, view) if request.auth is None else None


class AnonymousWorkRateThrottle(AnonymousRateThrottle):
    """Limits the requests without a token from one address that take longer than reading does, besides all others."""

    name = "work-of-address"

    def parse_rate(self, rate: str | None) -> tuple[int, int] | tuple[None, None]:
        """The rate of an address divided by `ANONYMOUS_WORK_DIVISOR`, at least one request."""
        number, seconds = super().parse_rate(rate)
        if number is None or seconds is None:
            return (None, None)
        return (max(1, number // ANONYMOUS_WORK_DIVISOR), seconds)

    def get_cache_key(self, request: Any, view: Any) -> str | None:
        """The cache key of the address; None, which means no limit here, with a token."""
        key = super().get_cache_key(request, view)
        return None if key is None else f"work-{key}"


class InvalidTokenRateThrottle(AddressRateThrottle):
    """Limits the invalid tokens sent from one address, under a count of their own."""

    name = "invalid-tokens"

    def get_cache_key(self, request: Any, _view: Any) -> str | None:
        """The cache key of the address."""
        return f"guessed-from-{address_block(request)}"


class InvalidTokenRateCheck(InvalidTokenRateThrottle):
    """Checks the limit of invalid tokens without counting another one."""

    def throttle_success(self) -> bool:
        """Allow the request without recording it."""
        return True


def count_address_request(request: Any) -> Throttled | None:
    """Count a request against its address. Returns the exception to answer with if the address is over its limit."""
    throttle = AddressRateThrottle()
    return None if throttle.allow_request(request, None) else Throttled(throttle.wait())


def check_invalid_tokens(request: Any, text: str) -> bool:
    """Whether the token is remembered as valid.

    Raises `Throttled` if it is not and the address has sent too many invalid tokens. A remembered token is exempt, so
    that one client cannot lock out others behind the same address.
    """
    if cache.get(_valid_token_cache_key(text)):
        return True
    throttle = InvalidTokenRateCheck()
    if not throttle.allow_request(request, None):
        raise Throttled(throttle.wait())
    return False


def count_invalid_token(request: Any, text: str) -> None:
    """Count an invalid token against its address, and forget that it was valid."""
    cache.delete(_valid_token_cache_key(text))
    InvalidTokenRateThrottle().allow_request(request, None)


def remember_valid_token(text: str) -> None:
    """Remember a token as valid for `VALID_TOKEN_SECONDS`."""
    cache.set(_valid_token_cache_key(text), True, VALID_TOKEN_SECONDS)


def _valid_token_cache_key(text: str) -> str:
    return f"good-token-{hashlib.sha256(text.encode()).hexdigest()}"
