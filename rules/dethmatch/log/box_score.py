"""The box score of a match: tables of its teams, cars and competitors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.dethmatch.match.match import Match
from rules.dethmatch.play.result import Result, result_of
from rules.match.text_tables import EMPTY_CELL, Cell, Column, Table, make_table

TEAMS = (
    Column("rank"),
    Column("team"),
    Column("points", "points of all heats, less the penalty for being flagged out"),
    Column("by heat", "points of each heat, before that penalty"),
    Column("flagged", "points the penalty for being flagged out took off"),
)
CARS = (
    Column("car"),
    Column("crew", "driver, then gunner, at the end of the match"),
    Column("end", "how the car ended"),
    Column("laps", "laps done in the last heat"),
    Column("standing", "criticals that stand on it"),
    Column("tire damage", "points of damage its tires have taken"),
    Column("lost", "items destroyed on it"),
    Column("used", "expendables used up"),
    Column("fitted", "items put on it during the match"),
    Column("stowed", "items it came with that are in the stores again"),
)
CREW = (
    Column("competitor"),
    Column("team"),
    Column("heats", "the heats in which they crewed a car"),
    Column("criticals", "criticals they made on enemies"),
    Column("kills", "enemy cars they destroyed"),
    Column("scores", "times they scored for their team"),
    Column("friendly", "criticals they made on their own side"),
    Column("wounds", "flesh wounds they have"),
    Column("end", "whether they are out of action"),
)


def box_score(play: Match) -> list[Table]:
    """Make three tables: teams by rank, and cars and competitors in the order of the setup."""
    result = result_of(play)
    return [
        make_table("Teams", TEAMS, _teams(result)),
        make_table("Cars", CARS, _cars(play, result)),
        make_table("Competitors", CREW, _crew(result)),
    ]


def _teams(result: Result) -> Iterable[Sequence[Cell]]:
    for team in sorted(result.teams, key=lambda team: team.rank):
        heats = " + ".join(map(str, team.heats)) or EMPTY_CELL
        yield team.rank, team.team, team.points, heats, -team.penalty or EMPTY_CELL


def _cars(play: Match, result: Result) -> Iterable[Sequence[Cell]]:
    for car_result in result.cars:
        car = play.state.cars[car_result.car]
        aboard = " and ".join(filter(None, (car.driver, car.gunner)))
        end = "destroyed" if car_result.destroyed else car.status.value
        items = (
            ", ".join(ids) or EMPTY_CELL
            for ids in (car_result.lost, car_result.used, car_result.fitted, car_result.stowed)
        )
        yield car_result.car, aboard, end, car.laps, car_result.criticals, car.tire_damage, *items


def _crew(result: Result) -> Iterable[Sequence[Cell]]:
    for sheet in result.crew:
        heats = ", ".join(map(str, sheet.heats)) or EMPTY_CELL
        end = "out of action" if sheet.out else "able"
        made = (sheet.criticals, sheet.kills, sheet.scores, sheet.friendly, sheet.wounds)
        yield sheet.id, sheet.team, heats, *made, end
