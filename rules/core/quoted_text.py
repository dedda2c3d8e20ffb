"""How what somebody wrote stands in a sentence: nothing in it is passed on that a line could not hold."""

from __future__ import annotations

from rules.core.terms import LONGEST_NAME


def printable_name(name: str) -> str:
    """A name as it is, cut; one that cannot be printed is quoted."""
    return name[:LONGEST_NAME] if name.isprintable() else repr(name[:LONGEST_NAME])


def quote_value(given: object) -> str:
    """What was given where something else belongs, quoted and cut."""
    return repr(given)[:LONGEST_NAME]
