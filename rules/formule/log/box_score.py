"""The box score of a race: tables of its teams, cars and drivers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.formule.match.match import Match
from rules.formule.match.state import CarState, CarStatus
from rules.formule.play.result import criticals_of, place_points, points_by_team, points_of, round_of_finish
from rules.match.report import ranks_by_points
from rules.match.text_tables import (
    CAR,
    COMPETITOR_END,
    CRITICALS_MADE,
    EMPTY_CELL,
    FRIENDLY_CRITICALS,
    RANK,
    TEAM,
    WOUNDS,
    Cell,
    Column,
    Table,
    competitor_end,
    make_table,
)

TEAM_COLUMNS = (RANK, TEAM, Column("points"), Column("cars", "cars it entered"))
REMAINING_HELP = "points left at the end"
CAR_COLUMNS = (
    CAR,
    Column("driver"),
    Column("place", "the place it came in"),
    Column("points", "points for the place, and for kills where the league gives any"),
    Column("end", "how its race ended"),
    Column("laps", "whole laps done"),
    Column("home", "the round in which it came home"),
    Column("tires", REMAINING_HELP),
    Column("brakes", REMAINING_HELP),
    Column("fuel", REMAINING_HELP),
    Column("body", REMAINING_HELP),
    Column("engine", REMAINING_HELP),
    Column("road", f"road-holding: {REMAINING_HELP}"),
    Column("armor", REMAINING_HELP),
)
DRIVER_COLUMNS = (
    Column("driver"),
    TEAM,
    Column("scored", "whether their place won points"),
    CRITICALS_MADE,
    FRIENDLY_CRITICALS,
    Column("kills", "enemy cars they put out"),
    WOUNDS,
    Column("spins", "times they spun"),
    Column("standing", "criticals that stand on their car"),
    COMPETITOR_END,
)
UNPLACED = 1000
"""Sorts cars without a place after all others."""
OUT_LABELS = {
    "body": "out: body gone",
    "engine": "out: engine gone",
    "road_holding": "out: road-holding gone",
    "driver": "out: driver unconscious",
    "corner": "out: off in a corner",
    "tires": "out: no tires",
    "blocked": "out: ran into traffic",
}
"""How a car's race ended, by the reason in its state."""


def box_score(play: Match) -> list[Table]:
    """Three tables: teams by rank, cars by place, drivers in the order of the setup."""
    cars = list(play.state.cars.values())
    return [
        make_table("Teams", TEAM_COLUMNS, _teams(play)),
        make_table("Cars", CAR_COLUMNS, [_car(play, car) for car in sorted(cars, key=_by_place)]),
        make_table("Drivers", DRIVER_COLUMNS, [_driver(play, car) for car in cars]),
    ]


def ending_label(car: CarState) -> str:
    """How a car's race ended."""
    if car.status is CarStatus.OUT:
        return OUT_LABELS.get(car.out_reason, "out")
    return "not home in time" if car.status is CarStatus.UNFINISHED else car.status.value


def _by_place(car: CarState) -> tuple[int, int]:
    return car.place or UNPLACED, -car.progress


def _teams(play: Match) -> Iterator[Sequence[Cell]]:
    points = points_by_team(play)
    ranks = ranks_by_points(points)
    for team in sorted(play.setup.teams, key=lambda team: -points[team.id]):
        yield ranks[team.id], team.id, points[team.id], len(team.cars)


def _car(play: Match, car: CarState) -> Sequence[Cell]:
    laps = max(0, min(play.laps, car.progress // play.circuit.length))
    home = round_of_finish(play, car) or EMPTY_CELL
    wear = (car.tires, car.brakes, car.fuel, car.body, car.engine, car.road_holding, car.armor)
    return car.id, car.driver, car.place or EMPTY_CELL, points_of(play, car), ending_label(car), laps, home, *wear


def _driver(play: Match, car: CarState) -> Sequence[Cell]:
    end = competitor_end(out=car.out_of_action)
    scored = "yes" if place_points(play, car) else "no"
    counts = (car.criticals, car.friendly_criticals, car.kills, car.flesh_wounds, car.spins, criticals_of(play, car))
    return car.driver, car.team, scored, *counts, end
