"""Forms of shopping: the price lists, and after a match offers, world trade and finishing.

Rules DM-C-004, DM-C-067, DM-C-069, DM-C-078, DM-C-104, DM-C-105, DM-C-131, DM-C-174, DM-C-175.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms

from explain import links
from explain.printed_effects import SPONSOR_EFFECTS, shot_words
from explain.printed_names import ITEM_WORDS
from explain.printed_names import offer_words as told
from explain.season_names import Choices
from league.pages.command_forms.base import CommandForm, FranchiseMatchForm, field_value, register_form
from league.pages.command_forms.fields import LenientChoiceField, LenientNumberChoiceField, NewIdField
from league.pages.command_forms.match_risks import armed, car_risks
from league.pages.command_forms.usual_answers import UsualAct, trial_of_orders, usual_week
from rules.campaign.core.command import Command
from rules.campaign.core.state import Offer
from rules.campaign.garage.item_placement import FitItem
from rules.campaign.garage.purchases import BuyItem
from rules.campaign.garage.stores import item_price
from rules.campaign.market.offers import NEW_CONTRACT, TINKERING, describe_offer
from rules.campaign.money.prices import list_price
from rules.campaign.steward.franchise_answers import stock_up
from rules.campaign.steward.proposed_ids import first_free_id, item_stem, offer_stem
from rules.core.terms import in_k
from rules.match.catalog import CATALOG, TREADS, item_type, stat_lines


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferDetails:
    """An offer with its effect, its source and its prices, in credits; `balance` is the franchise's now."""

    what: str
    effect: str
    rule: str
    shots: tuple[str, ...]
    found_by: str
    listed: int
    price: int
    balance: int

    @property
    def after(self) -> int:
        """The balance once it is bought."""
        return self.balance - self.price


class OfferForm(CommandForm):
    """A form about one of the franchise's offers; the field is hidden once an offer is chosen."""

    template = "league/desk/offer.html"

    def lay_out(self) -> None:
        """Offer the franchise's open offers, and choose the only one."""
        desk = self.desk
        self.fields["offer"] = LenientChoiceField(label="Offer")
        self.order_fields(["franchise", "offer"])
        offers = desk.season.offers_to(desk.franchise) if desk.franchise else []
        self.offer("offer", [(offer.id, f"{_offer_name(offer)} for {in_k(offer.price)}") for offer in offers])
        if len(offers) == 1:
            self.initial.setdefault("offer", offers[0].id)
        if field_value(self, "offer"):
            self.fields["offer"].widget = forms.HiddenInput()

    @property
    def chosen_offer(self) -> Offer | None:
        """The chosen offer, None if none is chosen or it is another franchise's."""
        offer = self.desk.season.offers.get(field_value(self, "offer"))
        return offer if offer is not None and offer.franchise == self.desk.franchise else None

    @property
    def offer_details(self) -> OfferDetails | None:
        """The chosen offer for the page, None if there is none."""
        offer = self.chosen_offer
        if offer is None:
            return None
        row = None if offer.kind == NEW_CONTRACT else item_type(offer.kind)
        return OfferDetails(
            what=_offer_name(offer),
            effect=SPONSOR_EFFECTS[offer.sponsor_kind] if row is None else row.effect,
            rule="DM-C-131" if row is None else row.rule,
            shots=() if row is None else tuple(map(shot_words, stat_lines(offer.kind, variant=offer.variant))),
            found_by=self._source_words(offer),
            listed=offer.listed,
            price=offer.price,
            balance=self.desk.season.franchise(offer.franchise).balance,
        )

    def _source_words(self, offer: Offer) -> str:
        if offer.source != TINKERING:
            return "found by world trade"
        names, season = self.desk.called, self.desk.season
        finder = names.sponsor(offer.by) if offer.by in season.sponsors else names.driver(offer.by)
        return f"tinkered by {finder}"

    def get_success_url(self) -> str:
        """The franchise's market."""
        team = self.desk.franchise
        return f"{links.franchise_url(self.desk.row.league_id, team)}market/" if team else ""


@register_form("buy_offer")
class BuyOfferForm(OfferForm):
    """Buy what was tinkered or found by world trade, at its price (DM-C-104)."""

    title = "Buy an offer"
    verb = "Buy it"
    final = "You pay at once and cannot return it."
    replaces = LenientChoiceField(label="Which sponsor makes room for it", required=False)
    item = NewIdField(required=False)
    sponsor = NewIdField(required=False)

    def lay_out(self) -> None:
        """If a new contract is bought at the limit of sponsors, ask which one it replaces (DM-C-069, DM-C-131)."""
        super().lay_out()
        season, offer = self.desk.season, self.chosen_offer
        contract = offer is not None and offer.kind == NEW_CONTRACT
        sponsors = season.sponsors_of(self.desk.franchise) if contract else []
        if contract and len(sponsors) >= season.number_setting("sponsors.max"):
            choices = self.desk.called.sponsor_choices(sponsor.id for sponsor in sponsors)
            self.offer("replaces", choices, none="nobody chosen yet")
        else:
            del self.fields["replaces"]
        if offer is not None:
            del self.fields["item" if contract else "sponsor"]

    def fresh_id(self, name: str) -> str:
        """The id of the franchise's next item or sponsor, such as `razors.s1.r2.i4` or `razors.s1.r2.s5`."""
        season, offer = self.desk.season, self.chosen_offer
        letter = "s" if name == "sponsor" else "i"
        stem = offer_stem(season, self.desk.franchise, "" if offer is None else offer.id, what=letter)
        return first_free_id(stem, self.desk.unavailable_ids(f"{name}s"))

    def document(self) -> dict[str, Any]:
        """The command with the new id of an item or of a sponsor, depending on the offer."""
        document = super().document()
        superfluous = (
            "item" if self.chosen_offer is not None and self.chosen_offer.kind == NEW_CONTRACT else "sponsor"
        )
        return {name: value for name, value in document.items() if name != superfluous}


@register_form("decline_offer")
class DeclineOfferForm(OfferForm):
    """Decline an offer (DM-C-104)."""

    title = "Decline an offer"
    verb = "Decline it"
    final = "The offer is gone for good."


@register_form("roll_world_trade")
class RollWorldTradeForm(FranchiseMatchForm):
    """Roll once on the world-trade table after a match (DM-C-105, DM-C-109)."""

    title = "Ask world trade"
    verb = "Throw the dice"
    lead = (
        "Two dice say what world trade has for you, and more dice what it is and its price. You then buy it at "
        "that price or decline it."
    )
    final = "The dice stand and are not thrown again."
    throws = True


@register_form("finish_shopping")
class FinishShoppingForm(FranchiseMatchForm):
    """Finish shopping after a match (DM-C-104)."""

    title = "Finish shopping"
    verb = "Finish shopping"
    lead = "Your shops close. What is still on offer is declined, and open trades are called off."
    final = "They open again after your next match."
    template = "league/desk/shops.html"

    def lay_out(self) -> None:
        """Offer to arm bare cars before the shops close, as standing orders would, with what that buys and costs."""
        super().lay_out()
        season = self.desk.season
        if season.rounds_before + len(season.rounds) >= season.rounds_planned:
            self.final = "This is the last round: they stay closed for the rest of the season."
        self.arming: list[Command] = []
        if not self.desk.franchise or self.written:
            return
        trial = trial_of_orders(self.desk, stock_up)
        self.arming = trial.commands
        if self.arming:
            paid = self.desk.season.franchise(self.desk.franchise).balance - trial.franchise.balance
            self.fields["arm"] = forms.BooleanField(
                label=f"Arm as before, for {in_k(paid)}", required=False, help_text=self._arming_words()
            )

    def commands(self) -> list[Command]:
        """What arms the cars, if that is chosen, and then the end of the shopping."""
        return [*(self.arming if self.cleaned_data.get("arm") else []), *super().commands()]

    def _arming_words(self) -> str:
        """What is bought and fitted, such as "Machinegun on Car 2; radial tires on Car 2"."""
        kinds = {item.id: item.kind for item in self.desk.season.items.values()}
        kinds |= {command.item: command.kind for command in self.arming if isinstance(command, BuyItem)}
        fitted = [command for command in self.arming if isinstance(command, FitItem)]
        words = [
            f"{ITEM_WORDS[kinds[command.item]]} on {self.desk.called.car(command.car)}"
            for command in fitted
            if command.car
        ]
        return f"As your standing orders say: {'; '.join(words) or 'what lies loose in the stores'}."

    @property
    def usual_week(self) -> tuple[UsualAct, ...]:
        """The acts of an owner's usual week that are not this form's."""
        cars = car_risks(self.desk) if self.desk.franchise else []
        return tuple(act for act in usual_week(self.desk, cars) if act.tag != self.tag)

    @property
    def unarmed(self) -> list[str]:
        """The cars without a weapon, such as one that was replaced."""
        season = self.desk.season
        garage = season.garage(self.desk.franchise) if self.desk.franchise else []
        return [self.desk.called.car(car.id) for car in garage if not car.destroyed and not armed(season, car)]


def _offer_name(offer: Offer) -> str:
    """The name of an offer, with everything that was rolled for it."""
    text = told(describe_offer(offer), offer.kind)
    return text[:1].upper() + text[1:]


GROUP_TITLES = {"weapon": "Weapons", "tires": "Tires", "gears": "Gear-sets"}
LISTED_KINDS = [kind for kind, row in CATALOG.items() if row.price_k is not None and row.sold == "list"]
GEAR_SET_CHOICES = [("", "for a gear-set only"), ("-1", "−1"), ("0", "0"), ("1", "+1")]


@register_form("buy_item")
class BuyItemForm(CommandForm):
    """Buy a weapon, tires or a gear-set at its list price (DM-C-174, DM-C-175)."""

    title = "Buy from the price list"
    verb = "Buy"
    lead = "Purchases go to the stores until you fit them to a car. They do not add to the size."
    kind = LenientChoiceField(label="What")
    tread = LenientChoiceField(label="Tread", required=False)
    gearing = LenientNumberChoiceField(label="Gearing", choices=GEAR_SET_CHOICES, required=False)
    item = NewIdField()

    def lay_out(self) -> None:
        """Offer the price lists by group, at present prices."""
        self.fields["kind"].choices = [  # type: ignore[attr-defined]
            (words, self._choices_of_group(group))
            for group, words in GROUP_TITLES.items()
            if self._choices_of_group(group)
        ]
        treads = [(tread, tread.replace("_", " ")) for tread in TREADS]
        self.offer("tread", treads, none="for tires only")

    def fresh_id(self, name: str) -> str:  # noqa: ARG002 - the command creates one thing
        """The id of the next item bought in that round's shops, such as `razors.s1.r2.item3`."""
        return first_free_id(item_stem(self.desk.season, self.desk.franchise), self.desk.unavailable_ids("items"))

    def document(self) -> dict[str, Any]:
        """The command, without a tread or gearing if the item has none."""
        document = super().document()
        group = item_type(document["kind"]).group if document["kind"] in CATALOG else ""
        for field, field_group in (("tread", "tires"), ("gearing", "gears")):
            if group and group != field_group:
                document.pop(field, None)
        return document

    def get_success_url(self) -> str:
        """The franchise's stores."""
        return self.desk.franchise_tab_url("stores")

    def _choices_of_group(self, group: str) -> Choices:
        return [(kind, self._item_label(kind)) for kind in LISTED_KINDS if item_type(kind).group == group]

    def _item_label(self, kind: str) -> str:
        row, price = item_type(kind), list_price(kind)
        if self.desk.franchise:
            price = item_price(self.desk.season, self.desk.franchise, kind=kind, listed=price)
        mount = f", {row.mount} mount" if row.mount else ""
        return f"{row.name}{mount}: {in_k(price)}"
