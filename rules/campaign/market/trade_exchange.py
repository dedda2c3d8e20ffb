"""What changes hands in a trade: all of it is checked, then all of it is moved.

Rules DM-C-060, DM-C-065, DM-C-107, DM-C-108, DM-C-135.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.campaign.core.duels import open_duel_between, terms_in_force
from rules.campaign.core.facts import BookedFact, Fact, fact
from rules.campaign.core.goods import Goods, Item, Trade
from rules.campaign.core.locks_and_shops import refuse_no_shopping
from rules.campaign.core.state import Season
from rules.campaign.garage.cars import GarageFull, GarageTooSmall
from rules.campaign.garage.stores import aids_on_weapon, return_equipment, stow, strip_car
from rules.campaign.money.account import BalanceTooLow, book_amount
from rules.campaign.money.prices import LEGAL_FEE_K
from rules.campaign.people.hiring import RosterFull
from rules.core.refusals import Malformed, Refusal
from rules.core.terms import CarId, Credits, DriverId, FranchiseId, ItemId, K, TradeId, in_k
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
