"""What always holds in a race, whatever is ordered and however the dice fall. Rules FW-002, FW-014, FW-031, FW-052,
FW-053, FW-056, FW-060, FW-067, FW-082, FW-102, FW-104, FW-107, FW-109, FW-118, FW-125, FW-126, FW-128, FW-144,
FW-151, FW-153.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from rules.formule.car.gears import HIGHEST_GEAR
from rules.formule.car.wear import UNCONSCIOUS
from rules.formule.designs.design import CHARACTERISTICS
from rules.formule.match.match import Match
from rules.formule.match.positions import finish_line
from rules.formule.match.state import CarState, CarStatus
from rules.formule.movement.finish import ROUNDS_A_LAP
from rules.formule.weapons import UNLIMITED
from rules.match.laws import Laws

LAWS = Laws[Match]()
RULE = re.compile(r"FW-\d{3}")
CRASHES = frozenset({"body", "corner", "tires", "blocked"})
"""The reasons for which a car is not only out but destroyed (FW-151)."""
MOVE_ENTRIES = frozenset({"drive", "slide"})
"""Entries of squares driven. What follows from crossing the line is logged after them."""
RACING_ENTRIES = frozenset(
    {"gear", "roll", "brake", "drive", "slide", "shot", "drop", "ram", "stop", "pit", "slipstream"}
)
"""Entries that only a racing car may have."""
SPUN_GEAR = 1


def _cars(play: Match) -> Iterator[CarState]:
    yield from play.state.cars.values()


def _has_lined_up(play: Match) -> bool:
    return bool(play.moment.turn)


# ------------------------------------------------------------------------------------------------- after every entry


@LAWS.always
def racing_cars_stand_on_squares(play: Match) -> Iterator[str]:
    """A racing car is on a square of the circuit, in the row that matches its progress (FW-107)."""
    if not _has_lined_up(play):
        return
    for car in play.racing_cars:
        if car.row != car.progress % play.circuit.length:
            yield f"{car.id} is in row {car.row} with progress {car.progress}"
        elif not play.circuit.is_square(car.row, car.lane):
            yield f"{car.id} is at row {car.row}, lane {car.lane}"


@LAWS.always
def one_car_fills_a_square(play: Match) -> Iterator[str]:
    """No two cars are on the same square, except that the car whose turn it is may be crossing another's (FW-082,
    FW-107).
    """
    if not _has_lined_up(play):
        return
    filled = Counter((car.row, car.lane) for car in play.racing_cars if car.id != play.moment.car)
    yield from (
        f"{count} cars are at row {square[0]}, lane {square[1]}" for square, count in filled.items() if count > 1
    )


@LAWS.always
def points_are_within_the_design(play: Match) -> Iterator[str]:
    """Each characteristic is between 0 and the points it was built with (FW-002, FW-053)."""
    for car in _cars(play):
        design = play.entrants[car.id].design
        for name in CHARACTERISTICS:
            if not 0 <= getattr(car, name) <= design.points_of(name):
                yield f"{car.id} has {getattr(car, name)} {name} of {design.points_of(name)}"


@LAWS.always
def ammunition_is_counted(play: Match) -> Iterator[str]:
    """A weapon has between 0 shots and the number it was bought with; a laser never runs out (FW-014)."""
    for car in _cars(play):
        for number, weapon in enumerate(car.weapons):
            full = play.weapons[weapon.key].ammunition
            if weapon.ammunition != UNLIMITED if full == UNLIMITED else not 0 <= weapon.ammunition <= full:
                yield f"weapon {number} of {car.id} has {weapon.ammunition} of {full} shots"


@LAWS.always
def gears_are_valid(play: Match) -> Iterator[str]:
    """A car that has moved is in gear 1 to 6; before that it may be in none (FW-102)."""
    for car in _cars(play):
        if not 0 <= car.gear <= HIGHEST_GEAR or (car.moved and not car.gear):
            yield f"{car.id} is in gear {car.gear}"


@LAWS.always
def spun_cars_are_in_gear_1(play: Match) -> Iterator[str]:
    """A car that faces the wrong way is in gear 1 (FW-118)."""
    for car in _cars(play):
        if car.spun and car.gear != SPUN_GEAR:
            yield f"{car.id} has spun and is in gear {car.gear}"


@LAWS.always
def cars_that_are_out_have_a_reason(play: Match) -> Iterator[str]:
    """A car that is out has a reason, and a place only if nobody came home; no other car has a reason (FW-126,
    FW-150).
    """
    nobody_home = all(car.status is CarStatus.OUT for car in _cars(play)) and play.settings.nobody_home_places
    for car in _cars(play):
        if (car.status is CarStatus.OUT) != bool(car.out_reason) or (
            car.out_reason and car.place and not nobody_home
        ):
            yield f"{car.id} is {car.status}, reason {car.out_reason!r}, place {car.place}"


@LAWS.always
def only_crashes_destroy(play: Match) -> Iterator[str]:
    """A car is destroyed only by losing its body or by a crash, and is then out (FW-151)."""
    for car in _cars(play):
        if car.destroyed != (car.out_reason in CRASHES):
            yield f"{car.id} is {'' if car.destroyed else 'not '}destroyed, reason {car.out_reason!r}"


@LAWS.always
def places_follow_one_another(play: Match) -> Iterator[str]:
    """Places are assigned once each, from the first on, without gaps (FW-128, FW-144)."""
    places = sorted(car.place for car in _cars(play) if car.place)
    if places != list(range(1, len(places) + 1)):
        yield f"the places are {places}"


@LAWS.always
def finished_cars_are_past_the_line(play: Match) -> Iterator[str]:
    """A car has finished once it crosses the line after its last lap, and not before (FW-128)."""
    last = finish_line(play)
    for car in _cars(play):
        if car.status is CarStatus.FINISHED and car.progress < last:
            yield f"{car.id} is home with progress {car.progress} of {last}"
        elif (
            car.progress >= last and car.status is CarStatus.RUNNING and play.log.entries[-1].kind not in MOVE_ENTRIES
        ):
            yield f"{car.id} races on with progress {car.progress} of {last}"


@LAWS.always
def stops_are_made_in_corners(play: Match) -> Iterator[str]:
    """A racing car has stops only in the corner it is in, and none on a straight (FW-109)."""
    if not _has_lined_up(play):
        return
    for car in play.racing_cars:
        if car.stops < 0 or (car.stops and play.circuit.corner_at(car.row) < 0):
            yield f"{car.id} has {car.stops} stops at row {car.row}"


@LAWS.always
def actions_are_limited(play: Match) -> Iterator[str]:
    """No car uses its weapons more often in a turn than it may (FW-031)."""
    for car in _cars(play):
        if not 0 <= car.acted <= play.settings.actions_per_turn:
            yield f"{car.id} has acted {car.acted} times this turn"


@LAWS.always
def markers_lie_on_squares(play: Match) -> Iterator[str]:
    """Mines, spikes, oil and smoke are on squares and were dropped by a car of the race (FW-060)."""
    for marker in play.state.markers:
        is_on_square = marker.row in range(play.circuit.length) and play.circuit.is_square(marker.row, marker.lane)
        if not is_on_square or marker.owner not in play.state.cars:
            yield f"{marker.kind} of {marker.owner} lies at row {marker.row}, lane {marker.lane}"


@LAWS.always
def debris_lies_once(play: Match) -> Iterator[str]:
    """Debris lies only on squares, and at most once on each (FW-125)."""
    debris = play.state.debris
    if len(set(debris)) != len(debris):
        yield f"debris lies twice: {debris}"
    yield from (f"debris lies at {row}, {lane}" for row, lane in debris if not play.circuit.is_square(row, lane))


@LAWS.always
def races_end_in_time(play: Match) -> Iterator[str]:
    """A race lasts at most 40 rounds per lap (FW-144)."""
    if play.moment.turn > ROUNDS_A_LAP * play.laps:
        yield f"round {play.moment.turn} of a race of {play.laps} laps"


@LAWS.always
def time_goes_on(play: Match) -> Iterator[str]:
    """Rounds, and the turns within them, are in order (FW-104)."""
    current, previous = play.log.entries[-1], play.log.entries[-2:][0]  # no mutant: the last two
    is_same_round = current.turn == previous.turn and (current.phase >= previous.phase or current.phase == 0)
    if not is_same_round and (current.turn, current.phase) != (previous.turn + 1, 0):
        yield f"round {current.turn}, turn {current.phase} follows {previous.turn}, {previous.phase}"


@LAWS.always
def entries_are_numbered_and_cite_a_rule(play: Match) -> Iterator[str]:
    """Every entry has its number and cites the rule it follows from (FW-144)."""
    entry = play.log.entries[-1]
    if entry.n != len(play.log.entries) or not RULE.fullmatch(entry.rule):
        yield f"entry {entry.n}, {entry.kind}, cites {entry.rule!r}"


@LAWS.always
def entries_match_the_state(play: Match) -> Iterator[str]:
    """The values an entry reports for a car are those the car has (FW-144)."""
    entry = play.log.entries[-1]
    if not entry.car:
        return
    car = play.state.cars[entry.car]
    for name, value in entry.after.items():
        if hasattr(car, name) and getattr(car, name) != value:
            yield f"{entry.kind} says {name} of {car.id} is {value}, and it is {getattr(car, name)}"


@LAWS.always
def cars_that_are_out_do_nothing(play: Match) -> Iterator[str]:
    """A car that has finished or is out neither drives nor shoots (FW-126, FW-128)."""
    entry = play.log.entries[-1]
    if entry.kind in RACING_ENTRIES and play.state.cars[entry.car].status is not CarStatus.RUNNING:
        yield f"{entry.car} is {play.state.cars[entry.car].status} and has an entry {entry.kind}"


# -------------------------------------------------------------------------------------------------- after a round


@LAWS.after_a_turn
def every_roll_is_in_an_entry(play: Match) -> Iterator[str]:
    """The entries have every roll that was thrown, and no others (FW-144)."""
    logged = sum(len(entry.rolls) for entry in play.log.entries)
    if logged != len(play.dice.log):
        yield f"the entries hold {logged} rolls of {len(play.dice.log)} thrown"


@LAWS.after_a_turn
def nobody_races_without_vital_parts(play: Match) -> Iterator[str]:
    """A car without body or road-holding is out; by default, so is a car without engine (FW-126)."""
    vital = ("body", "road_holding", *(("engine",) if play.settings.zero_engine_out else ()))
    for car in play.racing_cars:
        for name in vital:
            if not getattr(car, name):
                yield f"{car.id} races without {name}"


@LAWS.after_a_turn
def unconscious_drivers_are_out(play: Match) -> Iterator[str]:
    """A driver who has been wounded twice no longer races (FW-056)."""
    for car in play.racing_cars:
        if car.wounds >= UNCONSCIOUS:
            yield f"{car.id} races with {car.wounds} wounds"


@LAWS.after_a_turn
def every_car_has_had_its_turn(play: Match) -> Iterator[str]:
    """When a round is over, no car is still waiting for its turn (FW-104)."""
    if play.moment.queue:
        yield f"{', '.join(play.moment.queue)} had no turn"


@LAWS.after_a_turn
def squares_hold_one_car_each(play: Match) -> Iterator[str]:
    """When a round is over, no two racing cars are on the same square (FW-107)."""
    filled = Counter((car.row, car.lane) for car in play.racing_cars)
    yield from (
        f"{count} cars ended at row {square[0]}, lane {square[1]}" for square, count in filled.items() if count > 1
    )


@LAWS.after_a_turn
def passed_smoke_is_cleared(play: Match) -> Iterator[str]:
    """Smoke remains only while some racing car has yet to pass it (FW-067)."""
    last_progress = min((car.progress for car in play.racing_cars), default=None)
    for marker in play.state.markers:
        if marker.kind == "smoke" and (last_progress is None or last_progress > marker.progress):
            yield f"smoke hangs at {marker.progress}, and the last car is at {last_progress}"


@LAWS.after_a_turn
def credits_match_the_entries(play: Match) -> Iterator[str]:
    """A driver is credited with exactly the overflow results that the entries attribute to them (FW-052, FW-153).

    A result that carries over from one place to the next counts once.
    """
    earned: Counter[tuple[str, bool]] = Counter()
    for entry in play.log.entries:
        by = entry.more.get("by", "")
        if entry.kind == "struck" and entry.rolls and by and by != entry.car:
            earned[by, play.state.cars[by].team == play.state.cars[entry.car].team] += 1
    for car in _cars(play):
        if (car.criticals, car.friendly_criticals) != (earned[car.id, False], earned[car.id, True]):
            yield f"{car.id} is credited with {car.criticals} and {car.friendly_criticals} criticals"
