"""The published heads of a league's journals, which visitors note to compare them with an export later."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from explain import links
from explain.printed_names import step_words
from league.access import Viewer
from league.models import League, Season
from league.pages.base_context import Breadcrumb, base_context
from league.pages.list_pages import page_links
from league.queries.journal_heads import Head, published_heads, seasons_with_last_entry_time
from league.queries.names import match_titles
from league.queries.seasons import own_balance
from rules.core.page_breaks import page_breaks, page_of

HEADS_A_PAGE = 30
"""The most heads on a page; a season's own, with its downloads, count as `SEASON_HEADS`."""
SEASON_HEADS = 2
HEAD_WORDS = {
    "settle_match": "{} settled",
    "close_round": "{} closed",
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
    """A season's chain: its head, its published heads, and its export; `again` if it began on an earlier page."""

    title: str
    name: str
    length: int
    noted: str
    at: datetime | None
    href: str
    export: str
    file: str
    heads: list[PublishedHead]
    how_many: int
    again: bool = False


def heads_page(*, league: League, viewer: Viewer, page: int = 1) -> dict[str, Any]:
    """The context of a page of the heads: the seasons, newest first; a page after the last is the last."""
    rows, published = seasons_with_last_entry_time(league.pk), published_heads(league.pk)
    titles = match_titles([id for season, heads in published.items() for id in _matches_settled(season, heads)])
    seasons = [_season_chain(row, at, published.get(row.pk, []), titles) for row, at in rows]
    pages = page_breaks([[SEASON_HEADS, *(1 for _ in season.heads)] for season in seasons], HEADS_A_PAGE)
    page = min(page, len(pages))
    address = links.heads_url(league.pk)

    def url(number: int) -> str:
        return f"{address}?page={number}" if number > 1 else address

    return {
        **base_context(
            league=league,
            season=rows[0][0] if rows else None,
            viewer=viewer,
            here="Journal",
            crumbs=[Breadcrumb(league.name, links.league_url(league.pk)), Breadcrumb("Published heads")],
            balance=own_balance(viewer),
        ),
        "seasons": [
            replace(
                seasons[it.section],
                heads=seasons[it.section].heads[max(0, it.start - 1) : it.end - 1],
                again=it.start > 0,
            )
            for it in pages[page - 1]
        ],
        "pages": page_links(url, here=page, how_many=len(pages)),
        "season_links": [
            Breadcrumb(season.title, f"{url(page_of(pages, index))}#season-{season.name}")
            for index, season in enumerate(seasons)
        ]
        if len(pages) > 1
        else [],
        "example": seasons[0] if seasons else None,
    }


def _season_chain(row: Season, at: datetime | None, heads: list[Head], titles: Mapping[str, str]) -> SeasonChain:
    return SeasonChain(
        title=row.label,
        name=row.name,
        length=row.length,
        noted=f"{row.length}:{row.head}",
        at=at,
        href=links.journal_url(row.pk),
        export=links.export_url(row.pk),
        file=export_file(row),
        heads=[_head(row, head, titles) for head in heads],
        how_many=len(heads),
    )


def _matches_settled(season: str, heads: Sequence[Head]) -> Iterator[str]:
    return (f"{season}/{head.subjects[0]}" for head in heads if head.command == "settle_match" and head.subjects)


def _head(row: Season, head: Head, titles: Mapping[str, str]) -> PublishedHead:
    subject = head.subjects[0] if head.subjects else ""
    ended = titles.get(f"{row.pk}/{subject}") or step_words(subject)
    return PublishedHead(
        noted=f"{head.number}:{head.hash}",
        said=HEAD_WORDS[head.command].format(ended[:1].upper() + ended[1:]),
        at=head.at,
        number=head.number,
        href=links.entry_url(row.pk, head.number),
    )


def export_file(row: Season) -> str:
    """The file name of a season's export."""
    return f"{row.pk.replace('/', '.')}.json"
