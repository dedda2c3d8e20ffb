"""Forms of sponsors: the party, placing a waiting sponsor, cashing in a holding company.

Rules DM-C-069, DM-C-070, DM-C-084.
"""

from __future__ import annotations

from dataclasses import dataclass

from django import forms

from league.pages.command_forms.base import CommandForm, register_form
from league.pages.command_forms.fields import LenientChoiceField, LenientNumberChoiceField, NewIdField
from rules.campaign.money.prices import PARTY_K
from rules.campaign.sponsors.holding_companies import HOLDING_COMPANY, PAYOUT_DICE, PAYOUT_EACH_K
from rules.campaign.sponsors.kinds import SPONSOR_KINDS
from rules.campaign.sponsors.party import sponsors_won
from rules.campaign.steward.proposed_ids import first_free_id, sponsor_stem
from rules.core.terms import K, in_k

FACES = range(1, 7)


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of a party for `spend_k`: how many of the six faces win no, one and two sponsors.

    `left` is the balance after it in credits, None if the franchise is unknown.
    """

    spend_k: int
    none: int
    one: int
    two: int
    left: int | None

    @property
    def words(self) -> str:
        """The odds, and the balance that is left, in words."""
        outcomes = [(self.none, "no sponsor"), (self.one, "one sponsor"), (self.two, "two sponsors")]
        odds = ", ".join(f"{words} on {faces} of {len(FACES)} faces" for faces, words in outcomes if faces)
        left = "" if self.left is None else f"; leaves {in_k(self.left)}"
        return f"{odds}{left}"


def party_odds(balance: int | None) -> list[Odds]:
    """Every possible party, with its odds (DM-C-070)."""
    parties = []
    for spend_k in PARTY_K:
        won_by_face = [sponsors_won(spent_k=spend_k, die=face) for face in FACES]
        left = None if balance is None else balance - spend_k * K
        parties.append(Odds(spend_k, won_by_face.count(0), won_by_face.count(1), won_by_face.count(2), left))
    return parties


@register_form("throw_party")
class ThrowPartyForm(CommandForm):
    """Throw the season's only sponsor party (DM-C-070)."""

    title = "Throw the sponsor party"
    verb = "Throw the party"
    lead = (
        "One die, read on the row of what you spend, decides how many sponsors you win. Then 2d6 decide each of them."
    )
    final = "There is only one party a season, and its dice stand."
    throws = True
    spend_k = LenientNumberChoiceField(label="Spend", widget=forms.RadioSelect)

    def lay_out(self) -> None:
        """Offer the printed amounts the franchise can pay, each with its odds."""
        franchise = self.desk.season.franchises.get(self.desk.franchise)
        odds = party_odds(None if franchise is None else franchise.balance)
        payable = [chance for chance in odds if chance.left is None or chance.left >= 0]
        self.offer("spend_k", [(str(chance.spend_k), f"{chance.spend_k}k: {chance.words}") for chance in payable])
        if not payable:
            self.fields["spend_k"].help_text = f"There is no money for the smallest party of {PARTY_K[0]}k."

    def get_success_url(self) -> str:
        """The franchise's sponsors."""
        return self.desk.franchise_tab_url("sponsors")


@register_form("place_sponsor")
class PlaceSponsorForm(CommandForm):
    """Place or decline a sponsor won above the limit (DM-C-069)."""

    title = "Place the sponsor that waits"
    verb = "Decide"
    final = "A sponsor that is replaced or declined is gone."
    replaces = LenientChoiceField(label="It replaces", required=False, widget=forms.RadioSelect)
    sponsor = NewIdField()

    def lay_out(self) -> None:
        """Offer the sponsors it can replace, with what each pays, or none."""
        desk = self.desk
        sponsors = desk.season.sponsors_of(desk.franchise) if desk.franchise else []
        choices = [(sponsor.id, f"{SPONSOR_KINDS[sponsor.kind].name}, {_pays(sponsor.kind)}") for sponsor in sponsors]
        self.offer("replaces", choices, none="nobody: give it a free place, or decline it if there is none")
        franchise = desk.season.franchises.get(desk.franchise)
        waiting = franchise.waiting_sponsors if franchise else []
        if waiting:
            self.fields["replaces"].label = f"{SPONSOR_KINDS[waiting[0]].name}, {_pays(waiting[0])}, replaces"

    def fresh_id(self, name: str) -> str:  # noqa: ARG002 - the command creates one thing
        """The id of the next sponsor that is placed, such as `razors.s1.sponsor1`."""
        season = self.desk.season
        return first_free_id(sponsor_stem(season, self.desk.franchise), self.desk.unavailable_ids("sponsors"))

    def get_success_url(self) -> str:
        """The franchise's sponsors."""
        return self.desk.franchise_tab_url("sponsors")


@register_form("cash_holding")
class CashHoldingForm(CommandForm):
    """Bankrupt a holding company (DM-C-084)."""

    title = "Bankrupt a holding company"
    verb = "Bankrupt it"
    lead = f"It pays {PAYOUT_DICE}d6 × {PAYOUT_EACH_K}k once, and is no longer a sponsor."
    final = "The sponsor is lost."
    throws = True
    sponsor = LenientChoiceField(label="Holding company")

    def lay_out(self) -> None:
        """Offer the holding companies of the franchise."""
        desk = self.desk
        sponsors = desk.season.sponsors_of(desk.franchise) if desk.franchise else []
        self.offer(
            "sponsor",
            desk.called.sponsor_choices(sponsor.id for sponsor in sponsors if sponsor.kind == HOLDING_COMPANY),
        )

    def get_success_url(self) -> str:
        """The franchise's sponsors."""
        return self.desk.franchise_tab_url("sponsors")


def _pays(kind: str) -> str:
    row = SPONSOR_KINDS[kind]
    return f"pays {row.dice}d6 × {row.each_k}k a match"
