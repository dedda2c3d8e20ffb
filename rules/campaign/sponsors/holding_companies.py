"""Holding companies, which a franchise may bankrupt for a payout. Rule DM-C-084."""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.core.command import Command, Giver, command
from rules.campaign.core.dice_paths import HOLDING_AGAIN, HOLDING_FIRST
from rules.campaign.core.facts import BookedFact, Fact, fact
from rules.campaign.core.state import Season
from rules.campaign.money.account import book_amount
from rules.core.dice import Dice, Roll, Stream
from rules.core.refusals import Refusal
from rules.core.terms import Credits, FranchiseId, K, SponsorId

HOLDING_COMPANY = "holding_company"
PAYOUT_DICE, PAYOUT_EACH_K = 2, 20


class SponsorNotYours(Refusal):
    """The sponsor belongs to another franchise, or is in the pool."""


class NoHoldingCompany(Refusal):
    """Only a holding company can be cashed (DM-C-084)."""


class LastSponsor(Refusal):
    """A franchise cannot lose its last sponsor (DM-C-069)."""


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class HoldingCashed(BookedFact):
    """A holding company was bankrupted and paid at once, not through overhead (DM-C-084)."""

    says = "{franchise} bankrupted {sponsor} ({sponsor_kind}) and was paid {amount}."
    sponsor: SponsorId
    sponsor_kind: str = HOLDING_COMPANY


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class HoldingPayoutWaits(Fact):
    """A holding company was bankrupted; by house rule the payout goes through the next overhead (DM-C-084).

    `waiting` is the total of all payouts that wait, in credits.
    """

    says = "{franchise} bankrupted {sponsor} ({sponsor_kind}) for {payout}, which goes into its next net income."
    franchise: FranchiseId
    sponsor: SponsorId
    payout: Credits
    waiting: Credits
    sponsor_kind: str = HOLDING_COMPANY


def roll_payout(*, stream: Stream) -> tuple[Credits, Roll]:
    """Roll a holding company's payout, 2d6 × 20k, in credits (DM-C-084)."""
    roll = stream.roll(PAYOUT_DICE, "holding company bankrupted")
    return Credits(roll.total * PAYOUT_EACH_K * K), roll


@command(steps=("S1", "S2", "S3", "M", "E1", "E2", "E3", "E4", "E5", "E6", "E7"), by=Giver.OWNER)
@dataclass(frozen=True, slots=True, kw_only=True)
class CashHolding(Command):
    """Bankrupt a holding company: the sponsor is lost, and pays 2d6 × 20k (DM-C-084)."""

    franchise: FranchiseId
    sponsor: SponsorId

    def perform(self, season: Season, dice: Dice) -> list[Fact]:
        """Raises `SponsorNotYours`, `NoHoldingCompany` or `LastSponsor`."""
        franchise, sponsor = season.franchise(self.franchise), season.sponsor(self.sponsor)
        if sponsor.franchise != franchise.id:
            raise SponsorNotYours(f"{sponsor.id} is no sponsor of {franchise.id}: cash one of its own.")
        if sponsor.kind != HOLDING_COMPANY:
            raise NoHoldingCompany(
                f"{sponsor.id} is {sponsor.kind.replace('_', ' ')}: only a holding company can be cashed."
            )
        if len(season.sponsors_of(franchise.id)) == 1:
            raise LastSponsor(f"{sponsor.id} is the last sponsor of {franchise.id}: keep it.")
        before = season.holdings_cashed.count(sponsor.id)
        procedure = HOLDING_AGAIN if before else HOLDING_FIRST
        paid, roll = roll_payout(stream=procedure.open(dice, sponsor=sponsor.id, again=str(before + 1)))
        season.holdings_cashed.append(sponsor.id)
        del season.sponsors[sponsor.id]
        if season.setting("sponsors.holding_payout_subject_to_overhead"):
            franchise.holding_payout += paid
            return [
                HoldingPayoutWaits(
                    rule="DM-C-084",
                    rolls=(roll,),
                    franchise=self.franchise,
                    sponsor=self.sponsor,
                    payout=paid,
                    waiting=Credits(franchise.holding_payout),
                )
            ]
        moved = book_amount(franchise, amount=paid)
        return [HoldingCashed(rule="DM-C-084", rolls=(roll,), **moved, sponsor=self.sponsor)]
