"""A rule's ID on any page, as the link to where it stands in the rulebook."""

from __future__ import annotations

from functools import lru_cache

from django.utils.html import format_html
from django.utils.safestring import SafeString

from explain import links

LINK_CACHE_SIZE = 4096
"""How many marks are kept as they were written last: a page names the same few rules many times over."""


def rule_link(id: str, *, season: str = "", about: str = "") -> SafeString:
    """A rule's ID as its link, in the season of that stored id where one is named; nothing for no ID.

    `about` is said where one points at it. An ID no book has is told without a link.
    """
    if not id:
        return SafeString("")
    return _mark(id, links.rule_url(id, season), about)


@lru_cache(maxsize=LINK_CACHE_SIZE, typed=True)
def _mark(id: str, href: str, about: str) -> SafeString:
    title = format_html(' title="{}"', about) if about else SafeString("")
    if not href:
        return format_html('<span class="rule"{}>{}</span>', title, id)
    return format_html('<a class="rule" href="{}"{}>{}</a>', href, title, id)
