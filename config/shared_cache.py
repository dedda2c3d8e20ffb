"""The cache that processes share in Redis; during an outage each process uses its own memory instead.

Limits and counts then continue per process: a site without its Redis limits attempts a little less strictly, and
still answers.
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
"""A full cache drops counts of failed log-ins at random, so it must be expensive to fill."""


class SharedCache(RedisCache):
    """Django's cache in Redis, with a fallback."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        fallback_params = {**params, "OPTIONS": STAND_IN}
        self._own = LocMemCache("stands-in", fallback_params)


def _with_stand_in(name: str) -> Callable[..., Any]:
    def call_or_fall_back(self: SharedCache, *args: Any, **kwargs: Any) -> Any:
        try:
            answer = getattr(RedisCache, name)(self, *args, **kwargs)
        except (Away, TooLate) as error:
            CACHE_OUTAGE.report_start(error, OUTAGE_NOTE)
            return getattr(self._own, name)(*args, **kwargs)
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
"""The methods that query Redis: all other methods of a cache use these."""
for method in REDIS_METHODS:
    setattr(SharedCache, method, _with_stand_in(method))
