"""The addresses of leagues, seasons and matches below the API's base."""

from __future__ import annotations

from urllib.parse import quote


def league_path(league: str, season: str = "") -> str:
    """The address of a league, or of one of its seasons."""
    path = f"/leagues/{quote(league, safe='')}"
    return f"{path}/seasons/{quote(season, safe='')}" if season else path


def match_path(league: str, season: str, match: str) -> str:
    """The address of a match."""
    return f"{league_path(league, season)}/matches/{quote(match, safe='')}"
