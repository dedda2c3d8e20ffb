"""Founding a playable league from one form."""

from league.founding.league_shape import SEASON_KINDS, LeagueShape, SeasonKind, season_kind
from league.founding.new_league import (
    FEWEST_FRANCHISES,
    MOST_FRANCHISES,
    FoundingRequest,
    create_playable_league,
    resolver_choices,
)

__all__ = [
    "FEWEST_FRANCHISES",
    "MOST_FRANCHISES",
    "SEASON_KINDS",
    "FoundingRequest",
    "LeagueShape",
    "SeasonKind",
    "create_playable_league",
    "resolver_choices",
    "season_kind",
]
