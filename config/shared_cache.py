"""The cache that processes share in Redis; while it is out of reach each process has what it needs in its own memory.

Limits and counts go on then, process by process: a site whose Redis is away limits what is tried a little less, and
answers all the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import ConnectionError as Away
from redis.exceptions import TimeoutError as TooLate

from jobs.outages import Outage

CACHE_OUTAGE = Outage("The cache")
OUTAGE_NOTE = "each process counts for itself."
STAND_IN = {"MAX_ENTRIES": 50_000}
"""A full cache throws counts of failed log-ins away at random, so that it must be dear to fill."""


class SharedCache(RedisCache):
    """Django's cache in Redis, with a stand-in."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        own = {**params, "OPTIONS": STAND_IN}
        self._own = LocMemCache("stands-in", own)


def _with_stand_in(name: str) -> Callable[..., Any]:
    def call_or_fall_back(self: SharedCache, *given: Any, **named: Any) -> Any:
        try:
            answer = getattr(RedisCache, name)(self, *given, **named)
        except (Away, TooLate) as fault:
            CACHE_OUTAGE.report_start(fault, OUTAGE_NOTE)
            return getattr(self._own, name)(*given, **named)
        CACHE_OUTAGE.report_end()
        return answer

    return call_or_fall_back


REDIS_METHODS = (
    "add",
    "get",
    "set",
    "touch",
    "delete",
    "get_many",
    "has_key",
    "incr",
    "set_many",
    "delete_many",
    "clear",
)
"""What asks Redis: everything else of a cache is made of these."""
for redis_method in REDIS_METHODS:
    setattr(SharedCache, redis_method, _with_stand_in(redis_method))
