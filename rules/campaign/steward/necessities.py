"""The cars and drivers that a season cannot go on without. Rules DM-C-060, DM-C-065, DM-C-089."""

from __future__ import annotations

from rules.campaign.core.command import open_steps
from rules.campaign.core.state import Season
from rules.campaign.garage.cars import new_car_price
from rules.campaign.money.prices import ROOKIE_K
from rules.core.terms import K


def cars_short(season: Season, franchise: str) -> int:
    """How many cars a franchise lacks for the smallest garage allowed."""
    return max(0, season.number_setting("garage.min") - len(season.garage(franchise)))


def drivers_short(season: Season, franchise: str) -> int:
    """How many drivers a franchise lacks: for the minimum roster if it is enforced, else for a full line-up."""
    least = season.number_setting("roster.min")
    if not season.setting("roster.min_enforced"):
        least = min(least, season.number_setting("match.vehicles_per_team"), season.number_setting("roster.max"))
    return max(0, least - len(season.roster(franchise)))


def may_hire(season: Season) -> bool:
    """Whether rookies can be hired at all: in the hiring step, or between matches by house rule (DM-C-063)."""
    midseason = bool(season.setting("hire.midseason"))
    if "S1" in open_steps(season):
        return midseason or not season.rounds_before
    return season.step == "M" and midseason


def credits_needed_for_cars(season: Season, franchise: str) -> int:
    """Credits for the cars that a franchise lacks."""
    return cars_short(season, franchise) * new_car_price(season, franchise)


def credits_needed_for_drivers(season: Season, franchise: str) -> int:
    """Credits for the drivers that a franchise lacks; 0 if nobody can be hired."""
    return drivers_short(season, franchise) * ROOKIE_K * K if may_hire(season) else 0


def credits_needed(season: Season, franchise: str) -> int:
    """Credits a franchise must keep for the cars and drivers that it lacks."""
    return credits_needed_for_cars(season, franchise) + credits_needed_for_drivers(season, franchise)


def rookies_demanded(season: Season, franchise: str) -> int:
    """How many drivers a franchise must hire before hiring closes; 0 if a short roster is allowed (DM-C-060)."""
    enforced = "S1" in open_steps(season) and may_hire(season) and bool(season.setting("roster.min_enforced"))
    return drivers_short(season, franchise) if enforced else 0


def may_buy_missing_car(season: Season, franchise: str) -> bool:
    """Whether the garage is too small and another car can be paid, so that setup does not close (DM-C-065)."""
    short = "S2" in open_steps(season) and cars_short(season, franchise) > 0
    return short and season.franchise(franchise).balance >= new_car_price(season, franchise)


def round_counts(season: Season) -> tuple[int, int]:
    """How many rounds were announced so far, and how many the season has, at least 1 and at least as many."""
    announced = season.rounds_before + len(season.rounds)
    return announced, max(1, season.rounds_planned, announced)
