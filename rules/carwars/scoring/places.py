"""Places at the end of a duel, and ties. Rules CW-S-035, CW-S-036."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from rules.carwars.scoring.endings import DuelEnd
from rules.carwars.scoring.state import DuelistScore


def places_of(scores: Mapping[str, DuelistScore], end: DuelEnd | None) -> dict[str, int]:
    """The place of every duelist, 1 the best; equals share one, and the next is left out (CW-S-035).

    Whoever met a condition is first, whatever the totals say. Among those with the highest total when no condition
    was met, the car that was able to move last is first (CW-S-036). While the duel goes on (`end` None), totals alone
    count.
    """
    totals = {id: score.total for id, score in scores.items()}
    if end is None:
        return _ranked(totals)
    if end.winner:
        others = {id: total for id, total in totals.items() if id != end.winner}
        return {end.winner: 1} | {id: place + 1 for id, place in _ranked(others).items()}
    places = _ranked(totals)
    top = [id for id, place in places.items() if place == 1]
    latest = max(_mobility(scores[id]) for id in top)
    ahead = [id for id in top if _mobility(scores[id]) == latest]
    return places | {id: 1 if id in ahead else 1 + len(ahead) for id in top}


def _mobility(score: DuelistScore) -> tuple[int, bool]:
    """How recently a car was able to move, and whether it is mobile at the end: what breaks a tie (CW-S-036)."""
    return score.last_able_phase, score.mobility_kill is None


def _ranked(totals: Mapping[str, Fraction]) -> dict[str, int]:
    """Places by totals, the highest first."""
    values = list(totals.values())
    return {id: 1 + sum(other > total for other in values) for id, total in totals.items()}
