"""Which characters a text that people write may have, so that others can read it, in any script."""

from __future__ import annotations

import unicodedata

JOINERS = frozenset("\u200c\u200d")
"""Zero-width joiners: Persian, Sinhala and other scripts spell with them, and many emoji are made with them."""
FLAG_TAGS = frozenset(map(chr, range(0xE0020, 0xE0080)))
"""Invisible characters that after a black flag spell whose flag it is, such as Scotland's."""
LAST_WITHOUT_JOINERS = "\u05ff"
"""The last character of the scripts that are never spelled with joiners: Latin, Greek, Cyrillic, Armenian, Hebrew."""
BLACK_FLAG = "\U0001f3f4"
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


def is_legible(name: str) -> bool:
    """Whether a name is readable, on one line, and has joiners and tags only where its script or emoji needs them.

    Joiners belong beside letters of scripts that are spelled with them, such as Persian and Sinhala, and between the
    pictures of an emoji; tags belong to its flags. Elsewhere they would make two names look alike.
    """
    return is_readable(name) and not any(
        _is_out_of_place(name, place, character) for place, character in enumerate(name)
    )


def _is_out_of_place(text: str, place: int, character: str) -> bool:
    """Whether a character is a joiner or tag that its neighbors in the text do not need."""
    if character in JOINERS:
        neighbors = (text[place - 1 : place], text[place + 1 : place + 2])
        return any(neighbor <= LAST_WITHOUT_JOINERS for neighbor in neighbors)
    return character in FLAG_TAGS and BLACK_FLAG not in text[:place]


def _is_readable_character(character: str, *, line_breaks: bool) -> bool:
    if character.isprintable() or character in JOINERS or character in FLAG_TAGS:
        return True
    return category_of(character) in ("So", "Zs") or (line_breaks and character in LINE_BREAKS)
