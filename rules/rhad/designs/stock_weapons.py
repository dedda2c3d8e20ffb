"""The weapons of stock designs, by the kind of campaign item each stands for. Rules RH-085, RH-094.

The figures are the league's (ruling under RH-085). Items that drop something, launch smoke or burn have no
counterpart.
"""

from __future__ import annotations

from rules.match.catalog import WEAPON_KINDS
from rules.rhad.designs.design import Weapon


def _line(kind: str, to_hit: int, damage: str, shots: int | None, dp: int) -> Weapon:
    """A row of the table, mounted at the front."""
    return Weapon(
        name=WEAPON_KINDS[kind].name, kind=kind, mount="front", to_hit=to_hit, damage=damage, shots=shots, dp=dp
    )


_ROWS = (
    # kind, to hit, damage, shots, points
    _line("machinegun", 7, "1d", 20, 3),
    _line("heavy_machinegun", 7, "1d+1", 20, 4),
    _line("recoilless_rifle", 8, "2d", 12, 4),
    _line("heavy_recoilless_rifle", 8, "3d", 10, 5),
    _line("at_rifle", 8, "2d+1", 12, 4),
    _line("heavy_at_rifle", 8, "3d+1", 10, 5),
    _line("light_rockets", 9, "1d+1", 8, 2),
    _line("rockets", 9, "2d", 8, 2),
    _line("heavy_rockets", 9, "3d", 6, 2),
    _line("autocannon", 7, "2d", 10, 4),
    _line("at_gun", 8, "4d", 8, 5),
    _line("vulcan_gun", 6, "1d+2", 20, 4),
    _line("cluster_rockets", 8, "2d", 6, 2),
    _line("heavy_cluster_rockets", 8, "2d+2", 6, 2),
    _line("anti_tank_guided_missile", 6, "5d", 1, 2),
    _line("laser", 6, "2d", None, 3),
    _line("twin_heavy_machineguns", 6, "1d+2", 24, 5),
    _line("dual_recoilless_rifle", 7, "2d+1", 12, 5),
    _line("railgun", 8, "5d", 6, 5),
    _line("pulsed_laser", 6, "2d+1", None, 4),
    _line("bomb_launcher", 9, "4d", 6, 4),
    _line("heat_seeking_rockets", 7, "2d", 6, 2),
)
WEAPON_BY_KIND: dict[str, Weapon] = {weapon.kind: weapon for weapon in _ROWS}
"""A weapon with a front mount for each kind of item that shoots (ruling under RH-085)."""
COUNTERPARTS = {kind: kind for kind in WEAPON_BY_KIND}
"""The weapon key of each kind of item, for `rules.match.counterparts` (RH-094)."""
