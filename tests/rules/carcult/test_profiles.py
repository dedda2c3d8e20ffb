"""What drivers of each profile do in the same situations: those of fixed matches of a steady driver."""

from __future__ import annotations

from collections import Counter
from functools import cache
from math import hypot

import pytest

from rules.carcult.autopilot import Autopilot
from rules.carcult.autopilot.outlook import survey
from rules.carcult.autopilot.plan_choice import LINE
from rules.carcult.autopilot.prices import learned_prices
from rules.carcult.engine import is_over, start, step
from rules.carcult.ground.geometry import FULL_CIRCLE, displacement
from rules.carcult.match.match import Match
from rules.carcult.match.orders import ActOrder, AllocateOrder
from rules.carcult.match.state import CarState
from rules.core.dice import Dice, KeyRing
from rules.match.driving.judgment import PROFILES
from rules.match.driving.plan import Plan
from tests.rules.carcult.boards import Board, Car, setup_for

MATCHES = 4
ROUGH = ("rough", ((18, 18), (30, 18), (30, 30), (18, 30)))
CARDS = ("dangerous_driver", "machine_gun", "armor_1")
DRIVER, INCHES = "tokens on drivers", "inches to the nearest enemy"


@cache
def deeds() -> dict[str, Counter[str]]:
    """What each profile would do in every activation of some matches, counted; inches are summed."""
    done = {name: Counter[str]() for name in PROFILES}
    pilots = {name: Autopilot(profile=profile) for name, profile in PROFILES.items()}
    for number in range(MATCHES):
        cars = (
            Car(at=(400, 2000), cards=CARDS),
            Car(id="a2", at=(400, 2800), cards=("mines", "rifle", "armor_1")),
            Car(id="b1", at=(4400, 2000), heading=180, cards=CARDS),
            Car(id="b2", at=(4400, 2800), heading=180, cards=("dangerous_driver", "cannon")),
        )
        play = start(setup_for(*cars, terrain=[ROUGH]), Dice(KeyRing(b"profile%d" % number * 5)))
        while not is_over(play):
            question = play.question
            if question.kind in {"allocate", "act"}:
                for name, pilot in pilots.items():
                    car = play.state.cars[question.car]
                    count(done[name], play, car, pilot.order(play, car, question.kind))
            step(play)
    return done


def count(done: Counter[str], play: Match, car: CarState, order: object) -> None:
    """Count what an order does."""
    if isinstance(order, AllocateOrder):
        done[DRIVER] += order.tokens.get("dangerous_driver", 0)
    elif isinstance(order, ActOrder):
        x, y, heading = car.x, car.y, car.heading
        for leg in order.legs:
            dx, dy = displacement(heading, leg.forward, leg.drift)
            x, y, heading = x + dx, y + dy, (heading + leg.turn) % FULL_CIRCLE
        if enemies := play.enemies(car):
            done[INCHES] += round(min(hypot(enemy.x - x, enemy.y - y) for enemy in enemies) / 100)


@pytest.mark.rule("CC-095", "CC-096")
@pytest.mark.parametrize(("nearer", "farther"), [("bold", "steady"), ("hunter", "steady"), ("steady", "miser")])
def test_bold_drivers_and_hunters_come_nearer_than_steady_ones_and_misers_keep_away(
    nearer: str, farther: str
) -> None:
    assert deeds()[nearer][INCHES] < 0.985 * deeds()[farther][INCHES]


@pytest.mark.rule("CC-095", "CC-073")
@pytest.mark.parametrize("other", ["steady", "bold", "miser"])
def test_hunters_spare_the_fewest_tokens_for_their_drivers(other: str) -> None:
    assert deeds()["hunter"][DRIVER] < 0.95 * deeds()[other][DRIVER]


@pytest.mark.rule("CC-095")
def test_hunters_prefer_the_enemy_they_hunt_most_and_bold_drivers_least() -> None:
    play = Board(Car(at=(600, 2400), cards=CARDS), Car(id="b1", at=(2400, 2400), cards=CARDS))
    weights = {
        name: survey(
            play, play.car(), prices=learned_prices(), profile=profile, plan=Plan("hunt", "b1")
        ).enemies[0].weight
        for name, profile in PROFILES.items()
    }  # fmt: skip
    assert weights["hunter"] > weights["steady"] > weights["bold"] > 1


@pytest.mark.rule("CC-045", "CC-095")
def test_misers_mind_harm_to_their_own_car_most_and_bold_drivers_least() -> None:
    play = Board(Car(at=(600, 2400), cards=CARDS), Car(id="b1", at=(2400, 2400), cards=CARDS))
    harms = {
        name: survey(play, play.car(), prices=learned_prices(), profile=profile, plan=LINE).self_harm
        for name, profile in PROFILES.items()
    }
    assert harms["miser"] > harms["steady"] == harms["hunter"] > harms["bold"]
