"""Trades between two franchises: a proposal, the partner's consent, and by house rule a commissioner's approval.

Rules DM-C-107, DM-C-108. The last consent carries out the whole trade, checked against the season at that moment.
Until it is answered an offer is sealed from everybody but its two sides, unless the league plays with open offers.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.campaign.core.command import Command, Giver, Reader, command
from rules.campaign.core.duels import talks_in_the_open
from rules.campaign.core.facts import Fact, fact
from rules.campaign.core.goods import Goods, Trade
from rules.campaign.core.locks_and_shops import refuse_no_shopping
from rules.campaign.core.names import clean_new_id
from rules.campaign.core.state import Season
from rules.campaign.market.trade_exchange import (
    exchange_goods,
    refuse_deal,
    refuse_improper,
    refuse_unfeasible,
    refuse_unowned,
    trade_directions,
)
from rules.core.dice import Dice
from rules.core.refusals import Malformed, Refusal
from rules.core.terms import FranchiseId, TradeId, in_k, printable_id

SEAL_OPENS_AT = "answered"
"""The step at which the seal of an offer opens."""


class TradeNotYours(Refusal):
    """The trade is between other franchises, or is for the other side to answer."""


class TradeAlreadyAccepted(Refusal):
    """The partner has already accepted the trade, and a commissioner has to approve it."""


class TradeIdForeign(Refusal):
    """A sealed offer has an id that another franchise might give to an offer of its own (DM-C-107)."""


class TradeNotAccepted(Refusal):
    """The partner has not accepted the trade yet, so there is nothing to approve or refuse."""


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class TradeProposed(Fact):
    """A franchise proposed a trade to another, which may agree or decline (DM-C-107)."""

    says = "{franchise} offered {partner} {gives} for {takes}."
    trade: TradeId
    franchise: FranchiseId
    partner: FranchiseId
    gives: str
    takes: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TradeAnswer(Fact):
    """An offer was answered or taken back. `sealed` is the name of its seal, which this opens (DM-C-107)."""

    trade: TradeId
    franchise: FranchiseId
    partner: FranchiseId
    sealed: str = ""

    def opens(self) -> tuple[str, ...]:
        """The seal of the offer, if it has one."""
        return (_seal(self.sealed),) if self.sealed else ()


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class TradeAccepted(TradeAnswer):
    """The partner agreed, and a commissioner must approve before anything moves (DM-C-107)."""

    says = "{partner} agreed to the trade {trade} of {franchise}; a commissioner has to approve it."


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class TradeMade(TradeAnswer):
    """The last consent was given and everything moved at once (DM-C-107)."""

    says = "{franchise} and {partner} made the trade {trade}."


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class TradeWithdrawn(TradeAnswer):
    """A side took a trade back or declined it, or finished shopping: nothing moves (DM-C-107)."""

    says = "{franchise} called off the trade {trade} with {partner}."


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class TradeRefused(TradeAnswer):
    """A commissioner refused a trade that both sides wanted (DM-C-107)."""

    says = "A commissioner refused the trade {trade} of {franchise} and {partner}."


def describe_goods(goods: Goods) -> str:
    """One side of a trade in words."""
    names = [*goods.drivers, *goods.cars, *goods.items]
    if goods.pays:
        names.append(in_k(goods.pays))
    return ", ".join(names) or "nothing"


def _seal(name: str) -> str:
    return f"{name}:{SEAL_OPENS_AT}"


def _answer_fields(trade: Trade, *, by: str = "") -> dict[str, Any]:
    """The fields of an answer to a trade. Where a franchise called it off, that franchise, `by`, comes first."""
    franchise, partner = (trade.franchise, trade.partner) if by != trade.partner else (trade.partner, trade.franchise)
    sides = {"franchise": FranchiseId(franchise), "partner": FranchiseId(partner)}
    return {"rule": "DM-C-107", "trade": TradeId(trade.id), **sides, "sealed": "" if trade.accepted else trade.sealed}


def _withdraw(season: Season, trade: Trade, *, by: str) -> Fact:
    del season.trades[trade.id]
    return TradeWithdrawn(**_answer_fields(trade, by=by))


def withdraw_all(season: Season, franchise: str) -> list[Fact]:
    """Call off every trade of a franchise that has finished shopping, whichever side it is on."""
    return [
        _withdraw(season, trade, by=franchise)
        for trade in season.all_trades()
        if franchise in (trade.franchise, trade.partner)
    ]


def _make(season: Season, trade: Trade) -> list[Fact]:
    """Carry out a checked trade and remove it."""
    del season.trades[trade.id]
    return [TradeMade(**_answer_fields(trade)), *exchange_goods(season, trade)]


@command(steps=("M",), by=Giver.OWNER, sealed=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class ProposeTrade(Command):
    """Propose a trade to another franchise while both are shopping: what each side gives (DM-C-107).

    Each side may name drivers, cars and items by id, and one of the two `pays` in credits. `sealed` is the name of
    its seal until it is answered (DM-C-107). The journal sets it, overriding what was sent.
    """

    shared: ClassVar[bool] = True
    franchise: FranchiseId
    trade: TradeId
    partner: FranchiseId
    gives: Goods
    takes: Goods
    sealed: str = ""

    def with_seal_name(self, name: str, season: Season) -> ProposeTrade:
        """The proposal under a seal of that name, or unsealed where the league plays with open offers (DM-C-107), or
        the two meet in a duel whose players talk in the open (CW-Q-039).

        Raises `TradeIdForeign` for an id that another franchise could choose: refusing it to them would reveal this
        offer.
        """
        if season.setting("trade.open_offers") or talks_in_the_open(season, self.franchise, self.partner):
            return replace(self, sealed="")
        own, _, number = self.trade.rpartition(".")
        if own != self.franchise or not number:
            raise TradeIdForeign(
                f"{printable_id(self.trade)} is no name for a sealed offer of {printable_id(self.franchise)}: give "
                "it one that "
                f"begins with that id and a dot and has no other dots, such as {printable_id(self.franchise)}.t1."
            )
        return replace(self, sealed=name)

    def seal(self, season: Season) -> str:  # noqa: ARG002 - the command already says whether it is sealed
        """Others see it once it is answered, taken back, or removed when the shops close (DM-C-107)."""
        return _seal(self.sealed) if self.sealed else ""

    @classmethod
    def sealed_things(cls, season: Season, *, reader: Reader, now: Season) -> list[tuple[str, str]]:
        """The unanswered sealed offers that the reader may not see."""
        return [
            (_seal(trade.sealed), trade.id)
            for trade in season.trades.values()
            if _is_sealed(trade)
            and reader.answers.isdisjoint((trade.franchise, trade.partner))
            and _is_sealed(now.trades.get(trade.id))
        ]

    @classmethod
    def hide(cls, season: Season, id: str, *, forget: bool) -> None:  # noqa: ARG003 - nothing of it is public
        """Remove the offer."""
        del season.trades[id]

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `DealForbidden`, `ShopsClosed`, `TinkeringWaits`, `GoodsNotTheirs`, `ItemBound`, `IdTaken` …"""
        season.franchise(self.franchise)
        season.franchise(self.partner)
        clean_new_id(self.trade, among=season.trades, thing="trade")
        if self.partner == self.franchise:
            raise Malformed(f"{self.franchise} cannot trade with itself: name another franchise.")
        refuse_improper(self.gives, self.takes)
        trade = Trade(
            id=self.trade,
            franchise=self.franchise,
            partner=self.partner,
            gives=_copy(self.gives),
            takes=_copy(self.takes),
            sealed=self.sealed,
        )
        refuse_deal(season, self.franchise, self.partner)
        for side in trade_directions(trade):
            refuse_no_shopping(season, side.seller)
            refuse_unowned(season, side)
        season.trades[trade.id] = trade
        return [
            TradeProposed(
                rule="DM-C-107",
                trade=self.trade,
                franchise=self.franchise,
                partner=self.partner,
                gives=describe_goods(trade.gives),
                takes=describe_goods(trade.takes),
            )
        ]


def _is_sealed(trade: Trade | None) -> bool:
    return trade is not None and bool(trade.sealed) and not trade.accepted


def _copy(goods: Goods) -> Goods:
    """A copy for the season, which shares no list with the command."""
    return Goods(drivers=list(goods.drivers), cars=list(goods.cars), items=list(goods.items), pays=goods.pays)


@command(steps=("M",), by=Giver.OWNER)
@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptTrade(Command):
    """Agree to a proposed trade; it is made at once, or when a commissioner approves it (DM-C-107)."""

    franchise: FranchiseId
    trade: TradeId

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `TradeNotYours`, `TradeAlreadyAccepted`, or a refusal of `refuse_unfeasible`."""
        season.franchise(self.franchise)
        trade = season.trade(self.trade)
        if trade.partner != self.franchise:
            raise TradeNotYours(f"{trade.id} is for {trade.partner} to accept: wait for it.")
        if trade.accepted:
            raise TradeAlreadyAccepted(f"{trade.partner} has accepted {trade.id}: a commissioner has to approve it.")
        refuse_unfeasible(season, trade)
        if season.setting("trade.commissioner_approval"):
            fact = TradeAccepted(**_answer_fields(trade))
            trade.accepted = True
            return [fact]
        return _make(season, trade)


@command(steps=("M",), by=Giver.OWNER)
@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawTrade(Command):
    """Take back a trade that this franchise proposed, or decline one that was proposed to it (DM-C-107)."""

    franchise: FranchiseId
    trade: TradeId

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `TradeNotYours`."""
        season.franchise(self.franchise)
        trade = season.trade(self.trade)
        if self.franchise not in (trade.franchise, trade.partner):
            raise TradeNotYours(f"{trade.id} is between {trade.franchise} and {trade.partner}: leave it to them.")
        return [_withdraw(season, trade, by=self.franchise)]


def _accepted_trade(season: Season, id: str) -> Trade:
    """A trade that awaits a commissioner's approval. Raises `Unknown` or `TradeNotAccepted`."""
    trade = season.trade(id)
    if not trade.accepted:
        raise TradeNotAccepted(f"{trade.partner} has not agreed to {trade.id}: wait for its answer.")
    return trade


@command(steps=("M",), by=Giver.COMMISSIONER)
@dataclass(frozen=True, slots=True, kw_only=True)
class ApproveTrade(Command):
    """Approve a trade that both sides agreed to, if the house rules ask for it; it is made (DM-C-107)."""

    trade: TradeId

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `Unknown`, `TradeNotAccepted`, or a refusal of `refuse_unfeasible`."""
        trade = _accepted_trade(season, self.trade)
        refuse_unfeasible(season, trade)
        return _make(season, trade)


@command(steps=("M",), by=Giver.COMMISSIONER)
@dataclass(frozen=True, slots=True, kw_only=True)
class RefuseTrade(Command):
    """Refuse a trade that both sides agreed to, if the house rules ask for approval (DM-C-107)."""

    trade: TradeId

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `TradeNotAccepted`."""
        trade = _accepted_trade(season, self.trade)
        del season.trades[trade.id]
        return [TradeRefused(**_answer_fields(trade))]
