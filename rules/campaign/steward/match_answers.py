"""Answers around a match: its line-up, and repairs of cars after it. Rules DM-C-012, DM-C-064, DM-C-065,
DM-C-079, DM-C-080, DM-C-089, DM-C-095, DM-C-101.
"""

from __future__ import annotations

from rules.campaign.core.state import Car, Driver, LineUp
from rules.campaign.match_day.duel_entries import first_who_may_enter, may_have_gunner
from rules.campaign.match_day.line_ups import NameLineUp, SeatPlan
from rules.campaign.match_day.repairs import DecideRepairs, damaged_cars, destroyed_cars
from rules.campaign.money.prices import MATCH_MECHANIC_K, repair_price, replacement_price
from rules.campaign.people.staff import HireMatchMechanic
from rules.campaign.sponsors.kinds import effect_count, repair_amount, replacement_amount
from rules.campaign.steward.answer_builder import AnswerBuilder
from rules.campaign.steward.car_answers import cars_by_preference, fit_out
from rules.campaign.steward.people_answers import driver_worth
from rules.core.terms import CarId, DriverId, K, MatchId


def name_line_up(desk: AnswerBuilder, line_up: LineUp) -> None:
    """Line up the preferred cars with the preferred drivers, tired ones last, and spare drivers as gunners."""
    fit_out(desk)
    match = desk.season.match(line_up.match)
    id = MatchId(match.id)
    if desk.orders.match_mechanic and desk.spendable() >= MATCH_MECHANIC_K * K:
        desk.try_command(HireMatchMechanic(franchise=desk.id, match=id))
    drivers = _available_drivers(desk)
    cars = [car for car in cars_by_preference(desk) if not (car.destroyed or car.broken)]
    waiting, seats = [driver.id for driver in drivers], list[tuple[Car, str]]()
    for car in cars:
        if len(seats) < match.vehicles_per_team and (
            driver := first_who_may_enter(desk.season, line_up, car, waiting)
        ):
            waiting.remove(driver)
            seats.append((car, driver))
    spare = [driver.id for driver in drivers if driver.id in waiting and not _is_tired(desk, driver)]
    plans = []
    for car, driver in seats:
        gunner = spare[0] if desk.orders.gunners and spare and car.gunner_station else ""
        if gunner and may_have_gunner(desk.season, line_up, car, driver=driver, gunner=gunner):
            spare.remove(gunner)
        else:
            gunner = ""
        plans.append(SeatPlan(car=CarId(car.id), driver=DriverId(driver), gunner=DriverId(gunner)))
    desk.try_command(NameLineUp(franchise=desk.id, match=id, seats=plans))


def _available_drivers(desk: AnswerBuilder) -> list[Driver]:
    named = {id: place for place, id in enumerate(desk.orders.drivers)}
    return sorted(
        (driver for driver in desk.season.roster(desk.id) if driver.availability == "available"),
        key=lambda driver: (
            _is_tired(desk, driver),
            named.get(driver.id, len(named)),
            len(driver.fatigue) - driver_worth(driver),
            driver.id,
        ),
    )


def _is_tired(desk: AnswerBuilder, driver: Driver) -> bool:
    return 0 < desk.orders.rest_at <= len(driver.fatigue)


def decide_repairs(desk: AnswerBuilder, line_up: LineUp) -> None:
    """Give up destroyed cars that are too expensive to replace, as far as the garage stays large enough.

    Damaged cars are repaired if that is not too expensive.
    """
    season = desk.season
    spare = len(season.garage(desk.id)) - season.number_setting("garage.min")
    expensive = [
        car for car in destroyed_cars(season, desk.id) if _replacement_bill(desk, car) > desk.orders.replace_k * K
    ]
    repaired = [car for car in damaged_cars(season, desk.id) if _repair_bill(desk, car) <= desk.orders.repair_k * K]
    desk.try_command(
        DecideRepairs(
            franchise=desk.id,
            match=MatchId(line_up.match),
            give_up=[CarId(car.id) for car in expensive[: max(0, spare)]],
            repair=[CarId(car.id) for car in repaired],
        )
    )


def _replacement_bill(desk: AnswerBuilder, car: Car) -> int:
    return replacement_amount(
        listed=replacement_price(overhead=car.overhead), insured=effect_count(desk.season, desk.id, "insurance")
    )


def _repair_bill(desk: AnswerBuilder, car: Car) -> int:
    return repair_amount(
        listed=repair_price(criticals=car.criticals, overhead=car.overhead),
        overhead=car.overhead,
        mechanic_shop=effect_count(desk.season, desk.id, "mechanic_shop"),
    )
