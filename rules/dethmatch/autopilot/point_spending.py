"""How many movement points an activation spends: the remainder, an option point, and the path they make. Rules
DM-M-051, DM-M-054, DM-M-143, DM-M-145.
"""

from __future__ import annotations

from rules.dethmatch.autopilot.path_search import PathSearch
from rules.dethmatch.driving.movement_points import must_spend_remainder
from rules.dethmatch.first_autopilot.path_search import Search
from rules.dethmatch.first_autopilot.point_spending import Spending
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState


def choose_spending(play: Match, car: CarState, search: PathSearch, *, made: int, notices: float) -> Spending:
    """The best use of this phase's points. `made` of them are already spent on forced moves.

    A remainder point is spent if that is worth no less than keeping it. An option point is spent if it is worth more
    than nothing by what the driver notices.
    """
    quota = car.quota[play.state.moment.phase - 1] - made
    forced = must_spend_remainder(play, car)
    least, most = quota + forced, quota + bool(car.remainder)
    options = bool(car.options) and least + made > 0
    if least < 0:
        return Spending((), forced, "none")
    counts = {least, most}
    if options:
        counts |= {most + 1, least - 1}
    paths = search.best(sorted(counts))
    points = most if paths[most].worth >= paths[least].worth else least
    chosen, option = paths[points], "none"
    if options:
        if paths[points + 1].worth > chosen.worth + notices:
            chosen, option = paths[points + 1], "extra"
        elif points and paths[points - 1].worth > chosen.worth + notices:
            chosen, option = paths[points - 1], "cancel"
    return Spending(chosen.path, points > quota, option)


def clean_spending(play: Match, car: CarState, search: Search) -> Spending | None:
    """A path with every point there is that gains a hex with each and meets no hazard; None if there is none.

    Without gunfire to weigh, no path is better.
    """
    quota = car.quota[play.state.moment.phase - 1]
    most = quota + bool(car.remainder)
    options = bool(car.options) and quota + must_spend_remainder(play, car) > 0
    clean = search.clean(most + options)
    return None if clean is None else Spending(clean.path, most > quota, "extra" if options else "none")
