"""Where things are read: addresses that answers lead on to."""

from __future__ import annotations

from urllib.parse import urlencode


def season_address(season: str, part: str, **query: str) -> str:
    """An address below a season's, by its stored id."""
    league, name = season.split("/")
    asked = f"?{urlencode(query)}" if query else ""
    return f"/api/v1/leagues/{league}/seasons/{name}/{part}{asked}"
