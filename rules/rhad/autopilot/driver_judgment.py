"""How well a driver judges, by their rank. Rule RH-087.

Only an ace weighs everything. Others notice no small differences between orders, and do not look as far down the
road.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.match.driving.judgment import ACE, REGULAR, ROOKIE, VETERAN, Judgment

JUDGMENTS: Mapping[int, Judgment] = {
    ROOKIE: Judgment(skill=ROOKIE, look_ahead=1, notices=0.6),
    REGULAR: Judgment(skill=REGULAR, look_ahead=3, notices=0.3),
    VETERAN: Judgment(skill=VETERAN, look_ahead=5, notices=0.1),
    ACE: Judgment(skill=ACE, look_ahead=5, notices=0.0),
}


def judgment_of(rank: int) -> Judgment:
    """The judgment of a driver of that rank."""
    return JUDGMENTS[rank]
