"""The laws of a duel, which are true at every moment, whatever is ordered and however the dice fall.

Rules RH-002 to RH-005, RH-020, RH-022, RH-023, RH-030, RH-037, RH-062, RH-063, RH-065 to RH-067, RH-076, RH-077,
RH-080, RH-085, RH-088 to RH-090.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import takewhile

from rules.match.handling.handling_formulas import base_after_tires
from rules.match.handling.headings import HALF_SIDES, ONE_SIDE
from rules.match.handling.speed_table import PHASES, SPEEDS
from rules.match.laws import Laws
from rules.rhad.car.kills import is_stuck
from rules.rhad.ground.hexes import hexes_of
from rules.rhad.match.duel_points import credits_of, kill_points, scored_kills
from rules.rhad.match.match import Match
from rules.rhad.match.state import UNLIMITED, WHEELS, CarState, CarStatus, ControlLoss

LAWS = Laws[Match]()
"""Every law of a duel."""
RESTING_SIDES = frozenset({WHEELS, "front", "left", "right", "back", "top"})
"""The sides that a car may rest or land on (RH-065, RH-066)."""
KILL_POINTS = 20
"""Duel points for a mobility kill, and again for a complete kill (RH-090)."""
CHECKED_KINDS = frozenset({"attack", "check", "crash", "handling", "recovery", "spared"})
"""The kinds of entry that no complete kill may have."""
SKIDS = frozenset({ControlLoss.SKID, ControlLoss.FISHTAIL})
KILLS = {CarStatus.RUNNING: 0, CarStatus.MOBILITY_KILL: 1, CarStatus.COMPLETE_KILL: 2}
"""How many kills have been scored on a car, by its status (RH-090)."""


def _cars(play: Match) -> Iterator[CarState]:
    return iter(play.state.cars.values())


@LAWS.always
def cars_are_on_open_ground(play: Match) -> Iterator[str]:
    """A car is in an open hex of the arena, or on the line between two (RH-003, RH-005, RH-085)."""
    for car in _cars(play):
        if not all(play.arena.is_open(at) for at in hexes_of(car.at)):
            yield f"{car.id} is at {car.at}"


@LAWS.always
def one_car_fills_a_hex(play: Match) -> Iterator[str]:
    """No hex is occupied by two cars (RH-003)."""
    filled = Counter(at for car in _cars(play) for at in hexes_of(car.at))
    yield from (f"{count} cars are in {at}" for at, count in filled.items() if count > 1)


@LAWS.always
def facings_are_half_sides(play: Match) -> Iterator[str]:
    """Facing and heading are among the twelve half sides (RH-004, RH-063)."""
    for car in _cars(play):
        if car.facing not in range(HALF_SIDES) or car.heading not in range(HALF_SIDES):
            yield f"{car.id} faces {car.facing} and travels {car.heading}"


@LAWS.always
def only_uncontrolled_cars_face_corners(play: Match) -> Iterator[str]:
    """Only a car out of control faces or travels toward a corner (RH-004, RH-063)."""
    for car in _cars(play):
        if (car.facing % ONE_SIDE or car.heading % ONE_SIDE) and car.pending is ControlLoss.NONE:
            yield f"{car.id} is in control and faces {car.facing}, traveling {car.heading}"


@LAWS.always
def speeds_stand_in_the_table(play: Match) -> Iterator[str]:
    """Speeds are multiples of 5 from 0 to 300 mph (RH-022)."""
    for car in _cars(play):
        if car.speed not in SPEEDS or car.set_speed not in SPEEDS:
            yield f"{car.id} goes {car.speed} mph and set {car.set_speed}"


@LAWS.always
def half_steps_are_saved_one_at_a_time(play: Match) -> Iterator[str]:
    """A car has saved one half step at most (RH-023)."""
    for car in _cars(play):
        if car.credit not in {0, 1}:
            yield f"{car.id} has saved {car.credit} half steps"


@LAWS.always
def points_are_never_negative(play: Match) -> Iterator[str]:
    """Armor, tires, weapons and power plants have 0 points or more, and never more than they were built with unless a
    commissioner has set a figure of the car (RH-002, RH-077, RH-085).
    """
    for car in _cars(play):
        design = play.designs[car.id]
        built = [
            *((points, design.armor.on(side)) for side, points in car.armor.items()),
            *zip(car.tires, (tire.dp for tire in design.tires), strict=True),
            *((gun.dp, weapon.dp) for gun, weapon in zip(car.guns, design.weapons, strict=True)),
            (car.power_plant, design.power_plant_dp),
        ]
        set_freely = car.id in play.overridden
        if not all(0 <= points <= (points if set_freely else most) for points, most in built):
            yield f"{car.id} has points {built}"


@LAWS.always
def shots_are_counted(play: Match) -> Iterator[str]:
    """A weapon has 0 shots or more and no more than it was built with, or keeps its unlimited shots (RH-085)."""
    for car in _cars(play):
        for gun, weapon in zip(car.guns, play.designs[car.id].weapons, strict=True):
            if weapon.shots is None:
                if gun.shots != UNLIMITED:
                    yield f"{gun.name} of {car.id} had no end of shots and has {gun.shots}"
            elif not 0 <= gun.shots <= weapon.shots:
                yield f"{gun.name} of {car.id} has {gun.shots} shots of {weapon.shots}"


@LAWS.always
def nobody_loses_more_points_than_they_have(play: Match) -> Iterator[str]:
    """An occupant has lost between 0 points and all they had (RH-076)."""
    for crew in play.state.crew.values():
        if not 0 <= crew.hits <= play.settings.occupant_hits:
            yield f"{crew.id} has lost {crew.hits} points"


@LAWS.always
def lost_tires_lower_the_base(play: Match) -> Iterator[str]:
    """The base handling is what was built minus the penalty for lost tires, as soon as that is logged (RH-077)."""
    entry = play.log.entries[-1]
    for car in _cars(play):
        if entry.kind == "tires" and entry.car == car.id:
            continue
        penalty = play.settings.tyre_loss_hc
        if car.base_hc != base_after_tires(base=car.built_hc, lost=car.tires.count(0), each=penalty):
            yield f"{car.id} has base {car.base_hc} of {car.built_hc} with tires {car.tires}"


@LAWS.always
def only_uncontrolled_cars_have_rolls_left(play: Match) -> Iterator[str]:
    """Only a car that skids, spins or tips over has rolls left (RH-062)."""
    for car in _cars(play):
        if car.rolls_left < 0 or (car.rolls_left and car.pending is ControlLoss.NONE):
            yield f"{car.id} has {car.rolls_left} rolls left and nothing pending"


@LAWS.always
def cars_lie_on_a_side(play: Match) -> Iterator[str]:
    """A car rests on its wheels or on one of five sides (RH-066)."""
    for car in _cars(play):
        if car.rest_side not in RESTING_SIDES:
            yield f"{car.id} rests on {car.rest_side!r}"


@LAWS.always
def kills_are_scored_once(play: Match) -> Iterator[str]:
    """Every change of a car's kill status was scored once (RH-090): at once in the first edition, later at the close
    of the phase.
    """
    if play.score is not None and play.log.entries[-1].kind != "turn_end":
        return
    for car in _cars(play):
        scored = scored_kills(play, car)
        if scored != KILLS[car.status] and car.id not in play.overridden:
            yield f"{car.id} is {car.status} and {scored} kills of it were scored"


@LAWS.always
def points_of_kills_add_up(play: Match) -> Iterator[str]:
    """Duel points are 20 for each kill credited, minus 20 for each one suffered (RH-090), unless a commissioner has
    set a figure of the car (RH-002).
    """
    if play.score is None and play.log.entries[-1].kind in {str(status) for status in CarStatus}:
        return
    credited = [by for car in _cars(play) for by in credits_of(play, car)]
    for car in _cars(play):
        made = sum((share for by, share in credited if by == car.id), Fraction(0))
        points, due = kill_points(play, car), KILL_POINTS * (made - scored_kills(play, car))
        if points != due and car.id not in play.overridden:
            yield f"{car.id} has {points} duel points and is due {due}"


@LAWS.always
def nobody_scores_against_their_own_team(play: Match) -> Iterator[str]:
    """A kill is credited to an enemy or to nobody (RH-090)."""
    for car in _cars(play):
        for by, share in credits_of(play, car):
            if by and share and play.state.cars[by].team == car.team:
                yield f"{by} is credited with {car.id} of its own team"


@LAWS.always
def an_entry_has_dice_of_one_purpose(play: Match) -> Iterator[str]:
    """The dice of an entry have one purpose, so that everybody sees what each was thrown for (RH-080)."""
    entry = play.log.entries[-1]
    purposes = sorted({roll.why for roll in entry.rolls})
    if len(purposes) > 1:
        yield (
            f"dice for {' and '.join(purposes)} stand in one entry of {entry.kind}: write an entry of its own right "
            "after each throw"
        )


@LAWS.always
def wrecks_and_undriven_cars_do_nothing(play: Match) -> Iterator[str]:
    """A complete kill makes no check, loses and regains no handling and fires at nobody; a car without an able driver
    makes no maneuver and sets no speed (RH-020, RH-031, RH-036, RH-037, RH-076, RH-088).
    """
    entry = play.log.entries[-1]
    car = play.state.cars.get(entry.car)
    if car is None:
        return
    is_wreck = car.status is CarStatus.COMPLETE_KILL and not play.handles_wrecks
    if is_wreck and entry.kind in CHECKED_KINDS:
        yield f"{car.id} is a complete kill and has an entry {entry.kind}: ask for its status first"
    steered = entry.kind == "maneuver" or (entry.kind == "speed" and entry.more["why"] == "order")
    if steered and play.driver(car) is None:
        yield f"{car.driver} cannot drive {car.id} any more and it has an entry {entry.kind}: ask `play.driver` first"
    crew = play.state.crew.get(entry.crew)
    if entry.kind == "attack" and crew is not None and not play.is_able(crew):
        yield f"{entry.crew} cannot fire any more and attacks from {car.id}: ask `shooter` first"


@LAWS.always
def phases_are_five(play: Match) -> Iterator[str]:
    """Phases run from 1 to 5, and rounds up to the last one (RH-020, RH-089)."""
    moment = play.state.moment
    if moment.phase not in range(PHASES + 1) or moment.turn > play.duel.rounds:
        yield f"round {moment.turn}, phase {moment.phase} is played"


@LAWS.always
def cars_act_in_the_order_of_their_ids(play: Match) -> Iterator[str]:
    """The cars that still have to act in a step are in the order of their ids (RH-088)."""
    queue = play.state.moment.queue
    if queue != sorted(set(queue)) or list(play.state.cars) != sorted(play.state.cars):
        yield f"the cars act in the order {queue}"


@LAWS.always
def one_attack_a_round(play: Match) -> Iterator[str]:
    """No crew member and no weapon attacks twice in a round (RH-088)."""
    entry = play.log.entries[-1]
    if entry.kind != "attack":
        return
    round_so_far = takewhile(lambda other: other.turn == entry.turn, reversed(play.log.entries))
    same = [other for other in round_so_far if other.kind == "attack" and other.car == entry.car]
    if len({other.crew for other in same}) < len(same) or len({other.more["number"] for other in same}) < len(same):
        yield f"{entry.car} has attacked {len(same)} times with one weapon or one of its crew"


# ------------------------------------------------------------------------------------------------ after a round


@LAWS.after_a_turn
def recovery_never_passes_the_base(play: Match) -> Iterator[str]:
    """After recovery, no handling is above the base (RH-030, RH-037)."""
    for car in _cars(play):
        if car.status is not CarStatus.COMPLETE_KILL and car.hc > car.base_hc:
            yield f"{car.id} has handling {car.hc} with base {car.base_hc}"


@LAWS.after_a_turn
def stuck_cars_are_scored(play: Match) -> Iterator[str]:
    """A car that can never accelerate again is at least a mobility kill (RH-067, RH-090)."""
    for car in _cars(play):
        if car.status is CarStatus.RUNNING and is_stuck(play, car):
            yield f"{car.id} runs, and cannot"


@LAWS.after_a_turn
def skids_have_rolls_left(play: Match) -> Iterator[str]:
    """A skid or fishtail ends with its last roll (RH-062)."""
    for car in _cars(play):
        if car.pending in SKIDS and not car.rolls_left:
            yield f"{car.id} is in a {car.pending} without a roll left"


@LAWS.after_a_turn
def stopped_cars_keep_no_half_step(play: Match) -> Iterator[str]:
    """A car that has stopped has no half step saved (RH-023)."""
    for car in _cars(play):
        if car.speed == 0 and car.credit:
            yield f"{car.id} stands with a half step saved"


@LAWS.after_a_turn
def every_round_has_a_digest(play: Match) -> Iterator[str]:
    """Every round has one digest (RH-080)."""
    if len(play.log.digests) != play.state.moment.turn:
        yield f"{play.state.moment.turn} rounds have left {len(play.log.digests)} digests"
