"""Losing control, being out of control, and recovering. Rules DM-M-034, DM-M-068 to DM-M-074, DM-M-078.

A state takes its first losses when it begins and the further ones at the start of each activation in a later phase. A
forced move that is owed waits for the next movement point, even of another turn (DM-M-070).
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.tables import band
from rules.dethmatch.crew.checks import driving_check, effective_trait
from rules.dethmatch.driving import movement_points, side_of_loss, speed, tires, uncontrolled
from rules.dethmatch.events.event import event_of
from rules.dethmatch.ground.hexes import SIDES
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import LEFT, RIGHT, CarState, CarStatus, Control

LOSS_TABLE_UP_TO = (3, 5, 7, 9)
"""The last total of each row of the loss of control table but the last, which is 10 and more (DM-M-069)."""
RESULTS = (Control.MINOR_SKID, Control.FISHTAIL, Control.MAJOR_SKID, Control.SPIN, Control.ROLLOVER)
"""The rows of the table, from the least to the worst (DM-M-069)."""
RULES = {
    Control.MINOR_SKID: "DM-M-071",
    Control.FISHTAIL: "DM-M-072",
    Control.MAJOR_SKID: "DM-M-073",
    Control.SPIN: "DM-M-074",
    Control.ROLLOVER: "DM-M-075",
}
"""The rule that log entries cite for each state."""


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
SPIN_RECOVERY = 1
FAST_SPIN_RECOVERY = 2
FAST_SPIN_SPEED = 6
"""Up to this speed recovery from a spin has the penalty SPIN_RECOVERY, above it FAST_SPIN_RECOVERY (DM-M-074)."""
WHEEL_GUARD_RECOVERY_PENALTY = 1
"""The penalty of wheel guards on recovery checks (DM-M-024)."""
SWERVING = frozenset({Control.MINOR_SKID, Control.FISHTAIL, Control.MAJOR_SKID})
"""The states in which every step is rolled for, with another book's handling model (DM-M-070)."""
DRIFT_STEPS = {LEFT: "DL", RIGHT: "DR"}
TURN_STEPS = {LEFT: "TL", RIGHT: "TR"}


# ------------------------------------------------------------------------------------------------------ losing it


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
    face = play.d6("loss of control")
    rolled = loss_of_control_result(
        face=face, speed=car.speed, below=below, driving=effective_trait(play, driver, "driving")
    )
    if worse_only and not is_worse(rolled, car.control):
        play.note("loc_result", "DM-M-068", car, crew=driver.id, rolled=rolled, stays=car.control)
        return
    _begin(play, car, rolled, rule="DM-M-069")


def is_worse(rolled: Control, control: Control) -> bool:
    """Whether a state is worse than a car's present one. Any is worse than a state that is not in the table
    (DM-M-068, DM-M-069).
    """
    return control not in RESULTS or RESULTS.index(rolled) > RESULTS.index(control)


def _begin(play: Match, car: CarState, control: Control, *, rule: str) -> None:
    """Begin a state: its side, a rollover's damage, tire wear, and its first losses (DM-M-070, DM-M-078)."""
    enter(play, car, control, rule=rule)
    if control in WEAR_BONUS and play.settings.tire_wear_from_driving:
        tires.roll_tires(play, car, bonus=WEAR_BONUS[control], why=control, weapon=False, rule=WEAR_RULE)
    car.debt += NEXT_TURN.get(control, 0)
    _lose(play, car, control, AT_FIRST.get(control))


def enter(play: Match, car: CarState, control: Control, *, rule: str, way: int | None = None) -> None:
    """Enter a state, with its side and a rollover's damage, but without its losses (DM-M-070, DM-M-075).

    `way` is the side if it is already known. Unless the new state is a spin, a car that was spinning first faces
    along its travel.
    """
    before = {"control": car.control, "way": car.way, "facing": car.facing}
    if way is None:
        way = side_of_loss.side_of(play, car, control)
    car.travel = heading(car)
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


def _lose(play: Match, car: CarState, control: Control, losses: Losses | None) -> None:
    if losses is None:
        return
    rule = RULES[control]
    if losses.points:
        taken = movement_points.lose_points(play, car, losses.points)
        play.note("mp", rule, car, after={"quota": list(car.quota), "remainder": car.remainder}, lost=taken)
    speed.slow(play, car, losses.speed, rule=rule, why=control)


# ------------------------------------------------------------------------------------------------- while it lasts


def heading(car: CarState) -> int:
    """Return the direction a car travels in: its facing, unless it spins or is still to straighten after a spin
    (DM-M-074, DM-M-080).
    """
    return car.travel if car.speed and (car.control is Control.SPIN or car.aligns) else car.facing


def begin_activation(play: Match, car: CarState) -> None:
    """Apply a car's state at the start of its activation (DM-M-070, DM-M-074).

    A car that came out of a spin now faces along its travel. A state that began in an earlier phase takes its further
    losses, and a spinning car turns. Only a rollover in the same phase is credited to who caused the loss of control
    (DM-M-075).
    """
    if car.aligns:
        _face(play, car, heading(car))
        car.aligns = False
    if car.since != play.elapsed_phases:
        if car.control is not Control.ROLLOVER:
            car.loser = ""
        if not moves_by_model(play, car):
            _lose(play, car, car.control, EACH_PHASE.get(car.control))
    if car.control is Control.SPIN and not moves_by_model(play, car):
        side_of_loss.remember_sway(play, car, side_of_loss.TURN, car.way)
        _face(play, car, (car.facing + car.way) % SIDES)
        car.straight, car.settled = 0, False


def moves_by_model(play: Match, car: CarState) -> bool:
    """Whether another book's handling model decides the steps of a car out of control (DM-M-068, DM-M-070).

    Rollovers are the same with every model.
    """
    return play.model_handling is not None and (car.control is Control.SPIN or car.control in SWERVING)


def _face(play: Match, car: CarState, facing: int) -> None:
    before, car.facing = car.facing, facing
    play.note("turn", "DM-M-074", car, before={"facing": before}, after={"facing": facing}, forced=True)


def regain_control(play: Match, car: CarState, *, rule: str) -> None:
    """Bring a car back under control. With a broken suspension it begins a major skid instead
    (DM-M-034, DM-M-070).
    """
    if car.broken and play.model_handling is None:
        _begin(play, car, Control.MAJOR_SKID, rule="DM-M-034")
        return
    before, car.control, car.way = car.control, Control.OK, 0
    play.note("recovery", rule, car, before={"control": before}, after={"control": car.control})


# ---------------------------------------------------------------------------------------------------- getting it back


def recover(play: Match, car: CarState) -> None:
    """Make the check that may end a major skid or a spin, at the end of an activation (DM-M-070, DM-M-073, DM-M-074).

    Wheel guards make it harder (DM-M-024). A broken suspension allows no check (DM-M-034), nor does another book's
    handling model.
    """
    if play.model_handling is not None:
        return
    if car.control not in {Control.MAJOR_SKID, Control.SPIN} or car.broken or not car.speed:
        return
    penalty = recovery_penalty(car.control, car.speed)
    if play.fits[car.id].wheel_guards:
        penalty += WHEEL_GUARD_RECOVERY_PENALTY
    check = driving_check(play, car, penalty=penalty, why="recovery")
    before = car.control
    if check.passed:
        car.aligns = before is Control.SPIN
        car.control, car.way = Control.OK, 0
    play.note(
        "recovery",
        RULES[before],
        car,
        crew=car.driver,
        before={"control": before},
        after={"control": car.control},
        needed=check.needed,
        passed=check.passed,
        rerolled=check.rerolled,
    )


def recovery_penalty(control: Control, speed: int) -> int:
    """Return the penalty on a recovery check: 0 in a skid, 1 in a spin, 2 in a spin above speed 6 (DM-M-073,
    DM-M-074).
    """
    if control is not Control.SPIN:
        return 0
    return FAST_SPIN_RECOVERY if speed > FAST_SPIN_SPEED else SPIN_RECOVERY


def stop_losing_control(play: Match, car: CarState) -> None:
    """End being out of control at speed 0. The car keeps its facing, and a rollover lands (DM-M-052, DM-M-070,
    DM-M-074, DM-M-075, DM-M-092).
    """
    before = car.control
    if before is not Control.OK:
        car.control, car.way, car.owed = Control.OK, 0, []
        play.note(
            "stop", RULES.get(before, "DM-M-092"), car, before={"control": before}, after={"control": car.control}
        )
    car.aligns = False
    if before is Control.ROLLOVER:
        play.rollovers.land(play, car)
    car.loser = ""
    uncontrolled.come_to_rest(play, car)
