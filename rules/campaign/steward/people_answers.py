"""Answers on drivers and staff: whom to hire, what to learn, whom to cure.

Rules DM-C-018, DM-C-057, DM-C-060 to DM-C-064.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.campaign.core.command import Command
from rules.campaign.core.state import Driver
from rules.campaign.money.prices import ROOKIE_K, STAFF_K
from rules.campaign.people.hiring import AcknowledgeShortRoster, HireRookie
from rules.campaign.people.medical_devices import CURES, UseMedicalDevice
from rules.campaign.people.quirks import LOWERED_TRAITS, penalty
from rules.campaign.people.staff import HireStaff
from rules.campaign.people.trait_choice import ChooseTrait
from rules.campaign.people.traits import base_trait
from rules.campaign.people.veterans import HireVeteran, rehire_fee
from rules.campaign.steward.answer_builder import AnswerBuilder
from rules.campaign.steward.necessities import drivers_short
from rules.core.terms import DriverId, ItemId, K, Trait

ROOKIE_WORTH = 12
"""Four traits of 3."""


def driver_worth(driver: Driver) -> int:
    """What a driver is worth for the time to come: traits with their quirks, and talents; fatigue passes."""
    traits = driver.driving + driver.gunnery + driver.initiative + driver.toughness
    lost = sum(penalty(quirk, count) for quirk, count in driver.quirks.items() if count and quirk in LOWERED_TRAITS)
    return traits - lost + len(driver.talents)


def drivers_by_worth(drivers: Iterable[Driver]) -> list[Driver]:
    """Drivers by what they are worth, then by experience, then by id."""
    return sorted(drivers, key=lambda each: (-driver_worth(each), -each.xp, each.id))


def hire_drivers(desk: AnswerBuilder) -> None:
    """Sign veterans who are worth their fee, then rookies, up to the roster wanted."""
    season = desk.season
    for veteran in drivers_by_worth(season.reserved_drivers(desk.id)):
        fee = rehire_fee(season, season.contracts[veteran.id], level=veteran.level)
        if driver_worth(veteran) >= ROOKIE_WORTH:
            _sign(desk, HireVeteran(franchise=desk.id, driver=DriverId(veteran.id)), fee=fee)
    while _sign(desk, HireRookie(franchise=desk.id, driver=DriverId(desk.new_id("d"))), fee=ROOKIE_K * K):
        pass


def _sign(desk: AnswerBuilder, command: Command, *, fee: int) -> bool:
    """Hire the lacking before any car, since cars are sold after every match too; then while money is to spare."""
    if drivers_short(desk.season, desk.id):
        return desk.try_command(command)
    wanted = len(desk.season.roster(desk.id)) < desk.orders.roster
    affordable = fee <= min(desk.orders.driver_k * K, desk.spendable())
    return wanted and affordable and desk.try_command(command)


def hire_staff(desk: AnswerBuilder) -> None:
    """Hire the best staff up to the rating wanted that can be had and paid."""
    for rating in range(desk.orders.staff_rating, desk.franchise.staff_rating, -1):
        price_k = STAFF_K[rating]
        affordable = price_k <= desk.orders.staff_k and price_k * K <= desk.spendable()
        if affordable and desk.try_command(HireStaff(franchise=desk.id, rating=rating)):
            return


def acknowledge_short_roster(desk: AnswerBuilder) -> None:
    """Say that a short roster is known, where that is asked."""
    season = desk.season
    least = season.number_setting("roster.min")
    is_short = len(season.roster(desk.id)) < least  # no mutant: of a roster that is not, the command is refused
    if is_short and not desk.franchise.short_roster_known:
        desk.try_command(AcknowledgeShortRoster(franchise=desk.id))


def choose_traits(desk: AnswerBuilder) -> None:
    """Place every trait point that waits: on the lowest of the traits wanted, the first of them when level."""
    traits = desk.orders.traits or list(Trait)
    for driver in desk.season.roster(desk.id):
        for _ in range(driver.trait_choices):
            lowest = min(traits, key=lambda trait: base_trait(driver, trait))
            desk.try_command(ChooseTrait(franchise=desk.id, driver=DriverId(driver.id), trait=lowest))


def use_medical_devices(desk: AnswerBuilder) -> None:
    """Use every artificial part on whoever needs it most: second occurrences first, then the better drivers."""
    if not desk.orders.medical:
        return
    for item in desk.season.stores(desk.id):
        for driver, quirk in curable_quirks(desk, item.kind):
            if desk.try_command(
                UseMedicalDevice(franchise=desk.id, item=ItemId(item.id), driver=DriverId(driver.id), quirk=quirk)
            ):
                break


def curable_quirks(desk: AnswerBuilder, kind: str) -> list[tuple[Driver, str]]:
    """Who has a quirk which that kind of device corrects, the most afflicted first, and the quirk."""
    found = [
        (driver, quirk)
        for driver in desk.season.roster(desk.id)
        for quirk in CURES.get(kind, ())
        if driver.quirks.get(quirk)
    ]
    return sorted(found, key=lambda each: (-each[0].quirks[each[1]], -driver_worth(each[0]), each[0].id))
