"""Random orders for drivers of Formule Wars."""

from __future__ import annotations

import random
from typing import Any

from rules.match.ruleset import Document
from rules.match.stepwise_play import OrderRequest
from tests.trials.order_samples import random_plan

SIDES = ("", "", "behind", "left", "right")
"""Where something is dropped; an empty text means the side of its mount."""


def random_order(request: OrderRequest, lots: random.Random, play: Any) -> Document:
    """Any gear, preferably the highest, which slipstreams need, with any plan; any path, with attacks along it.

    The path follows the guide or leaves it. On the way the car may fire, drop something or ram.
    """
    may = request.may
    if request.kind == "gear":
        return {"gear": lots.choice((*may["gear"], *[max(may["gear"])] * 3)), "plan": random_plan(lots, play)}
    brake = lots.randint(*may["brake"]) if "brake" in may and lots.random() < 0.4 else 0
    squares = may["squares"] - brake
    path = list(may["path"])[:squares]
    if lots.random() < 0.4 and path:
        place, aside = lots.randrange(len(path)), lots.choice((-1, 1))
        path[place:] = [max(0, lane + aside) for lane in path[place:]]
    order: dict[str, Any] = {"path": path[: lots.randint(0, len(path))] if lots.random() < 0.2 else path}
    if brake:
        order["brake"] = brake
    what = lots.choice(("fire", "drop", "ram", ""))
    if what and may["actions"] and all(may[what].values()):
        order[what] = [
            {name: lots.choice(choices) for name, choices in may[what].items()}
            | {"after": lots.randint(0, max(squares, 0))}
            | ({"where": lots.choice(SIDES)} if what == "drop" else {})
        ]
    return order
