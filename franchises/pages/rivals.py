"""The rivals of a franchise: whom it met, who came out ahead, and every match against one of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from explain import links
from explain.printed_names import as_title, quantity
from franchises.pages.base_context import FranchisePageRequest, load_franchise_page, tab_url
from franchises.queries.rivals import meetings_of
from league.models import LineUp
from league.pages.base_context import franchise_color
from league.queries.names import match_title
from league.queries.results import FormMark, form_mark, place_of


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match in which both ran: the result, points and kills of each; `ahead` is 1 for the franchise, −1 for the
    rival, and 0 if they were level.
    """

    name: str
    href: str
    season: int
    about: str
    own: FormMark
    other: FormMark
    own_points: int
    other_points: int
    own_kills: int
    other_kills: int
    ahead: int


@dataclass(slots=True)
class Rivalry:
    """A rival with every match against it, the last first."""

    short_name: str
    name: str
    href: str
    color: str
    meetings: list[Meeting] = field(default_factory=list)

    def count(self, ahead: int) -> int:
        """How many matches ended that way: 1, 0 or −1."""
        return sum(meeting.ahead == ahead for meeting in self.meetings)

    @property
    def record(self) -> str:
        """Who came out ahead how often: "3–2", with "1 level" where they shared a place."""
        level = self.count(0)
        return f"{self.count(1)}–{self.count(-1)}{f', {level} level' if level else ''}"

    @property
    def own_kills(self) -> int:
        """The franchise's kills in those matches."""
        return sum(meeting.own_kills for meeting in self.meetings)

    @property
    def other_kills(self) -> int:
        """The rival's kills in those matches."""
        return sum(meeting.other_kills for meeting in self.meetings)

    @property
    def margin(self) -> int:
        """How many more matches the franchise finished ahead than behind."""
        return self.count(1) - self.count(-1)


def rivals_page(page_request: FranchisePageRequest) -> dict[str, Any] | None:
    """The context of the page; None if the franchise is not in that season, or never met the one asked for."""
    page = load_franchise_page(page_request, "rivals")
    if page is None:
        return None
    rivalries = _rivalries(meetings_of(page.row.identity_id), own=page.row.identity_id, league=page_request.league.pk)
    chosen = next((rivalry for rivalry in rivalries if rivalry.short_name == page_request.against), None)
    if page_request.against and chosen is None:
        return None
    here = tab_url(page_request, "rivals")
    joint = "&" if "?" in here else "?"
    return {
        **page.context,
        "rivalries": [
            (rivalry, f"{here}{joint}{urlencode({'against': rivalry.short_name})}#against") for rivalry in rivalries
        ],
        "own_color": franchise_color(page_request.franchise),
        "chosen": chosen,
        "chosen_words": "" if chosen is None else rivalry_words(chosen, name=page.row.identity.name),
        "all_href": here,
    }


def rivalry_words(rivalry: Rivalry, *, name: str) -> str:
    """How two franchises stand against each other, in a sentence."""
    met = f"They met {quantity(len(rivalry.meetings), 'time')}"
    if rivalry.margin == 0:
        return f"{met}, and neither is ahead: {rivalry.record}."
    ahead, record = (name, rivalry.record) if rivalry.margin > 0 else (rivalry.name, _turned(rivalry))
    return f"{met}. {ahead} came out ahead more often: {record}."


def _turned(rivalry: Rivalry) -> str:
    level = rivalry.count(0)
    return f"{rivalry.count(-1)}–{rivalry.count(1)}{f', {level} level' if level else ''}"


def _rivalries(line_ups: Iterable[LineUp], *, own: str, league: str) -> list[Rivalry]:
    """The rivals, those met most often first, then the closest, then by name."""
    rivalries: dict[str, Rivalry] = {}
    for _, group in groupby(line_ups, key=lambda line_up: line_up.match_id):
        teams = list(group)
        own_team = next(team for team in teams if team.franchise.identity_id == own)
        for team in teams:
            if team is own_team:
                continue
            identity = team.franchise.identity
            short_name = links.short_id(identity.pk)
            rivalry = rivalries.setdefault(
                identity.pk,
                Rivalry(
                    short_name, identity.name, links.franchise_url(league, short_name), franchise_color(short_name)
                ),
            )
            rivalry.meetings.append(_meeting(own_team, team, teams))
    return sorted(rivalries.values(), key=lambda it: (-len(it.meetings), abs(it.margin), it.name))


def _meeting(own: Any, other: Any, teams: Sequence[Any]) -> Meeting:
    match = own.match
    behind = place_of(own, teams) - place_of(other, teams)
    return Meeting(
        name=match_title(match.round.number, match.place),
        href=links.match_url(match.pk),
        season=own.season.number,
        about=as_title(match.event),
        own=form_mark(own, teams),
        other=form_mark(other, teams),
        own_points=own.points or 0,
        other_points=other.points or 0,
        own_kills=own.kills,
        other_kills=other.kills,
        ahead=(behind < 0) - (behind > 0),
    )
