"""Credit for what happens to a car. Rule DM-M-139."""

from __future__ import annotations

from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState


def credit(play: Match, by: str, victim: CarState, *, kill: bool = False) -> None:
    """Credit a competitor with a critical on a car, or with `kill` for destroying it, which counts in addition.

    Harm to a car of their own team earns nothing and is recorded as friendly. `by` is empty if no competitor caused
    it (DM-M-139).
    """
    if not by:
        return
    sheet = play.state.crew[by]
    if sheet.team == victim.team:
        if not kill:
            sheet.friendly += 1
        play.note("friendly", "DM-M-139", victim, crew=by, kill=kill)
    elif kill:
        sheet.kills += 1
    else:
        sheet.criticals += 1
