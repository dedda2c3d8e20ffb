"""What a mine hits when it goes off. Rule CW-P-032."""

from __future__ import annotations

from typing import Any, Literal

from rules.carwars.procedures.geometry import (
    Corners,
    ExactPoint,
    distance_of,
    is_outside,
    middle_of,
    refuse_twisted,
    squared_apart,
    squared_to_counter,
)
from rules.carwars.procedures.procedure import Answers, Inputs, InputsImpossible, Outcome, procedure
from rules.carwars.procedures.quantities import Distance, Few, Name, inches, refuse_repeated
from rules.carwars.procedures.written_rules import note_own_rule, own_rule
from rules.core.dice import Stream

BLAST = 100
"""The radius of a blast around the counter, in hundredths of an inch."""
REMOTE_REACH = 25
"""How near the counter a vehicle is hit from below by a mine that is set off from afar, in hundredths of an inch."""
FRONT, RIGHT, BACK, LEFT = range(4)
"""The sides of a vehicle in the order of `edges_of`."""
CORNERS = ("front_left", "front_right", "rear_right", "rear_left")
"""The corners of a vehicle in the order of its counter."""
OUTSIDE = {"front_left": LEFT, "front_right": RIGHT, "rear_right": RIGHT, "rear_left": LEFT}
"""The side of the vehicle on which each tire is."""
OPPOSITE = {LEFT: RIGHT, RIGHT: LEFT}


class MinedTire(Inputs, frozen=True):
    """A tire of a vehicle near a mine."""

    corner: Literal["front_left", "front_right", "rear_right", "rear_left"]
    """Where it is."""
    wheelguard: bool = False
    """Whether a wheelguard covers it."""
    hub: bool = False
    """Whether it has an armored hub."""


class MinedVehicle(Inputs, frozen=True):
    """A vehicle near a mine."""

    name: Name
    """What it is called."""
    corners: Corners
    """Its front left, front right, rear right and rear left corner, x and y in hundredths of an inch."""
    tires: Few[MinedTire]
    """Its tires, one at a corner."""


class MineInputs(Inputs, frozen=True):
    """A mine that goes off."""

    counter: Corners
    """The corners of its counter in order around it, x and y in hundredths of an inch."""
    set_off_by: Literal["pressure", "proximity", "remote"]
    """What sets it off."""
    vehicles: Few[MinedVehicle]
    """The vehicles near it."""
    detection_range: Distance = 25
    """How far from the counter it detects vehicles, in hundredths of an inch. It does not count for `remote`."""


@procedure("CW-P-032", "Mine blast", reads=("drop.mine_underbody", "drop.guards_vs_mines"))
def resolve_mine_blast(inputs: MineInputs, answers: Answers, _stream: Stream) -> Outcome:
    """Find the vehicles and tires that a mine hits, and which tires are protected (CW-P-032, CW-Q-048, CW-Q-049)."""
    refuse_twisted(inputs.counter, "the mine")
    refuse_repeated((vehicle.name for vehicle in inputs.vehicles), "vehicles")
    own = own_rule(answers, "drop.mine_underbody", "rule")
    protection = str(answers.part("drop.guards_vs_mines", "protection"))
    reach = REMOTE_REACH if inputs.set_off_by == "remote" else inputs.detection_range
    hits: dict[str, Any] = {}
    says: list[str] = []
    for vehicle in inputs.vehicles:
        _refuse_impossible_vehicle(vehicle)
        squared = squared_apart(inputs.counter, vehicle.corners)
        below = squared <= reach**2
        if below or squared <= BLAST**2:
            tires = _tires_hit(inputs.counter, vehicle, protection, below=below)
            hits[vehicle.name] = {"underbody": below, "tires": tires}
            says += _vehicle_sentences(vehicle.name, distance_of(squared), tires, below=below)
    return Outcome(
        values={"hits": hits, "own_rule": own},
        says=(*note_own_rule(answers, "drop.mine_underbody", "rule"), *(says or ["The mine hits no vehicle."])),
    )


def _refuse_impossible_vehicle(vehicle: MinedVehicle) -> None:
    refuse_twisted(vehicle.corners, vehicle.name)
    corners = [tire.corner for tire in vehicle.tires]
    if len(set(corners)) < len(corners):
        raise InputsImpossible(f"{vehicle.name} has two tires at one corner: give one tire for each corner.")


def _tires_hit(counter: Corners, vehicle: MinedVehicle, protection: str, *, below: bool) -> dict[str, str]:
    """What may take the damage for each tire that is hit: `wheelguard`, `hub` or nothing."""
    center = middle_of(counter)
    hit: dict[str, str] = {}
    for tire in vehicle.tires:
        point = vehicle.corners[CORNERS.index(tire.corner)]
        if below or squared_to_counter(point, counter) <= BLAST**2:
            hit[tire.corner] = _protection_of(tire, vehicle.corners, center, protection, below=below)
    return hit


def _protection_of(tire: MinedTire, corners: Corners, center: ExactPoint, protection: str, *, below: bool) -> str:
    if protection == "never" or (protection == "line_test" and below):
        return ""
    guarded, hubbed = (True, True) if protection == "always" else _sides_covered(tire, corners, center)
    if tire.wheelguard and guarded:
        return "wheelguard"
    return "hub" if tire.hub and hubbed else ""


def _sides_covered(tire: MinedTire, corners: Corners, center: ExactPoint) -> tuple[bool, bool]:
    """Whether the line from the middle of the mine to a tire crosses its wheelguard, and its hub.

    Both cover the tire from the outside, a wheelguard from the front and the back as well. From the far side of the
    vehicle the blast comes in behind them.
    """
    outside = OUTSIDE[tire.corner]
    if is_outside(corners, OPPOSITE[outside], center):
        return False, False
    if is_outside(corners, outside, center):
        return True, True
    return any(is_outside(corners, side, center) for side in (FRONT, BACK)), False


def _vehicle_sentences(name: str, distance: int, tires: dict[str, str], *, below: bool) -> list[str]:
    where = "from below" if below else f"from {inches(distance)} away"
    sentences = [f"The mine hits {name} {where}."]
    for corner, device in tires.items():
        tire = f"The {corner.replace('_', ' ')} tire of {name}"
        sentences.append(f"{tire} is hit, and its {device} may take the damage." if device else f"{tire} is hit.")
    return sentences
