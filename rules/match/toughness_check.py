"""The toughness check that keeps a competitor in action, and its message. Rules FW-154, RH-094, CC-104."""

from __future__ import annotations

from rules.match.log import LogEntry
from rules.match.recorder import MatchRecorder

DEFAULT_TOUGHNESS = 3
"""The toughness of a competitor without a given one."""
PURPOSE_OF_DIE = "toughness of "
"""The purpose of the die begins with this and ends with the competitor; the message states its face."""


def passes_toughness_check(scribe: MatchRecorder, crew: str, *, toughness: int, rule: str, why: str) -> bool:
    """Whether a competitor passes: a d6 equal to or below `toughness`. It is logged under `rule`.

    The caller puts a competitor who fails out of action.
    """
    face = scribe.d6(f"{PURPOSE_OF_DIE}{crew}")
    passed = face <= toughness
    scribe.note("toughness", rule, crew=crew, needed=toughness, face=face, passed=passed, why=why)
    return passed


def format_toughness_check(entry: LogEntry, *, passed: str, failed: str) -> str:
    """The message of a check: what it needed and why, the face, and `passed` or `failed`."""
    more = entry.more
    outcome = passed if more["passed"] else failed
    return f"{entry.crew} tests toughness {more['needed']} ({more['why']}): rolls {more['face']}, {outcome}"
