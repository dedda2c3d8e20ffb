"""Explosions of cars, and the damage they do to others. Rules CC-065, CC-067."""

from __future__ import annotations

from rules.carcult.car.damage import place_damage
from rules.carcult.car.tokens import is_covered
from rules.carcult.cards import ENGINE
from rules.carcult.combat.lines_of_sight import shape_of_car
from rules.carcult.ground.geometry import distance_squared
from rules.carcult.ground.table import INCH
from rules.carcult.match.match import Match, Steps
from rules.carcult.match.state import EXPLODED, CarState


def explode_all(play: Match) -> Steps[None]:
    """Explode every car without a sound AZ, wave after wave until there are none (CC-065).

    The cars of a wave explode at once: the reach of their blasts is computed before any token is placed. The damage
    of a blast is credited to the car that made the other one explode, else to that one itself (CC-067).
    """
    while wave := [car for car in play.cars_in_play() if is_covered(car)]:
        for car in wave:
            _explode(play, car)
        remaining = [(car, shape_of_car(car)) for car in play.cars_in_play()]
        blasts = []
        for car in wave:
            radius, outline = INCH * len(car.tracks[ENGINE]), shape_of_car(car)
            for other, shape in remaining:
                if distance_squared(outline, shape) <= radius * radius:
                    blasts.append((car, other))
        for car, other in blasts:
            yield from place_damage(play, other, rule="CC-065", why="blast", by=car.hit_by or car.id)


def _explode(play: Match, car: CarState) -> None:
    before = {"status": car.status}
    car.status = EXPLODED
    attacker = play.state.cars.get(car.hit_by)
    if attacker is not None and attacker.team != car.team:
        attacker.kills.append(car.id)
    play.note("explosion", "CC-065", car, before=before, after={"status": EXPLODED}, by=car.hit_by)
