"""All URL patterns of the site, from its URL configuration."""

from __future__ import annotations

import re
from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver

PART = re.compile(r"<(?:\w+:)?(\w+)>")
"""A parameter in a path of the URL configuration."""
ACCOUNTS = "accounts/"
"""The prefix of django-allauth's own paths."""
OF_PROGRAMS = "api_"
"""The prefix of the names of API paths."""


def addresses() -> Iterator[tuple[str, str, URLPattern]]:
    """Name, path and pattern of every URL except those of accounts."""

    def under(resolver: URLResolver, within: str = "") -> Iterator[tuple[str, str, URLPattern]]:
        for pattern in resolver.url_patterns:
            path = within + str(pattern.pattern)
            if isinstance(pattern, URLResolver):
                yield from under(pattern, path)
            elif not path.startswith(ACCOUNTS):
                assert pattern.name, f"{path} has no name"
                yield pattern.name, path, pattern

    found = list(under(get_resolver()))
    assert len(found) > 20
    yield from found
