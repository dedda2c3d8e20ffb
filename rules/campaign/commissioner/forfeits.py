"""Forfeits: a team that does not appear in a match. Rule HOUSE-009."""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.core.command import Command, Giver, command
from rules.campaign.core.editions import has_edition
from rules.campaign.core.facts import BookedFact, Fact, fact
from rules.campaign.core.state import Season
from rules.campaign.money.account import book_amount
from rules.core.dice import Dice
from rules.core.refusals import Refusal
from rules.core.terms import FranchiseId, K, MatchId


class AlreadyForfeited(Refusal):
    """The franchise has already forfeited that match."""


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class MatchForfeited(Fact):
    """A team does not appear: it scores 0, and its cars and drivers count as not entered (HOUSE-009)."""

    says = "{franchise} forfeited {match}."
    franchise: FranchiseId
    match: MatchId


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class ForfeitPaid(BookedFact):
    """The fee for a forfeit, or as much of it as the franchise had (HOUSE-009)."""

    says = "{franchise} paid {amount} for forfeiting {match}."
    match: MatchId


@command(steps=("M3", "M4"), by=Giver.COMMISSIONER, reasoned=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class ForfeitMatch(Command):
    """Let a franchise forfeit a match: its line-up is empty, and it adds no die to the pot (HOUSE-009).

    Its sponsors pay, its drivers rest and its shops open, as after any match.
    """

    match: MatchId
    franchise: FranchiseId

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `AlreadyForfeited`."""
        line_up, franchise = season.line_up(self.match, self.franchise), season.franchise(self.franchise)
        if line_up.forfeited:
            raise AlreadyForfeited(f"{self.franchise} has forfeited {self.match}: there is nothing left to forfeit.")
        for seat in season.seats_of(line_up.id):
            del season.seats[seat.id]
        line_up.forfeited, line_up.named, line_up.fallen = True, True, False
        facts: list[Fact] = [MatchForfeited(rule="HOUSE-009", franchise=self.franchise, match=self.match)]
        fee = min(season.number_setting("match.forfeit_fee_k") * K, franchise.balance)
        if fee and has_edition(season, "2"):
            line_up.forfeit_fee = fee
        if fee:
            facts.append(ForfeitPaid(rule="HOUSE-009", **book_amount(franchise, amount=-fee), match=self.match))
        return facts
