"""Credit for what happens to a car. Rules DM-M-138, DM-M-139."""

from __future__ import annotations

from msgspec import UNSET

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


def credit_damage(play: Match, by: str, victim: CarState, points: int) -> None:
    """Count damage points that a competitor did to an enemy car, if they decide the heat (DM-M-138).

    `by` is empty if no competitor caused them.
    """
    done = play.state.damage_done
    if done is not UNSET and by and play.state.crew[by].team != victim.team:
        done[by] = done.get(by, 0) + points


def damage_done(play: Match, car: CarState) -> int:
    """The damage points that the crew of a car did to enemy cars in this heat; 0 if they do not decide it
    (DM-M-138).
    """
    done = play.state.damage_done
    return 0 if done is UNSET else sum(done.get(id, 0) for id in (car.driver, car.gunner))
