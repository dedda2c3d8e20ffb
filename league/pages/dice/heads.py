"""The published heads of a league's journals, which visitors note to compare them with an export later."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from explain import links
from league.access import Viewer
from league.models import League, Season
from league.pages.base_context import Breadcrumb, base_context
from league.queries.journal_heads import Head, published_heads, seasons_with_last_entry_time
from league.queries.seasons import own_balance

HEAD_WORDS = {
    "settle_match": "Match {} settled",
    "close_round": "Round {} closed",
    "close_season": "The season closed",
    "amend": "Amended",
}
"""What an entry ended, by its command; the braces take its first subject."""


@dataclass(frozen=True, slots=True)
class PublishedHead:
    """A published head with what its entry ended, and the entry's page."""

    noted: str
    said: str
    at: datetime
    number: int
    href: str


@dataclass(frozen=True, slots=True)
class SeasonChain:
    """A season's chain: its head, its published heads, and its export."""

    title: str
    name: str
    length: int
    noted: str
    at: datetime | None
    href: str
    export: str
    file: str
    heads: list[PublishedHead]


def heads_page(*, league: League, viewer: Viewer) -> dict[str, Any]:
    """The context of the page: every season, newest first."""
    rows, published = seasons_with_last_entry_time(league.pk), published_heads(league.pk)
    seasons = [_season_chain(row, at, published.get(row.pk, [])) for row, at in rows]
    return {
        **base_context(
            league=league,
            season=rows[0][0] if rows else None,
            viewer=viewer,
            here="Journal",
            crumbs=[Breadcrumb(league.name, links.league_url(league.pk)), Breadcrumb("Published heads")],
            balance=own_balance(viewer),
        ),
        "seasons": seasons,
        "example": seasons[0] if seasons else None,
    }


def _season_chain(row: Season, at: datetime | None, heads: list[Head]) -> SeasonChain:
    return SeasonChain(
        title=f"Season {row.number}",
        name=row.name,
        length=row.length,
        noted=f"{row.length}:{row.head}",
        at=at,
        href=links.journal_url(row.pk),
        export=links.export_url(row.pk),
        file=export_file(row),
        heads=[_head(row, head) for head in heads],
    )


def _head(row: Season, head: Head) -> PublishedHead:
    return PublishedHead(
        noted=f"{head.number}:{head.hash}",
        said=HEAD_WORDS[head.command].format(*head.subjects[:1] or ("",)),
        at=head.at,
        number=head.number,
        href=links.entry_url(row.pk, head.number),
    )


def export_file(row: Season) -> str:
    """The file name of a season's export."""
    return f"{row.pk.replace('/', '.')}.json"
