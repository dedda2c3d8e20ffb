"""Where things are read: addresses that answers lead on to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from urllib.parse import quote, urlencode


def season_url(season: str, part: str, **query: str) -> str:
    """An address below a season's, by its stored id."""
    league, name = season.split("/")
    asked = f"?{urlencode(query, safe=':')}" if query else ""
    return f"/api/v1/leagues/{league}/seasons/{name}/{part}{asked}"


def fact_urls(
    season: str, kind: str, id: str, figures: Iterable[str], until: Mapping[str, int] | None = None
) -> dict[str, str]:
    """For each of those figures of a thing of a kind, by its short id, the address of the facts behind it.

    `until` is the last entry that counts for a figure, where not all of them do.
    """
    facts = f"{season_url(season, 'facts')}?subject={kind}:{quote(id)}&figure="
    if not until:
        return {figure: facts + figure for figure in figures}
    return {
        figure: f"{facts}{figure}&until={until[figure]}" if figure in until else facts + figure for figure in figures
    }
