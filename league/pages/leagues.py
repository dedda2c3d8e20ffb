"""The front page: the leagues the visitor may read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from explain import links
from league.queries.jobs import example_being_loaded
from league.queries.seasons import visible_leagues
from league.queries.user_notices import leagues_with_unread
from rules.campaign.core.command import STEP_NAMES


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueTile:
    """A league on the front page; `season` is the number of its current season, None if it has none yet."""

    name: str
    href: str
    public: bool
    season: int | None
    step: str
    mine: bool
    asked: bool
    """Whether a notice of the league that this person has not read asks something of them."""
    unread: int
    """How many notices of the league this person has not read."""


def leagues_page(user: Any) -> dict[str, Any]:
    """The context of the front page."""
    leagues = list(leagues_with_unread(visible_leagues(user), user))
    return {
        "leagues": [
            LeagueTile(
                name=league.name,
                href=links.league_url(league.pk),
                public=league.public,
                season=league.current_number,
                step=STEP_NAMES.get(league.current_step, ""),
                mine=bool(league.mine),
                asked=bool(league.asked),
                unread=league.unread_here,
            )
            for league in leagues
        ],
        "unread": leagues[0].unread if leagues else None,
        "loading": example_being_loaded(),
    }
