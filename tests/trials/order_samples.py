"""Random orders for the books that are driven step by step, drawn from the order request and the match.

Not all of them are legal, since bounds cannot express every condition. A refused order is drawn again.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from rules.match.ruleset import Document
from rules.match.stepwise_play import OrderRequest
from rules.rhad import engine as duels
from rules.rhad.play.order_checks import OVERRIDABLE_FIELDS

Sampler = Callable[[OrderRequest, random.Random, Any], Document]
"""Makes a random order for an order request; the last argument is the match recorder."""
Word = Callable[[Any, random.Random], None]
"""Makes a random call between two steps, as the person running the match might."""
INCH = 100
STEEPEST = 45
SIDES = ("", "", "behind", "left", "right")
"""Where something is dropped; an empty text means the side of its mount."""
SELDOM = 0.005


def _some(lots: random.Random, most: int) -> range:
    """A range that is usually empty, otherwise of up to `most` items."""
    return range(lots.choice((0, 0, *range(1, most + 1))))


# ------------------------------------------------------------------------------------------------------- formule


def formule(request: OrderRequest, lots: random.Random, _: Any) -> Document:
    """Any gear, preferably the highest, which slipstreams need; any path, with attacks along it.

    The path follows the guide or leaves it. On the way the car may fire, drop something or ram.
    """
    may = request.may
    if request.kind == "gear":
        return {"gear": lots.choice((*may["gear"], *[max(may["gear"])] * 3))}
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


# ---------------------------------------------------------------------------------------------------------- rhad


def rhad(request: OrderRequest, lots: random.Random, _: Any) -> Document:
    """Any allowed speed; any maneuvers and shots."""
    may = request.may
    if request.kind == "speed":
        to = may["to"]
        return {"to": lots.randrange(to["least"], to["most"] + 1, to["step"])}
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


def word_in_a_duel(play: Any, lots: random.Random) -> None:
    """Occasionally override a field of a car, as a commissioner may."""
    if lots.random() < SELDOM and play.state.cars:
        car, field = lots.choice(list(play.state.cars)), lots.choice(OVERRIDABLE_FIELDS)
        duels.override(play, car=car, field=field, value=5 * lots.randint(0, 6), reason="by lot")


# ------------------------------------------------------------------------------------------------------- carcult


def carcult(request: OrderRequest, lots: random.Random, play: Any) -> Document:
    """Tokens in any allowed place; a move within the bounds, with attacks, mines and swaps along the way."""
    may = request.may
    if request.kind == "place":
        return {"component": lots.choice(may["components"])}
    if request.kind == "allocate":
        return {"tokens": _allocated(may, lots)}
    if request.kind == "act":
        return _acted(request, lots, play)
    tokens = may["tokens"]
    return {"tokens": lots.randint(tokens.get("lowest", 0), tokens["highest"])}


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


SAMPLERS: Mapping[str, Sampler] = {"formule": formule, "rhad": rhad, "carcult": carcult}
"""Random orders, by book name."""
WORDS: Mapping[str, Word] = {"rhad": word_in_a_duel}
"""Random calls between two steps of a match, by book name."""
