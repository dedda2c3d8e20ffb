"""What harm to a car is worth, in duel points. Rules RH-085, RH-090.

A car that is shot through one side is a complete kill when the armor and the weapons of that side, the power plant
and its driver are gone. So a point of damage is worth the points of a kill, divided by the points that are still in
its way. A weak or damaged side is worth more.
"""

from __future__ import annotations

from rules.rhad.designs.design import MOUNTS
from rules.rhad.match.match import Match
from rules.rhad.match.state import CarState, CarStatus

KILL_POINTS = {CarStatus.RUNNING: 40, CarStatus.MOBILITY_KILL: 20, CarStatus.COMPLETE_KILL: 0}
"""The duel points of all kills that a car can still suffer (RH-090)."""
SIDES_IN_SIGHT = MOUNTS[:-1]
"""The sides that a shot can hit (RH-085)."""


def points_in_the_way(play: Match, car: CarState) -> dict[str, int]:
    """For each side that a shot can hit, the points of damage that it takes to make a complete kill (RH-085)."""
    behind = car.power_plant + max(play.unconscious_at - play.state.crew[car.driver].hits, 0)
    armor = car.armor
    points = {side: armor[side] + behind for side in SIDES_IN_SIGHT}
    for gun in car.guns:
        if gun.mount in points:
            points[gun.mount] += gun.dp
    return points
