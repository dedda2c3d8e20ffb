"""What a driver is up to: they hunt an enemy, or keep out of reach. Rules RH-086, RH-090.

A car that cannot fire keeps out of reach. So does one that is close to its end while its team is ahead and time runs
out. One that cannot accelerate waits for shots. Any other hunts the enemy that is worth most: one that is near, that
has a weak side, and that cars of its team hunt already.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.match.driving.plan import Plan, WeighedPlan, choose_plan
from rules.rhad.autopilot.harm import KILL_POINTS
from rules.rhad.autopilot.outlook import Outlook
from rules.rhad.autopilot.sight import sight
from rules.rhad.car.kills import can_accelerate
from rules.rhad.match.match import Match
from rules.rhad.match.state import CarStatus

HUNT, EVADE, PACE, LINE = "hunt", "evade", "pace", "line"
HALF_AS_FAR = 8
"""At this range in hexes, an enemy is worth half as much as one that is next to the car."""
CLOSE_TO_ITS_END = 8
"""A car with no more points than these in the way of a kill on some side keeps out of reach if its team is ahead."""
LOSSES = {CarStatus.RUNNING: 0, CarStatus.MOBILITY_KILL: 20, CarStatus.COMPLETE_KILL: 40}
"""The duel points that a car has lost by kills (RH-090)."""


def plan_round(view: Outlook) -> Plan:
    """The plan of a car for the round: the one in force, unless another is worth clearly more."""
    plans = list(_weighed(view)) or [WeighedPlan(plan=Plan(PACE), worth=0)]
    patience = view.prices.constancy * view.constants.profile.patience
    return choose_plan(view.plan, plans, patience=patience)


def _weighed(view: Outlook) -> Iterator[WeighedPlan]:
    play, car = view.play, view.car
    if not view.foes:
        return
    if not can_accelerate(play, car):
        yield WeighedPlan(plan=Plan(LINE), worth=0)
        return
    shot = max((gun[1] for gun in view.guns), default=0)
    mates = [other.id for other in play.state.cars.values() if other.team == car.team and other is not car]
    hunted = {play.plans.get(mate) for mate in mates}
    ranges = []
    for foe in view.foes:
        hexes = sight(foe.along - car.at[0], foe.down - car.at[1], 0).hexes
        worth = shot * foe.kill * max(foe.parts.values()) * HALF_AS_FAR / (HALF_AS_FAR + hexes)
        ranges.append(hexes)
        plan = Plan(HUNT, foe.car.id)
        yield WeighedPlan(plan=plan, worth=worth * (view.prices.focus if plan.text in hunted else 1))
    nearness = HALF_AS_FAR / (HALF_AS_FAR + min(ranges))
    danger = (
        view.kill
        / (min(view.points.values()) + 1)
        * max((gun[1] for foe in view.foes for gun in foe.guns), default=0)
    )
    if not view.guns:
        yield WeighedPlan(plan=Plan(EVADE), worth=danger + KILL_POINTS[CarStatus.RUNNING])
    elif min(view.points.values()) <= CLOSE_TO_ITS_END and is_ahead(play, car.team):
        passed = play.state.moment.turn / play.duel.rounds
        yield WeighedPlan(plan=Plan(EVADE), worth=view.prices.evade * danger * passed * nearness)


def is_ahead(play: Match, team: str) -> bool:
    """Whether a team has lost fewer duel points by kills than every other (RH-090)."""
    lost = dict.fromkeys(play.state.teams, 0)
    for car in play.state.cars.values():
        lost[car.team] += LOSSES[car.status]
    return all(points > lost[team] for other, points in lost.items() if other != team)
