"""What kind of collision it is, and the figures of each. Rules DM-M-080 to DM-M-085."""

from __future__ import annotations

from enum import StrEnum

from rules.core.tables import by_face
from rules.dethmatch.ground.hexes import SIDES


class CollisionType(StrEnum):
    """The four ways to collide (DM-M-081)."""

    HEAD_ON = "head_on"
    T_BONE = "t_bone"
    REAR_END = "rear_end"
    SWIPE = "swipe"


SIDE_BY_DIRECTION = by_face({(0,): "front", (1, 2): "right", (3,): "rear", (4, 5): "left"}, faces=range(SIDES))
"""The side of a car that lies toward a neighbor, by the neighbor's direction from where it travels (DM-M-081)."""
TYPE_BY_SIDE = {
    "front": CollisionType.HEAD_ON,
    "right": CollisionType.T_BONE,
    "left": CollisionType.T_BONE,
    "rear": CollisionType.REAR_END,
}
"""What a collision is by the side of the target that was struck, when it is no swipe (DM-M-081)."""
HAZARD_RATINGS = {
    CollisionType.HEAD_ON: (1, 1),
    CollisionType.T_BONE: (1, 2),
    CollisionType.REAR_END: (0, 0),
    CollisionType.SWIPE: (-1, -1),
}
"""The hazard ratings of mover and target, positive for worse (DM-M-003, DM-M-082)."""
MOVER_LOSES = {CollisionType.T_BONE: 1, CollisionType.REAR_END: 1}
"""The speed and movement points a mover loses where no die says so (DM-M-082)."""
LEAST_SPEED = 1
"""No collision is slower than this (DM-M-082)."""
SPEED_A_PEN = 3
"""The collision speed that makes one point of PEN (DM-M-083)."""
SWIPE_PEN = -1
"""The PEN of a swipe at any speed (DM-M-082, DM-M-086)."""
LEAST_THROUGH = 1
"""The damage of armor that was penetrated, at least (DM-M-083)."""
HALF_PEN_TABLE = "pen_or_half_pen"
"""The house's table by which armor that stood lets half of the PEN through, rather than nothing (DM-M-083)."""
SPEED_A_LOSS = {"ceil_quarter": 4, "ceil_third": 3}
"""The collision speed that costs one point of handling, by the house's table (DM-M-084)."""
CHECK_SAVING = 1
"""The handling a passed check saves (DM-M-084)."""
WORSE_TIRES = {5: 2, 3: 1}
"""The damage points from which a collision's tire damage rises, and by how much (DM-M-085)."""
MOST_OF_A_SWIPE = 6
"""The highest critical a swipe can cause (DM-M-086)."""


def struck_side(*, direction: int, heading: int) -> str:
    """The side of a target that is struck by a mover stepping in a direction, as the target travels (DM-M-081)."""
    return SIDE_BY_DIRECTION[(direction + SIDES // 2 - heading) % SIDES]


def kind_of(*, struck: str, drifting: bool, mover_heading: int, target_heading: int) -> CollisionType:
    """Which of the four it is: a swipe for a drift beside a car that travels the same way (DM-M-081)."""
    if drifting and mover_heading == target_heading:
        return CollisionType.SWIPE
    return TYPE_BY_SIDE[struck]


def collision_speed(kind: CollisionType, *, mover: int, target: int) -> int:
    """The speed two cars meet with, from their own before any loss; at least 1 (DM-M-082)."""
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
    """The speed a car meets with what stands and gives no way: its own, at least 1 (DM-M-075, DM-M-081, DM-M-082)."""
    return max(speed, LEAST_SPEED)


def penetration(kind: CollisionType, speed: int) -> int:
    """The PEN of a collision: a third of its speed rounded down, fixed for a swipe (DM-M-082, DM-M-083)."""
    return SWIPE_PEN if kind is CollisionType.SWIPE else speed // SPEED_A_PEN


def damage_points(pen: int, *, penetrated: bool, table: str = HALF_PEN_TABLE) -> int:
    """The damage of a collision with that PEN, through the armor or on it (DM-M-083)."""
    if penetrated:
        return max(pen, LEAST_THROUGH)
    return max(pen // 2, 0) if table == HALF_PEN_TABLE else 0


def handling_loss(speed: int, *, passed: bool, table: str = "ceil_quarter") -> int:
    """The handling a collision at that speed costs: 1 for each 4 begun, 1 less for a passed check (DM-M-084)."""
    return -(-speed // SPEED_A_LOSS[table]) - (CHECK_SAVING if passed else 0)


def tire_extra(points: int) -> int:
    """The tire damage that comes on top of the die's for a collision of so many damage points (DM-M-085)."""
    return next((extra for least, extra in WORSE_TIRES.items() if points >= least), 0)
