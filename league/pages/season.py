"""A season at a glance: its step, standings, schedule and what happened last. Also the home of its league."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from league.access import Viewer
from league.models import League, Season
from league.pages import routes
from league.pages.frame import Crumb, colour_of, frame
from league.pages.names import told_entries
from league.pages.telling import Names
from league.queries.entries import visible_entries
from league.queries.seasons import seasons
from league.queries.standings import Fixture, SeasonTable, Standing, season_table
from rules.campaign.command import SEASON_STEPS, STEP_NAMES
from rules.campaign.windows import OVER

LAST_ENTRIES = 6
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
STANDS_IN = {"E2": "E1", "E3": "E1", "E9": "E8"}
"""Steps that pass at once, and the one the banner shows for them."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the season in the banner; `now` for those that are open."""

    name: str
    now: bool


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the standings."""

    rank: str
    name: str
    href: str
    colour: str
    played: int
    wins: int
    points: int
    criticals: int
    form: str
    balance: int
    own: bool
    tie: str


@dataclass(frozen=True, slots=True)
class Side:
    """A team of a fixture, as the schedule shows it."""

    name: str
    points: int | None
    won: bool
    named: bool


@dataclass(frozen=True, slots=True)
class Game:
    """A fixture as the schedule shows it."""

    name: str
    href: str
    round: int
    what: str
    step: str
    reported: bool
    settled: bool
    sides: tuple[Side, ...]


def game_of(fixture: Fixture) -> Game:
    """A fixture in the page's words."""
    about = [fixture.event.replace("_", " "), fixture.surface.replace("_", " ")]
    about.append(f"{fixture.heats} heat{'' if fixture.heats == 1 else 's'}")
    return Game(
        name=f"Match {routes.local(fixture.id)}",
        href=routes.match_at(fixture.id),
        round=fixture.round,
        what=" · ".join(word for word in about if word),
        step=STEP_NAMES.get(fixture.step, fixture.step),
        reported=fixture.reported,
        settled=fixture.step == "settled",
        sides=tuple(Side(team.name, team.points, team.won, team.named) for team in fixture.teams),
    )


def lines_of(table: SeasonTable, *, own: str) -> list[Line]:
    """The standings as lines; `own` is the stored id of the viewer's franchise in this season."""
    return [
        Line(
            rank=f"{each.rank}=" if each.shared else str(each.rank),
            name=each.name,
            href=routes.franchise_at(each.franchise.split("/", 1)[0], routes.local(each.franchise)),
            colour=colour_of(routes.local(each.franchise)),
            played=len(each.form),
            wins=each.wins,
            points=each.points,
            criticals=each.criticals,
            form=each.form[-5:],
            balance=each.balance,
            own=each.franchise == own,
            tie=_tie(each, table.standings),
        )
        for each in table.standings
    ]


def _tie(one: Standing, all_of_them: Sequence[Standing]) -> str:
    """How a franchise level on points with another was placed, in words."""
    level = [each for each in all_of_them if each.points == one.points and each is not one]
    if not level:
        return ""
    if any(each.merit == one.merit for each in level):
        return "Level on points, wins and criticals: the rank is shared."
    if any(each.wins == one.wins for each in level):
        return f"Level on points and wins: placed by criticals ({one.criticals})."
    return f"Level on points: placed by matches won ({one.wins})."


def season_page(*, league: League, season: Season | None, viewer: Viewer) -> dict[str, Any]:
    """The context of a season's page, or of the league's home with the current season when `season` is None."""
    others = list(seasons(league.pk)) if season is None else []
    if season is None:
        season = others[0] if others else None
    crumbs = [Crumb(league.name, routes.league_at(league.pk))]
    if season is None:
        return {**frame(league=league, season=None, viewer=viewer, here="League", crumbs=crumbs), "table": None}
    crumbs.append(Crumb(f"Season {season.number}"))
    table = season_table(season.pk)
    own = f"{season.pk}/{routes.local(viewer.franchise.pk)}" if viewer.franchise is not None else ""
    known = {routes.local(each.franchise): each.name for each in table.standings}
    games = [game_of(each) for each in table.fixtures]
    return {
        **frame(
            league=league,
            season=season,
            viewer=viewer,
            here="League",
            crumbs=crumbs,
            balance=next((each.balance for each in table.standings if each.franchise == own), None),
        ),
        "table": lines_of(table, own=own),
        "steps": _strip(season),
        "next_step": _next_step(season, table),
        "next_game": next((game for game in games if not game.settled), None),
        "last_game": next((game for game in reversed(games) if game.reported), None),
        "games": games,
        "rounds_played": len({each.round for each in table.fixtures if each.step == "settled"}),
        "entries": told_entries(
            visible_entries(season.pk, viewer)[:LAST_ENTRIES], Names(season.pk, franchises=known), most=1
        ),
        "other_seasons": [each for each in others if each.pk != season.pk],
    }


def _strip(season: Season) -> list[Step]:
    window = ("S1", "S2", "S3")
    together = season.switches.get("season.setup_single_window", True)
    open_now = window if season.step in window and together else (STANDS_IN.get(season.step, season.step),)
    strip = END_STRIP if SEASON_STEPS.index(season.step) > SEASON_STEPS.index("M") else SETUP_STRIP
    return [Step(STEP_NAMES[step].capitalize(), step in open_now) for step in strip]


def _next_step(season: Season, table: SeasonTable) -> str:
    waiting = [each for each in table.fixtures if each.step not in OVER]
    if season.step == "M" and waiting:
        return f"Match {routes.local(waiting[0].id)} is at {STEP_NAMES.get(waiting[0].step, waiting[0].step)}."
    return NEXT_STEPS.get(season.step, "")
