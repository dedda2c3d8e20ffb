"""The box score of a match: its teams, cars and competitors as tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.dethmatch.play import Play
from rules.dethmatch.result import Result, result_of
from rules.text_table import table

TEAMS = ("rank", "team", "points", "by heat", "flagged")
CARS = ("car", "crew", "end", "laps", "criticals", "tire damage", "lost", "used", "fitted", "stowed")
CREW = ("competitor", "team", "heats", "criticals", "kills", "scores", "friendly", "wounds", "end")


def box_score(play: Play) -> list[str]:
    """Three tables: teams by rank, cars and competitors in the order of the setup."""
    result = result_of(play)
    return [
        *table(TEAMS, _teams(result)),
        "",
        *table(CARS, _cars(play, result)),
        "",
        *table(CREW, _crew(result)),
    ]


def _teams(result: Result) -> Iterable[Sequence[object]]:
    for each in sorted(result.teams, key=lambda team: team.rank):
        heats = " + ".join(map(str, each.heats)) or "none"
        yield each.rank, each.team, each.points, heats, -each.penalty if each.penalty else "no"


def _cars(play: Play, result: Result) -> Iterable[Sequence[object]]:
    for each in result.cars:
        car = play.state.cars[each.car]
        aboard = " and ".join(filter(None, (car.driver, car.gunner)))
        end = "destroyed" if each.destroyed else car.status.value
        items = (", ".join(ids) or "nothing" for ids in (each.lost, each.used, each.fitted, each.stowed))
        yield each.car, aboard, end, car.laps, each.criticals, car.tire_damage, *items


def _crew(result: Result) -> Iterable[Sequence[object]]:
    for sheet in result.crew:
        heats = ", ".join(map(str, sheet.heats)) or "none"
        end = "out of action" if sheet.out else "able"
        made = (sheet.criticals, sheet.kills, sheet.scores, sheet.friendly, sheet.wounds)
        yield sheet.id, sheet.team, heats, *made, end
