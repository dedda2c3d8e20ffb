"""The forms of sponsors: the party, placing who waits, cashing a holding company.

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
    """What a party for that much wins: faces of the die out of 6 for none, one and two sponsors.

    `left` is the balance after it in credits, None where nobody's account is known.
    """

    spend_k: int
    none: int
    one: int
    two: int
    left: int | None

    @property
    def words(self) -> str:
        """The odds, and what is left, in words."""
        won = [(self.none, "none"), (self.one, "one"), (self.two, "two")]
        odds = ", ".join(f"{words} on {faces}" for faces, words in won if faces)
        left = "" if self.left is None else f"; leaves {in_k(self.left)}"
        return f"sponsors by faces of the die: {odds}{left}"


def party_odds(balance: int | None) -> list[Odds]:
    """Every party there is, with its odds (DM-C-070)."""
    made = []
    for spend_k in PARTY_K:
        won = [sponsors_won(spent_k=spend_k, die=face) for face in FACES]
        left = None if balance is None else balance - spend_k * K
        made.append(Odds(spend_k, won.count(0), won.count(1), won.count(2), left))
    return made


@register_form("throw_party")
class ThrowPartyForm(CommandForm):
    """The season's one party (DM-C-070)."""

    title = "Throw the sponsor party"
    verb = "Throw the party"
    lead = "One die, on the row of what is spent, says how many sponsors are won; then 2d6 say who each of them is."
    final = "There is one party a season, and its dice stand."
    throws = True
    spend_k = LenientNumberChoiceField(label="Spend", widget=forms.RadioSelect)

    def lay_out(self) -> None:
        """The printed amounts the franchise can pay, each with how many sponsors it wins on how many faces."""
        franchise = self.desk.season.franchises.get(self.desk.franchise)
        odds = party_odds(None if franchise is None else franchise.balance)
        payable = [chance for chance in odds if chance.left is None or chance.left >= 0]
        self.offer("spend_k", [(str(each.spend_k), f"{each.spend_k}k: {each.words}") for each in payable])
        if not payable:
            self.fields["spend_k"].help_text = f"There is no money for the smallest party of {PARTY_K[0]}k."

    def get_success_url(self) -> str:
        """The franchise's sponsors."""
        return self.desk.franchise_tab_url("sponsors")


@register_form("place_sponsor")
class PlaceSponsorForm(CommandForm):
    """A sponsor won above the limit, placed or declined (DM-C-069)."""

    title = "Place the sponsor that waits"
    verb = "Decide"
    final = "Whoever is replaced, or declined, is gone."
    replaces = LenientChoiceField(label="It replaces", required=False, widget=forms.RadioSelect)
    sponsor = NewIdField()

    def lay_out(self) -> None:
        """Every sponsor it may replace, with what each pays; or none."""
        desk = self.desk
        held = desk.season.sponsors_of(desk.franchise) if desk.franchise else []
        replaced = [(sponsor.id, f"{SPONSOR_KINDS[sponsor.kind].name}, {_pays(sponsor.kind)}") for sponsor in held]
        self.offer("replaces", replaced, none="nobody: decline it, or let it have a free place")
        franchise = desk.season.franchises.get(desk.franchise)
        waiting = franchise.waiting_sponsors if franchise else []
        if waiting:
            self.fields["replaces"].label = f"{SPONSOR_KINDS[waiting[0]].name}, {_pays(waiting[0])}, replaces"

    def fresh_id(self, name: str) -> str:  # noqa: ARG002 - it makes one thing
        """`razors.s1.sponsor1`: the next sponsor that is placed."""
        season = self.desk.season
        return first_free_id(sponsor_stem(season, self.desk.franchise), self.desk.unavailable_ids("sponsors"))

    def get_success_url(self) -> str:
        """The franchise's sponsors."""
        return self.desk.franchise_tab_url("sponsors")


@register_form("cash_holding")
class CashHoldingForm(CommandForm):
    """A holding company bankrupted (DM-C-084)."""

    title = "Bankrupt a holding company"
    verb = "Bankrupt it"
    lead = f"It pays {PAYOUT_DICE}d6 × {PAYOUT_EACH_K}k once, and is no sponsor any more."
    final = "The sponsor is lost."
    throws = True
    sponsor = LenientChoiceField(label="Holding company")

    def lay_out(self) -> None:
        """The holding companies of the franchise."""
        desk = self.desk
        held = desk.season.sponsors_of(desk.franchise) if desk.franchise else []
        self.offer(
            "sponsor", desk.called.sponsor_choices(sponsor.id for sponsor in held if sponsor.kind == HOLDING_COMPANY)
        )

    def get_success_url(self) -> str:
        """The franchise's sponsors."""
        return self.desk.franchise_tab_url("sponsors")


def _pays(kind: str) -> str:
    row = SPONSOR_KINDS[kind]
    return f"pays {row.dice}d6 × {row.each_k}k a match"
