"""A season's home page, which is also its league's: step, standings, schedule and the latest entries."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from explain import links
from explain.name_lookup import render_entry_lists
from explain.names import Names
from explain.printed_names import ruleset_title
from franchises.queries.season_franchises import trades_to_answer
from league.access import Viewer
from league.models import League, NameChange, Season
from league.pages.base_context import Breadcrumb, base_context, franchise_color, own_franchise_ids
from league.pages.command_forms.page import command_form_url
from league.pages.matches.match_time import agreed_time, appointments_of_fixtures, own_meetings
from league.pages.matches.reward import has_card
from league.pages.names import formerly
from league.pages.people.last_visit import LastVisit, entries_since_visit
from league.pages.round_ups.page import latest_results
from league.pages.season.announcements import home_announcements
from league.pages.season.awaited_franchises import (
    SETUP_STEPS,
    AwaitedFranchise,
    AwaitedFranchises,
    awaited_franchises,
    commissioner_turn,
    goes_on_by_itself,
    idle_window_words,
    titles_of_fixtures,
)
from league.pages.season.deadlines import Deadline, Deadlines, RefusedClockAction, deadlines
from league.pages.season.fixture_lines import FixtureLine, fixture_line, fixtures_near_present
from league.pages.season.reveals import RevealPanel, reveal_to_show, reveals_of_season
from league.pages.season.season_end import END_COMMANDS, end_steps, season_climax
from league.pages.season.standings import cut_lines_of_table, lines_of, lines_on_home, order_words
from league.pages.step_pages import step_links
from league.queries.entries import visible_entries
from league.queries.matches import BANKED_STEPS
from league.queries.names import match_title
from league.queries.seasons import Champion, own_balance, seasons_with_champions
from league.queries.standings import SeasonTable, season_table
from league.queries.standings_columns import PAGE_COLUMNS
from rules.campaign.core.command import SEASON_STEPS, STEP_NAMES
from rules.campaign.core.locks_and_shops import FINISHED_MATCH_STEPS
from rules.campaign.steward.waits import REPORT_STEP
from scheduling.windows import step_of
from sql.cached_sql import cached_sql

RECENT_ENTRIES, RECENT_ENTRIES_READ = 6, 24
MINOR_COMMANDS = frozenset({"buy_item", "finish_shopping", "fit_item", "name_line_up", "stow_item"})
"""Commands that the latest entries include only if there is nothing else to show."""
MAX_AWAITED = 5
CARD_STEPS = ("M", "E1", "E2")
"""Steps at which the cards of the last matches stand above everything else; later they are beside the last result."""
NEXT_STEPS = {
    "S0": "The commissioner founds the franchises; their three sponsors are rolled.",
    "S1": "Owners hire drivers and staff.",
    "S2": "Owners buy their cars: three at least, five at most.",
    "S3": "Owners may throw a sponsor party, and then the rounds begin.",
    "M": "The commissioner announces the next round.",
    "E1": "All rounds are played: the commissioner draws up the final table.",
    "E2": "The commissioner awards the Metal Cup.",
    "E3": "Drivers who must retire leave the sport.",
    "E4": "Owners keep their mechanical staff or let it go.",
    "E5": "Owners protect drivers from the draft.",
    "E6": "Franchises pick in turn, the last of the table first.",
    "E7": "Owners may declare one sponsor safe.",
    "E8": "Franchises pick from the sponsor pool in turn, the best first.",
    "E9": "The off-season: the commissioner closes the season.",
    "closed": "The season is closed.",
}
SETUP_STRIP = ("S0", "S1", "S2", "S3", "M", "E1")
END_STRIP = ("M", "E1", "E4", "E5", "E6", "E7", "E8", "closed")
"""Steps of the season's end at which franchises or the commissioner have to act, once the rounds are over."""
BANNER_STEP_OF = {"E2": "E1", "E3": "E1", "E9": "E8"}
"""Steps that pass at once, with the step the banner shows for them."""


@dataclass(frozen=True, slots=True)
class BannerStep:
    """A step of the season in the banner; `now` if it is open, `done` if it is over."""

    name: str
    now: bool
    done: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PastSeason:
    """A past season in the league's history: its champion, and the bonus of the Metal Cup in credits."""

    name: str
    href: str
    standing: str
    over: bool
    champion: str
    champion_href: str
    champion_color: str
    cup_bonus: int | None


@dataclass(frozen=True, slots=True)
class WaitingTrade:
    """A trade that waits for the viewer's word: who proposed it, and where it is answered."""

    proposer: str
    color: str
    href: str


def season_page(
    *,
    league: League,
    season: Season | None,
    viewer: Viewer,
    at: datetime,
    refused: RefusedClockAction | None = None,
    seen: LastVisit | None = None,
) -> dict[str, Any]:
    """The context of a season's page at that time, or of the league's home if `season` is None.

    The home shows the league's current season. `refused` is an action on the clock that was refused, `seen` what the
    visitor had seen at their last visit.
    """
    with_champions = seasons_with_champions(league.pk) if season is None else []
    if season is None:
        season = with_champions[0][0] if with_champions else None
    crumbs = [Breadcrumb(league.name, links.league_url(league.pk))]
    if season is None:
        context = base_context(league=league, season=None, viewer=viewer, here="League", crumbs=crumbs)
        return {**context, "table": None, "notes": home_announcements(league)}
    crumbs.append(Breadcrumb(season.label))
    table = season_table(season)
    own, acts = own_franchise_ids(viewer), not league.is_read_only
    franchise_names = {links.short_id(standing.franchise): standing.name for standing in table.standings}
    names = Names(season.pk, franchises=franchise_names, matches=titles_of_fixtures(table))
    rules = {fixture.ruleset for fixture in table.fixtures}
    reveals = reveals_of_season(league, season, table, at=at)
    times = appointments_of_fixtures(league, season, table.fixtures)
    games = [
        fixture_line(it, by=len(rules) > 1, reveals=reveals, time=agreed_time(times.get(it.id)))
        for it in table.fixtures
    ]
    waited_for = awaited_franchises(season, table, own=own, most=MAX_AWAITED)
    ending = SEASON_STEPS.index(season.step) > SEASON_STEPS.index("M")
    waits = {f"{fixture.step}/{links.short_id(fixture.id)}" for fixture in table.fixtures}
    clock = deadlines(league=league, season=season, viewer=viewer, at=at, still_waited=waits, refused=refused)
    by_itself = (viewer.is_commissioner or not ending) and goes_on_by_itself(league, season)
    to_go_on = "" if by_itself else commissioner_turn(season, table, waited_for)
    of_end, latest = _end_and_recent_entries(season, viewer, ending=ending)
    end_entries, last_entries = render_entry_lists(names, (of_end, None), (_noteworthy_entries(latest), 1))
    return {
        **base_context(
            league=league,
            season=season,
            viewer=viewer,
            here="League",
            crumbs=crumbs,
            balance=_balance(season, table, viewer, newest=bool(with_champions)),
        ),
        "league_formerly": formerly(league, NameChange.Kind.LEAGUE, "", present=league.name),
        "league_names_href": links.names_url(league.pk, NameChange.Kind.LEAGUE, league.pk),
        "season_formerly": formerly(league, NameChange.Kind.SEASON, season.name, present=season.title),
        "may_title": acts and viewer.is_commissioner and not season.forked_from,
        "season_names_href": links.names_url(league.pk, NameChange.Kind.SEASON, season.name),
        "columns": PAGE_COLUMNS,
        "table": lines_on_home(lines_of(table, own=own, cuts=cut_lines_of_table(season, table))),
        "ranked": len(table.standings),
        "final": table.final,
        "ordered_by": order_words(table),
        "your_turn": [(franchise, clock and clock.find(franchise.wait)) for franchise in waited_for.own if acts],
        "commissioners_turn": to_go_on if acts and viewer.is_commissioner else "",
        "board_href": links.board_url(season.pk),
        "to_report": _to_report(table, viewer, own=own) if acts else [],
        "meetings": own_meetings(table.fixtures, times, own=own, at=at) if acts else [],
        "cards": _cards(season, viewer, table, own) if own else [],
        "cards_first": season.step in CARD_STEPS and not season.forked_from,
        "draft_ahead": acts and season.step == "E6" and bool(own) and not waited_for.own,
        "trades": _trades_to_answer(season, own, franchise_names) if acts and _shops(table, own) else [],
        "clock": clock,
        "member": viewer.is_member,
        "waits": _waits(clock, waited_for, held_back=_results_held_back(table, reveals), by_itself=by_itself),
        "reveal": reveal_to_show(reveals, at=at),
        "awaited": waited_for.lines,
        "awaited_left": waited_for.left,
        "ending": step_links(links.season_end_url(season.pk), end_steps(end_entries)),
        "climax": season_climax(season, table, end_entries),
        "rules_changed": len(season.switches),
        "rules_pending": len(season.pending),
        "steps": _strip(season),
        "next_step": _next_step(season, table, to_go_on=bool(to_go_on)),
        "next_game": _next_match(games),
        "last_game": next((game for game in reversed(games) if game.reported), None),
        "games": fixtures_near_present(games),
        "games_in_all": len(games),
        "all_by": ruleset_title(*rules) if len(rules) == 1 and all(rules) else "",
        "round_up": latest_results(season, table),
        "round_ups_href": links.season_round_up_url(season.pk),
        "rounds_played": _rounds_played(table),
        "under_way": _under_way(table),
        "entries": last_entries,
        "notes": home_announcements(league),
        "seen": entries_since_visit(seen, season),
        "history": [_past_season(past, champion) for past, champion in with_champions],
    }


def _rounds_played(table: SeasonTable) -> int:
    """How many rounds are complete: they have a result, and no match of theirs still waits for one."""
    waiting = {fixture.round for fixture in table.fixtures if not fixture.reported and fixture.step != "void"}
    return len({fixture.round for fixture in table.fixtures if fixture.reported} - waiting)


def _under_way(table: SeasonTable) -> int:
    """The latest round in which some matches have a result and others do not, 0 if there is none."""
    waiting = {fixture.round for fixture in table.fixtures if not fixture.reported and fixture.step != "void"}
    return max(waiting & {fixture.round for fixture in table.fixtures if fixture.reported}, default=0)


def _to_report(table: SeasonTable, viewer: Viewer, *, own: Container[str]) -> list[tuple[FixtureLine, str]]:
    """The matches that the viewer can report or confirm now, each with its address (DM-C-090)."""
    locked = [fixture for fixture in table.fixtures if fixture.step == REPORT_STEP and not fixture.ruleset]
    return [
        (fixture_line(fixture, by=False), links.report_url(fixture.id))
        for fixture in locked
        if viewer.is_commissioner or any(links.short_id(team.franchise) in own for team in fixture.teams)
    ]


def _cards(
    season: Season, viewer: Viewer, table: SeasonTable, own: Container[str]
) -> list[tuple[str, str, str, str]]:
    """The card of each of the viewer's franchises after its latest match, until its next has a result.

    Of each: the match, the franchise with its color, and the card's address. A fork has no card of a match that was
    settled before it was made.
    """
    latest: dict[str, tuple[str, str, str, str]] = {}
    for fixture in table.fixtures:
        for team in fixture.teams if fixture.reported else ():
            if (short := links.short_id(team.franchise)) in own:
                latest.pop(short, None)
                if fixture.step in BANKED_STEPS and has_card(season, viewer, links.short_id(fixture.id)):
                    name = match_title(fixture.round, fixture.place)
                    latest[short] = (name, team.name, franchise_color(short), links.reward_url(fixture.id, short))
    return list(latest.values())


def _shops(table: SeasonTable, own: Container[str]) -> bool:
    """Whether one of these franchises is shopping: its trades lapse once it has finished (DM-C-107)."""
    teams = (team for fixture in table.fixtures for team in fixture.teams)
    return any(team.shopping == "open" and links.short_id(team.franchise) in own for team in teams)


def _trades_to_answer(season: Season, own: Collection[str], names: Mapping[str, str]) -> list[WaitingTrade]:
    """The trades that wait for the viewer's word (DM-C-107)."""
    found = trades_to_answer(season.pk, [f"{season.pk}/{id}" for id in own])
    return [
        WaitingTrade(
            proposer=names.get(links.short_id(trade.franchise_id), links.short_id(trade.franchise_id)),
            color=franchise_color(links.short_id(trade.franchise_id)),
            href=command_form_url(
                season.pk,
                "accept_trade",
                franchise=links.short_id(trade.partner_id),
                trade=links.short_id(trade.pk),
                back=links.league_url(season.league_id),
            ),
        )
        for trade in found
    ]


def _end_and_recent_entries(season: Season, viewer: Viewer, *, ending: bool) -> tuple[list[Any], list[Any]]:
    """The entries of the season's end and the latest entries, both newest first, read in one query."""
    entries = _entries(season.pk, viewer, season.length - RECENT_ENTRIES_READ, ending)
    return (
        [entry for entry in entries if ending and entry.read_command in END_COMMANDS],
        [entry for entry in entries if entry.number > season.length - RECENT_ENTRIES_READ],
    )


@cached_sql
def _entries(season: str, viewer: Viewer, after: int, ending: bool) -> QuerySet[Any]:
    latest = Q(number__gt=after)
    return visible_entries(season, viewer).filter(latest | Q(command__in=END_COMMANDS) if ending else latest)


def _results_held_back(table: SeasonTable, reveals: Mapping[int, RevealPanel]) -> frozenset[str]:
    """The waits for results that come when their round is revealed, such as `M4/m1`."""
    rounds = {number for number, reveal in reveals.items() if reveal.ahead}
    return frozenset(
        f"{REPORT_STEP}/{links.short_id(fixture.id)}"
        for fixture in table.fixtures
        if fixture.round in rounds and fixture.ruleset
    )


def _waits(
    clock: Deadlines | None, waited_for: AwaitedFranchises, *, held_back: Container[str], by_itself: bool
) -> list[tuple[Deadline, tuple[AwaitedFranchise, ...], int, str]]:
    """Every open window, in order of deadline, with the first franchises it awaits and how many more there are.

    The last part is what the page says if it awaits none.
    Without the results that are `held_back`: the reveal says when they come.
    """
    if clock is None:
        return []
    return [
        (
            line,
            *waited_for.by_wait.get(line.what, waited_for.by_wait.get(step_of(line.what), ((), 0))),
            idle_window_words(line, by_itself=by_itself),
        )
        for line in clock.lines
        if line.what not in held_back
    ]


def _balance(season: Season, table: SeasonTable, viewer: Viewer, *, newest: bool) -> int | None:
    """The balance of the viewer's franchise, in credits: from the table if the season is the newest, else queried.

    An open season is the newest, unless it is a rehearsal.
    """
    if viewer.franchise is not None and (newest or (season.step != "closed" and not season.forked_from)):
        own_id = f"{season.pk}/{links.short_id(viewer.franchise.pk)}"
        for standing in table.standings:
            if standing.franchise == own_id:
                return standing.balance
    return own_balance(viewer)


def _next_match(games: list[FixtureLine]) -> FixtureLine | None:
    """The first match that is not yet reported, or else the first that is not over."""
    unfinished = [game for game in games if not game.over]
    return next((game for game in unfinished if not game.reported), next(iter(unfinished), None))


def _noteworthy_entries(entries: Iterable[Any]) -> list[Any]:
    """The latest of those entries, newest first; minor ones only fill up the list."""
    chosen = sorted(entries, key=lambda entry: (entry.read_command in MINOR_COMMANDS, -entry.number))[:RECENT_ENTRIES]
    return sorted(chosen, key=lambda entry: -entry.number)


def _past_season(season: Season, champion: Champion | None) -> PastSeason:
    return PastSeason(
        name=season.label,
        href=links.season_url(season.pk),
        standing=STEP_NAMES[season.step],
        over=season.step == "closed",
        champion="" if champion is None else champion.name,
        champion_href=""
        if champion is None
        else links.franchise_url(season.league_id, links.short_id(champion.franchise)),
        champion_color="" if champion is None else franchise_color(links.short_id(champion.franchise)),
        cup_bonus=None if champion is None else champion.bonus,
    )


def _strip(season: Season) -> list[BannerStep]:
    window = ("S1", "S2", "S3")
    single_window = season.switches.get("season.setup_single_window", True)
    open_now = window if season.step in window and single_window else (BANNER_STEP_OF.get(season.step, season.step),)
    strip = END_STRIP if SEASON_STEPS.index(season.step) > SEASON_STEPS.index("M") else SETUP_STRIP
    index = SEASON_STEPS.index(season.step)
    return [
        BannerStep(
            STEP_NAMES[step].capitalize(),
            now=step in open_now and step != "closed",
            done=step == season.step == "closed" or (SEASON_STEPS.index(step) < index and step not in open_now),
        )
        for step in strip
    ]


def _next_step(season: Season, table: SeasonTable, *, to_go_on: bool) -> str:
    waiting = [fixture for fixture in table.fixtures if fixture.step not in FINISHED_MATCH_STEPS]
    if season.step == "M" and waiting:
        match_steps = (
            f"{match_title(fixture.round, fixture.place)}: {STEP_NAMES.get(fixture.step, fixture.step)}"
            for fixture in waiting
        )
        return " · ".join(match_steps) + "."
    if to_go_on and season.step in SETUP_STEPS:
        return "No owner has anything left to do. The commissioner takes the next step."
    return NEXT_STEPS.get(season.step, "")
