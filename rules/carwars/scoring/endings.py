"""When a duel is over: the thresholds, their precedence, and the fallbacks. Rules CW-S-027 to CW-S-038."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.carwars.scoring.settings import ScoringSettings
from rules.carwars.scoring.state import DuelistScore


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelEnd:
    """How a duel ended: the phase at whose close, the reason, and who met a condition ("" for a fallback).

    `reason` is `instant`, `held`, `last_vehicle`, `turn_limit` or `time_called`.
    """

    phase: int
    reason: str
    winner: str = ""


REASON_RULES = {
    "instant": "CW-S-028",
    "held": "CW-S-029",
    "last_vehicle": "CW-S-034",
    "turn_limit": "CW-S-034",
    "time_called": "CW-S-037",
}
"""The rule that ends a duel for each reason."""


def update_held(scores: Mapping[str, DuelistScore], phase: int, settings: ScoringSettings) -> None:
    """Note since when each duelist has had the lower threshold (CW-S-029, CW-S-031)."""
    for score in scores.values():
        if score.threshold_score(settings) < settings.held_win_threshold:
            score.held_since = None
        elif score.held_since is None:
            score.held_since = phase


def find_end(
    scores: Mapping[str, DuelistScore], phase: int, settings: ScoringSettings, *, time_called: bool
) -> DuelEnd | None:
    """Whether the duel ends at the close of a phase, None while it goes on (CW-S-038).

    `update_held` comes before it.
    """
    if settings.end_mode == "threshold" and (won := _condition_met(scores, phase, settings)):
        return won
    if sum(score.is_left for score in scores.values()) <= 1:
        return DuelEnd(phase=phase, reason="last_vehicle")
    if phase >= settings.last_phase:
        return DuelEnd(phase=phase, reason="turn_limit")
    if time_called:
        return DuelEnd(phase=phase, reason="time_called")
    return None


def _condition_met(scores: Mapping[str, DuelistScore], phase: int, settings: ScoringSettings) -> DuelEnd | None:
    """The condition that exactly one duelist meets, the first before the second (CW-S-032, CW-S-033)."""
    instant = [score.id for score in scores.values() if _has_instant_win(score, settings)]
    if instant:
        return DuelEnd(phase=phase, reason="instant", winner=instant[0]) if len(instant) == 1 else None
    held = [score.id for score in scores.values() if _has_held_win(score, phase, settings)]
    return DuelEnd(phase=phase, reason="held", winner=held[0]) if len(held) == 1 else None


def _has_instant_win(score: DuelistScore, settings: ScoringSettings) -> bool:
    """Whether it has the higher threshold, and so the lower one too, and is in control (CW-S-028)."""
    has_lower = score.held_since is not None
    return has_lower and score.in_control and score.threshold_score(settings) >= settings.instant_win_threshold


def _has_held_win(score: DuelistScore, phase: int, settings: ScoringSettings) -> bool:
    """Whether it has held the lower threshold for long enough and is in control (CW-S-029)."""
    return score.in_control and score.held_since is not None and phase >= score.held_since + settings.held_phases
