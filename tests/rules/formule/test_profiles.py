"""What drivers of each profile do at the same moments of the same races."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from rules.core.dice import Dice, KeyRing
from rules.formule import engine
from rules.formule.autopilot import Autopilot
from rules.formule.match.match import Match
from rules.formule.match.orders import DriveOrder, GearOrder, Order
from rules.formule.match.packet_setup import setup_from_packet
from rules.formule.match.state import CarState
from rules.match.driving.judgment import PROFILES
from rules.match.driving.plan import read_plan
from tests.rules.formule.races import packet_with

RACES = 4
CIRCUITS = "forge_dogleg", "ice_bridge", "rust_ring"


class Survey:
    """Drives as a steady driver does, and counts what a driver of each profile would do."""

    def __init__(self) -> None:
        self._pilots = {name: Autopilot(profile=profile) for name, profile in PROFILES.items()}
        self.counts: dict[str, Counter[str]] = {name: Counter() for name in PROFILES}

    def order(self, play: Match, car: CarState, kind: str) -> Order:
        orders = {name: pilot.order(play, car, kind) for name, pilot in self._pilots.items()}
        for name, order in orders.items():
            self._count(self.counts[name], car, order)
        return orders["steady"]

    def _count(self, counts: Counter[str], car: CarState, order: Order) -> None:
        if isinstance(order, GearOrder):
            counts["gears"] += order.gear or car.gear
            plan = read_plan(order.plan)
            counts[plan.name if plan else ""] += 1
        elif isinstance(order, DriveOrder):
            counts["brakes"] += order.brake
            counts["shots"] += len(order.fire)
            counts["charges"] += len(order.drop)


@cache
def counts() -> dict[str, Counter[str]]:
    """What drivers of each profile would do in races of six stock cars."""
    survey = Survey()
    for number in range(RACES):
        packet = packet_with(6, circuit=CIRCUITS[number % len(CIRCUITS)])
        dice = Dice(KeyRing(f"race {number}".encode(), {packet.match: ""}))
        play = engine.start(setup_from_packet(packet), dice, survey)
        while not engine.is_over(play):
            engine.step(play)
    return survey.counts


def figures(what: str) -> list[int]:
    """A count of misers, steady and bold drivers, in that order."""
    return [counts()[name][what] for name in ("miser", "steady", "bold")]


@pytest.mark.rule("FW-103", "FW-140")
def test_misers_choose_lower_gears() -> None:
    miser, steady, _ = figures("gears")
    assert miser < 0.99 * steady


@pytest.mark.rule("FW-120", "FW-140")
def test_bold_drivers_brake_less() -> None:
    _, steady, bold = figures("brakes")
    assert bold < 0.9 * steady


@pytest.mark.rule("FW-014", "FW-142")
def test_misers_save_shots_and_bold_drivers_do_not() -> None:
    miser, steady, bold = figures("shots")
    assert miser < 0.9 * steady
    assert bold > 1.05 * steady


@pytest.mark.rule("FW-140")
def test_the_bolder_drivers_are_the_less_they_keep_out_of_reach() -> None:
    miser, steady, bold = figures("evade")
    assert miser > 1.03 * steady
    assert bold < 0.9 * steady


@pytest.mark.rule("FW-140", "FW-142")
def test_hunters_hunt_and_shoot_more_and_drop_fewer_charges() -> None:
    hunter, steady = (counts()[name] for name in ("hunter", "steady"))
    assert hunter["hunt"] > 1.2 * steady["hunt"]
    assert hunter["shots"] > 1.05 * steady["shots"]
    assert hunter["charges"] < 0.9 * steady["charges"]
