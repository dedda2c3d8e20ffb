"""Setup, the steps before the rounds of a season, and its checks.

Rules DM-C-060, DM-C-062, DM-C-063, DM-C-065, DM-C-069, annex (a).
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.core.command import Command, Giver, command
from rules.campaign.core.facts import Fact
from rules.campaign.core.season_steps import reach_step
from rules.campaign.core.state import Season
from rules.campaign.founding.season_start import SeasonNotOpened
from rules.campaign.garage.cars import GarageTooSmall, new_car_price
from rules.campaign.market.shopping import GarageShort
from rules.campaign.people.staff import let_staff_go
from rules.campaign.people.veterans import retire_driver
from rules.campaign.sponsors.party import decline_waiting_sponsors
from rules.core.dice import Dice
from rules.core.refusals import Refusal
from rules.core.terms import FranchiseId

LEAST_FRANCHISES = 2
"""How many franchises a match needs (DM-C-177)."""


class TooFewFranchises(Refusal):
    """The season has fewer franchises than a match needs, which is two (DM-C-177)."""


class SetupIsOneWindow(Refusal):
    """Hiring, garage and party are open together, so there is no next step to go to."""


class RosterTooShort(Refusal):
    """A roster is below the minimum, which is enforced or not acknowledged by the owner (DM-C-060)."""


class SponsorUnplaced(Refusal):
    """A sponsor is waiting, and this season's house rule does not allow declining it (DM-C-069)."""


def end_hiring(season: Season) -> list[Fact]:
    """Retire reserved veterans and let go kept staff that were not paid for (DM-C-062, DM-C-160)."""
    facts: list[Fact] = []
    for franchise in season.all_franchises():
        for driver in season.reserved_drivers(franchise.id):
            facts += retire_driver(season, driver, rule="DM-C-062")
        facts += let_staff_go(franchise)
    return facts


@command(steps=("S0",), by=Giver.COMMISSIONER)
@dataclass(frozen=True, slots=True, kw_only=True)
class OpenSetup(Command):
    """Open hiring, garage and sponsor party to the owners."""

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `SeasonNotOpened` or `TooFewFranchises`."""
        if not season.rounds_planned:
            raise SeasonNotOpened("The season is not open: open it with its rounds and house rules first.")
        founded = len(season.franchises)
        if founded < LEAST_FRANCHISES:
            raise TooFewFranchises(
                f"The season has {founded} of the {LEAST_FRANCHISES} franchises a match needs: found more first."
            )
        return [reach_step(season, "S1")]


@command(steps=("S1", "S2"), by=Giver.COMMISSIONER)
@dataclass(frozen=True, slots=True, kw_only=True)
class NextSetupStep(Command):
    """Go on from hiring to the garage, or from the garage to the party, where they are separate steps."""

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `SetupIsOneWindow`, `RosterTooShort` (after hiring) or `GarageTooSmall` (after the garage step)."""
        if season.setting("season.setup_single_window"):
            raise SetupIsOneWindow("Hiring, garage and party are open together: close the setup when all are ready.")
        if season.step == "S1":
            _refuse_short_rosters(season)
            return [*end_hiring(season), reach_step(season, "S2")]
        return [*_garage_short_facts(season), reach_step(season, "S3")]


@command(steps=("S3",), by=Giver.COMMISSIONER)
@dataclass(frozen=True, slots=True, kw_only=True)
class CloseSetup(Command):
    """Close hiring, garage and party and start the rounds; sponsors that wait are declined, unpaid veterans leave."""

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `SponsorUnplaced`, and in one window also `GarageTooSmall` or `RosterTooShort`.

        Each names the franchise.
        """
        short: list[Fact] = []
        if season.setting("season.setup_single_window"):
            short = _garage_short_facts(season)
            _refuse_short_rosters(season)
        for franchise in season.all_franchises():
            if franchise.waiting_sponsors and not season.setting("sponsors.may_decline"):
                raise SponsorUnplaced(
                    f"{franchise.id} has a sponsor waiting that may not be declined: place it first."
                )
        declined = [
            waiting_sponsor
            for franchise in season.all_franchises()
            for waiting_sponsor in decline_waiting_sponsors(franchise)
        ]
        return [*short, *end_hiring(season), *declined, reach_step(season, "M")]


def _refuse_short_rosters(season: Season) -> None:
    """Raise `RosterTooShort` for a roster below a minimum that is enforced or not acknowledged (DM-C-060)."""
    advised, enforced = season.number_setting("roster.min"), season.setting("roster.min_enforced")
    for franchise in season.all_franchises():
        drivers = len(season.roster(franchise.id))
        if drivers < advised and (enforced or not franchise.short_roster_known):
            remedy = "hire more" if enforced else "hire more, or let its owner acknowledge the short roster"
            raise RosterTooShort(f"{franchise.id} has {drivers} of {advised} drivers: {remedy}.")


def _garage_short_facts(season: Season) -> list[Fact]:
    """The facts of franchises that are too poor for a full garage; each of their line-ups needs a waiver (DM-C-065).

    Raises `GarageTooSmall` for a franchise that can pay for another car.
    """
    needed = season.number_setting("garage.min")
    facts: list[Fact] = []
    for franchise in season.all_franchises():
        cars = len(season.garage(franchise.id))
        if cars >= needed:
            continue
        if franchise.balance >= new_car_price(season, franchise.id):
            raise GarageTooSmall(
                f"{franchise.id} has {cars} of the {needed} cars a season needs: buy cars for it first."
            )
        facts.append(GarageShort(rule="DM-C-065", franchise=FranchiseId(franchise.id), cars=cars, needed=needed))
    return facts
