"""The types of collision and the figures of each. Rules DM-M-080 to DM-M-085."""

from __future__ import annotations

from enum import StrEnum

from rules.core.tables import by_face
from rules.dethmatch.ground.hexes import SIDES


class CollisionType(StrEnum):
    """The four types of collision (DM-M-081)."""

    HEAD_ON = "head_on"
    T_BONE = "t_bone"
    REAR_END = "rear_end"
    SWIPE = "swipe"


SIDE_BY_DIRECTION = by_face({(0,): "front", (1, 2): "right", (3,): "rear", (4, 5): "left"}, faces=range(SIDES))
"""The side of a car that faces a neighboring hex, by that hex's direction relative to the car's travel (DM-M-081)."""
TYPE_BY_SIDE = {
    "front": CollisionType.HEAD_ON,
    "right": CollisionType.T_BONE,
    "left": CollisionType.T_BONE,
    "rear": CollisionType.REAR_END,
}
"""The type of a collision that is no swipe, by the side of the target that was struck (DM-M-081)."""
HAZARD_RATINGS = {
    CollisionType.HEAD_ON: (1, 1),
    CollisionType.T_BONE: (1, 2),
    CollisionType.REAR_END: (0, 0),
    CollisionType.SWIPE: (-1, -1),
}
"""The hazard ratings of mover and target, positive for worse (DM-M-003, DM-M-082)."""
MOVER_LOSES = {CollisionType.T_BONE: 1, CollisionType.REAR_END: 1}
"""The speed and movement points that a mover loses where they are not rolled (DM-M-082)."""
LEAST_SPEED = 1
"""The lowest speed of a collision (DM-M-082)."""
SPEED_A_PEN = 3
"""The collision speed for each point of PEN (DM-M-083)."""
SWIPE_PEN = -1
"""The PEN of a swipe at any speed (DM-M-082, DM-M-086)."""
LEAST_THROUGH = 1
"""The least damage through penetrated armor (DM-M-083)."""
HALF_PEN_TABLE = "pen_or_half_pen"
"""The house rule setting by which armor that is not penetrated lets half of the PEN through (DM-M-083)."""
SPEED_A_LOSS = {"ceil_quarter": 4, "ceil_third": 3}
"""The collision speed for each point of handling lost, by house rule setting (DM-M-084)."""
CHECK_SAVING = 1
"""The handling that a passed check saves (DM-M-084)."""
WORSE_TIRES = {5: 2, 3: 1}
"""The extra tire damage of a collision, by the least damage points that cause it (DM-M-085)."""
MOST_OF_A_SWIPE = 6
"""The highest critical that a swipe can cause (DM-M-086)."""


def struck_side(*, direction: int, heading: int) -> str:
    """Return the side of a target that a mover strikes when it steps in a direction, relative to the target's travel
    (DM-M-081).
    """
    return SIDE_BY_DIRECTION[(direction + SIDES // 2 - heading) % SIDES]


def kind_of(*, struck: str, drifting: bool, mover_heading: int, target_heading: int) -> CollisionType:
    """Return the type of a collision. It is a swipe if the mover drifts and both travel in the same direction
    (DM-M-081).
    """
    if drifting and mover_heading == target_heading:
        return CollisionType.SWIPE
    return TYPE_BY_SIDE[struck]


def collision_speed(kind: CollisionType, *, mover: int, target: int) -> int:
    """Return the speed of a collision of two cars, from their speeds before any loss; at least 1 (DM-M-082)."""
    if kind is CollisionType.HEAD_ON:
        speed = mover + target
    elif kind is CollisionType.T_BONE:
        speed = mover
    elif kind is CollisionType.REAR_END:
        speed = mover - target
    else:
        speed = abs(mover - target)
    return max(speed, LEAST_SPEED)


def scenery_speed(speed: int) -> int:
    """Return the speed of a collision with scenery: the car's own speed, at least 1 (DM-M-075,
    DM-M-081, DM-M-082).
    """
    return max(speed, LEAST_SPEED)


def penetration(kind: CollisionType, speed: int) -> int:
    """Return the PEN of a collision: a third of its speed rounded down, or −1 for a swipe (DM-M-082, DM-M-083)."""
    return SWIPE_PEN if kind is CollisionType.SWIPE else speed // SPEED_A_PEN


def damage_points(pen: int, *, penetrated: bool, table: str = HALF_PEN_TABLE) -> int:
    """Return the damage points of a collision, given its PEN and whether the armor was penetrated (DM-M-083)."""
    if penetrated:
        return max(pen, LEAST_THROUGH)
    return max(pen // 2, 0) if table == HALF_PEN_TABLE else 0


def handling_loss(speed: int, *, passed: bool, table: str = "ceil_quarter") -> int:
    """Return the handling lost in a collision: 1 for each 4 of speed begun, by house rule each 3, and 1 less for a
    passed check (DM-M-084).
    """
    return -(-speed // SPEED_A_LOSS[table]) - (CHECK_SAVING if passed else 0)


def tire_extra(points: int) -> int:
    """Return the tire damage a collision adds to the roll, by the damage points it caused (DM-M-085)."""
    return next((extra for least, extra in WORSE_TIRES.items() if points >= least), 0)
