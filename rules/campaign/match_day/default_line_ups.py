"""The line-up that stands in for an owner past their deadline. Rules: annex a, M3."""

from __future__ import annotations

from rules.campaign.core.state import Driver, Season
from rules.campaign.match_day.line_ups import NameLineUp, SeatPlan
from rules.campaign.people.traits import all_effective_traits, trait_cap
from rules.core.terms import CarId, DriverId, FranchiseId, MatchId


def default_line_up(season: Season, *, match: MatchId, franchise: FranchiseId) -> NameLineUp:
    """What stands in for an owner past their deadline: the best available drivers in the first cars (annex a, M3).

    The best have the highest traits in effect in all, then the most experience; gunners' seats stay empty.
    """
    cap = trait_cap(season)

    def worth(driver: Driver) -> tuple[int, int, str]:
        return -sum(trait.value for trait in all_effective_traits(driver, cap=cap)), -driver.xp, driver.id

    cars = [each for each in season.garage(franchise) if not (each.destroyed or each.broken)]
    # Nobody else may be fielded (DM-C-012).
    able = sorted((each for each in season.roster(franchise) if each.availability == "available"), key=worth)
    places = zip(cars[: season.match(match).vehicles_per_team], able, strict=False)
    seats = [SeatPlan(car=CarId(car.id), driver=DriverId(driver.id)) for car, driver in places]
    return NameLineUp(franchise=franchise, match=match, seats=seats)
