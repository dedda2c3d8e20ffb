"""The box score of a match's page: its drivers by rank, each with the car they were lined up in. Rule DM-C-014."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from explain import links
from explain.fact_rendering import RenderedEntry
from league.pages.matches.team_line import TeamLine
from league.queries.matches import BoxLine, BoxScore, CarKind
from rules.campaign.garage.silhouettes import model_of
from rules.campaign.match_day.line_ups import SeatTaken
from rules.match.car_silhouettes import CarModel

DESTROYED = "car_destroyed"
"""The fact after which a car did not come home."""


@dataclass(frozen=True, slots=True)
class BoxCar:
    """A car of the box score: its name, what it looked like when it entered, and whether the match destroyed it."""

    name: str
    model: CarModel
    destroyed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxScoreLine:
    """A driver's line in the box score, with their team, their first car and how the match ended for them.

    `place` is their rank among all drivers, None for those who did not run; `shared` if others did as well.
    """

    line: BoxLine
    place: int | None
    shared: bool
    team: TeamLine
    href: str
    car: BoxCar | None
    fate: str
    kind: str


@dataclass(frozen=True, slots=True)
class BoxTable:
    """The box score: all drivers, best first, and the teams for which nobody ran."""

    lines: tuple[BoxScoreLine, ...]
    idle: tuple[TeamLine, ...]


def box_table(
    box: BoxScore,
    teams: Sequence[TeamLine],
    *,
    league: str,
    entries: Iterable[RenderedEntry],
    models: Mapping[str, CarModel],
) -> BoxTable:
    """The box score by rank: times scored, then criticals, then kills. Equals share a place, in the order of `teams`.

    `models` are what the log knows of the cars, which are drawn bare without it.
    """
    cars = _cars_by_crew(box, entries, models)
    team_of = {team.short_name: team for team in teams}
    order = {short: number for number, short in enumerate(team_of)}
    lines = sorted(
        (line for line in box.lines if line.franchise in team_of),
        key=lambda line: (*_rank_key(line), order[line.franchise], line.driver),
    )
    keys = [_rank_key(line) for line in lines]
    return BoxTable(
        tuple(
            _box_score_line(
                line,
                place=keys.index(key) + 1 if line.heats else None,
                shared=keys.count(key) > 1,
                team=team_of[line.franchise],
                league=league,
                car=cars.get(line.driver),
            )
            for line, key in zip(lines, keys, strict=True)
        ),
        tuple(team for team in teams if all(line.franchise != team.short_name for line in lines)),
    )


def _rank_key(line: BoxLine) -> tuple[bool, int, int, int]:
    """What drivers are ranked by, smallest first; those who did not run come last."""
    return (not line.heats, -line.scores, -line.criticals, -line.kills)


def _cars_by_crew(
    box: BoxScore, entries: Iterable[RenderedEntry], models: Mapping[str, CarModel]
) -> dict[str, BoxCar]:
    """The car in which each driver and gunner was lined up, by their short id."""
    facts: list[Any] = [fact.stated for entry in entries for fact in entry.facts]
    destroyed = {fact.car for fact in facts if fact.tag == DESTROYED}
    cars: dict[str, BoxCar] = {}
    for fact in facts:
        if isinstance(fact, SeatTaken) and (name := box.cars.get(fact.car)):
            model = models.get(fact.car) or _bare_model(box.car_kinds[fact.car])
            car = BoxCar(name, model, fact.car in destroyed)
            cars |= {person: car for person in (fact.driver, fact.gunner) if person}
    return cars


def _bare_model(kind: CarKind) -> CarModel:
    """A car without what it carried, which nobody recorded if the match was not played here."""
    return model_of(overhead=kind.overhead, gunner_station=kind.gunner_station, kinds=())


def _box_score_line(
    line: BoxLine, *, place: int | None, shared: bool, team: TeamLine, league: str, car: BoxCar | None
) -> BoxScoreLine:
    fate, kind = ("out of action", "clone") if line.out else ("did not run", "") if not line.heats else ("OK", "good")
    return BoxScoreLine(
        line=line,
        place=place,
        shared=shared,
        team=team,
        href=links.driver_url(league, line.driver),
        car=car,
        fate=fate,
        kind=kind,
    )
