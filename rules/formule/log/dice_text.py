"""The black die of a log entry as text."""

from __future__ import annotations

from rules.match.log import LogEntry


def format_roll(entry: LogEntry) -> str:
    """`rolls 7, with modifiers 9`: the black die and its total, or only the die if they are equal."""
    face, total = entry.more["face"], entry.more["total"]
    return f"rolls {face}" if face == total else f"rolls {face}, with modifiers {total}"
