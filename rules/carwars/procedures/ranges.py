"""Ranges between vehicles, and what a shooter gives up to measure one. Rule CW-P-036."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Meta

from rules.carwars.procedures.geometry import (
    Corners,
    ExactPoint,
    distance_of,
    edges_of,
    middle_of,
    refuse_twisted,
    squared_between,
    squared_to_counter,
)
from rules.carwars.procedures.procedure import Answers, Inputs, InputsImpossible, Outcome, procedure
from rules.carwars.procedures.quantities import Name, inches
from rules.carwars.procedures.written_rules import note_own_rule, own_rule
from rules.core.dice import Stream

SIDES = ("front", "right", "back", "left")
"""The sides of a vehicle in the order of `edges_of`."""
TIRES = ("front_left_tire", "front_right_tire", "rear_right_tire", "rear_left_tire")
"""The tires of a vehicle in the order of the corners of its counter."""


class RangeInputs(Inputs, frozen=True):
    """A shooter who measures the range to a target."""

    shooter: Corners
    """The shooter's front left, front right, rear right and rear left corner, x and y in hundredths of an inch."""
    fires_from: Literal["front", "right", "back", "left", "turret", "platform"]
    """The side the weapon is on, or the turret or platform."""
    target_name: Name
    """What the target is called."""
    target: Corners
    """The corners of the target in the same order."""
    aims_at: Literal[
        "vehicle", "turret", "front", "right", "back", "left",
        "front_left_tire", "front_right_tire", "rear_right_tire", "rear_left_tire",
    ] = "vehicle"  # fmt: skip
    """The vehicle as a whole, or what part of it."""
    side_in_arc: bool = True
    """Whether the side that is aimed at is within the arc of fire. It counts for a side only."""
    measured_before: Annotated[str, Meta(max_length=60)] = ""
    """The target to which this shooter measured a range earlier in this turn, empty if there is none."""


@procedure("CW-P-036", "Range", reads=("combat.range_check_uses_action", "fire.range_points"))
def measure_range(inputs: RangeInputs, answers: Answers, _stream: Stream) -> Outcome:
    """Measure the range to a target, and say what the shooter may still fire at (CW-P-036, CW-Q-037, CW-Q-073)."""
    uses_action = bool(answers.part("combat.range_check_uses_action", "uses_action"))
    own = own_rule(answers, "fire.range_points", "rule")
    refuse_twisted(inputs.shooter, "the shooter")
    refuse_twisted(inputs.target, inputs.target_name)
    if uses_action and inputs.measured_before not in {"", inputs.target_name}:
        raise InputsImpossible(
            f"This shooter measured the range to {inputs.measured_before} in this turn, and may measure and fire at "
            "no other target until the next."
        )
    distance = distance_of(_squared_range(inputs))
    if uses_action:
        price = f"The firing action of this turn is spent. It may be used to fire at {inputs.target_name} only."
    else:
        price = "Measuring is free."
    return Outcome(
        values={
            "range": distance,
            "action_spent": uses_action,
            "only_target": inputs.target_name if uses_action else None,
            "own_rule": own,
        },
        says=(
            *note_own_rule(answers, "fire.range_points", "rule"),
            f"{_points_sentence(inputs)} That is {inches(distance)}.",
            price,
        ),
    )


def _squared_range(inputs: RangeInputs) -> Fraction:
    start = _side_or_middle(inputs.shooter, inputs.fires_from)
    end = _end_of_range(inputs)
    return squared_to_counter(start, inputs.target) if end is None else squared_between(start, end)


def _end_of_range(inputs: RangeInputs) -> ExactPoint | None:
    """The point of the target to which is measured, None for the nearest there is."""
    if inputs.aims_at in TIRES:
        return inputs.target[TIRES.index(inputs.aims_at)]
    if inputs.aims_at == "turret" or (inputs.aims_at in SIDES and not inputs.side_in_arc):
        return _side_or_middle(inputs.target, inputs.aims_at)
    return None


def _side_or_middle(corners: Corners, place: str) -> ExactPoint:
    """The middle of a side, or of the counter for a turret or a platform."""
    return middle_of(edges_of(corners)[SIDES.index(place)] if place in SIDES else corners)


def _points_sentence(inputs: RangeInputs) -> str:
    side = f"{inputs.fires_from} side"
    start = side if inputs.fires_from in SIDES else "counter"
    if inputs.aims_at in TIRES:
        end = f"the corner of its {inputs.aims_at.replace('_', ' ')}"
    elif _end_of_range(inputs) is None:
        end = "its nearest point"
    else:
        end = f"the middle of its {f'{inputs.aims_at} side' if inputs.aims_at in SIDES else 'counter'}"
    return f"Measured from the middle of the shooter's {start} to {inputs.target_name}, to {end}."
