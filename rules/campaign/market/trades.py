"""Trades between two franchises: a proposal, the partner's consent, and by house rule a commissioner's approval.

The last consent carries out the whole trade: all of it is checked against the season at that moment, then all of it
is moved. Until it is answered an offer is sealed from everybody but its two sides, unless the league plays with open
offers. Rules DM-C-060, DM-C-065, DM-C-107, DM-C-108, DM-C-135.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.campaign.core.command import Command, Giver, Reader, command
from rules.campaign.core.duels import open_duel_between, talks_in_the_open, terms_in_force
from rules.campaign.core.facts import BookedFact, Fact, fact
from rules.campaign.core.locks_and_shops import refuse_no_shopping
from rules.campaign.core.names import clean_new_id
from rules.campaign.core.state import Goods, Item, Season, Trade
from rules.campaign.garage.cars import GarageFull, GarageTooSmall
from rules.campaign.garage.stores import aids_on_weapon, return_equipment, stow, strip_car
from rules.campaign.money.account import BalanceTooLow, book_amount
from rules.campaign.money.prices import LEGAL_FEE_K
from rules.campaign.people.hiring import RosterFull
from rules.core.dice import Dice
from rules.core.refusals import Malformed, Refusal
from rules.core.terms import CarId, Credits, DriverId, FranchiseId, ItemId, K, TradeId, in_k, printable_id
from rules.match.catalog import item_type

MAX_TRADE_PAYMENT = 1_000_000 * K
"""The most that a side can pay in a trade, in credits."""


class GoodsNotTheirs(Refusal):
    """A franchise would give something that it does not have, or no longer has (DM-C-107)."""


class DealForbidden(Refusal):
    """The two franchises meet in a duel, and the answers to a questionnaire allow no deals there (CW-Q-039)."""


class ItemBound(Refusal):
    """An item that cannot be taken off can only be traded together with its car or weapon (DM-C-107)."""


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class DriverTraded(Fact):
    """A driver changed sides with their sheet and contract; what they wore stayed behind (DM-C-108, DM-C-135)."""

    says = "{driver} went from {seller} to {franchise}."
    trade: TradeId
    franchise: FranchiseId
    seller: FranchiseId
    driver: DriverId


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class CarTraded(Fact):
    """A car changed sides with everything that is fixed to it (DM-C-107)."""

    says = "{car} went from {seller} to {franchise}."
    trade: TradeId
    franchise: FranchiseId
    seller: FranchiseId
    car: CarId


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class ItemTraded(Fact):
    """An item changed sides, by itself or with the car or weapon it is fixed to (DM-C-107)."""

    says = "{item} ({item_kind}) went from {seller} to {franchise}."
    trade: TradeId
    franchise: FranchiseId
    seller: FranchiseId
    item: ItemId
    item_kind: str


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class TradePaid(BookedFact):
    """What a franchise paid in a trade (DM-C-107)."""

    says = "{franchise} paid {partner} {amount}."
    trade: TradeId
    partner: FranchiseId


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class TradeCollected(BookedFact):
    """What a franchise was paid in a trade (DM-C-107)."""

    says = "{franchise} was paid {amount} by {partner}."
    trade: TradeId
    partner: FranchiseId


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class LegalFeePaid(BookedFact):
    """The legal fee both sides pay for each driver traded (DM-C-108)."""

    says = "{franchise} paid {amount} in legal fees for {driver}."
    trade: TradeId
    driver: DriverId


@dataclass(frozen=True, slots=True, kw_only=True)
class TradeDirection:
    """One direction of a trade: the goods that go from the seller to the buyer."""

    seller: str
    buyer: str
    goods: Goods


def trade_directions(trade: Trade) -> tuple[TradeDirection, TradeDirection]:
    """Both directions of a trade, the proposer's goods first."""
    return (
        TradeDirection(seller=trade.franchise, buyer=trade.partner, goods=trade.gives),
        TradeDirection(seller=trade.partner, buyer=trade.franchise, goods=trade.takes),
    )


def refuse_improper(gives: Goods, takes: Goods) -> None:
    """Raise `Malformed` unless something changes hands, nothing is named twice, and at most one side pays."""
    for thing, ids in (
        ("driver", [*gives.drivers, *takes.drivers]),
        ("car", [*gives.cars, *takes.cars]),
        ("item", [*gives.items, *takes.items]),
    ):
        for id in ids:
            if ids.count(id) > 1:
                raise Malformed(f"The {thing} {id[:80]} stands in the trade more than once: name it once.")
    if not any((gives.drivers, takes.drivers, gives.cars, takes.cars, gives.items, takes.items)):
        raise Malformed("The trade names no driver, car or item: name what changes hands.")
    for pays in (gives.pays, takes.pays):
        if not 0 <= pays <= MAX_TRADE_PAYMENT:
            raise Malformed(f"A trade pays from 0 to {in_k(MAX_TRADE_PAYMENT)}: choose an amount between.")
    if gives.pays and takes.pays:
        raise Malformed("Both sides of the trade pay: let one of them pay the difference.")


def refuse_unowned(season: Season, side: TradeDirection) -> None:
    """Raise `GoodsNotTheirs`, `ItemBound` or `Unknown` unless the seller has everything and can give it now."""
    for id in side.goods.drivers:
        season.driver(id)
        contract = season.contracts.get(id)
        if contract is None or contract.franchise != side.seller or contract.phase != "signed":
            raise GoodsNotTheirs(f"{id} is not on the roster of {side.seller}: leave him out.")
    for id in side.goods.cars:
        car = season.car(id)
        if car.franchise != side.seller or car.phase != "garage" or car.destroyed:
            raise GoodsNotTheirs(f"{id} does not stand in the garage of {side.seller}: leave it out.")
    for id in side.goods.items:
        item = season.item(id)
        if item.franchise != side.seller:
            raise GoodsNotTheirs(f"{id} is not in the stores of {side.seller}: leave it out.")
        if item.bound or ((item.car or item.weapon) and not item_type(item.kind).removable):
            holder = item.bound or item.car or item.weapon
            raise ItemBound(f"{id} belongs to {holder} for good: trade that, and it goes along.")


def refuse_deal(season: Season, franchise: str, partner: str) -> None:
    """Raise `DealForbidden` if two franchises meet in an open duel and may make no deals (CW-Q-039)."""
    duel = open_duel_between(season, franchise, partner)
    if duel is None:
        return
    for terms, answers in terms_in_force(season):
        if rule := terms.deals_rule(answers):
            raise DealForbidden(
                f"{franchise} and {partner} meet in the duel {duel.id}, whose players make no deals ({rule}): "
                "trade once it is settled."
            )


def refuse_unfeasible(season: Season, trade: Trade) -> None:
    """Check the whole trade against the present season, since goods and balances may have changed (DM-C-107).

    Raises `DealForbidden`, `ShopsClosed`, `TinkeringWaits`, the refusals of `refuse_unowned`, `RosterFull`,
    `GarageFull`, `GarageTooSmall` or `BalanceTooLow`, naming the franchise.
    """
    refuse_deal(season, trade.franchise, trade.partner)
    first, second = trade_directions(trade)
    for side in (first, second):
        refuse_no_shopping(season, side.seller)
        refuse_unowned(season, side)
    for outgoing, incoming in ((first, second), (second, first)):
        _refuse_roster(season, outgoing, incoming)
        _refuse_garage(season, outgoing, incoming)
        _refuse_price(season, outgoing, incoming)


def _refuse_roster(season: Season, outgoing: TradeDirection, incoming: TradeDirection) -> None:
    current, limit = len(season.roster(outgoing.seller)), season.number_setting("roster.max")
    after = current - len(outgoing.goods.drivers) + len(incoming.goods.drivers)
    if after > max(current, limit):
        raise RosterFull(f"{outgoing.seller} would have {after} drivers and may have {limit}: trade fewer to it.")


def _refuse_garage(season: Season, outgoing: TradeDirection, incoming: TradeDirection) -> None:
    current = len(season.garage(outgoing.seller))
    least, most = season.number_setting("garage.min"), season.number_setting("garage.max")
    after = current - len(outgoing.goods.cars) + len(incoming.goods.cars)
    if after > max(current, most):
        raise GarageFull(f"{outgoing.seller} would have {after} cars and may have {most}: trade fewer to it.")
    if after < min(current, least):
        raise GarageTooSmall(
            f"{outgoing.seller} would have {after} cars and must keep {least}: trade fewer of its own."
        )


def _refuse_price(season: Season, outgoing: TradeDirection, incoming: TradeDirection) -> None:
    fees = LEGAL_FEE_K * K * (len(outgoing.goods.drivers) + len(incoming.goods.drivers))
    balance = season.franchise(outgoing.seller).balance
    if balance + incoming.goods.pays < outgoing.goods.pays + fees:
        raise BalanceTooLow(
            f"{outgoing.seller} has {in_k(balance)} and would pay "
            f"{in_k(outgoing.goods.pays + fees)} with legal fees: "
            f"agree on something within the balance."
        )


def exchange_goods(season: Season, trade: Trade) -> list[Fact]:
    """Move drivers, items and cars, then the payment, then legal fees. The trade must have been checked."""
    directions = trade_directions(trade)
    facts: list[Fact] = []
    for side in directions:
        facts.extend(_move_drivers(season, trade, side))
        facts.extend(_move_items(season, trade, side))
        facts.extend(_move_cars(season, trade, side))
    for side in directions:
        facts.extend(_pay(season, trade, side))
    for driver in [*trade.gives.drivers, *trade.takes.drivers]:
        for franchise in (trade.franchise, trade.partner):
            moved = book_amount(season.franchise(franchise), amount=-LEGAL_FEE_K * K)
            facts.append(LegalFeePaid(rule="DM-C-108", **moved, trade=TradeId(trade.id), driver=DriverId(driver)))
    return facts


def _move_drivers(season: Season, trade: Trade, side: TradeDirection) -> Iterator[Fact]:
    for id in side.goods.drivers:
        yield from return_equipment(season, season.driver(id))
        contract = season.contracts[id]
        contract.franchise, contract.origin = side.buyer, "trade"
        yield DriverTraded(
            rule="DM-C-108",
            trade=TradeId(trade.id),
            franchise=FranchiseId(side.buyer),
            seller=FranchiseId(side.seller),
            driver=DriverId(id),
        )


def _move_items(season: Season, trade: Trade, side: TradeDirection) -> Iterator[Fact]:
    """Aids that cannot be taken off a weapon go with it; the others stay in the seller's stores."""
    for id in side.goods.items:
        item = season.item(id)
        yield from stow(item)
        aids = aids_on_weapon(season, item)
        yield _hand_over(trade, side, item)
        for aid in aids:
            if item_type(aid.kind).removable:
                yield from stow(aid)
            else:
                yield _hand_over(trade, side, aid)


def _move_cars(season: Season, trade: Trade, side: TradeDirection) -> Iterator[Fact]:
    for id in side.goods.cars:
        car = season.car(id)
        yield from strip_car(season, car)
        car.franchise = side.buyer
        yield CarTraded(
            rule="DM-C-107",
            trade=TradeId(trade.id),
            franchise=FranchiseId(side.buyer),
            seller=FranchiseId(side.seller),
            car=CarId(id),
        )
        for item in season.items_on_car(id):
            yield _hand_over(trade, side, item)


def _hand_over(trade: Trade, side: TradeDirection, item: Item) -> Fact:
    item.franchise = side.buyer
    return ItemTraded(
        rule="DM-C-107",
        trade=TradeId(trade.id),
        franchise=FranchiseId(side.buyer),
        seller=FranchiseId(side.seller),
        item=ItemId(item.id),
        item_kind=item.kind,
    )


def _pay(season: Season, trade: Trade, side: TradeDirection) -> Iterator[Fact]:
    if side.goods.pays:
        seller, buyer = season.franchise(side.seller), season.franchise(side.buyer)
        paid, id = Credits(side.goods.pays), TradeId(trade.id)
        yield TradePaid(rule="DM-C-107", **book_amount(seller, amount=-paid), trade=id, partner=FranchiseId(buyer.id))
        yield TradeCollected(
            rule="DM-C-107", **book_amount(buyer, amount=paid), trade=id, partner=FranchiseId(seller.id)
        )


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
