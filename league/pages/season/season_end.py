"""A season's end, from the final table to the off-season: the facts of each step, with their dice."""

from __future__ import annotations

from collections.abc import Sequence

from explain.fact_rendering import RenderedEntry
from league.pages.matches.fact_sections import FactSection

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
