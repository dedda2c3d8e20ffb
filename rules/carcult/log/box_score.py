"""The box score of a skirmish: tables of its teams, cars and competitors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.carcult.car.tokens import is_armor, sound_az
from rules.carcult.cards import ENGINE
from rules.carcult.match.match import Match
from rules.carcult.match.state import CarState
from rules.carcult.play.result import points_by_team, remaining_criticals, winners
from rules.match.report import ranks_by_points
from rules.match.text_tables import (
    CAR,
    CAR_END,
    COMPETITOR,
    COMPETITOR_END,
    EMPTY_CELL,
    RANK,
    STANDING_CRITICALS,
    TEAM,
    WOUNDS,
    Cell,
    Column,
    Table,
    competitor_end,
    make_table,
)

TEAM_COLUMNS = (
    RANK,
    TEAM,
    Column("victory points"),
    Column("points", "campaign points: victory points by the league's divisor, rounded down"),
)
CAR_COLUMNS = (
    CAR,
    TEAM,
    CAR_END,
    Column("out in round", "the round in which it exploded or left the table"),
    Column("out by", "the car that made it explode"),
    Column("engine", "action zones (AZ) of the engine without damage"),
    Column("armor", "action zones (AZ) of the armor without damage"),
    Column("dealt", "damage it is credited with, in tokens"),
    Column("criticals", "attacks that hurt more than armor"),
    Column("destroyed", "cars that exploded by its doing"),
    STANDING_CRITICALS,
)
CREW_COLUMNS = (
    COMPETITOR,
    CAR,
    WOUNDS,
    COMPETITOR_END,
)


def box_score(play: Match) -> list[Table]:
    """Three tables: teams by victory points, cars and competitors in the order of the setup."""
    return [
        make_table("Teams", TEAM_COLUMNS, _teams(play)),
        make_table("Cars", CAR_COLUMNS, _cars(play)),
        make_table("Competitors", CREW_COLUMNS, _crew(play)),
    ]


def _teams(play: Match) -> Iterable[Sequence[Cell]]:
    victory_points = {team: play.points(team) for team in play.setup.teams}
    points = points_by_team(play)
    won = winners(play)
    ranks = ranks_by_points(
        {team: 2 * made + (len(won) == 1 and team in won) for team, made in victory_points.items()}
    )
    for team in sorted(victory_points, key=lambda ranked: ranks[ranked]):
        yield ranks[team], team, victory_points[team], points[team]


def _cars(play: Match) -> Iterable[Sequence[Cell]]:
    """Sound AZ of engine and armor, as `3 of 4`, then what each car dealt and what it is left with."""
    for car in play.state.cars.values():
        armor = [track for name, track in car.tracks.items() if is_armor(play, car, name)]
        engine = car.tracks[ENGINE]
        yield (
            car.id,
            car.team,
            car.status,
            *_end_of(play, car),
            _sound([engine]),
            _sound(armor) if armor else EMPTY_CELL,
            car.caused,
            car.criticals,
            len(car.kills),
            remaining_criticals(play, car.id, before=play.entries[car.id].criticals),
        )


def _end_of(play: Match, car: CarState) -> tuple[Cell, Cell]:
    """The round in which a car left the match, and by whose doing (CC-049, CC-065, CC-067)."""
    for entry in play.log.entries:
        if entry.kind in {"explosion", "left"} and entry.car == car.id:
            return entry.turn, entry.more.get("by") or EMPTY_CELL
    return EMPTY_CELL, EMPTY_CELL


def _sound(tracks: Sequence[Sequence[int]]) -> str:
    return f"{sum(map(sound_az, tracks))} of {sum(map(len, tracks))}"


def _crew(play: Match) -> Iterable[Sequence[Cell]]:
    for crew in play.state.crew.values():
        yield crew.id, crew.car, crew.wounds, competitor_end(out=crew.out)
