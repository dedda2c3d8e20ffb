"""Overloaded suspensions: whether a hazard breaks one, and what that does. Rules DM-M-033, DM-M-034."""

from __future__ import annotations

from rules.dethmatch.driving import loss_of_control
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState, CarStatus, Control

SAFE_BELOW = 7
"""The die and the hazard rating, with the step of the overload, must stay below this (DM-M-033)."""
BROKEN_HANDLING = -5
"""The handling of a car with a broken suspension, for the rest of the heat (DM-M-034)."""
POINTS_BELOW = 4
"""The points below -1 a broken suspension counts on the table of lost control (DM-M-034)."""


def breaks_on(step: int) -> int:
    """The least die and hazard rating together that break a suspension overloaded by that step (DM-M-033)."""
    return SAFE_BELOW - step


def strain(play: Match, car: CarState, rating: int) -> None:
    """Test an overloaded suspension against a hazard of that rating; every other one holds (DM-M-033)."""
    step = play.fits[car.id].overload
    if not step or car.broken or car.status is not CarStatus.RUNNING:
        return
    face = play.d6("overloaded suspension")
    broke = face + rating >= breaks_on(step)
    play.note("hazard", "DM-M-033", car, hazard="suspension", rating=rating, needed=breaks_on(step), broke=broke)
    if broke:
        break_suspension(play, car)


def break_suspension(play: Match, car: CarState) -> None:
    """Let a suspension break: a moving car loses control without a check, and keeps the worse of two losses
    (DM-M-034).

    Where another book's model holds the cars on the road, the handling that is left decides when the turn is over.
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
