"""A franchise that leaves mid-season, and a new owner for its seat. Rules DM-C-161, DM-C-179."""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.core.command import Command, Giver, command
from rules.campaign.core.facts import Fact, fact
from rules.campaign.core.state import Season
from rules.core.dice import Dice
from rules.core.refusals import Refusal
from rules.core.terms import FranchiseId

UNTIL_CONTRACTS = ("S1", "S2", "S3", "M", "E1", "E2", "E3", "E4", "E5")  # no mutant: order
"""After these steps a franchise has protected and picked drivers already, and leaves in the next season instead."""
UNTIL_THE_POOL = (*UNTIL_CONTRACTS, "E6", "E7")  # no mutant: order
"""After these steps its sponsors are in the pool, and there is nothing left to take over."""


class AlreadyFolded(Refusal):
    """The franchise has already folded."""


class NotFolded(Refusal):
    """The franchise has not folded, so its seat is not free."""


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class FranchiseFolded(Fact):
    """A franchise left: standing orders run it to the season's end, and it keeps its points (DM-C-179)."""

    says = "{franchise} folded: standing orders run it to the season's end."
    franchise: FranchiseId


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class FranchiseRefilled(Fact):
    """A new owner took the seat of a franchise that had folded (DM-C-179)."""

    says = "{franchise} has a new owner and goes on."
    franchise: FranchiseId


@command(steps=UNTIL_CONTRACTS, by=Giver.COMMISSIONER, reasoned=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class FoldFranchise(Command):
    """Fold a franchise: it keeps its points, protects and picks nobody, and its seat closes at E9 (DM-C-179)."""

    franchise: FranchiseId

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Clears its protected drivers, so that a new owner can protect others. Raises `AlreadyFolded`."""
        franchise = season.franchise(self.franchise)
        if franchise.folded:
            raise AlreadyFolded(f"{franchise.id} has folded: give its seat to a new owner, or let it run out.")
        franchise.folded, franchise.contracts_named = True, False
        for id in sorted(season.contracts):
            contract = season.contracts[id]
            if contract.franchise == franchise.id:
                contract.protected = False
        return [FranchiseFolded(rule="DM-C-179", franchise=self.franchise)]


@command(steps=UNTIL_THE_POOL, by=Giver.COMMISSIONER, reasoned=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class RefillFranchise(Command):
    """Give the seat of a franchise that folded to a new owner (DM-C-179)."""

    franchise: FranchiseId

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `NotFolded`."""
        franchise = season.franchise(self.franchise)
        if not franchise.folded:
            raise NotFolded(f"{franchise.id} has not folded: its seat is taken.")
        franchise.folded = False
        return [FranchiseRefilled(rule="DM-C-179", franchise=self.franchise)]
