"""Hiring drivers, and the limits of a roster. Rules DM-C-009, DM-C-060, DM-C-061, DM-C-063."""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.core.command import Command, Giver, command, open_steps
from rules.campaign.core.facts import BookedFact, Fact, fact
from rules.campaign.core.locks_and_shops import refuse_no_shopping
from rules.campaign.core.names import clean_legible_name, clean_new_id
from rules.campaign.core.state import Contract, Driver, Season
from rules.campaign.money.account import book_amount, refuse_unpayable
from rules.campaign.money.prices import ROOKIE_K
from rules.core.dice import Dice
from rules.core.refusals import Refusal
from rules.core.terms import Credits, DriverId, FranchiseId, K


class HiringClosed(Refusal):
    """Nobody can be hired once the rounds have begun, unless a house rule allows it (DM-C-063, DM-C-064)."""


class RosterFull(Refusal):
    """The roster is full and may have no more drivers (DM-C-060)."""


class RosterLongEnough(Refusal):
    """The roster has the advised number of drivers, so there is nothing to acknowledge (DM-C-060)."""


class RosterMinimumEnforced(Refusal):
    """This season's house rule does not allow a short roster (DM-C-060)."""


class RosterAlreadyAcknowledged(Refusal):
    """The owner has already acknowledged the short roster."""


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class DriverHired(BookedFact):
    """A driver signed for the season (DM-C-061)."""

    says = "{franchise} hired {driver} for {fee}."
    driver: DriverId
    name: str
    fee: Credits


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class ShortRosterAcknowledged(Fact):
    """An owner knows that their roster is below the advised minimum (DM-C-060)."""

    says = "{franchise} starts the season with {drivers} drivers, knowing that {advised} are advised."
    franchise: FranchiseId
    drivers: int
    advised: int


def refuse_hiring_closed(season: Season, franchise: str, *, switch: str) -> None:
    """Raise unless hiring is open, or the house rule `switch` lets the franchise hire while it shops.

    In a season that began in the middle hiring is over, unless that house rule allows it (DM-C-180). Raises
    `HiringClosed`, `ShopsClosed` or `TinkeringWaits` (DM-C-063, DM-C-064).
    """
    if "S1" in open_steps(season) and (not season.rounds_before or season.setting(switch)):
        return
    if not season.setting(switch):
        raise HiringClosed(f"{franchise} can hire nobody once the rounds have begun: wait for the next season.")
    refuse_no_shopping(season, franchise)


def refuse_roster_full(season: Season, franchise: str) -> None:
    """Raise `RosterFull` when the roster has no room for another driver (DM-C-060)."""
    limit = season.number_setting("roster.max")
    if len(season.roster(franchise)) >= limit:
        raise RosterFull(f"{franchise} has {limit} drivers, the most a roster holds: hire nobody more.")


@command(steps=("S1", "M"), by=Giver.OWNER)
@dataclass(frozen=True, slots=True, kw_only=True)
class HireRookie(Command):
    """Hire a rookie for the season at 50k, on a roster with room (DM-C-060, DM-C-061)."""

    franchise: FranchiseId
    driver: DriverId
    name: str = ""

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `HiringClosed`, `RosterFull`, `BalanceTooLow`, `IdTaken` or `Malformed`."""
        franchise = season.franchise(self.franchise)
        refuse_hiring_closed(season, franchise.id, switch="hire.midseason")
        clean_new_id(self.driver, among=season.drivers, thing="driver")
        clean_legible_name(self.name, thing="name of the driver")
        refuse_roster_full(season, franchise.id)
        fee = ROOKIE_K * K
        refuse_unpayable(franchise, price=fee, what="a rookie")
        season.drivers[self.driver] = Driver(id=self.driver)
        season.contracts[self.driver] = Contract(id=self.driver, franchise=franchise.id, fee=fee)
        moved = book_amount(franchise, amount=-fee)
        return [DriverHired(rule="DM-C-061", **moved, driver=self.driver, name=self.name, fee=Credits(fee))]


@command(steps=("S1", "S2", "S3"), by=Giver.OWNER)
@dataclass(frozen=True, slots=True, kw_only=True)
class AcknowledgeShortRoster(Command):
    """Acknowledge that the roster is below the advised minimum (DM-C-060)."""

    franchise: FranchiseId

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `RosterLongEnough`, `RosterMinimumEnforced` or `RosterAlreadyAcknowledged`."""
        franchise = season.franchise(self.franchise)
        drivers, advised = len(season.roster(franchise.id)), season.number_setting("roster.min")
        if drivers >= advised:
            raise RosterLongEnough(f"{franchise.id} has {drivers} drivers and {advised} are advised: go on.")
        if season.setting("roster.min_enforced"):
            raise RosterMinimumEnforced(
                f"{franchise.id} has {drivers} drivers and this season demands {advised}: hire more."
            )
        if franchise.short_roster_known:
            raise RosterAlreadyAcknowledged(f"{franchise.id} has acknowledged its short roster: go on.")
        franchise.short_roster_known = True
        return [ShortRosterAcknowledged(rule="DM-C-060", franchise=self.franchise, drivers=drivers, advised=advised)]
