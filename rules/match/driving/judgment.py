"""How well a driver judges, and how they like to drive: from rookie to ace, and the profiles of a team.

A profile weighs the results that an order may have. Skill limits how far a driver looks ahead and how small a
difference they notice: a rookie takes the first of several choices that look alike to them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

ROOKIE, REGULAR, VETERAN, ACE = 2, 3, 4, 5
"""The skill of a rookie, and from which on a driver is a regular, a veteran or an ace."""
SKILLS = (ROOKIE, REGULAR, VETERAN, ACE)
"""Every skill a driver may have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """How a driver weighs the results that an order may have; 1 is the weight of a steady driver.

    `harm_done` weighs harm to enemies, `harm_taken` harm to the driver's own car and crew, `spending` fuel,
    ammunition and everything else that is used up, `place` points for places, flags and distance. `patience` weighs
    how much better another plan must be before the driver changes to it.
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
    """How a driver of that `skill`, `ROOKIE` to `ACE`, judges.

    `look_ahead` is how far they look ahead, in steps of their book, and `notices` the smallest difference that they
    notice, in points of the match.
    """

    skill: int
    look_ahead: int
    notices: float


def skill_of(*traits: int) -> int:
    """A driver's skill by the traits that count for it: their mean, rounded down, `ROOKIE` to `ACE`."""
    return min(max(sum(traits) // len(traits), ROOKIE), ACE)
