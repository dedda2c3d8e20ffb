"""The market, the draft and the sponsor pool as the API tells them."""

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
from journal.state.partial_load import load_partially
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
    """The market of now, as far as its viewer may see it."""
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
    """The draft of a season, as far as its viewer may see it."""
    looked = load_partially(row, "franchises", "drivers", "contracts") if row.step in (CONTRACTS, PICKING) else None
    taking = looked if row.step == PICKING else None
    turn = draft_turn(taking) if taking is not None else None
    stated = _draft_facts(row, viewer) if row.step != CONTRACTS else []
    return DraftOut(
        season=row.pk,
        step=row.step,
        enabled=bool(row.switches.get("draft.enabled", DEFAULT_SETTINGS["draft.enabled"])),
        snake=bool(row.switches.get("draft.snake", DEFAULT_SETTINGS["draft.snake"])),
        naming=_serialize_naming(looked, viewer) if looked is not None and row.step == CONTRACTS else (),
        protected=tuple(
            ProtectedOut(franchise=it.franchise, driver=it.driver, by_default=it.by_default, entry=entry)
            for entry, it in stated
            if it.tag == "driver_protected"
        ),
        order=tuple(
            PlaceOut(place=it.place, franchise=it.franchise, picks=it.picks, entry=entry)
            for entry, it in stated
            if it.tag == "draft_place_fixed"
        ),
        on_turn="" if turn is None else turn.franchise,
        round=None if turn is None else turn.round,
        available=() if taking is None else _serialize_available(taking),
        why=season_url(row.pk, "end"),
    )


def serialize_pool(row: Season, viewer: Viewer) -> PoolOut:
    """The sponsor pool of a season."""
    looked = load_partially(row, "franchises", "sponsors") if row.step == CHOOSING else None
    turn = None if looked is None else pool_turn(looked)
    left = _former_franchises(row, viewer) if looked is not None else {}
    return PoolOut(
        season=row.pk,
        step=row.step,
        order=tuple(row.pool["order"]) if looked is not None and row.pool else (),
        on_turn="" if turn is None else turn.franchise,
        pooled=tuple(
            PooledOut(sponsor=serialize_sponsor(sponsor), left=left.get(short_id(sponsor.pk), ""))
            for sponsor in (() if looked is None else pooled_sponsors_of(row.pk))
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
    """Who may be picked by anybody but their own franchise of before, the best first."""
    free = [driver for driver in season.all_drivers() if not why_not_draftable(season, "", driver)]
    held = {id: contract.franchise for id, contract in season.contracts.items()}
    return tuple(
        AvailableOut(driver=each.id, was_with=held.get(each.id, ""), level=each.level, xp=each.xp)
        for each in sorted(free, key=lambda each: (-each.level, -each.xp, each.id))
    )


def _draft_facts(row: Season, viewer: Viewer) -> Sequence[tuple[int, Any]]:
    """What the opening of the draft stated, with its entry."""
    return _command_facts(row, viewer, OPEN_DRAFT)


def _former_franchises(row: Season, viewer: Viewer) -> dict[str, str]:
    """Whose each sponsor in the pool was."""
    pooled = [it for _, it in _command_facts(row, viewer, "draw_sponsors") if it.tag == "sponsor_pooled"]
    return {each.sponsor: each.franchise for each in pooled}


def _command_facts(row: Season, viewer: Viewer, command: str) -> list[tuple[int, Any]]:
    entries: Iterable[Any] = entries_of_commands(row.pk, viewer, (command,)).order_by("number")
    return [
        (entry.number, stated)
        for entry in entries
        for stated in load_standing_body(entry.read_body, entry.read_retold).parsed_facts()
    ]
