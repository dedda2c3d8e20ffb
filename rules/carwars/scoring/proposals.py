"""What the referee has to decide in a duel, and whether a car that cannot move can still affect it.

Rules CW-S-008 to CW-S-011, CW-S-017.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from rules.carwars.scoring.duel import Duel
from rules.carwars.scoring.settings import ScoringSettings
from rules.carwars.scoring.state import DuelistScore


class Proposal(NamedTuple):
    """What the referee has to decide about a vehicle: a question, and the rule it falls under (CW-S-010)."""

    duelist: str
    rule: str
    sentence: str


def is_kept(score: DuelistScore, phase: int) -> bool:
    """Whether the referee found that it is not killed yet: while it rolls, or in that phase (CW-S-010)."""
    return score.kept_since is not None and (score.speed != 0 or score.kept_since == phase)


def is_harmless(score: DuelistScore, settings: ScoringSettings) -> bool | None:
    """Whether a mobility kill can no longer affect the duel; None where the referee has to judge (CW-S-010)."""
    if score.can_fire:
        return False
    if score.speed == 0 or settings.coasting_kill == "immediate":
        return True
    if settings.coasting_kill == "on_stop":
        return False
    return None if score.reaches is None else not score.reaches


def own_definition(text: str, question: str) -> str:
    """The referee's own definition as the end of a proposal; empty where the printed one stands."""
    return f" The referee's answer to {question} says: {' '.join(text.split())}" if text else ""


def proposals(duel: Duel, scores: Mapping[str, DuelistScore], phase: int, *, over: bool) -> Iterator[Proposal]:
    """What the referee has to decide at the close of a phase (CW-S-008 to CW-S-010, CW-S-017).

    Once the duel is over that is only who lives aboard a destroyed car, since it still earns a bonus.
    """
    mobility = own_definition(duel.settings.mobility_kill_definition, "CW-Q-149")
    complete = own_definition(duel.settings.complete_kill_definition, "CW-Q-150")
    for score in scores.values():
        name = duel.name_of(score.id)
        if score.destroyed and not score.crew_counted:
            said = f"{name} is destroyed: enter how many aboard are alive, for the bonus of survival."
            yield Proposal(score.id, "CW-S-017", said)
        if over:
            continue
        if score.mobility_kill is None and score.complete_kill is None and not score.able:
            said = f"Nobody aboard {name} can drive: enter the mobility kill and who caused it."
            yield Proposal(score.id, "CW-S-008", said + mobility)
        if score.mobility_kill is None or score.complete_kill is not None or is_kept(score, phase):
            continue
        if not score.is_manned:
            said = f"Nobody aboard {name} is alive: enter the complete kill and who caused it."
            yield Proposal(score.id, "CW-S-009", said + complete)
        elif duel.settings.ammo_out and is_harmless(score, duel.settings) is None:
            said = f"{name} cannot accelerate and still rolls: can it harm somebody before it stops?"
            yield Proposal(score.id, "CW-S-010", said + complete)
