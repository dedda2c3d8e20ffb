"""How much of each rate limit is left, and the `RateLimit` and `RateLimit-Policy` headers that say it.

The headers follow the IETF draft `draft-ietf-httpapi-ratelimit-headers` (from its 8th version on): a list of
structured-field strings (RFC 9651), each the name of a limit with its parameters.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

POLICY_HEADER, REMAINING_HEADER = "RateLimit-Policy", "RateLimit"
QUOTAS_ATTRIBUTE = "quotas"


@dataclass(frozen=True, slots=True)
class Quota:
    """A limit that a request counted against: `limit` requests in `window` seconds, of which `remaining` are left.

    More are available after `reset` seconds.
    """

    name: str
    limit: int
    window: int
    remaining: int
    reset: float


def record_quota(request: Any, quota: Quota) -> None:
    """Keep what is left of a limit with its request, in place of what was kept under its name before."""
    found = quotas_of(request)
    found[quota.name] = quota


def quotas_of(request: Any) -> dict[str, Quota]:
    """The limits that a request of Django or of the framework has counted against so far, by name."""
    django_request = getattr(request, "_request", request)
    if not hasattr(django_request, QUOTAS_ATTRIBUTE):
        setattr(django_request, QUOTAS_ATTRIBUTE, {})
    found: dict[str, Quota] = getattr(django_request, QUOTAS_ATTRIBUTE)
    return found


def quota_headers(quotas: Iterable[Quota]) -> dict[str, str]:
    """The headers for those limits; none where there are none."""
    listed = list(quotas)
    if not listed:
        return {}
    return {
        POLICY_HEADER: ", ".join(f'"{quota.name}";q={quota.limit};w={quota.window}' for quota in listed),
        REMAINING_HEADER: ", ".join(
            f'"{quota.name}";r={quota.remaining};t={math.ceil(quota.reset)}' for quota in listed
        ),
    }
