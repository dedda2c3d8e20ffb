"""The template tag that shows a franchise's crest beside its name."""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from franchises.crests import Crest, crest_of_color
from league.templatetags.formatting import color_flag

register = template.Library()

SPRITE = "theme/crests.svg"
CACHE_SIZE = 1024
SMALL = SafeString(' transform="translate(3.8 3.8) scale(.76)"')
"""A charge within a border is as small as the field there."""


@register.simple_tag
@lru_cache(maxsize=CACHE_SIZE)
def crest(value: Crest, size: str = "") -> SafeString:
    """A crest, hidden from screen readers.

    `size` is empty beside text, "small" in a line or a low row, "large" in a heading, "card" on one.
    Its colors are SVG attributes, since the content security policy forbids styles.
    """
    return format_html(
        '<svg class="crest{}" viewBox="0 0 32 32" aria-hidden="true">'
        '<use href="{sprite}#{}-{}" fill="{}" color="{}"></use>{}</svg>',
        f" crest-{size}" if size else "",
        value.shape,
        value.division,
        value.first,
        value.second,
        _charge(value),
        sprite=static(SPRITE),
    )


@register.simple_tag
def color_crest(color: str) -> SafeString:
    """The small crest of the franchise with that color; a flag of it where no franchise has it, or several have."""
    found = crest_of_color(color)
    return color_flag(color) if found is None else crest(found, "small")


def _charge(value: Crest) -> SafeString:
    small = SMALL if value.division == "border" else ""
    if value.charge == "initials":
        return format_html('<text x="16" y="21" fill="{}"{}>{}</text>', value.charge_color, small, value.initials)
    return format_html(
        '<use href="{}#charge-{}" fill="{}"{}></use>', static(SPRITE), value.charge, value.charge_color, small
    )
