"""Spins and rolls of slow cars, which are played as at a higher speed. Rule CW-P-018."""

from __future__ import annotations

from typing import Literal

from rules.carwars.procedures.procedure import Answers, Inputs, InputsImpossible, Outcome, procedure
from rules.carwars.procedures.quantities import Speed, inches
from rules.core.dice import Stream

LOW_SPEED = "crash.low_speed"
"""The question that says as which speed a slower car is treated."""
QUARTER_TURN = 90
"""The degrees of a quarter turn."""
FIRST_LOSS = 20
"""The mph that a spin or a roll costs with its first quarter turn."""
ROLL_INCH = 100
"""What a slow car that rolls still moves, in hundredths of an inch."""


def lowest_treated(speed: int, answers: Answers) -> int:
    """The speed at which a spin or a roll is played: a slower car is treated as at a higher speed (CW-Q-146)."""
    return max(speed, answers.number(LOW_SPEED, "treated_as"))


class SlowCrashInputs(Inputs, frozen=True, kw_only=True):
    """A slow car with a spin or a roll as its crash result."""

    result: Literal["spin", "roll"]
    """The crash result."""
    speed: Speed
    """The car's speed in mph."""


@procedure("CW-P-018", "Spin or roll of a slow car", reads=(LOW_SPEED,))
def slow_crash(inputs: SlowCrashInputs, answers: Answers, _stream: Stream) -> Outcome:
    """Say how a slow car spins or rolls (CW-P-018, CW-Q-146)."""
    treated = lowest_treated(inputs.speed, answers)
    if inputs.speed == treated:
        raise InputsImpossible(f"A car at {inputs.speed} mph is not slow: play its {inputs.result} as usual.")
    speed = max(0, treated - FIRST_LOSS)
    rolls = inputs.result == "roll"
    says = [f"At {inputs.speed} mph its {inputs.result} is played as at {treated} mph."]
    if speed:
        says.append(f"It makes a quarter turn, falls to {speed} mph, and its {inputs.result} goes on as usual.")
    elif rolls:
        says.append(f"It turns sideways, goes {inches(ROLL_INCH)}, falls on its side and stops.")
    else:
        says.append("It makes a quarter turn and stops.")
    return Outcome(
        values={
            "treated_as": treated,
            "speed": speed,
            "turn": QUARTER_TURN,
            "moves": ROLL_INCH if rolls else 0,
            "lies_on": "side" if rolls else "wheels",
        },
        says=tuple(says),
    )
