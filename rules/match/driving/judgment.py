"""How well a driver judges, and how they like to drive: from rookie to ace, and the profiles of a team.

A profile weighs what may come of an order. Skill limits how far a driver looks ahead and how small a difference they
notice: a rookie takes the first of several choices that look alike to them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

ROOKIE, REGULAR, VETERAN, ACE = 2, 3, 4, 5
"""The skill from which on a driver is a regular, a veteran or an ace; below `REGULAR` they are a rookie."""
SKILLS = (ROOKIE, REGULAR, VETERAN, ACE)
"""Every skill a driver may have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """How a driver weighs what may come of an order; 1 is the weight of a steady driver.

    `harm_done` weighs harm to enemies, `harm_taken` harm to the own car and crew, `spending` fuel, ammunition and
    whatever else is used up, `place` points for places, flags and distance. `patience` is how much better another
    plan must be, against a steady driver's measure.
    """

    name: str
    harm_done: float = 1
    harm_taken: float = 1
    spending: float = 1
    place: float = 1
    patience: float = 1


STEADY = Profile(name="steady")
PROFILES: Mapping[str, Profile] = {
    profile.name: profile
    for profile in (
        STEADY,
        Profile(name="bold", harm_taken=0.6, spending=0.7, patience=0.7),
        Profile(name="miser", harm_taken=1.5, spending=2),
        Profile(name="hunter", harm_done=1.7, place=0.7, patience=1.5),
    )
}
"""The profiles a team may drive by, by name."""
PROFILE_NAMES = tuple(PROFILES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgment:
    """How far a driver looks ahead, in steps of their book, and the smallest difference they notice, in points of the
    match.
    """

    skill: int
    look_ahead: int
    notices: float


def skill_of(*traits: int) -> int:
    """A driver's skill by the traits that count for it: their mean, rounded down, `ROOKIE` to `ACE`."""
    return min(max(sum(traits) // len(traits), ROOKIE), ACE)
