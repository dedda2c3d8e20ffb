"""The box score of a duel: its teams, cars and crews as tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.rhad.ending import team_points
from rules.rhad.play import Play
from rules.rhad.result import kills_of, result_of
from rules.rhad.state import WHEELS, CarSheet, CrewSheet
from rules.text_table import table

TEAMS = ("rank", "team", "points", "for kills", "bonus")
CARS = ("car", "crew", "end", "mph", "handling", "armor", "plant", "tires", "criticals", "kills", "bonus", "lost")
CREW = ("competitor", "team", "seat", "criticals", "kills", "hits", "wounds", "end")


def box_score(play: Play) -> list[str]:
    """Three tables: teams by rank, cars and crews in the order of their ids."""
    state = play.state
    return [
        *table(TEAMS, _teams(play)),
        "",
        *table(CARS, (_car(play, car) for car in state.cars.values())),
        "",
        *table(CREW, (_crew(play, sheet) for sheet in state.crew.values())),
    ]


def _teams(play: Play) -> Iterable[Sequence[object]]:
    points = {team: play.state.points.get(team, 0) for team in play.state.teams}
    for team in sorted(points, key=lambda each: -points[each]):
        rank = 1 + sum(other > points[team] for other in points.values())
        bonus = sum(car.bonus for car in play.state.cars.values() if car.team == team)
        yield rank, team, points[team], team_points(play, team), bonus


def _car(play: Play, car: CarSheet) -> Sequence[object]:
    made = result_of(play, car)
    lying = "" if car.rest_side == WHEELS else f", on its {car.rest_side}"
    end = "destroyed" if made.destroyed else str(car.status).replace("_", " ") + lying
    whole = sum(points > 0 for points in car.tires)
    crew = " and ".join(filter(None, (car.driver, car.gunner)))
    lost = ", ".join(made.lost) or "nothing"
    armor = sum(car.armor.values())
    return (
        car.id, crew, end, car.speed, car.hc, armor, car.power_plant, f"{whole} of {len(car.tires)}", made.criticals,
        car.points, car.bonus, lost,
    )  # fmt: skip


def _crew(play: Play, sheet: CrewSheet) -> Sequence[object]:
    end = "dead" if play.is_dead(sheet) and sheet.out else "out of action" if sheet.out else "able"
    return sheet.id, sheet.team, sheet.role, sheet.criticals, kills_of(play, sheet), sheet.hits, sheet.wounds, end
