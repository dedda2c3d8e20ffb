"""Whether a car gains speed: its rating and the band of its speed. Rules DM-M-031, DM-M-044 to DM-M-046."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.tables import band
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState

BANDS_UP_TO: Mapping[int, tuple[int, ...]] = {
    1: (2, 3, 4, 5, 6, 7, 8),
    0: (2, 4, 6, 8, 10, 12, 14),
    -1: (4, 8, 12, 16, 20, 24, 28),
}
"""The last speed of each band of the speed chart, by gearing. There is no acceleration beyond the last one
(DM-M-045).
"""
BAND_MODIFIERS = (2, 1, 0, -1, -2, -3, -4)
"""What each band adds to the acceleration rating. A car at rest uses the first (DM-M-045)."""
DRIVETRAIN = "drivetrain"


def rating(play: Match, car: CarState) -> int:
    """Return a car's acceleration rating, with devices and gearing, less 1 for each drivetrain hit (DM-M-031)."""
    return play.fits[car.id].acceleration - sum(critical.effect == DRIVETRAIN for critical in car.criticals)


def band_modifier(*, speed: int, gearing: int) -> int | None:
    """Return what a speed adds to the rating with that gearing, or None past the chart, where no attempt is possible
    (DM-M-045).
    """
    row = band(speed, BANDS_UP_TO[gearing])
    return BAND_MODIFIERS[row] if row < len(BAND_MODIFIERS) else None


def needed_to_accelerate(play: Match, car: CarState) -> int | None:
    """Return the highest face that gains 1 speed, or None past the end of the chart (DM-M-044, DM-M-045).

    It includes a fuel point's boost that still applies (DM-M-046).
    """
    looked_up = car.speed + play.settings.band_uses_target_speed
    modifier = band_modifier(speed=looked_up, gearing=play.fits[car.id].gearing)
    return None if modifier is None else rating(play, car) + modifier + car.boosted
