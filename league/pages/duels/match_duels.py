"""The duels of a match, as its page links to them."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from explain import links
from league.access import Viewer
from league.models import Match, Season
from league.queries.referee_table import duels_of
from rules.campaign.core.duels import DUEL


@dataclass(frozen=True, slots=True)
class MatchDuels:
    """The duels that were opened for a match, by title and address; `run_href` opens one, for commissioners."""

    duels: tuple[tuple[str, str], ...]
    run_href: str


def match_duels(season: Season, viewer: Viewer, match: Match) -> MatchDuels | None:
    """The duels of a match, None for a match that is no duel and for one with nothing to see or to open."""
    if match.scoring != DUEL:
        return None
    name = links.short_id(match.pk)
    rows = duels_of(season.pk).filter(match=name).order_by("number")
    found = tuple((row.title, links.duel_url(season.pk, row.number)) for row in rows)
    opens = viewer.is_commissioner and match.step == "M4"
    run_href = f"{links.new_duel_url(season.pk)}?{urlencode({'match': name})}" if opens else ""
    return MatchDuels(found, run_href) if found or run_href else None
