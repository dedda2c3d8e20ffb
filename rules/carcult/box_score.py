"""The box score of a skirmish: its teams, cars and competitors as tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.carcult.cards import ENGINE
from rules.carcult.play import Play
from rules.carcult.result import criticals_left, points_of
from rules.carcult.tokens import is_armor, sound_az
from rules.text_table import table

TEAMS = ("rank", "team", "victory points", "points")
CARS = ("car", "team", "end", "engine", "armor", "dealt", "criticals", "destroyed", "standing")
CREW = ("competitor", "car", "wounds", "end")


def box_score(play: Play) -> list[str]:
    """Three tables: teams by victory points, cars and competitors in the order of the setup."""
    return [*table(TEAMS, _teams(play)), "", *table(CARS, _cars(play)), "", *table(CREW, _crew(play))]


def _teams(play: Play) -> Iterable[Sequence[object]]:
    made = {team: play.points(team) for team in play.setup.teams}
    points = points_of(play)
    for team in sorted(made, key=lambda each: -made[each]):
        yield 1 + sum(other > made[team] for other in made.values()), team, made[team], points[team]


def _cars(play: Play) -> Iterable[Sequence[object]]:
    """Sound AZ of engine and armor as `3 of 4`, then what a car dealt, and what it is left with."""
    for car in play.state.cars.values():
        armor = [track for name, track in car.tracks.items() if is_armor(play, car, name)]
        engine = car.tracks[ENGINE]
        yield (
            car.id,
            car.team,
            car.status,
            _sound([engine]),
            _sound(armor) if armor else "none",
            car.caused,
            car.criticals,
            len(car.kills),
            criticals_left(play, car.id, before=play.entries[car.id].criticals),
        )


def _sound(tracks: Sequence[Sequence[int]]) -> str:
    return f"{sum(map(sound_az, tracks))} of {sum(map(len, tracks))}"


def _crew(play: Play) -> Iterable[Sequence[object]]:
    for crew in play.state.crew.values():
        yield crew.id, crew.car, crew.wounds, "out of action" if crew.out else "able"
