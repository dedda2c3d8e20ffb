"""The page of a thing's names: what it is called, what it was called before, and the forms that change it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from explain import links
from league.access import Viewer
from league.models import League, NameChange
from league.name_text import LONGEST_NAME
from league.pages.base_context import Breadcrumb
from league.pages.people.people import UNKNOWN_ACTOR_WORDS, league_page_context, member_names
from league.queries.members import everybody
from league.queries.names import former_names, name_changes
from league.renaming import (
    LONGEST_REASON,
    NamedThing,
    find_named_thing,
    last_standing_change,
    needs_reason,
    renaming_member,
)
from rules.core.refusals import Refusal

Kind = NameChange.Kind
TAKEN_BACK = "a name that was taken back"
"""What strangers read in place of a name that a commissioner took back."""
NAMES_SHOWN = 2
"""How many former names are shown at once; all others are in a fold."""


@dataclass(frozen=True, slots=True)
class Formerly:
    """The former names of a thing: the latest, and those before them."""

    latest: tuple[str, ...]
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NameLine:
    """A change of a name: what it was and became, when, by whom and why; `standing` if it gave the present name."""

    id: int
    former: str
    name: str
    at: datetime
    by: str
    reason: str
    undone: bool
    undoes: bool
    standing: bool


def formerly(league: League, kind: str, subject: str, *, present: str) -> Formerly | None:
    """The former names of a thing for its page; None if it has none. No query where nothing was ever renamed."""
    names = former_names(name_changes(league, kind, subject), present=present)
    return Formerly(tuple(names[:NAMES_SHOWN]), tuple(names[NAMES_SHOWN:])) if names else None


def names_page(
    *,
    league: League,
    viewer: Viewer,
    kind: str,
    subject: str,
    given: Mapping[str, str] | None = None,
    refusal: Refusal | None = None,
) -> dict[str, Any] | None:
    """The context of the page; None if the league has no such thing.

    `given` is the content of a form that is shown again, `refusal` why it was refused.
    """
    try:
        thing = find_named_thing(league, kind, subject)
    except Refusal:
        return None
    try:
        member = renaming_member(thing, viewer.memberships)
    except Refusal:
        member = None
    if league.is_read_only:
        member = None
    changes = name_changes(league, kind, "" if thing.kind is Kind.LEAGUE else subject)
    names = member_names(list(everybody(league.pk))) if viewer.is_member and changes else {}
    standing = last_standing_change(changes)
    given = given or {}
    undoing = given.get("act") == "undo"
    at = "" if refusal is None else refusal.pointer.strip("/") or "form"
    return {
        **league_page_context(league, viewer, *_crumbs(thing), Breadcrumb("Names")),
        "kind": thing.kind.label.lower(),
        "called": called(thing),
        "season_number_only": thing.kind is Kind.SEASON,
        "present": thing.name,
        "typed": given.get("name", thing.name),
        "reason": "" if undoing else given.get("reason", ""),
        "has_owner": bool(thing.franchise),
        "may_rename": member is not None and not league.is_read_only,
        "needs_reason": member is not None and needs_reason(thing, member),
        "may_undo": viewer.is_commissioner and not league.is_read_only,
        "longest_name": LONGEST_NAME,
        "longest_reason": LONGEST_REASON,
        "lines": _lines(changes, names, standing, known=viewer.is_member),
        "rename_errors": {} if undoing or refusal is None else {at: refusal.sentence},
        "undo_refusal": refusal.sentence if undoing and refusal is not None else "",
        "undo_reason": given.get("reason", "") if undoing else "",
        "thing_href": thing_url(thing),
    }


def called(thing: NamedThing) -> str:
    """What the thing is called in a heading; a season by its number, whether it has a title or not."""
    return thing.label or thing.name


def thing_url(thing: NamedThing) -> str:
    """The page of the thing itself."""
    league = thing.league.pk
    match thing.kind:
        case Kind.FRANCHISE:
            return links.franchise_url(league, thing.subject)
        case Kind.DRIVER:
            return links.driver_url(league, thing.subject)
        case Kind.CAR:
            if thing.gone:
                return links.franchise_url(league, thing.franchise)
            return links.car_url(league, thing.franchise, thing.subject)
        case Kind.SEASON:
            return links.season_url(f"{league}/{thing.subject}")
        case _:
            return links.league_url(league)


def _crumbs(thing: NamedThing) -> list[Breadcrumb]:
    return [] if thing.kind is Kind.LEAGUE else [Breadcrumb(called(thing), thing_url(thing))]


def _lines(
    changes: list[NameChange], names: Mapping[str, str], standing: NameChange | None, *, known: bool
) -> list[NameLine]:
    """The changes in words; names that were taken back are left out unless the viewer may know them."""
    lines = [_line(change, names, standing) for change in changes]
    taken_back = set() if known else {line.name for line in lines if line.undone}
    return [
        replace(
            line,
            former=TAKEN_BACK.capitalize() if line.former in taken_back else line.former,
            name=TAKEN_BACK if line.name in taken_back else line.name,
        )
        for line in lines
    ]


def _line(change: NameChange, names: Mapping[str, str], standing: NameChange | None) -> NameLine:
    return NameLine(
        id=change.pk,
        former=change.former,
        name=change.name,
        at=change.at,
        by=names.get(change.by, UNKNOWN_ACTOR_WORDS) if names else "",
        reason=change.reason,
        undone=change.undone,
        undoes=change.undoes,
        standing=standing is not None and change.pk == standing.pk,
    )
