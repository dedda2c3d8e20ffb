"""How many movement points to spend now: the remainder, an option point, and the path they make. Rules DM-M-051,
DM-M-054, DM-M-143, DM-M-145.
"""

from __future__ import annotations

from typing import NamedTuple

from rules.dethmatch.autopilot.path_search import Search
from rules.dethmatch.autopilot.risk_estimates import POINT
from rules.dethmatch.driving.movement_points import must_spend_remainder
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState

WORTH_AN_OPTION = 1
"""What an option point must add to the score to be spent on a further movement point (DM-M-145)."""


class Spending(NamedTuple):
    """The movement of an activation: its path, whether a remainder point goes into it, what an option point does."""

    path: tuple[str, ...]
    remainder: bool
    option: str


NOTHING_TO_CHOOSE = Spending((), False, "none")
"""The movement of a car whose every move is forced."""


def choose_spending(play: Match, car: CarState, search: Search, *, made: int = 0) -> Spending:
    """The best use of this phase's points; `made` of them are spent already in moves the car must make.

    A remainder point is spent now when that scores no less than keeping it; an option point when it adds 1, or when a
    point less scores more, as in reach of a bend that comes too soon or a collision (DM-M-145).
    """
    quota = car.quota[play.state.moment.phase - 1] - made
    forced = must_spend_remainder(play, car)
    least, most = quota + forced, quota + bool(car.remainder)
    options = bool(car.options) and least + made > 0
    if least < 0:
        return Spending((), forced, "none")
    clean = search.clean(most + options)
    if clean is not None:
        return Spending(clean.path, most > quota, "extra" if options else "none")
    counts = {least, most}
    if options:
        counts |= {most + 1, least - 1}
    ways = search.best(sorted(counts))
    points = most if ways[most].score >= ways[least].score else least
    way, option = ways[points], "none"
    if options:
        if ways[points + 1].score >= way.score + WORTH_AN_OPTION * POINT:
            way, option = ways[points + 1], "extra"
        elif points and ways[points - 1].score > way.score:
            way, option = ways[points - 1], "cancel"
    return Spending(way.path, points > quota, option)
