"""Adopting a later edition of the rules: what it forbids comes off the cars. Rules DM-C-150, HOUSE-008."""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.core.command import STEPS_BEFORE_CLOSED, Command, Giver, command
from rules.campaign.core.editions import EditionInForce, clean_edition, has_edition
from rules.campaign.core.facts import Fact, fact
from rules.campaign.core.locks_and_shops import refuse_locked
from rules.campaign.core.state import Season
from rules.campaign.garage.designs import items_barred_by_edition
from rules.campaign.garage.stores import stow
from rules.core.dice import Dice


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class EditionAdopted(Fact):
    """A season goes on with a later edition of the rules; nothing before this changes (HOUSE-008)."""

    says = "The season went from edition {was} of the rules to edition {edition}."
    was: str
    edition: str


@command(steps=STEPS_BEFORE_CLOSED, by=Giver.COMMISSIONER, reasoned=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class AdoptEdition(Command):
    """Use a later edition of the rules from now on; earlier results do not change (HOUSE-008)."""

    edition: str

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `Malformed`, `EditionInForce`, or `LockedForMatch` while an item that must come off is locked."""
        if has_edition(season, clean_edition(self.edition)):
            raise EditionInForce(
                f"The season is played by edition {season.edition} already: adopt a later one, or go on."
            )
        items = items_barred_by_edition(season, self.edition)
        for item in items:
            refuse_locked(season, item.franchise)
        was, season.edition = season.edition, self.edition
        adopted = EditionAdopted(rule="HOUSE-008", was=was, edition=self.edition)
        return [adopted, *(fact for item in items for fact in stow(item))]
