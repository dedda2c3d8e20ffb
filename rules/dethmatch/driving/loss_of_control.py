"""Losing control, what a car does without it, and getting it back. Rules DM-M-034, DM-M-068 to DM-M-074, DM-M-078.

A state begins with its first losses and takes the further ones at the start of each activation in a later phase; a
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
"""The last totals of the table's rows; the last row is 10 and more (DM-M-069)."""
RESULTS = (Control.MINOR_SKID, Control.FISHTAIL, Control.MAJOR_SKID, Control.SPIN, Control.ROLLOVER)
"""The rows of the table, from the least to the worst (DM-M-069)."""
RULES = {
    Control.MINOR_SKID: "DM-M-071",
    Control.FISHTAIL: "DM-M-072",
    Control.MAJOR_SKID: "DM-M-073",
    Control.SPIN: "DM-M-074",
    Control.ROLLOVER: "DM-M-075",
}
"""The rule each state is told by."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Losses:
    """Speed and movement points that go."""

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
"""What it takes in each further phase (DM-M-070, DM-M-073 to DM-M-075)."""
NEXT_TURN = {Control.FISHTAIL: 1}
"""The speed that goes at the start of the next turn (DM-M-072)."""
WEAR_RULE = "DM-M-078"
"""The rule by which hard driving wears tires."""
WEAR_BONUS = {Control.MAJOR_SKID: 0, Control.SPIN: 1, Control.ROLLOVER: 2}
"""The states that wear tires when they begin, and what is added to the die (DM-M-078)."""
SPIN_RECOVERY = 1
FAST_SPIN_RECOVERY = 2
FAST_SPIN_SPEED = 6
"""The penalties on recovering from a spin: up to this speed, and above it (DM-M-074)."""
WHEEL_GUARD_RECOVERY_PENALTY = 1
"""The penalty of wheel guards on recovery checks (DM-M-024)."""
SWERVING = frozenset({Control.MINOR_SKID, Control.FISHTAIL, Control.MAJOR_SKID})
"""The states whose every step is thrown for where another book's model holds the cars on the road (DM-M-070)."""
DRIFT_STEPS = {LEFT: "DL", RIGHT: "DR"}
TURN_STEPS = {LEFT: "TL", RIGHT: "TR"}


# ------------------------------------------------------------------------------------------------------ losing it


def keep_control(play: Match, car: CarState, *, crashed: bool = False) -> None:
    """Let the driver of a car whose handling is below 0 check driving, at -1 for each point below -1; a failure loses
    control (DM-M-068).

    A car that stands, that nobody drives or that is out of control already does not check; `crashed` says that it has
    just collided, and then one out of control does, and keeps the worse of its two states. Where another book's model
    holds the cars on the road nobody checks before the turn is over.
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
    """The row of the loss of control table (DM-M-069)."""
    return RESULTS[band(face + speed + below - driving, LOSS_TABLE_UP_TO)]


def lose_control(play: Match, car: CarState, *, below: int, worse_only: bool = False) -> None:
    """Roll on the loss of control table, with the points of handling `below` -1, and begin what it says (DM-M-069).

    With `worse_only` a state the car is in already stays unless the new one is worse (DM-M-068).
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
    """Whether a state is worse than the one a car is in; any is worse than none of the table (DM-M-068, DM-M-069)."""
    return control not in RESULTS or RESULTS.index(rolled) > RESULTS.index(control)


def _begin(play: Match, car: CarState, control: Control, *, rule: str) -> None:
    """Enter a state: its side, the damage of a rollover, the wear of tires, its first losses (DM-M-070, DM-M-078)."""
    enter(play, car, control, rule=rule)
    if control in WEAR_BONUS and play.settings.tire_wear_from_driving:
        tires.roll_tires(play, car, bonus=WEAR_BONUS[control], why=control, weapon=False, rule=WEAR_RULE)
    car.debt += NEXT_TURN.get(control, 0)
    _lose(play, car, control, AT_FIRST.get(control))


def enter(play: Match, car: CarState, control: Control, *, rule: str, way: int | None = None) -> None:
    """Enter a state: its side, `way` where that is known already, and the damage of a rollover (DM-M-070, DM-M-075).

    A spinning car that goes over faces along its travel first.
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
    """The forced moves of a state that ends with them; none where no side is chosen (DM-M-071, DM-M-072)."""
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
    """The direction a car travels in: its facing, but for one that spins or has not straightened from it (DM-M-074,
    DM-M-080).
    """
    return car.travel if car.speed and (car.control is Control.SPIN or car.aligns) else car.facing


def begin_activation(play: Match, car: CarState) -> None:
    """The start of an activation: a car that came out of a spin faces along its travel; otherwise the losses of a
    further phase, and a spin's turn (DM-M-070, DM-M-074).

    Who caused the loss of control answers for no rollover of a later phase (DM-M-075).
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
    """Whether a car makes the steps that another book's model has it make, instead of what its state says here
    (DM-M-068, DM-M-070). A rollover is everywhere the same.
    """
    return play.model_handling is not None and (car.control is Control.SPIN or car.control in SWERVING)


def _face(play: Match, car: CarState, facing: int) -> None:
    before, car.facing = car.facing, facing
    play.note("turn", "DM-M-074", car, before={"facing": before}, after={"facing": facing}, forced=True)


def regain_control(play: Match, car: CarState, *, rule: str) -> None:
    """Bring a car under control again; with a broken suspension it goes on as a major skid (DM-M-034, DM-M-070)."""
    if car.broken and play.model_handling is None:
        _begin(play, car, Control.MAJOR_SKID, rule="DM-M-034")
        return
    before, car.control, car.way = car.control, Control.OK, 0
    play.note("recovery", rule, car, before={"control": before}, after={"control": car.control})


# ---------------------------------------------------------------------------------------------------- getting it back


def recover(play: Match, car: CarState) -> None:
    """The check that ends a major skid or a spin at the end of an activation (DM-M-070, DM-M-073, DM-M-074).

    Wheel guards hinder it (DM-M-024); a broken suspension allows none (DM-M-034). Another book's model knows none.
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
    """What is taken off the driving for a recovery check: 0 in a skid, 1 in a spin, 2 above speed 6 (DM-M-073,
    DM-M-074).
    """
    if control is not Control.SPIN:
        return 0
    return FAST_SPIN_RECOVERY if speed > FAST_SPIN_SPEED else SPIN_RECOVERY


def stop_losing_control(play: Match, car: CarState) -> None:
    """A car has come to speed 0: whatever it did out of control ends with the facing it has, and a rollover lands
    (DM-M-052, DM-M-070, DM-M-074, DM-M-075, DM-M-092).
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
