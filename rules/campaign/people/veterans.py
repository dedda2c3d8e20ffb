"""Veterans: hiring them again, releasing them, and retiring them. Rules DM-C-012, DM-C-062, DM-C-063, DM-C-135,
DM-C-159.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.core.command import Command, Giver, Reader, command, open_steps
from rules.campaign.core.facts import BookedFact, Fact, fact
from rules.campaign.core.locks_and_shops import refuse_locked
from rules.campaign.core.sealed_line_ups import sealed_line_ups
from rules.campaign.core.season_steps import reach_step
from rules.campaign.core.state import Contract, Driver, DriverNotOnRoster, Season
from rules.campaign.garage.stores import return_equipment
from rules.campaign.money.account import book_amount, refuse_unpayable
from rules.campaign.money.prices import veteran_fee
from rules.campaign.people.hiring import refuse_hiring_closed, refuse_roster_full
from rules.core.dice import Dice
from rules.core.refusals import Refusal
from rules.core.terms import Credits, DriverId, FranchiseId


class DriverNotReserved(Refusal):
    """Only the franchise that protected or drafted a veteran may hire them for the season (DM-C-062)."""


class DriverNotFree(Refusal):
    """Between matches, only a driver who has no contract and is not retired can be hired (DM-C-063)."""


class LineUpSealed(Refusal):
    """The driver may be in a line-up that is sealed from the person, so they cannot be released now."""


class DriverLinedUp(Refusal):
    """The driver is in a line-up, so they cannot be released."""


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class VeteranHired(BookedFact):
    """A veteran signed for the season, at a fee by their level now (DM-C-062)."""

    says = "{franchise} hired {driver}, a veteran of level {level}, for {fee}."
    driver: DriverId
    level: int
    fee: Credits


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class DriverReleased(Fact):
    """A franchise let a driver go, without a refund (DM-C-063)."""

    says = "{franchise} released {driver}."
    franchise: FranchiseId
    driver: DriverId


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class DriverRetired(Fact):
    """A driver left the sport for good; `franchise` is the one they drove for, empty if none."""

    says = "{driver} retired from the sport."
    franchise: FranchiseId
    driver: DriverId


def rehire_fee(season: Season, contract: Contract | None, *, level: int) -> Credits:
    """The fee of a veteran of that level, in credits; 0 for a draft pick where a house rule says so (DM-C-062)."""
    drafted = contract is not None and contract.origin == "draft"
    if drafted and not season.setting("draft.pick_pays_veteran_fee"):
        return Credits(0)
    return veteran_fee(level=level)


def retire_driver(season: Season, driver: Driver, *, rule: str) -> list[Fact]:
    """Retire a driver. Their contract ends, and their equipment stays with the franchise (DM-C-012, DM-C-135)."""
    contract = season.contracts.pop(driver.id, None)
    franchise = contract.franchise if contract else ""
    driver.availability = "retired"
    return [
        *return_equipment(season, driver),
        DriverRetired(rule=rule, franchise=FranchiseId(franchise), driver=DriverId(driver.id)),
    ]


@command(steps=("S1", "M"), by=Giver.OWNER)
@dataclass(frozen=True, slots=True, kw_only=True)
class HireVeteran(Command):
    """Hire a veteran whom the franchise protected or drafted, for the season, at 50k and 2k per level (DM-C-062)."""

    franchise: FranchiseId
    driver: DriverId

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `HiringClosed`, `DriverNotReserved`, `DriverNotFree`, `RosterFull` or `BalanceTooLow`."""
        franchise, driver = season.franchise(self.franchise), season.driver(self.driver)
        refuse_hiring_closed(season, franchise.id, switch="hire.midseason")
        contract = season.contracts.get(driver.id)
        if "S1" in open_steps(season):
            if contract is None or contract.franchise != franchise.id or contract.phase != "reserved":
                raise DriverNotReserved(
                    f"{driver.id} is not reserved for {franchise.id}: hire one it protected or drafted."
                )
        elif contract is not None or driver.availability == "retired":
            raise DriverNotFree(f"{driver.id} is under contract or retired: hire one who was released.")
        refuse_roster_full(season, franchise.id)
        fee = rehire_fee(season, contract, level=driver.level)
        refuse_unpayable(franchise, price=fee, what=f"a veteran of level {driver.level}")
        origin = contract.origin if contract else "veteran"
        season.contracts[driver.id] = Contract(id=driver.id, franchise=franchise.id, fee=fee, origin=origin)
        moved = book_amount(franchise, amount=-fee)
        return [VeteranHired(rule="DM-C-062", **moved, driver=self.driver, level=driver.level, fee=fee)]


@command(steps=("S1", "S2", "S3", "M"), by=Giver.OWNER)
@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseDriver(Command):
    """Let a driver go, without a refund; they may be drafted when the season ends (DM-C-063)."""

    franchise: FranchiseId
    driver: DriverId

    def refuse_if_sealed(self, season: Season, reader: Reader) -> None:
        """Raise `LineUpSealed` while a line-up of the franchise, not a forfeited one, is sealed from the reader."""
        for line_up in sealed_line_ups(season, reader=reader, now=season):
            if line_up.franchise == self.franchise and not line_up.forfeited:
                raise LineUpSealed(
                    f"{self.franchise} named a line-up for {line_up.match} that is sealed from you, and nobody is "
                    "released on its behalf before that match is settled: leave it to its owner."
                )

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `LockedForMatch`, `DriverNotOnRoster` or `DriverLinedUp`."""
        franchise, driver = season.franchise(self.franchise), season.driver(self.driver)
        contract = season.contracts.get(driver.id)
        if contract is None or contract.franchise != franchise.id:
            raise DriverNotOnRoster(f"{driver.id} is not under contract with {franchise.id}: release one who is.")
        refuse_locked(season, franchise.id)
        for seat in season.seats.values():
            if driver.id in (seat.driver, seat.gunner):
                raise DriverLinedUp(f"{driver.id} is lined up in {seat.car}: name a line-up without him first.")
        del season.contracts[driver.id]
        released = DriverReleased(rule="DM-C-063", franchise=self.franchise, driver=self.driver)
        return [*return_equipment(season, driver), released]


@command(steps=("E3",), by=Giver.COMMISSIONER)
@dataclass(frozen=True, slots=True, kw_only=True)
class RetireDrivers(Command):
    """Retire every driver who was marked for it, whether they have a contract or not (DM-C-159)."""

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises nothing: who must retire was decided during the season."""
        facts: list[Fact] = []
        for driver in season.all_drivers():
            if driver.retiring and driver.availability != "retired":
                facts += retire_driver(season, driver, rule="DM-C-159")
        return [*facts, reach_step(season, "E4")]
