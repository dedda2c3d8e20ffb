"""Placing a trait point where owners choose the trait. Rule DM-C-018, by the switch `advancement.choose_trait`."""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.core.command import Command, Giver, command
from rules.campaign.core.facts import Fact
from rules.campaign.core.locks_and_shops import refuse_locked
from rules.campaign.core.state import Season
from rules.campaign.people.experience import TraitRaised
from rules.campaign.people.traits import raise_trait
from rules.core.dice import Dice
from rules.core.refusals import Refusal
from rules.core.terms import DriverId, FranchiseId, Trait


class NoTraitPoint(Refusal):
    """The driver has no trait point to place (DM-C-018)."""


class DriverNotSigned(Refusal):
    """The driver is not on the franchise's roster."""


@command(steps=("M", "E1"), by=Giver.OWNER)
@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseTrait(Command):
    """Place a trait point that a driver won: the trait rises by 1 for good (DM-C-018)."""

    franchise: FranchiseId
    driver: DriverId
    trait: Trait

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `DriverNotSigned`, `NoTraitPoint` or `LockedForMatch`."""
        season.franchise(self.franchise)
        driver = season.driver(self.driver)
        if driver not in season.roster(self.franchise):
            raise DriverNotSigned(f"{driver.id} is not on the roster of {self.franchise}: choose for one who is.")
        if not driver.trait_choices:
            raise NoTraitPoint(f"{driver.id} has no trait point to place: wait until an advancement roll gives one.")
        refuse_locked(season, self.franchise)
        driver.trait_choices -= 1
        value = raise_trait(driver, self.trait)
        return [
            TraitRaised(
                rule="DM-C-018", franchise=self.franchise, driver=self.driver, trait=self.trait.value, value=value
            )
        ]
