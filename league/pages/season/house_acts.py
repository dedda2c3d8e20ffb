"""The house acts of a season: what commissioners can do by hand, in groups, and the log of what they did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from explain import links
from explain.fact_rendering import RenderedEntry
from explain.name_lookup import complete_names, render_entries
from explain.names import Names
from explain.printed_names import step_words
from league.access import Viewer
from league.models import League, Season
from league.pages.base_context import Breadcrumb, base_context
from league.pages.command_forms import chapters  # noqa: F401 - registers every form
from league.pages.command_forms.base import FORMS
from league.queries.entries import entries_of_commands
from league.queries.seasons import own_balance
from rules.campaign.core.command import COMMAND_TYPES, SEASON_STEPS, command_type

HOUSE_ACTS = frozenset(row.tag for row in COMMAND_TYPES.values() if row.reasoned)
"""Commands that need a reason, which everyone can read."""
ACTS_A_PAGE, MAX_FACTS = 12, 4
SEASON_STEP_COMMANDS = (
    "found_franchise",
    "open_setup",
    "next_setup_step",
    "close_setup",
    "rank_table",
    "award_cup",
    "retire_drivers",
    "close_staff_keep",
    "open_draft",
    "draw_sponsors",
    "close_season",
)
"""The commands with which the commissioner moves a season on, in order."""
ON_TRADES = ("approve_trade", "refuse_trade")
"""The commissioner's decision on a trade, if a house rule asks for it (DM-C-107)."""
ACT_GROUPS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    (
        "Money and points",
        "Correct what a ruling or a mistake at the table left wrong. Ledger and standings show it as a house act.",
        ("adjust_balance", "award_points"),
    ),
    (
        "A driver's sheet",
        "Traits, XP, talents, quirks, fatigue and availability. New levels reached this way are rolled for.",
        ("adjust_driver",),
    ),
    (
        "Give and take",
        "Cars, items and sponsors. The limits of garage and sponsors apply.",
        ("give_car", "give_item", "give_sponsor", "take_car", "take_item", "take_sponsor"),
    ),
    (
        "Matches and deadlines",
        "Add a match, void one, rule that a team forfeits, or go on without those who have not answered.",
        ("add_match", "void_match", "forfeit_match", "end_decisions", "end_shopping"),
    ),
    (
        "The rules themselves",
        "One house rule, or a later edition. To change several at once, use the questionnaire.",
        ("change_switch", "adopt_edition"),
    ),
    (
        "Questionnaires",
        "The league's own questions. Answers are drafted and published on the questionnaires' pages.",
        ("ask_question", "withdraw_question", "answer_questions"),
    ),
    (
        "Franchises that come and go",
        "A franchise whose owner leaves, a new owner for it, and a league that was played on paper so far.",
        ("fold_franchise", "refill_franchise", "open_from_sheet"),
    ),
)
"""Every house act, in groups: the title, a description, and the commands."""


@dataclass(frozen=True, slots=True)
class Act:
    """A house act as the page offers it; `when` names its steps, and is empty if it can be given now."""

    tag: str
    title: str
    summary: str
    when: str


@dataclass(frozen=True, slots=True)
class ActGroup:
    """A group of house acts."""

    title: str
    word: str
    acts: tuple[Act, ...]


@dataclass(frozen=True, slots=True)
class HouseActLog:
    """A page of house acts that were given, newest first; `older` is the entry before which the next page starts."""

    acts: list[RenderedEntry]
    older: int | None


def house_act_log(season: Season, viewer: Viewer, names: Names, *, before: int | None) -> HouseActLog:
    """The house acts given in a season before entry `before`, as the viewer may read them."""
    rows = entries_of_commands(season.pk, viewer, HOUSE_ACTS)
    if before is not None:
        rows = rows.filter(number__lt=before)
    fetched = list(rows[: ACTS_A_PAGE + 1])
    entries = fetched[:ACTS_A_PAGE]
    older = entries[-1].number if len(fetched) > ACTS_A_PAGE else None
    return HouseActLog(render_entries(entries, names, most=MAX_FACTS), older)


def house_acts_page(*, league: League, season: Season, viewer: Viewer, before: int | None) -> dict[str, Any]:
    """The context of a season's house acts page."""
    names = complete_names(Names(season.pk), [])
    log = house_act_log(season, viewer, names, before=before)
    return {
        **base_context(
            league=league,
            season=season,
            viewer=viewer,
            here="House acts",
            crumbs=[
                Breadcrumb(league.name, links.league_url(league.pk)),
                Breadcrumb(season.label, links.season_url(season.pk)),
                Breadcrumb("House acts"),
            ],
            balance=own_balance(viewer),
        ),
        "commissions": viewer.is_commissioner,
        "groups": [
            ActGroup(title, word, tuple(_act(tag, season.step) for tag in tags)) for title, word, tags in ACT_GROUPS
        ],
        "steps": [Act(tag, FORMS[tag].title, "", "") for tag in _steps(season)],
        "acts": log.acts,
        "older": log.older,
        "newest": before is None,
    }


def _steps(season: Season) -> tuple[str, ...]:
    """The commands without a reason: the season's steps, and the decision on trades if it is required."""
    return (
        (*SEASON_STEP_COMMANDS, *ON_TRADES)
        if season.switches.get("trade.commissioner_approval")
        else SEASON_STEP_COMMANDS
    )


def _act(tag: str, step: str) -> Act:
    row = command_type(tag)
    title = FORMS[tag].title if tag in FORMS else tag.replace("_", " ").capitalize()
    return Act(tag, title, row.summary.replace("`", ""), "" if _may_come(row.steps, step) else _when(row.steps))


def _may_come(steps: Sequence[str], step: str) -> bool:
    """Whether a season at `step` can be at one of `steps`; any step of a match may come during the rounds."""
    return step in steps or (step == "M" and not set(SEASON_STEPS).issuperset(steps))


def _when(steps: Sequence[str]) -> str:
    """The steps at which a command is legal, in words."""
    names = [step_words(step) for step in steps]
    return names[0] if len(names) == 1 else f"{names[0]} to {names[-1]}"
