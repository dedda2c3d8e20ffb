"""The sponsor pool: who was declared safe, which sponsors were lost on which die, and who took them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from league.access import Viewer
from league.journal.glance import glance
from league.models import League, Season
from league.pages import routes
from league.pages.called import Names, Piece
from league.pages.frame import Crumb, colour_of, frame, own_names
from league.pages.names import names_in, told_entries
from league.pages.telling import Told, ToldEntry
from league.queries.entries import given
from league.queries.seasons import own_balance
from rules.campaign.core.command import SEASON_STEPS
from rules.campaign.season_end.sponsor_pool import pool_turn
from rules.campaign.sponsors.kinds import SPONSOR_KINDS
from rules.core.terms import FranchiseId

COMMANDS = ("declare_safe", "draw_sponsors", "pick_sponsor", "pass_sponsor", "close_pool")
DECLARING, PICKING = "E7", "E8"
Stated = tuple[Told, ToldEntry]


@dataclass(frozen=True, slots=True, kw_only=True)
class InLine:
    """A franchise in the pool's order, the best of the final table first, and what it took."""

    place: int
    team: Piece
    colour: str
    own: bool
    on_turn: bool
    took: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pooled:
    """A sponsor that is in the pool now."""

    kind: str
    id: str
    income: str
    rule: str
    left: str
    """Whose it was, by name."""


def pool_page(*, league: League, season: Season, viewer: Viewer) -> dict[str, Any]:
    """The context of the sponsor pool's page."""
    names = Names(season.pk)
    entries = told_entries(given(season.pk, viewer, COMMANDS), names)[::-1]
    open_now = season.step == PICKING
    looked = glance(season, "franchises", "sponsors") if open_now else None
    if looked is not None:
        names_in(names, [], also=looked.franchises)
    turn = pool_turn(looked) if looked is not None else None
    order = list(season.pool["order"]) if open_now and season.pool else []
    left = {
        told.stated.sponsor: names.piece(FranchiseId, told.franchise).text  # type: ignore[attr-defined]
        for told, _ in _facts(entries, "sponsor_pooled")
    }
    took: dict[str, list[str]] = {}
    for told, _ in _facts(entries, "sponsor_joined"):
        stated: Any = told.stated
        took.setdefault(stated.franchise, []).append(SPONSOR_KINDS[stated.sponsor_kind].name)
    return {
        **frame(
            league=league,
            season=season,
            viewer=viewer,
            here="Draft",
            crumbs=[
                Crumb(league.name, routes.league_at(league.pk)),
                Crumb(f"Season {season.number}", routes.season_at(season.pk)),
                Crumb("Sponsor pool"),
            ],
            balance=own_balance(viewer),
        ),
        "to_come": SEASON_STEPS.index(season.step) < SEASON_STEPS.index(DECLARING),
        "over": SEASON_STEPS.index(season.step) > SEASON_STEPS.index(PICKING),
        "turn": None if turn is None else names.piece(FranchiseId, turn.franchise),
        "turn_of": "" if turn is None else turn.franchise,
        "turn_own": turn is not None and turn.franchise in own_names(viewer),
        "taking": open_now,
        "declaring": season.step == DECLARING,
        "owned": [(routes.local(each.pk), each.name) for each in viewer.franchises],
        "order": [
            InLine(
                place=place,
                team=names.piece(FranchiseId, id),
                colour=colour_of(id),
                own=id in own_names(viewer),
                on_turn=turn is not None and turn.franchise == id,
                took=tuple(took.get(id, ())),
            )
            for place, id in enumerate(order, 1)
        ],
        "pooled": [] if looked is None else [_pooled(each, left.get(each.id, "")) for each in looked.pooled()],
        "safe": _facts(entries, "sponsor_declared_safe", "no_sponsor_safe"),
        "lost": _facts(entries, "sponsor_pooled", "farewell_paid"),
        "taken": _facts(entries, "sponsor_joined", "sponsor_passed"),
        "gone": _facts(entries, "sponsor_vanished"),
    }


def _pooled(sponsor: Any, left: str) -> Pooled:
    kind = SPONSOR_KINDS[sponsor.kind]
    return Pooled(kind=kind.name, id=sponsor.id, income=f"{kind.dice}d6 × {kind.each_k}k", rule=kind.rule, left=left)


def _facts(entries: Sequence[ToldEntry], *tags: str) -> list[Stated]:
    return [(told, entry) for entry in entries for told in entry.facts if told.stated.tag in tags]
