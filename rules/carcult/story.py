"""A skirmish told in lines for people, out of its log: who did what, on which dice, by which rule.

A line is one entry of the log, or a move with all its turns. An empty line ends a part, a heading is not indented, an
indented line begins with the number of its activation, and the rule stands last.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import msgspec

from rules.carcult.play import Play
from rules.carcult.sayings import SAYINGS, moved
from rules.carcult.table import BLOCKING, Table
from rules.match_log import LogEntry

ON_THE_WAY = frozenset({"move", "turn"})
AFTERWARDS = frozenset({"toughness", "crew"})
"""What is done when the last round is over."""


def told(play: Play) -> list[str]:
    """The whole skirmish in lines: the rounds as headings, and under each what happened."""
    return list(_lines(play))


def line(entries: list[LogEntry]) -> str:
    """What an entry says, or a move of several, with the rule that says so; empty for what is not told."""
    first = entries[0]
    said = ""
    if first.kind in ON_THE_WAY:
        said = moved(entries)
    elif first.kind in SAYINGS:
        said = SAYINGS[first.kind](first)
    return f"{said} [{first.rule}]" if said else ""


def by_name(entry: LogEntry, table: Table) -> LogEntry:
    """The entry with the name its rough ground has on the table instead of its number there."""
    if entry.kind != "rough":
        return entry
    rough = (piece.name for piece in table.terrain if piece.kind != BLOCKING)
    names = {f"rough {number}": f"the {name}" for number, name in enumerate(rough)}
    piece = entry.more["piece"]
    return msgspec.structs.replace(entry, more={**entry.more, "piece": names.get(piece, piece)})


def rows(entries: list[LogEntry]) -> Iterator[list[LogEntry]]:
    """The entries one by one, but those of a move together."""
    for (way, _), together in groupby(entries, key=lambda each: (each.kind in ON_THE_WAY, each.car)):
        found = list(together)
        yield from [found] if way else ([each] for each in found)


def _lines(play: Play) -> Iterator[str]:
    teams = dict.fromkeys(car.team for car in play.setup.cars)
    sides = (" and ".join(car.id for car in play.setup.cars if car.team == team) for team in teams)
    yield f"Car Cult on {play.setup.table.title}: {' against '.join(sides) or 'no cars'}"
    turn = 0
    points = dict.fromkeys(play.setup.teams, 0)
    for entries in rows(play.log.entries):
        first = entries[0]
        if first.turn != turn:
            turn = first.turn
            yield ""
            yield f"Round {turn}" + _standing(points)
        if said := line([by_name(each, play.setup.table) for each in entries]):
            yield f"     {said}" if not first.phase or first.kind in AFTERWARDS else f" {first.phase:2}  {said}"
        _credit(play, points, first)
    yield ""
    yield "The match is over" + _result({team: play.points(team) for team in play.setup.teams})


def _credit(play: Play, points: dict[str, int], entry: LogEntry) -> None:
    """Add a token of damage to the side whose doing it is (CC-067)."""
    by = entry.more.get("by") if entry.kind == "damage" else ""
    if by and play.entries[by].team != play.entries[entry.car].team:
        points[play.entries[by].team] += 1


def _standing(points: dict[str, int]) -> str:
    """The victory points as the round begins; nothing while nobody has any."""
    made = ", ".join(f"{team} {each}" for team, each in points.items())
    return f" (Victory points: {made})" if any(points.values()) else ""


def _result(points: dict[str, int]) -> str:
    return ": " + ", ".join(f"{team} {each}" for team, each in points.items()) if points else ""
