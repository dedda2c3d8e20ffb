"""Handling: where it starts, what it recovers when a turn ends, and what a flight does to it. Rules CW-P-004,
CW-P-005 and CW-P-026.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from rules.carwars.procedures.procedure import Answers, Inputs, InputsImpossible, Outcome, procedure
from rules.carwars.procedures.quantities import Difficulty, Handling, HandlingClass, SignedSpeed, Skill, counted
from rules.core.dice import Stream


class ReflexBonus(Inputs, frozen=True, kw_only=True):
    """A line of the reflex table."""

    total: Annotated[int, msgspec.Meta(ge=1, le=30)]
    """Reflexes and Driver skill together."""
    bonus: HandlingClass
    """What the line adds to the handling class."""


PRINTED_BONUSES = (ReflexBonus(total=5, bonus=1),)
"""The only line of the reflex table that the questionnaire prints."""


class HandlingStartInputs(Inputs, frozen=True, kw_only=True):
    """A vehicle and its driver before the duel."""

    base: Annotated[int, msgspec.Meta(ge=0, le=20)]
    """The vehicle's handling class without its driver."""
    skill: Skill
    """The Driver skill of its driver."""
    reflex_table: Annotated[tuple[ReflexBonus, ...], msgspec.Meta(max_length=30)] = PRINTED_BONUSES
    """The lines of the reflex table. The questionnaire has the one for a total of 5; the referee adds the others."""


@procedure(
    "CW-P-004",
    "Handling at the start",
    reads=("crew.reflex_mode", "move.hc_recovery"),
    dice="one die for the driver's reflexes, unless they are the same for everybody",
)
def handling_start(inputs: HandlingStartInputs, answers: Answers, stream: Stream) -> Outcome:
    """Say with which handling a vehicle starts and what it recovers each turn (CW-P-004, CW-Q-030, CW-Q-115)."""
    if answers.part("crew.reflex_mode", "mode") == "rolled":
        reflexes = stream.roll(1, "the driver's reflexes").total
        says = f"The die gives reflexes of {reflexes}."
    else:
        reflexes = answers.number("crew.reflex_mode", "reflexes")
        says = f"Everybody has reflexes of {reflexes}."
    total = reflexes + inputs.skill
    bonus = _reflex_bonus(inputs.reflex_table, total)
    recovery = {
        "base_plus_skill": inputs.base + inputs.skill,
        "base_reflex_skill": inputs.base + bonus + inputs.skill,
        "base_only": inputs.base,
    }[str(answers.part("move.hc_recovery", "recovery"))]
    start = inputs.base + bonus
    return Outcome(
        values={"reflexes": reflexes, "total": total, "bonus": bonus, "start": start, "recovery": recovery},
        says=(
            f"{says} With a Driver skill of {inputs.skill} that makes {total}, for which the table has {bonus:+}.",
            f"Handling starts at {inputs.base}{bonus:+} = {start}, which is also its maximum.",
            f"Whenever a turn ends, it recovers {recovery}, up to the maximum.",
        ),
    )


def _reflex_bonus(table: tuple[ReflexBonus, ...], total: int) -> int:
    bonuses = [line.bonus for line in table if line.total == total]
    if not bonuses:
        raise InputsImpossible(f"The reflex table has no line for a total of {total}: add it.")
    if len(bonuses) > 1:
        raise InputsImpossible(f"The reflex table has more than one line for a total of {total}: keep one.")
    return bonuses[0]


class SpeedBonus(Inputs, frozen=True, kw_only=True):
    """What a vehicle gains at speed, as with a spoiler."""

    from_speed: Annotated[int, msgspec.Meta(ge=5, le=500)]
    """The lowest speed ahead, in mph, at which it counts."""
    bonus: Annotated[int, msgspec.Meta(ge=1, le=10)]
    """What it adds to the handling class."""


class HandlingRecoveryInputs(Inputs, frozen=True, kw_only=True):
    """A vehicle at the end of a turn."""

    handling: Handling
    """Its handling status before it recovers."""
    maximum: HandlingClass
    """The highest handling status it can have, without bonuses for speed."""
    recovery: Annotated[int, msgspec.Meta(ge=0, le=50)]
    """What it recovers in a turn, without bonuses for speed."""
    speed: SignedSpeed
    """Its speed in mph as the turn ends, below 0 in reverse."""
    next_speed: SignedSpeed | None = None
    """The speed to which it changes as the next turn begins, if it changes. It may count for the bonuses."""
    out_of_control: Literal["no", "skid", "spin"] = "no"
    """Whether it is skidding or spinning as the turn ends."""
    speed_bonuses: Annotated[tuple[SpeedBonus, ...], msgspec.Meta(max_length=10)] = ()
    """What it gains at speed; all that apply are added up."""


@procedure(
    "CW-P-005",
    "Handling at the end of a turn",
    reads=("move.stop_resets_handling", "move.ooc_recovery", "move.aero_bonus_timing"),
)
def handling_recovery(inputs: HandlingRecoveryInputs, answers: Answers, _stream: Stream) -> Outcome:
    """Say which handling a vehicle has when a turn ends (CW-P-005, CW-Q-117, CW-Q-120, CW-Q-127)."""
    speed, when = inputs.speed, "the turn that ends"
    if inputs.next_speed is not None and answers.part("move.aero_bonus_timing", "helps"):
        speed, when = inputs.next_speed, "the turn that begins"
    bonus = sum(line.bonus for line in inputs.speed_bonuses if speed >= line.from_speed)
    maximum = inputs.maximum + bonus
    says = [f"Bonuses go by the {speed} mph of {when}: {bonus:+}."] if inputs.speed_bonuses else []
    fastest = answers.number("move.stop_resets_handling", "fastest")
    if answers.part("move.stop_resets_handling", "restored") and abs(inputs.speed) <= fastest:
        handling = maximum
        says.append(f"At {inputs.speed} mph the vehicle has all but stopped: its handling returns to {handling}.")
    elif inputs.out_of_control != "no" and not answers.part("move.ooc_recovery", "recovers"):
        handling = min(inputs.handling, maximum)
        says.append(f"It is out of control and recovers nothing: its handling is {handling}.")
    else:
        recovery = inputs.recovery + bonus
        handling = min(inputs.handling + recovery, maximum)
        says.append(f"It recovers {recovery}, up to its maximum of {maximum}: its handling is {handling}.")
    return Outcome(values={"handling": handling, "bonus": bonus, "maximum": maximum}, says=tuple(says))


class FlightInputs(Inputs, frozen=True, kw_only=True):
    """A flight from its start to the landing."""

    handling: Handling
    """The handling status at the start of the flight."""
    maximum: HandlingClass
    """The highest handling status the vehicle can have."""
    recovery: Annotated[int, msgspec.Meta(ge=0, le=50)]
    """What it recovers in a turn."""
    turn_ends: Annotated[int, msgspec.Meta(ge=0, le=10)]
    """How many turns ended while it was in the air."""
    landing: Difficulty
    """The difficulty of the landing, 2 for a D2."""
    hazards: Annotated[tuple[Difficulty, ...], msgspec.Meta(max_length=20)] = ()
    """The difficulty of each hazard it met in the air, 3 for a D3."""


@procedure("CW-P-026", "Flight", reads=("move.airborne_recovery",))
def flight(inputs: FlightInputs, answers: Answers, _stream: Stream) -> Outcome:
    """Say with which handling a vehicle lands, and for which single hazard (CW-P-026, CW-Q-124)."""
    if answers.part("move.airborne_recovery", "recovers"):
        handling = min(inputs.handling + inputs.recovery * inputs.turn_ends, inputs.maximum)
        times = counted(inputs.turn_ends, "time", "times")
        says = f"Handling recovered {times} in the air, and the vehicle lands with {handling}."
    else:
        handling = min(inputs.handling, inputs.maximum)
        says = f"Nothing is recovered in the air, and the vehicle lands with a handling of {handling}."
    hazard = sum(inputs.hazards) + inputs.landing
    parts = " + ".join(f"D{difficulty}" for difficulty in (*inputs.hazards, inputs.landing))
    return Outcome(
        values={"handling": handling, "hazard": hazard},
        says=(says, f"What it met in the air and the landing are one hazard: {parts} = D{hazard}."),
    )
