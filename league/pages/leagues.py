"""The front page: what the game is for who is new here, and the leagues the visitor may read, live ones first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from explain import links
from franchises.crests import Crest
from league.demo import demo_leagues
from league.middleware import crests_in_join_order
from league.models.seasons import season_label
from league.pages.season.awaited_franchises import AWAITED_SHELVES, awaited_franchises
from league.queries.front_page import (
    find_leagues_by_name,
    front_page_leagues,
    is_asleep,
    leagues_with_a_seat_to_take,
    own_seasons,
    season_leaders,
)
from league.queries.jobs import example_being_loaded
from league.queries.standings import season_table
from league.queries.standings_columns import Standing
from league.times import league_zone
from rules.campaign.core.command import STEP_NAMES

TILES_A_PAGE = 12
LEADERS = 3
LONGEST_SEARCH = 80
LAST_PAGE = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontPageQuery:
    """What the visitor looks for: a name, leagues with a free seat only, and which page, counted from 1."""

    text: str = ""
    seats: bool = False
    page: int = 1

    @classmethod
    def from_query(cls, given: Mapping[str, str]) -> FrontPageQuery:
        """Read a query string; what makes no sense is left out."""
        page = given.get("page", "")
        number = int(page) if page.isascii() and page.isdecimal() and len(page) < len(str(LAST_PAGE)) else 1
        text = " ".join(given.get("q", "").split())[:LONGEST_SEARCH]
        return cls(text=text, seats=given.get("seats") == "free", page=max(1, number))

    def url(self, page: int) -> str:
        """The address of another page of the same search."""
        parts = {"q": self.text, "seats": "free" if self.seats else "", "page": page if page > 1 else ""}
        query = urlencode({name: value for name, value in parts.items() if value})
        return f"/?{query}" if query else "/"


@dataclass(frozen=True, slots=True, kw_only=True)
class Leader:
    """One of the first of a table; `rank` has an equals sign where it is shared."""

    rank: str
    name: str
    crest: Crest
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueTile:
    """A league on the front page; `season` is the label of its current season, empty if it has none."""

    name: str
    href: str
    public: bool
    archived: bool
    """Whether it can only be read, because it is archived or will be deleted."""
    ends: bool
    """Whether it will be deleted."""
    asleep: bool
    """Whether nothing has happened in it for a year."""
    season: str
    step: str
    live: bool
    """Whether its current season is being played."""
    round: int
    rounds: int
    closes_at: datetime | None
    """The next deadline, None if there is none or the clock stands still."""
    zone: str
    """The league's time zone."""
    paused: bool
    reveal_at: datetime | None
    """When its next round is revealed, None if none is held back."""
    reveal_round: int
    leaders: tuple[Leader, ...]
    """The first of the table, none before the first points."""
    teams: int
    free: int
    """How many franchises nobody owns."""
    seat_href: str
    """The public invitation to one of them, empty where there is none."""
    watch_href: str
    """The replay of its newest match, empty where none was resolved here."""
    mine: bool
    asked: bool
    """Whether the league waits for this person."""
    unread: int
    """How many notices of the league this person has not read."""

    @property
    def group(self) -> str:
        """The heading under which it stands."""
        if self.mine:
            return "Yours"
        if self.archived or self.asleep:
            return "Archived or asleep"
        return "Playing now" if self.live else "Between seasons"


def leagues_page(user: Any, query: FrontPageQuery, *, at: datetime) -> dict[str, Any]:
    """The context of the front page."""
    found = find_leagues_by_name(user, query.text) if query.text else None
    seats: dict[str, str] | None = None
    if query.seats:
        seats = leagues_with_a_seat_to_take(at=at)
        found = list(seats) if found is None else [league for league in found if league in seats]
    start = (query.page - 1) * TILES_A_PAGE
    rows = front_page_leagues(user, ids=found, start=start, most=TILES_A_PAGE + 1, at=at, awake=demo_leagues())
    shown = rows[:TILES_A_PAGE]
    if seats is None:
        seats = leagues_with_a_seat_to_take(at=at, among=[league.pk for league in shown])
    tables = season_leaders({league.current_id: league.current_switches for league in shown if league.current_id})
    awaited = _leagues_awaiting(user, [league for league in shown if not league.is_read_only])
    tiles = [
        _tile(
            league,
            *tables.get(league.current_id, ([], 0)),
            asked=league.pk in awaited,
            token=seats.get(league.pk, ""),
            at=at,
        )
        for league in shown
    ]
    searching = bool(query.text or query.seats)
    return {
        "leagues": tiles,
        "query": query,
        "searching": searching,
        "demo": any(league.pk in demo_leagues() for league in shown),
        "newcomer": not searching and query.page == 1 and not any(tile.mine for tile in tiles),
        "watch_href": next((tile.watch_href for tile in tiles if tile.watch_href), ""),
        "watch_name": next((tile.name for tile in tiles if tile.watch_href), ""),
        "previous": query.url(query.page - 1) if query.page > 1 else "",
        "following": query.url(query.page + 1) if len(rows) > TILES_A_PAGE else "",
        "unread": shown[0].unread if shown else None,
        "loading": example_being_loaded(),
    }


def _leagues_awaiting(user: Any, leagues: Sequence[Any]) -> set[str]:
    """The ids of those that wait for the person: by a query in the rounds, by the season's state otherwise."""
    stepping = [league for league in leagues if league.mine and league.current_step in AWAITED_SHELVES]
    found = {league.pk for league in leagues if league.asked}
    for row, owned in own_seasons(user, stepping) if stepping else ():
        if awaited_franchises(row, season_table(row), own=owned, most=1).own:
            found.add(row.league_id)
    return found


def _tile(league: Any, table: list[Standing], free: int, *, asked: bool, token: str, at: datetime) -> LeagueTile:
    return LeagueTile(
        name=league.name,
        href=links.league_url(league.pk),
        public=league.public,
        archived=league.is_read_only,
        ends=league.delete_at is not None,
        asleep=league.pk not in demo_leagues() and is_asleep(league, at=at),
        season=season_label(league.current_number, league.current_title) if league.current_number else "",
        step=STEP_NAMES.get(league.current_step or "", ""),
        live=league.current_step not in (None, "closed") and not league.is_read_only,
        round=league.current_round or 0,
        rounds=league.current_rounds or 0,
        closes_at=league.closes_at,
        zone=league_zone(league),
        paused=bool(league.paused) and league.closes_at is None,
        reveal_at=league.reveal_at,
        reveal_round=league.reveal_round or 0,
        leaders=_leaders(league, table) if any(s.points for s in table) else (),
        teams=len(table),
        free=free,
        seat_href=links.invitation_url(token)
        if token and free and not league.mine and not league.is_read_only
        else "",
        watch_href=links.replay_url(league.watch) if league.watch else "",
        mine=bool(league.mine),
        asked=asked,
        unread=league.unread_here,
    )


def _leaders(league: Any, table: list[Standing]) -> tuple[Leader, ...]:
    crests = crests_in_join_order(league.joined, league.pk)
    return tuple(
        Leader(
            rank=standing.rank_text,
            name=standing.name,
            crest=crests[links.short_id(standing.franchise)],
            points=standing.points,
        )
        for standing in table[:LEADERS]
    )
