"""What happened in a match that was resolved here, line by line, from its log."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from league.access import Viewer
from league.journal.logs import opened
from league.models import League, MatchLog, Season
from league.pages import routes
from league.pages.frame import Crumb, frame
from league.queries.logs import called, standing_log
from league.queries.seasons import own_balance
from rules.refusal import Refusal
from rules.registry import named
from rules.terms import NAME

STORIES_KEPT = 32


def match_log_page(*, league: League, season: Season, viewer: Viewer, match: str) -> dict[str, Any] | None:
    """The context of the page, None when the match does not exist or was not resolved here."""
    id = f"{season.pk}/{match}"
    log = standing_log(id)
    if log is None:
        return None
    lines, unread = _lines(log, called(season.pk, id))
    return {
        **frame(
            league=league,
            season=season,
            viewer=viewer,
            here="Schedule",
            crumbs=[
                Crumb(league.name, routes.league_at(league.pk)),
                Crumb(f"Season {season.number}", routes.season_at(season.pk)),
                Crumb(f"Match {match}", routes.match_at(id)),
                Crumb("What happened"),
            ],
            balance=own_balance(viewer),
        ),
        "match_name": f"Match {match}",
        "log": log,
        "lines": lines,
        "unread": unread,
    }


def with_names(line: str, names: Mapping[str, str]) -> str:
    """A line in which every id that has a name is called by it."""
    return re.sub(NAME, lambda found: names.get(found[0], found[0]), line)


def _lines(log: MatchLog, names: Mapping[str, str]) -> tuple[list[str], str]:
    """The story in lines, or why it cannot be read."""
    try:
        _, text = opened(log)
        return [with_names(each, names) for each in _story(log.ruleset, named(log.ruleset).edition, text)], ""
    except Refusal as no:
        return [], no.sentence


@lru_cache(maxsize=STORIES_KEPT)
def _story(ruleset: str, _edition: int, log: bytes) -> tuple[str, ...]:
    """What a ruleset tells of a log, asked once an edition: it may have to play the whole match again for that."""
    return tuple(named(ruleset).story(log))
