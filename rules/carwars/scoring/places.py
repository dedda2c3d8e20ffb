"""Places at the end of a duel, and ties. Rules CW-S-035, CW-S-036."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from rules.carwars.scoring.endings import DuelEnd
from rules.carwars.scoring.state import DuelistScore


def places_of(scores: Mapping[str, DuelistScore], end: DuelEnd | None) -> dict[str, int]:
    """The place of every duelist, 1 the best; equals share one, and the next is left out (CW-S-035).

    Those who met a condition are first, whatever the totals say. Among those with the highest total when no condition
    was met, the car that was able to move last is first (CW-S-036). While the duel goes on (`end` None), totals alone
    count.
    """
    totals = {id: score.total for id, score in scores.items()}
    mobility = {id: score.mobility for id, score in scores.items()}
    return places_by_totals(totals, mobility, winner="" if end is None else end.winner, over=end is not None)


def places_by_totals(
    totals: Mapping[str, Fraction], mobility: Mapping[str, tuple[int, bool]], *, winner: str, over: bool
) -> dict[str, int]:
    """Places by totals: `winner` first whatever the totals say (CW-S-035), and ties at the top of a duel that is
    over without one by how recently each was able to move (CW-S-036).
    """
    if winner:
        others = {id: total for id, total in totals.items() if id != winner}
        return {winner: 1} | {id: place + 1 for id, place in _ranked(others).items()}
    places = _ranked(totals)
    if not over:
        return places
    top = [id for id, place in places.items() if place == 1]
    latest = max((mobility[id] for id in top), default=None)
    ahead = [id for id in top if mobility[id] == latest]
    return places | {id: 1 if id in ahead else 1 + len(ahead) for id in top}


def _ranked(totals: Mapping[str, Fraction]) -> dict[str, int]:
    """Places by totals, the highest first."""
    values = list(totals.values())
    return {id: 1 + sum(other > total for other in values) for id, total in totals.items()}
