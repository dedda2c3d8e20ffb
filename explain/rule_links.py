"""Renders a rule's ID as a link to its place in the rulebook."""

from __future__ import annotations

from functools import lru_cache

from django.utils.html import format_html
from django.utils.safestring import SafeString

from explain import rulebook_links

LINK_CACHE_SIZE = 4096
"""How many links are cached: a page names the same few rules many times."""


def rule_link(id: str, *, season: str = "", about: str = "") -> SafeString:
    """The link of a rule's ID, optionally as a season with that stored id plays it; empty without an ID.

    `about` is its tooltip. An ID that no book has is shown without a link.
    """
    if not id:
        return SafeString("")
    return _mark(id, rulebook_links.rule_url(id, season), about)


@lru_cache(maxsize=LINK_CACHE_SIZE, typed=True)
def _mark(id: str, href: str, about: str) -> SafeString:
    title = format_html(' title="{}"', about) if about else SafeString("")
    if not href:
        return format_html('<span class="rule"{}>{}</span>', title, id)
    return format_html('<a class="rule" href="{}"{}>{}</a>', href, title, id)
