"""Loss of control: the crash tables at the end of a round, and the effects of a result in the rounds after. Rules
RH-036, RH-050 to RH-056, RH-060 to RH-069, RH-076.

Rulings: a car in the air is not checked again, nor is one that rests on another side than its wheels (under RH-069).
A new skid adds its rolls to those that are left; it does not end a spin. Anything worse replaces what was pending
(under RH-062). A driver lengthens a spin as little as needed to face the direction of travel, and not at all if their
skill does not reach that far (under RH-064).
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.tables import D6, by_face
from rules.match.handling.crash_tables import QUARTER, RESULTS, TABLES, CrashResult, crash_result_key, swing
from rules.match.handling.handling_formulas import is_in_control
from rules.match.handling.headings import HALF_SIDES, ONE_SIDE, half_sides_off, turn_by
from rules.match.handling.speed_table import SPEED_STEP
from rules.rhad.car.damage import damage_side, hurt_everybody, roll_impact, wear_tires
from rules.rhad.car.handling import SOLID, finalize_handling
from rules.rhad.car.kills import IN_THE_AIR, forget_harm, update_kill_status
from rules.rhad.ground.hexes import ahead
from rules.rhad.match.match import Match
from rules.rhad.match.state import LEFT, RIGHT, WHEELS, CarState, CarStatus, ControlLoss
from rules.rhad.movement.speed import come_to_stand, face_a_side, set_speed

UNDER = "under"
"""The armor that is hit when a car lands on its wheels (RH-065, RH-066)."""
GUPPY_LANDINGS = by_face({(1,): "top", (2, 3): "left", (4, 5): "right", (6,): WHEELS}, faces=D6)
"""The side on which a guppy lands (RH-065)."""
LANDINGS = by_face({(1,): "front", (2,): "left", (3,): "right", (4,): "back", (5,): "top", (6,): WHEELS}, faces=D6)
"""The side on which a rolling car lands (RH-066)."""
TUMBLE_DECELERATION = 20
"""The speed a car in the air loses at the start of each round, in mph (RH-065, RH-066)."""
SWINGING_TIRES = 2
"""How many tires at the swinging end a lighter result wears: the first ones that have points (RH-054, RH-060)."""
AFTER_EACH_STEP = "after_each_step"


# ----------------------------------------------------------------------------------------- the end of a round


def check_control(play: Match, car: CarState) -> None:
    """Make the single check of a round; at 0 or below, the car goes to a crash table (RH-036, RH-050, RH-069)."""
    _take_off_remaining_speed(play, car)
    if car.status is CarStatus.COMPLETE_KILL and not play.handles_wrecks:
        return
    end = finalize_handling(play, car)
    if is_in_control(end):
        if car.pending is ControlLoss.NONE:
            forget_harm(play, car)
        return
    if car.pending in IN_THE_AIR or car.rest_side != WHEELS or (car.stilled and car.speed == 0):
        play.note("spared", "RH-069", car, end=end, why=_why_spared(car))
        return
    _crash(play, car, end)


def _why_spared(car: CarState) -> str:
    if car.pending in IN_THE_AIR:
        return "it is in the air"
    return f"it lies on its {car.rest_side}" if car.rest_side != WHEELS else "a crash result stopped it"


def table_for(play: Match, car: CarState) -> str:
    """The crash table: `ct2` for a car that had solid contact this round, or by house rule only if that was its last
    hazard; else `ct1` (RH-050).
    """
    if play.settings.crash_table_selector == "last_hazard":
        return "ct2" if car.hazard == SOLID else "ct1"
    return "ct2" if car.solid else "ct1"


def _crash(play: Match, car: CarState, end: int) -> None:
    """Roll one die on the crash table.

    Damage to tires and people is done now; all movement is for the next round (RH-051, RH-054, RH-056).
    """
    table = table_for(play, car)
    face = play.d6("crash table")
    key = crash_result_key(end=end, face=face, table=TABLES[table])
    result = RESULTS[key]
    before = _control(car)
    _apply_crash_result(car, key, result)
    play.note("crash", "RH-053", car, before=before, after=_control(car), table=table, end=end, face=face, result=key)
    if result.spins:
        car.spin = car.way or _roll_spin_direction(play, car)
    _wear(play, car, key, result)
    if result.occupant_points:
        hurt_everybody(play, car, result.occupant_points)
    update_kill_status(play, car)


def _control(car: CarState) -> dict[str, object]:
    return {
        "pending": str(car.pending), "rolls_left": car.rolls_left, "owed": car.owed,
        "facing": car.facing, "heading": car.heading, "burning": car.burning,
    }  # fmt: skip


def _roll_spin_direction(play: Match, car: CarState) -> int:
    """The direction of a spin that no maneuver of the round has given: left if the die is odd (RH-064)."""
    face = play.d6("spin left or right")
    way = LEFT if face % 2 else RIGHT
    play.note("spin_direction", "RH-064", car, face=face, way=way)
    return way


def _apply_crash_result(car: CarState, key: str, result: CrashResult) -> None:
    """Set what is pending after a result, and the speed it will take off (RH-054, RH-056)."""
    car.result = key
    car.owed = result.deceleration
    if result.rolls or result.tips:
        face_a_side(car)
        car.pending = ControlLoss.ROLL if result.rolls else ControlLoss.GUPPY
        car.rolls_left = int(result.tips)
        car.burning = result.burns
        car.owed = 0
    elif result.spins:
        face_a_side(car)
        car.pending, car.rolls_left = ControlLoss.SPIN, 0
    elif result.skid_rolls and car.pending is not ControlLoss.SPIN:
        car.pending = ControlLoss.SKID if result.end == "front" else ControlLoss.FISHTAIL
        car.rolls_left += result.skid_rolls


def _wear(play: Match, car: CarState, key: str, result: CrashResult) -> None:
    """The damage to tires: all of them, the two at the swinging end, or dice for each (RH-054, RH-055, RH-060)."""
    if result.tire_dice:
        points = [
            tire_points and play.roll(result.tire_dice, "flying fishtail, tire").total for tire_points in car.tires
        ]
    elif result.two_tires:
        ends = zip(car.ends, car.tires, strict=True)
        two = [number for number, (end, tire_points) in enumerate(ends) if tire_points and end == result.end][
            :SWINGING_TIRES
        ]
        points = [result.tire_points if number in two else 0 for number in range(len(car.tires))]
    else:
        points = [result.tire_points] * len(car.tires)
    wear_tires(play, car, points, why=key)


# ------------------------------------------------------------------------------------------ the start of a round


def start_round(play: Match, car: CarState) -> None:
    """Reset what counts for one round only.

    Then take off the speed that a crash result owes, land, and roll how far a spin goes (RH-056, RH-064 to RH-066).
    """
    car.spent, car.solid, car.hazard, car.way = 0, False, "", 0
    car.slid = bool(car.owed) or car.pending in IN_THE_AIR
    if car.pending in IN_THE_AIR:
        _tumble(play, car)
    elif car.owed and play.settings.crash_decel != AFTER_EACH_STEP:
        _slow(play, car, car.owed)
    if car.pending not in IN_THE_AIR and car.speed == 0:
        come_to_stand(play, car)
    if car.pending is ControlLoss.SPIN and car.rolls_left == 0:
        _begin_spin(play, car)


def _slow(play: Match, car: CarState, mph: int) -> None:
    """Take off owed speed. A car stopped by it is spared the crash tables while it stands (RH-056, RH-069)."""
    before = {"owed": car.owed, "stilled": car.stilled}
    set_speed(play, car, max(car.speed - mph, 0), rule="RH-056", why="deceleration")
    car.owed -= mph
    car.stilled = car.stilled or car.speed == 0
    play.note("slowed", "RH-056", car, before=before, after={"owed": car.owed, "stilled": car.stilled})


def slow_by_step(play: Match, car: CarState) -> None:
    """Take 5 mph of a deceleration off after a step, if the house rule spreads it over steps (RH-056)."""
    if car.owed and play.settings.crash_decel == AFTER_EACH_STEP and car.pending not in IN_THE_AIR:
        _slow(play, car, min(car.owed, SPEED_STEP))


def _take_off_remaining_speed(play: Match, car: CarState) -> None:
    """Take off at the end of the round what its steps have not taken off (RH-056)."""
    if car.owed:
        _slow(play, car, car.owed)
        update_kill_status(play, car)


def _tumble(play: Match, car: CarState) -> None:
    """One round of a guppy or a roll: 20 mph less, then a landing with ram damage at the new speed.

    At 0 mph the car comes to rest (RH-065, RH-066).
    """
    rolls = car.pending is ControlLoss.ROLL
    rule = "RH-066" if rolls else "RH-065"
    set_speed(play, car, max(car.speed - TUMBLE_DECELERATION, 0), rule=rule, why="tumbling")
    if rolls or car.rolls_left:
        _land(play, car, LANDINGS if rolls else GUPPY_LANDINGS, rule)
    if car.speed == 0:
        _come_to_rest(play, car)


def _land(play: Match, car: CarState, sides: Mapping[int, str], rule: str) -> None:
    """One landing, with ram damage to the side landed on (RH-065, RH-066)."""
    face = play.d6("side landed on")
    before = {"rest_side": car.rest_side, "rolls_left": car.rolls_left}
    car.rest_side, car.rolls_left = sides[face], 0
    play.note(
        "landing", rule, car, before=before, after={"rest_side": car.rest_side, "rolls_left": car.rolls_left},
        face=face, mph=car.speed,
    )  # fmt: skip
    side = UNDER if car.rest_side == WHEELS else car.rest_side
    points = roll_impact(play, car, car.speed, side=side, rule=rule, why="landing")
    damage_side(play, car, side=side, points=points, why="landing")


def _come_to_rest(play: Match, car: CarState) -> None:
    """End the tumbling; a burning car may explode (RH-067 to RH-069)."""
    before = {"pending": str(car.pending), "stilled": car.stilled}
    car.pending, car.stilled = ControlLoss.NONE, True
    come_to_stand(play, car)
    play.note("rest", "RH-067", car, before=before, after={"pending": "", "stilled": True}, rest_side=car.rest_side)
    if car.burning:
        _roll_explosion(play, car)
    update_kill_status(play, car)


def _roll_explosion(play: Match, car: CarState) -> None:
    """Roll one die: on its highest faces, the car explodes with everyone in it (RH-068)."""
    face = play.d6("explosion")
    car.burning = False
    car.exploded = face >= play.settings.explosion_on
    play.note(
        "explosion" if car.exploded else "no_explosion", "RH-068", car,
        before={"burning": True, "exploded": False}, after={"burning": False, "exploded": car.exploded},
        face=face, needed=play.settings.explosion_on,
    )  # fmt: skip
    if car.exploded:
        hurt_everybody(play, car, play.settings.occupant_hits)


# ------------------------------------------------------------------------------------------------ under way


def _begin_spin(play: Match, car: CarState) -> None:
    """Roll how many car steps a spin lasts, and add the driver's skill (RH-064)."""
    face = play.d6("spin")
    extensions = range(play.crews[car.driver].skill + 1) if play.driver(car) is not None else ()
    longer = next((extra for extra in extensions if _facing_after_spin(car, face + extra) == car.heading), 0)
    before = {"rolls_left": car.rolls_left}
    car.rolls_left = face + longer
    play.note(
        "spin", "RH-064", car, before=before, after={"rolls_left": car.rolls_left},
        face=face, longer=longer, way=car.spin,
    )  # fmt: skip


def _facing_after_spin(car: CarState, quarters: int) -> int:
    """The facing after a spin of that many quarters; a corner becomes the next side in the direction of the spin
    (RH-064).
    """
    facing = turn_by(car.facing, car.spin * QUARTER * quarters)
    return turn_by(facing, car.spin) if facing % ONE_SIDE else facing


def apply_forced_turn(play: Match, car: CarState) -> None:
    """Turn a car by a skid or spin before its next step, which it then takes along its heading (RH-061, RH-062,
    RH-064).
    """
    if car.pending is ControlLoss.SPIN:
        car.facing, car.swung = turn_by(car.facing, car.spin * QUARTER), car.spin
    else:
        by = swing(play.d6("skid roll"))
        car.facing, car.heading = turn_by(car.facing, by), turn_by(car.heading, by)
        if by:
            car.swung = by // abs(by)
    car.rolls_left -= 1


def end_loss_of_control(play: Match, car: CarState) -> None:
    """Give the driver control back after the last roll; a car facing a corner is turned to a side (RH-063,
    RH-064).
    """
    if car.rolls_left or car.pending is ControlLoss.NONE or car.pending in IN_THE_AIR:
        return
    before = {"facing": car.facing, "heading": car.heading, "pending": str(car.pending)}
    if car.pending is ControlLoss.SPIN:
        if car.facing % ONE_SIDE:
            car.facing = turn_by(car.facing, car.spin)
        if play.settings.spin_exit == "instant_realign":
            car.facing = car.heading
    else:
        face_a_side(car)
    car.pending = ControlLoss.NONE
    after = {"facing": car.facing, "heading": car.heading, "pending": ""}
    play.note(
        "control_regained", "RH-063", car, before=before, after=after, askew=half_sides_off(car.facing, car.heading)
    )


def next_place(car: CarState) -> tuple[int, int]:
    """The place one step ahead in the direction of travel (RH-062)."""
    return ahead(car.at, car.heading % HALF_SIDES)
