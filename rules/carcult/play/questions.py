"""Whom the next step asks, and what they may order, as a document. Rules CC-002, CC-014, CC-016, CC-017, CC-030,
CC-061.

The document has no distances, because they are only measured when a rule asks for it, unless the house rules allow
measuring at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import isqrt
from typing import Any

from rules.carcult.car.tokens import (
    components_with_card,
    drift_of,
    move_of,
    rerolls,
    speed_of,
    token_pool,
    turns_of_car,
)
from rules.carcult.cards import FIXER
from rules.carcult.combat.lines_of_sight import shape_of_car, squared_sight_line
from rules.carcult.ground.geometry import distance_squared
from rules.carcult.match.match import Match
from rules.carcult.match.state import SPEED, CarState
from rules.carcult.play.activation import allocation_limits, most_at_start
from rules.carcult.play.order_checks import may_boost, ready_droppers, ready_weapons
from rules.match.stepwise_play import OrderRequest

Document = dict[str, Any]


def step_path(play: Match) -> str:
    """The path of the current step: round, acting car and kind of question. `place` questions are numbered."""
    moment, kind = play.moment, play.question.kind
    number = str(moment.placed) if kind == "place" else ""
    return f"r{moment.turn}/{moment.acting}/{kind}{number}"


def order_request(play: Match) -> OrderRequest | None:
    """Whom the next step asks and what they may order; None if it asks nobody."""
    question = play.question
    if not question.car:
        return None
    may = ORDER_BOUNDS[question.kind](play, play.state.cars[question.car])
    if play.settings.premeasure and question.kind != "start":
        may["distances"] = distances(play, play.state.cars[question.car])
    return OrderRequest(step=step_path(play), car=question.car, kind=question.kind, may=may)


def distances(play: Match, car: CarState) -> Document:
    """The distance of each enemy and the length of the shortest clear line to it (CC-002).

    Both are in hundredths of an inch, rounded up. The line is None if there is none.
    """
    here, measurements = shape_of_car(car), {}
    for enemy in play.enemies(car):
        line = squared_sight_line(play, car, enemy)
        distance = _length(distance_squared(here, shape_of_car(enemy)))
        measurements[enemy.id] = {"distance": distance, "line": None if line is None else _length(line)}
    return measurements


def _length(square: int) -> int:
    root = isqrt(square)
    return root if root * root == square else root + 1


def _start(play: Match, car: CarState) -> Document:
    return {"tokens": {"lowest": 0, "highest": most_at_start(play, car)}}


def _shift(_: Match, car: CarState) -> Document:
    return {"tokens": {"lowest": 0, "highest": speed_of(car)}}


def _allocate(play: Match, car: CarState) -> Document:
    return {"generated": token_pool(play, car), "tokens": {"highest": allocation_limits(play, car)}}


def _act(play: Match, car: CarState) -> Document:
    minimum, maximum = move_of(play, car)
    return {
        "minimum": minimum,
        "maximum": maximum,
        "turbo": may_boost(play, car),
        "turns": turns_of_car(play, car) if speed_of(car) else 0,
        "drift": drift_of(minimum),
        "attacks": ready_weapons(play, car),
        "targets": [enemy.id for enemy in play.enemies(car)],
        "rerolls": rerolls(play, car),
        "lays": ready_droppers(play, car),
        "swaps": sum(car.tracks[name].count(SPEED) for name in components_with_card(play, car, FIXER)),
        "window": play.settings.attack_window,
    }


def _place(play: Match, _: CarState) -> Document:
    placing = play.state.placing
    assert placing is not None  # noqa: S101 - the question is only asked with one
    return {"car": placing.car, "side": placing.side, "components": list(placing.components)}


ORDER_BOUNDS: Mapping[str, Callable[[Match, CarState], Document]] = {
    "start": _start,
    "shift": _shift,
    "allocate": _allocate,
    "act": _act,
    "place": _place,
}
"""What may be ordered, by kind of question."""
