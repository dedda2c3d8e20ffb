"""The market, the draft and the sponsor pool as the API tells them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from franchises.models import Offer, Trade
from league.access import Viewer
from league.api.addresses import behind, season_address
from league.api.shapes.market import (
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
from league.api.telling_franchises import sponsor_told
from league.journal.body import as_it_stands
from league.journal.glance import glance
from league.models import Season
from league.pages.routes import local
from league.queries.entries import given
from league.queries.franchises import offers_of, pooled_of, trades_of
from league.queries.matches import shops
from rules.campaign.core import state
from rules.campaign.core.switches import DEFAULT_SETTINGS
from rules.campaign.season_end.draft import draft_turn, why_not_draftable
from rules.campaign.season_end.franchise_contracts import contract_limit, takes_part_in_draft
from rules.campaign.season_end.sponsor_pool import pool_turn

CONTRACTS, PICKING, CHOOSING = "E5", "E6", "E8"
BY_ITSELF = "open_draft"
"""The command that publishes the protections and fixes the order of the draft."""


def market_told(row: Season, viewer: Viewer) -> MarketOut:
    """The market of now, as far as its viewer may see it."""
    return MarketOut(
        season=row.pk,
        shops=tuple(
            ShopOut(match=each.match, round=each.round, open=each.open, teams=each.teams, shopping=each.shopping)
            for each in shops(row.pk)
        ),
        offers=tuple(_offer(each) for each in offers_of(row.pk)),
        trades=tuple(_trade(each) for each in trades_of(row.pk, viewer)),
        why={each: season_address(row.pk, "facts", figure=each) for each in ("offer", "trade", "item", "car")},
    )


def draft_told(row: Season, viewer: Viewer) -> DraftOut:
    """The draft of a season, as far as its viewer may see it."""
    looked = glance(row, "franchises", "drivers", "contracts") if row.step in (CONTRACTS, PICKING) else None
    taking = looked if row.step == PICKING else None
    turn = draft_turn(taking) if taking is not None else None
    stated = _stated(row, viewer) if row.step != CONTRACTS else []
    return DraftOut(
        season=row.pk,
        step=row.step,
        enabled=bool(row.switches.get("draft.enabled", DEFAULT_SETTINGS["draft.enabled"])),
        snake=bool(row.switches.get("draft.snake", DEFAULT_SETTINGS["draft.snake"])),
        naming=_naming(looked, viewer) if looked is not None and row.step == CONTRACTS else (),
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
        available=() if taking is None else _available(taking),
        why=season_address(row.pk, "end"),
    )


def pool_told(row: Season, viewer: Viewer) -> PoolOut:
    """The sponsor pool of a season."""
    looked = glance(row, "franchises", "sponsors") if row.step == CHOOSING else None
    turn = None if looked is None else pool_turn(looked)
    left = _left(row, viewer) if looked is not None else {}
    return PoolOut(
        season=row.pk,
        step=row.step,
        order=tuple(row.pool["order"]) if looked is not None and row.pool else (),
        on_turn="" if turn is None else turn.franchise,
        pooled=tuple(
            PooledOut(sponsor=sponsor_told(each), left=left.get(local(each.pk), ""))
            for each in (() if looked is None else pooled_of(row.pk))
        ),
        why=season_address(row.pk, "facts", figure="sponsors"),
    )


def _offer(row: Offer) -> OfferOut:
    return OfferOut(
        id=local(row.pk),
        match=local(row.match_id),
        franchise=local(row.franchise_id),
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
        why=behind(row.season_id, "offer", local(row.pk), ("offer",)),
    )


def _trade(row: Trade) -> TradeOut:
    return TradeOut(
        id=local(row.pk),
        franchise=local(row.franchise_id),
        partner=local(row.partner_id),
        gives=row.gives,
        takes=row.takes,
        accepted=row.accepted,
        why=behind(row.season_id, "trade", local(row.pk), ("trade",)),
    )


def _naming(season: state.Season, viewer: Viewer) -> tuple[NamingOut, ...]:
    own = {local(each.pk) for each in viewer.franchises}
    return tuple(
        NamingOut(
            franchise=each.id,
            may_protect=contract_limit(season, each),
            named=each.contracts_named,
            drivers=tuple(driver.id for driver in season.roster(each.id) if season.contracts[driver.id].protected)
            if each.id in own
            else None,
        )
        for each in season.all_franchises()
        if takes_part_in_draft(season, each) and not each.folded
    )


def _available(season: state.Season) -> tuple[AvailableOut, ...]:
    """Who may be picked by anybody but his own franchise of before, the best first."""
    free = [driver for driver in season.all_drivers() if not why_not_draftable(season, "", driver)]
    held = {id: contract.franchise for id, contract in season.contracts.items()}
    return tuple(
        AvailableOut(driver=each.id, was_with=held.get(each.id, ""), level=each.level, xp=each.xp)
        for each in sorted(free, key=lambda each: (-each.level, -each.xp, each.id))
    )


def _stated(row: Season, viewer: Viewer) -> Sequence[tuple[int, Any]]:
    """What the opening of the draft stated, with its entry."""
    return _facts_of(row, viewer, BY_ITSELF)


def _left(row: Season, viewer: Viewer) -> dict[str, str]:
    """Whose each sponsor in the pool was."""
    pooled = [it for _, it in _facts_of(row, viewer, "draw_sponsors") if it.tag == "sponsor_pooled"]
    return {each.sponsor: each.franchise for each in pooled}


def _facts_of(row: Season, viewer: Viewer, command: str) -> list[tuple[int, Any]]:
    entries: Iterable[Any] = given(row.pk, viewer, (command,)).order_by("number")
    return [
        (entry.number, stated)
        for entry in entries
        for stated in as_it_stands(entry.read_body, entry.read_retold).stated()
    ]
