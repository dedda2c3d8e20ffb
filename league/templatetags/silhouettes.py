"""The template tag that shows a car from above, as the replay does, beside its name."""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from rules.match.drawing.car_silhouettes import CarModel, draw_model

register = template.Library()

CACHE_SIZE = 1024


@register.simple_tag
@lru_cache(maxsize=CACHE_SIZE)
def car_silhouette(model: CarModel, color: str) -> SafeString:
    """A car's silhouette in its franchise's color as #rrggbb, hidden from screen readers."""
    return format_html(
        '<svg class="car-shape" viewBox="-31 -17 62 34" color="{}" aria-hidden="true">{}</svg>',
        color,
        mark_safe(draw_model(model)),  # noqa: S308 - our own drawings
    )
