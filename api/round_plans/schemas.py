"""Schemas of plans of rounds."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec


class RoundPlanOut(msgspec.Struct, frozen=True, kw_only=True):
    """A round that is drawn up and not announced yet."""

    number: int
    """Number of the round."""
    matches: tuple[dict[str, Any], ...]
    """Its matches, as `announce_round` would have them."""
    updated_at: datetime
    """When the plan was changed last."""


class RoundPlansOut(msgspec.Struct, frozen=True, kw_only=True):
    """The plans of a season's rounds that are not announced yet."""

    season: str
    left: tuple[int, ...]
    """Numbers of the rounds that can be planned."""
    plans: tuple[RoundPlanOut, ...]
    """A plan for each round that was drawn up, in order."""


class RoundPlanIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The matches that a round is to have."""

    matches: list[dict[str, Any]]
    """Its matches, as the `matches` of `announce_round`, each franchise in one at most."""


class DrawPlansIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How the rest of a season is to be drawn up."""

    size: int
    """How many franchises a match has at most."""
    rulesets: list[str] = []
    """Rulesets in rotation; none for that of the house rules."""
