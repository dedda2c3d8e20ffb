"""Text that people wrote, made safe for use in a one-line sentence."""

from __future__ import annotations

from rules.core.terms import LONGEST_NAME


def printable_name(name: str) -> str:
    """A name cut to the longest length, and quoted if it has characters that cannot be printed."""
    return name[:LONGEST_NAME] if name.isprintable() else repr(name[:LONGEST_NAME])


def quote_value(value: object) -> str:
    """An unexpected value as a quoted text, cut to the longest length of a name."""
    return repr(value)[:LONGEST_NAME]
