"""Standings and schedule of a season: points, then the league's tiebreaks; complete ties share a rank."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from franchises.models import FranchiseSeason
from league.models import Season
from league.queries.results import FormMark, form_mark
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


@dataclass(slots=True, kw_only=True)
class Standing:
    """A franchise's line: `rank` is shared by those level on points, wins and criticals; `marks` are oldest first."""

    franchise: str
    name: str
    balance: int
    points: int
    wins: int
    criticals: int
    folded: bool = False
    final_rank: int = 0
    """Its place in the final table, none shared; 0 before there is one."""
    rank: int = 0
    shared: bool = False
    marks: list[FormMark] = field(default_factory=list)

    @property
    def form(self) -> str:
        """The letters of all its results, oldest first."""
        return "".join(mark.letter for mark in self.marks)

    def merit(self, parted_by: Sequence[str]) -> tuple[int, ...]:
        """The sort key of the standings."""
        return (self.points, *(getattr(self, figure) for figure in parted_by))


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """The standings, the best first, and the fixtures in the order they are played.

    `parted_by` are the figures that break ties on points, in order; `final` is true once no rank is shared any more.
    """

    standings: tuple[Standing, ...]
    fixtures: tuple[Fixture, ...]
    parted_by: tuple[str, ...]
    final: bool


COLUMNS = (
    "id", "identity__name", "balance", "points", "wins", "criticals", "folded", "rank",
    "line_ups__match_id", "line_ups__points", "line_ups__won", "line_ups__forfeited", "line_ups__named",
    "line_ups__garage_waived", "line_ups__decided", "line_ups__shopping",
    "line_ups__match__event", "line_ups__match__surface", "line_ups__match__heats", "line_ups__match__step",
    "line_ups__match__ruleset", "line_ups__match__setting", "line_ups__match__round__number",
    "line_ups__match__place",
)  # fmt: skip


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
    for (
        id,
        name,
        balance,
        points,
        wins,
        criticals,
        folded,
        final_rank,
        match,
        scored,
        won,
        forfeited,
        named,
        waived,
        decided,
        shopping,
        event,
        surface,
        heats,
        step,
        ruleset,
        setting,
        round,
        place,
    ) in _rows_query(figures)(season.pk):
        if id not in standings:
            standings[id] = Standing(
                franchise=id,
                name=name,
                balance=balance,
                points=points,
                wins=wins,
                criticals=criticals,
                folded=folded,
                final_rank=final_rank,
            )
        if match is None:
            continue
        fixture = fixtures.setdefault(
            match,
            Fixture(
                id=match,
                round=round,
                place=place,
                event=event,
                surface=surface,
                heats=heats,
                step=step,
                ruleset=ruleset,
                setting=setting,
            ),
        )
        fixture.teams.append(
            Team(
                franchise=id,
                name=name,
                points=scored,
                won=won,
                forfeited=forfeited,
                named=named,
                waived=waived,
                decided=decided,
                shopping=shopping,
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
    order = ("rank", "-points", *(f"-{figure}" for figure in figures), "identity__name", "id")
    found = FranchiseSeason.objects.order_by(*order).values_list(*COLUMNS)
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
