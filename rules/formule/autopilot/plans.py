"""What a driver is up to: setting their own pace, hunting a rival, keeping out of reach, or running home.

Rules FW-128, FW-140.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.formule.autopilot.guns import FARTHEST, ZERO
from rules.formule.autopilot.outlook import Outlook
from rules.formule.match.match import Match
from rules.formule.match.state import CarState
from rules.match.driving.plan import Plan, WeighedPlan, choose_plan, read_plan

PACE, EVADE, RUN_HOME = Plan("pace"), Plan("evade"), Plan("run_home")
PATIENCE = 0.6
"""How much more another plan must be worth, in points of a race whose winner gets ten."""
TURNS = 3
"""The turns for which a hunt or a flight is weighed."""


def plan_in_force(play: Match, car: CarState) -> Plan | None:
    """The plan that the car has stated last."""
    return read_plan(play.plans.get(car.id, ""))


def is_first_order(car: CarState, kind: str) -> bool:
    """Whether an order is the first of a car's turn: for the gear, or for the move of a car that stood."""
    return kind == "gear" or (kind == "drive" and (car.spun or car.stalled or not car.moved))


def choose(outlook: Outlook, current: Plan | None) -> Plan:
    """The plan worth most; the current one stays unless another is clearly better."""
    patience = PATIENCE * outlook.stakes.scale * outlook.profile.patience
    return choose_plan(current, list(_weighed(outlook)), patience=patience)


def _weighed(outlook: Outlook) -> Iterator[WeighedPlan]:
    """Every plan that is open, with its worth. A car on the grid only has its own pace."""
    prices, scale = outlook.prices, outlook.stakes.scale
    yield WeighedPlan(plan=PACE, worth=prices.pace * scale)
    if not outlook.car.moved:
        return
    turns = outlook.stakes.turns_left(outlook.car)
    yield WeighedPlan(plan=RUN_HOME, worth=prices.run_home * scale / max(turns, 1.0))
    done, suffered = outlook.fight_here()
    yield WeighedPlan(plan=EVADE, worth=TURNS * (suffered - done))
    for other, view in zip(outlook.rivals, outlook.views, strict=True):
        if -FARTHEST <= view.ahead <= FARTHEST:
            yield WeighedPlan(
                plan=Plan("hunt", other.id), worth=TURNS * view.harm * outlook.own_guns[ZERO + view.ahead]
            )
