"""A season at a glance: its step, standings, schedule and what happened last. Also the home of its league."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from explain import links
from explain.name_lookup import render_entry_lists
from explain.names import Names
from explain.printed_names import as_title, ground_words, quantity, ruleset_title
from league.access import Viewer
from league.models import League, Season
from league.pages.base_context import Breadcrumb, base_context, franchise_color, own_franchise_ids
from league.pages.people.last_visit import LastVisit, entries_since_visit
from league.pages.season.announcements import home_announcements
from league.pages.season.awaited_franchises import AwaitedFranchise, AwaitedFranchises, awaited_franchises
from league.pages.season.deadlines import Deadline, Deadlines, RefusedClockAction, deadlines
from league.pages.season.season_end import END_COMMANDS, end_steps
from league.pages.season.standings import lines_of, order_words
from league.queries.entries import visible_entries
from league.queries.seasons import Champion, own_balance, seasons_with_champions
from league.queries.standings import Fixture, SeasonTable, season_table
from rules.campaign.core.command import SEASON_STEPS, STEP_NAMES
from rules.campaign.core.locks_and_shops import FINISHED_MATCH_STEPS
from scheduling.waits import REPORT_STEP
from scheduling.windows import step_of
from sql.cached_sql import cached_sql

RECENT_ENTRIES, RECENT_ENTRIES_READ = 6, 24
MINOR_COMMANDS = frozenset({"buy_item", "finish_shopping", "fit_item", "name_line_up", "stow_item"})
"""Commands that are told among what happened last only where there is nothing else to tell."""
MAX_AWAITED = 5
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
"""Steps of the season's end that wait for somebody, once the rounds are over."""
BANNER_STEP_OF = {"E2": "E1", "E3": "E1", "E9": "E8"}
"""Steps that pass at once, and the one the banner shows for them."""


@dataclass(frozen=True, slots=True)
class BannerStep:
    """A step of the season in the banner; `now` for those that are open, `done` for those that are behind it."""

    name: str
    now: bool
    done: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PastSeason:
    """A season of the league in its history: who finished first, and with what bonus of the Metal Cup, in credits."""

    name: str
    href: str
    standing: str
    over: bool
    champion: str
    champion_href: str
    champion_colour: str
    cup_bonus: int | None


@dataclass(frozen=True, slots=True)
class Side:
    """A team of a fixture, as the schedule shows it."""

    name: str
    points: int | None
    won: bool
    named: bool


@dataclass(frozen=True, slots=True)
class FixtureLine:
    """A fixture as the schedule shows it; `title` is its event, `name` its number."""

    name: str
    title: str
    href: str
    what: str
    step: str
    reported: bool
    settled: bool
    over: bool
    sides: tuple[Side, ...]


def fixture_line(fixture: Fixture, *, by: bool) -> FixtureLine:
    """A fixture in the page's words, with the rules it is played `by` where the page does not say them of all."""
    name = f"Match {links.short_id(fixture.id)}"
    rules = ruleset_title(fixture.ruleset) if by and fixture.ruleset else ""
    where = (ground_words(fixture.setting), fixture.surface.replace("_", " "))
    about = [name, f"round {fixture.round}", rules, *where, quantity(fixture.heats, "heat")]
    return FixtureLine(
        name=name,
        title=as_title(fixture.event),
        href=links.match_url(fixture.id),
        what=" · ".join(word for word in about if word),
        step=STEP_NAMES.get(fixture.step, fixture.step),
        reported=fixture.reported,
        settled=fixture.step == "settled",
        over=fixture.step in FINISHED_MATCH_STEPS,
        sides=tuple(Side(team.name, team.points, team.won, team.named) for team in fixture.teams),
    )


def season_page(
    *,
    league: League,
    season: Season | None,
    viewer: Viewer,
    at: datetime,
    refused: RefusedClockAction | None = None,
    seen: LastVisit | None = None,
) -> dict[str, Any]:
    """The context of a season's page at that moment, or of the league's home with the current season when it is None.

    `refused` is what a commissioner asked of the clock in vain; `seen` what the visitor had seen when they came last.
    """
    every = seasons_with_champions(league.pk) if season is None else []
    if season is None:
        season = every[0][0] if every else None
    crumbs = [Breadcrumb(league.name, links.league_url(league.pk))]
    if season is None:
        framed = base_context(league=league, season=None, viewer=viewer, here="League", crumbs=crumbs)
        return {**framed, "table": None, "notes": home_announcements(league)}
    crumbs.append(Breadcrumb(f"Season {season.number}"))
    table = season_table(season)
    own = own_franchise_ids(viewer)
    known = {links.short_id(standing.franchise): standing.name for standing in table.standings}
    names = Names(season.pk, franchises=known)
    rules = {fixture.ruleset for fixture in table.fixtures}
    games = [fixture_line(fixture, by=len(rules) > 1) for fixture in table.fixtures]
    waited_for = awaited_franchises(season, table, own=own, most=MAX_AWAITED)
    ending = SEASON_STEPS.index(season.step) > SEASON_STEPS.index("M")
    still = {f"{fixture.step}/{links.short_id(fixture.id)}" for fixture in table.fixtures}
    clock = deadlines(league=league, season=season, viewer=viewer, at=at, still_waited=still, refused=refused)
    of_end, latest = _end_and_recent_entries(season, viewer, ending=ending)
    end, last = render_entry_lists(names, (of_end, None), (_noteworthy_entries(latest), 1))
    return {
        **base_context(
            league=league,
            season=season,
            viewer=viewer,
            here="League",
            crumbs=crumbs,
            balance=_balance(season, table, viewer, newest=bool(every)),
        ),
        "table": lines_of(table, own=own),
        "final": table.final,
        "ordered_by": order_words(table),
        "your_turn": [(franchise, clock and clock.find(franchise.wait)) for franchise in waited_for.own],
        "to_report": _to_report(table, viewer, own=own),
        "clock": clock,
        "member": viewer.is_member,
        "waits": _waits(clock, waited_for),
        "awaited": waited_for.lines,
        "awaited_left": waited_for.left,
        "ending": end_steps(end),
        "rules_changed": len(season.switches),
        "rules_pending": len(season.pending),
        "steps": _strip(season),
        "next_step": _next_step(season, table),
        "next_game": _next_match(games),
        "last_game": next((game for game in reversed(games) if game.reported), None),
        "games": games,
        "all_by": ruleset_title(*rules) if len(rules) == 1 and all(rules) else "",
        "rounds_played": _rounds_played(table),
        "under_way": _under_way(table),
        "entries": last,
        "notes": home_announcements(league),
        "seen": entries_since_visit(seen, season),
        "history": [_past_season(each, champion) for each, champion in every],
    }


def _rounds_played(table: SeasonTable) -> int:
    """How many rounds are played: those with a result that wait for no other."""
    waiting = {fixture.round for fixture in table.fixtures if not fixture.reported and fixture.step != "void"}
    return len({fixture.round for fixture in table.fixtures if fixture.reported} - waiting)


def _under_way(table: SeasonTable) -> int:
    """The number of the round of which some matches have a result and others wait for theirs, 0 where none is."""
    waiting = {fixture.round for fixture in table.fixtures if not fixture.reported and fixture.step != "void"}
    return max(waiting & {fixture.round for fixture in table.fixtures if fixture.reported}, default=0)


def _to_report(table: SeasonTable, viewer: Viewer, *, own: Container[str]) -> list[tuple[FixtureLine, str]]:
    """The matches that people report and that the viewer may report or confirm now, each with where (DM-C-090)."""
    locked = [fixture for fixture in table.fixtures if fixture.step == REPORT_STEP and not fixture.ruleset]
    return [
        (fixture_line(fixture, by=False), links.report_url(fixture.id))
        for fixture in locked
        if viewer.is_commissioner or any(links.short_id(team.franchise) in own for team in fixture.teams)
    ]


def _end_and_recent_entries(season: Season, viewer: Viewer, *, ending: bool) -> tuple[list[Any], list[Any]]:
    """The entries of the season's end, and the latest ones of all: in one query, the newest first."""
    found = _entries(season.pk, viewer, season.length - RECENT_ENTRIES_READ, ending)
    return (
        [each for each in found if ending and each.read_command in END_COMMANDS],
        [each for each in found if each.number > season.length - RECENT_ENTRIES_READ],
    )


@cached_sql
def _entries(season: str, viewer: Viewer, after: int, ending: bool) -> QuerySet[Any]:
    latest = Q(number__gt=after)
    return visible_entries(season, viewer).filter(latest | Q(command__in=END_COMMANDS) if ending else latest)


def _waits(
    clock: Deadlines | None, waited_for: AwaitedFranchises
) -> list[tuple[Deadline, tuple[AwaitedFranchise, ...], int]]:
    """Every open window, the next to close first, with those it awaits and how many more there are."""
    if clock is None:
        return []
    return [
        (line, *waited_for.by_wait.get(line.what, waited_for.by_wait.get(step_of(line.what), ((), 0))))
        for line in clock.lines
    ]


def _balance(season: Season, table: SeasonTable, viewer: Viewer, *, newest: bool) -> int | None:
    """What the viewer's franchise has now: from the table where it is of the newest season, else asked for.

    A season that is not closed is the newest, unless it is a rehearsal.
    """
    if viewer.franchise is not None and (newest or (season.step != "closed" and not season.forked_from)):
        own = f"{season.pk}/{links.short_id(viewer.franchise.pk)}"
        for standing in table.standings:
            if standing.franchise == own:
                return standing.balance
    return own_balance(viewer)


def _next_match(games: list[FixtureLine]) -> FixtureLine | None:
    """The first match that is still to be played, or else the first that is not settled."""
    open_still = [game for game in games if not game.over]
    return next((game for game in open_still if not game.reported), next(iter(open_still), None))


def _noteworthy_entries(entries: Iterable[Any]) -> list[Any]:
    """The last of those entries, newest first, with trifles only to fill up."""
    first = sorted(entries, key=lambda each: (each.read_command in MINOR_COMMANDS, -each.number))[:RECENT_ENTRIES]
    return sorted(first, key=lambda each: -each.number)


def _past_season(season: Season, champion: Champion | None) -> PastSeason:
    return PastSeason(
        name=f"Season {season.number}",
        href=links.season_url(season.pk),
        standing=STEP_NAMES[season.step],
        over=season.step == "closed",
        champion="" if champion is None else champion.name,
        champion_href=""
        if champion is None
        else links.franchise_url(season.league_id, links.short_id(champion.franchise)),
        champion_colour="" if champion is None else franchise_color(links.short_id(champion.franchise)),
        cup_bonus=None if champion is None else champion.bonus,
    )


def _strip(season: Season) -> list[BannerStep]:
    window = ("S1", "S2", "S3")
    together = season.switches.get("season.setup_single_window", True)
    open_now = window if season.step in window and together else (BANNER_STEP_OF.get(season.step, season.step),)
    strip = END_STRIP if SEASON_STEPS.index(season.step) > SEASON_STEPS.index("M") else SETUP_STRIP
    at = SEASON_STEPS.index(season.step)
    return [
        BannerStep(
            STEP_NAMES[step].capitalize(),
            now=step in open_now and step != "closed",
            done=step == season.step == "closed" or (SEASON_STEPS.index(step) < at and step not in open_now),
        )
        for step in strip
    ]


def _next_step(season: Season, table: SeasonTable) -> str:
    waiting = [fixture for fixture in table.fixtures if fixture.step not in FINISHED_MATCH_STEPS]
    if season.step == "M" and waiting:
        at = (
            f"match {links.short_id(fixture.id)} is at {STEP_NAMES.get(fixture.step, fixture.step)}"
            for fixture in waiting
        )
        return " · ".join(at).capitalize() + "."
    return NEXT_STEPS.get(season.step, "")
