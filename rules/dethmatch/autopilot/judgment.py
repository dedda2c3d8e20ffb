"""How well the driver of a car judges. Rules DM-M-007, DM-M-108, DM-M-143."""

from __future__ import annotations

from rules.dethmatch.crew.checks import effective_trait
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState
from rules.match.driving.judgment import ACE, REGULAR, ROOKIE, VETERAN, Judgment, skill_of

JUDGMENTS = {
    ROOKIE: Judgment(skill=ROOKIE, look_ahead=3, notices=0.2),
    REGULAR: Judgment(skill=REGULAR, look_ahead=5, notices=0.02),
    VETERAN: Judgment(skill=VETERAN, look_ahead=7, notices=0.01),
    ACE: Judgment(skill=ACE, look_ahead=10, notices=0),
}
"""How many paths a driver of each skill keeps in mind, and the smallest difference they notice, in points."""


def judgment_of(play: Match, car: CarState) -> Judgment:
    """The judgment of a car's driver, by their driving and gunnery with wounds; that of a rookie without one."""
    driver = play.driver(car)
    if driver is None:
        return JUDGMENTS[ROOKIE]
    return JUDGMENTS[skill_of(effective_trait(play, driver, "driving"), effective_trait(play, driver, "gunnery"))]
