"""Founding a league in one form: what is asked, the kinds of season on offer, and all that follows at once."""

from league.founding.new_league import (
    FEWEST_FRANCHISES,
    MOST_FRANCHISES,
    FoundingRequest,
    create_playable_league,
    resolver_choices,
)
from league.founding.season_kinds import SEASON_KINDS, SeasonKind, season_kind

__all__ = [
    "FEWEST_FRANCHISES",
    "MOST_FRANCHISES",
    "SEASON_KINDS",
    "FoundingRequest",
    "SeasonKind",
    "create_playable_league",
    "resolver_choices",
    "season_kind",
]
