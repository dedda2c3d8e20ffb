"""What every drawing of a ground shares: the picture round what is drawn, words in it, and colors.

A drawing has no style sheet and no ids, so that any number of them may stand in a page, light or dark.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

GRAY = "#767676"
"""What is written beside a drawing: it can be read on a light page and on a dark one."""
INK = "#1b1b1f"
TEAM_COLORS = ("#e69f00", "#56b4e9", "#009e73", "#d55e00", "#3d6fd8", "#cc79a7")
"""The teams' colors in their order; people who see few colors can tell them apart."""


def picture(drawn: Iterable[str], *, title: str, width: int, height: int) -> str:
    """An SVG image of that size, with a title for those who cannot see it."""
    words = escape(title, quote=False)
    label = words.replace('"', "&quot;")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{label}" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}" font-family="system-ui, sans-serif">\n<title>{words}</title>\n'
        + "\n".join(drawn)
        + "\n</svg>\n"
    )


def svg_text(
    x: int | str, y: int | str, words: str, *, fill: str = INK, size: int = 9, anchor: str = "middle"
) -> str:
    """Words at a place, which is written as it is given."""
    shown = escape(words, quote=False)
    return f'<text x="{x}" y="{y}" fill="{fill}" font-size="{size}" text-anchor="{anchor}">{shown}</text>'
