"""A match told in lines for people, out of its log: who did what, on which dice, by which rule.

A line is one entry of the log; entries that only keep the books are not told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.arms import ARMS
from rules.dethmatch.log import LogEntry
from rules.dethmatch.play import Play
from rules.dethmatch.sayings import HEADINGS, IN_THE_INTERVAL, SAYINGS


def told(play: Play) -> list[str]:
    """The whole match in lines: the heats and turns as headings, and under each what happened."""
    return list(_lines(play))


def line(entry: LogEntry, *, weapon: str = "") -> str:
    """What an entry says, with the rule that says so; empty for one that is not told.

    `weapon` is the kind that was fired last, which a hit or a miss speaks of.
    """
    saying = SAYINGS.get(entry.kind, "")
    said = saying.format_map(words_of(entry, weapon)) if isinstance(saying, str) else saying(entry)
    return f"{said} [{entry.rule}]" if said else ""


def words_of(entry: LogEntry, weapon: str) -> Mapping[str, object]:
    """What a saying may speak of: who and where, what was before and after, and whatever else the entry holds."""
    before = {f"{name}_before": value for name, value in entry.before.items()}
    fired = ARMS[weapon].name.lower() if weapon in ARMS else weapon
    return {**before, **entry.after, **entry.more, "weapon": fired, "car": entry.car, "crew": entry.crew}


def _lines(play: Play) -> Iterator[str]:
    turn, weapon = 0, ""
    speeds: dict[str, int] = {}
    for entry in play.log.entries:
        if entry.kind == "heat_start":
            turn, speeds = 0, {}
        if entry.kind == "fire":
            weapon = entry.more["weapon"]
        if "speed" in entry.after:
            speeds[entry.car] = entry.after["speed"]
        said = line(entry, weapon=weapon)
        if entry.kind in HEADINGS:
            yield from ("", said) if entry.n > 1 else (said,)
            continue
        if entry.turn != turn and (said or entry.phase):
            turn = entry.turn
            yield ""
            yield f"Turn {turn} of heat {entry.heat}{_under_way(speeds)}"
        if said:
            between = not entry.phase or entry.kind in IN_THE_INTERVAL
            yield f"     {said}" if between else f"  {entry.phase}  {said}"


def _under_way(speeds: Mapping[str, int]) -> str:
    """The cars that move and how fast, in hexes."""
    moving = ", ".join(f"{car} {speed}" for car, speed in speeds.items() if speed)
    return f" ({moving})" if moving else ""
