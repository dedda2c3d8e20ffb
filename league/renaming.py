"""Renames franchises, drivers, cars, seasons and leagues. A name is a league matter: no journal has it.

An owner renames what is theirs; a commissioner the league and its seasons, and anything else with a reason that
everybody can read. Every former name is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from drivers.models import Contract, Driver, Sheet
from franchises.models import Car, Franchise, FranchiseSeason
from journal.display_names import write_car_name, write_season_title
from league.access import NotYours, ReasonMissing
from league.membership import add_league_log, lock_league
from league.models import League, Membership, NameChange, Season
from league.name_checks import NameTaken, clean_new_name, lock_league_names, refuse_taken_name
from league.name_text import skeleton
from league.times import current_zones, write_time
from rules.core.readable_text import is_readable
from rules.core.refusals import Malformed, Refusal, Unknown

Kind = NameChange.Kind
MOST_CHANGES, CHANGES_WITHIN = 3, timedelta(days=30)
"""How often a thing may be renamed, and within which time."""
VETO_LASTS = timedelta(days=14)
"""How long an owner may not rename what a commissioner gave its former name back."""
LONGEST_REASON = 1000
RENAMED_LOG, UNDONE_LOG = "renamed", "rename undone"
"""The words of the league's log."""


class RenamedTooOften(Refusal):
    """The thing was renamed as often as it may be within 30 days."""


class RenameVetoed(Refusal):
    """A commissioner undid the name, or an earlier one a short time ago."""


class RenameStands(Refusal):
    """The rename cannot be undone: it was undone already, or the thing has had another name since."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedThing:
    """Something that can be renamed: its kind, short id and name, and the short id of the franchise it belongs to.

    `label` is what a season is called without a title, such as "Season 2". `season` is the short name of the season
    of a car, `rows` are the stored ids of the car in every season it is in, and `gone` says that it is in no garage.
    """

    league: League
    kind: NameChange.Kind
    subject: str
    name: str
    franchise: str = ""
    label: str = ""
    season: str = ""
    rows: tuple[str, ...] = ()
    gone: bool = False


def find_named_thing(league: League, kind: str, subject: str) -> NamedThing:
    """The thing of that kind and short id, as it is called now. What is only in rehearsals does not count.

    A season's name is its title. Raises `Unknown`.
    """
    if kind not in Kind.values:
        raise Unknown(
            f"Nothing of the kind {kind[:40]!r} has a name: name a franchise, driver, car, league or season."
        )
    find = {
        Kind.FRANCHISE: _franchise,
        Kind.DRIVER: _driver,
        Kind.CAR: _car,
        Kind.LEAGUE: _league,
        Kind.SEASON: _season,
    }[Kind(kind)]
    thing = find(league, subject)
    if thing is None:
        raise Unknown(f"{league.name} has no {kind} {subject[:80]!r}: look at its pages again.")
    return thing


def renaming_member(thing: NamedThing, memberships: Sequence[Membership]) -> Membership:
    """The membership by which somebody may rename a thing: its owner's before a commissioner's. Raises `NotYours`."""
    for membership in memberships:
        if owns_thing(thing, membership):
            return membership
    for membership in memberships:
        if membership.league_id == thing.league.pk and membership.role == Membership.Role.COMMISSIONER:
            return membership
    if thing.franchise:
        raise NotYours(f"{thing.name} is not yours: its owner renames it, or a commissioner on their behalf.")
    raise NotYours("That is for the league's commissioners to name: ask one.")


def owns_thing(thing: NamedThing, member: Membership) -> bool:
    """Whether that membership is of the owner of the franchise that the thing is or belongs to."""
    own = f"{thing.league.pk}/{thing.franchise}"
    return bool(thing.franchise) and member.role == Membership.Role.OWNER and member.franchise_id == own


def needs_reason(thing: NamedThing, member: Membership) -> bool:
    """Whether that member renames it on behalf of somebody else, and has to say why."""
    return thing.kind not in (Kind.LEAGUE, Kind.SEASON) and not owns_thing(thing, member)


@transaction.atomic
def rename(
    *,
    league: League,
    kind: str,
    subject: str,
    name: str,
    memberships: Sequence[Membership],
    at: datetime,
    reason: str = "",
    claiming: bool = False,
) -> NameChange | None:
    """Rename a thing of the league; None if that is its name already. An empty name takes a season's title away.

    `claiming` is true for the name that comes with a seat: limits of earlier owners do not count then. Nor do they
    for a commissioner who renames what is somebody else's, so that no owner uses them up to keep a name. Of two
    people who choose the same name at once, the second is refused. Raises `Unknown`, `NotYours`, `ReasonMissing`,
    `Malformed`, `NameTaken`, `RenamedTooOften` or `RenameVetoed`.
    """
    _lock(league, kind, subject)
    thing = find_named_thing(league, kind, subject)
    member = renaming_member(thing, _reload_memberships(memberships))
    said = require_reason(reason) if needs_reason(thing, member) else ""
    if " ".join(name.split()) == thing.name:
        return None
    if thing.kind is Kind.LEAGUE:
        lock_league_names()
    untitled = thing.kind is Kind.SEASON and not name.strip()
    new = (
        ""
        if untitled
        else clean_new_name(name, kind=thing.kind, league=league.pk, subject=thing.subject, franchise=thing.franchise)
    )
    if new == thing.name:
        return None
    before = list(changes_of(thing))
    if owns_thing(thing, member):
        _refuse_vetoed(thing, new, before, at=at, lately=not claiming)
    if not (claiming or said):
        _refuse_too_often(thing, before, at=at)
    return _change_name(thing, new, member=member, at=at, reason=said)


@transaction.atomic
def undo_rename(*, league: League, change: int, member: Membership, at: datetime, reason: str) -> NameChange:
    """Give a thing the name back that it had before its last rename, as a commissioner, with a reason.

    Raises `NotYours`, `ReasonMissing`, `Malformed`, `Unknown`, `RenameStands` or, if something else has that name by
    now, `NameTaken`.
    """
    row = NameChange.objects.filter(league=league, pk=change).first()
    _lock(league, "" if row is None else row.kind, "" if row is None else row.subject)
    active = [current for current in _reload_memberships([member]) if current.league_id == league.pk]
    if not any(current.role == Membership.Role.COMMISSIONER for current in active):
        raise NotYours("Names are undone by the league's commissioners: ask one.")
    said = require_reason(reason)
    if row is None:
        raise Unknown("The league has no such rename: look at the former names again.")
    thing = find_named_thing(league, row.kind, row.subject or league.pk)
    standing = last_standing_change(list(changes_of(thing)))
    if standing is None or standing.pk != row.pk:
        raise RenameStands("That rename was undone already, or followed by another: undo the last one first.")
    if row.former:
        if thing.kind is Kind.LEAGUE:
            lock_league_names()
        _refuse_taken_former(thing, row.former)
    NameChange.objects.filter(pk=row.pk).update(undone=True)
    return _change_name(thing, row.former, member=member, at=at, reason=said, undoes=True)


def _refuse_taken_former(thing: NamedThing, former: str) -> None:
    """Raise `NameTaken` if something else has the name that would be given back."""
    try:
        refuse_taken_name(
            former, kind=thing.kind, league=thing.league.pk, subject=thing.subject, franchise=thing.franchise
        )
    except NameTaken:
        raise NameTaken(
            f"Something else has the name “{former}” by now, or one that looks like it: rename {thing.name} yourself."
        ) from None


def changes_of(thing: NamedThing) -> Sequence[NameChange]:
    """Every change of a thing's name, the newest first."""
    subject = "" if thing.kind is Kind.LEAGUE else thing.subject
    found = NameChange.objects.filter(league=thing.league, kind=thing.kind, subject=subject)
    return list(found.order_by("-pk"))


def last_standing_change(changes: Sequence[NameChange]) -> NameChange | None:
    """The rename that gave a thing its name of now, from its changes with the newest first; None if none stands."""
    return next((row for row in changes if not (row.undoes or row.undone)), None)


def require_reason(reason: str) -> str:
    """The reason without spaces around it. Raises `ReasonMissing`, or `Malformed` for one that is too long."""
    said = reason.strip()
    if not said:
        raise ReasonMissing("Renaming what belongs to somebody else is shown to everyone: give a reason.").at(
            "reason"
        )
    if len(said) > LONGEST_REASON or not is_readable(said, line_breaks=True):
        raise Malformed(f"A reason is at most {LONGEST_REASON} readable characters: write it again.").at("reason")
    return said


def _reload_memberships(memberships: Sequence[Membership]) -> list[Membership]:
    """Those memberships read again, since somebody else may have ended one before the league was locked."""
    return list(Membership.objects.filter(pk__in=[member.pk for member in memberships]).order_by("pk"))


def _lock(league: League, kind: str, subject: str) -> None:
    """Hold the names of a league until the transaction ends.

    The row of a season is locked before its league, as where the next season is opened.
    """
    if kind == Kind.SEASON:
        list(Season.objects.select_for_update(no_key=True).filter(pk=f"{league.pk}/{subject}").values_list("pk"))
    lock_league(league)


def _change_name(
    thing: NamedThing, name: str, *, member: Membership, at: datetime, reason: str, undoes: bool = False
) -> NameChange:
    id = f"{thing.league.pk}/{thing.subject}"
    match thing.kind:
        case Kind.FRANCHISE:
            Franchise.objects.filter(pk=id).update(name=name)
        case Kind.DRIVER:
            Driver.objects.filter(pk=id).update(name=name)
        case Kind.CAR:
            write_car_name(thing.rows, name)
        case Kind.SEASON:
            write_season_title(id, name)
        case Kind.LEAGUE:
            League.objects.filter(pk=thing.league.pk).update(name=name)
            thing.league.name = name
    League.objects.filter(pk=thing.league.pk).update(renamings=F("renamings") + 1)
    change = NameChange.objects.create(
        league=thing.league,
        kind=thing.kind,
        subject="" if thing.kind is Kind.LEAGUE else thing.subject,
        season=thing.season,
        former=thing.name,
        name=name,
        at=at,
        by=member.handle,
        reason=reason,
        undoes=undoes,
    )
    called = f"season {thing.subject}" if thing.kind is Kind.SEASON else thing.kind.value
    to = f"to “{name}”" if name else "to no title"
    add_league_log(
        thing.league.pk,
        actor=member.handle,
        what=UNDONE_LOG if undoes else RENAMED_LOG,
        subject=f"{called} from “{thing.name}” {to}" if thing.name else f"{called} {to}",
        at=at,
        reason=reason,
    )
    return change


def _refuse_vetoed(thing: NamedThing, name: str, before: Sequence[NameChange], *, at: datetime, lately: bool) -> None:
    """Raise `RenameVetoed` for a name that a commissioner undid, or with `lately` if one was undone a while ago."""
    if any(row.undone and skeleton(row.name) == skeleton(name) for row in before):
        raise RenameVetoed(f"A commissioner took the name “{name}” back: choose another.").at("name")
    until = max((row.at + VETO_LASTS for row in before if row.undoes), default=None)
    if lately and until is not None and until > at:
        raise RenameVetoed(
            f"A commissioner gave {thing.name} its former name back: you can rename it from "
            f"{write_time(until, current_zones())} on."
        ).at("name")


def _refuse_too_often(thing: NamedThing, before: Sequence[NameChange], *, at: datetime) -> None:
    lately = [row.at for row in before if not row.undoes and row.at > at - CHANGES_WITHIN]
    if len(lately) >= MOST_CHANGES:
        again = sorted(lately)[-MOST_CHANGES] + CHANGES_WITHIN
        called = thing.label or thing.name
        raise RenamedTooOften(
            f"{called} was renamed {MOST_CHANGES} times in {CHANGES_WITHIN.days} days: it can be renamed from "
            f"{write_time(again, current_zones())} on."
        ).at("name")


def _franchise(league: League, subject: str) -> NamedThing | None:
    played = FranchiseSeason.objects.filter(identity=f"{league.pk}/{subject}", season__forked_from="")
    name = played.values_list("identity__name", flat=True).first()
    if name is None:
        return None
    return NamedThing(league=league, kind=Kind.FRANCHISE, subject=subject, name=name, franchise=subject)


def _driver(league: League, subject: str) -> NamedThing | None:
    sheets = Sheet.objects.filter(person=f"{league.pk}/{subject}", season__forked_from="").order_by("-season__number")
    sheet = sheets.select_related("person", "season").first()
    if sheet is None:
        return None
    newest = Season.objects.filter(league=league, forked_from="").order_by("-number", "-opened_at", "-pk").first()
    hired = Contract.objects.filter(sheet=sheet.pk, season=newest).values_list("franchise_id", flat=True).first()
    franchise = (hired or "").rsplit("/", 1)[-1]
    return NamedThing(league=league, kind=Kind.DRIVER, subject=subject, name=sheet.person.name, franchise=franchise)


def _car(league: League, subject: str) -> NamedThing | None:
    """The car of the newest season it is in, with the earlier seasons in which it has the same name."""
    seasons = Season.objects.filter(league=league, forked_from="").values_list("pk", flat=True)
    ids = [f"{season}/{subject}" for season in seasons]
    cars = list(Car.objects.filter(pk__in=ids).select_related("season").order_by("-season__number"))
    if not cars:
        return None
    car = cars[0]
    return NamedThing(
        league=league,
        kind=Kind.CAR,
        subject=subject,
        name=car.name or subject,
        franchise=car.franchise_id.rsplit("/", 1)[-1],
        season=car.season.name,
        rows=tuple(row.pk for row in cars if row.name == car.name),
        gone=car.phase != "garage",
    )


def _league(league: League, subject: str) -> NamedThing | None:
    row = League.objects.get(pk=league.pk)
    return NamedThing(league=row, kind=Kind.LEAGUE, subject=row.pk, name=row.name) if subject == row.pk else None


def _season(league: League, subject: str) -> NamedThing | None:
    row = Season.objects.filter(pk=f"{league.pk}/{subject}", forked_from="").first()
    if row is None:
        return None
    return NamedThing(league=league, kind=Kind.SEASON, subject=subject, name=row.title, label=f"Season {row.number}")
