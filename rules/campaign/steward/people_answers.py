"""Answers on drivers and staff: hiring, trait points, and medical devices.

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
"""The worth of a rookie, who has four traits of 3."""


def driver_worth(driver: Driver) -> int:
    """A driver's lasting worth: traits less what quirks take off, plus talents. Fatigue passes and is left out."""
    traits = driver.driving + driver.gunnery + driver.initiative + driver.toughness
    lost = sum(penalty(quirk, count) for quirk, count in driver.quirks.items() if count and quirk in LOWERED_TRAITS)
    return traits - lost + len(driver.talents)


def drivers_by_worth(drivers: Iterable[Driver]) -> list[Driver]:
    """Drivers by worth, best first, then by experience, then by id."""
    return sorted(drivers, key=lambda driver: (-driver_worth(driver), -driver.xp, driver.id))


def hire_drivers(desk: AnswerBuilder) -> None:
    """Sign veterans who are at least worth a rookie, then rookies, up to the wanted roster."""
    season = desk.season
    for veteran in drivers_by_worth(season.reserved_drivers(desk.id)):
        fee = rehire_fee(season, season.contracts[veteran.id], level=veteran.level)
        if driver_worth(veteran) >= ROOKIE_WORTH:
            _sign(desk, HireVeteran(franchise=desk.id, driver=DriverId(veteran.id)), fee=fee)
    while _sign(desk, HireRookie(franchise=desk.id, driver=DriverId(desk.new_id("d"))), fee=ROOKIE_K * K):
        pass


def _sign(desk: AnswerBuilder, command: Command, *, fee: int) -> bool:
    """Hire a driver: one that is lacking whatever the caps say, another if it is wanted and affordable.

    Lacking drivers come before cars, since cars can be bought after every match too.
    """
    if drivers_short(desk.season, desk.id):
        return desk.try_command(command)
    wanted = len(desk.season.roster(desk.id)) < desk.orders.roster
    affordable = fee <= min(desk.orders.driver_k * K, desk.spendable())
    return wanted and affordable and desk.try_command(command)


def hire_staff(desk: AnswerBuilder) -> None:
    """Hire the best staff, up to the wanted rating, that can be hired and paid."""
    for rating in range(desk.orders.staff_rating, desk.franchise.staff_rating, -1):
        price_k = STAFF_K[rating]
        affordable = price_k <= desk.orders.staff_k and price_k * K <= desk.spendable()
        if affordable and desk.try_command(HireStaff(franchise=desk.id, rating=rating)):
            return


def acknowledge_short_roster(desk: AnswerBuilder) -> None:
    """Acknowledge a short roster, unless that has been done."""
    season = desk.season
    least = season.number_setting("roster.min")
    is_short = len(season.roster(desk.id)) < least  # no mutant: the command is refused otherwise
    if is_short and not desk.franchise.short_roster_known:
        desk.try_command(AcknowledgeShortRoster(franchise=desk.id))


def choose_traits(desk: AnswerBuilder) -> None:
    """Spend every trait point to choose: on the lowest of the wanted traits, the first of them if level."""
    traits = desk.orders.traits or list(Trait)
    for driver in desk.season.roster(desk.id):
        for _ in range(driver.trait_choices):
            lowest = min(traits, key=lambda trait: base_trait(driver, trait))
            desk.try_command(ChooseTrait(franchise=desk.id, driver=DriverId(driver.id), trait=lowest))


def use_medical_devices(desk: AnswerBuilder) -> None:
    """Use every artificial part on the driver who needs it most: second occurrences first, then better drivers."""
    if not desk.orders.medical:
        return
    for item in desk.season.stores(desk.id):
        for driver, quirk in curable_quirks(desk, item.kind):
            if desk.try_command(
                UseMedicalDevice(franchise=desk.id, item=ItemId(item.id), driver=DriverId(driver.id), quirk=quirk)
            ):
                break


def curable_quirks(desk: AnswerBuilder, kind: str) -> list[tuple[Driver, str]]:
    """Drivers with a quirk that the kind of device corrects, the most afflicted first, each with the quirk."""
    pairs = [
        (driver, quirk)
        for driver in desk.season.roster(desk.id)
        for quirk in CURES.get(kind, ())
        if driver.quirks.get(quirk)
    ]
    return sorted(pairs, key=lambda pair: (-pair[0].quirks[pair[1]], -driver_worth(pair[0]), pair[0].id))
