"""Changes of speed: those that a driver may make, and those of a car that nobody controls. Rules CW-P-021 and
CW-P-050.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from rules.carwars.procedures.phases import PHASES, phase_after, refuse_no_phase
from rules.carwars.procedures.procedure import Answers, Inputs, Outcome, procedure
from rules.carwars.procedures.quantities import Phase, Speed, Turn
from rules.core.dice import Stream


class SpeedChangeInputs(Inputs, frozen=True, kw_only=True):
    """A driver who wants to change speed at the start of a phase."""

    phase: Phase
    """The phase of the turn."""
    changed: bool = False
    """Whether the driver has changed speed in this turn before."""
    forced: bool = False
    """Whether a collision, a skid or the like has changed the speed in this turn."""
    in_control: bool = True
    """Whether the car is entirely under control."""


@procedure("CW-P-021", "Change of speed", reads=("move.accel_phase", "move.voluntary_after_involuntary", PHASES))
def speed_change(inputs: SpeedChangeInputs, answers: Answers, _stream: Stream) -> Outcome:
    """Say whether a driver may change speed now (CW-P-021, CW-Q-116, CW-Q-122).

    The phases of a turn are those of the duel (CW-Q-148).
    """
    refuse_no_phase(inputs.phase, answers)
    reasons = []
    if not inputs.in_control:
        reasons.append("The car is not under control.")
    if inputs.changed:
        reasons.append("The driver has changed speed in this turn.")
    if inputs.phase != 1 and answers.part("move.accel_phase", "when") == "phase_1":
        reasons.append("Speeds change in phase 1 only.")
    if inputs.forced and not answers.part("move.voluntary_after_involuntary", "allowed"):
        reasons.append("A forced change of speed counts as the one of this turn.")
    verdict = "The driver may not change speed." if reasons else "The driver may change speed."
    return Outcome(values={"allowed": not reasons}, says=(*reasons, verdict))


class SpeedLossInputs(Inputs, frozen=True, kw_only=True):
    """A car that slows down because nobody can drive it or because it has lost two wheels."""

    cause: Literal["driver", "wheels"]
    """Whether it has lost its driver or two wheels."""
    turn: Turn
    """The turn in which that happened."""
    phase: Phase
    """The phase in which that happened."""
    speed: Speed
    """Its speed in mph, ahead or in reverse."""
    loss: Annotated[int, msgspec.Meta(ge=5, le=100)]
    """What it loses each time, in mph."""


@procedure("CW-P-050", "No driver or two wheels lost", reads=("move.uncontrolled_decel", PHASES))
def speed_loss(inputs: SpeedLossInputs, answers: Answers, _stream: Stream) -> Outcome:
    """Say when a car without driver or wheels loses speed, until it stops (CW-P-050, CW-Q-134).

    The phases of a turn are those of the duel (CW-Q-148).
    """
    refuse_no_phase(inputs.phase, answers)
    interval = answers.number("move.uncontrolled_decel", "interval")
    losses = []
    speed, count = inputs.speed, 0
    while speed:
        speed = max(0, speed - inputs.loss)
        turn, phase = phase_after(inputs.turn, inputs.phase, count, answers)
        losses.append({"turn": turn, "phase": phase, "speed": speed})
        count += interval
    lost = "its driver" if inputs.cause == "driver" else "two wheels"
    says = [f"The car has lost {lost}: it loses {inputs.loss} mph at once, and again after every {interval} phases."]
    says += [f"Turn {loss['turn']}, phase {loss['phase']}: {loss['speed']} mph." for loss in losses]
    return Outcome(values={"losses": losses}, says=tuple(says))
