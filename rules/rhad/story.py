"""A duel told in lines for people, out of its log: who did what, on which dice, by which rule. Rule RH-080.

A line is one entry, or several of one sort that follow each other: the speeds of a round, checks that are passed,
handling regained. Every die is told; those of an entry that only keeps the books stand with the next one that is
told. An empty line ends a part, a heading is not indented, an indented line may begin with its phase, and the rule
stands last.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.dice import Roll
from rules.match_log import LogEntry
from rules.rhad.entering_play import starting_speed
from rules.rhad.play import Play
from rules.rhad.sayings import changed, said_of
from rules.rhad.thrown import dice_told

ROWS = {"speed": "Speeds set", "check": "In control", "recovery": "Handling regained"}
"""What entries of one sort are told as, in one line."""


def told(play: Play) -> list[str]:
    """The whole duel in lines: what was before it, its rounds, and its end, each under a heading."""
    return list(_lines(play))


def line(entry: LogEntry, rolls: tuple[Roll, ...] = ()) -> str:
    """What an entry says, with its dice behind those of untold entries before it, and its rule; empty for one that is
    not told.
    """
    said = said_of(entry)
    return f"{said}{dice_told((*rolls, *entry.rolls))} [{entry.rule}]" if said else ""


def row_of(entry: LogEntry) -> str:
    """The row an entry belongs to, empty for one that is told by itself."""
    if entry.rolls:
        return ""
    if entry.kind == "speed":
        return "speed" if entry.more["why"] == "order" else ""
    if entry.kind == "check":
        return "check" if entry.more["controlled"] else ""
    return "recovery" if entry.kind == "recovery" else ""


def _in_rows(entries: list[LogEntry]) -> Iterator[list[LogEntry]]:
    """The entries, those of a row that follow each other together."""
    waiting: list[LogEntry] = []
    for entry in entries:
        row = row_of(entry)
        if waiting and row and row == row_of(waiting[0]):
            waiting.append(entry)
            continue
        if waiting:
            yield waiting
        waiting = [entry]
    if waiting:
        yield waiting


def _row_told(row: str, entries: list[LogEntry]) -> str:
    figure = "speed" if row == "speed" else "hc"
    each = "; ".join(f"{entry.car} {_sum(entry) if row == 'check' else changed(entry, figure)}" for entry in entries)
    return f"{ROWS[row]}: {each} [{entries[0].rule}]"


def _sum(entry: LogEntry) -> str:
    """A passed check: what was left, what speed and accessories add, and what it ends with."""
    more = entry.more
    bonus = f" {more['bonus']:+d}" if more["bonus"] else ""
    return f"{entry.before['hc']} {more['modifier']:+d}{bonus} = {entry.after['hc']}"


def _lines(play: Play) -> Iterator[str]:
    speeds = {id: starting_speed(play, play.designs[id]) for id in play.state.cars}
    carried: tuple[Roll, ...] = ()
    ended = False
    yield f"{play.arena.title}: {_entered(play)}"
    for entries in _in_rows(play.log.entries):
        first = entries[0]
        if first.kind == "round_start":
            yield from ("", f"Round {first.turn}{_under_way(speeds)}")
        if first.kind == "over":
            yield from ("", line(first))
            continue
        ended = first.kind == "check" or (ended and first.kind != "round_start")
        row = row_of(first)
        said = _row_told(row, entries) if row and not carried else line(first, carried)
        speeds |= {entry.car: entry.after["speed"] for entry in entries if "speed" in entry.after}
        carried = () if said else (*carried, *first.rolls)
        if said:
            yield f"  {first.phase}  {said}" if first.phase and not ended else f"     {said}"


def _entered(play: Play) -> str:
    """Who drives against whom."""
    teams = (
        " and ".join(car.id for car in play.state.cars.values() if car.team == team) for team in play.state.teams
    )
    return " against ".join(teams) or "nobody"


def _under_way(speeds: dict[str, int]) -> str:
    """The cars that move and how fast they are as the round begins, in mph."""
    moving = ", ".join(f"{car} {speed}" for car, speed in speeds.items() if speed)
    return f" (Speeds: {moving})" if moving else ""
