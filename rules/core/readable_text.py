"""Which characters a text that people write may have, so that others can read it, in any script."""

from __future__ import annotations

import unicodedata

JOINERS = frozenset("\u200c\u200d")
"""Zero-width joiners: Persian, Sinhala and other scripts spell with them, and many emoji are made with them."""
FLAG_TAGS = frozenset(map(chr, range(0xE0020, 0xE0080)))
"""Invisible characters that after a black flag spell whose flag it is, such as Scotland's."""
LINE_BREAKS = frozenset("\n\r\t")
EMOJI_BLOCKS = range(0x1F000, 0x1FB00)
"""Unicode keeps what is unassigned here for emoji, so that those newer than Python's tables are symbols as well."""


def category_of(character: str) -> str:
    """The general category of a character, such as `Lu`; `So` for an emoji that Python's tables do not have."""
    category = unicodedata.category(character)
    return "So" if category == "Cn" and ord(character) in EMOJI_BLOCKS else category


def is_readable(text: str, *, line_breaks: bool = False) -> bool:
    """Whether a text has no control characters, marks that reverse its direction, or other characters nobody sees.

    Spaces of every width are readable, and so are the joiners that scripts and emoji need. `line_breaks` allows
    line ends and tabs too.
    """
    return all(_is_readable_character(character, line_breaks=line_breaks) for character in text)


def _is_readable_character(character: str, *, line_breaks: bool) -> bool:
    if character.isprintable() or character in JOINERS or character in FLAG_TAGS:
        return True
    return category_of(character) in ("So", "Zs") or (line_breaks and character in LINE_BREAKS)
