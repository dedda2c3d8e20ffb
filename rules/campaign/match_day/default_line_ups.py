"""The default line-up of an owner who misses their deadline. Rules: annex a, M3."""

from __future__ import annotations

from rules.campaign.core.state import Driver, Season
from rules.campaign.match_day.duel_entries import first_who_may_enter
from rules.campaign.match_day.line_ups import NameLineUp, SeatPlan
from rules.campaign.people.traits import all_effective_traits, trait_cap
from rules.core.terms import CarId, DriverId, FranchiseId, MatchId


def default_line_up(season: Season, *, match: MatchId, franchise: FranchiseId) -> NameLineUp:
    """The best available drivers in the first cars, for an owner who misses their deadline (annex a, M3).

    Drivers rank by the sum of their effective traits, then by experience. Gunners' seats stay empty. In a duel, cars
    and drivers are left out that may not enter it.
    """
    cap = trait_cap(season)

    def worth(driver: Driver) -> tuple[int, int, str]:
        return -sum(trait.value for trait in all_effective_traits(driver, cap=cap)), -driver.xp, driver.id

    cars = [car for car in season.garage(franchise) if not (car.destroyed or car.broken)]
    # Only available drivers may be fielded (DM-C-012).
    available = sorted(
        (driver for driver in season.roster(franchise) if driver.availability == "available"), key=worth
    )
    waiting, seats = [driver.id for driver in available], list[SeatPlan]()
    line_up, most = season.line_up(match, franchise), season.match(match).vehicles_per_team
    for car in cars:
        if len(seats) == most:
            break
        if driver := first_who_may_enter(season, line_up, car, waiting):
            waiting.remove(driver)
            seats.append(SeatPlan(car=CarId(car.id), driver=DriverId(driver)))
    return NameLineUp(franchise=franchise, match=match, seats=seats)
