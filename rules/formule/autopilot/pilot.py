"""Answers whatever a driver is asked: his gear, his move, and whether he takes a slipstream. Rules FW-127, FW-140 to
FW-143.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.formule.autopilot.aim import actions_for
from rules.formule.autopilot.gear_choice import gear_for
from rules.formule.autopilot.path_choice import path_for
from rules.formule.autopilot.rams import rams_for
from rules.formule.autopilot.road_ahead import braking, outlook, price, weight_of
from rules.formule.match.match import Play
from rules.formule.match.orders import DriveOrder, GearOrder, Order, SlipstreamOrder
from rules.formule.match.positions import finish_line
from rules.formule.match.state import CarState
from rules.formule.movement import slipstream
from rules.formule.movement.paths import Footing, footing_of, step


class Autopilot:
    """A pilot that holds nothing: the same race at the same moment has the same orders."""

    def order(self, play: Play, car: CarState, kind: str) -> Order:
        """The order for a question of that kind."""
        if kind == "gear":
            return GearOrder(gear=gear_for(play, car))
        if kind == "slipstream":
            return slipstream_for(play, car)
        return drive_for(play, car)


def drive_for(play: Play, car: CarState) -> DriveOrder:
    """The whole move: brakes, path, weapons and collisions (FW-141 to FW-143)."""
    brake = braking(outlook(play, car, car.roll), car.roll, car.brakes)
    path = path_for(play, car, min(car.roll - brake, finish_line(play) - car.progress))
    fire, drop = actions_for(play, car, path, _end(play, car, path))
    return DriveOrder(path=path, brake=brake, fire=fire, drop=drop, ram=rams_for(play, car, path))


def slipstream_for(play: Play, car: CarState) -> SlipstreamOrder:
    """The squares out of a slipstream where they are worth more than to stay, none otherwise (FW-127, FW-140)."""
    squares = slipstream.squares(play, car)
    ahead, weight = outlook(play, car, squares), weight_of(play, car)
    path = path_for(play, car, squares)
    stay = price(ahead, 0, weight)  # no mutant: 0 squares is to stay
    if len(path) < squares or price(ahead, squares, weight) <= stay:
        return SlipstreamOrder()
    fire, drop = actions_for(play, car, path, _end(play, car, path))
    return SlipstreamOrder(path=path, fire=fire, drop=drop, ram=rams_for(play, car, path))


def _end(play: Play, car: CarState, path: Sequence[int]) -> Footing:
    """Where a path leads."""
    footing = footing_of(car)
    for lane in path:
        footing = step(play.circuit, footing, lane)
    return footing
