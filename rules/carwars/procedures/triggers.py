"""What sets off mines and spikes that work by pressure: other vehicles, and the one that dropped them. Rules CW-P-027
and CW-P-028.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from rules.carwars.procedures.procedure import Answers, Inputs, InputsImpossible, Outcome, procedure
from rules.carwars.procedures.quantities import Distance, Name
from rules.core.dice import Stream

TRIGGER_DISTANCE = 25
"""How near a vehicle comes to a counter that is rolled for, in hundredths of an inch."""
AT_ONCE = 2
"""The highest die on which a counter goes off at once."""
DRIVEN_OVER = 4
"""The highest die on which a counter goes off under a vehicle that drives over it."""


class PressureTriggerInputs(Inputs, frozen=True):
    """A vehicle near a mine or spike counter that another vehicle dropped."""

    vehicle: Name
    """The vehicle."""
    dropped_by: Name
    """The vehicle that dropped the counter."""
    distance: Distance
    """The least distance between vehicle and counter in this phase, in hundredths of an inch."""
    moment: Literal["moving", "standing", "landed"]
    """`moving` while the vehicle moves, `standing` in a phase in which it stands still, `landed` in the fire step in
    which the counter lands beside it."""
    drives_over: bool = False
    """Whether the vehicle drives over the counter in this phase."""
    kept_die: Annotated[int, Meta(ge=0, le=6)] = 0
    """The die that was rolled before for this vehicle and this counter, 0 if there is none."""


@procedure(
    "CW-P-027",
    "Pressure trigger",
    reads=("drop.pressure_trigger", "drop.triggered_when"),
    dice="one die in secret when the vehicle comes as near as 1/4 inch: 1 or 2 at once, 3 or 4 when driven over",
)
def check_pressure_trigger(inputs: PressureTriggerInputs, answers: Answers, stream: Stream) -> Outcome:
    """Say whether a vehicle sets off a pressure mine or spike (CW-P-027, CW-Q-050, CW-Q-055)."""
    _refuse_impossible_trigger(inputs)
    secret = answers.part("drop.pressure_trigger", "trigger") == "single_secret_roll"
    kept = inputs.kept_die if secret else 0
    if reason := _why_unchecked(inputs, at_once=answers.part("drop.triggered_when", "checked") == "immediate"):
        return Outcome(values={"goes_off": False, "die": kept or None, "secret": secret}, says=(reason,))
    die = kept or stream.d6(f"whether {inputs.vehicle} sets off the counter")
    goes_off = die <= AT_ONCE or (inputs.drives_over and die <= DRIVEN_OVER)
    says = f"The die rolled before is a {die}." if kept else f"The die is a {die}."
    return Outcome(
        values={"goes_off": goes_off, "die": die, "secret": secret},
        says=(says, _trigger_sentence(die, goes_off=goes_off, secret=secret)),
    )


def _refuse_impossible_trigger(inputs: PressureTriggerInputs) -> None:
    if inputs.dropped_by == inputs.vehicle:
        raise InputsImpossible(
            f"{inputs.vehicle} dropped this counter itself: use the procedure for a vehicle's own counters."
        )
    if inputs.drives_over and (inputs.distance > 0 or inputs.moment != "moving"):
        raise InputsImpossible("Only a moving vehicle at distance 0 drives over a counter: correct one of the three.")
    if 1 <= inputs.kept_die <= AT_ONCE:
        raise InputsImpossible(f"The counter went off when its {inputs.kept_die} was rolled: take it off the map.")


def _why_unchecked(inputs: PressureTriggerInputs, *, at_once: bool) -> str:
    """Why nothing is checked now, empty if it is."""
    if inputs.moment == "standing":
        return f"{inputs.vehicle} stands still, which sets off nothing."
    if inputs.moment == "landed" and not at_once:
        return f"The counter lands during fire: check it when {inputs.vehicle} moves the next time."
    if inputs.distance > TRIGGER_DISTANCE:
        return "The vehicle stays farther than 1/4 inch from the counter, so nothing is rolled."
    return ""


def _trigger_sentence(die: int, *, goes_off: bool, secret: bool) -> str:
    if goes_off:
        return "The counter goes off."
    if not secret:
        return "The counter stays as it is. Roll again at the next step."
    if die <= DRIVEN_OVER:
        return "The counter stays as it is, and goes off if the vehicle drives over it later. Keep this die secret."
    return "The counter does not go off under this vehicle. Keep this die secret, and do not roll again."


class OwnCounterInputs(Inputs, frozen=True):
    """A vehicle and a mine or spike counter that it dropped itself."""

    carried_by: Literal["maneuver", "collision", "crash_result", "straight_move"]
    """What moves the vehicle."""
    directly_over: bool
    """Whether some of the vehicle's counter goes right over the mine or spike."""


@procedure(
    "CW-P-028",
    "A vehicle's own counters",
    reads=("drop.own_counters",),
    dice="one die if the vehicle is carried over its own counter: it goes off on 1 to 4",
)
def check_own_counter(inputs: OwnCounterInputs, answers: Answers, stream: Stream) -> Outcome:
    """Say whether a vehicle sets off a mine or spike that it dropped itself (CW-P-028, CW-Q-051)."""
    if reason := _why_own_is_safe(
        inputs, own_counters_act=bool(answers.part("drop.own_counters", "own_counters_act"))
    ):
        return Outcome(values={"goes_off": False, "die": None}, says=(reason,))
    die = stream.d6("whether the vehicle sets off its own counter")
    goes_off = die <= DRIVEN_OVER
    sentence = "The counter goes off." if goes_off else "The counter does not go off."
    return Outcome(values={"goes_off": goes_off, "die": die}, says=(f"The die is a {die}.", sentence))


def _why_own_is_safe(inputs: OwnCounterInputs, *, own_counters_act: bool) -> str:
    if not own_counters_act:
        return "The referee lets no vehicle set off its own counters."
    if inputs.carried_by == "straight_move":
        return "Only a maneuver, a collision or a crash result makes a vehicle set off its own counter."
    if not inputs.directly_over:
        return "No part of the vehicle goes right over its own counter."
    return ""
