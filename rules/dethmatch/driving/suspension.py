"""Overloaded suspensions: when a hazard breaks one, and what that does. Rules DM-M-033, DM-M-034."""

from __future__ import annotations

from rules.dethmatch.driving import loss_of_control
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState, CarStatus, Control

SAFE_BELOW = 7
"""The die, the hazard rating and the overload step together must stay below this (DM-M-033)."""
BROKEN_HANDLING = -5
"""The handling of a car with a broken suspension, for the rest of the heat (DM-M-034)."""
POINTS_BELOW = 4
"""The points below -1 that a broken suspension counts as on the loss of control table (DM-M-034)."""


def breaks_on(step: int) -> int:
    """Return the lowest sum of die and hazard rating that breaks a suspension overloaded by `step` (DM-M-033)."""
    return SAFE_BELOW - step


def strain(play: Match, car: CarState, rating: int) -> None:
    """Test an overloaded suspension against a hazard of that rating. Others cannot break (DM-M-033)."""
    step = play.fits[car.id].overload
    if not step or car.broken or car.status is not CarStatus.RUNNING:
        return
    face = play.d6("overloaded suspension")
    broke = face + rating >= breaks_on(step)
    play.note("hazard", "DM-M-033", car, hazard="suspension", rating=rating, needed=breaks_on(step), broke=broke)
    if broke:
        break_suspension(play, car)


def break_suspension(play: Match, car: CarState) -> None:
    """Break a suspension. A moving car loses control without a check, and keeps the worse of its old and new state
    (DM-M-034).

    With another book's handling model the car only loses its handling, and the model's check at the end of the turn
    decides.
    """
    before = car.handling
    car.broken, car.handling = True, BROKEN_HANDLING
    play.note(
        "handling",
        "DM-M-034",
        car,
        before={"handling": before, "broken": False},
        after={"handling": car.handling, "broken": True},
    )
    if car.speed and car.control is not Control.UNCONTROLLED and play.model_handling is None:
        loss_of_control.lose_control(play, car, below=POINTS_BELOW, worse_only=True)
