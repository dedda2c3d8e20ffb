"""Adopting a later edition of the rules: what it forbids comes off the cars. Rules DM-C-150, HOUSE-008."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from rules.campaign.core.command import STEPS_BEFORE_CLOSED, Command, Giver, command
from rules.campaign.core.editions import EditionInForce, clean_edition, has_edition, includes_edition
from rules.campaign.core.facts import Fact, fact
from rules.campaign.core.locks_and_shops import refuse_locked
from rules.campaign.core.state import Season
from rules.campaign.garage.designs import items_barred_by_edition
from rules.campaign.garage.stores import stow
from rules.core.dice import Dice
from rules.core.refusals import Refusal
from rules.match.registry import get_ruleset

LOCKED_STEP = "M4"
"""The step of a match whose line-ups are locked and whose result is still to come."""


class LockedForEarlierEdition(Refusal):
    """Line-ups are locked for a match that the later edition would play by other rules."""


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
        """Raises `Malformed` or `EditionInForce`.

        Raises `LockedForEarlierEdition` while line-ups are locked for a match that the edition plays by other rules,
        or `LockedForMatch` while an item that must come off is locked.
        """
        if has_edition(season, clean_edition(self.edition)):
            raise EditionInForce(
                f"The season is played by edition {season.edition} already: adopt a later one, or go on."
            )
        _refuse_for_locked_line_ups(season, self.edition)
        items = items_barred_by_edition(season, self.edition)
        for item in items:
            refuse_locked(season, item.franchise)
        was, season.edition = season.edition, self.edition
        adopted = EditionAdopted(rule="HOUSE-008", was=was, edition=self.edition)
        return [adopted, *(fact for item in items for fact in stow(item))]


def _refuse_for_locked_line_ups(season: Season, edition: str) -> None:
    """Raise `LockedForEarlierEdition` if the edition would play a match by another edition of its system than the one
    for which its line-ups are locked.
    """
    for id in sorted(season.matches):
        match = season.match(id)
        if match.step != LOCKED_STEP or not match.ruleset:
            continue
        ruleset = get_ruleset(match.ruleset)
        locked_for = ruleset.edition_in(partial(has_edition, season))
        if ruleset.edition_in(partial(includes_edition, edition)) != locked_for:
            raise LockedForEarlierEdition(
                f"The line-ups of {id} were locked for edition {locked_for} of {ruleset.title}: adopt edition "
                f"{edition} once its result is in."
            )
