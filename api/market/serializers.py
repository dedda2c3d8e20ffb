"""Serializers of the market, the draft and the sponsor pool."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from api.franchises.serializers import serialize_sponsor
from api.links import fact_urls, season_url
from api.market.schemas import (
    AvailableOut,
    DraftOut,
    MarketOut,
    NamingOut,
    OfferOut,
    PlaceOut,
    PooledOut,
    PoolOut,
    ProtectedOut,
    ShopOut,
    TradeOut,
)
from explain.links import short_id
from franchises.models import Offer, Trade
from franchises.queries.season_franchises import offers_of, pooled_sponsors_of, trades_of
from journal.entry_body import load_standing_body
from journal.state.store import load_partially
from league.access import Viewer
from league.models import Season
from league.queries.entries import entries_of_commands
from league.queries.matches import shops
from rules.campaign.core import state
from rules.campaign.core.switches import DEFAULT_SETTINGS
from rules.campaign.season_end.draft import draft_turn, why_not_draftable
from rules.campaign.season_end.franchise_contracts import contract_limit, takes_part_in_draft
from rules.campaign.season_end.sponsor_pool import pool_turn

CONTRACTS, PICKING, CHOOSING = "E5", "E6", "E8"
OPEN_DRAFT = "open_draft"
"""The command that publishes the protections and fixes the order of the draft."""


def serialize_market(row: Season, viewer: Viewer) -> MarketOut:
    """The current market as far as the viewer may see it."""
    return MarketOut(
        season=row.pk,
        shops=tuple(
            ShopOut(match=shop.match, round=shop.round, open=shop.open, teams=shop.teams, shopping=shop.shopping)
            for shop in shops(row.pk)
        ),
        offers=tuple(_serialize_offer(offer) for offer in offers_of(row.pk)),
        trades=tuple(_serialize_trade(trade) for trade in trades_of(row.pk, viewer)),
        why={figure: season_url(row.pk, "facts", figure=figure) for figure in ("offer", "trade", "item", "car")},
    )


def serialize_draft(row: Season, viewer: Viewer) -> DraftOut:
    """The draft of a season as far as the viewer may see it."""
    season = load_partially(row, "franchises", "drivers", "contracts") if row.step in (CONTRACTS, PICKING) else None
    picking = season if row.step == PICKING else None
    turn = draft_turn(picking) if picking is not None else None
    facts = _draft_facts(row, viewer) if row.step != CONTRACTS else []
    return DraftOut(
        season=row.pk,
        step=row.step,
        enabled=bool(row.switches.get("draft.enabled", DEFAULT_SETTINGS["draft.enabled"])),
        snake=bool(row.switches.get("draft.snake", DEFAULT_SETTINGS["draft.snake"])),
        naming=_serialize_naming(season, viewer) if season is not None and row.step == CONTRACTS else (),
        protected=tuple(
            ProtectedOut(franchise=fact.franchise, driver=fact.driver, by_default=fact.by_default, entry=entry)
            for entry, fact in facts
            if fact.tag == "driver_protected"
        ),
        order=tuple(
            PlaceOut(place=fact.place, franchise=fact.franchise, picks=fact.picks, entry=entry)
            for entry, fact in facts
            if fact.tag == "draft_place_fixed"
        ),
        on_turn="" if turn is None else turn.franchise,
        round=None if turn is None else turn.round,
        available=() if picking is None else _serialize_available(picking),
        why=season_url(row.pk, "end"),
    )


def serialize_pool(row: Season, viewer: Viewer) -> PoolOut:
    """The sponsor pool of a season."""
    season = load_partially(row, "franchises", "sponsors") if row.step == CHOOSING else None
    turn = None if season is None else pool_turn(season)
    former_franchises = _former_franchises(row, viewer) if season is not None else {}
    return PoolOut(
        season=row.pk,
        step=row.step,
        order=tuple(row.pool["order"]) if season is not None and row.pool else (),
        on_turn="" if turn is None else turn.franchise,
        pooled=tuple(
            PooledOut(sponsor=serialize_sponsor(sponsor), left=former_franchises.get(short_id(sponsor.pk), ""))
            for sponsor in (() if season is None else pooled_sponsors_of(row.pk))
        ),
        why=season_url(row.pk, "facts", figure="sponsors"),
    )


def _serialize_offer(row: Offer) -> OfferOut:
    return OfferOut(
        id=short_id(row.pk),
        match=short_id(row.match_id),
        franchise=short_id(row.franchise_id),
        source=row.source,
        by=row.by,
        kind=row.kind,
        sponsor_kind=row.sponsor_kind,
        listed=row.listed,
        price=row.price,
        carcass=row.carcass,
        tread=row.tread,
        variant=row.variant,
        rolled=dict(row.rolled),
        why=fact_urls(row.season_id, "offer", short_id(row.pk), ("offer",)),
    )


def _serialize_trade(row: Trade) -> TradeOut:
    return TradeOut(
        id=short_id(row.pk),
        franchise=short_id(row.franchise_id),
        partner=short_id(row.partner_id),
        gives=row.gives,
        takes=row.takes,
        accepted=row.accepted,
        why=fact_urls(row.season_id, "trade", short_id(row.pk), ("trade",)),
    )


def _serialize_naming(season: state.Season, viewer: Viewer) -> tuple[NamingOut, ...]:
    own = {short_id(franchise.pk) for franchise in viewer.franchises}
    return tuple(
        NamingOut(
            franchise=franchise.id,
            may_protect=contract_limit(season, franchise),
            named=franchise.contracts_named,
            drivers=tuple(
                driver.id for driver in season.roster(franchise.id) if season.contracts[driver.id].protected
            )
            if franchise.id in own
            else None,
        )
        for franchise in season.all_franchises()
        if takes_part_in_draft(season, franchise) and not franchise.folded
    )


def _serialize_available(season: state.Season) -> tuple[AvailableOut, ...]:
    """The drivers who may be picked, the best first. Their former franchise may still not pick its own."""
    free = [driver for driver in season.all_drivers() if not why_not_draftable(season, "", driver)]
    franchise_by_driver = {id: contract.franchise for id, contract in season.contracts.items()}
    return tuple(
        AvailableOut(
            driver=driver.id, was_with=franchise_by_driver.get(driver.id, ""), level=driver.level, xp=driver.xp
        )
        for driver in sorted(free, key=lambda driver: (-driver.level, -driver.xp, driver.id))
    )


def _draft_facts(row: Season, viewer: Viewer) -> Sequence[tuple[int, Any]]:
    """The facts of the draft's opening with their entry numbers."""
    return _command_facts(row, viewer, OPEN_DRAFT)


def _former_franchises(row: Season, viewer: Viewer) -> dict[str, str]:
    """The franchise that each sponsor in the pool left, by the sponsor's id."""
    pooled = [fact for _, fact in _command_facts(row, viewer, "draw_sponsors") if fact.tag == "sponsor_pooled"]
    return {fact.sponsor: fact.franchise for fact in pooled}


def _command_facts(row: Season, viewer: Viewer, command: str) -> list[tuple[int, Any]]:
    entries: Iterable[Any] = entries_of_commands(row.pk, viewer, (command,)).order_by("number")
    return [
        (entry.number, stated)
        for entry in entries
        for stated in load_standing_body(entry.read_body, entry.read_retold).parsed_facts()
    ]
