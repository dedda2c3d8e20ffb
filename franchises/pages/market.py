"""The market page of a franchise: its current offers and trades. Rules DM-C-104 to DM-C-108."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from explain import links
from explain.names import Segment, trade_number
from explain.printed_effects import SPONSOR_EFFECTS, shot_words
from franchises.models import Offer, Trade
from franchises.pages.base_context import FranchisePage, FranchisePageRequest, load_franchise_page
from franchises.queries.franchise import ThingNames, offers, thing_names, trades
from league.pages.base_context import franchise_color
from league.queries.names import title_at, title_in_sentence
from rules.campaign.market.offers import NEW_CONTRACT, TINKERING
from rules.campaign.sponsors.kinds import SPONSOR_KINDS
from rules.core.terms import in_k
from rules.match.catalog import item_type, stat_lines


@dataclass(frozen=True, slots=True)
class OfferLine:
    """An offer to a franchise: what it is and does, who found it, its prices in credits, and its match (DM-C-104)."""

    id: str
    what: str
    details: str
    effect: str
    rule: str
    shots: tuple[str, ...]
    source: str
    listed: int
    price: int
    match: str
    match_href: str
    href: str


@dataclass(frozen=True, slots=True)
class TradeSide:
    """One side of a trade: a franchise and what it gives."""

    name: str
    href: str
    color: str
    gives: tuple[Segment, ...]


@dataclass(frozen=True, slots=True)
class TradeLine:
    """A trade that waits for consent. `to_answer` means that this franchise is to answer it."""

    id: str
    number: str
    to_answer: bool
    sides: tuple[TradeSide, ...]
    state: str
    href: str


def market_page(page_request: FranchisePageRequest) -> dict[str, Any] | None:
    """The context of the market page; None if the franchise is not in that season."""
    page = load_franchise_page(page_request, "market")
    if page is None:
        return None
    row = page.row
    open_offers, open_trades = list(offers(row.pk)), list(trades(row.pk, page_request.viewer))
    names = thing_names(row.season_id, _ids_to_name(open_offers, open_trades))
    return {
        **page.context,
        "offers": [_offer(offer, names) for offer in open_offers],
        "tinkered": any(offer.source == TINKERING for offer in open_offers),
        "asked_enough": _world_trade_used_up(page),
        "trades": [_trade(bargain, names, page) for bargain in open_trades],
        "league_market": links.season_market_url(row.season_id),
        "at_rounds": page.house.step == "M",
        "shop_match": "" if page.row.shopping_after is None else links.short_id(page.row.shopping_after),
    }


def _world_trade_used_up(page: FranchisePage) -> bool:
    """Whether the franchise has used all its world trade rolls after this match (DM-C-105)."""
    if page.row.shopping_after is None:
        return False
    return page.row.world_trades >= page.house.number_setting("world_trade.rolls_per_match")


def _ids_to_name(offers: list[Offer], trades: list[Trade]) -> set[str]:
    ids = {offer.by for offer in offers if offer.by}
    for trade in trades:
        for goods in (trade.gives, trade.takes):
            ids.update(goods["drivers"], goods["cars"], goods["items"])
    return ids


def _offer(offer: Any, names: ThingNames) -> OfferLine:
    contract = offer.kind == NEW_CONTRACT
    row = None if contract else item_type(offer.kind)
    details = [
        *(detail.replace("_", " ") for detail in (offer.variant, offer.carcass, offer.tread) if detail),
        *(f"{name.replace('_', ' ')} {value}" for name, value in sorted(offer.rolled.items())),
    ]
    return OfferLine(
        id=links.short_id(offer.pk),
        what=f"A contract with {SPONSOR_KINDS[offer.sponsor_kind].name}" if row is None else row.name,
        details=", ".join(details),
        effect=SPONSOR_EFFECTS[offer.sponsor_kind] if row is None else row.effect,
        rule="DM-C-131" if row is None else row.rule,
        shots=() if row is None else tuple(map(shot_words, stat_lines(offer.kind, variant=offer.variant))),
        source=_source(offer, names),
        listed=offer.listed,
        price=offer.price,
        match=title_in_sentence(title_at(offer.match_at)),
        match_href=links.match_url(offer.match_id),
        href=f"{links.journal_url(offer.season_id)}?subject={links.short_id(offer.pk)}",
    )


def _source(offer: Offer, names: ThingNames) -> str:
    """Where an offer came from."""
    if offer.source != TINKERING:
        return "found by world trade"
    if kind := names.sponsors.get(offer.by):
        return f"tinkered by the {SPONSOR_KINDS[kind].name}"
    return f"tinkered by {names.drivers.get(offer.by, offer.by)}"


def _trade(trade: Trade, names: ThingNames, page: FranchisePage) -> TradeLine:
    proposer, partner = trade.franchise.identity.name, trade.partner.identity.name
    if trade.accepted:
        state = "Both agreed; a commissioner has to approve it."
    else:
        state = f"Waits for {partner} to agree, or for {proposer} to take it back."
    return TradeLine(
        id=links.short_id(trade.pk),
        number=trade_number(links.short_id(trade.pk)),
        to_answer=trade.partner_id == page.row.pk and not trade.accepted,
        sides=(
            _side(trade.franchise, trade.gives, names, page),
            _side(trade.partner, trade.takes, names, page),
        ),
        state=state,
        href=f"{links.journal_url(trade.season_id)}?subject={links.short_id(trade.pk)}",
    )


def _side(franchise: Any, goods: dict[str, Any], names: ThingNames, page: FranchisePage) -> TradeSide:
    gives = tuple(_goods(goods, names, page.row.identity.league_id)) or (Segment("nothing"),)
    return TradeSide(
        franchise.identity.name, links.object_url(franchise), franchise_color(links.short_id(franchise.pk)), gives
    )


def _goods(goods: dict[str, Any], names: ThingNames, league: str) -> Iterator[Segment]:
    """What one side gives, each thing by its name."""
    for id in goods["drivers"]:
        yield Segment(names.drivers.get(id, id), links.driver_url(league, id))
    for id in goods["cars"]:
        yield Segment(f"the car {names.cars.get(id, id)}")
    for id in goods["items"]:
        yield Segment(item_type(names.items[id]).name if id in names.items else id)
    if goods["pays"]:
        yield Segment(in_k(goods["pays"]))
