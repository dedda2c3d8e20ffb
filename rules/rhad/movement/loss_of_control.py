"""Losing control: the crash tables at the end of a round, and what a result does in the rounds after. Rules RH-036,
RH-050 to RH-056, RH-060 to RH-069, RH-076.

Rulings. A car in the air is not checked again, nor one that lies on another side than its wheels (under RH-069). A
new skid adds its rolls to those still to come; it does not end a spin; anything worse takes the place of what was
pending (under RH-062). A driver lengthens a spin by themselves, by as little as brings them to face along their
travel, and not at all where their skill does not reach that far (under RH-064).
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.tables import D6, by_face
from rules.rhad.car.damage import damage_side, hurt_everybody, ram_dice, roll_ram_points, wear_tires
from rules.rhad.car.handling import SOLID, finalize_handling
from rules.rhad.car.handling_formulas import is_in_control
from rules.rhad.car.kills import IN_THE_AIR, update_kill_status
from rules.rhad.ground.hexes import HALF_SIDES, ONE_SIDE, ahead, half_sides_off, turn_by
from rules.rhad.match.match import Match
from rules.rhad.match.state import LEFT, RIGHT, WHEELS, CarState, ControlLoss
from rules.rhad.movement.crash_tables import QUARTER, RESULTS, TABLES, CrashResult, crash_result_key, swing
from rules.rhad.movement.speed import come_to_stand, face_a_side, set_speed
from rules.rhad.speed_table import SPEED_STEP

UNDER = "under"
"""The armor a car lands on that lands on its wheels (RH-065, RH-066)."""
GUPPY_LANDINGS = by_face({(1,): "top", (2, 3): "left", (4, 5): "right", (6,): WHEELS}, faces=D6)
"""What a guppy comes down on (RH-065)."""
LANDINGS = by_face({(1,): "front", (2,): "left", (3,): "right", (4,): "back", (5,): "top", (6,): WHEELS}, faces=D6)
"""What a rolling car lands on (RH-066)."""
TUMBLE_DECELERATION = 20
"""What a car in the air loses at the start of each round, in mph (RH-065, RH-066)."""
SWINGING_TIRES = 2
"""The tires at the swinging end that a lighter result wears, the first that have points (RH-054, RH-060)."""
AFTER_EACH_STEP = "after_each_step"


# ----------------------------------------------------------------------------------------- the end of a round


def check_control(play: Match, car: CarState) -> None:
    """The one check of a round; at 0 or below the car goes to a crash table (RH-036, RH-050, RH-069)."""
    _take_off_remaining_speed(play, car)
    end = finalize_handling(play, car)
    if is_in_control(end):
        if car.pending is ControlLoss.NONE:
            car.bane = ""
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
    """Which crash table: `ct2` for a car that struck something solid this round, else `ct1` (RH-050)."""
    if play.settings.crash_table_selector == "last_hazard":
        return "ct2" if car.hazard == SOLID else "ct1"
    return "ct2" if car.solid else "ct1"


def _crash(play: Match, car: CarState, end: int) -> None:
    """One die on the table; damage to tires and people lands now, all movement is for the next round (RH-051, RH-054,
    RH-056).
    """
    table = table_for(play, car)
    face = play.d6("crash table")
    key = crash_result_key(end=end, face=face, table=TABLES[table])
    result = RESULTS[key]
    before = _control(car)
    _apply_crash_result(play, car, key, result)
    play.note("crash", "RH-053", car, before=before, after=_control(car), table=table, end=end, face=face, result=key)
    _wear(play, car, key, result)
    if result.occupant_points:
        hurt_everybody(play, car, result.occupant_points)
    update_kill_status(play, car)


def _control(car: CarState) -> dict[str, object]:
    return {
        "pending": str(car.pending), "rolls_left": car.rolls_left, "owed": car.owed,
        "facing": car.facing, "heading": car.heading, "burning": car.burning,
    }  # fmt: skip


def _apply_crash_result(play: Match, car: CarState, key: str, result: CrashResult) -> None:
    """What is pending after a result, with the speed it will take off (RH-054, RH-056)."""
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
        car.spin = car.way or (LEFT if play.d6("spin left or right") % 2 else RIGHT)
    elif result.skid_rolls and car.pending is not ControlLoss.SPIN:
        car.pending = ControlLoss.SKID if result.end == "front" else ControlLoss.FISHTAIL
        car.rolls_left += result.skid_rolls


def _wear(play: Match, car: CarState, key: str, result: CrashResult) -> None:
    """The tires' share: all, the two at the swinging end, or dice for each (RH-054, RH-055, RH-060)."""
    if result.tire_dice:
        points = [held and play.roll(result.tire_dice, "flying fishtail, tire").total for held in car.tires]
    elif result.two_tires:
        ends = zip(car.ends, car.tires, strict=True)
        two = [number for number, (end, held) in enumerate(ends) if held and end == result.end][:SWINGING_TIRES]
        points = [result.tire_points if number in two else 0 for number in range(len(car.tires))]
    else:
        points = [result.tire_points] * len(car.tires)
    wear_tires(play, car, points, why=key)


# ------------------------------------------------------------------------------------------ the start of a round


def start_round(play: Match, car: CarState) -> None:
    """Forget what counts for one round only, then take off the speed that a crash result owes, land, and see how far
    a spin goes (RH-056, RH-064 to RH-066).
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
    """Take owed speed off; a car that comes to stand by it stays out of the crash tables while it does (RH-056,
    RH-069).
    """
    before = {"owed": car.owed, "stilled": car.stilled}
    set_speed(play, car, max(car.speed - mph, 0), rule="RH-056", why="deceleration")
    car.owed -= mph
    car.stilled = car.stilled or car.speed == 0
    play.note("slowed", "RH-056", car, before=before, after={"owed": car.owed, "stilled": car.stilled})


def slow_by_step(play: Match, car: CarState) -> None:
    """Where the house takes a deceleration step by step: 5 mph of it after each (RH-056)."""
    if car.owed and play.settings.crash_decel == AFTER_EACH_STEP and car.pending not in IN_THE_AIR:
        _slow(play, car, min(car.owed, SPEED_STEP))


def _take_off_remaining_speed(play: Match, car: CarState) -> None:
    """The same: what the steps of the round have not taken comes off at its end (RH-056)."""
    if car.owed:
        _slow(play, car, car.owed)
        update_kill_status(play, car)


def _tumble(play: Match, car: CarState) -> None:
    """A round of a guppy or a roll: 20 mph less, then the landing with ram damage of the new speed; at 0 mph it has
    come to rest (RH-065, RH-066).
    """
    rolls = car.pending is ControlLoss.ROLL
    rule = "RH-066" if rolls else "RH-065"
    set_speed(play, car, max(car.speed - TUMBLE_DECELERATION, 0), rule=rule, why="tumbling")
    if rolls or car.rolls_left:
        _land(play, car, LANDINGS if rolls else GUPPY_LANDINGS, rule)
    if car.speed == 0:
        _come_to_rest(play, car)


def _land(play: Match, car: CarState, sides: Mapping[int, str], rule: str) -> None:
    """One landing, and ram damage to the side landed on (RH-065, RH-066)."""
    face = play.d6("side landed on")
    before = {"rest_side": car.rest_side, "rolls_left": car.rolls_left}
    car.rest_side, car.rolls_left = sides[face], 0
    points = roll_ram_points(play, car.speed, why="landing")
    play.note(
        "landing", rule, car, before=before, after={"rest_side": car.rest_side, "rolls_left": car.rolls_left},
        face=face, mph=car.speed, dice=ram_dice(play, car.speed), points=points,
    )  # fmt: skip
    damage_side(play, car, side=UNDER if car.rest_side == WHEELS else car.rest_side, points=points, why="landing")


def _come_to_rest(play: Match, car: CarState) -> None:
    """The tumbling is over; a burning car may explode (RH-067 to RH-069)."""
    before = {"pending": str(car.pending), "stilled": car.stilled}
    car.pending, car.stilled = ControlLoss.NONE, True
    come_to_stand(play, car)
    play.note("rest", "RH-067", car, before=before, after={"pending": "", "stilled": True}, rest_side=car.rest_side)
    if car.burning:
        _roll_explosion(play, car)
    update_kill_status(play, car)


def _roll_explosion(play: Match, car: CarState) -> None:
    """One die: on its highest faces the car explodes, with everybody in it (RH-068)."""
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
    """How many car steps a spin turns on, and what the driver adds (RH-064)."""
    face = play.d6("spin")
    reach = range(play.crews[car.driver].skill + 1) if play.driver(car) is not None else ()
    longer = next((more for more in reach if _facing_after_spin(car, face + more) == car.heading), 0)
    before = {"rolls_left": car.rolls_left}
    car.rolls_left = face + longer
    play.note(
        "spin", "RH-064", car, before=before, after={"rolls_left": car.rolls_left},
        face=face, longer=longer, way=car.spin,
    )  # fmt: skip


def _facing_after_spin(car: CarState, quarters: int) -> int:
    """The facing at the end of a spin of so many quarters, snapped onward from a corner (RH-064)."""
    facing = turn_by(car.facing, car.spin * QUARTER * quarters)
    return turn_by(facing, car.spin) if facing % ONE_SIDE else facing


def apply_forced_turn(play: Match, car: CarState) -> None:
    """What a skid or spin does to a car before its next step, which it then takes along its heading (RH-061, RH-062,
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
    """The last roll is done: a car at a corner snaps to a side, and the driver has control again (RH-063, RH-064)."""
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
    """Where a car goes that goes on as it travels (RH-062)."""
    return ahead(car.at, car.heading % HALF_SIDES)
