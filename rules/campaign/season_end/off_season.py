"""The off-season, and the season that follows it.

Rules DM-C-048, DM-C-062, DM-C-102, DM-C-158, DM-C-172, DM-C-179.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.core.codec import copy_season
from rules.campaign.core.command import Command, Giver, command
from rules.campaign.core.facts import Fact, fact
from rules.campaign.core.season_steps import reach_step
from rules.campaign.core.state import Driver, Franchise, Season
from rules.campaign.people.cloning import change_availability
from rules.campaign.people.fatigue import FatigueCleared, ShieldRestored
from rules.campaign.people.veterans import retire_driver
from rules.core.dice import Dice
from rules.core.refusals import Refusal
from rules.core.terms import DriverId, FranchiseId


class SeasonNotClosed(Refusal):
    """The season is not closed yet (DM-C-172)."""


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class SeatClosed(Fact):
    """A franchise that folded in the season leaves the league (DM-C-179)."""

    says = "The seat of {franchise} is closed."
    franchise: FranchiseId


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonClosed(Fact):
    """The season is over; `seals` are those of line-ups that never locked, which nothing else opened."""

    says = "Season {number} is over."
    number: int
    seals: tuple[str, ...] = ()

    def opens(self) -> tuple[str, ...]:
        """The seals of line-ups that never locked."""
        return self.seals


@command(steps=("E9",), by=Giver.COMMISSIONER)
@dataclass(frozen=True, slots=True, kw_only=True)
class CloseSeason(Command):
    """Close the season (DM-C-172).

    Fatigue clears, drivers who were out for the season return, and folded franchises leave.
    """

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises nothing, since every turn was taken."""
        facts: list[Fact] = []
        for franchise in season.all_franchises():
            for driver in season.reserved_drivers(franchise.id):
                if franchise.folded:
                    facts += retire_driver(season, driver, rule="DM-C-179")
                else:
                    facts += _rest_in_off_season(season, driver, franchise=franchise.id)
            if franchise.folded:
                facts.append(SeatClosed(rule="DM-C-179", franchise=FranchiseId(franchise.id)))
        void = sorted(match.id for match in season.matches.values() if match.step == "void")
        seals = tuple(f"{match}:M4" for match in void)
        return [
            *facts,
            reach_step(season, "closed"),
            SeasonClosed(rule="DM-C-172", number=season.number, seals=seals),
        ]


def _rest_in_off_season(season: Season, driver: Driver, *, franchise: str) -> list[Fact]:
    """Apply the off-season to a driver who stays: fatigue, Ardent and availability (DM-C-012, DM-C-033, DM-C-048,
    DM-C-102).
    """
    team, id = FranchiseId(franchise), DriverId(driver.id)
    facts: list[Fact] = []
    if season.setting("fatigue.offseason_clears"):
        if driver.fatigue:
            facts.append(FatigueCleared(rule="DM-C-102", franchise=team, driver=id, points=len(driver.fatigue)))
            driver.fatigue = []
        if driver.ardent_spent and season.setting("talents.ardent_recharges"):
            driver.ardent_spent = False
            facts.append(ShieldRestored(rule="DM-C-033", franchise=team, driver=id))
    if driver.availability == "season_out":
        facts.append(change_availability(driver, franchise=franchise, now="available", rule="DM-C-048"))
    return facts


def next_season(season: Season) -> Season:
    """The opening state of the season after this one: what DM-C-172 carries over, and nothing else.

    Raises `SeasonNotClosed`. Does not change the given season.
    """
    if season.step != "closed":
        raise SeasonNotClosed("The season is not over: close it before the next one is opened.")
    old = copy_season(season)
    franchises = {franchise.id: _carry_over(franchise) for franchise in old.all_franchises() if not franchise.folded}
    drivers = [driver for id in franchises for driver in old.reserved_drivers(id)]
    return Season(
        number=old.number + 1,
        edition=old.edition,
        pending=old.pending,
        switches=old.switches,
        answers=old.answers,
        own_questions=old.own_questions,
        franchises=franchises,
        drivers={driver.id: driver for driver in drivers},
        contracts={driver.id: old.contracts[driver.id] for driver in drivers},
        cars={car.id: car for id in franchises for car in old.garage(id)},
        sponsors={sponsor.id: sponsor for id in franchises for sponsor in old.sponsors_of(id)},
        items={item.id: item for id in franchises for item in old.stores(id)},
    )


def _carry_over(franchise: Franchise) -> Franchise:
    """A franchise as it enters the next season. The first of the final table holds the Cup (DM-C-158), and a pending
    payout of holding companies is kept (DM-C-084).
    """
    return Franchise(
        id=franchise.id,
        balance=franchise.balance,
        staff_rating=franchise.staff_rating,
        staff_held=franchise.staff_held,
        first_season=franchise.first_season,
        cup_bonus=franchise.cup_bonus,
        cup_plus_one=franchise.rank == 1,
        holding_payout=franchise.holding_payout,
    )
