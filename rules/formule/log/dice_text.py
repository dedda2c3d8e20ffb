"""Dice and figures of a log entry as text."""

from __future__ import annotations

from collections.abc import Collection

from rules.match.log import LogEntry


def format_other_dice(entry: LogEntry, whys: Collection[str]) -> str:
    """The dice of an entry whose reason is not in `whys`, as ` (rolls: tires 2 of 6)`; empty if there are none."""
    texts = [
        f"{roll.why.replace('_', ' ')} {' and '.join(map(str, roll.faces))} of {roll.sides}"
        for roll in entry.rolls
        if roll.why not in whys
    ]
    return f" (rolls: {', '.join(texts)})" if texts else ""


def format_roll(entry: LogEntry) -> str:
    """`rolls 7, with modifiers 9`: the black die and its total, or only the die if they are equal."""
    face, total = entry.more["face"], entry.more["total"]
    return f"rolls {face}" if face == total else f"rolls {face}, with modifiers {total}"


def format_change(entry: LogEntry, name: str) -> str:
    """`from 3 to 2`: a value before and after the entry."""
    return f"from {entry.before[name]} to {entry.after[name]}"
