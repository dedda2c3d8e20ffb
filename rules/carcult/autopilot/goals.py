"""The enemy a car goes for, and how near it wants to be. Rules CC-052, CC-075, CC-076, CC-078, CC-096."""

from __future__ import annotations

from math import sqrt

from rules.carcult.autopilot.odds import CLOSEST_PARTS
from rules.carcult.autopilot.outlook import Enemy, Outlook
from rules.carcult.car.tokens import sound_az
from rules.carcult.cards import GUNS, MINES, RAM, WEAPONS
from rules.carcult.ground.table import INCH

LONG_RANGE = 12
"""A car with a weapon of that range, in inches, need not come nearer to use it."""
WELL_WITHIN, AT_MOST = 0.8, 0.92
"""The part of its best range that a car wants to be within: a steady one, and a careful one at most."""


def goal_of(outlook: Outlook) -> Enemy | None:
    """The enemy that the plan is about, or else the nearest; None without enemies."""
    for enemy in outlook.enemies:
        if enemy.car.id == outlook.plan.about:
            return enemy
    return min(outlook.enemies, key=lambda enemy: enemy.away, default=None)


def wished_distance(outlook: Outlook) -> int:
    """How near the car wants to be to its goal, middle to middle, in hundredths of an inch: for its ram or mines, or
    within most of its longest range, a bold car or a hunter well within it.
    """
    play, car = outlook.play, outlook.car
    sound = {
        card.key: WEAPONS[card.key].range
        for name, card in play.components[car.id].items()
        if card.key in (*GUNS, RAM, MINES) and sound_az(car.tracks[name])
    }
    longest = max(sound.values(), default=0)
    best = min(sound.values(), default=0) if RAM in sound or longest < LONG_RANGE else longest
    profile = outlook.profile
    part = min(AT_MOST, WELL_WITHIN * sqrt(profile.harm_taken / profile.harm_done))
    return round(INCH * best * part) + CLOSEST_PARTS


def way_to_go(outlook: Outlook) -> int:
    """How many inches the car has to go until it is as near to its goal as it wants to be."""
    goal = goal_of(outlook)
    return 0 if goal is None else max(0, goal.away - wished_distance(outlook)) // INCH
