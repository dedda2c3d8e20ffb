"""Whether a car gains speed: its rating and the band its speed is in. Rules DM-M-031, DM-M-044 to DM-M-046."""

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
"""The last speed of each row of the speed chart, by gearing; past the last row there is none (DM-M-045)."""
BAND_MODIFIERS = (2, 1, 0, -1, -2, -3, -4)
"""What each row of the chart does to the acceleration rating; a car at rest uses the first (DM-M-045)."""
DRIVETRAIN = "drivetrain"


def rating(play: Match, car: CarState) -> int:
    """The acceleration rating as the car is: devices and gearing in it, 1 less for each drivetrain hit (DM-M-031)."""
    return play.fits[car.id].acceleration - sum(critical.effect == DRIVETRAIN for critical in car.criticals)


def band_modifier(*, speed: int, gearing: int) -> int | None:
    """What a speed does to the rating with that gearing; None past the chart, where no attempt is made (DM-M-045)."""
    row = band(speed, BANDS_UP_TO[gearing])
    return BAND_MODIFIERS[row] if row < len(BAND_MODIFIERS) else None


def needed_to_accelerate(play: Match, car: CarState) -> int | None:
    """The face an attempt at 1 more speed must not exceed, or None when the chart ends here (DM-M-044, DM-M-045).

    A fuel point's boost that still holds is in it (DM-M-046).
    """
    looked_up = car.speed + play.settings.band_uses_target_speed
    modifier = band_modifier(speed=looked_up, gearing=play.fits[car.id].gearing)
    return None if modifier is None else rating(play, car) + modifier + car.boosted
