"""Weapons and special equipment as printed. Rules FW-004, FW-010 to FW-014, FW-020 to FW-024, FW-039."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

UNLIMITED = -1
"""The ammunition of a laser, which never runs out (FW-014)."""
MOUNTS = ("front", "left", "right", "rear", "turret")  # no mutant: order
SIDES_AND_REAR = ("left", "right", "rear")  # no mutant: order
"""Where flamethrowers and droppers may be mounted (FW-004)."""
SHOOTS, DROPS = "shoots", "drops"


@dataclass(frozen=True, slots=True, kw_only=True)
class Weapon:
    """A row of the weapon table (FW-010, FW-013).

    `price` is in build points, `damage` in damage points (0 where the table says special), `ammunition` in shots or
    charges, `reach` in squares. `bonus` is added to the roll to hit.
    """

    key: str
    name: str
    price: int
    damage: int
    ammunition: int
    reach: int
    bonus: int
    mounts: tuple[str, ...]
    use: str

    @property
    def is_dropper(self) -> bool:
        """Whether it drops markers on the track instead of shooting (FW-060)."""
        return self.use == DROPS

    @property
    def is_laser(self) -> bool:
        """Whether it is a laser, which rain weakens (FW-037). Only lasers have unlimited ammunition."""
        return self.ammunition == UNLIMITED


def _row(  # noqa: PLR0917 - the printed columns in their order
    key: str,
    name: str,
    price: int,
    damage: int,
    ammunition: int,
    reach: int,
    bonus: int,
    mounts: tuple[str, ...],
    use: str = SHOOTS,
) -> Weapon:
    return Weapon(
        key=key,
        name=name,
        price=price,
        damage=damage,
        ammunition=ammunition,
        reach=reach,
        bonus=bonus,
        mounts=mounts,
        use=use,
    )


# The columns are price, damage, ammunition, range, bonus and mounts (FW-010).
WEAPONS: Mapping[str, Weapon] = {
    weapon.key: weapon
    for weapon in (
        _row("mg", "machine gun", 2, 1, 10, 12, 0, MOUNTS),
        _row("vulcan", "Vulcan", 4, 2, 10, 15, 1, MOUNTS),
        _row("laser", "laser", 4, 2, UNLIMITED, 20, 0, MOUNTS),
        _row("heavy_laser", "heavy laser", 6, 3, UNLIMITED, 20, 0, MOUNTS),
        _row("flamethrower", "flamethrower", 2, 1, 10, 4, 2, SIDES_AND_REAR),
        _row("cannon", "cannon", 5, 4, 5, 12, 0, MOUNTS),
        _row("missile", "missile", 2, 2, 1, 18, 1, MOUNTS),
        _row("mines", "mine dropper", 2, 0, 5, 1, 0, SIDES_AND_REAR, DROPS),
        _row("spikes", "spike dropper", 2, 0, 5, 1, 0, SIDES_AND_REAR, DROPS),
        _row("oil", "oil dropper", 1, 0, 10, 1, 0, SIDES_AND_REAR, DROPS),
        _row("smoke", "smoke dropper", 1, 0, 10, 1, 0, SIDES_AND_REAR, DROPS),
    )
}
"""Every weapon by its key (FW-010 to FW-012)."""
HEAVY_MG = replace(WEAPONS["mg"], price=3, damage=2)
"""The machine gun as the other reading of its row has it (FW-011)."""

TURRET, SMALL_TURRET, COMPUTER, BUMPER = "turret", "small_turret", "computer", "bumper"
EQUIPMENT: Mapping[str, int] = {TURRET: 2, SMALL_TURRET: 1, COMPUTER: 2, BUMPER: 3}
"""The price of each item of special equipment in build points (FW-020)."""
LINK_PRICE = 1
"""The price of linking two weapons, in build points (FW-020, FW-023)."""
TURRET_HOLDS: Mapping[str, int] = {TURRET: 4, SMALL_TURRET: 2}
"""How many build points of weapons each turret has room for (FW-022)."""
COMPUTER_BONUS = 2
"""What a targeting computer adds to each roll to hit (FW-024)."""


@cache
def weapon_table(*, heavy_mg: bool = False, mines_price: int = 2) -> Mapping[str, Weapon]:
    """The weapons under the house rules for the two unreadable cells of the printed table (FW-011, FW-012)."""
    mg = HEAVY_MG if heavy_mg else WEAPONS["mg"]
    return {**WEAPONS, "mg": mg, "mines": replace(WEAPONS["mines"], price=mines_price)}
