"""Line-ups that are sealed: those that were named and are not locked yet. Rules DM-C-007, DM-C-089."""

from __future__ import annotations

from rules.campaign.core.command import Reader
from rules.campaign.core.state import LineUp, Season

BEFORE_THE_LOCK = frozenset({"M2", "M3"})
"""The steps of a match at which its line-ups are sealed."""


def line_up_seal(match: str) -> str:
    """The seal of the line-ups of a match, which opens when they lock."""
    return f"{match}:M4"


def is_unlocked(now: Season, season: Season, line_up: LineUp) -> bool:
    """Whether the match of a line-up is before its lock in the season as it is `now`."""
    match = now.matches.get(line_up.match) or season.match(line_up.match)
    return match.step in BEFORE_THE_LOCK


def sealed_line_ups(season: Season, *, reader: Reader, now: Season) -> list[LineUp]:
    """The line-ups of others than the reader that were named and are not locked yet."""
    return [
        line_up
        for line_up in season.line_ups.values()
        if line_up.named and line_up.franchise not in reader.owns and is_unlocked(now, season, line_up)
    ]
