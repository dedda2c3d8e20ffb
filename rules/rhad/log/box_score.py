"""The box score of a duel: its teams, cars and crews as tables. Rules RH-090 to RH-093."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from rules.match.story import format_crew
from rules.match.text_tables import (
    CAR,
    CAR_END,
    COMPETITOR,
    COMPETITOR_END,
    CRITICALS_MADE,
    EMPTY_CELL,
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
from rules.rhad.match.duel_points import (
    bonus_points,
    complete_killers,
    exact,
    kill_points,
    mobility_killers,
    team_places,
)
from rules.rhad.match.match import Match
from rules.rhad.match.state import WHEELS, CarState, CarStatus, CrewState
from rules.rhad.play.result import kills_of, result_of

KILL_POINTS_HELP = "duel points for kills made, less those for kills suffered"
BONUS_HELP = "duel points for living occupants, first blood, and being on the move at the end"
TEAM_COLUMNS = (
    RANK,
    TEAM,
    Column("points", "campaign points: duel points by the league's divisor, none below 0"),
    Column("duel points", "kill points and bonus points together"),
    Column("kill points", KILL_POINTS_HELP),
    Column("bonus points", BONUS_HELP),
)
CAR_COLUMNS = (
    CAR,
    TEAM,
    Column("crew", "driver, then gunner"),
    CAR_END,
    Column("out in round", "the round of its last kill: a mobility kill, or a complete kill"),
    Column("out by", "who is credited with that kill"),
    Column("kill points", KILL_POINTS_HELP),
    Column("bonus points", BONUS_HELP),
    STANDING_CRITICALS,
    LOST_ITEMS,
)
KILLS = frozenset({str(CarStatus.MOBILITY_KILL), str(CarStatus.COMPLETE_KILL)})
"""The kinds of entry of a kill (RH-090)."""
REMAINING_COLUMNS = (
    CAR,
    Column("mph", "its speed"),
    Column("handling", "its handling class"),
    Column("armor", "points left on all sides together"),
    Column("plant", "points left of the power plant"),
    Column("tires", "how many of its tires are left"),
)
CREW_COLUMNS = (
    COMPETITOR,
    TEAM,
    Column("seat"),
    CRITICALS_MADE,
    Column("kills", "complete kills of their car, counted for its driver"),
    Column("hits", "points they lost"),
    WOUNDS,
    COMPETITOR_END,
)


def box_score(play: Match) -> list[Table]:
    """Four tables: teams by rank, cars by id with their results, cars by id with what is left of them, and crews."""
    state = play.state
    return [
        make_table("Teams", TEAM_COLUMNS, _teams(play)),
        make_table("Cars", CAR_COLUMNS, (_car(play, car) for car in state.cars.values())),
        make_table("Cars at the end", REMAINING_COLUMNS, map(_remaining, state.cars.values())),
        make_table("Crews", CREW_COLUMNS, (_crew(play, sheet) for sheet in state.crew.values())),
    ]


def _teams(play: Match) -> Iterable[Sequence[Cell]]:
    points, ranks = play.state.points, team_places(play)
    for team in sorted(ranks, key=lambda team_id: ranks[team_id]):
        cars = [car for car in play.state.cars.values() if car.team == team]
        kills = sum((kill_points(play, car) for car in cars), Fraction(0))
        bonus = sum((bonus_points(play, car) for car in cars), Fraction(0))
        yield ranks[team], team, points.get(team, 0), exact(kills + bonus), exact(kills), exact(bonus)


def _car(play: Match, car: CarState) -> Sequence[Cell]:
    result = result_of(play, car)
    lying = "" if car.rest_side == WHEELS else f", on its {car.rest_side}"
    end = "destroyed" if result.destroyed else str(car.status).replace("_", " ") + lying
    crew, lost = format_crew(car.driver, car.gunner), list_cell(result.lost)
    kills, bonus = exact(kill_points(play, car)), exact(bonus_points(play, car))
    out_in, out_by = _last_kill(play, car)
    return car.id, car.team, crew, end, out_in, out_by, kills, bonus, result.criticals, lost


def _last_kill(play: Match, car: CarState) -> tuple[Cell, Cell]:
    """The round in which a car was last killed, and who is credited with it (RH-090)."""
    kills = [entry for entry in play.log.entries if entry.kind in KILLS and entry.car == car.id]
    if not kills:
        return EMPTY_CELL, EMPTY_CELL
    by = complete_killers(play, car) if kills[-1].kind == CarStatus.COMPLETE_KILL else mobility_killers(play, car)
    return kills[-1].turn, list_cell(by)


def _remaining(car: CarState) -> Sequence[Cell]:
    intact = sum(points > 0 for points in car.tires)
    armor = sum(car.armor.values())
    return car.id, car.speed, car.hc, armor, car.power_plant, f"{intact} of {len(car.tires)}"


def _crew(play: Match, sheet: CrewState) -> Sequence[Cell]:
    end = "dead" if play.is_dead(sheet) and sheet.out else competitor_end(out=sheet.out)
    return sheet.id, sheet.team, sheet.role, sheet.criticals, kills_of(play, sheet), sheet.hits, sheet.wounds, end
