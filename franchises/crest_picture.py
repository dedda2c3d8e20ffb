"""A crest as a picture of its own: for other programs, and in pictures that are shared."""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape

from django.conf import settings

from franchises.crests import Crest

SPRITE = settings.BASE_DIR / "static" / "theme" / "crests.svg"
SYMBOL = re.compile(r'<symbol id="([^"]+)"[^>]*>(.*?)</symbol>')
SMALL = ' transform="translate(3.8 3.8) scale(.76)"'
"""A charge within a border is as small as the field there."""
LETTERS = 'font-family="Barlow Condensed, sans-serif" font-weight="700" font-size="15" text-anchor="middle"'
"""How initials are written, as on pages."""


def crest_picture(crest: Crest) -> str:
    """A crest as an SVG document that needs no other file, with its words for people who cannot see it."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" role="img"><title>{escape(crest.words)}</title>'
        f"{crest_marks(crest)}</svg>"
    )


def crest_marks(crest: Crest) -> str:
    """A crest within a drawing, in a square of 32 units."""
    small = SMALL if crest.division == "border" else ""
    if crest.charge == "initials":
        charge = f'<text x="16" y="21" {LETTERS} fill="{crest.charge_color}"{small}>{escape(crest.initials)}</text>'
    else:
        charge = f'<g fill="{crest.charge_color}"{small}>{_symbols()[f"charge-{crest.charge}"]}</g>'
    field = _symbols()[f"{crest.shape}-{crest.division}"]
    return f'<g fill="{crest.first}" color="{crest.second}">{field}</g>{charge}'


@lru_cache(maxsize=1)
def _symbols() -> dict[str, str]:
    """The drawings of the file of parts, by id."""
    return dict(SYMBOL.findall(SPRITE.read_text(encoding="utf-8")))
