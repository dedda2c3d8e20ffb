"""Random orders for drivers of Car Cult."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from rules.match.ruleset import Document
from rules.match.stepwise_play import OrderRequest
from tests.trials.order_samples import random_plan

INCH = 100
STEEPEST = 45


def _some(lots: random.Random, most: int) -> range:
    """A range that is usually empty, otherwise of up to `most` items."""
    return range(lots.choice((0, 0, *range(1, most + 1))))


def random_order(request: OrderRequest, lots: random.Random, play: Any) -> Document:
    """Tokens in any allowed place, any plan; a move within the bounds, with attacks, mines and swaps on the way."""
    may = request.may
    if request.kind == "place":
        return {"component": lots.choice(may["components"])}
    plan = random_plan(lots, play)
    if request.kind == "act":
        return {**_acted(request, lots, play), "plan": plan}
    if request.kind == "allocate":
        return {"tokens": _allocated(may, lots), "plan": plan}
    tokens = may["tokens"]
    return {"tokens": lots.randint(tokens.get("lowest", 0), tokens["highest"]), "plan": plan}


def _allocated(may: Mapping[str, Any], lots: random.Random) -> dict[str, int]:
    left, placed = may["generated"], {}
    rooms = list(may["tokens"]["highest"].items())
    lots.shuffle(rooms)
    for component, room in rooms:
        count = lots.randint(0, min(left, room))
        left -= count
        if count:
            placed[component] = count
    return placed


def _acted(request: OrderRequest, lots: random.Random, play: Any) -> Document:
    """One leg for each turn, with lengths that add up to the distance driven."""
    may = request.may
    legs = max(1, may["turns"]) if may["maximum"] else 0
    far = lots.randint(may["minimum"], may["maximum"])
    if lots.random() < 0.2:
        far = max(0, may["minimum"] - 2)
    cuts = sorted(lots.randint(0, far * INCH) for _ in range(legs - 1))
    lengths = [end - start for start, end in zip([0, *cuts], [*cuts, far * INCH], strict=True)][:legs]
    order: dict[str, Any] = {
        "legs": [
            {
                "forward": length,
                "drift": lots.choice((0, 0, 0, 1, -1)) * min(length, may["drift"] * INCH // legs),
                "turn": lots.randint(-STEEPEST, STEEPEST) if may["turns"] else 0,
            }
            for length in lengths
        ]
    }
    if may["targets"]:
        order["attacks"] = [
            {
                "weapon": weapon,
                "target": lots.choice(may["targets"]),
                "after": lots.randint(0, legs),
                "rerolls": lots.randint(0, may["rerolls"]),
            }
            for weapon, times in may["attacks"].items()
            for _ in _some(lots, times)
        ]
    order["lays"] = [
        {"card": card, "after": lots.randint(0, legs)}
        for card, times in may["lays"].items()
        for _ in _some(lots, times)
    ]
    order["ram_rerolls"] = lots.randint(0, may["rerolls"])
    order["turbo"] = may["turbo"] and lots.random() < 0.5
    if may["swaps"] and lots.random() < 0.5:
        order["swaps"] = [_swapped(play.state.cars[request.car].tracks, lots) | {"after": lots.randint(0, legs)}]
    return order


def _swapped(tracks: Mapping[str, list[int]], lots: random.Random) -> dict[str, Any]:
    """Two boxes of a car that hold tokens, by component and number from 1."""
    boxes = [[name, az] for name, track in tracks.items() for az, token in enumerate(track, start=1) if token]
    return {"first": lots.choice(boxes), "second": lots.choice(boxes)}
