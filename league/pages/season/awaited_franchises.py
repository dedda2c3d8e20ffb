"""Which franchises a season waits for at its step, and for what, or whether for its commissioner alone.

By the rules in `rules.campaign.steward`.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode

from explain import links
from journal.state.store import load_partially
from league.models import League, Season
from league.pages.base_context import franchise_color
from league.pages.season.deadlines import Deadline, calendar_or_none
from league.queries.names import match_title
from league.queries.standings import Fixture, SeasonTable, season_table
from rules.campaign.core import state
from rules.campaign.core.command import SEASON_STEPS
from rules.campaign.core.locks_and_shops import FINISHED_MATCH_STEPS
from rules.campaign.founding.setup import LEAST_FRANCHISES
from rules.campaign.steward import franchises_awaited
from rules.campaign.steward.waits import REPORT_STEP, is_line_up_awaited, line_ups_of_franchise
from rules.match.registry import get_ruleset
from scheduling.automatic_steps import season_end_is_automatic

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
"""The shelves that say which franchises a season waits for, by step; at other steps it waits for no owner.

During the rounds the schedule says it, and pages have that already. Driver seats are not read: whether a named
line-up can still be fielded stays its owner's secret until the lock.
"""
LINE_UP_STEP = "M3"
"""The match step at which the size of the garage decides whether the owner or the commissioner is awaited
(DM-C-065).
"""
SETUP_STEPS = ("S1", "S2", "S3")
SETUP_TASK = "It needs drivers and armed cars before the rounds begin: this page shows what is done and what is left."
REQUEST_WORDS = {
    "S1": "to fill their roster and garage",
    "S2": "to fill their garage",
    "S3": "to place the sponsors that wait",
    "E4": "to keep their staff or let them go",
    "E5": "to name their franchise contracts",
    "E6": "to pick a driver, or pass",
    "E7": "to declare a sponsor safe, or none",
    "E8": "to take a sponsor, or pass",
}
MATCH_REQUEST_WORDS = {
    "M3": "to name their line-up",
    "M5.4": "to decide on their cars",
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
"""The label of the button that answers a step's request, and its command; "" if it is answered on a page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AwaitedFranchise:
    """A franchise the season waits for, and what it is asked; `match` is the short id of the match concerned."""

    franchise: str
    name: str
    href: str
    color: str
    own: bool
    asked: str
    match: str = ""
    wait: str = ""
    """The wait's name, such as `M3/m4`; outside matches it is the step."""
    match_name: str = ""
    match_href: str = ""
    button: str = ""
    """The label and address of the owner's button; empty if the viewer does not own the franchise."""
    acts_at: str = ""


@dataclass(frozen=True, slots=True)
class AwaitedFranchises:
    """Which franchises a season waits for: the lines a page shows, and in `left` how many more there are."""

    lines: tuple[AwaitedFranchise, ...] = ()
    left: int = 0
    by_wait: Mapping[str, tuple[tuple[AwaitedFranchise, ...], int]] = field(default_factory=dict)
    """The same for each wait: its first lines, and how many more there are."""

    @property
    def own(self) -> tuple[AwaitedFranchise, ...]:
        """The lines of the viewer's own franchises."""
        return tuple(line for line in self.lines if line.own)


@dataclass(frozen=True, slots=True, kw_only=True)
class AwaitedResult:
    """A locked match whose result the season waits for, and in `asked` what has to happen, in words."""

    match: str
    wait: str
    asked: str
    reporters: tuple[str, ...] = ()
    """The franchises that may report it; commissioners may too, and they accept reports (DM-C-090)."""


def awaited_results(table: SeasonTable) -> tuple[AwaitedResult, ...]:
    """The locked matches without a result, in the schedule's order.

    No owner is awaited there: teams may report, and the commissioner makes sure there is a result.
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


def titles_of_fixtures(table: SeasonTable) -> dict[str, str]:
    """The titles of a season's matches by short id, from its schedule."""
    return {links.short_id(fixture.id): match_title(fixture.round, fixture.place) for fixture in table.fixtures}


def awaited_franchises(row: Season, table: SeasonTable, *, own: Container[str], most: int) -> AwaitedFranchises:
    """The franchises whose answer the season needs to go on, one line for each request.

    The viewer's own come first, then the others by id. `own` has the short ids of the viewer's franchises; at most
    `most` lines are made, also for each wait.
    """
    if row.step != "M" and row.step not in AWAITED_SHELVES:
        return AwaitedFranchises()
    season = load_open_matches(row, table) if row.step == "M" else load_partially(row, *AWAITED_SHELVES[row.step])
    requests = [
        (franchise, what, match)
        for franchise in franchises_awaited(season)
        for what, match in _requests_of(season, franchise)
    ]
    requests.sort(key=lambda request: request[0] not in own)
    names = {links.short_id(standing.franchise): standing.name for standing in table.standings}
    titles = titles_of_fixtures(table)
    waits = [f"{season.match(match).step}/{match}" if match else season.step for _, _, match in requests]

    def awaited_line(index: int) -> AwaitedFranchise:
        id, what, match = requests[index]
        button, acts_at = answer_button(
            row, id, match, step=season.match(match).step if match else season.step, name=names.get(id, "")
        )
        return AwaitedFranchise(
            button=button if id in own else "",
            acts_at=acts_at if id in own else "",
            franchise=id,
            name=names.get(id, id),
            href=links.franchise_url(row.league_id, id),
            color=franchise_color(id),
            own=id in own,
            asked=what,
            match=match,
            wait=waits[index],
            match_name=match and titles.get(match, match),
            match_href=match and links.match_url(f"{row.pk}/{match}"),
        )

    by_wait = {name: [index for index, wait in enumerate(waits) if wait == name] for name in dict.fromkeys(waits)}
    return AwaitedFranchises(
        tuple(awaited_line(index) for index in range(min(most, len(requests)))),
        max(0, len(requests) - most),
        {
            wait: (tuple(awaited_line(index) for index in indexes[:most]), max(0, len(indexes) - most))
            for wait, indexes in by_wait.items()
        },
    )


def first_task(row: Season, franchise: str) -> tuple[str, str]:
    """Where a new owner does what the season waits for from them, and what and why in a sentence; "" for nothing.

    During setup it is the page of the setup, whatever is done of it already.
    """
    if row.step in SETUP_STEPS:
        return links.franchise_setup_url(row.league_id, franchise), SETUP_TASK
    own = awaited_franchises(row, season_table(row), own={franchise}, most=1).own
    return (own[0].acts_at, f"The season waits for it {own[0].asked}: you do that on this page.") if own else ("", "")


def answer_button(row: Season, franchise: str, match: str, *, step: str, name: str = "") -> tuple[str, str]:
    """The label and the address of the button with which an owner answers a step's request.

    `name` is the franchise's; the button of the setup says it.
    """
    if step in SETUP_STEPS:
        return f"Set up {name or 'your franchise'}", links.franchise_setup_url(row.league_id, franchise)
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
    """A season's state with only its open matches and their line-ups: enough to tell who is awaited in the rounds."""
    fixtures = [fixture for fixture in table.fixtures if fixture.step not in FINISHED_MATCH_STEPS]
    season = (
        load_partially(row, "cars")
        if any(fixture.step == LINE_UP_STEP for fixture in fixtures)
        else load_partially(row)
    )
    for fixture in fixtures:
        match = links.short_id(fixture.id)
        season.matches[match] = state.Match(id=match, round="", event=fixture.event, step=fixture.step)
        for team in fixture.teams:
            id = links.short_id(team.franchise)
            season.franchises[id] = state.Franchise(id=id)
            season.line_ups[f"{match}.{id}"] = state.LineUp(
                id=f"{match}.{id}",
                match=match,
                franchise=id,
                named=team.named,
                garage_waived=team.waived,
                decided=team.decided,
                shopping=team.shopping,
            )
    return season


def _requests_of(season: state.Season, franchise: str) -> list[tuple[str, str]]:
    """What a franchise is asked, each with the short id of the match concerned, "" if there is none."""
    if season.step != "M":
        return [(REQUEST_WORDS[season.step], "")]
    return [
        (MATCH_REQUEST_WORDS[season.match(line_up.match).step], line_up.match)
        for line_up in line_ups_of_franchise(season, franchise)
        if is_line_up_awaited(season, line_up)
    ]


TURN_STEPS = ("E6", "E8")
"""Steps that end by themselves with the last franchise's turn."""


def goes_on_by_itself(league: League, season: Season) -> bool:
    """Whether the league's calendar takes the commissioner's steps, so that nobody has to press on.

    Takes a query only at the season's end, which jobs play once a commissioner began it.
    """
    calendar = calendar_or_none(league)
    if calendar is None or season.forked_from:
        return False
    at_end = SEASON_STEPS.index(season.step) > SEASON_STEPS.index("M")
    return season_end_is_automatic(season, calendar) if at_end else calendar.unattended


def commissioner_turn(season: Season, table: SeasonTable, waited_for: AwaitedFranchises) -> str:
    """What the season waits for from its commissioner, in a sentence; "" if it waits for owners, dice or a result.

    It names what the commissioner's next command is for (`rules.campaign.steward`), from what a page has read
    already. Where the calendar takes the commissioner's steps, nobody has to.
    """
    if season.awaited or season.step in ("closed", *TURN_STEPS):
        return ""
    if season.step == "M":
        return _turn_of_rounds(table, waited_for)
    if waited_for.by_wait:
        return ""
    if season.step == "S0":
        stand = len(table.standings) >= LEAST_FRANCHISES and season.rounds_planned
        return "All franchises are founded. You can open the setup." if stand else ""
    if season.step in SETUP_STEPS:
        return "No owner has anything left to do. The setup goes on when you say so."
    return "No owner has anything left to do. The season’s end goes on when you say so."


def idle_window_words(line: Deadline, *, by_itself: bool) -> str:
    """What a page says of a window that awaits no franchise."""
    if line.what.startswith(f"{REPORT_STEP}/"):
        return "The season waits for the commissioner."
    if line.paused:
        return "The season waits for no owner."
    if line.look == "bad":
        who = "the season goes on by itself" if by_itself else "the commissioner goes on"
        return f"Time is up, and no owner has anything left to do: {who}."
    return "No owner has to do anything more. It stays open to all until then" + (
        "." if by_itself else ", or until the commissioner goes on."
    )


def _turn_of_rounds(table: SeasonTable, waited_for: AwaitedFranchises) -> str:
    """The commissioner announces the next round after all matches, and locks line-ups (DM-C-063, DM-C-065)."""
    unfinished = [fixture for fixture in table.fixtures if fixture.step not in FINISHED_MATCH_STEPS]
    if not unfinished:
        return "The next round can be announced." if table.fixtures else "The first round can be announced."
    ready = (fixture for fixture in unfinished if _waits_for_lock(fixture, waited_for))
    fixture = next(ready, None)
    if fixture is None:
        return ""
    name = match_title(fixture.round, fixture.place)
    if all(team.named for team in fixture.teams):
        return f"All line-ups of {name} are in: you can lock them."
    return f"{name} goes on when you say so: a garage in it is too small."


def _waits_for_lock(fixture: Fixture, waited_for: AwaitedFranchises) -> bool:
    wait = f"{LINE_UP_STEP}/{fixture.id.rsplit('/', 1)[-1]}"
    return fixture.step == LINE_UP_STEP and wait not in waited_for.by_wait
