"""How wide a text is in a terminal or another font whose characters all take one column or two."""

from __future__ import annotations

import unicodedata

WITHOUT_WIDTH = frozenset(("Mn", "Me", "Cf"))
"""Categories of what is drawn on its neighbors or not at all: combining marks, joiners and tags."""
TWO_COLUMNS = frozenset("WF")


def text_width(text: str) -> int:
    """How many columns a text takes: none for a combining mark or joiner, two for a wide character or an emoji."""
    return sum(map(_character_width, text))


def pad_left(text: str, width: int) -> str:
    """The text, with spaces before it until it takes `width` columns."""
    return " " * (width - text_width(text)) + text


def pad_right(text: str, width: int) -> str:
    """The text, with spaces after it until it takes `width` columns."""
    return text + " " * (width - text_width(text))


def _character_width(character: str) -> int:
    if unicodedata.category(character) in WITHOUT_WIDTH:
        return 0
    return 2 if unicodedata.east_asian_width(character) in TWO_COLUMNS else 1
