"""The recorder of a match that is driven step by step, whatever its ruleset makes of it."""

from __future__ import annotations

from typing import Any

from rules.match.recorder import MatchRecorder


def recorder_of(match: Any) -> MatchRecorder:
    """The recorder of a match that `StepwiseRuleset.start` made."""
    recorder: MatchRecorder = match if isinstance(match, MatchRecorder) else match.play
    return recorder
