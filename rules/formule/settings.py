"""The settings of a race, as attributes: the printed game and its house rules.

Rules FW-001, FW-002, FW-011, FW-012, FW-023, FW-031 to FW-033, FW-035 to FW-037, FW-052, FW-060, FW-063, FW-065,
FW-095, FW-105, FW-106, FW-112, FW-122, FW-126 to FW-130, FW-150.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.core.switches import Setting, read_settings
from rules.formule.switches import SWITCHES
from rules.formule.weapons import Weapon, weapon_table

NAMESPACE = "formule."
HEAVY_ROW = "3/2"
SWITCHES_BY_NAME = {switch.name: switch for switch in SWITCHES}


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Every house rule with its default. The switch `formule.x` is the attribute `x`."""

    build_points: int = 35
    min_characteristic: int = 1
    max_tires: int = 0
    mg_row: str = "2/1"
    mines_price: int = 2
    link_mode: str = "two_rolls"
    actions_per_turn: int = 1
    sight: str = "neighbor"
    natural_20_hits: bool = False
    gear6_mods: str = "-3 -1"
    corner_mod_timing: str = "shot"
    laser_temp_rain: bool = True
    overflow: str = "per_point"
    drop_any_square: bool = False
    mine_tire_elimination: bool = False
    oil_lookup: str = "total"
    side_rounding: str = "down"
    side_min_applies_to_zero: bool = False
    pole: str = "lowest"
    fire_from_lap: int = 1
    zero_tire_one_square_spin: bool = False
    blocked_fallback: str = "tires"
    zero_engine_out: bool = True
    slipstream: bool = True
    laps: int = 2
    rain_overshoot_extra: bool = False
    pits: bool = False
    points: str = "10 8 6 5 4 3 2 1"
    kill_points: int = 0

    @property
    def weapons(self) -> Mapping[str, Weapon]:
        """The weapon table under these house rules (FW-011, FW-012)."""
        return weapon_table(heavy_mg=self.mg_row == HEAVY_ROW, mines_price=self.mines_price)

    @property
    def points_by_place(self) -> tuple[int, ...]:
        """The points of each place, the first place first (FW-150)."""
        return tuple(map(int, self.points.split()))


def settings_of(given: Mapping[str, Setting]) -> Settings:
    """Read the settings of a match from its switches; those of other books are ignored.

    Raises `Unknown` for a switch in this book's namespace that does not exist, and `Malformed` for a bad value.
    """
    return read_settings(Settings, given, SWITCHES_BY_NAME, title="Formule Wars", namespace=NAMESPACE)
