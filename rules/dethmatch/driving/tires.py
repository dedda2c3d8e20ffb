"""The tire table, and what firepower adds to a roll on it. Rule DM-M-111."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.tables import band
from rules.match.item_types import Firepower

TIRE_TABLE_UP_TO = (5, 7)
"""The last totals of the tire table's first two rows. The third row is 8 and more (DM-M-111)."""
TIRE_TABLE_DAMAGE = (0, 1, 2)
"""The damage of each row of the tire table (DM-M-111)."""
FIREPOWER_ON_TIRES: Mapping[int, int] = {0: 0, 2: 1, 3: 2, 6: 2}
"""What firepower adds to the roll, by the sides of its die. A bomb's d6 adds as much as a d3 (DM-M-111)."""


def tire_points(total: int) -> int:
    """Return the tire damage for a total on the tire table (DM-M-111)."""
    return TIRE_TABLE_DAMAGE[band(total, TIRE_TABLE_UP_TO)]


def firepower_bonus(firepower: Firepower) -> int:
    """Return what firepower adds to the tire roll, by its die only (DM-M-111)."""
    return FIREPOWER_ON_TIRES[firepower.sides]
