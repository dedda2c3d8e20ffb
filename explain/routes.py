"""The address of a named route, cached because a page of a large league has hundreds."""

from __future__ import annotations

from functools import lru_cache
from uuid import UUID

from django.urls import get_script_prefix, reverse


def route_url(name: str, *parts: str | int | UUID) -> str:
    """The address of a named route with these parts, below the site's own prefix."""
    return _cached_reverse(get_script_prefix(), name, parts)


@lru_cache(maxsize=4096)
def _cached_reverse(_prefix: str, name: str, parts: tuple[str | int | UUID, ...]) -> str:
    return reverse(name, args=parts)
