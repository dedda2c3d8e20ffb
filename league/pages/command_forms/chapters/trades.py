"""Forms of trading: propose, accept, withdraw or decline. Rules DM-C-107, DM-C-108."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any
from urllib.parse import urlencode

from django import forms

from explain import links
from explain.command_preview import sentence_with_names
from explain.names import trade_number
from explain.printed_names import quantity
from explain.season_names import Choices
from league.pages.command_forms.base import CommandForm, field_value, register_form
from league.pages.command_forms.driver_choices import DriversField, offer_drivers, rows_of_drivers
from league.pages.command_forms.fields import LenientChoiceField, LenientMultipleChoiceField, NewIdField
from league.pages.command_forms.trade_preview import TradePreview, preview_trade
from league.pages.number_fields import MoneyField
from rules.campaign.core.locks_and_shops import refuse_no_shopping
from rules.campaign.core.state import Car, Goods, Item, Season, Trade
from rules.campaign.money.prices import LEGAL_FEE_K
from rules.campaign.steward.proposed_ids import first_free_id
from rules.core.refusals import Refusal
from rules.core.terms import K
from rules.core.typed_numbers import write_number
from rules.match.catalog import item_type

GOODS = ("drivers", "cars", "items", "pays")
SIDES = ("gives", "takes")
DECLINING = "Nothing changes hands. The owner of the franchise that proposed it is notified."
LABELS = {"drivers": "Drivers", "cars": "Cars", "items": "Items", "pays": "Money, in k"}


class TradeForm(CommandForm):
    """A form that leads to the franchise's market."""

    def get_success_url(self) -> str:
        """The franchise's market."""
        team = self.desk.franchise
        return f"{links.franchise_url(self.desk.row.league_id, team)}market/" if team else ""


@register_form("propose_trade")
class ProposeTradeForm(TradeForm):
    """Propose what one franchise gives and takes, with a preview of both after the trade."""

    title = "Propose a trade"
    verb = "Propose it"
    template = "league/desk/trade.html"
    shows_drivers = True
    trade = NewIdField()
    partner = LenientChoiceField(label="Trade with")
    against = forms.CharField(required=False, widget=forms.HiddenInput)
    """The other side's proposal that this one answers, and declines."""

    def lay_out(self) -> None:
        """Offer the partners and, once one is chosen, what each side can give now."""
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
        rows = rows_of_drivers(desk)
        for side, franchise in zip(SIDES, (desk.franchise, partner), strict=True):
            if roster := desk.season.roster(franchise):
                self.fields[f"{side}_drivers"] = DriversField(label=LABELS["drivers"], required=False)
                offer_drivers(self, f"{side}_drivers", rows(roster))
            for goods_kind, choices in self._goods_of(franchise).items():
                if choices:
                    self.fields[f"{side}_{goods_kind}"] = LenientMultipleChoiceField(
                        label=LABELS[goods_kind], choices=choices, required=False
                    )
            self.fields[f"{side}_pays"] = MoneyField(label=LABELS["pays"], required=False, min_value=0)
        if self.countered is not None:
            for side, goods in zip(SIDES, (self.countered.takes, self.countered.gives), strict=True):
                for name, value in _side_initial(side, {kind: getattr(goods, kind) for kind in GOODS}).items():
                    self.initial.setdefault(name, value)

    @property
    def countered(self) -> Trade | None:
        """The partner's proposal that this one answers, if it still waits."""
        trade = self.desk.season.trades.get(str(field_value(self, "against") or ""))
        if trade is None or trade.accepted:
            return None
        asked = (trade.franchise, trade.partner) == (field_value(self, "partner"), self.desk.franchise)
        return trade if asked else None

    @property
    def counters(self) -> str:
        """The franchise whose proposal this one answers; "" if it answers none."""
        return "" if self.countered is None else self.desk.called.franchise(self.countered.franchise)

    def _goods_of(self, franchise: str) -> dict[str, Choices]:
        """The cars and items a franchise can give now."""
        season, names = self.desk.season, self.desk.called
        return {
            "cars": [
                (car.id, f"{names.car(car.id)}, {car.dp} DP, {_damage(car)}")
                for car in season.garage(franchise)
                if not car.destroyed
            ],
            "items": names.item_choices(item.id for item in season.stores(franchise) if _may_go(item)),
        }

    def _add_shared_fields(self) -> None:
        """Ask for a reason only once a partner is chosen, since before that there is no command to give."""
        super()._add_shared_fields()
        if not self.with_partner:
            self.fields.pop("reason", None)

    @property
    def cannot_trade_reason(self) -> str:
        """Why the franchise itself cannot trade now, in a sentence; "" if it can."""
        desk = self.desk
        return sentence_with_names(why_not(desk.season, desk.franchise), desk.called.names) if desk.franchise else ""

    @property
    def partners(self) -> list[tuple[str, str]]:
        """The possible partners, each with the address of its form; without a franchise, those to act for."""
        parameter = "partner" if self.desk.franchise else "franchise"
        query = {"franchise": self.desk.franchise, "back": self.initial.get("back", "")}
        query_params = {name: value for name, value in query.items() if value}
        others = self.desk.called.franchise_choices(self.open_to)
        return [(name, f"?{urlencode({**query_params, parameter: id})}") for id, name in others]

    @property
    def sides(self) -> list[tuple[str, str, list[forms.BoundField]]]:
        """Each side: the prefix of its fields, the franchise's name, and the fields."""
        names = (self.desk.franchise, field_value(self, "partner"))
        return [
            (
                side,
                self.desk.called.franchise(franchise),
                [self[f"{side}_{goods_kind}"] for goods_kind in GOODS if f"{side}_{goods_kind}" in self.fields],
            )
            for side, franchise in zip(SIDES, names, strict=True)
        ]

    @property
    def legal_fee_k(self) -> int:
        """What each side pays for each driver traded, in k (DM-C-108)."""
        return LEGAL_FEE_K

    @property
    def trade_preview(self) -> TradePreview | None:
        """The preview of both sides, None until something is filled in."""
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
        goods = {goods_kind: self.cleaned_data.get(f"{side}_{goods_kind}") for goods_kind in GOODS}
        return {goods_kind: value for goods_kind, value in goods.items() if value}

    def clean(self) -> dict[str, Any] | None:
        """Require goods other than money, and a trade that could be made as both sides are now (DM-C-107).

        Nobody is asked to accept a trade that would then be refused.
        """
        cleaned_data = super().clean()
        goods = [
            self.cleaned_data.get(f"{side}_{goods_kind}")
            for side in SIDES
            for goods_kind in GOODS
            if goods_kind != "pays"
        ]
        if self.with_partner and not any(goods):
            self.add_error(None, "Choose what changes hands: a driver, a car or an item of either side.")
        elif self.written is None and self.trade_preview is not None and self.trade_preview.refusal:
            self.add_error(None, self.trade_preview.refusal)
        return cleaned_data

    def fresh_id(self, name: str) -> str:
        """The id of the trade, such as `razors.t57`, from the length of the journal.

        Trades are deleted when they are made, but their ids must stay unique.
        """
        season, name = self.desk.season, f"{self.desk.franchise or 'trade'}.t{self.desk.row.length}"
        return first_free_id(f"{name}.", season.trades) if name in season.trades else name

    @classmethod
    def initial_from_document(cls, written: Mapping[str, Any]) -> dict[str, Any]:
        """What each side gives, each kind in its own field."""
        initial = super().initial_from_document(written)
        for side in SIDES:
            goods = initial.pop(side, None) or {}
            initial |= _side_initial(side, goods)
        return initial

    def documents(self) -> list[dict[str, Any]]:
        """The proposal, after declining the one it answers."""
        if self.countered is None:
            return [self.document()]
        declines = {"type": "withdraw_trade", "franchise": self.desk.franchise, "trade": self.countered.id}
        return [declines, self.document()]

    def document(self) -> dict[str, Any]:
        """The command with what each side gives."""
        return {**super().document(), "gives": self._side("gives"), "takes": self._side("takes")}


class WaitingTradeForm(TradeForm):
    """A form about a proposed trade, with a preview of both sides."""

    template = "league/desk/waiting_trade.html"
    calls_off = False
    """Whether nothing changes hands by it."""
    decline_url = counter_url = ""
    """Where the trade is declined, and where another is proposed in its place; "" if only one answer is possible."""

    def lay_out(self) -> None:
        """Offer the trades that this answer can be given to, and choose the only one."""
        waiting = [trade for trade in self.desk.season.all_trades() if self.concerns(trade)]
        self.offer("trade", [(trade.id, self._words(trade)) for trade in waiting])
        if len(waiting) == 1:
            self.initial.setdefault("trade", waiting[0].id)
        if field_value(self, "trade"):
            self.fields["trade"].widget = forms.HiddenInput()

    def concerns(self, trade: Trade) -> bool:
        """Whether the franchise can give this answer to that trade."""
        return self.desk.franchise in (trade.franchise, trade.partner)

    def _words(self, trade: Trade) -> str:
        names = self.desk.called
        proposer, partner = names.franchise(trade.franchise), names.franchise(trade.partner)
        return f"{proposer} and {partner} (trade {trade_number(trade.id)})"

    @property
    def trade_preview(self) -> TradePreview | None:
        """The preview of both sides of the trade, None if none is chosen."""
        trade = self.desk.season.trades.get(field_value(self, "trade"))
        return None if trade is None else preview_trade(self.desk, trade)


@register_form("accept_trade")
class AcceptTradeForm(WaitingTradeForm):
    """Accept a trade as the other side (DM-C-107)."""

    title = "Agree to a trade"
    verb = "Agree to it"
    trade = LenientChoiceField(label="Trade")

    def lay_out(self) -> None:
        """Say what accepting leads to: the trade is made at once, or a commissioner has to approve it."""
        super().lay_out()
        review = self.desk.season.setting("trade.commissioner_approval")
        self.follows = (
            "It is made when a commissioner approves it." if review else "Everything changes hands at once, for good."
        )
        trade = self.desk.season.trades.get(field_value(self, "trade"))
        if trade is not None and self.concerns(trade):
            season, back = self.desk.row.pk, str(self.initial.get("back") or self.get_success_url())
            fields = {"franchise": self.desk.franchise, "back": back}
            declining = urlencode({**fields, "trade": trade.id})
            countering = urlencode({**fields, "partner": trade.franchise, "against": trade.id})
            self.decline_url = f"{links.command_url(season, 'withdraw_trade')}?{declining}"
            self.counter_url = f"{links.command_url(season, 'propose_trade')}?{countering}"

    def concerns(self, trade: Trade) -> bool:
        """Whether it was proposed to the franchise and is not accepted yet."""
        return trade.partner == self.desk.franchise and not trade.accepted


@register_form("withdraw_trade")
class WithdrawTradeForm(WaitingTradeForm):
    """Withdraw a trade as its proposer, or decline it as the other side (DM-C-107)."""

    title = "Call a trade off"
    verb = "Call it off"
    calls_off = True
    trade = LenientChoiceField(label="Trade")

    def lay_out(self) -> None:
        """Decline a proposal that waits for the franchise's own answer; call off any other."""
        super().lay_out()
        trade = self.desk.season.trades.get(field_value(self, "trade"))
        if trade is not None and trade.partner == self.desk.franchise and not trade.accepted:
            self.title, self.verb = "Decline a trade", "Decline it"
            self.lead = "Nothing changes hands." if self.desk.row.forked_from else DECLINING


def why_not(season: Season, franchise: str) -> str:
    """Why a franchise cannot trade now, in a sentence; "" if it can (DM-C-104, DM-C-107)."""
    try:
        refuse_no_shopping(season, franchise)
    except Refusal as refusal:
        return refusal.sentence
    return ""


def _side_initial(side: str, goods: Mapping[str, Any]) -> dict[str, Any]:
    """The values of one side's fields for what it gives, without those that are empty."""
    return {
        f"{side}_{goods_kind}": write_number(Decimal(value) / K) if goods_kind == "pays" else list(value)
        for goods_kind, value in goods.items()
        if value
    }


def _damage(car: Car) -> str:
    return quantity(car.criticals, "critical") if car.criticals else "sound"


def _may_go(item: Item) -> bool:
    """Whether an item can be traded on its own (DM-C-107)."""
    return not (item.bound or ((item.car or item.weapon) and not item_type(item.kind).removable))
