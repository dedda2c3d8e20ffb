"""The black die of a log entry as text."""

from __future__ import annotations

from rules.match.log import LogEntry


def format_roll(entry: LogEntry) -> str:
    """`rolls 7+2 = 9`: the black die, what is added and their sum, or only the die if nothing is added."""
    face, total = entry.more["face"], entry.more["total"]
    return f"rolls {face}" if face == total else f"rolls {face}{total - face:+d} = {total}"
