"""Text that people wrote, made safe for use in a one-line sentence."""

from __future__ import annotations

from rules.core.readable_text import is_legible, is_readable
from rules.core.terms import LONGEST_NAME


def printable_name(name: str) -> str:
    """A name cut to the longest length, and quoted if it has characters that nobody can see."""
    return name[:LONGEST_NAME] if is_legible(name) else repr(name[:LONGEST_NAME])


def replace_unreadable(text: str) -> str:
    """A text with a question mark in place of each character that nobody can see."""
    return "".join(character if is_readable(character) else "?" for character in text)


def quote_value(value: object) -> str:
    """An unexpected value as a quoted text, cut to the longest length of a name."""
    return repr(value)[:LONGEST_NAME]
