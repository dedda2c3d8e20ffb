"""Losing handling, and with it control: the check, the table, the state that begins, and tire damage. Rules
DM-M-027, DM-M-032, DM-M-068 to DM-M-075, DM-M-078, DM-M-085, DM-M-103, DM-M-111, DM-M-112.

A lost point of handling, a lost control and worn tires stand in one module, since each can lead to the next.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.tables import band
from rules.dethmatch.crew.checks import driving_check, effective_trait
from rules.dethmatch.driving import control_states, movement_points, side_of_loss, speed, tires
from rules.dethmatch.driving.handling import maximum_handling
from rules.dethmatch.events.event import event_of
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import LEFT, RIGHT, CarState, CarStatus, Control

LOSS_TABLE_UP_TO = (3, 5, 7, 9)
"""The last total of each row of the loss of control table but the last, which is 10 and more (DM-M-069)."""
RESULTS = (Control.MINOR_SKID, Control.FISHTAIL, Control.MAJOR_SKID, Control.SPIN, Control.ROLLOVER)
"""The rows of the table, from the least to the worst (DM-M-069)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Losses:
    """Speed and movement points that a state takes."""

    speed: int = 0
    points: int = 0


AT_FIRST = {
    Control.FISHTAIL: Losses(points=1),
    Control.MAJOR_SKID: Losses(speed=1, points=1),
    Control.SPIN: Losses(speed=2, points=2),
    Control.ROLLOVER: Losses(speed=2, points=2),
}
"""What a state takes when it begins (DM-M-070, DM-M-072 to DM-M-075)."""
EACH_PHASE = {
    Control.MAJOR_SKID: Losses(speed=1),
    Control.SPIN: Losses(speed=2, points=2),
    Control.ROLLOVER: Losses(speed=2, points=2),
}
"""What a state takes in each further phase (DM-M-070, DM-M-073 to DM-M-075)."""
NEXT_TURN = {Control.FISHTAIL: 1}
"""The speed that a state takes at the start of the next turn (DM-M-072)."""
WEAR_RULE = "DM-M-078"
"""The rule by which hard driving wears tires."""
WEAR_BONUS = {Control.MAJOR_SKID: 0, Control.SPIN: 1, Control.ROLLOVER: 2}
"""The states that wear tires when they begin, and what each adds to the tire roll (DM-M-078)."""
WHEEL_GUARD_MODIFIER = -1
"""What wheel guards add to the roll, against weapon fire only (DM-M-024, DM-M-111)."""
FOAM = "solid"
"""The carcass that takes no damage by house rule (DM-M-027)."""
DRIFT_STEPS = {LEFT: "DL", RIGHT: "DR"}
TURN_STEPS = {LEFT: "TL", RIGHT: "TR"}


def keep_control(play: Match, car: CarState, *, crashed: bool = False) -> None:
    """Check driving for a car whose handling is below 0, at -1 for each point below -1. A failure loses control
    (DM-M-068).

    A car that stands, has no able driver or is already out of control makes no check. With `crashed`, the car has
    just collided: then a car out of control checks as well, and keeps the worse of its old and new state. With
    another book's handling model nobody checks before the end of the turn.
    """
    if play.model_handling is not None:
        return
    if car.handling >= 0 or not car.speed or play.driver(car) is None or car.control is Control.UNCONTROLLED:
        return
    if car.status is not CarStatus.RUNNING or (car.control is not Control.OK and not crashed):
        return
    below = -1 - car.handling
    check = driving_check(play, car, penalty=below, why="keep control", serious=True)
    play.note(
        "loc_check",
        "DM-M-068",
        car,
        crew=car.driver,
        needed=check.needed,
        passed=check.passed,
        rerolled=check.rerolled,
    )
    if not check.passed:
        lose_control(play, car, below=below, worse_only=crashed)


def loss_of_control_result(*, face: int, speed: int, below: int, driving: int) -> Control:
    """Return the row of the loss of control table (DM-M-069)."""
    return RESULTS[band(face + speed + below - driving, LOSS_TABLE_UP_TO)]


def lose_control(play: Match, car: CarState, *, below: int, worse_only: bool = False) -> None:
    """Roll on the loss of control table and begin the resulting state (DM-M-069).

    `below` is how many points the handling is below -1. With `worse_only`, a state that the car is already in stays
    unless the new one is worse (DM-M-068).
    """
    driver = play.driver(car)
    if driver is None:
        return
    driving = effective_trait(play, driver, "driving")
    face = play.d6("loss of control")
    rolled = loss_of_control_result(face=face, speed=car.speed, below=below, driving=driving)
    play.note(
        "loc_roll", "DM-M-069", car, crew=driver.id, face=face, speed=car.speed, below=below, driving=driving,
        total=face + car.speed + below - driving, rolled=rolled,
    )  # fmt: skip
    if worse_only and not is_worse(rolled, car.control):
        play.note("loc_result", "DM-M-068", car, crew=driver.id, rolled=rolled, stays=car.control)
        return
    begin_state(play, car, rolled, rule="DM-M-069")


def is_worse(rolled: Control, control: Control) -> bool:
    """Whether a state is worse than a car's present one. Any is worse than a state that is not in the table
    (DM-M-068, DM-M-069).
    """
    return control not in RESULTS or RESULTS.index(rolled) > RESULTS.index(control)


def begin_state(play: Match, car: CarState, control: Control, *, rule: str) -> None:
    """Begin a state: its side, a rollover's damage, tire wear, and its first losses (DM-M-070, DM-M-078)."""
    enter(play, car, control, rule=rule)
    if control in WEAR_BONUS and play.settings.tire_wear_from_driving:
        roll_tires(play, car, bonus=WEAR_BONUS[control], why=control, weapon=False, rule=WEAR_RULE)
    car.debt += NEXT_TURN.get(control, 0)
    take_losses(play, car, control, AT_FIRST.get(control))


def enter(play: Match, car: CarState, control: Control, *, rule: str, way: int | None = None) -> None:
    """Enter a state, with its side and a rollover's damage, but without its losses (DM-M-070, DM-M-075).

    `way` is the side if it is already known. Unless the new state is a spin, a car that was spinning first faces
    along its travel.
    """
    before = {"control": car.control, "way": car.way, "facing": car.facing}
    if way is None:
        way = side_of_loss.side_of(play, car, control)
        if play.has_unrecorded_dice:
            play.note("loc_side", "DM-M-076", car, crew=car.driver, side=way)
    car.travel = control_states.heading(car)
    if control is not Control.SPIN:
        car.facing = car.travel
    car.control, car.way, car.since, car.aligns = control, way, play.elapsed_phases, False
    car.owed = _forced_steps(control, way)
    after = {"control": control, "way": way, "facing": car.facing}
    play.note("loc_result", rule, car, crew=car.driver, before=before, after=after)
    if control is Control.ROLLOVER:
        event_of(play).on_rollover(play, car)
        play.rollovers.tumble(play, car)


def _forced_steps(control: Control, way: int) -> list[str]:
    """Return the forced moves of a minor skid or fishtail, none if no side is given (DM-M-071, DM-M-072)."""
    if not way:
        return []
    if control is Control.MINOR_SKID:
        return [DRIFT_STEPS[way]]
    if control is Control.FISHTAIL:
        return [DRIFT_STEPS[way], TURN_STEPS[-way]]
    return []


def take_losses(play: Match, car: CarState, control: Control, losses: Losses | None) -> None:
    """Take what a state takes of speed and movement points."""
    if losses is None:
        return
    rule = control_states.RULES[control]
    if losses.points:
        taken = movement_points.lose_points(play, car, losses.points)
        play.note("mp", rule, car, after={"quota": list(car.quota), "remainder": car.remainder}, lost=taken)
    speed.slow(play, car, losses.speed, rule=rule, why=control)


# ---------------------------------------------------------------------------------------- handling and tires


def lose_handling(play: Match, car: CarState, amount: int, *, rule: str, why: str) -> None:
    """Take handling off a car and check whether its driver keeps control. An amount of 0 or less does nothing
    (DM-M-068).
    """
    if amount <= 0:
        return
    before = car.handling
    car.handling -= amount
    play.note("handling", rule, car, before={"handling": before}, after={"handling": car.handling}, why=why)
    keep_control(play, car)


def apply_tire_change(play: Match, car: CarState, before: int) -> None:
    """Apply a change of tires to the current handling at once (DM-M-032, DM-M-112).

    `before` is the `maximum_handling` from before the change.
    """
    apply_maximum_change(play, car, before, rule="DM-M-112", why="tires")


def apply_maximum_change(play: Match, car: CarState, before: int, *, rule: str, why: str) -> None:
    """Apply a change of the maximum handling to the current handling. `before` is the old maximum (DM-M-032)."""
    maximum = maximum_handling(play, car)
    lose_handling(play, car, before - maximum, rule=rule, why=why)
    if maximum > before and not car.broken:
        handling_before = car.handling
        car.handling += maximum - before
        after = {"handling": car.handling}
        play.note("handling", rule, car, before={"handling": handling_before}, after=after, why=why)


def roll_tires(
    play: Match, car: CarState, *, bonus: int, why: str, weapon: bool, rule: str = "DM-M-111", extra: int = 0
) -> int:
    """Roll on the tire table for a car and return the points of damage its tires took (DM-M-111).

    `bonus` is added to the die. Wheel guards count only if a `weapon` caused the roll. `extra` points are added if
    the die gave any damage, or always by house rule (DM-M-085). What the damage takes off the maximum handling comes
    off the current handling at once (DM-M-112). By house rule solid tires take no damage (DM-M-027).
    """
    fit = play.fits[car.id]
    maximum_before = maximum_handling(play, car)
    guards = WHEEL_GUARD_MODIFIER if weapon and fit.wheel_guards else 0
    points = tires.tire_points(play.d6(f"tires: {why}") + bonus + guards)
    if points or not play.settings.collision_tire_bonus_needs_base:
        points += extra
    if play.settings.foam_tires_immune and fit.tires.carcass == FOAM:
        points = 0
    before = car.tire_damage
    car.tire_damage += points
    play.note(
        "tire",
        rule,
        car,
        before={"tire_damage": before},
        after={"tire_damage": car.tire_damage},
        bonus=bonus + guards,
        why=why,
    )
    if points:
        apply_tire_change(play, car, maximum_before)
    return points
