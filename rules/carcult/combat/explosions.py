"""Cars that explode, and what that does to others. Rules CC-065, CC-067."""

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
    """Every car whose action zones are all under damage explodes, wave after wave until there is none (CC-065).

    The cars of a wave explode at once: what their blasts do is worked out before any token is placed. The damage of a
    blast is the doing of whoever made the car explode, which is the car itself where nobody else did (CC-067).
    """
    while wave := [car for car in play.cars_in_play() if is_covered(car)]:
        for car in wave:
            _explode(play, car)
        left = [(car, shape_of_car(car)) for car in play.cars_in_play()]
        blasts = []
        for car in wave:
            radius, middle = INCH * len(car.tracks[ENGINE]), shape_of_car(car)
            for near, shape in left:
                if distance_squared(middle, shape) <= radius * radius:
                    blasts.append((car, near))
        for car, near in blasts:
            yield from place_damage(play, near, rule="CC-065", why="blast", by=car.hit_by or car.id)


def _explode(play: Match, car: CarState) -> None:
    before = {"status": car.status}
    car.status = EXPLODED
    doer = play.state.cars.get(car.hit_by)
    if doer is not None and doer.team != car.team:
        doer.kills.append(car.id)
    play.note("explosion", "CC-065", car, before=before, after={"status": EXPLODED}, by=car.hit_by)
