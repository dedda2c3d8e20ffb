"""The addresses of a match's log: its three tabs, a car's lines alone, its pages, and the replay beside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from explain import links
from league.pages.matches.log_pages import BEGINNING, LogPage, LogPlace

STORY, ROLLS, BOX_SCORE = "", "rolls", "box"
"""The three tabs of the page."""
TABS = ((STORY, "Log"), (ROLLS, "Every roll"), (BOX_SCORE, "Box score"))


@dataclass(frozen=True, slots=True)
class MatchLogQuery:
    """What a visitor wants to see: the story, every roll or the box score; about all cars, or about one.

    `place` says which page of it.
    """

    show: str = STORY
    car: str = ""
    place: LogPlace = BEGINNING

    @classmethod
    def from_query(cls, query: Mapping[str, str]) -> MatchLogQuery:
        """Read the query string; an unknown tab means the story."""
        show = query.get("show", STORY)
        return cls(
            show=show if show in (ROLLS, BOX_SCORE) else STORY,
            car=query.get("car", ""),
            place=LogPlace.from_query(query),
        )

    def url_of(self, address: str, show: str, **more: str) -> str:
        """The address of one of the three tabs, for the same car; `more` are further parts of the query."""
        query = urlencode({key: value for key, value in {"show": show, "car": self.car, **more}.items() if value})
        return f"{address}?{query}" if query else address


@dataclass(frozen=True, slots=True)
class LogTab:
    """A tab: one of the three, or the replay."""

    name: str
    href: str
    here: bool


def tabs_of(match: str, query: MatchLogQuery, *, here: str | None) -> list[LogTab]:
    """The tabs of a match that was run here; `match` is its stored id, and `here` the current tab, None the
    replay.
    """
    address = links.match_log_url(match)
    tabs = [LogTab(name, query.url_of(address, show), show == here) for show, name in TABS]
    return [*tabs, LogTab("Replay", replay_url_for_car(match, query.car), here is None)]


def replay_url_for_car(match: str, car: str, **more: str) -> str:
    """The address of a match's replay; `match` is its stored id, and `more` further parts of the query."""
    query = urlencode({key: value for key, value in {"car": car, **more}.items() if value})
    return f"{links.replay_url(match)}{f'?{query}' if query else ''}"


def log_line_url(match: str, number: str) -> str:
    """The address of a line in a match's log, or of the log without a number; `match` is its stored id."""
    address = links.match_log_url(match)
    return f"{address}?line={number}#line-{number}" if number else address


def page_url(query: MatchLogQuery, address: str) -> Callable[[int], str]:
    """The address of a page of what is shown, by its number."""
    return lambda number: query.url_of(address, query.show, page=str(number) if number > 1 else "")


def page_places(page: LogPage[Any], query: MatchLogQuery, address: str) -> dict[str, Any]:
    """The links to the pages of what is shown, and to its parts and lines on them."""
    url = page_url(query, address)
    return {
        "pages": page.links(url),
        "jumps": page.jumps(url),
        "line_at": query.url_of(address, query.show, line="-")[:-1],
    }
