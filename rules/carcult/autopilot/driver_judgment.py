"""How well the people in a car judge, by their traits. Rules CC-095, CC-096.

The driver chooses speed and move by their driving trait. The gunner, or the driver without one, places the other
tokens by their gunnery. Those with a low trait look at fewer moves and take the first of several choices that look
alike to them.
"""

from __future__ import annotations

from rules.carcult.match.setup import CarEntry
from rules.match.driving.judgment import ACE, REGULAR, ROOKIE, VETERAN, Judgment, skill_of

LOOKS = {ROOKIE: 3, REGULAR: 4, VETERAN: 9, ACE: 12}
"""How many moves a driver of each skill looks at closely."""
NOTICES = {ROOKIE: 0.7, REGULAR: 0.35, VETERAN: 0.03, ACE: 0.0}
"""The smallest difference that somebody of each skill notices, in victory points."""


def judgment_of_driver(entry: CarEntry) -> Judgment:
    """How the driver of a car judges."""
    return _judgment(skill_of(entry.driving))


def judgment_of_gunner(entry: CarEntry) -> Judgment:
    """How the person who fires from a car judges."""
    return _judgment(skill_of(entry.gunnery))


def _judgment(skill: int) -> Judgment:
    return Judgment(skill=skill, look_ahead=LOOKS[skill], notices=NOTICES[skill])
