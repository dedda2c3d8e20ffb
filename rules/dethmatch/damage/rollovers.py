"""Rollovers: the damage of rolling over, and how a car lands. Rule DM-M-075."""

from __future__ import annotations

from rules.dethmatch.damage import addon_armor, collision_damage, destruction
from rules.dethmatch.damage.collision_types import CollisionType, penetration, scenery_speed
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import LEFT, CarState, CarStatus

ON_ITS_WHEELS = 3
"""The highest face on which a car lands on its wheels (DM-M-075)."""


def tumble(play: Match, car: CarState) -> None:
    """Apply the damage of rolling over, on the side the car rolls to. It is as if the car hit a standing obstacle at
    full speed (DM-M-075).

    Its criticals are credited to the competitor who caused the loss of control by fire or collision.
    """
    quadrant = "left" if car.way == LEFT else "right"
    pen = penetration(CollisionType.T_BONE, scenery_speed(car.speed))
    collision_damage.resolve_collision_hit(
        play, car, quadrant=quadrant, pen=pen, by=car.loser, cause=addon_armor.ROLLOVER
    )
    addon_armor.roll_armor_risks(play, car, cause=addon_armor.ROLLOVER)


def land(play: Match, car: CarState) -> None:
    """Roll for how a car that has stopped rolling lands: on its wheels, or destroyed (DM-M-075).

    The crew of a destroyed one tests toughness (DM-M-110), except where a house rule spares them.
    """
    if car.status is not CarStatus.RUNNING:
        return
    face = play.d6("landing")
    on_wheels = face <= ON_ITS_WHEELS
    play.note("landing", "DM-M-075", car, on_wheels=on_wheels)
    if not on_wheels:
        spared = not play.settings.overturned_crew_test
        destruction.destroy(play, car, by=car.loser, cause=addon_armor.ROLLOVER, tests_crew=not spared)
