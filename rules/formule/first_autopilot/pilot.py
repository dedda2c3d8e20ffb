"""The autopilot's answers to every question: gear, move and slipstream. Rules FW-127, FW-140 to FW-143."""

from __future__ import annotations

from collections.abc import Sequence

from rules.formule.first_autopilot.aim import choose_weapon_actions
from rules.formule.first_autopilot.gear_choice import choose_gear
from rules.formule.first_autopilot.path_choice import choose_path
from rules.formule.first_autopilot.rams import choose_rams
from rules.formule.first_autopilot.road_ahead import choose_braking, end_value, look_ahead, weight_of
from rules.formule.match.match import Match
from rules.formule.match.orders import DriveOrder, GearOrder, Order, SlipstreamOrder
from rules.formule.match.positions import finish_line
from rules.formule.match.state import CarState
from rules.formule.movement import slipstream
from rules.formule.movement.paths import PathState, path_start, step


class Autopilot:
    """A pilot without state of its own: the same race at the same moment gets the same orders."""

    def order(self, play: Match, car: CarState, kind: str) -> Order:
        """The order for a question of that kind."""
        if kind == "gear":
            return GearOrder(gear=choose_gear(play, car))
        if kind == "slipstream":
            return choose_slipstream(play, car)
        return choose_drive(play, car)


def choose_drive(play: Match, car: CarState) -> DriveOrder:
    """A whole move: brakes, path, weapons and rams (FW-141 to FW-143)."""
    brake = choose_braking(look_ahead(play, car, car.roll), car.roll, car.brakes)
    path = choose_path(play, car, min(car.roll - brake, finish_line(play) - car.progress))
    fire, drop = choose_weapon_actions(play, car, path, _end(play, car, path))
    return DriveOrder(path=path, brake=brake, fire=fire, drop=drop, ram=choose_rams(play, car, path))


def choose_slipstream(play: Match, car: CarState) -> SlipstreamOrder:
    """The move in a slipstream if it is worth more than staying, else no move (FW-127, FW-140)."""
    squares = slipstream.squares(play, car)
    ahead, weight = look_ahead(play, car, squares), weight_of(play, car)
    path = choose_path(play, car, squares)
    stay = end_value(ahead, 0, weight)  # no mutant: 0 squares means staying
    if len(path) < squares or end_value(ahead, squares, weight) <= stay:
        return SlipstreamOrder()
    fire, drop = choose_weapon_actions(play, car, path, _end(play, car, path))
    return SlipstreamOrder(path=path, fire=fire, drop=drop, ram=choose_rams(play, car, path))


def _end(play: Match, car: CarState, path: Sequence[int]) -> PathState:
    """The path state at the end of a path."""
    state = path_start(car)
    for lane in path:
        state = step(play.circuit, state, lane)
    return state
