"""How a side stands, and how much care its cars take by it. Rules CC-090, CC-095.

The nearer the end, the more a lead counts: a side that is ahead takes care of what it has, and one that is behind
takes risks, since it loses no more by a large margin than by a small one.
"""

from __future__ import annotations

from rules.carcult.match.match import Match

SWING = 3
"""How many victory points a side may make up in a round."""
MORE_CARE, LESS_CARE = 0.4, 0.6
"""How much more a side weighs harm to its cars if nobody can catch up with it any more, and how much less if it can
hardly catch up itself, as parts of the usual weight.
"""


def care_for_cars(play: Match, team: str) -> float:
    """The weight of harm to the cars of a side, 1 for one that is level."""
    others = [play.points(side) for side in play.setup.teams if side != team]
    if not others:
        return 1.0
    lead = play.points(team) - max(others)
    safety = min(1.0, abs(lead) / (SWING * (1 + rounds_to_come(play))))
    return 1 + MORE_CARE * safety if lead > 0 else 1 - LESS_CARE * safety


def settles_match(play: Match, team: str, *, gained: int, other: str, given: int) -> int:
    """1 if that many victory points to a side and to another one win the match for the first at the end of this round
    as things stand, -1 if they win it for the other, 0 if it goes on or both have as many (CC-090).
    """
    own, its = play.points(team) + gained, play.points(other) + given
    if max(own, its) < play.settings.victory_limit:
        return 0
    return (own > its) - (own < its)


def rounds_to_come(play: Match) -> int:
    """How many rounds follow this one, as far as the round limit says."""
    return max(0, play.settings.max_rounds - play.moment.turn)
