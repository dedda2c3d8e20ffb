"""Taking turns, in the draft and at the sponsor pool. Rules DM-C-166, DM-C-171."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True, kw_only=True)
class Turns:
    """Franchises in the order they take turns in.

    `at` is the place in `order` of whoever is on turn; `passed` names who passed in this round.
    """

    order: list[str]
    round: int = 1
    at: int = 0
    passed: list[str] = field(default_factory=list)
