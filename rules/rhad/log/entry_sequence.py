"""The entries of a duel in the order of its story, and with what their messages need besides. Rule RH-080.

Plans come before the speeds of a round, and speeds that were ordered after those that were not. Passed checks come
before failed ones, since nothing follows from them, and recoveries last in their round. Points for the kills of a
car in the same phase stand together, as do the injuries of a person by the same damage.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby

import msgspec

from rules.match.log import LogEntry
from rules.rhad.log.kill_reasons import kill_of
from rules.rhad.match.duel_points import exact
from rules.rhad.match.match import Match

AFTER_CHECKS = frozenset({"recovery", "phase_close", "over", "turn_end"})
"""Kinds of entries that come after every car has been checked (RH-020)."""
BEFORE_RECOVERIES = frozenset({"first_blood", "duel_points", "phase_close", "mobility_kill", "complete_kill"})
"""Kinds of entries that are moved before the recoveries of their round."""
EVADE = "evade"
"""The plan of a car that keeps out of reach."""
KILL_POINTS = ("kill_points", "points")
"""What entries call a car's duel points for kills, in the current and in the first edition."""
FIRST_EDITION_KILLS = frozenset({"mobility_kill", "complete_kill", "kill_credited"})


def story_entries(play: Match) -> Iterator[LogEntry]:
    """The entries of the log, with additions and in the order of the story."""
    entries: Iterable[LogEntry] = _annotated(play)
    for put_in_order in (_passed_checks_first, _recoveries_last, _speeds_in_order, _kills_by_victim, _by_person):
        entries = put_in_order(entries)
    yield from entries


def speeds_of_rounds(play: Match, speeds: dict[str, int]) -> dict[int, dict[str, int]]:
    """The speeds of all cars that are no complete kills, once those of a round are set, by round.

    `speeds` are those at the start of the duel.
    """
    current, by_round, dead = dict(speeds), dict[int, dict[str, int]](), set[str]()
    for entry in play.log.entries:
        if entry.kind == "complete_kill":
            dead.add(entry.car)
        if "speed" in entry.after:
            current[entry.car] = entry.after["speed"]
        if entry.kind == "round_start" or (entry.turn in by_round and not entry.phase):
            by_round[entry.turn] = {car: speed for car, speed in current.items() if car not in dead}
    return by_round


def _annotated(play: Match) -> Iterator[LogEntry]:
    """The entries with what their messages need: whether a car that keeps out of reach has nothing left to fire, and
    what it scored and lost by kills.
    """
    guns = {
        id: {number: (weapon.dp, weapon.shots != 0) for number, weapon in enumerate(design.weapons)}
        for id, design in play.designs.items()
    }
    """The points of each weapon, and whether it has shots left."""
    made = dict.fromkeys(guns, Fraction(0))
    lost = dict.fromkeys(guns, Fraction(0))
    for entry in play.log.entries:
        for key, points in entry.after.items():
            if key.startswith("gun_"):
                number = int(key.removeprefix("gun_"))
                guns[entry.car][number] = (points, guns[entry.car][number][1])
        if entry.kind == "attack":
            number = entry.more["number"]
            guns[entry.car][number] = (guns[entry.car][number][0], entry.after["shots"] != 0)
        if entry.kind == "duel_points" or entry.kind in FIRST_EDITION_KILLS:
            for name in KILL_POINTS:
                if name in entry.before:
                    change = Fraction(entry.after[name]) - Fraction(entry.before[name])
                    (made if change > 0 else lost)[entry.car] += change
        if entry.kind == "plan" and entry.after["plan"] == EVADE:
            unarmed = not any(points and shots for points, shots in guns[entry.car].values())
            yield _with(entry, unarmed=unarmed)
        elif entry.kind == "bonus":
            yield _with(entry, made=exact(made[entry.car]), lost=exact(lost[entry.car]))
        else:
            yield entry


def _with(entry: LogEntry, **added: object) -> LogEntry:
    return msgspec.structs.replace(entry, more={**entry.more, **added})


def _passed_checks_first(entries: Iterable[LogEntry]) -> Iterator[LogEntry]:
    """The entries, with the passed checks of each round moved before the failed checks and their consequences."""
    checks: list[LogEntry] = []
    for entry in entries:
        if entry.kind == "check" or (checks and entry.kind not in AFTER_CHECKS):
            checks.append(entry)
            continue
        yield from sorted(checks, key=lambda checked_entry: not _is_passed_check(checked_entry))
        checks.clear()
        yield entry
    yield from checks


def _is_passed_check(entry: LogEntry) -> bool:
    return entry.kind == "check" and not entry.rolls and bool(entry.more["controlled"])


def _recoveries_last(entries: Iterable[LogEntry]) -> Iterator[LogEntry]:
    """The entries, with the recoveries of a round moved after the points of its last phase, which is over then."""
    recoveries: list[LogEntry] = []
    for entry in entries:
        if entry.kind == "recovery":
            recoveries.append(entry)
            continue
        if entry.kind not in BEFORE_RECOVERIES:
            yield from recoveries
            recoveries.clear()
        yield entry
    yield from recoveries


def _speeds_in_order(entries: Iterable[LogEntry]) -> Iterator[LogEntry]:
    """The entries, with those before the first phase of a round as plans, other changes of speed, ordered speeds."""
    for has_speeds, entries_in_a_row in groupby(entries, key=_is_set_before_phases):
        stretch = list(entries_in_a_row)
        yield from sorted(stretch, key=_place_before_phases) if has_speeds else stretch


def _is_set_before_phases(entry: LogEntry) -> bool:
    """Whether an entry is a plan or a speed from before the first phase of its round."""
    return entry.kind in {"plan", "speed"} and not entry.phase


def _place_before_phases(entry: LogEntry) -> int:
    return 0 if entry.kind == "plan" else 1 + is_ordered_speed(entry)


def is_ordered_speed(entry: LogEntry) -> bool:
    """Whether a speed is one that was ordered."""
    return entry.kind == "speed" and not entry.rolls and entry.more["why"] == "order"


def _kills_by_victim(entries: Iterable[LogEntry]) -> Iterator[LogEntry]:
    """The entries, with the points for the kills of one car in one phase together if they have the same reason.

    The points before and after each entry are those in the new order.
    """
    for for_kills, entries_in_a_row in groupby(entries, key=lambda entry: entry.kind == "duel_points"):
        stretch = list(entries_in_a_row)
        yield from _with_running_points(stretch) if for_kills else stretch


def _with_running_points(changes: Sequence[LogEntry]) -> Iterator[LogEntry]:
    """Changes of points, those of each victim and reason together, with the points as they are in that order."""
    points = {entry.car: Fraction(entry.before["kill_points"]) for entry in reversed(changes)}
    order = list(dict.fromkeys(kill_of(entry)[1:] for entry in changes))
    for entry in sorted(changes, key=lambda change: order.index(kill_of(change)[1:])):
        before = points[entry.car]
        points[entry.car] += Fraction(entry.after["kill_points"]) - Fraction(entry.before["kill_points"])
        yield msgspec.structs.replace(
            entry, before={"kill_points": exact(before)}, after={"kill_points": exact(points[entry.car])}
        )


def _by_person(entries: Iterable[LogEntry]) -> Iterator[LogEntry]:
    """The entries, with the injuries by the same damage to a car person by person."""
    for (kind, _), entries_in_a_row in groupby(entries, key=lambda entry: (entry.kind, entry.car)):
        stretch = list(entries_in_a_row)
        people = list(dict.fromkeys(entry.crew for entry in stretch))
        yield from sorted(stretch, key=lambda entry: people.index(entry.crew)) if kind == "injury" else stretch
