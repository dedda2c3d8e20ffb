"""A roll before a match, as the state of the match keeps it. Rules DM-C-049, DM-C-088, HOUSE-005."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True, kw_only=True)
class PreMatchRoll:
    """The face that fell for a heart or a device before a match.

    `rolled_for` is the voided match it was rolled for; empty if it was rolled for this one.
    """

    face: int
    rolled_for: str = ""
