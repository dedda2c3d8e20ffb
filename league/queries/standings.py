"""Standings and schedule of a season: points, then the league's tiebreaks; complete ties share a rank."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from franchises.models import FranchiseSeason
from league.models import Season
from league.queries.results import form_mark
from league.queries.standings_columns import STORED_FIELDS, TIE_DICE, Standing
from rules.campaign.core.switches import DEFAULT_SETTINGS
from sql.cached_sql import cached_sql

REPORTED_STEPS = ("M5.1", "M5.4", "M5.9", "M5.10", "settled")
"""Match steps at which its points count."""
TIEBREAK_FIGURES = ("wins", "criticals")
"""Possible tiebreaks between franchises level on points, before the dice (DM-C-156)."""


@dataclass(slots=True, kw_only=True)
class Team:
    """A franchise in a match: its points once reported, whether it won or forfeited, whether its line-up is in."""

    franchise: str
    name: str
    points: int | None
    won: bool
    forfeited: bool
    named: bool
    waived: bool
    """Whether it may enter with a garage that is too small."""
    decided: bool
    """Whether it has decided on its cars after the match."""
    shopping: str
    """`open` and `closed` once the shops have opened."""


@dataclass(slots=True, kw_only=True)
class Fixture:
    """A match of the season with its teams, the best first; `id` is the stored one."""

    id: str
    round: int
    place: int
    """Its place in its round, from 1."""
    event: str
    surface: str
    heats: int
    step: str
    ruleset: str
    """Empty if people report it."""
    setting: Mapping[str, Any]
    """What its ruleset also needs, such as a track."""
    teams: list[Team] = field(default_factory=list)

    @property
    def reported(self) -> bool:
        """Whether its points count."""
        return self.step in REPORTED_STEPS


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """The standings, the best first, and the fixtures in the order they are played.

    `parted_by` are the figures that break ties on points, in order; `final` is true once no rank is shared any more.
    """

    standings: tuple[Standing, ...]
    fixtures: tuple[Fixture, ...]
    parted_by: tuple[str, ...]
    final: bool


ROW = (
    "id", "identity__name", "balance", "points", "wins", "criticals", "folded", "rank",
    "line_ups__match_id", "line_ups__points", "line_ups__won", "line_ups__forfeited", "line_ups__named",
    "line_ups__garage_waived", "line_ups__decided", "line_ups__shopping",
    "line_ups__match__event", "line_ups__match__surface", "line_ups__match__heats", "line_ups__match__step",
    "line_ups__match__ruleset", "line_ups__match__setting", "line_ups__match__round__number",
    "line_ups__match__place",
)  # fmt: skip
"""What is fetched for each franchise in each of its matches."""


def tiebreak_figures(switches: Mapping[str, Any]) -> tuple[str, ...]:
    """The figures that break ties on points, before the dice, by a season's switches (DM-C-156)."""
    chosen = str(switches.get("season.tiebreak", DEFAULT_SETTINGS["season.tiebreak"])).split(",")
    return tuple(figure for figure in chosen if figure in TIEBREAK_FIGURES)


def season_table(season: Season) -> SeasonTable:
    """Standings and schedule in one query.

    Franchises level on points and all tiebreaks share a rank until the tie dice at the season's end (DM-C-156); the
    name decides only which of them is printed first.
    """
    figures = tiebreak_figures(season.switches)
    standings: dict[str, Standing] = {}
    fixtures: dict[str, Fixture] = {}
    for row in _rows_query(figures)(season.pk):
        if row.id not in standings:
            standings[row.id] = Standing(
                franchise=row.id,
                name=row.identity__name,
                balance=row.balance,
                points=row.points,
                wins=row.wins,
                criticals=row.criticals,
                folded=row.folded,
                final_rank=row.rank,
                stored={field: getattr(row, field) for field in STORED_FIELDS},
            )
        match = row.line_ups__match_id
        if match is None:
            continue
        if match not in fixtures:
            fixtures[match] = Fixture(
                id=match,
                round=row.line_ups__match__round__number,
                place=row.line_ups__match__place,
                event=row.line_ups__match__event,
                surface=row.line_ups__match__surface,
                heats=row.line_ups__match__heats,
                step=row.line_ups__match__step,
                ruleset=row.line_ups__match__ruleset,
                setting=row.line_ups__match__setting,
            )
        fixtures[match].teams.append(
            Team(
                franchise=row.id,
                name=row.identity__name,
                points=row.line_ups__points,
                won=row.line_ups__won,
                forfeited=row.line_ups__forfeited,
                named=row.line_ups__named,
                waived=row.line_ups__garage_waived,
                decided=row.line_ups__decided,
                shopping=row.line_ups__shopping,
            )
        )
    played = sorted(fixtures.values(), key=lambda fixture: (fixture.round, fixture.place, fixture.id))
    for fixture in played:
        fixture.teams.sort(key=lambda team: (-(team.points or 0), team.name))
        if fixture.reported:
            for team in fixture.teams:
                standings[team.franchise].marks.append(form_mark(team, fixture.teams))
    ordered = list(standings.values())
    final = bool(ordered) and all(standing.final_rank for standing in ordered)
    give_ranks(ordered, figures, final=final)
    return SeasonTable(tuple(ordered), tuple(played), figures, final)


@cache
def _rows_query(figures: tuple[str, ...]) -> Callable[[str], list[Any]]:
    """The query for the lines of a season with those tiebreaks."""
    fields = dict.fromkeys([*ROW, *STORED_FIELDS])
    order = ("rank", "-points", *(f"-{figure}" for figure in figures), "identity__name", "id")
    found = FranchiseSeason.objects.order_by(*order).values_list(*fields, named=True)
    return cached_sql(lambda season: found.filter(season=season))


def give_ranks(ordered: Sequence[Standing], figures: Sequence[str], *, final: bool) -> None:
    """Rank the standings, the best first: by place in the final table, before that with a shared rank for ties."""
    for place, standing in enumerate(ordered, 1):
        before = ordered[place - 2] if place > 1 else None
        if final:
            standing.rank = standing.final_rank
        elif before is not None and before.merit(figures) == standing.merit(figures):
            standing.rank, standing.shared, before.shared = before.rank, True, True
        else:
            standing.rank = place
    _explain_ties(ordered, ("points", *figures), final=final)


def _explain_ties(ordered: Sequence[Standing], figures: tuple[str, ...], *, final: bool) -> None:
    """Note on which figures each is level with another, and what placed it among them (DM-C-156)."""
    merits = [standing.merit(figures[1:]) for standing in ordered]
    lengths = range(1, len(figures) + 1)
    found = Counter(merit[:length] for merit in merits for length in lengths)
    for standing, merit in zip(ordered, merits, strict=True):
        level = sum(found[merit[:length]] > 1 for length in lengths)
        standing.level_on = figures[:level]
        by_all = TIE_DICE if final else ""
        standing.placed_by = "" if not level else figures[level] if level < len(figures) else by_all
