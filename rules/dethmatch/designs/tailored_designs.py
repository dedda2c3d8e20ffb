"""Drawing a car for the weapons it is to carry, where no stock design takes them all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

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
from rules.match.catalog import WEAPON_KINDS

SPECIAL = "special"
LEAST_CHASSIS_DP = 27
"""The DP reserved for the car itself, however many weapons it is to carry."""
LEAST_ARMOR = 8
"""The armor points that a chassis must reach; lower ratings are accepted for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChassisTarget:
    """What a chassis is drawn for: its ratings, vehicle toughness, and the fuel points of its tank."""

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
"""The targets that are tried, the best first. 8 fuel points last three laps, 5 the turns of an arena heat."""


def tailor_design(*, dp: int, gunner_station: bool, kinds: Sequence[str], special_mount_dp: int = 0) -> Design:
    """Return a legal design of that budget with a fixed mount for each weapon of `kinds`, as many as it can carry.

    Mounts face front, a special one rear. The most expensive mounts are left out first. The first of
    `CHASSIS_TARGETS` that leaves enough armor is taken, and design points that buy no more armor go into the
    suspension. `dp` must be 13 at least.
    """
    components = ("gunner_station",) if gunner_station else ()
    reserved = LEAST_CHASSIS_DP + sum(COMPONENT_DP[component] for component in components)
    frame = Design(
        name="Made to measure",
        engine=0,
        suspension=0,
        fuel=0,
        toughness=1,
        tweaks=("lowered",),
        components=components,
        mounts=_mounts(kinds, dp=dp - reserved, special_mount_dp=special_mount_dp),
    )
    budget = dp - special_mount_dp * any(mount.type == SPECIAL for mount in frame.mounts)
    candidates = [_most_armor(frame, target, dp=budget) for target in CHASSIS_TARGETS]
    drawn = next((design for design in candidates if design.armor_points >= LEAST_ARMOR), candidates[-1])
    unspent = max(budget - dp_spent(drawn), 0)
    return replace(drawn, suspension=drawn.suspension + SUSPENSION_STEP * unspent)


def spread_armor(points: int) -> Armor:
    """Divide armor points evenly, with left and right equal and no quadrant with more than half (DM-M-025).

    A single point cannot be divided: `points` must be 0 or at least 2.
    """
    per_side, rest = divmod(points, 4)
    return Armor(
        front=per_side + (rest > 0),
        rear=per_side + (rest == 2),
        left=per_side + (rest == 3),
        right=per_side + (rest == 3),
    )


def _mounts(kinds: Sequence[str], *, dp: int, special_mount_dp: int) -> tuple[Mount, ...]:
    """Return fixed mounts for as many weapons as the DP pay for, at most one of them special (DM-M-013, DM-M-014)."""
    mount_types = [WEAPON_KINDS[kind].mount for kind in kinds if kind in WEAPON_KINDS and WEAPON_KINDS[kind].mount]
    guns = [mount_type for mount_type in mount_types if mount_type != SPECIAL]
    mounts = [Mount(id=f"{mount_type}{number}", type=mount_type) for number, mount_type in enumerate(guns, start=1)]
    if SPECIAL in mount_types:
        mounts.append(Mount(id=SPECIAL, type=SPECIAL, facing="rear"))
    bought: list[Mount] = []
    prices = {mount.id: mount_dp(mount, special_mount_dp=special_mount_dp) for mount in mounts}
    for mount in sorted(mounts, key=lambda mount: prices[mount.id]):
        if prices[mount.id] <= dp:
            bought.append(mount)
            dp -= prices[mount.id]
    return tuple(bought)


def _most_armor(frame: Design, target: ChassisTarget, *, dp: int) -> Design:
    """Build the frame to a target, with all the armor the budget leaves."""
    design = _build_chassis(frame, target, armor_points=0)
    for armor_points in range(2, dp):
        better = _build_chassis(frame, target, armor_points=armor_points)
        if dp_spent(better) > dp:
            break
        design = better
    return design


def _build_chassis(frame: Design, target: ChassisTarget, *, armor_points: int) -> Design:
    """Build the frame with the least engine, suspension and tank that reach the target with that armor (DM-M-030 to
    DM-M-032, DM-M-035).

    Each heavy mount is assumed to hold a weapon that adds weight.
    """
    heavy = sum(mount.type == "heavy" for mount in frame.mounts)
    car_weight = weight(armor_points=armor_points, toughness=target.toughness, deltas=2 * heavy, tires=0)
    engine = _whole(target.acceleration * car_weight, ENGINE_STEP)
    return replace(
        frame,
        engine=engine,
        suspension=_whole(target.handling * car_weight, SUSPENSION_STEP),
        fuel=(engine * (target.fuel - 1) // FUEL_STEP + 1) * FUEL_STEP,
        toughness=target.toughness,
        armor_points=armor_points,
        armor=spread_armor(armor_points),
    )


def _whole(amount: int, step: int) -> int:
    """Return the lowest multiple of `step` that is not below `amount`."""
    return -(-amount // step) * step
