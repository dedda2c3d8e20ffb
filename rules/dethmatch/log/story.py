"""A match told in lines for people, out of its log: who did what, on which dice, by which rule.

A line is one entry of the log, or a few that belong together: a turn's initiative, a car's movement points with its
option points, maneuvers in a row. Every die is told; entries without one that only keep the books are not. An empty
line ends a part, a heading is not indented, an indented line may begin with its phase, and the rule stands last.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from rules.dethmatch.log import check_messages
from rules.dethmatch.log.dice_text import others_told
from rules.dethmatch.log.entry_groups import in_rows, row_of, row_told
from rules.dethmatch.log.log_messages import HEADINGS, IN_THE_INTERVAL, SAYINGS, TOLD_THERE, weapon_called
from rules.dethmatch.match.match import Play
from rules.match.log import LogEntry

ATTACKS = frozenset({"hit", "miss"})


def told(play: Play) -> list[str]:
    """The whole match in lines: the heats and turns as headings, and under each what happened."""
    return list(_lines(play))


def line(entry: LogEntry, *, weapon: str = "", track: str = "") -> str:
    """What an entry says, with the rule that says so; empty for one that is not told.

    `weapon` is the kind that was fired last, which a hit or a miss speaks of; `track` what the track is called.
    """
    said = _said(entry, weapon, track)
    others = others_told(entry, TOLD_THERE.get(entry.kind, ()))
    if others and not said:
        said = entry.car or entry.kind
    return f"{said}{others} [{entry.rule}]" if said else ""


def _said(entry: LogEntry, weapon: str, track: str) -> str:
    if entry.kind in ATTACKS:
        return check_messages.shot(entry, weapon_called(weapon))
    saying = SAYINGS.get(entry.kind, "")
    if track and entry.kind == "heat_start":
        entry = msgspec.structs.replace(entry, more=entry.more | {"track": track})
    return saying.format_map(words_of(entry)) if isinstance(saying, str) else saying(entry)


def words_of(entry: LogEntry) -> Mapping[str, object]:
    """What a saying may speak of: who and where, what was before and after, and whatever else the entry holds."""
    before = {f"{name}_before": value for name, value in entry.before.items()}
    return {**before, **entry.after, **entry.more, "car": entry.car, "crew": entry.crew}


def _lines(play: Play) -> Iterator[str]:
    turn, weapon = 0, ""
    speeds: dict[str, int] = {}
    for entries in in_rows(play.log.entries, is_told=lambda entry: bool(line(entry))):
        first = entries[0]
        if first.kind == "heat_start":
            turn, speeds = 0, {}
        if first.kind == "fire":
            weapon = first.more["weapon"]
        together = row_of(first) is not None
        said = row_told(entries, speeds=speeds) if together else line(first, weapon=weapon, track=play.track.name)
        if first.kind in HEADINGS:
            yield from ("", said) if first.n > 1 else (said,)
            continue
        if first.turn != turn and (said or first.phase):
            turn = first.turn
            yield ""
            yield f"Turn {turn} of heat {first.heat}{_under_way(speeds)}"
        speeds |= {entry.car: entry.after["speed"] for entry in entries if "speed" in entry.after}
        if said:
            between = not first.phase or first.kind in IN_THE_INTERVAL
            yield f"     {said}" if between else f"  {first.phase}  {said}"


def _under_way(speeds: Mapping[str, int]) -> str:
    """The cars that move and how fast they are as the turn begins, in hexes."""
    moving = ", ".join(f"{car} {speed}" for car, speed in speeds.items() if speed)
    return f" (Speeds: {moving})" if moving else ""
