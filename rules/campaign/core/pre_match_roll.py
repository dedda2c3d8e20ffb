"""A roll before a match, as its state keeps it. Rules DM-C-049, DM-C-088, HOUSE-005."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True, kw_only=True)
class PreMatchRoll:
    """The face of a heart or a device before a match, and the voided match it fell for where that is another."""

    face: int
    rolled_for: str = ""
