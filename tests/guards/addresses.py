"""Every address of the site, as its URL configuration has it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver

PART = re.compile(r"<(?:\w+:)?(\w+)>")
"""A part of an address that is asked for."""
ACCOUNTS = "accounts/"
"""Below it are the addresses of accounts, which are django-allauth's own."""
OF_PROGRAMS = "api_"
"""What the names of addresses begin with that are asked by token."""


def addresses() -> Iterator[tuple[str, str, URLPattern]]:
    """The name, path and pattern of every address but those of accounts."""

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
