"""Template filter for short ids."""

from __future__ import annotations

from django import template

from explain import links

register = template.Library()


@register.filter
def short_id(id: str) -> str:
    """The short id in a stored id: `m4` for `rust-belt/s1/m4`."""
    return links.short_id(id)
