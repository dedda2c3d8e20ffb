"""Laws about what one entry of a log may change, and about what the entries of a match add up to. Rules DM-M-001,
DM-M-008, DM-M-041, DM-M-049, DM-M-050, DM-M-055, DM-M-068, DM-M-074, DM-M-079, DM-M-087, DM-M-088, DM-M-101,
DM-M-109, DM-M-133, DM-M-136, DM-M-139.

Each law takes the match, its last entry, and the memory of the match up to the entry before.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from rules.dethmatch.editions import UNDRIVEN_CARS_DO_NOTHING, WRECKS_ROLL_NOTHING
from rules.dethmatch.events.event import event_of
from rules.dethmatch.ground.hexes import SIDES
from rules.dethmatch.laws.dice_purposes import MAY_STAND_TOGETHER, is_for, purposes_in
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import KNOCKED_OUT, NOWHERE, CarState, CarStatus, Control
from rules.match.log import LogEntry

RULE = re.compile(r"DM-M-\d{3}")
PLACING = frozenset({"grid", "heat_start"})
"""The kinds of entry that may place a car on any hex (DM-M-040)."""
TURNING_KINDS = frozenset({"loc_result", *PLACING})
"""The kinds of entry that may turn a car by any number of sides: when control is lost in a spin, the car faces along
its travel (DM-M-074).
"""
ALIGNING_RULE = "DM-M-074"
"""The rule of an entry that turns a car to face along its travel again."""
ACTS = frozenset({
    "fire", "hit", "miss", "hazard", "loc_check", "option", "brake_check", "quick_draw", "status_roll", "smoke",
    "loc_roll", "flag_taken", "healed",
})  # fmt: skip
"""The kinds of entry that a competitor who is out of action cannot have (DM-M-109)."""
DRIVEN_KINDS = frozenset({
    "speed", "brake_check", "option", "hazard", "loc_check", "loc_roll", "checkpoint", "lap", "flag_taken",
})  # fmt: skip
"""The kinds of entry that only a driven car can have; of changes of speed, those with a roll (DM-M-092)."""
LEFT_THE_MAP = frozenset({CarStatus.FINISHED, CarStatus.OFF})
BOMB = "bomb"


class CarPosition(NamedTuple):
    """A car's hex and facing, and the movement points it had spent in the heat."""

    at: int
    facing: int
    moved: int


@dataclass(slots=True)
class MatchMemory:
    """What the laws remember of a match up to an entry.

    `stood` is the position of each car. `paid` is the movement points that each car had spent when it last changed
    its hex. `shoved` are cars that a collision may still move without a point. `clock` is the heat, turn and phase.
    `rolls` is the number of rolls in the entries. `passed` counts each car's checkpoints of this lap, and `fallen`
    the markers of each trigger. `flagged` holds the heat, phase and car of each shot that was flagged. `earned`
    counts what the entries credit to each competitor, by kind.
    """

    stood: dict[str, CarPosition]
    paid: dict[str, int]
    clock: tuple[int, int, int]
    rolls: int
    shoved: set[str] = field(default_factory=set)
    passed: Counter[str] = field(default_factory=Counter)
    fallen: Counter[tuple[str, int, int]] = field(default_factory=Counter)
    flagged: set[tuple[int, int, str]] = field(default_factory=set)
    earned: Counter[tuple[str, str]] = field(default_factory=Counter)


def remember(play: Match) -> MatchMemory:
    """The memory of a match as it stands now."""
    moment = play.state.moment
    return MatchMemory(
        stood={id: CarPosition(car.at, car.facing, car.moved) for id, car in play.state.cars.items()},
        paid={id: car.moved for id, car in play.state.cars.items()},
        clock=(moment.heat, moment.turn, moment.phase),
        rolls=len(play.dice.log),
    )


EntryLaw = Callable[[Match, LogEntry, MatchMemory], Iterator[str]]
OF_ENTRIES: list[EntryLaw] = []
"""The laws that are checked between an entry and the one before."""


def _of_entries(law: EntryLaw) -> EntryLaw:
    OF_ENTRIES.append(law)
    return law


@_of_entries
def a_car_moves_one_hex_at_a_time(play: Match, entry: LogEntry, memory: MatchMemory) -> Iterator[str]:
    """A car stays, moves to the next hex or leaves the map; only the grid places it
    elsewhere (DM-M-008, DM-M-055).
    """
    if entry.kind in PLACING:
        return
    for car in play.state.cars.values():
        before = memory.stood[car.id].at
        if car.at == before or (car.at == NOWHERE and car.status in LEFT_THE_MAP):
            continue
        if before == NOWHERE or car.at not in play.track.neighbors[before]:
            yield f"{car.id} came from hex {before} to hex {car.at}"


@_of_entries
def a_car_turns_one_side_at_a_time(play: Match, entry: LogEntry, memory: MatchMemory) -> Iterator[str]:
    """A car turns by one hex-side at most, except in a spin (DM-M-055, DM-M-074)."""
    if entry.kind in TURNING_KINDS or entry.rule == ALIGNING_RULE:
        return
    for car in play.state.cars.values():
        turned = (car.facing - memory.stood[car.id].facing) % SIDES
        if turned not in {0, 1, SIDES - 1}:
            yield f"{car.id} turned from {memory.stood[car.id].facing} to {car.facing}"


@_of_entries
def nobody_moves_without_a_point(play: Match, entry: LogEntry, memory: MatchMemory) -> Iterator[str]:
    """A car enters a hex by spending a movement point, by a collision, or by backing up from rest (DM-M-049,
    DM-M-050, DM-M-087).
    """
    if entry.kind in PLACING:
        return
    for car in play.state.cars.values():
        if car.at in {NOWHERE, memory.stood[car.id].at} or car.moved != memory.paid[car.id]:
            continue
        if car.id not in memory.shoved and not _has_backed_up(play, car):
            yield f"{car.id} entered hex {car.at} and spent no point"


def _has_backed_up(play: Match, car: CarState) -> bool:
    return not car.speed and car.shuffled == play.state.moment.turn


@_of_entries
def one_point_per_entry(play: Match, entry: LogEntry, memory: MatchMemory) -> Iterator[str]:
    """A car spends at most one movement point between two entries (DM-M-050)."""
    if entry.kind in PLACING:
        return
    for car in play.state.cars.values():
        if car.moved - memory.stood[car.id].moved not in {0, 1}:
            yield f"{car.id} had spent {memory.stood[car.id].moved} points and now {car.moved}"


@_of_entries
def time_goes_on(play: Match, entry: LogEntry, memory: MatchMemory) -> Iterator[str]:  # noqa: ARG001 - a law's signature
    """Phases, turns and heats are in order, and no turn or heat is skipped (DM-M-041)."""
    heat, turn, phase = memory.clock
    same, next_turn = (entry.heat, entry.turn) == (heat, turn), (entry.heat, entry.turn) == (heat, turn + 1)
    next_heat = (entry.heat, entry.turn, entry.phase) == (heat + 1, 0, 0)
    if not (next_heat or (same and entry.phase >= phase) or (next_turn and not entry.phase)):
        yield f"turn {entry.turn}, phase {entry.phase} of heat {entry.heat} follows {memory.clock}"


@_of_entries
def every_roll_has_its_entry(play: Match, entry: LogEntry, memory: MatchMemory) -> Iterator[str]:
    """The rolls of the entries are the rolls that were thrown (DM-M-001)."""
    recorded = memory.rolls + len(entry.rolls)
    if recorded != len(play.dice.log):
        yield f"the entries hold {recorded} rolls of {len(play.dice.log)} thrown"


@_of_entries
def every_entry_cites_its_rule(play: Match, entry: LogEntry, memory: MatchMemory) -> Iterator[str]:  # noqa: ARG001 - a law's signature
    """Entries are numbered in order, and each cites a rule of this book or of the handling model used (DM-M-001)."""
    by_model = play.model_handling is not None and entry.rule in play.model_handling.model.cites.all
    if not (by_model or RULE.fullmatch(entry.rule)) or entry.n != len(play.log.entries):
        yield f"entry {entry.n}, {entry.kind}, cites {entry.rule!r}"


@_of_entries
def cars_that_are_out_do_nothing(play: Match, entry: LogEntry, memory: MatchMemory) -> Iterator[str]:  # noqa: ARG001 - a law's signature
    """A competitor who is out of action fires nothing and makes no check (DM-M-109)."""
    sheet = play.state.crew.get(entry.crew)
    if sheet is not None and sheet.out and entry.kind in ACTS:
        yield f"{entry.crew} is out of action and has an entry {entry.kind}"


@_of_entries
def an_undriven_car_does_nothing(play: Match, entry: LogEntry, memory: MatchMemory) -> Iterator[str]:  # noqa: ARG001 - a law's signature
    """A car that is destroyed or that nobody drives makes no driver's check, passes no checkpoint, completes no lap
    and takes no flag (DM-M-092, DM-M-136, DM-M-137).
    """
    if entry.kind not in DRIVEN_KINDS or play.setup.edition < UNDRIVEN_CARS_DO_NOTHING:
        return
    car = play.state.cars[entry.car]
    if entry.kind == "speed" and "needed" not in entry.more:
        return
    if car.status in KNOCKED_OUT or play.driver(car) is None:
        yield (
            f"{car.id} is {car.status}, {'driven' if play.driver(car) else 'driven by nobody'}, and has an entry "
            f"{entry.kind}: ask `is_driven` before it is written"
        )


@_of_entries
def weapons_are_held(play: Match, entry: LogEntry, memory: MatchMemory) -> Iterator[str]:
    """While weapons are held, nobody fires without being flagged for it (DM-M-133)."""
    if entry.kind == "fire" and event_of(play).weapons_held(play) and _phase_of(play, entry) not in memory.flagged:
        yield f"{entry.car} fires, and weapons are held"


@_of_entries
def triggers_lay_their_markers(play: Match, entry: LogEntry, memory: MatchMemory) -> Iterator[str]:
    """One trigger lays no more markers than the house rule allows, 3 by default (DM-M-101)."""
    most = play.settings.dropped_markers_total
    laid = _trigger(play, entry)
    if laid is not None and memory.fallen[laid] == most:
        yield f"{entry.car} has laid more than {most} markers at one trigger"


def _trigger(play: Match, entry: LogEntry) -> tuple[str, int, int] | None:
    if entry.kind != "marker_drop" or entry.more["marker"] == BOMB:
        return None
    return entry.car, entry.heat, play.state.cars[entry.car].laid


@_of_entries
def a_lap_is_every_checkpoint(play: Match, entry: LogEntry, memory: MatchMemory) -> Iterator[str]:
    """A lap counts once the car has passed all checkpoints (DM-M-136)."""
    passed, course = memory.passed[entry.car], len(play.track.checkpoints)
    if entry.kind == "lap" and passed != course:
        yield f"{entry.car} has a lap, and has passed {passed} of {course} checkpoints"


@_of_entries
def credits_match_the_entries(play: Match, entry: LogEntry, memory: MatchMemory) -> Iterator[str]:
    """When a turn is over, the criticals, kills and scores credited to each competitor are those in the entries
    (DM-M-135, DM-M-139).
    """
    if entry.kind != "turn_end":
        return
    for id, sheet in play.state.crew.items():
        credited = sheet.criticals, sheet.kills, sheet.scores
        earned = tuple(memory.earned[id, kind] for kind in ("critical", "destroyed", "score"))
        if credited != earned:
            yield f"{id} is credited with {credited} criticals, kills and scores, and the entries give them {earned}"


@_of_entries
def control_follows_the_model(play: Match, entry: LogEntry, memory: MatchMemory) -> Iterator[str]:  # noqa: ARG001 - a law's signature
    """Under another book's handling model, nobody checks to keep control, and drivers lose it only by the model's
    rules (DM-M-068).
    """
    if play.model_handling is None:
        return
    lost = entry.kind == "loc_result" and entry.after.get("control") is not Control.UNCONTROLLED
    if entry.kind == "loc_check" or (lost and entry.rule not in play.model_handling.model.cites.all):
        yield f"{entry.car} has an entry {entry.kind} by {entry.rule}"


def _phase_of(play: Match, entry: LogEntry) -> tuple[int, int, str]:
    return entry.heat, play.elapsed_phases, entry.car


def update_memory(play: Match, entry: LogEntry, memory: MatchMemory) -> None:
    """Add an entry to the memory, once every law has been checked against it (DM-M-101, DM-M-135, DM-M-136)."""
    for car in play.state.cars.values():
        before = memory.stood.get(car.id)
        if before is None or car.at != before.at or entry.kind in PLACING:
            if car.moved == memory.paid.get(car.id):
                memory.shoved.discard(car.id)
            memory.paid[car.id] = car.moved
        memory.stood[car.id] = CarPosition(car.at, car.facing, car.moved)
    if entry.kind == "collision":
        memory.shoved |= {entry.car, entry.more["target"]}
    if entry.kind == "checkpoint":
        memory.passed[entry.car] += 1
    if entry.kind in {"lap", "grid"}:
        del memory.passed[entry.car]
    if entry.kind == "flagged":
        memory.flagged.add(_phase_of(play, entry))
    laid = _trigger(play, entry)
    if laid is not None:
        memory.fallen[laid] += 1
    if entry.kind == "score" or (entry.kind in {"critical", "destroyed"} and _is_enemy(play, entry)):
        memory.earned[entry.crew, entry.kind] += 1
    memory.clock = entry.heat, entry.turn, entry.phase
    memory.rolls += len(entry.rolls)


@_of_entries
def every_die_fits_its_entry(
    play: Match,  # noqa: ARG001 - a law's signature
    entry: LogEntry,
    memory: MatchMemory,  # noqa: ARG001 - the same
) -> Iterator[str]:
    """Every die is in an entry that its purpose belongs to, and an entry has dice of one purpose (DM-M-001,
    DM-M-088).
    """
    for roll in entry.rolls:
        if not is_for(roll.why, entry.kind):
            yield (
                f"a die for {roll.why} stands in an entry of {entry.kind}: write an entry of its own right after the "
                "throw, and list its kind in rules/dethmatch/laws/dice_purposes.py"
            )
    purposes = purposes_in((roll.why for roll in entry.rolls), entry.kind)
    if len(purposes) > 1 and entry.kind not in MAY_STAND_TOGETHER:
        yield f"dice for {' and '.join(sorted(purposes))} stand in one entry of {entry.kind}: write one for each"


@_of_entries
def what_is_knocked_out_checks_nothing(
    play: Match,
    entry: LogEntry,
    memory: MatchMemory,  # noqa: ARG001 - a law's signature
) -> Iterator[str]:
    """Nobody checks for a car that is destroyed or a wreck, whatever it is shoved into (DM-M-079, DM-M-110)."""
    if entry.kind != "collision" or play.setup.edition < WRECKS_ROLL_NOTHING:
        return
    if play.state.cars[entry.car].status not in KNOCKED_OUT:
        return
    if entry.more["needed"][0]:
        yield f"{entry.car} is {play.state.cars[entry.car].status} and checks for a collision"


def _is_enemy(play: Match, entry: LogEntry) -> bool:
    return bool(entry.crew) and play.state.crew[entry.crew].team != play.state.cars[entry.car].team
