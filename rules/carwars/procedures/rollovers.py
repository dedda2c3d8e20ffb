"""Cars that roll over: their speed, and the side they come to lie on. Rule CW-P-014."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from rules.carwars.procedures.phases import PHASES, phase_after, refuse_no_phase
from rules.carwars.procedures.procedure import Answers, Inputs, InputsImpossible, Outcome, procedure
from rules.carwars.procedures.quantities import Phase, Speed, Turn, counted
from rules.carwars.procedures.slow_crashes import FIRST_LOSS, LOW_SPEED, lowest_treated
from rules.carwars.procedures.written_rules import note_own_rule
from rules.core.dice import Stream

ROLL_PHASES = 5
"""The phases from one loss of speed to the next."""
ROLL_LOSS = 20
"""The mph of each later loss."""
SIDES = ("wheels", "side", "roof", "other_side")
"""What a car lies on, in the order of a roll."""
FLIPPING = ("full", "sideswipe")
"""The inches that turn a car to its next side: a sideswipe makes no difference."""


class RolloverInputs(Inputs, frozen=True, kw_only=True):
    """A car that rolls over, with the inches it has rolled so far."""

    turn: Turn
    """The turn in which it turns sideways."""
    phase: Phase
    """The phase in which it turns sideways."""
    speed: Speed
    """Its speed in mph before that."""
    cause: Literal["maneuver", "hazard"]
    """What led to the roll."""
    inches: Annotated[
        tuple[Literal["full", "half", "sideswipe", "t_bone", "head_on"], ...], msgspec.Meta(max_length=100)
    ] = ()
    """What it has moved since then: full inches, half moves, and inches in which it collided."""


@procedure("CW-P-014", "Roll", reads=("crash.roll", LOW_SPEED, PHASES))
def rollover(inputs: RolloverInputs, answers: Answers, _stream: Stream) -> Outcome:
    """Say at which speeds a car rolls over, and on which side it lies (CW-P-014, CW-Q-138).

    The phases of a turn are those of the duel (CW-Q-148). At 0 or 5 mph it is played as at the lowest speed
    (CW-Q-146).
    """
    refuse_no_phase(inputs.phase, answers)
    speed = max(0, lowest_treated(inputs.speed, answers) - FIRST_LOSS)
    if not speed and len(inputs.inches) > 1:
        raise InputsImpossible("It loses all of its speed at once and stops after an inch: leave out the others.")
    speeds = [{"turn": inputs.turn, "phase": inputs.phase, "speed": speed}]
    while speed:
        speed = max(0, speed - ROLL_LOSS)
        turn, phase = phase_after(inputs.turn, inputs.phase, len(speeds) * ROLL_PHASES, answers)
        speeds.append({"turn": turn, "phase": phase, "speed": speed})
    flips, sides = 0, []
    for inch in inputs.inches:
        flips += inch in FLIPPING
        sides.append(SIDES[flips % len(SIDES)])
    lies_on = SIDES[flips % len(SIDES)]
    at_once = inputs.cause == "maneuver"
    says = [
        *note_own_rule(answers, "crash.roll", "procedure"),
        f"The roll begins {'at once' if at_once else 'where the next full inch was due'}: the car turns sideways.",
        *(f"Turn {line['turn']}, phase {line['phase']}: {line['speed']} mph." for line in speeds),
        f"After {counted(flips, 'inch', 'inches')} that turned it over, it lies on its {lies_on.replace('_', ' ')}.",
    ]
    if len(speeds) == 1:
        says.append("Its speed is gone at once: it rolls an inch, on its side, and stops.")
    return Outcome(
        values={
            "begins": "at_once" if at_once else "next_full_inch",
            "speeds": speeds,
            "sides": sides,
            "lies_on": lies_on,
        },
        says=tuple(says),
    )
