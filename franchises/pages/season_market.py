"""The season's market page after one match: tinkering, world trade, offers, trades and purchases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from explain import links
from explain.fact_rendering import FIELDS_WITH_IDS, RenderedEntry, RenderedFact
from explain.name_lookup import complete_names, render_entries
from explain.names import Names, Segment, trade_number
from explain.printed_names import offer_words
from league.access import Viewer
from league.models import League, Season
from league.pages.base_context import Breadcrumb, base_context, franchise_color, own_franchise_ids
from league.pages.list_pages import fact_lines, list_page
from league.pages.matches.match_entries import SHOPPING
from league.queries.entries import entries_of_match
from league.queries.matches import Shop, shops
from league.queries.names import title_in_sentence
from league.queries.seasons import own_balance
from rules.core.terms import DriverId, FranchiseId, SponsorId

PURCHASE_COMMANDS = frozenset(
    {
        "buy_car",
        "buy_item",
        "cash_holding",
        "hire_rookie",
        "hire_staff",
        "hire_veteran",
        "release_driver",
        "sell_car",
        "use_medical_device",
    }
)
"""Shopping commands that concern neither an offer nor a trade."""
SHOPPING_ENTRIES = frozenset({*SHOPPING, "open_shopping", "roll_world_trade", "finish_shopping", "end_shopping"})
SOURCE_WORDS = {"tinkering": "tinkering", "world_trade": "world trade"}
OFFER_END_WORDS = {"offer_bought": ("bought", "good"), "offer_declined": ("declined", "")}
MOST_SHOPS = 12
"""The most matches that are all linked; of more, those of the chosen round, and a link for each other round."""
OFFER_LINES = 14
"""The most offers on a page."""
TRADE_LINES, BOUGHT_LINES, TINKERING_LINES, WORLD_TRADE_LINES = 24, 38, 16, 32
"""The most lines of a page of each list, as a phone shows them."""
AWAITS_COMMISSIONER = "awaits a commissioner"
TRADE_OUTCOMES = {
    "trade_proposed": ("proposed", "warn"),
    "trade_accepted": (AWAITS_COMMISSIONER, "warn"),
    "trade_made": ("made", "good"),
    "trade_refused": ("refused by a commissioner", "bad"),
    "trade_withdrawn": ("called off", ""),
}
FactWithEntry = tuple[RenderedFact, RenderedEntry]


@dataclass(frozen=True, slots=True, kw_only=True)
class MarketOffer:
    """An offer: what, to whom, who found it, listed and asked price in credits, and its outcome."""

    id: str
    what: str
    team: Segment
    short_name: str
    color: str
    own: bool
    found_by: str
    by: Segment | None
    listed: int
    price: int
    became: str
    kind: str
    href: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MarketTrade:
    """A trade with both sides, and the facts about it."""

    id: str
    number: str
    one: Segment
    other: Segment
    gives: tuple[Segment, ...]
    takes: tuple[Segment, ...]
    became: str
    kind: str
    waits: bool
    """Whether both sides agreed and a commissioner's approval is pending."""
    facts: tuple[FactWithEntry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShopLink:
    """A link to the market of a match whose shops have opened."""

    name: str
    title: str
    open: bool
    here: bool


def season_market_page(
    *, league: League, season: Season, viewer: Viewer, match: str, query: Mapping[str, str] | None = None
) -> dict[str, Any] | None:
    """The context of the market after a match, by default the last one; None if there is no such match.

    A query asks for pages of its lists; without one they are whole.
    """
    opened_shops = shops(season.pk)
    chosen = next((shop for shop in opened_shops if match in ("", shop.match)), None)
    if match and chosen is None:
        return None
    names = Names(season.pk)
    entries = [] if chosen is None else _entries(season, viewer, chosen, names)
    complete_names(names, [], also=() if chosen is None else chosen.shopping)
    facts = [(fact, entry) for entry in entries for fact in entry.facts]
    return {
        **base_context(
            league=league,
            season=season,
            viewer=viewer,
            here="Market",
            crumbs=[
                Breadcrumb(league.name, links.league_url(league.pk)),
                Breadcrumb(season.label, links.season_url(season.pk)),
                Breadcrumb("Market"),
            ],
            balance=own_balance(viewer),
        ),
        "shops": _shop_links(opened_shops, chosen),
        "chosen": chosen,
        "chosen_title": "" if chosen is None else title_in_sentence(chosen.title),
        "match_href": "" if chosen is None else links.match_url(f"{season.pk}/{chosen.match}"),
        "shopping": [names.segment(FranchiseId, id) for id in (() if chosen is None else chosen.shopping)],
        "offers": list_page(
            _offers(facts, names, own_franchise_ids(viewer)), query, "offers", lines=lambda _: 1, most=OFFER_LINES
        ),
        "tinkering": list_page(
            _facts_of_command(facts, "open_shopping", but=("shopping_opened", "match_step_reached")),
            query,
            "tinkering",
            lines=_pair_lines,
            most=TINKERING_LINES,
        ),
        "world_trade": list_page(
            _facts_of_command(facts, "roll_world_trade"),
            query,
            "world-trade",
            lines=_pair_lines,
            most=WORLD_TRADE_LINES,
        ),
        "trades": list_page(_trades(facts, names), query, "trades", lines=_trade_lines, most=TRADE_LINES),
        "bought": list_page(
            [
                (fact, entry)
                for fact, entry in facts
                if entry.tag in PURCHASE_COMMANDS and fact.stated.tag != "item_gained"
            ],
            query,
            "bought",
            lines=_pair_lines,
            most=BOUGHT_LINES,
        ),
    }


def _shop_links(opened: Sequence[Shop], chosen: Shop | None) -> list[ShopLink]:
    """Links to the shops, the last first; of many, those of the chosen round and the last of each other round."""
    links_of_shops = []
    rounds_seen = set()
    for shop in opened:
        whole = chosen is None or shop.round == chosen.round or len(opened) <= MOST_SHOPS
        if whole or shop.round not in rounds_seen:
            title = shop.title if whole else f"Round {shop.round}"
            links_of_shops.append(ShopLink(name=shop.match, title=title, open=shop.open, here=shop is chosen))
        rounds_seen.add(shop.round)
    return links_of_shops


def _pair_lines(pair: FactWithEntry) -> int:
    return fact_lines(pair[0])


def _trade_lines(trade: MarketTrade) -> int:
    return 5 + sum(map(_pair_lines, trade.facts))


def _entries(season: Season, viewer: Viewer, shop: Shop, names: Names) -> list[RenderedEntry]:
    """The entries of the shopping, oldest first, only those about franchises that shop after this match."""
    rows = entries_of_match(season.pk, viewer, shop.match, shopping=SHOPPING).filter(
        command__in=sorted(SHOPPING_ENTRIES)
    )
    entries = render_entries(rows, names)[::-1]
    return [entry for entry in entries if any(fact.franchise in shop.teams for fact in entry.facts)]


def _facts_of_command(
    facts: Sequence[FactWithEntry], command: str, *, but: Sequence[str] = ()
) -> list[FactWithEntry]:
    return [(fact, entry) for fact, entry in facts if entry.tag == command and fact.stated.tag not in but]


def _offers(facts: Sequence[FactWithEntry], names: Names, own: frozenset[str]) -> list[MarketOffer]:
    ends: dict[str, tuple[str, str]] = {}
    for fact, _ in facts:
        if fact.stated.tag in OFFER_END_WORDS:
            stated: Any = fact.stated
            ends[stated.offer] = OFFER_END_WORDS[stated.tag]
    lines = []
    for fact, entry in facts:
        if fact.stated.tag != "offer_made":
            continue
        offer: Any = fact.stated
        became, kind = ends.get(offer.offer, ("open", "warn"))
        lines.append(
            MarketOffer(
                id=offer.offer,
                what=offer_words(offer.what, offer.item_kind),
                team=names.segment(FranchiseId, offer.franchise),
                short_name=offer.franchise,
                color=franchise_color(offer.franchise),
                own=offer.franchise in own,
                found_by=SOURCE_WORDS[offer.source],
                by=_finder(offer, names),
                listed=offer.listed,
                price=offer.price,
                became=became,
                kind=kind,
                href=entry.href,
            )
        )
    return lines


def _finder(offer: Any, names: Names) -> Segment | None:
    if offer.driver:
        return names.segment(DriverId, offer.driver)
    return names.segment(SponsorId, offer.sponsor) if offer.sponsor else None


def _trades(facts: Sequence[FactWithEntry], names: Names) -> list[MarketTrade]:
    """Every proposed trade with its facts. A proposal with an id that was used before begins another trade."""
    trades: list[list[FactWithEntry]] = []
    latest_by_id: dict[str, list[FactWithEntry]] = {}
    for fact, entry in facts:
        id = getattr(fact.stated, "trade", "")
        if not id:
            continue
        if fact.stated.tag == "trade_proposed":
            latest_by_id[id] = []
            trades.append(latest_by_id[id])
        if id in latest_by_id:
            latest_by_id[id].append((fact, entry))
    return [_trade(trade, names) for trade in trades]


def _trade(facts: Sequence[FactWithEntry], names: Names) -> MarketTrade:
    proposal: Any = facts[0][0].stated
    became, kind = next(
        TRADE_OUTCOMES[fact.stated.tag] for fact, _ in reversed(facts) if fact.stated.tag in TRADE_OUTCOMES
    )
    return MarketTrade(
        id=proposal.trade,
        number=trade_number(proposal.trade),
        one=names.segment(FranchiseId, proposal.franchise),
        other=names.segment(FranchiseId, proposal.partner),
        gives=tuple(names.segments_in(proposal.gives, FIELDS_WITH_IDS["gives"])),
        takes=tuple(names.segments_in(proposal.takes, FIELDS_WITH_IDS["takes"])),
        became=became,
        kind=kind,
        waits=became == AWAITS_COMMISSIONER,
        facts=tuple(facts),
    )
