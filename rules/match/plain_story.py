"""The story of a match as its log has it: a part for each turn, and a line for each entry."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rules.match.log import LogEntry


def plain_story(entries: Sequence[LogEntry]) -> list[str]:
    """Who did what in each turn, with the faces of the dice, what changed, and the rule."""
    lines: list[str] = []
    for (heat, turn), part in groupby(entries, key=lambda entry: (entry.heat, entry.turn)):
        lines += [*([""] if lines else []), f"Turn {turn} of heat {heat}"]
        lines += [f"  {_entry_line(entry)} [{entry.rule}]" for entry in part]
    return lines


def _entry_line(entry: LogEntry) -> str:
    faces = ", ".join(str(face) for roll in entry.rolls for face in roll.faces)
    subject = ", ".join(id for id in (entry.car, entry.crew) if id)
    what = entry.kind.replace("_", " ") + (f" ({faces})" if faces else "")
    changes = [f"{name} from {entry.before.get(name, '-')} to {value}" for name, value in entry.after.items()]
    return f"{subject}: {', '.join([what, *changes])}." if subject else f"{', '.join([what, *changes])}."
