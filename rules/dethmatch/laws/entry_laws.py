"""What one entry of a log may change, and what the entries of a match must come to. Rules DM-M-001, DM-M-008,
DM-M-041, DM-M-049, DM-M-050, DM-M-055, DM-M-068, DM-M-074, DM-M-079, DM-M-087, DM-M-088, DM-M-101, DM-M-109,
DM-M-133, DM-M-136, DM-M-139.

Each law gets the match, its last entry, and what was remembered of it up to the entry before.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from rules.dethmatch.editions import WRECKS_ROLL_NOTHING
from rules.dethmatch.events.event import event_of
from rules.dethmatch.ground.hexes import SIDES
from rules.dethmatch.laws.dice_purposes import is_for
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import NOWHERE, CarState, CarStatus, Control
from rules.match.log import LogEntry

RULE = re.compile(r"DM-M-\d{3}")
PLACING = frozenset({"grid", "heat_start"})
"""What puts cars anywhere (DM-M-040)."""
TURNING_KINDS = frozenset({"loc_result", *PLACING})
"""What turns a car by any number of sides: control lost in a spin is lost along the travel (DM-M-074)."""
ALIGNING_RULE = "DM-M-074"
"""A turn by this rule may be that of a car that faces along its travel again."""
ACTS = frozenset({"fire", "hit", "miss", "hazard", "loc_check", "option", "brake_check", "quick_draw"})
"""What nobody does who is out of action (DM-M-109)."""
LEFT_THE_MAP = frozenset({CarStatus.FINISHED, CarStatus.OFF})
BOMB = "bomb"


class CarPosition(NamedTuple):
    """Where a car was, the side it faced, and the movement points it had spent in the heat."""

    at: int
    facing: int
    moved: int


@dataclass(slots=True)
class MatchMemory:
    """What is remembered of a match up to an entry.

    `stood` is where each car was; `paid` the points it had spent when it last changed its hex, and `shoved` whether a
    collision may move it for none since. `clock` is the heat, turn and phase; `rolls` how many were told; `passed`
    its checkpoints of this lap; `fallen` the markers of each trigger; `flagged` the heat, phase and car of each flag;
    `earned` what each competitor did by the entries, by kind.
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


EntryLaw = Callable[[Match, LogEntry, MatchMemory], Iterator[str]]
OF_ENTRIES: list[EntryLaw] = []
"""What is looked at between an entry and the one before."""


def _of_entries(law: EntryLaw) -> EntryLaw:
    OF_ENTRIES.append(law)
    return law


@_of_entries
def a_car_moves_one_hex_at_a_time(play: Match, entry: LogEntry, seen: MatchMemory) -> Iterator[str]:
    """Between two entries a car stays, goes to a hex next to its own, or leaves the map; only the grid places it
    (DM-M-008, DM-M-055).
    """
    if entry.kind in PLACING:
        return
    for car in play.state.cars.values():
        before = seen.stood[car.id].at
        if car.at == before or (car.at == NOWHERE and car.status in LEFT_THE_MAP):
            continue
        if before == NOWHERE or car.at not in play.track.neighbors[before]:
            yield f"{car.id} came from hex {before} to hex {car.at}"


@_of_entries
def a_car_turns_one_side_at_a_time(play: Match, entry: LogEntry, seen: MatchMemory) -> Iterator[str]:
    """Between two entries a car turns by one hex-side at most, unless it is spun round (DM-M-055, DM-M-074)."""
    if entry.kind in TURNING_KINDS or entry.rule == ALIGNING_RULE:
        return
    for car in play.state.cars.values():
        turned = (car.facing - seen.stood[car.id].facing) % SIDES
        if turned not in {0, 1, SIDES - 1}:
            yield f"{car.id} turned from {seen.stood[car.id].facing} to {car.facing}"


@_of_entries
def nobody_moves_without_a_point(play: Match, entry: LogEntry, seen: MatchMemory) -> Iterator[str]:
    """Every hex is paid with a movement point, or a collision moves the car there, or it backs up from rest
    (DM-M-049, DM-M-050, DM-M-087).
    """
    if entry.kind in PLACING:
        return
    for car in play.state.cars.values():
        if car.at in {NOWHERE, seen.stood[car.id].at} or car.moved != seen.paid[car.id]:
            continue
        if car.id not in seen.shoved and not _has_backed_up(play, car):
            yield f"{car.id} entered hex {car.at} and spent no point"


def _has_backed_up(play: Match, car: CarState) -> bool:
    return not car.speed and car.shuffled == play.state.moment.turn


@_of_entries
def one_point_per_entry(play: Match, entry: LogEntry, seen: MatchMemory) -> Iterator[str]:
    """No more than one movement point is spent from one entry to the next (DM-M-050)."""
    if entry.kind in PLACING:
        return
    for car in play.state.cars.values():
        if car.moved - seen.stood[car.id].moved not in {0, 1}:
            yield f"{car.id} had spent {seen.stood[car.id].moved} points and now {car.moved}"


@_of_entries
def time_goes_on(play: Match, entry: LogEntry, seen: MatchMemory) -> Iterator[str]:  # noqa: ARG001 - a law
    """Phases, turns and heats follow one another, and no turn or heat is left out (DM-M-041)."""
    heat, turn, phase = seen.clock
    same, next_turn = (entry.heat, entry.turn) == (heat, turn), (entry.heat, entry.turn) == (heat, turn + 1)
    next_heat = (entry.heat, entry.turn, entry.phase) == (heat + 1, 0, 0)
    if not (next_heat or (same and entry.phase >= phase) or (next_turn and not entry.phase)):
        yield f"turn {entry.turn}, phase {entry.phase} of heat {entry.heat} follows {seen.clock}"


@_of_entries
def every_roll_has_its_entry(play: Match, entry: LogEntry, seen: MatchMemory) -> Iterator[str]:
    """The rolls of the entries are the rolls that were thrown (DM-M-001)."""
    told = seen.rolls + len(entry.rolls)
    if told != len(play.dice.log):
        yield f"the entries hold {told} rolls of {len(play.dice.log)} thrown"


@_of_entries
def every_entry_cites_its_rule(play: Match, entry: LogEntry, seen: MatchMemory) -> Iterator[str]:  # noqa: ARG001 - a law
    """Every entry is counted, and says by which rule it happened, one of its own or of the model that holds the cars
    on the road (DM-M-001).
    """
    lent = play.model_handling is not None and entry.rule in play.model_handling.model.cites.all
    if not (lent or RULE.fullmatch(entry.rule)) or entry.n != len(play.log.entries):
        yield f"entry {entry.n}, {entry.kind}, cites {entry.rule!r}"


@_of_entries
def cars_that_are_out_do_nothing(play: Match, entry: LogEntry, seen: MatchMemory) -> Iterator[str]:  # noqa: ARG001 - a law
    """Who is out of action fires nothing and makes no check (DM-M-109)."""
    sheet = play.state.crew.get(entry.crew)
    if sheet is not None and sheet.out and entry.kind in ACTS:
        yield f"{entry.crew} is out of action and has an entry {entry.kind}"


@_of_entries
def weapons_are_held(play: Match, entry: LogEntry, seen: MatchMemory) -> Iterator[str]:
    """While weapons are held nobody fires unless they are flagged for it (DM-M-133)."""
    if entry.kind == "fire" and event_of(play).weapons_held(play) and _phase_of(play, entry) not in seen.flagged:
        yield f"{entry.car} fires, and weapons are held"


@_of_entries
def triggers_lay_their_markers(play: Match, entry: LogEntry, seen: MatchMemory) -> Iterator[str]:
    """One trigger lays as many markers as the house has it, 3, and no more (DM-M-101)."""
    most = play.settings.dropped_markers_total
    laid = _trigger(play, entry)
    if laid is not None and seen.fallen[laid] == most:
        yield f"{entry.car} has laid more than {most} markers at one trigger"


def _trigger(play: Match, entry: LogEntry) -> tuple[str, int, int] | None:
    if entry.kind != "marker_drop" or entry.more["marker"] == BOMB:
        return None
    return entry.car, entry.heat, play.state.cars[entry.car].laid


@_of_entries
def a_lap_is_every_checkpoint(play: Match, entry: LogEntry, seen: MatchMemory) -> Iterator[str]:
    """A lap counts once the car has passed all checkpoints (DM-M-136)."""
    passed, course = seen.passed[entry.car], len(play.track.checkpoints)
    if entry.kind == "lap" and passed != course:
        yield f"{entry.car} has a lap, and has passed {passed} of {course} checkpoints"


@_of_entries
def credits_match_the_entries(play: Match, entry: LogEntry, seen: MatchMemory) -> Iterator[str]:
    """When a turn is over everybody has credit for the criticals and kills of enemies and the scores that the entries
    give them, and for no others (DM-M-135, DM-M-139).
    """
    if entry.kind != "turn_end":
        return
    for id, sheet in play.state.crew.items():
        has = sheet.criticals, sheet.kills, sheet.scores
        earned = tuple(seen.earned[id, kind] for kind in ("critical", "destroyed", "score"))
        if has != earned:
            yield f"{id} is credited with {has} criticals, kills and scores, and the entries give him {earned}"


@_of_entries
def control_follows_the_model(play: Match, entry: LogEntry, seen: MatchMemory) -> Iterator[str]:  # noqa: ARG001 - a law
    """Where another book's model holds the cars on the road nobody checks to keep control, and whoever drives loses
    it by the model's rules alone (DM-M-068).
    """
    if play.model_handling is None:
        return
    lost = entry.kind == "loc_result" and entry.after.get("control") is not Control.UNCONTROLLED
    if entry.kind == "loc_check" or (lost and entry.rule not in play.model_handling.model.cites.all):
        yield f"{entry.car} has an entry {entry.kind} by {entry.rule}"


def _phase_of(play: Match, entry: LogEntry) -> tuple[int, int, str]:
    return entry.heat, play.elapsed_phases, entry.car


def update_memory(play: Match, entry: LogEntry, seen: MatchMemory) -> None:
    """Take the entry into what is remembered; done once every law has seen it (DM-M-101, DM-M-135,
    DM-M-136).
    """
    for car in play.state.cars.values():
        before = seen.stood.get(car.id)
        if before is None or car.at != before.at or entry.kind in PLACING:
            if car.moved == seen.paid.get(car.id):
                seen.shoved.discard(car.id)
            seen.paid[car.id] = car.moved
        seen.stood[car.id] = CarPosition(car.at, car.facing, car.moved)
    if entry.kind == "collision":
        seen.shoved |= {entry.car, entry.more["target"]}
    if entry.kind == "checkpoint":
        seen.passed[entry.car] += 1
    if entry.kind in {"lap", "grid"}:
        del seen.passed[entry.car]
    if entry.kind == "flagged":
        seen.flagged.add(_phase_of(play, entry))
    laid = _trigger(play, entry)
    if laid is not None:
        seen.fallen[laid] += 1
    if entry.kind == "score" or (entry.kind in {"critical", "destroyed"} and _is_enemy(play, entry)):
        seen.earned[entry.crew, entry.kind] += 1
    seen.clock = entry.heat, entry.turn, entry.phase
    seen.rolls += len(entry.rolls)


@_of_entries
def every_die_fits_its_entry(
    play: Match,  # noqa: ARG001 - a law
    entry: LogEntry,
    seen: MatchMemory,  # noqa: ARG001 - the same
) -> Iterator[str]:
    """A die stands in an entry of its own purpose, and in none about something else (DM-M-001, DM-M-088)."""
    for roll in entry.rolls:
        if not is_for(roll.why, entry.kind):
            yield f"a die for {roll.why} stands in an entry of {entry.kind}"


@_of_entries
def what_is_knocked_out_checks_nothing(
    play: Match,
    entry: LogEntry,
    seen: MatchMemory,  # noqa: ARG001 - a law
) -> Iterator[str]:
    """Nobody checks for a car that is destroyed or a wreck, whatever it is shoved into (DM-M-079, DM-M-110)."""
    if entry.kind != "collision" or play.setup.edition < WRECKS_ROLL_NOTHING:
        return
    if play.state.cars[entry.car].status not in {CarStatus.DESTROYED, CarStatus.WRECK}:
        return
    if entry.more["needed"][0]:
        yield f"{entry.car} is {play.state.cars[entry.car].status} and checks for a collision"


def _is_enemy(play: Match, entry: LogEntry) -> bool:
    return bool(entry.crew) and play.state.crew[entry.crew].team != play.state.cars[entry.car].team
