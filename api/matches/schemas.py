"""Schemas of matches and their teams."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec


class TeamOut(msgspec.Struct, frozen=True, kw_only=True):
    """A franchise in a match; `points` is null until they stand."""

    franchise: str
    name: str
    """What the franchise is called."""
    points: int | None
    won: bool
    forfeited: bool
    line_up_named: bool
    """Whether its owner has named the line-up."""


class MatchOut(msgspec.Struct, frozen=True, kw_only=True):
    """A match. `ruleset` is empty where people report it; `step` is where it stands.

    `evidence` is how well its result is proven, empty while none stands: `run_here`, `rerun`, `legal`, `attested` or
    `claimed`. `own_dice` says that its log is legal and was played with dice that the reporter held themselves. `why`
    leads to the facts behind the points.
    """

    id: str
    """Short id of the match, such as m7."""
    round: int
    """Number of the round it belongs to."""
    event: str
    """Short name of the event that is played, such as race."""
    surface: str
    """Surface it is played on, as it was announced; empty for none."""
    heats: int
    """How many heats are played."""
    step: str
    """Step the match has reached: M2, M3, M4, M5.1, M5.4, M5.9, M5.10, `settled` or `void`."""
    step_name: str
    """What that step is called, for people."""
    ruleset: str
    """Short name of the ruleset that plays it here; empty where people report it."""
    setting: dict[str, Any]
    """What its ruleset was asked besides, such as a track; every ruleset has fields of its own."""
    teams: tuple[TeamOut, ...]
    """The franchises in it, the best first once points stand."""
    why: dict[str, str]
    evidence: str = ""
    """How well its result is proven; empty while none stands."""
    own_dice: bool = False
    plays_at: datetime | None = None
    """When it is played, where its teams agreed on that and no report stands; null otherwise."""


class MatchesOut(msgspec.Struct, frozen=True, kw_only=True):
    """The matches of a season in the order they are played."""

    season: str
    matches: tuple[MatchOut, ...]
    """Every match that was announced, in the order of play."""
