"""Races with random orders: a refused order changes nothing, and an accepted one breaks no law."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules.core.dice import Dice, KeyRing
from rules.formule import engine
from rules.formule.match.match import Match
from rules.formule.match.packet_setup import setup_from_packet
from rules.formule.match.state import CarState
from rules.formule.movement import paths
from rules.formule.play.laws import LAWS
from rules.match.stepwise_play import OrderIllegal, OrderRequest
from tests.rules.formule.chance_matches import random_packet

RACES = 8
TRIES = 5
"""How many orders a driver may try before the autopilot decides."""


def any_path(lot: Random, play: Match, car: CarState, squares: int) -> tuple[list[int], list[dict[str, Any]]]:
    """A path of open lanes, mostly free ones, with a ram wherever it leads through another car."""
    footing, path, rams = paths.path_start(car), [], []
    length = play.circuit.length
    for driven in range(squares):
        ahead, lanes = (footing.row + 1) % length, paths.lanes_open(play.circuit, footing)
        if not lanes:
            break
        free = [lane for lane in lanes if play.car_on(ahead, lane, but=car.id) is None]
        lane = lot.choice(free if free and lot.random() < 0.7 else lanes)
        other = play.car_on(ahead, lane, but=car.id)
        if other is not None:
            rams.append({"target": other.id, "after": driven})
        path.append(lane)
        footing = paths.step(play.circuit, footing, lane)
    return path[: lot.randint(0, squares)] if lot.random() < 0.3 else path, rams


def any_order(lot: Random, play: Match, question: OrderRequest) -> dict[str, Any]:
    """A random order that may break a rule."""
    may, car = question.may, play.state.cars[question.car]
    if question.kind == "gear":
        return {"gear": max(may["gear"]) if lot.random() < 0.5 else lot.randint(0, 7)}
    order: dict[str, Any] = {}
    if question.kind == "drive" and lot.random() < 0.3:
        order["brake"] = lot.randint(*may["brake"])
    order["path"], order["ram"] = any_path(lot, play, car, may["squares"] - order.get("brake", 0))
    after = lot.randint(0, may["squares"] + 1)
    if may["ram"]["target"] and lot.random() < 0.2:
        order["ram"].append({"target": lot.choice(may["ram"]["target"]), "after": after})
    if may["fire"]["weapon"] and may["fire"]["target"] and lot.random() < 0.5:
        order["fire"] = [
            {
                "weapon": lot.choice(may["fire"]["weapon"]),
                "target": lot.choice(may["fire"]["target"]),
                "after": after,
            }
        ]
    elif may["drop"]["weapon"] and lot.random() < 0.5:
        order["drop"] = [{"weapon": lot.choice(may["drop"]["weapon"]), "after": after}]
    return order


def answered(lot: Random, play: Match, question: OrderRequest) -> bool:
    """Whether one of a few random orders was accepted. A refused order must write and throw nothing."""
    for _ in range(TRIES):
        entries_before, rolls_before = len(play.log.entries), len(play.dice.log)
        try:
            engine.step(play, any_order(lot, play, question))
        except OrderIllegal:
            assert (len(play.log.entries), len(play.dice.log)) == (entries_before, rolls_before)
        else:
            return True
    return False


@pytest.mark.parametrize("seed", range(RACES))
def test_whatever_is_ordered_no_law_is_broken(seed: int) -> None:
    lot = Random(seed)
    accepted = 0
    play = LAWS.watch_match(engine.start(setup_from_packet(random_packet(seed)), Dice(KeyRing(b"by lot", {}))))
    while not engine.is_over(play):
        question = engine.legal_orders(play)
        if question is None:
            engine.step(play)
        elif answered(lot, play, question):
            accepted += 1
        else:
            engine.step(play)
    assert accepted > 0 or not play.state.cars
