"""The forms of trading: propose, agree, take back or decline. Rules DM-C-107, DM-C-108."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django import forms

from explain import links
from explain.command_preview import sentence_with_names
from explain.names import trade_number
from explain.printed_names import quantity
from explain.season_names import Choices
from league.pages.command_forms.base import CommandForm, register_form
from league.pages.command_forms.fields import LenientChoiceField, LenientMultipleChoiceField, MoneyField, NewIdField
from league.pages.command_forms.match_form import field_value
from league.pages.command_forms.trade_preview import TradePreview, preview_trade
from rules.campaign.core.goods import Goods, Item, Trade
from rules.campaign.core.locks_and_shops import refuse_no_shopping
from rules.campaign.core.state import Car, Season
from rules.campaign.garage.catalog import item_type
from rules.campaign.money.prices import LEGAL_FEE_K
from rules.campaign.steward.proposed_ids import first_free_id
from rules.core.refusals import Refusal
from rules.core.terms import K

GOODS = ("drivers", "cars", "items", "pays")
SIDES = ("gives", "takes")
LABELS = {"drivers": "Drivers", "cars": "Cars", "items": "Items", "pays": "Money, in k"}


class TradeForm(CommandForm):
    """A form that ends at the franchise's market."""

    def get_success_url(self) -> str:
        """The franchise's market."""
        team = self.desk.franchise
        return f"{links.franchise_url(self.desk.row.league_id, team)}market/" if team else ""


@register_form("propose_trade")
class ProposeTradeForm(TradeForm):
    """What one franchise gives and what it takes, with both as they would stand after it."""

    title = "Propose a trade"
    verb = "Propose it"
    template = "league/desk/trade.html"
    trade = NewIdField()
    partner = LenientChoiceField(label="Trade with")

    def lay_out(self) -> None:
        """With a partner, what each side can give now."""
        desk = self.desk
        others = [id for id in sorted(desk.season.franchises) if id != desk.franchise]
        self.open_to = [id for id in others if not why_not(desk.season, id)]
        self.offer("partner", desk.called.franchise_choices(self.open_to))
        partner = field_value(self, "partner")
        self.with_partner = bool(desk.franchise) and partner in others
        if not self.with_partner:
            self.fields["franchise"].widget = forms.HiddenInput()
            return
        self.fields["partner"].widget = forms.HiddenInput()
        for side, franchise in zip(SIDES, (desk.franchise, partner), strict=True):
            for what, choices in self._goods_of(franchise).items():
                if choices:
                    self.fields[f"{side}_{what}"] = LenientMultipleChoiceField(
                        label=LABELS[what], choices=choices, required=False
                    )
            self.fields[f"{side}_pays"] = MoneyField(label=LABELS["pays"], required=False, min_value=0)

    def _goods_of(self, franchise: str) -> dict[str, Choices]:
        """What a franchise can give away now, by kind."""
        season, called = self.desk.season, self.desk.called
        return {
            "drivers": [
                (driver.id, f"{called.driver(driver.id)}, level {driver.level}")
                for driver in season.roster(franchise)
            ],
            "cars": [
                (car.id, f"{called.car(car.id)}, {car.dp} DP, {_damage(car)}")
                for car in season.garage(franchise)
                if not car.destroyed
            ],
            "items": called.item_choices(item.id for item in season.stores(franchise) if _may_go(item)),
        }

    def _add_shared_fields(self) -> None:
        """A reason is asked for once it is said with whom: before that there is nothing to give it for."""
        super()._add_shared_fields()
        if not self.with_partner:
            self.fields.pop("reason", None)

    @property
    def cannot_trade_reason(self) -> str:
        """Why the franchise itself cannot trade now; "" when it can."""
        desk = self.desk
        return sentence_with_names(why_not(desk.season, desk.franchise), desk.called.names) if desk.franchise else ""

    @property
    def partners(self) -> list[tuple[str, str]]:
        """Each franchise to trade with, and the address of the form for it; or to trade for, where none is chosen."""
        chosen_next = "partner" if self.desk.franchise else "franchise"
        query = {"franchise": self.desk.franchise, "back": self.initial.get("back", "")}
        kept = {name: value for name, value in query.items() if value}
        others = self.desk.called.franchise_choices(self.open_to)
        return [(words, f"?{urlencode({**kept, chosen_next: id})}") for id, words in others]

    @property
    def sides(self) -> list[tuple[str, str, list[forms.BoundField]]]:
        """Each side: the field's prefix, the franchise by name, and its fields."""
        names = (self.desk.franchise, field_value(self, "partner"))
        return [
            (
                side,
                self.desk.called.franchise(franchise),
                [self[f"{side}_{what}"] for what in GOODS if f"{side}_{what}" in self.fields],
            )
            for side, franchise in zip(SIDES, names, strict=True)
        ]

    @property
    def legal_fee_k(self) -> int:
        """What each side pays for each driver traded, in k (DM-C-108)."""
        return LEGAL_FEE_K

    @property
    def trade_preview(self) -> TradePreview | None:
        """Both sides after it, once something was filled in."""
        if not self.is_bound or not self.with_partner or not hasattr(self, "cleaned_data"):
            return None
        gives, takes = (Goods(**self._side(side)) for side in SIDES)
        if not any((gives.drivers, gives.cars, gives.items, takes.drivers, takes.cars, takes.items)):
            return None
        trade = Trade(
            id="", franchise=self.desk.franchise, partner=field_value(self, "partner"), gives=gives, takes=takes
        )
        return preview_trade(self.desk, trade)

    def _side(self, side: str) -> dict[str, Any]:
        goods = {what: self.cleaned_data.get(f"{side}_{what}") for what in GOODS}
        return {what: value for what, value in goods.items() if value}

    def clean(self) -> dict[str, Any] | None:
        """Something changes hands beside money, and it could be made as both stand now (DM-C-107).

        Nobody is asked to agree to what would be refused on their word.
        """
        cleaned_data = super().clean()
        goods = [self.cleaned_data.get(f"{side}_{what}") for side in SIDES for what in GOODS if what != "pays"]
        if self.with_partner and not any(goods):
            self.add_error(None, "Tick what changes hands: a driver, a car or an item of either side.")
        elif self.written is None and self.trade_preview is not None and self.trade_preview.refusal:
            self.add_error(None, self.trade_preview.refusal)
        return cleaned_data

    def fresh_id(self, name: str) -> str:
        """`razors.t57`, by the length of the journal: a trade is forgotten when it is made, and its name is not."""
        season, name = self.desk.season, f"{self.desk.franchise or 'trade'}.t{self.desk.row.length}"
        return first_free_id(f"{name}.", season.trades) if name in season.trades else name

    @classmethod
    def initial_from_document(cls, written: Mapping[str, Any]) -> dict[str, Any]:
        """What each side gives, in fields of its own."""
        made = super().initial_from_document(written)
        for side in SIDES:
            goods = made.pop(side, None) or {}
            made |= {f"{side}_{what}": f"{good / K:g}" if what == "pays" else good for what, good in goods.items()}
        return made

    def document(self) -> dict[str, Any]:
        """Both sides with what they give."""
        return {**super().document(), "gives": self._side("gives"), "takes": self._side("takes")}


class WaitingTradeForm(TradeForm):
    """A form about a trade that waits: with both sides as they would stand after it."""

    template = "league/desk/waiting_trade.html"

    def lay_out(self) -> None:
        """The trades that wait for this answer; the only one, or the one asked for, is taken."""
        waiting = [trade for trade in self.desk.season.all_trades() if self.concerns(trade)]
        self.offer("trade", [(trade.id, self._words(trade)) for trade in waiting])
        if len(waiting) == 1:
            self.initial.setdefault("trade", waiting[0].id)
        if field_value(self, "trade"):
            self.fields["trade"].widget = forms.HiddenInput()

    def concerns(self, trade: Trade) -> bool:
        """Whether the franchise may give this answer to that trade."""
        return self.desk.franchise in (trade.franchise, trade.partner)

    def _words(self, trade: Trade) -> str:
        called = self.desk.called
        one, other = called.franchise(trade.franchise), called.franchise(trade.partner)
        return f"{one} and {other} (trade {trade_number(trade.id)})"

    @property
    def trade_preview(self) -> TradePreview | None:
        """Both sides of the trade, None where none is chosen."""
        trade = self.desk.season.trades.get(field_value(self, "trade"))
        return None if trade is None else preview_trade(self.desk, trade)


@register_form("accept_trade")
class AcceptTradeForm(WaitingTradeForm):
    """The other side's word (DM-C-107)."""

    title = "Agree to a trade"
    verb = "Agree to it"
    trade = LenientChoiceField(label="Trade")

    def lay_out(self) -> None:
        """What agreeing brings: everything moves at once, or a commissioner is asked."""
        super().lay_out()
        review = self.desk.season.setting("trade.commissioner_approval")
        self.follows = (
            "It is made when a commissioner approves it." if review else "Everything changes hands at once, for good."
        )

    def concerns(self, trade: Trade) -> bool:
        """Those that were proposed to the franchise and not agreed to yet."""
        return trade.partner == self.desk.franchise and not trade.accepted


@register_form("withdraw_trade")
class WithdrawTradeForm(WaitingTradeForm):
    """A trade taken back by who proposed it, or declined by the other (DM-C-107)."""

    title = "Call a trade off"
    verb = "Call it off"
    trade = LenientChoiceField(label="Trade")


def why_not(season: Season, franchise: str) -> str:
    """Why a franchise cannot trade now, in a sentence; "" when it can (DM-C-104, DM-C-107)."""
    try:
        refuse_no_shopping(season, franchise)
    except Refusal as no:
        return no.sentence
    return ""


def _damage(car: Car) -> str:
    return quantity(car.criticals, "critical") if car.criticals else "sound"


def _may_go(item: Item) -> bool:
    """Whether an item may be traded alone (DM-C-107)."""
    return not (item.bound or ((item.car or item.weapon) and not item_type(item.kind).removable))
