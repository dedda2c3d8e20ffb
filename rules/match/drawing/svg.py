"""The shared parts of every drawing of a ground: the image around it, text, and colors.

A drawing has no style sheet and no ids, so a page, light or dark, can hold any number of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

GRAY = "#767676"
"""The color of text beside a drawing, readable on light and dark pages."""
INK = "#1b1b1f"
TEAM_COLORS = ("#e69f00", "#56b4e9", "#009e73", "#d55e00", "#3d6fd8", "#cc79a7")
"""The colors of teams, in their order; color-blind people can tell them apart."""


def picture(parts: Iterable[str], *, title: str, width: int, height: int, view: str = "") -> str:
    """An SVG image of that size, with a title for people who cannot see it; `view` is the viewBox of a part of it."""
    words = escape(title, quote=False)
    label = words.replace('"', "&quot;")
    box = view or f"0 0 {width} {height}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{label}" viewBox="{box}"'
        f' width="{width}" height="{height}" font-family="system-ui, sans-serif">\n<title>{words}</title>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def svg_text(
    x: int | str, y: int | str, words: str, *, fill: str = INK, size: int = 9, anchor: str = "middle"
) -> str:
    """A text at a position; `x` and `y` are written as given."""
    escaped = escape(words, quote=False)
    return f'<text x="{x}" y="{y}" fill="{fill}" font-size="{size}" text-anchor="{anchor}">{escaped}</text>'
