"""The market after one match: tinkering, world trade, every offer and its end, trades, and shopping."""

from __future__ import annotations

from collections.abc import Sequence
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
from league.pages.matches.fact_sections import SHOPPING
from league.queries.entries import entries_of_match
from league.queries.matches import Shop, shops
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
"""Commands of the shopping that are neither an offer nor a trade."""
SHOPPING_ENTRIES = frozenset({*SHOPPING, "open_shopping", "roll_world_trade", "finish_shopping", "end_shopping"})
SOURCE_WORDS = {"tinkering": "tinkering", "world_trade": "world trade"}
OFFER_END_WORDS = {"offer_bought": ("bought", "good"), "offer_declined": ("declined", "")}
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
    """An offer: what, to whom, who found it, the rolled and the asked price in credits, and what became of it."""

    id: str
    what: str
    team: Segment
    short_name: str
    colour: str
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
    """A trade with both its sides, and what it brought about when it was made."""

    id: str
    number: str
    one: Segment
    other: Segment
    gives: tuple[Segment, ...]
    takes: tuple[Segment, ...]
    became: str
    kind: str
    waits: bool
    """Both sides agreed, and a commissioner is asked."""
    facts: tuple[FactWithEntry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShopLink:
    """A match whose shops have opened, as the way to its market."""

    name: str
    round: int
    open: bool
    here: bool


def season_market_page(*, league: League, season: Season, viewer: Viewer, match: str) -> dict[str, Any] | None:
    """The context of the market after a match, the last one when none is asked for; None when there is no such."""
    opened = shops(season.pk)
    chosen = next((shop for shop in opened if match in ("", shop.match)), None)
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
                Breadcrumb(f"Season {season.number}", links.season_url(season.pk)),
                Breadcrumb("Market"),
            ],
            balance=own_balance(viewer),
        ),
        "shops": [
            ShopLink(name=shop.match, round=shop.round, open=shop.open, here=shop is chosen) for shop in opened
        ],
        "chosen": chosen,
        "match_href": "" if chosen is None else links.match_url(f"{season.pk}/{chosen.match}"),
        "shopping": [names.segment(FranchiseId, id) for id in (() if chosen is None else chosen.shopping)],
        "offers": _offers(facts, names, own_franchise_ids(viewer)),
        "tinkering": _facts_of_command(facts, "open_shopping", but=("shopping_opened", "match_step_reached")),
        "world_trade": _facts_of_command(facts, "roll_world_trade"),
        "trades": _trades(facts, names),
        "bought": [
            (fact, entry)
            for fact, entry in facts
            if entry.tag in PURCHASE_COMMANDS and fact.stated.tag != "item_gained"
        ],
    }


def _entries(season: Season, viewer: Viewer, shop: Shop, names: Names) -> list[RenderedEntry]:
    """The shopping's entries, oldest first, without those of franchises that shop after another match."""
    found = entries_of_match(season.pk, viewer, shop.match, shopping=SHOPPING).filter(
        command__in=sorted(SHOPPING_ENTRIES)
    )
    entries = render_entries(found, names)[::-1]
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
        made: Any = fact.stated
        became, kind = ends.get(made.offer, ("open", "warn"))
        lines.append(
            MarketOffer(
                id=made.offer,
                what=offer_words(made.what, made.item_kind),
                team=names.segment(FranchiseId, made.franchise),
                short_name=made.franchise,
                colour=franchise_color(made.franchise),
                own=made.franchise in own,
                found_by=SOURCE_WORDS[made.source],
                by=_finder(made, names),
                listed=made.listed,
                price=made.price,
                became=became,
                kind=kind,
                href=entry.href,
            )
        )
    return lines


def _finder(made: Any, names: Names) -> Segment | None:
    if made.driver:
        return names.segment(DriverId, made.driver)
    return names.segment(SponsorId, made.sponsor) if made.sponsor else None


def _trades(facts: Sequence[FactWithEntry], names: Names) -> list[MarketTrade]:
    """Every proposal with what came of it; a name that was used again begins another trade."""
    trades: list[list[FactWithEntry]] = []
    last: dict[str, list[FactWithEntry]] = {}
    for fact, entry in facts:
        id = getattr(fact.stated, "trade", "")
        if not id:
            continue
        if fact.stated.tag == "trade_proposed":
            last[id] = []
            trades.append(last[id])
        if id in last:
            last[id].append((fact, entry))
    return [_trade(trade, names) for trade in trades]


def _trade(facts: Sequence[FactWithEntry], names: Names) -> MarketTrade:
    proposed: Any = facts[0][0].stated
    became, kind = next(
        TRADE_OUTCOMES[fact.stated.tag] for fact, _ in reversed(facts) if fact.stated.tag in TRADE_OUTCOMES
    )
    return MarketTrade(
        id=proposed.trade,
        number=trade_number(proposed.trade),
        one=names.segment(FranchiseId, proposed.franchise),
        other=names.segment(FranchiseId, proposed.partner),
        gives=tuple(names.segments_in(proposed.gives, FIELDS_WITH_IDS["gives"])),
        takes=tuple(names.segments_in(proposed.takes, FIELDS_WITH_IDS["takes"])),
        became=became,
        kind=kind,
        waits=became == AWAITS_COMMISSIONER,
        facts=tuple(facts),
    )
