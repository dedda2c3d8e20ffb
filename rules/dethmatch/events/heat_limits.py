"""Limits of every heat, and which cars can still act in it. Rules DM-M-110, DM-M-128, DM-M-138."""

from __future__ import annotations

from enum import StrEnum

from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import INTACT_STATUSES, NOWHERE, CarState, CarStatus, Control

MOST_TURNS = 120
"""The most turns of any heat (DM-M-128)."""


class EndReason(StrEnum):
    """Why a heat ends (DM-M-128, DM-M-136 to DM-M-138)."""

    LIMIT = "limit"
    """It has had all its turns."""
    WINNER = "winner"
    """The winner of a race finished some turns ago."""
    NOBODY_GOES_ON = "nobody goes on"
    """No car is driven any more, or every one of a race that is has finished."""
    ONE_TEAM = "one team"
    """At most one team has cars left."""
    NO_GAIN = "no gain"
    """No car can get anywhere or shoot at an enemy."""
    QUIET = "quiet"
    """Nobody has done anything for some turns."""


def arena_turns(play: Match) -> int:
    """Return the turns of an arena heat (DM-M-128)."""
    return min(play.settings.arena_turn_limit, MOST_TURNS)


def started_heat(play: Match, car: CarState) -> bool:
    """Whether a car was on the grid of this heat, by the heats of its driver."""
    return play.state.moment.heat in play.state.crew[car.driver].heats


def is_driven(play: Match, car: CarState) -> bool:
    """Whether a car is on the map, not destroyed, and has an able driver at the wheel."""
    return car.at != NOWHERE and car.status is CarStatus.RUNNING and play.driver(car) is not None


def is_under_control(play: Match, car: CarState) -> bool:
    """Whether a car is driven and not out of control (DM-M-069, DM-M-137)."""
    return car.control is Control.OK and is_driven(play, car)


def can_act(play: Match, car: CarState) -> bool:
    """Whether anybody aboard can act in this heat, at the wheel or at a gun (DM-M-138)."""
    intact = car.at != NOWHERE and car.status in INTACT_STATUSES
    return intact and (play.driver(car) is not None or play.gunner(car) is not None)


def enemies(play: Match, car: CarState) -> list[CarState]:
    """Return the driven cars of other teams, in the order of the setup."""
    return [other for other in play.state.cars.values() if other.team != car.team and is_driven(play, other)]
