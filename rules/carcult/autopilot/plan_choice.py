"""What a car is up to: hunting an enemy, keeping to its line, or keeping out of reach. Rules CC-090, CC-095."""

from __future__ import annotations

from rules.carcult.autopilot.odds import hit_chance
from rules.carcult.autopilot.outlook import Outlook
from rules.carcult.car.tokens import sound_az, speed_of
from rules.carcult.cards import GUNS, MINES, RAM, WEAPONS
from rules.carcult.ground.table import INCH
from rules.carcult.match.match import Match
from rules.carcult.match.state import CarState
from rules.match.driving.plan import Plan, WeighedPlan, choose_plan, read_plan

EVADE, LINE = Plan("evade"), Plan("line")
PATIENCE = 0.8
"""How much more another plan must be worth, in victory points."""
FARNESS = 0.03
"""What each inch to an enemy takes off the worth of going after that car, in victory points."""
FAR = 30 * INCH
"""From how far on, in hundredths of an inch, it does not matter how much farther an enemy is."""
USUAL_BLAST, USUAL_DODGES = 4, 1
"""The blast of an attack and the tokens on a driver by which enemies are compared, whatever is on them right now."""
LONG_RANGE = 18
"""The range of weapons that need not come near, in inches."""


def plan_in_force(play: Match, car: CarState) -> Plan | None:
    """The plan that the car has stated last."""
    return read_plan(play.plans.get(car.id, ""))


def choose(outlook: Outlook, current: Plan | None) -> Plan:
    """The plan worth most; the current one stays unless another is clearly better."""
    return choose_plan(current, list(_weighed(outlook)), patience=PATIENCE * outlook.profile.patience)


def _weighed(outlook: Outlook) -> list[WeighedPlan]:
    play, car = outlook.play, outlook.car
    reach, attack = _best_weapon(play, car)
    choices = []
    lead = play.points(car.team) - max(
        (play.points(team) for team in play.setup.teams if team != car.team), default=0
    )
    danger = outlook.danger(minimum=0, dodges=0, speed=speed_of(car)) * outlook.profile.harm_taken
    left = sum(map(sound_az, car.tracks.values()))
    desperate = danger / (left + 1)
    ahead = max(0.0, float(lead)) / (2 + 2 * outlook.rounds_left)
    evading = 0.5 + desperate * ahead * 2 if ahead else 0.0
    choices.append(WeighedPlan(plan=EVADE, worth=evading if attack else 1.0))
    for enemy in outlook.enemies:
        chance = hit_chance(USUAL_BLAST, minimum=enemy.minimum, dodges=USUAL_DODGES)
        blows = attack * outlook.profile.harm_done * chance
        worth = 1.0 + blows + 2 / enemy.left - FARNESS * min(enemy.away, FAR) / INCH
        choices.append(WeighedPlan(plan=Plan("hunt", enemy.car.id), worth=worth if attack else 0))
    if reach >= LONG_RANGE:
        nearest = min((enemy.away for enemy in outlook.enemies), default=0)
        choices.append(WeighedPlan(plan=LINE, worth=1.4 + (0.4 if nearest < INCH * reach else 0)))
    return choices


def _best_weapon(play: Match, car: CarState) -> tuple[int, float]:
    """The longest range of the weapons that a car can still use, in inches, and the damage if all dice of one attack
    hit.
    """
    usable = [
        card.key
        for name, card in play.components[car.id].items()
        if card.key in (*GUNS, RAM, MINES) and sound_az(car.tracks[name])
    ]
    weapons = [WEAPONS[key] for key in usable]
    reach = max((weapon.range for weapon in weapons), default=0)
    return reach, max((weapon.shots * (weapon.damage or speed_of(car)) for weapon in weapons), default=0)
