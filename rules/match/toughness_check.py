"""The toughness check by which a competitor stays in action. Rules FW-154, RH-094, CC-104."""

from __future__ import annotations

from rules.match.recorder import MatchRecorder

DEFAULT_TOUGHNESS = 3
"""The toughness of a competitor of whom none is told."""


def passes_toughness_check(scribe: MatchRecorder, crew: str, *, toughness: int, rule: str, why: str) -> bool:
    """One die of six, equal or under passes; who fails is out of action. Written to the log under its `rule`."""
    face = scribe.d6(f"toughness of {crew}")
    passed = face <= toughness
    scribe.note("toughness", rule, crew=crew, needed=toughness, face=face, passed=passed, why=why)
    return passed
