"""Editions of these rules: a fix that changes results is a new one, and a season takes it up when it is told to.

A season pins the edition it was opened with, so that what was decided under one is decided the same for ever. The
house's own acts are the only rules that ever need one; what the book prints does not change.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.command import SEASON_STEPS, Command, Giver, command
from rules.campaign.facts import Fact, fact
from rules.campaign.state import Season
from rules.dice import Dice
from rules.refusal import Malformed, Refusal

FIRST = "1"
CHANGES = {
    "2": "The fee for a forfeit is paid back when its match is voided (HOUSE-005, HOUSE-009).",
}
"""What each edition after the first decides otherwise than the one before it."""
EDITIONS = (FIRST, *CHANGES)
"""Every edition there is, in order."""
NEWEST = EDITIONS[-1]
OPEN_STEPS = SEASON_STEPS[:-1]


class EditionInForce(Refusal):
    """The season is played by that edition, or by a later one."""


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class EditionAdopted(Fact):
    """A season goes on by a later edition of the rules; nothing before this is decided anew (HOUSE-008)."""

    says = "The season went from edition {was} of the rules to edition {edition}."
    was: str
    edition: str


def proper_edition(edition: str) -> str:
    """The edition itself. Raises `Malformed` when there is none of that name."""
    if edition not in EDITIONS:
        raise Malformed(f"There is no edition {edition[:20]!r} of the rules: use {', '.join(EDITIONS)}.")
    return edition


def decides_by(season: Season, edition: str) -> bool:
    """Whether a season is played by that edition or a later one."""
    return EDITIONS.index(season.edition) >= EDITIONS.index(edition)


@command(steps=OPEN_STEPS, by=Giver.COMMISSIONER, reasoned=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class AdoptEdition(Command):
    """Go on by a later edition of the rules from now on; what was decided before stands (HOUSE-008)."""

    edition: str

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `Malformed` or `EditionInForce`."""
        if decides_by(season, proper_edition(self.edition)):
            raise EditionInForce(
                f"The season is played by edition {season.edition} already: adopt a later one, or go on."
            )
        was, season.edition = season.edition, self.edition
        return [EditionAdopted(rule="HOUSE-008", was=was, edition=self.edition)]
