"""Small words about matches on a page."""

from __future__ import annotations

from django import template

from explain import links

register = template.Library()


@register.filter
def short_id(id: str) -> str:
    """The short name of what a stored id names: `rust-belt/s1/m4` is `m4`."""
    return links.short_id(id)
