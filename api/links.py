"""URLs of the API that responses link to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from urllib.parse import quote, urlencode


def season_url(season: str, part: str, **query: str) -> str:
    """The URL of a part of a season, from the season's id such as `league/season`."""
    league, name = season.split("/")
    query_string = f"?{urlencode(query, safe=':')}" if query else ""
    return f"/api/v1/leagues/{league}/seasons/{name}/{part}{query_string}"


def fact_urls(
    season: str, kind: str, id: str, figures: Iterable[str], until: Mapping[str, int] | None = None
) -> dict[str, str]:
    """For each figure of a subject, the URL of the facts behind it. `kind` and the short `id` name the subject.

    `until` gives the last entry that counts, for figures where later entries do not.
    """
    facts = f"{season_url(season, 'facts')}?subject={kind}:{quote(id)}&figure="
    if not until:
        return {figure: facts + figure for figure in figures}
    return {
        figure: f"{facts}{figure}&until={until[figure]}" if figure in until else facts + figure for figure in figures
    }
