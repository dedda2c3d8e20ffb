"""The front page: the leagues a person may read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from league.pages import routes
from league.queries.inboxes import with_unread
from league.queries.seasons import leagues_shown_to
from rules.campaign.command import STEP_NAMES


@dataclass(frozen=True, slots=True)
class LeagueTile:
    """A league on the front page, with where its current season stands."""

    name: str
    href: str
    public: bool
    standing: str


def leagues_page(user: Any) -> dict[str, Any]:
    """The context of the front page."""
    shown = list(with_unread(leagues_shown_to(user), user))
    return {
        "leagues": [LeagueTile(each.name, routes.league_at(each.pk), each.public, _standing(each)) for each in shown],
        "unread": shown[0].unread if shown else None,
    }


def _standing(league: Any) -> str:
    if league.current_name is None:
        return "No season yet"
    return f"Season {league.current_number} · {STEP_NAMES.get(league.current_step, league.current_step)}"
