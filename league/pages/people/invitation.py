"""The page of an invitation: game and league, what is expected and by when, and which franchise can be chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from explain import links
from explain.printed_names import quantity, ruleset_title
from franchises.crests import Crest, crest_of
from franchises.models import Franchise
from league.access import Viewer
from league.founding.franchise_names import FRANCHISE_NAMES
from league.invitations import free_franchises
from league.models import Invitation, League, Membership, NameChange, Season
from league.name_text import LONGEST_NAME
from league.pages.base_context import Breadcrumb
from league.pages.season.deadlines import relative_time
from league.queries.seasons import seasons
from league.queries.windows import open_windows
from rules.campaign.core.switches import REPORTED_BY_PEOPLE
from scheduling.windows import step_of

ROLE_WORDS = {
    "owner": "run one of its franchises",
    "commissioner": "run it as a commissioner",
    "spectator": "watch it as a spectator",
}
TASKS = {
    "S1": "Hire drivers and staff",
    "S2": "Buy three to five cars",
    "S3": "Place your sponsors, with a party if you like",
    "M3": "Name the line-up for the next match",
    "M5.4": "Decide which cars are repaired",
    "M5.10": "Go shopping after the match",
    "E4": "Keep your mechanical staff, or let it go",
    "E5": "Protect drivers from the draft",
    "E6": "Pick in the draft when it is your turn",
    "E7": "Declare a sponsor safe, or none",
    "E8": "Take a sponsor from the pool when it is your turn",
}
"""What an owner does while a window of that step is open."""
MOST_TASKS, MOST_FREE = 2, 8


@dataclass(frozen=True, slots=True)
class FranchiseChoice:
    """A franchise that can be claimed."""

    id: str
    name: str
    crest: Crest


@dataclass(frozen=True, slots=True)
class Task:
    """A task of a franchise's owner that is due; `until` is None while the clock stands still."""

    text: str
    until: datetime | None
    away: str
    """How far away that is, in words."""


def invitation_page(
    invitation: Invitation,
    *,
    at: datetime,
    refusal: str = "",
    form: Any = None,
    chosen: str = "",
    typed: str | None = None,
    name_error: str = "",
) -> dict[str, Any]:
    """The context of an invitation's page, with the form to sign up for who has no account.

    `typed` is the name that was sent for the franchise; None for a page that is opened, whose field has the present
    name if there is no choice of franchises.
    """
    league, owner = invitation.league, invitation.role == Membership.Role.OWNER
    franchises: Sequence[Any] = []
    if owner:
        franchises = [invitation.franchise] if invitation.franchise else list(free_franchises(league))
    season = seasons(league.pk).first()
    choices = [
        FranchiseChoice(id := links.short_id(franchise.pk), franchise.name, crest_of(id)) for franchise in franchises
    ]
    to_come = owner and not franchises and not league.franchises.exists()
    at_a_table = season is None or season.switches.get("match.ruleset", REPORTED_BY_PEOPLE) == REPORTED_BY_PEOPLE
    return {
        "crumbs": [Breadcrumb("Leagues", "/"), Breadcrumb("Invitation")],
        "at_a_table": at_a_table,
        "invitation": invitation,
        "asked_in": league,
        "league_facts": _league_facts(league, season),
        "as_what": ROLE_WORDS[invitation.role],
        "owner": owner,
        "to_come": to_come,
        "choices": choices,
        "chosen": chosen if any(choice.id == chosen for choice in choices) else choices[0].id if choices else "",
        "typed": (choices[0].name if len(choices) == 1 else "") if typed is None else typed,
        "name_error": name_error,
        "longest_name": LONGEST_NAME,
        "tasks": _tasks(season, at=at) if (choices or to_come) and season is not None else [],
        "refusal": refusal,
        "form": form,
    }


def has_generated_name(franchise: Franchise) -> bool:
    """Whether a franchise still has the name that the site made up for it when the league was founded."""
    short = links.short_id(franchise.pk)
    named = NameChange.objects.filter(league=franchise.league_id, kind=NameChange.Kind.FRANCHISE, subject=short)
    return franchise.name in FRANCHISE_NAMES and not named.exists()


def invitation_refused_page(
    refusal: str, *, invitation: Invitation | None = None, viewer: Viewer | None = None
) -> dict[str, Any]:
    """The context of the page of an invitation that cannot be used, with the ways on.

    League and free franchises are named only to a visitor who may read the league, and franchises of their own first.
    """
    league = None if invitation is None else invitation.league
    if league is not None and not league.public and (viewer is None or not viewer.is_member):
        league = None
    own = () if viewer is None else viewer.franchises
    owner = invitation is not None and invitation.role == Membership.Role.OWNER
    free = free_franchises(league)[:MOST_FREE] if league is not None and owner and not own else []
    return {
        "crumbs": [Breadcrumb("Leagues", "/"), Breadcrumb("Invitation")],
        "refusal": refusal,
        "own_franchises": [(franchise.name, links.object_url(franchise)) for franchise in own],
        "free": [(franchise.name, links.object_url(franchise)) for franchise in free],
        "asked_in": league,
        "league_href": "" if league is None else links.league_url(league.pk),
        "used": invitation is not None and invitation.used >= invitation.uses,
    }


def _league_facts(league: League, season: Season | None) -> str:
    """The league in a sentence: its season, its size and how its matches are fought."""
    if season is None:
        return f"{league.name} has not started its first season."
    system = str(season.switches.get("match.ruleset", REPORTED_BY_PEOPLE))
    matches = (
        "its matches are played at a table and reported here"
        if system == REPORTED_BY_PEOPLE
        else f"the site plays its matches, by the rules of {ruleset_title(system)}"
    )
    teams = quantity(season.franchises.count(), "franchise")
    rounds = quantity(season.rounds_planned, "round")
    return f"{league.name} is in season {season.number}, of {rounds}; it has {teams}, and {matches}."


def _tasks(season: Season, *, at: datetime) -> list[Task]:
    """The owners' tasks that are due, the next deadline first, each kind once."""
    tasks: dict[str, Task] = {}
    for window in open_windows(season.pk):
        step = step_of(window.what)
        if step in TASKS and step not in tasks:
            until = window.closes_at
            away = relative_time((until - at).total_seconds()) if until is not None and until > at else ""
            tasks[step] = Task(TASKS[step], until, away)
    return list(tasks.values())[:MOST_TASKS]
