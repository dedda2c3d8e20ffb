"""Standings and schedule of a season: points, then matches won, then criticals; level on all three, a shared rank."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from franchises.models import FranchiseSeason

REPORTED_STEPS = ("M5.1", "M5.4", "M5.9", "M5.10", "settled")
"""Match steps at which its points count."""


@dataclass(slots=True, kw_only=True)
class Team:
    """A franchise in a match: its points once reported, whether it won, whether its line-up is in."""

    franchise: str
    name: str
    points: int | None
    won: bool
    named: bool


@dataclass(slots=True, kw_only=True)
class Fixture:
    """A match of the season with its teams, best first; `id` is the stored one."""

    id: str
    round: int
    event: str
    surface: str
    heats: int
    step: str
    teams: list[Team] = field(default_factory=list)

    @property
    def reported(self) -> bool:
        """Whether its points stand."""
        return self.step in REPORTED_STEPS

    def letter(self, team: Team) -> str:
        """W for the only winner, D for one of several, L for the rest."""
        if not team.won:
            return "L"
        return "D" if sum(each.won for each in self.teams) > 1 else "W"


@dataclass(slots=True, kw_only=True)
class Standing:
    """A franchise's line: `rank` is shared by those level on points, wins and criticals; `form` is oldest first."""

    franchise: str
    name: str
    balance: int
    points: int
    wins: int
    criticals: int
    rank: int = 0
    shared: bool = False
    form: str = ""

    @property
    def merit(self) -> tuple[int, int, int]:
        """What the order goes by."""
        return (self.points, self.wins, self.criticals)


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """The standings, best first, and the fixtures in the order they are played."""

    standings: tuple[Standing, ...]
    fixtures: tuple[Fixture, ...]


COLUMNS = (
    "id", "identity__name", "balance", "points", "wins", "criticals",
    "line_ups__match_id", "line_ups__points", "line_ups__won", "line_ups__named",
    "line_ups__match__event", "line_ups__match__surface", "line_ups__match__heats", "line_ups__match__step",
    "line_ups__match__round__number",
)  # fmt: skip


def season_table(season: str) -> SeasonTable:
    """Standings and schedule in one query.

    Franchises level on points, wins and criticals share a rank until the tie dice at the season's end
    (DM-C-156); among them the name decides who is printed first, and nothing else.
    """
    rows = (
        FranchiseSeason.objects.filter(season_id=season)
        .order_by("-points", "-wins", "-criticals", "identity__name", "id")
        .values_list(*COLUMNS)
    )
    standings: dict[str, Standing] = {}
    fixtures: dict[str, Fixture] = {}
    for (
        id,
        name,
        balance,
        points,
        wins,
        criticals,
        match,
        scored,
        won,
        named,
        event,
        surface,
        heats,
        step,
        round,
    ) in rows:
        if id not in standings:
            standings[id] = Standing(
                franchise=id, name=name, balance=balance, points=points, wins=wins, criticals=criticals
            )
        if match is None:
            continue
        fixture = fixtures.setdefault(
            match, Fixture(id=match, round=round, event=event, surface=surface, heats=heats, step=step)
        )
        fixture.teams.append(Team(franchise=id, name=name, points=scored, won=won, named=named))
    played = sorted(fixtures.values(), key=lambda each: (each.round, each.id))
    for fixture in played:
        fixture.teams.sort(key=lambda team: (-(team.points or 0), team.name))
        if fixture.reported:
            for team in fixture.teams:
                standings[team.franchise].form += fixture.letter(team)
    return SeasonTable(tuple(_ranked(standings.values())), tuple(played))


def _ranked(standings: Iterable[Standing]) -> list[Standing]:
    ordered = list(standings)
    for place, each in enumerate(ordered, 1):
        before = ordered[place - 2] if place > 1 else None
        if before is not None and before.merit == each.merit:
            each.rank, each.shared, before.shared = before.rank, True, True
        else:
            each.rank = place
    return ordered
