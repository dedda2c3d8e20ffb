"""A season's end step by step, from the final table to the off-season, on as many pages as it needs.

Rules DM-C-156 to DM-C-172, DM-C-179.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from explain import links
from explain.fact_rendering import RenderedEntry
from explain.name_lookup import render_entries
from explain.names import Names
from league.access import Viewer
from league.models import League, Season
from league.pages.base_context import Breadcrumb, base_context
from league.pages.matches.match_entries import FactSection
from league.pages.records.season_records import season_records
from league.pages.step_pages import step_page
from league.queries.entries import entries_of_commands
from league.queries.seasons import own_balance

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
