"""The steps of a season before its rounds: setup, and its checks. Rules DM-C-060, DM-C-065, DM-C-069, annex (a)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.command import STEP_NAMES, Command, Giver, command
from rules.campaign.facts import Fact, fact
from rules.campaign.garage import GarageTooSmall
from rules.campaign.party import decline_waiting
from rules.campaign.state import Season
from rules.dice import Dice
from rules.refusal import Refusal

LEAST_FRANCHISES = 2
"""A match needs as many (DM-C-177)."""


class TooFewFranchises(Refusal):
    """A match needs two teams (DM-C-177)."""


class SetupIsOneWindow(Refusal):
    """Hiring, garage and party are open together, so that there is no next step to go to."""


class RosterTooShort(Refusal):
    """A roster is below the minimum and nobody said so (DM-C-060)."""


class SponsorUnplaced(Refusal):
    """A sponsor waits, and this season's house rule lets nobody decline it (DM-C-069)."""


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonStepReached(Fact):
    """The season went on to its next step."""

    says = "The season reached {step}: {step_name}."
    step: str
    step_name: str


def reach(season: Season, step: str) -> Fact:
    """Move the season on and say so."""
    season.step = step
    return SeasonStepReached(rule="DM-C-093", step=step, step_name=STEP_NAMES[step])


@command(steps=("S0",), by=Giver.COMMISSIONER)
@dataclass(frozen=True, slots=True, kw_only=True)
class OpenSetup(Command):
    """Open hiring, garage and sponsor party to the owners."""

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `TooFewFranchises`."""
        founded = len(season.franchises)
        if founded < LEAST_FRANCHISES:
            raise TooFewFranchises(
                f"The season has {founded} of the {LEAST_FRANCHISES} franchises a match needs: found more first."
            )
        return [reach(season, "S1")]


@command(steps=("S1", "S2"), by=Giver.COMMISSIONER)
@dataclass(frozen=True, slots=True, kw_only=True)
class NextSetupStep(Command):
    """Go on from hiring to the garage, or from the garage to the party, where they are separate steps."""

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `SetupIsOneWindow`."""
        if season.setting("season.setup_single_window"):
            raise SetupIsOneWindow("Hiring, garage and party are open together: close the setup when all are ready.")
        return [reach(season, "S2" if season.step == "S1" else "S3")]


@command(steps=("S3",), by=Giver.COMMISSIONER)
@dataclass(frozen=True, slots=True, kw_only=True)
class CloseSetup(Command):
    """Close hiring, garage and party and start the rounds; sponsors that wait are declined."""

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `GarageTooSmall`, `RosterTooShort` or `SponsorUnplaced`, naming the franchise."""
        cars_needed = season.number_setting("garage.min")
        drivers_advised = season.number_setting("roster.min")
        for franchise in season.all_franchises():
            cars = len(season.garage(franchise.id))
            if cars < cars_needed:
                raise GarageTooSmall(
                    f"{franchise.id} has {cars} of the {cars_needed} cars a season needs: buy cars for it first."
                )
            drivers = len(season.roster(franchise.id))
            enforced = season.setting("roster.min_enforced")
            if drivers < drivers_advised and (enforced or not franchise.short_roster_known):
                what = "hire more" if enforced else "hire more, or let its owner acknowledge the short roster"
                raise RosterTooShort(f"{franchise.id} has {drivers} of {drivers_advised} drivers: {what}.")
            if franchise.waiting_sponsors and not season.setting("sponsors.may_decline"):
                raise SponsorUnplaced(
                    f"{franchise.id} has a sponsor waiting that may not be declined: place it first."
                )
        declined = [each for franchise in season.all_franchises() for each in decline_waiting(franchise)]
        return [*declined, reach(season, "M")]
