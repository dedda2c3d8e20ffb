"""Choosing how many movement points to spend: the remainder, an option point, and the path they make. Rules DM-M-051,
DM-M-054, DM-M-143, DM-M-145.
"""

from __future__ import annotations

from typing import NamedTuple

from rules.dethmatch.driving.movement_points import must_spend_remainder
from rules.dethmatch.first_autopilot.path_search import Search
from rules.dethmatch.first_autopilot.risk_estimates import POINT
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState

WORTH_AN_OPTION = 1
"""What a further movement point must add to the score to be worth an option point (DM-M-145)."""


class Spending(NamedTuple):
    """The movement of an activation: its path, whether it uses a remainder point, and what an option point does."""

    path: tuple[str, ...]
    remainder: bool
    option: str


NOTHING_TO_CHOOSE = Spending((), False, "none")
"""The movement of a car whose moves are all forced."""


def choose_spending(play: Match, car: CarState, search: Search, *, made: int = 0) -> Spending:
    """Return the best use of this phase's points. `made` of them are already spent on forced moves.

    A remainder point is spent if that scores no less than keeping it. An option point is spent if a further movement
    point adds 1 to the score, or if a movement point less scores more, for example just before a bend or a collision
    (DM-M-145).
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
    point_counts = {least, most}
    if options:
        point_counts |= {most + 1, least - 1}
    paths = search.best(sorted(point_counts))
    points = most if paths[most].score >= paths[least].score else least
    chosen, option = paths[points], "none"
    if options:
        if paths[points + 1].score >= chosen.score + WORTH_AN_OPTION * POINT:
            chosen, option = paths[points + 1], "extra"
        elif points and paths[points - 1].score > chosen.score:
            chosen, option = paths[points - 1], "cancel"
    return Spending(chosen.path, points > quota, option)
