"""Every change of a car or its crew has a log entry with the value before it, and every order that is offered may be
given.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules.rhad import engine
from rules.rhad.ground.arena import load_arena
from rules.rhad.match.match import Match
from rules.rhad.switches import SWITCHES
from tests.rules.rhad.boards import Board, Car, chance
from tests.rules.rhad.test_engine import CREWED

TOLD = (
    "at", "facing", "heading", "speed", "base_hc", "hc", "tires", "power_plant", "credit", "solid", "pending",
    "rolls_left", "owed", "burning", "stilled", "rest_side", "status", "exploded", "points", "bonus", "blood", "way",
)  # fmt: skip
"""The fields of a car that entries report."""
AFRESH = {"solid": False, "way": 0}
"""The values with which every round begins."""
OF_CREW = ("hits", "attacked", "criticals", "wounds", "out")


def shown(play: Match) -> dict[str, Any]:
    """The figures that entries report, by car or crew and field."""
    state = play.state
    figures: dict[str, Any] = {}
    for car in state.cars.values():
        figures |= {f"{car.id}.{name}": getattr(car, name) for name in TOLD}
        figures |= {f"{car.id}.{side}": points for side, points in car.armor.items()}
        figures |= {f"{car.id}.gun_{number}": gun.dp for number, gun in enumerate(car.guns)}
        figures[f"{car.id}.tires"] = list(car.tires)
    for crew in state.crew.values():
        figures |= {f"{crew.id}.{name}": getattr(crew, name) for name in OF_CREW}
    return figures


def wild(seed: int) -> Match:
    """A match of two to six cars with random house rules, before its first round."""
    lot = random.Random(seed)
    places = load_arena("").places([1] * lot.choice([2, 4, 6]))
    cars = [
        Car(f"c{number}", at=start.at, facing=start.facing, design=CREWED, gunner=lot.random() < 0.5,
            skill=lot.randrange(3), criticals=lot.randrange(3))
        for number, (start,) in enumerate(places)
    ]  # fmt: skip
    house: dict[str, Any] = {"rhad.midround_brake": lot.choice([0, 3])}
    for switch in SWITCHES:
        if switch.choices and lot.random() < 0.4:
            house[switch.name] = lot.choice(switch.choices)
    return Board(*cars, switches=house, dice=chance(b"%d" % seed), begun=False)


def wildly(lot: random.Random, may: dict[str, Any]) -> dict[str, Any]:
    """A random order from what is offered."""
    if "to" in may:
        return {"to": lot.randrange(may["to"]["least"], may["to"]["most"] + 1, may["to"]["step"])}
    maneuvers = [name for name in may["maneuvers"]["each"] if name != "bootlegger"]
    order: dict[str, Any] = {
        "maneuvers": [lot.choice([*maneuvers, "straight"]) for _ in range(lot.randint(0, may["maneuvers"]["most"]))]
    }
    crews, weapons = may["attacks"]["crew"], list(may["attacks"]["weapon"])
    lot.shuffle(weapons)
    if may["attacks"]["target"]:
        order["attacks"] = [
            {"crew": crew, "weapon": weapon, "target": lot.choice(may["attacks"]["target"])}
            for crew, weapon in zip(crews, weapons, strict=False)
        ]
    return order


@pytest.mark.rule("RH-015", "RH-080", "RH-088")
@pytest.mark.parametrize("seed", range(20))
def test_whatever_is_offered_is_taken_and_whatever_changes_is_told(seed: int) -> None:
    play, lot = wild(seed), random.Random(seed)
    known = shown(play)
    followed = set(known)
    while not engine.is_over(play):
        question = engine.legal_orders(play)
        place = engine.step_path(play)
        entries = engine.step(play, None if question is None else wildly(lot, question.may))
        for entry in entries:
            subject = entry.crew if entry.after.keys() & set(OF_CREW) else entry.car
            earlier = {name: known[f"{subject}.{name}"] for name in entry.before if f"{subject}.{name}" in followed}
            assert entry.before | earlier == entry.before, (place, entry.kind)
            for name, value in entry.after.items():
                known[f"{subject}.{name}"] = value
            if entry.kind == "round_start":
                known |= {f"{id}.{name}": nothing for id in play.state.cars for name, nothing in AFRESH.items()}
        figures = shown(play)
        wrong = {name: (known.get(name), value) for name, value in figures.items() if known.get(name) != value}
        assert wrong == {}, (place, [log_entry.kind for log_entry in entries])
