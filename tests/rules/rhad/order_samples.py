"""Random orders for drivers of RHAD."""

from __future__ import annotations

import random
from typing import Any

from rules.match.ruleset import Document
from rules.match.stepwise_play import OrderRequest
from rules.rhad import engine as duels
from rules.rhad.play.order_checks import OVERRIDABLE_FIELDS

PLANS = 0.3
"""The share of drivers who state a plan."""
SELDOM = 0.005
"""The share of steps at which a commissioner overrides something."""


def random_order(request: OrderRequest, lots: random.Random, _: Any) -> Document:
    """Any allowed speed, with or without a plan; any maneuvers and shots."""
    may = request.may
    if request.kind == "speed":
        to = may["to"]
        speed = {"to": lots.randrange(to["least"], to["most"] + 1, to["step"])}
        return {**speed, "plan": lots.choice(("pace", "line", "evade"))} if lots.random() < PLANS else speed
    order: dict[str, Any] = {}
    maneuvers, attacks = may["maneuvers"], may["attacks"]
    if maneuvers["most"]:
        order["maneuvers"] = [lots.choice(maneuvers["each"]) for _ in range(maneuvers["most"])]
    if attacks["weapon"] and attacks["target"]:
        order["attacks"] = [
            {"crew": crew, "weapon": lots.choice(attacks["weapon"]), "target": lots.choice(attacks["target"])}
            for crew in attacks["crew"]
            if lots.random() < 0.5
        ]
    if may.get("brake"):
        order["brake"] = lots.random() < 0.3
    return order


def random_call(play: Any, lots: random.Random) -> None:
    """Occasionally override a field of a car, as a commissioner may."""
    if lots.random() < SELDOM and play.state.cars:
        car, field = lots.choice(list(play.state.cars)), lots.choice(OVERRIDABLE_FIELDS)
        duels.override(play, car=car, field=field, value=5 * lots.randint(0, 6), reason="by lot")
