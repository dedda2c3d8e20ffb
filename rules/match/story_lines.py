"""The lines of a story below its headings: indented, and after the phase they belong to."""

from __future__ import annotations

INDENT = " " * 5
"""What a line without a phase begins with."""


def story_line(text: str, phase: int = 0, *, aligned: bool = False) -> str:
    """A line of a story, with its phase if it has one.

    With `aligned`, phases of two digits end below those of one digit.
    """
    if not phase:
        return f"{INDENT}{text}"
    return f"{phase:3}  {text}" if aligned else f"  {phase}  {text}"
