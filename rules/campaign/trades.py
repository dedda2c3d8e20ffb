"""Bargaining between two franchises: propose, consent, and a commissioner's word where the house wants it.

Rules DM-C-107, DM-C-108. A trade is performed whole at the last consent, by what stands then.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.command import Command, Giver, command
from rules.campaign.deals import perform_deal, refuse_improper, refuse_unfeasible, refuse_unowned, sides
from rules.campaign.facts import Fact, fact
from rules.campaign.goods import Goods, Trade
from rules.campaign.naming import free_id
from rules.campaign.state import Season
from rules.campaign.windows import refuse_no_shopping
from rules.dice import Dice
from rules.refusal import Malformed, Refusal
from rules.terms import FranchiseId, TradeId, in_k


class TradeNotYours(Refusal):
    """The trade is between others, or it is for the other side to answer."""


class TradeAlreadyAccepted(Refusal):
    """The partner agreed before, and a commissioner has to approve."""


class TradeNotAccepted(Refusal):
    """Nobody has agreed to the trade yet, so that there is nothing to approve or refuse."""


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


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class TradeAccepted(Fact):
    """The partner agreed, and a commissioner must approve before anything moves (DM-C-107)."""

    says = "{partner} agreed to the trade {trade} of {franchise}; a commissioner has to approve it."
    trade: TradeId
    franchise: FranchiseId
    partner: FranchiseId


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class TradeMade(Fact):
    """The last consent was given and everything moved at once (DM-C-107)."""

    says = "{franchise} and {partner} made the trade {trade}."
    trade: TradeId
    franchise: FranchiseId
    partner: FranchiseId


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class TradeWithdrawn(Fact):
    """A side took a trade back or declined it, or finished shopping: nothing moves (DM-C-107)."""

    says = "{franchise} called off the trade {trade} with {partner}."
    trade: TradeId
    franchise: FranchiseId
    partner: FranchiseId


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class TradeRefused(Fact):
    """A commissioner refused a trade that both sides wanted (DM-C-107)."""

    says = "A commissioner refused the trade {trade} of {franchise} and {partner}."
    trade: TradeId
    franchise: FranchiseId
    partner: FranchiseId


def told(goods: Goods) -> str:
    """A side of a trade in words."""
    named = [*goods.drivers, *goods.cars, *goods.items]
    if goods.pays:
        named.append(in_k(goods.pays))
    return ", ".join(named) or "nothing"


def _names(trade: Trade) -> tuple[TradeId, FranchiseId, FranchiseId]:
    return TradeId(trade.id), FranchiseId(trade.franchise), FranchiseId(trade.partner)


def _withdraw(season: Season, trade: Trade, *, by: str) -> Fact:
    del season.trades[trade.id]
    other = trade.partner if by == trade.franchise else trade.franchise
    return TradeWithdrawn(
        rule="DM-C-107", trade=TradeId(trade.id), franchise=FranchiseId(by), partner=FranchiseId(other)
    )


def withdraw_all(season: Season, franchise: str) -> list[Fact]:
    """Call off every trade that waits for or on a franchise which has finished shopping."""
    return [
        _withdraw(season, trade, by=franchise)
        for trade in season.all_trades()
        if franchise in (trade.franchise, trade.partner)
    ]


def _make(season: Season, trade: Trade) -> list[Fact]:
    """Perform a trade that was checked whole, and forget it."""
    del season.trades[trade.id]
    id, franchise, partner = _names(trade)
    made = TradeMade(rule="DM-C-107", trade=id, franchise=franchise, partner=partner)
    return [made, *perform_deal(season, trade)]


@command(steps=("M",), by=Giver.OWNER)
@dataclass(frozen=True, slots=True, kw_only=True)
class ProposeTrade(Command):
    """Propose a trade to another franchise while both are shopping: what one gives, and what it takes (DM-C-107).

    Each side may name drivers, cars and items by id, and one of the two `pays` in credits.
    """

    franchise: FranchiseId
    trade: TradeId
    partner: FranchiseId
    gives: Goods
    takes: Goods

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `ShopsClosed`, `TinkeringWaits`, `GoodsNotTheirs`, `ItemBound`, `IdTaken`, `Unknown` …"""
        season.franchise(self.franchise)
        season.franchise(self.partner)
        free_id(self.trade, among=season.trades, thing="trade")
        if self.partner == self.franchise:
            raise Malformed(f"{self.franchise} cannot trade with itself: name another franchise.")
        refuse_improper(self.gives, self.takes)
        trade = Trade(
            id=self.trade,
            franchise=self.franchise,
            partner=self.partner,
            gives=_copy(self.gives),
            takes=_copy(self.takes),
        )
        for side in sides(trade):
            refuse_no_shopping(season, side.seller)
            refuse_unowned(season, side)
        season.trades[trade.id] = trade
        return [
            TradeProposed(
                rule="DM-C-107",
                trade=self.trade,
                franchise=self.franchise,
                partner=self.partner,
                gives=told(trade.gives),
                takes=told(trade.takes),
            )
        ]


def _copy(goods: Goods) -> Goods:
    """Goods of the season's own, that share no list with the command."""
    return Goods(drivers=list(goods.drivers), cars=list(goods.cars), items=list(goods.items), pays=goods.pays)


@command(steps=("M",), by=Giver.OWNER)
@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptTrade(Command):
    """Agree to a trade that was proposed; it is made at once, or when a commissioner approves it (DM-C-107)."""

    franchise: FranchiseId
    trade: TradeId

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `TradeNotYours`, `TradeAlreadyAccepted` or whatever keeps the trade from being made now."""
        season.franchise(self.franchise)
        trade = season.trade(self.trade)
        if trade.partner != self.franchise:
            raise TradeNotYours(f"{trade.id} is for {trade.partner} to accept: wait for it.")
        if trade.accepted:
            raise TradeAlreadyAccepted(f"{trade.partner} has accepted {trade.id}: a commissioner has to approve it.")
        refuse_unfeasible(season, trade)
        if season.setting("trade.commissioner_approval"):
            trade.accepted = True
            id, franchise, partner = _names(trade)
            return [TradeAccepted(rule="DM-C-107", trade=id, franchise=franchise, partner=partner)]
        return _make(season, trade)


@command(steps=("M",), by=Giver.OWNER)
@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawTrade(Command):
    """Take a proposed trade back, or decline one that was proposed (DM-C-107)."""

    franchise: FranchiseId
    trade: TradeId

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `TradeNotYours`."""
        season.franchise(self.franchise)
        trade = season.trade(self.trade)
        if self.franchise not in (trade.franchise, trade.partner):
            raise TradeNotYours(f"{trade.id} is between {trade.franchise} and {trade.partner}: leave it to them.")
        return [_withdraw(season, trade, by=self.franchise)]


def _accepted(season: Season, id: str) -> Trade:
    """The trade that waits for a commissioner. Raises `Unknown` or `TradeNotAccepted`."""
    trade = season.trade(id)
    if not trade.accepted:
        raise TradeNotAccepted(f"{trade.partner} has not agreed to {trade.id}: wait for its answer.")
    return trade


@command(steps=("M",), by=Giver.COMMISSIONER)
@dataclass(frozen=True, slots=True, kw_only=True)
class ApproveTrade(Command):
    """Approve a trade both sides agreed to, where the house wants a commissioner's word; it is made (DM-C-107)."""

    trade: TradeId

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `TradeNotAccepted` or whatever keeps the trade from being made now."""
        trade = _accepted(season, self.trade)
        refuse_unfeasible(season, trade)
        return _make(season, trade)


@command(steps=("M",), by=Giver.COMMISSIONER)
@dataclass(frozen=True, slots=True, kw_only=True)
class RefuseTrade(Command):
    """Refuse a trade both sides agreed to, where the house wants a commissioner's word (DM-C-107)."""

    trade: TradeId

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `TradeNotAccepted`."""
        trade = _accepted(season, self.trade)
        del season.trades[trade.id]
        id, franchise, partner = _names(trade)
        return [TradeRefused(rule="DM-C-107", trade=id, franchise=franchise, partner=partner)]
