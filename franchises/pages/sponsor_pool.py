"""The sponsor pool page: sponsors declared safe, lost by dice, and taken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from explain import links
from explain.fact_rendering import RenderedEntry, RenderedFact
from explain.name_lookup import complete_names, render_entries
from explain.names import Names, Segment
from journal.state.store import load_partially
from league.access import Viewer
from league.models import League, Season
from league.pages.base_context import Breadcrumb, base_context, franchise_color, own_franchise_ids
from league.queries.entries import entries_of_commands
from league.queries.seasons import own_balance
from rules.campaign.core.command import SEASON_STEPS
from rules.campaign.season_end.sponsor_pool import pool_turn
from rules.campaign.sponsors.kinds import SPONSOR_KINDS
from rules.core.terms import FranchiseId

POOL_COMMANDS = ("declare_safe", "draw_sponsors", "pick_sponsor", "pass_sponsor", "close_pool")
DECLARING_STEP, PICKING_STEP = "E7", "E8"
FactWithEntry = tuple[RenderedFact, RenderedEntry]


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolTurn:
    """A franchise in the order of the pool, and the sponsors it took."""

    place: int
    team: Segment
    color: str
    own: bool
    on_turn: bool
    took: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PooledSponsor:
    """A sponsor that is in the pool now."""

    kind: str
    id: str
    income: str
    rule: str
    left: str
    """The name of its former franchise."""


def pool_page(*, league: League, season: Season, viewer: Viewer) -> dict[str, Any]:
    """The context of the sponsor pool page."""
    names = Names(season.pk)
    entries = render_entries(entries_of_commands(season.pk, viewer, POOL_COMMANDS), names)[::-1]
    open_now = season.step == PICKING_STEP
    loaded = load_partially(season, "franchises", "sponsors") if open_now else None
    if loaded is not None:
        complete_names(names, [], also=loaded.franchises)
    turn = pool_turn(loaded) if loaded is not None else None
    order = list(season.pool["order"]) if open_now and season.pool else []
    former_names = {
        fact.stated.sponsor: names.segment(FranchiseId, fact.franchise).text  # type: ignore[attr-defined]
        for fact, _ in _facts(entries, "sponsor_pooled")
    }
    taken_kinds: dict[str, list[str]] = {}
    for fact, _ in _facts(entries, "sponsor_joined"):
        stated: Any = fact.stated
        taken_kinds.setdefault(stated.franchise, []).append(SPONSOR_KINDS[stated.sponsor_kind].name)
    return {
        **base_context(
            league=league,
            season=season,
            viewer=viewer,
            here="Draft",
            crumbs=[
                Breadcrumb(league.name, links.league_url(league.pk)),
                Breadcrumb(season.label, links.season_url(season.pk)),
                Breadcrumb("Sponsor pool"),
            ],
            balance=own_balance(viewer),
        ),
        "to_come": SEASON_STEPS.index(season.step) < SEASON_STEPS.index(DECLARING_STEP),
        "over": SEASON_STEPS.index(season.step) > SEASON_STEPS.index(PICKING_STEP),
        "turn": None if turn is None else names.segment(FranchiseId, turn.franchise),
        "turn_of": "" if turn is None else turn.franchise,
        "turn_own": turn is not None and turn.franchise in own_franchise_ids(viewer),
        "taking": open_now,
        "declaring": season.step == DECLARING_STEP,
        "owned": [(links.short_id(franchise.pk), franchise.name) for franchise in viewer.franchises],
        "order": [
            PoolTurn(
                place=place,
                team=names.segment(FranchiseId, id),
                color=franchise_color(id),
                own=id in own_franchise_ids(viewer),
                on_turn=turn is not None and turn.franchise == id,
                took=tuple(taken_kinds.get(id, ())),
            )
            for place, id in enumerate(order, 1)
        ],
        "pooled": []
        if loaded is None
        else [_pooled_sponsor(sponsor, former_names.get(sponsor.id, "")) for sponsor in loaded.pool_sponsors()],
        "safe": _facts(entries, "sponsor_declared_safe", "no_sponsor_safe"),
        "lost": _facts(entries, "sponsor_pooled", "farewell_paid"),
        "taken": _facts(entries, "sponsor_joined", "sponsor_passed"),
        "gone": _facts(entries, "sponsor_vanished"),
    }


def _pooled_sponsor(sponsor: Any, former_name: str) -> PooledSponsor:
    kind = SPONSOR_KINDS[sponsor.kind]
    return PooledSponsor(
        kind=kind.name, id=sponsor.id, income=f"{kind.dice}d6 × {kind.each_k}k", rule=kind.rule, left=former_name
    )


def _facts(entries: Sequence[RenderedEntry], *tags: str) -> list[FactWithEntry]:
    return [(fact, entry) for entry in entries for fact in entry.facts if fact.stated.tag in tags]
