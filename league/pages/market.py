"""The market after one match: tinkering, world trade, every offer and its end, trades, and shopping."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from league.access import Viewer
from league.models import League, Season
from league.pages import routes
from league.pages.called import Names, Piece, trade_number
from league.pages.frame import Crumb, colour_of, frame, own_names
from league.pages.match_steps import SHOPPING
from league.pages.names import names_in, told_entries
from league.pages.telling import IDS_WITHIN, Told, ToldEntry
from league.pages.words import described
from league.queries.entries import of_match
from league.queries.matches import Shop, shops
from league.queries.seasons import own_balance
from rules.core.terms import DriverId, FranchiseId, SponsorId

LISTED = frozenset(
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
SHOWN = frozenset({*SHOPPING, "open_shopping", "roll_world_trade", "finish_shopping", "end_shopping"})
FOUND_BY = {"tinkering": "tinkering", "world_trade": "world trade"}
ENDED = {"offer_bought": ("bought", "good"), "offer_declined": ("declined", "")}
AWAITS = "awaits a commissioner"
OUTCOMES = {
    "trade_proposed": ("proposed", "warn"),
    "trade_accepted": (AWAITS, "warn"),
    "trade_made": ("made", "good"),
    "trade_refused": ("refused by a commissioner", "bad"),
    "trade_withdrawn": ("called off", ""),
}
Stated = tuple[Told, ToldEntry]


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferLine:
    """An offer: what, to whom, who found it, the rolled and the asked price in credits, and what became of it."""

    id: str
    what: str
    team: Piece
    short_name: str
    colour: str
    own: bool
    found_by: str
    by: Piece | None
    listed: int
    price: int
    became: str
    kind: str
    href: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TradeLine:
    """A trade with both its sides, and what it brought about when it was made."""

    id: str
    number: str
    one: Piece
    other: Piece
    gives: tuple[Piece, ...]
    takes: tuple[Piece, ...]
    became: str
    kind: str
    waits: bool
    """Both sides agreed, and a commissioner is asked."""
    facts: tuple[Stated, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShopLink:
    """A match whose shops have opened, as the way to its market."""

    name: str
    round: int
    open: bool
    here: bool


def market_page(*, league: League, season: Season, viewer: Viewer, match: str) -> dict[str, Any] | None:
    """The context of the market after a match, the last one when none is asked for; None when there is no such."""
    opened = shops(season.pk)
    chosen = next((each for each in opened if match in ("", each.match)), None)
    if match and chosen is None:
        return None
    names = Names(season.pk)
    entries = [] if chosen is None else _entries(season, viewer, chosen, names)
    names_in(names, [], also=() if chosen is None else chosen.shopping)
    facts = [(told, entry) for entry in entries for told in entry.facts]
    return {
        **frame(
            league=league,
            season=season,
            viewer=viewer,
            here="Market",
            crumbs=[
                Crumb(league.name, routes.league_at(league.pk)),
                Crumb(f"Season {season.number}", routes.season_at(season.pk)),
                Crumb("Market"),
            ],
            balance=own_balance(viewer),
        ),
        "shops": [
            ShopLink(name=each.match, round=each.round, open=each.open, here=each is chosen) for each in opened
        ],
        "chosen": chosen,
        "match_href": "" if chosen is None else routes.match_at(f"{season.pk}/{chosen.match}"),
        "shopping": [names.piece(FranchiseId, id) for id in (() if chosen is None else chosen.shopping)],
        "offers": _offers(facts, names, own_names(viewer)),
        "tinkering": _of(facts, "open_shopping", but=("shopping_opened", "match_step_reached")),
        "world_trade": _of(facts, "roll_world_trade"),
        "trades": _trades(facts, names),
        "bought": [
            (told, entry) for told, entry in facts if entry.tag in LISTED and told.stated.tag != "item_gained"
        ],
    }


def _entries(season: Season, viewer: Viewer, shop: Shop, names: Names) -> list[ToldEntry]:
    """The shopping's entries, oldest first, without those of franchises that shop after another match."""
    found = of_match(season.pk, viewer, shop.match, shopping=SHOPPING).filter(command__in=sorted(SHOWN))
    told = told_entries(found, names)[::-1]
    return [each for each in told if any(fact.franchise in shop.teams for fact in each.facts)]


def _of(facts: Sequence[Stated], command: str, *, but: Sequence[str] = ()) -> list[Stated]:
    return [(told, entry) for told, entry in facts if entry.tag == command and told.stated.tag not in but]


def _offers(facts: Sequence[Stated], names: Names, own: frozenset[str]) -> list[OfferLine]:
    ends: dict[str, tuple[str, str]] = {}
    for told, _ in facts:
        if told.stated.tag in ENDED:
            stated: Any = told.stated
            ends[stated.offer] = ENDED[stated.tag]
    lines = []
    for told, entry in facts:
        if told.stated.tag != "offer_made":
            continue
        made: Any = told.stated
        became, kind = ends.get(made.offer, ("open", "warn"))
        lines.append(
            OfferLine(
                id=made.offer,
                what=described(made.what, made.item_kind),
                team=names.piece(FranchiseId, made.franchise),
                short_name=made.franchise,
                colour=colour_of(made.franchise),
                own=made.franchise in own,
                found_by=FOUND_BY[made.source],
                by=_finder(made, names),
                listed=made.listed,
                price=made.price,
                became=became,
                kind=kind,
                href=entry.href,
            )
        )
    return lines


def _finder(made: Any, names: Names) -> Piece | None:
    if made.driver:
        return names.piece(DriverId, made.driver)
    return names.piece(SponsorId, made.sponsor) if made.sponsor else None


def _trades(facts: Sequence[Stated], names: Names) -> list[TradeLine]:
    """Every proposal with what came of it; a name that was used again begins another trade."""
    told_of: list[list[Stated]] = []
    last: dict[str, list[Stated]] = {}
    for told, entry in facts:
        id = getattr(told.stated, "trade", "")
        if not id:
            continue
        if told.stated.tag == "trade_proposed":
            last[id] = []
            told_of.append(last[id])
        if id in last:
            last[id].append((told, entry))
    return [_trade(each, names) for each in told_of]


def _trade(facts: Sequence[Stated], names: Names) -> TradeLine:
    proposed: Any = facts[0][0].stated
    became, kind = next(OUTCOMES[told.stated.tag] for told, _ in reversed(facts) if told.stated.tag in OUTCOMES)
    return TradeLine(
        id=proposed.trade,
        number=trade_number(proposed.trade),
        one=names.piece(FranchiseId, proposed.franchise),
        other=names.piece(FranchiseId, proposed.partner),
        gives=tuple(names.within(proposed.gives, IDS_WITHIN["gives"])),
        takes=tuple(names.within(proposed.takes, IDS_WITHIN["takes"])),
        became=became,
        kind=kind,
        waits=became == AWAITS,
        facts=tuple(facts),
    )
