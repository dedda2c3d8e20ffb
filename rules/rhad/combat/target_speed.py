"""What the speed of a target does to a shot at it. Rule RH-085.

Ruling: a stopped car is easy to hit and a fast one hard, in bands of 20 mph, so that a driver who slows down for the
sake of handling pays for it, and one with handling to spare can buy cover with speed.
"""

from __future__ import annotations

from rules.rhad.match.match import Match

BANDS = ((0, -3), (20, -2), (30, -1), (40, 0), (60, 1), (80, 2), (100, 3))
"""The highest speed of each band in mph, and what it adds to the number needed to hit (RH-085)."""
FASTEST_TARGET = 4
"""What any higher speed adds to the number needed to hit (RH-085)."""


def speed_penalty(play: Match, mph: int) -> int:
    """What the speed of a target in mph adds to the number needed to hit it; negative for a slow one, and 0 if the
    house rule leaves speed out (RH-085).
    """
    if not play.settings.target_speed:
        return 0
    return next((penalty for fastest, penalty in BANDS if mph <= fastest), FASTEST_TARGET)
