"""The box score of a race: its teams, cars and drivers as tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.formule.play import Play
from rules.formule.result import criticals_of, place_points, points_of
from rules.formule.state import CarState, Status
from rules.text_table import table

TEAMS = ("rank", "team", "points", "cars")
CARS = (
    "car",
    "driver",
    "place",
    "points",
    "end",
    "laps",
    "tires",
    "brakes",
    "fuel",
    "body",
    "engine",
    "road",
    "armor",
)
DRIVERS = ("driver", "team", "scored", "criticals", "friendly", "kills", "wounds", "spins", "standing", "end")
LAST = 1000
"""Where a car without a place stands."""
REASONS = {
    "body": "out: body gone",
    "engine": "out: engine gone",
    "road_holding": "out: road-holding gone",
    "driver": "out: driver unconscious",
    "corner": "out: off in a corner",
    "tires": "out: no tires",
    "blocked": "out: ran into traffic",
}
"""Why a car is out, by the state's word."""


def box_score(play: Play) -> list[str]:
    """Three tables: teams by rank, cars by place, drivers in the order of the setup."""
    cars = list(play.state.cars.values())
    return [
        *table(TEAMS, _teams(play)),
        "",
        *table(CARS, [_car(play, each) for each in sorted(cars, key=_by_place)]),
        "",
        *table(DRIVERS, [_driver(play, each) for each in cars]),
    ]


def end_of(car: CarState) -> str:
    """How a car's race ended."""
    if car.status is Status.OUT:
        return REASONS.get(car.out_reason, "out")
    return "not home in time" if car.status is Status.UNFINISHED else car.status.value


def _by_place(car: CarState) -> tuple[int, int]:
    return car.place or LAST, -car.progress


def _teams(play: Play) -> Iterator[Sequence[object]]:
    points = {team.id: 0 for team in play.setup.teams}
    for car in play.state.cars.values():
        points[car.team] += points_of(play, car)
    for team in sorted(play.setup.teams, key=lambda team: -points[team.id]):
        rank = 1 + sum(each > points[team.id] for each in points.values())
        yield rank, team.id, points[team.id], len(team.cars)


def _car(play: Play, car: CarState) -> Sequence[object]:
    laps = max(0, min(play.laps, car.progress // play.circuit.length))
    wear = (car.tires, car.brakes, car.fuel, car.body, car.engine, car.road_holding, car.armor)
    return car.id, car.driver, car.place or "-", points_of(play, car), end_of(car), laps, *wear


def _driver(play: Play, car: CarState) -> Sequence[object]:
    end = "out of action" if car.out_of_action else "able"
    scored = "yes" if place_points(play, car) else "no"
    made = (car.criticals, car.friendly_criticals, car.kills, car.flesh_wounds, car.spins, criticals_of(play, car))
    return car.driver, car.team, scored, *made, end
