"""A waiver that lets a garage below the minimum into one match. Rule DM-C-065."""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.core.command import Command, Giver, command
from rules.campaign.core.facts import Fact, fact
from rules.campaign.core.state import Season
from rules.core.dice import Dice
from rules.core.refusals import Refusal
from rules.core.terms import FranchiseId, MatchId


class GarageLargeEnough(Refusal):
    """The garage has enough cars and needs no waiver."""


class GarageAlreadyWaived(Refusal):
    """The minimum garage has already been waived for that match."""


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class GarageWaived(Fact):
    """A garage below the minimum may enter this one match (DM-C-065)."""

    says = "{franchise} may enter {match} with {cars} cars."
    franchise: FranchiseId
    match: MatchId
    cars: int


@command(steps=("M3",), by=Giver.COMMISSIONER)
@dataclass(frozen=True, slots=True, kw_only=True)
class WaiveGarage(Command):
    """Let a franchise that cannot fill its garage enter this one match anyway (DM-C-065)."""

    franchise: FranchiseId
    match: MatchId

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `GarageLargeEnough` or `GarageAlreadyWaived`."""
        line_up = season.line_up(self.match, self.franchise)
        cars, needed = len(season.garage(self.franchise)), season.number_setting("garage.min")
        if cars >= needed:
            raise GarageLargeEnough(
                f"{self.franchise} has {cars} cars and needs {needed}: there is nothing to waive."
            )
        if line_up.garage_waived:
            raise GarageAlreadyWaived(f"{self.franchise} may enter {self.match} already: go on.")
        line_up.garage_waived = True
        return [GarageWaived(rule="DM-C-065", franchise=self.franchise, match=self.match, cars=cars)]
