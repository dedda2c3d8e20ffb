"""The toughness check that keeps a competitor in action. Rules FW-154, RH-094, CC-104."""

from __future__ import annotations

from rules.match.recorder import MatchRecorder

DEFAULT_TOUGHNESS = 3
"""The toughness of a competitor without a given one."""


def passes_toughness_check(scribe: MatchRecorder, crew: str, *, toughness: int, rule: str, why: str) -> bool:
    """Whether a competitor passes: a d6 equal to or below `toughness`. It is logged under `rule`.

    The caller puts a competitor who fails out of action.
    """
    face = scribe.d6(f"toughness of {crew}")
    passed = face <= toughness
    scribe.note("toughness", rule, crew=crew, needed=toughness, face=face, passed=passed, why=why)
    return passed
