"""A team on the page of a match: who it is, how it stands, and what is unusual about it."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from typing import Any

from explain import links
from franchises.crests import Crest, crest_of
from league.queries.matches import PUBLIC_LINE_UP_STEPS

LINE_UPS_CLOSED_STEPS = (*PUBLIC_LINE_UP_STEPS, "void")


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A team of the match; `line_up` says in words whether its line-up has been named."""

    short_name: str
    name: str
    href: str
    crest: Crest
    points: int | None
    won: bool
    line_up: str
    own: bool
    awaited: bool
    """Whether a commissioner who does not own it may do now what its owner has not done."""
    notes: tuple[str, ...]
    """What is unusual: a forfeit, a waived garage, staff hired for the match, an open shop."""
    owner_zone: str = ""
    """The time zone of its owner, for members of the league; empty for others, and if the owner shows none."""


def team_line(team: Any, *, own: Container[str], step: str, is_member: bool = False) -> TeamLine:
    """The line of a line-up as `line_ups` reads it, for the owner of the franchises in `own`."""
    line_up = "" if step in LINE_UPS_CLOSED_STEPS else "line-up is in" if team.named else "no line-up yet"
    name = team.franchise.identity.name
    short = links.short_id(team.franchise_id)
    href = links.object_url(team.franchise)
    decided, shopping = team.decided or team.forfeited, team.shopping == "open"
    waited_for = {"M3": not team.named, "M5.4": not decided, "M5.10": shopping}
    notes = (
        ("forfeited", team.forfeited),
        ("garage waived", team.garage_waived),
        ("rating 4 staff for the match", team.match_mechanic),
        ("shopping", shopping),
    )
    return TeamLine(
        short_name=short,
        name=name,
        href=href,
        crest=crest_of(short),
        points=team.points,
        won=team.won,
        line_up=line_up,
        own=short in own,
        awaited=short not in own and waited_for.get(step, False),
        notes=tuple(note for note, applies in notes if applies),
        owner_zone=(team.owner_zone or "").replace("_", " ") if is_member else "",
    )
