"""Whom a season waits for at its step, and for what. Rules as `rules.campaign.steward` knows them."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode

from explain import links
from journal.state.partial_load import load_partially
from league.models import Season
from league.pages.base_context import franchise_color
from league.queries.standings import Fixture, SeasonTable
from rules.campaign.core import state
from rules.campaign.core.locks_and_shops import FINISHED_MATCH_STEPS
from rules.campaign.steward import franchises_awaited
from rules.campaign.steward.awaited_franchises import is_line_up_awaited, line_ups_of_franchise
from rules.match.registry import get_ruleset
from scheduling.waits import REPORT_STEP

SETUP = ("franchises", "drivers", "contracts", "cars", "sponsors")
AWAITED_SHELVES: dict[str, tuple[str, ...]] = {
    "S1": SETUP,
    "S2": SETUP,
    "S3": SETUP,
    "E4": ("franchises",),
    "E5": ("franchises",),
    "E6": ("franchises", "drivers", "contracts"),
    "E7": ("franchises",),
    "E8": ("franchises", "sponsors"),
}
"""What of a season says whom it waits for, by its step; at other steps it waits for no owner.

In the rounds the schedule says it, which a page has already. Seats are not looked at: whether a line-up that was
named may still be fielded is its owner's secret until the lock.
"""
LINE_UP_STEP = "M3"
"""The match step at which the size of a garage says whether the owner or the commissioner is awaited (DM-C-065)."""
SETUP_STEPS = ("S1", "S2", "S3")
REQUEST_WORDS = {
    "S1": "to fill its roster and garage",
    "S2": "to fill its garage",
    "S3": "to place the sponsors that wait",
    "E4": "to keep its staff or let it go",
    "E5": "to name its franchise contracts",
    "E6": "to pick a driver, or pass",
    "E7": "to declare a sponsor safe, or none",
    "E8": "to take a sponsor, or pass",
}
MATCH_REQUEST_WORDS = {
    "M3": "to name its line-up",
    "M5.4": "to decide on its cars",
    "M5.10": "to finish shopping",
}
ANSWER_BUTTONS = {
    "M3": ("Name the line-up", "name_line_up"),
    "M5.4": ("Decide on the cars", "decide_repairs"),
    "M5.10": ("Go shopping", ""),
    "E4": ("Keep staff, or not", "keep_staff"),
    "E5": ("Protect drivers", "protect_drivers"),
    "E7": ("Declare a sponsor safe", "declare_safe"),
}
"""The button of what is asked at a step, and the command that answers it; what has none is answered on a page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AwaitedFranchise:
    """A franchise the season waits for, and what it is asked, by short ids; `match` is the one it is about."""

    franchise: str
    name: str
    href: str
    colour: str
    own: bool
    asked: str
    match: str = ""
    wait: str = ""
    """What the window of it is called; only the step where it is a turn."""
    match_name: str = ""
    match_href: str = ""
    button: str = ""
    """What the owner's button says, and where it leads; only for what the viewer themselves is asked."""
    acts_at: str = ""


@dataclass(frozen=True, slots=True)
class AwaitedFranchises:
    """Whom a season waits for: as many lines as a page shows, and how many more there are."""

    lines: tuple[AwaitedFranchise, ...] = ()
    left: int = 0
    by_wait: Mapping[str, tuple[tuple[AwaitedFranchise, ...], int]] = field(default_factory=dict)
    """The same by what is waited for: as many lines of each, and how many more there are."""

    @property
    def own(self) -> tuple[AwaitedFranchise, ...]:
        """What the viewer themselves is asked."""
        return tuple(line for line in self.lines if line.own)


@dataclass(frozen=True, slots=True, kw_only=True)
class AwaitedResult:
    """A locked match the season waits for the result of, by short ids, and what it waits for, in words."""

    match: str
    wait: str
    asked: str
    reporters: tuple[str, ...] = ()
    """The franchises that may report it; a commissioner may as well, and accepts (DM-C-090)."""


def awaited_results(table: SeasonTable) -> tuple[AwaitedResult, ...]:
    """The matches that are locked and have no result yet, in the schedule's order.

    No owner is awaited there: teams may report, and the commissioner sees to it that there is a result.
    """
    return tuple(_awaited_result(fixture) for fixture in table.fixtures if fixture.step == REPORT_STEP)


def _awaited_result(fixture: Fixture) -> AwaitedResult:
    match = links.short_id(fixture.id)
    wait = f"{REPORT_STEP}/{match}"
    if fixture.ruleset:
        return AwaitedResult(
            match=match, wait=wait, asked=f"to be played here by {get_ruleset(fixture.ruleset).title}"
        )
    return AwaitedResult(
        match=match,
        wait=wait,
        asked="a report of its teams, and the commissioner to accept one",
        reporters=tuple(sorted(links.short_id(team.franchise) for team in fixture.teams)),
    )


def awaited_franchises(row: Season, table: SeasonTable, *, own: Container[str], most: int) -> AwaitedFranchises:
    """The franchises without whose answer the season does not go on, one line for each thing asked.

    The viewer's own come first, then the others by id. `own` are the short names of their franchises, and no more
    than `most` lines are made.
    """
    if row.step != "M" and row.step not in AWAITED_SHELVES:
        return AwaitedFranchises()
    season = load_open_matches(row, table) if row.step == "M" else load_partially(row, *AWAITED_SHELVES[row.step])
    requests = [(id, what, match) for id in franchises_awaited(season) for what, match in _requests_of(season, id)]
    requests.sort(key=lambda each: each[0] not in own)
    names = {links.short_id(standing.franchise): standing.name for standing in table.standings}
    waits = [f"{season.match(match).step}/{match}" if match else season.step for _, _, match in requests]

    def told(at: int) -> AwaitedFranchise:
        id, what, match = requests[at]
        button, acts_at = answer_button(row, id, match, step=season.match(match).step if match else season.step)
        return AwaitedFranchise(
            button=button if id in own else "",
            acts_at=acts_at if id in own else "",
            franchise=id,
            name=names.get(id, id),
            href=links.franchise_url(row.league_id, id),
            colour=franchise_color(id),
            own=id in own,
            asked=what,
            match=match,
            wait=waits[at],
            match_name=match and f"match {match}",
            match_href=match and links.match_url(f"{row.pk}/{match}"),
        )

    by_wait = {name: [at for at, wait in enumerate(waits) if wait == name] for name in dict.fromkeys(waits)}
    return AwaitedFranchises(
        tuple(told(at) for at in range(min(most, len(requests)))),
        max(0, len(requests) - most),
        {wait: (tuple(told(at) for at in ats[:most]), max(0, len(ats) - most)) for wait, ats in by_wait.items()},
    )


def answer_button(row: Season, franchise: str, match: str, *, step: str) -> tuple[str, str]:
    """The button by which an owner answers what they are asked at a step, and the address it leads to."""
    if step in SETUP_STEPS:
        return "Go on signing", links.franchise_setup_url(row.league_id, franchise)
    if step == "E6":
        return "To the draft", links.draft_url(row.pk)
    if step == "E8":
        return "To the sponsor pool", links.sponsor_pool_url(row.pk)
    button, tag = ANSWER_BUTTONS.get(step, ("", ""))
    query = {"franchise": franchise, **({"match": match} if match else {})}
    if tag:
        return (
            button,
            f"{links.command_url(row.pk, tag)}?{urlencode({**query, 'back': links.league_url(row.league_id)})}",
        )
    return button, links.match_url(f"{row.pk}/{match}") if match else ""


def load_open_matches(row: Season, table: SeasonTable) -> state.Season:
    """What of a season in its rounds says whom it waits for: the matches that are open, and who is in them."""
    fixtures = [each for each in table.fixtures if each.step not in FINISHED_MATCH_STEPS]
    seen = load_partially(row, "cars") if any(each.step == LINE_UP_STEP for each in fixtures) else load_partially(row)
    for fixture in fixtures:
        match = links.short_id(fixture.id)
        seen.matches[match] = state.Match(id=match, round="", event=fixture.event, step=fixture.step)
        for team in fixture.teams:
            id = links.short_id(team.franchise)
            seen.franchises[id] = state.Franchise(id=id)
            seen.line_ups[f"{match}.{id}"] = state.LineUp(
                id=f"{match}.{id}",
                match=match,
                franchise=id,
                named=team.named,
                garage_waived=team.waived,
                decided=team.decided,
                shopping=team.shopping,
            )
    return seen


def _requests_of(season: state.Season, franchise: str) -> list[tuple[str, str]]:
    """What a franchise is asked and, where it is about a match, the match."""
    if season.step != "M":
        return [(REQUEST_WORDS[season.step], "")]
    return [
        (MATCH_REQUEST_WORDS[season.match(line_up.match).step], line_up.match)
        for line_up in line_ups_of_franchise(season, franchise)
        if is_line_up_awaited(season, line_up)
    ]
