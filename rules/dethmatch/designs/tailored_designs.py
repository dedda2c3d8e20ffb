"""A car drawn round the weapons it is to carry, where no stock design takes them all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.core.weapon_stats import WEAPON_KINDS
from rules.dethmatch.designs.design import Armor, Design, Mount
from rules.dethmatch.designs.design_points import (
    COMPONENT_DP,
    ENGINE_STEP,
    FUEL_STEP,
    SUSPENSION_STEP,
    dp_spent,
    mount_dp,
)
from rules.dethmatch.designs.ratings import weight

SPECIAL = "special"
LEAST_CHASSIS_DP = 27
"""What is kept for the car itself, however much it is to carry."""
LEAST_ARMOR = 8
"""The armor points for which ratings are given up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChassisTarget:
    """What a chassis is drawn to: ratings, the vehicle toughness, and the fuel points of its tank."""

    acceleration: int
    handling: int
    toughness: int
    fuel: int


CHASSIS_TARGETS = (
    ChassisTarget(acceleration=3, handling=3, toughness=2, fuel=8),
    ChassisTarget(acceleration=2, handling=3, toughness=2, fuel=8),
    ChassisTarget(acceleration=2, handling=3, toughness=1, fuel=8),
    ChassisTarget(acceleration=2, handling=3, toughness=1, fuel=5),
    ChassisTarget(acceleration=2, handling=2, toughness=1, fuel=5),
    ChassisTarget(acceleration=1, handling=1, toughness=1, fuel=5),
)
"""What is tried, best first. 8 fuel points last three laps, 5 the turns of an arena heat."""


def tailor_design(*, dp: int, gunner_station: bool, kinds: Sequence[str], special_mount_dp: int = 0) -> Design:
    """A legal design of that budget with a fixed mount for each weapon of `kinds`, as many as it can carry.

    Mounts face front, a special one rear; the dearest are left out first. The first aim that leaves enough armor is
    drawn to, and design points that buy no more armor go into the suspension. No car is had for less than 13 DP.
    """
    components = ("gunner_station",) if gunner_station else ()
    taken = LEAST_CHASSIS_DP + sum(COMPONENT_DP[component] for component in components)
    frame = Design(
        name="Made to measure",
        engine=0,
        suspension=0,
        fuel=0,
        toughness=1,
        tweaks=("lowered",),
        components=components,
        mounts=_mounts(kinds, dp=dp - taken, special_mount_dp=special_mount_dp),
    )
    budget = dp - special_mount_dp * any(mount.type == SPECIAL for mount in frame.mounts)
    tries = [_most_armor(frame, aim, dp=budget) for aim in CHASSIS_TARGETS]
    drawn = next((design for design in tries if design.armor_points >= LEAST_ARMOR), tries[-1])
    left = max(budget - dp_spent(drawn), 0)
    return replace(drawn, suspension=drawn.suspension + SUSPENSION_STEP * left)


def spread_armor(points: int) -> Armor:
    """Armor points set evenly, left and right equal and no quadrant with more than half (DM-M-025).

    A single point has no place to stand: spread 0, 2 or more.
    """
    each, rest = divmod(points, 4)
    return Armor(front=each + (rest > 0), rear=each + (rest == 2), left=each + (rest == 3), right=each + (rest == 3))


def _mounts(kinds: Sequence[str], *, dp: int, special_mount_dp: int) -> tuple[Mount, ...]:
    """Fixed mounts for as many weapons as the DP pay for, one special mount at most (DM-M-013, DM-M-014)."""
    sorts = [WEAPON_KINDS[kind].mount for kind in kinds if kind in WEAPON_KINDS and WEAPON_KINDS[kind].mount]
    guns = [sort for sort in sorts if sort != SPECIAL]
    mounts = [Mount(id=f"{sort}{number}", type=sort) for number, sort in enumerate(guns, start=1)]
    if SPECIAL in sorts:
        mounts.append(Mount(id=SPECIAL, type=SPECIAL, facing="rear"))
    made: list[Mount] = []
    prices = {mount.id: mount_dp(mount, special_mount_dp=special_mount_dp) for mount in mounts}
    for mount in sorted(mounts, key=lambda each: prices[each.id]):
        if prices[mount.id] <= dp:
            made.append(mount)
            dp -= prices[mount.id]
    return tuple(made)


def _most_armor(frame: Design, aim: ChassisTarget, *, dp: int) -> Design:
    """The frame drawn to an aim, with all the armor the budget leaves."""
    drawn = _build_chassis(frame, aim, armor_points=0)
    for armor_points in range(2, dp):
        more = _build_chassis(frame, aim, armor_points=armor_points)
        if dp_spent(more) > dp:
            break
        drawn = more
    return drawn


def _build_chassis(frame: Design, aim: ChassisTarget, *, armor_points: int) -> Design:
    """The frame with the least engine, suspension and tank that reach the aim at that armor (DM-M-030 to DM-M-032,
    DM-M-035).

    Each heavy mount is reckoned with a weapon that weighs.
    """
    heavy = sum(mount.type == "heavy" for mount in frame.mounts)
    weighs = weight(armor_points=armor_points, toughness=aim.toughness, deltas=2 * heavy, tires=0)
    engine = _whole(aim.acceleration * weighs, ENGINE_STEP)
    return replace(
        frame,
        engine=engine,
        suspension=_whole(aim.handling * weighs, SUSPENSION_STEP),
        fuel=(engine * (aim.fuel - 1) // FUEL_STEP + 1) * FUEL_STEP,
        toughness=aim.toughness,
        armor_points=armor_points,
        armor=spread_armor(armor_points),
    )


def _whole(amount: int, step: int) -> int:
    """The least multiple of a step that holds an amount."""
    return -(-amount // step) * step
