"""What design points buy and what it costs. Rules DM-M-011, DM-M-013, DM-M-014, DM-M-020 to DM-M-024, DM-M-029."""

from __future__ import annotations

from dataclasses import dataclass

from rules.dethmatch.designs.design import Design, Mount

ENGINE_STEP, SUSPENSION_STEP, FUEL_STEP = 4, 6, 16
"""What 1 DP buys of power, strength and capacity (DM-M-011)."""
TOUGHNESS_DP = {1: 3, 2: 6, 3: 12, 4: 18}
"""The total price of each vehicle toughness (DM-M-011)."""
MOUNT_DP = {
    "light": {"fixed": 6, "swivel": 9, "turret": 15},
    "heavy": {"fixed": 9, "swivel": 12, "turret": 18},
    "rocket": {"fixed": 3, "swivel": 6, "turret": 12},
    "special": {"fixed": 0, "swivel": 3, "turret": 9},
}
"""The price of a mount by its type and traverse (DM-M-013, DM-M-014)."""
COMPONENT_DP = {
    "armored_seat_driver": 3,  # DM-M-020
    "armored_seat_gunner": 3,  # DM-M-020
    "self_sealing_tank": 3,  # DM-M-021
    "gunner_station": 6,  # DM-M-023
    "wheel_guards": 3,  # DM-M-024
}
"""The price of each component (DM-M-020, DM-M-021, DM-M-023, DM-M-024)."""
ADJUSTABLE_DP = 9
"""The price of a suspension with adjustable height (DM-M-022)."""
TWEAKS = frozenset({"lowered", "raised", "decreased_travel", "increased_travel"})
"""The tweaks of a suspension, which are free (DM-M-029)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountLine:
    """One line of a design's account: what was bought, and its price in DP."""

    what: str
    dp: int


def account(design: Design, *, special_mount_dp: int = 0) -> tuple[AccountLine, ...]:
    """Return everything a design bought, line by line. A partial step costs as much as a whole one (DM-M-011,
    DM-M-013, DM-M-014).

    `special_mount_dp` is the house rule's price of a fixed special mount. Unknown parts are free here;
    `design_errors` reports them.
    """
    lines = [
        AccountLine(what="engine", dp=steps(design.engine, ENGINE_STEP)),
        AccountLine(what="suspension", dp=steps(design.suspension, SUSPENSION_STEP)),
        AccountLine(what="fuel", dp=steps(design.fuel, FUEL_STEP)),
        AccountLine(what="armor", dp=design.armor_points),
        AccountLine(what="toughness", dp=TOUGHNESS_DP.get(design.toughness, 0)),
    ]
    if design.adjustable:
        lines.append(AccountLine(what="adjustable suspension", dp=ADJUSTABLE_DP))
    lines += [AccountLine(what=component, dp=COMPONENT_DP.get(component, 0)) for component in design.components]
    lines += [
        AccountLine(what=f"mount {mount.id}", dp=mount_dp(mount, special_mount_dp=special_mount_dp))
        for mount in design.mounts
    ]
    return tuple(lines)


def dp_spent(design: Design, *, special_mount_dp: int = 0) -> int:
    """Return the design points that a design takes (DM-M-010)."""
    return sum(line.dp for line in account(design, special_mount_dp=special_mount_dp))


def mount_dp(mount: Mount, *, special_mount_dp: int = 0) -> int:
    """Return the price of a mount in DP, 0 for an unknown type or traverse (DM-M-013, DM-M-014).

    `special_mount_dp` is added for a special mount.
    """
    printed = MOUNT_DP.get(mount.type, {}).get(mount.traverse, 0)
    return printed + special_mount_dp if mount.type == "special" else printed


def steps(amount: int, step: int) -> int:
    """Return how many steps an amount takes, rounded up (DM-M-011)."""
    return max(-(-amount // step), 0)
