"""A season's end step by step, from the final table to the off-season, and who won, for the head of its home.

Rules DM-C-156 to DM-C-172, DM-C-179.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from explain import links
from explain.fact_rendering import RenderedEntry, RenderedRoll
from explain.name_lookup import render_entries
from explain.names import Names
from explain.printed_names import quantity
from franchises.crests import Crest, crest_of
from league.access import Viewer
from league.models import League, Season
from league.pages.base_context import Breadcrumb, base_context
from league.pages.matches.match_entries import FactSection
from league.pages.records.season_records import season_records
from league.pages.step_pages import step_page
from league.queries.entries import entries_of_commands
from league.queries.seasons import own_balance
from league.queries.standings import SeasonTable, Standing
from rules.campaign.core.command import SEASON_STEPS
from rules.campaign.season_end.metal_cup import BONUS_EACH_K, CupAwarded
from rules.core.tables import D6
from rules.core.terms import K


@dataclass(frozen=True, slots=True)
class CupRow:
    """A row of the Cup's table: a face, its bonus in credits, and whether it was thrown."""

    face: int
    bonus: int
    thrown: bool


@dataclass(frozen=True, slots=True)
class CupRoll:
    """The roll of the Metal Cup, the whole table, and the entry that has it; `bonus` is in credits."""

    roll: RenderedRoll
    bonus: int
    rows: tuple[CupRow, ...]
    href: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Climax:
    """The winner of a season. Unless `final` it is the franchise that is first before the table is drawn up."""

    name: str
    href: str
    crest: Crest
    final: bool
    points: int
    wins: int
    lead: str
    cup: CupRoll | None


def season_climax(season: Season, table: SeasonTable, entries: Iterable[RenderedEntry]) -> Climax | None:
    """The climax of a season from E1 on, None before that, or while first place is shared.

    `entries` are those of the season's end.
    """
    if SEASON_STEPS.index(season.step) < SEASON_STEPS.index("E1") or not table.standings:
        return None
    first, *others = table.standings
    if first.shared or not (first.points or first.wins or table.final):
        return None
    short = links.short_id(first.franchise)
    return Climax(
        name=first.name,
        href=links.franchise_url(season.league_id, short),
        crest=crest_of(short),
        final=table.final,
        points=first.points,
        wins=first.wins,
        lead=lead_words(first, others[0], table.parted_by) if others else "",
        cup=_cup(entries),
    )


def lead_words(first: Standing, second: Standing, parted_by: Iterable[str]) -> str:
    """By what the first of a table is ahead of the second (DM-C-156)."""
    if margin := first.points - second.points:
        return f"{quantity(margin, 'point')} ahead of {second.name}"
    figure = next((it for it in parted_by if getattr(first, it) != getattr(second, it)), "")
    return f"level with {second.name} on points, ahead {f'on {figure}' if figure else 'by the dice'}"


def _cup(entries: Iterable[RenderedEntry]) -> CupRoll | None:
    """The roll of the Cup, None before it is awarded."""
    for entry in entries:
        for fact in entry.facts:
            if isinstance(fact.stated, CupAwarded) and fact.rolls:
                face = fact.rolls[0].faces[0]
                rows = tuple(CupRow(number, number * BONUS_EACH_K * K, number == face) for number in D6)
                return CupRoll(fact.rolls[0], fact.stated.bonus, rows, entry.href)
    return None


END_STEP_COMMANDS = (
    ("E1", "The final table", ("rank_table",)),
    ("E2", "The Metal Cup", ("award_cup",)),
    ("E3", "Retirements", ("retire_drivers",)),
    ("E4", "Keeping staff", ("keep_staff", "close_staff_keep")),
    ("E5", "Franchise contracts", ("open_draft",)),
    ("E6", "The draft", ("pick_driver", "close_draft")),
    ("E7", "Safe sponsors", ("declare_safe",)),
    ("E8", "The sponsor pool", ("draw_sponsors", "pick_sponsor", "close_pool")),
    ("E9", "The off-season", ("close_season",)),
)
END_COMMANDS = tuple(tag for _, _, tags in END_STEP_COMMANDS for tag in tags)
FACTS_SHOWN_ELSEWHERE = frozenset(
    {"season_step_reached", "draft_place_fixed", "driver_reserved", "availability_changed"}
)
"""Facts that are shown elsewhere: on the draft page, in the banner, or on drivers' pages."""


def end_steps(entries: Sequence[RenderedEntry]) -> list[FactSection]:
    """The steps that have facts to show, in order; `entries` are newest first."""
    sections = []
    for number, name, commands in END_STEP_COMMANDS:
        facts = tuple(
            (fact, entry)
            for entry in reversed(entries)
            if entry.tag in commands
            for fact in entry.facts
            if fact.stated.tag not in FACTS_SHOWN_ELSEWHERE
        )
        if facts:
            sections.append(FactSection(number, name, facts))
    return sections


def season_end_page(*, league: League, season: Season, viewer: Viewer, page: int) -> dict[str, Any]:
    """The context of a page of the steps of a season's end; a page after the last is the last."""
    entries = render_entries(entries_of_commands(season.pk, viewer, END_COMMANDS), Names(season.pk))
    home, steps = links.season_url(season.pk), end_steps(entries)
    shown = step_page(links.season_end_url(season.pk), steps, page=page)
    return {
        **base_context(
            league=league,
            season=season,
            viewer=viewer,
            here="League",
            crumbs=[
                Breadcrumb(league.name, links.league_url(league.pk)),
                Breadcrumb(season.label, home),
                Breadcrumb("Season's end"),
            ],
            balance=own_balance(viewer),
        ),
        "home_href": home,
        "records": season_records(season) if steps and shown["page"] == 1 else (),
        "records_href": links.records_url(league.pk),
        **shown,
    }
