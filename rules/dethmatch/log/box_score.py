"""The box score of a match: tables of its teams, cars and competitors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.dethmatch.match.match import Match
from rules.dethmatch.play.result import Result, result_of
from rules.match.story import format_crew
from rules.match.text_tables import (
    CAR,
    CAR_END,
    COMPETITOR,
    COMPETITOR_END,
    CRITICALS_MADE,
    EMPTY_CELL,
    FRIENDLY_CRITICALS,
    LOST_ITEMS,
    RANK,
    STANDING_CRITICALS,
    TEAM,
    WOUNDS,
    Cell,
    Column,
    Table,
    competitor_end,
    list_cell,
    make_table,
)

TEAMS = (
    RANK,
    TEAM,
    Column("points", "points of all heats, less the penalty for being flagged out"),
    Column("by heat", "points of each heat, before that penalty"),
    Column("flagged", "points the penalty for being flagged out took off"),
)
CARS = (
    CAR,
    Column("crew", "driver, then gunner, at the end of the match"),
    CAR_END,
    Column("place", "the place it had in the last heat; cars that were level share one"),
    Column("laps", "laps done in the last heat"),
    Column("finished", "the turn of the last heat in which it finished the race"),
    STANDING_CRITICALS,
    Column("tire damage", "points of damage its tires have taken"),
    LOST_ITEMS,
    Column("used", "expendables used up"),
    Column("fitted", "items put on it during the match"),
    Column("stowed", "items it came with that are in the stores again"),
)
UNPLACED = 1000
"""Sorts cars without a place after all others."""
CREW = (
    COMPETITOR,
    TEAM,
    Column("heats", "the heats in which they crewed a car"),
    CRITICALS_MADE,
    Column("kills", "enemy cars they destroyed"),
    Column("scores", "times they scored for their team"),
    FRIENDLY_CRITICALS,
    WOUNDS,
    COMPETITOR_END,
)


def box_score(play: Match) -> list[Table]:
    """Make three tables: teams by rank, cars by place, and competitors in the order of the setup (DM-M-140)."""
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
    for car_result in sorted(result.cars, key=lambda car: car.place or UNPLACED):
        car = play.state.cars[car_result.car]
        end = "destroyed" if car_result.destroyed else car.status.value
        items = map(list_cell, (car_result.lost, car_result.used, car_result.fitted, car_result.stowed))
        yield (
            car_result.car,
            format_crew(car.driver, car.gunner),
            end,
            car_result.place or EMPTY_CELL,
            car.laps,
            car_result.finished or EMPTY_CELL,
            car_result.criticals,
            car.tire_damage,
            *items,
        )


def _crew(result: Result) -> Iterable[Sequence[Cell]]:
    for sheet in result.crew:
        heats, end = list_cell(map(str, sheet.heats)), competitor_end(out=sheet.out)
        made = (sheet.criticals, sheet.kills, sheet.scores, sheet.friendly, sheet.wounds)
        yield sheet.id, sheet.team, heats, *made, end
