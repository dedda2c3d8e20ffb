"""Sealed line-ups: those that are named and not locked yet. Rules DM-C-007, DM-C-089."""

from __future__ import annotations

from rules.campaign.core.command import Reader
from rules.campaign.core.state import LineUp, Season

BEFORE_THE_LOCK = frozenset({"M2", "M3"})
"""The match steps at which line-ups are sealed."""


def line_up_seal(match: str) -> str:
    """The seal on the line-ups of a match. It opens when they lock."""
    return f"{match}:M4"


def is_unlocked(now: Season, season: Season, line_up: LineUp) -> bool:
    """Whether the match of a line-up has not reached its lock in the season `now`."""
    match = now.matches.get(line_up.match) or season.match(line_up.match)
    return match.step in BEFORE_THE_LOCK


def sealed_line_ups(season: Season, *, reader: Reader, now: Season) -> list[LineUp]:
    """The line-ups sealed from the reader: named, not locked yet, and not the reader's own."""
    return [
        line_up
        for line_up in season.line_ups.values()
        if line_up.named and line_up.franchise not in reader.owns and is_unlocked(now, season, line_up)
    ]
