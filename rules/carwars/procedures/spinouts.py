"""Spinouts: how they begin, and how they end or go on. Rule CW-P-013."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from rules.carwars.procedures.control_rolls import NeededFace, describe_roll, roll_control
from rules.carwars.procedures.crash_results import roll_direction
from rules.carwars.procedures.phases import PHASES, phase_after, refuse_no_phase
from rules.carwars.procedures.procedure import Answers, Inputs, InputsImpossible, Outcome, procedure
from rules.carwars.procedures.quantities import (
    Handling,
    HandlingClass,
    Name,
    Phase,
    Speed,
    Turn,
    counted,
    refuse_repeated,
)
from rules.carwars.procedures.slow_crashes import FIRST_LOSS, LOW_SPEED, lowest_treated
from rules.carwars.procedures.written_rules import note_own_rule
from rules.core.dice import Stream

SPIN_PHASES = 5
"""The phases of spinning before a control roll. The phase of the result is the first of them."""
SPIN_MODIFIER = -6
"""The modifier of the control roll that ends a spin."""
SPIN_LOSS = 20
"""The mph that a failed control roll costs."""
REVERSE_PART = 5
"""A car's top speed in reverse is its top speed divided by this."""
REVERSE_BRAKING = 5
"""The least mph by which a car that is too fast in reverse slows down in a turn."""
T_STOP = (
    "It makes a T-stop of 1 inch or more. Then it may turn into the spin by 45 degrees or more, a D3 with a control "
    "roll; half of the time that means driving backward."
)
TOO_FAST_IN_REVERSE = (
    f"It goes on in reverse, too fast for that: it slows down by {REVERSE_BRAKING} mph or more every turn, until it "
    "is within a fifth of its top speed."
)


class SpinoutInputs(Inputs, frozen=True, kw_only=True):
    """A car whose crash result is a spinout."""

    turn: Turn
    """The turn of the result."""
    phase: Phase
    """The phase of the result."""
    speed: Speed
    """The car's speed in mph."""
    handling: Handling
    """Its handling status at this moment."""
    tires: Annotated[tuple[Name, ...], msgspec.Meta(min_length=1, max_length=12)]
    """The tires that it has, each by a name of its own."""
    cause: Literal["maneuver", "hazard"]
    """What led to the spinout."""
    fishtail: Literal["none", "left", "right"] = "none"
    """The direction of the fishtail that led to it, if there was one."""


@procedure(
    "CW-P-013",
    "Spinout",
    reads=("crash.spinout", LOW_SPEED, PHASES),
    dice="one die for each tire, and one for left (1 to 3) or right (4 to 6) unless a fishtail sets the direction",
)
def spinout(inputs: SpinoutInputs, answers: Answers, stream: Stream) -> Outcome:
    """Begin a spinout: damage to tires, direction, speed, and when to roll for control (CW-P-013, CW-Q-137).

    The phases of a turn are those of the duel (CW-Q-148). At 0 or 5 mph it is played as at the lowest speed
    (CW-Q-146).
    """
    refuse_repeated(inputs.tires, "tires")
    refuse_no_phase(inputs.phase, answers)
    tires = {tire: stream.roll(1, f"damage to the {tire} tire").total for tire in inputs.tires}
    if inputs.fishtail == "none":
        direction: str = roll_direction(stream, why="whether the car spins left or right")
        origin = "by the die"
    else:
        direction, origin = inputs.fishtail, "as the fishtail did, whose own movement is dropped"
    at_once = inputs.cause == "maneuver"
    when = "at once, in place of the move" if at_once else "in place of its next full inch"
    speed = max(0, lowest_treated(inputs.speed, answers) - FIRST_LOSS)
    says = [
        *note_own_rule(answers, "crash.spinout", "procedure"),
        f"Damage to tires: {', '.join(f'{tire} {points}' for tire, points in tires.items())}.",
        f"Note the handling status of {inputs.handling}. The car spins to the {direction}, {origin}.",
        f"It makes its first quarter turn {when}.",
        f"After that turn its speed is {speed} mph.",
    ]
    if speed:
        turn, phase = phase_after(inputs.turn, inputs.phase, SPIN_PHASES - 1, answers)
        control_roll: dict[str, int] | None = {"turn": turn, "phase": phase}
        says.append("With every full inch it makes another quarter turn, along its old line of travel.")
        says.append(f"When phase {phase} of turn {turn} is over, it rolls for control at {SPIN_MODIFIER}.")
    else:
        turn, control_roll = inputs.turn, None
        says.append("With that it stands still, and the spin is over.")
    no_fire = list(range(inputs.turn, turn + 1))
    says.append(f"No weapon is aimed from it in turn {', '.join(map(str, no_fire))}.")
    return Outcome(
        values={
            "tires": tires,
            "handling": inputs.handling,
            "direction": direction,
            "first_turn": "at_once" if at_once else "next_full_inch",
            "speed": speed,
            "control_roll": control_roll,
            "no_aimed_fire": no_fire,
        },
        says=tuple(says),
    )


class SpinoutEndInputs(Inputs, frozen=True, kw_only=True):
    """A car that has spun until its control roll is due."""

    began_turn: Turn
    """The turn in which the spinout began."""
    turn: Turn
    """The turn of the control roll."""
    phase: Phase
    """The phase of the control roll, which comes when the phase is over."""
    speed: Annotated[int, msgspec.Meta(ge=1, le=500)]
    """The car's speed in mph."""
    needed: NeededFace
    """The lowest face that keeps control at a handling of -6 and this speed: 1 if no roll is needed, 7 if none can
    be enough.
    """
    noted: Handling
    """The handling status that was noted when the spinout began."""
    maximum: HandlingClass
    """The highest handling status that the car can have."""
    recovery: Annotated[int, msgspec.Meta(ge=0, le=50)]
    """What its handling recovers when a turn ends."""
    faces: Literal["ahead", "backward", "sideways"]
    """Where it faces, compared with the way it travels."""
    top_speed: Speed
    """Its top speed in mph."""


@procedure(
    "CW-P-013",
    "End of a spinout",
    reads=("crash.spinout", "move.ooc_recovery", PHASES),
    dice="one die for control",
)
def spinout_end(inputs: SpinoutEndInputs, answers: Answers, stream: Stream) -> Outcome:
    """Roll for control at the end of a spinout, and say how the car goes on (CW-P-013, CW-Q-137, CW-Q-120).

    The phases of a turn are those of the duel (CW-Q-148).
    """
    refuse_no_phase(inputs.phase, answers)
    if inputs.began_turn > inputs.turn:
        raise InputsImpossible("A spinout does not end before it begins: correct one of the turns.")
    roll = roll_control(inputs.needed, stream, why=f"control at {SPIN_MODIFIER} to end the spin")
    says = [
        *note_own_rule(answers, "crash.spinout", "procedure"),
        f"Control at {SPIN_MODIFIER}: {describe_roll(roll, inputs.needed)}.",
    ]
    speed = inputs.speed if roll.kept else max(0, inputs.speed - SPIN_LOSS)
    values: dict[str, Any] = {
        "face": roll.face,
        "recovered": roll.kept,
        "speed": speed,
        "spins": False,
        "control_roll": None,
        "no_aimed_fire": [inputs.turn],
        "handling": None,
        "goes_on": None,
        "slow_down": 0,
    }
    if speed and not roll.kept:
        turn, phase = phase_after(inputs.turn, inputs.phase, SPIN_PHASES, answers)
        no_fire = list(range(inputs.turn, turn + 1))
        values |= {"spins": True, "control_roll": {"turn": turn, "phase": phase}, "no_aimed_fire": no_fire}
        says.append(
            f"It falls to {speed} mph and spins on. It rolls again when phase {phase} of turn {turn} is over."
        )
        says.append(f"No weapon is aimed from it in turn {', '.join(map(str, no_fire))}.")
        return Outcome(values=values, says=tuple(says))
    ends = inputs.turn - inputs.began_turn if answers.part("move.ooc_recovery", "recovers") else 0
    values["handling"] = min(inputs.noted + ends * inputs.recovery, inputs.maximum)
    since = counted(ends, "recovery", "recoveries")
    says.append(f"Its handling is {values['handling']}: {inputs.noted} as noted, and {since} since.")
    if not roll.kept:
        says.append("It has come to a stop, and the spin is over.")
        return Outcome(values=values, says=tuple(says))
    values["goes_on"], values["slow_down"], sentence = _after_spin(inputs)
    return Outcome(values=values, says=(*says, sentence))


def _after_spin(inputs: SpinoutEndInputs) -> tuple[str, int, str]:
    """How a car that has recovered goes on, the mph it has to lose each turn, and what to say about it."""
    match inputs.faces:
        case "ahead":
            return "ahead", 0, "It drives on."
        case "sideways":
            return "t_stop", 0, T_STOP
        case "backward" if inputs.speed * REVERSE_PART <= inputs.top_speed:
            return "reverse", 0, "It goes on in reverse."
        case "backward":
            return "reverse", REVERSE_BRAKING, TOO_FAST_IN_REVERSE
