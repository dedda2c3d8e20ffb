"""The handling that maneuvers cost: turns with their surcharges, drifts, the bootlegger, and the turning key. Rules
RH-006, RH-010 to RH-015.

Rulings under RH-006: the turning key is also laid along the hex sides, so its scale only changes prices. These are
those of the host game: one point for every 15 degrees, 1 for a light and 3 for a steep drift, and 7 for a bootlegger.
"""

from __future__ import annotations

TURN_D_PER_SIDE = 3
"""The D-value of each side turned (RH-010)."""
SURCHARGE = 1
"""The D-value added to turns but not to drifts (RH-011)."""
STEEP_DRIFT_D = 3
"""The D-value of a drift of a full lane (RH-012)."""
BOOTLEGGER_D = 7
"""The D-value of a bootlegger (RH-014)."""
KEY_PER_SIDE = 4
"""The D-value of 60 degrees by the turning key (RH-006)."""
KEY_LIGHT_DRIFT = 1
"""The D-value of a light drift by the turning key (RH-006, RH-013)."""


def turn_d(sides: int, *, surcharges: int) -> int:
    """The D-value of a turn of that many sides with that many surcharges (RH-010, RH-011)."""
    return sides * TURN_D_PER_SIDE + surcharges * SURCHARGE


def turn_d_by_key(sides: int) -> int:
    """The D-value of a turn of that many sides by the turning key, which has no surcharge (RH-006)."""
    return sides * KEY_PER_SIDE
