"""The standings of a season as of any round: ranks and how they moved, what parted those who are level, and every
round's points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from league.access import Viewer
from league.models import League, Season
from league.pages import routes
from league.pages.frame import Crumb, frame, own_names
from league.pages.journal import whole_number
from league.pages.standings import Line, lines_of, order_words
from league.queries.rounds import Added, added, table_after
from league.queries.seasons import own_balance
from league.queries.standings import SeasonTable, season_table

DRAWN = 8
"""How many franchises the chart draws: with more nobody finds a line."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A line of the standings and how many ranks it has come up since the round before: less than 0 when it went
    down, None where there was no round before.
    """

    line: Line
    up: int | None

    @property
    def ranks(self) -> int:
        """How many ranks it moved, either way."""
        return abs(self.up or 0)


@dataclass(frozen=True, slots=True)
class RoundLink:
    """A round whose standings may be looked at."""

    number: int
    href: str
    here: bool


@dataclass(frozen=True, slots=True)
class Climb:
    """A franchise's points after each round, drawn or only listed."""

    line: Line
    points: tuple[int, ...]
    drawn: bool


def standings_page(*, league: League, season: Season, viewer: Viewer, after: str = "") -> dict[str, Any] | None:
    """The context of the standings after the round of that number, of now where none is asked for.

    None where no result stands of such a round.
    """
    now = season_table(season)
    rounds = sorted({each.round for each in now.fixtures if each.reported})
    asked = whole_number(after) if after else None
    if after and asked not in rounds:
        return None
    book = added(season.pk)
    own = own_names(viewer)
    table = now if asked is None else table_after(now, book, asked)
    last = asked if asked is not None else max(rounds, default=0)
    earlier = [each for each in rounds if each < last]
    before = table_after(now, book, earlier[-1]) if earlier else None
    lines = lines_of(table, own=own)
    crumbs = [
        Crumb(league.name, routes.league_at(league.pk)),
        Crumb(f"Season {season.number}", routes.season_at(season.pk)),
        Crumb("Standings"),
    ]
    return {
        **frame(
            league=league, season=season, viewer=viewer, here="League", crumbs=crumbs, balance=own_balance(viewer)
        ),
        "lines": _moved(lines, table, before),
        "ties": [each for each in lines if each.tie],
        "final": table.final,
        "after": asked,
        "last": last,
        "moves_since": earlier[-1] if earlier else None,
        "ordered_by": order_words(table),
        "rounds": [RoundLink(each, routes.standings_at(season.pk, each), each == asked) for each in rounds],
        "now_href": routes.standings_at(season.pk),
        "played": rounds,
        "climbs": _climbs(lines, table, book, [each for each in rounds if each <= last]),
        "most_drawn": DRAWN,
    }


def _moved(lines: Sequence[Line], table: SeasonTable, before: SeasonTable | None) -> list[Moved]:
    then = {} if before is None else {each.franchise: each.rank for each in before.standings}
    return [
        Moved(line, then[each.franchise] - each.rank if each.franchise in then else None)
        for line, each in zip(lines, table.standings, strict=True)
    ]


def _climbs(lines: Sequence[Line], table: SeasonTable, book: Sequence[Added], rounds: Sequence[int]) -> list[Climb]:
    """Every franchise's points after each of those rounds, in the order of the table; the first and the viewer's own
    are drawn.
    """
    made: dict[str, dict[int, int]] = {}
    for each in book:
        of_round = made.setdefault(each.franchise, {})
        of_round[each.round] = of_round.get(each.round, 0) + each.points
    return [
        Climb(
            line,
            tuple(
                sum(points for at, points in made.get(each.franchise, {}).items() if at <= round) for round in rounds
            ),
            place < DRAWN or line.own,
        )
        for place, (line, each) in enumerate(zip(lines, table.standings, strict=True))
    ]
