"""Leagues and who belongs to them: founded and joined outside any season, noted in the league's log."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet

from league.access import NotYours, league_gone, refuse_read_only
from league.models import DeletedLeague, Invitation, League, LeagueLog, Membership, Season
from league.models.leagues import new_handle
from rules.campaign.core import state
from rules.core.refusals import Refusal
from rules.core.terms import validate_id

FORMER_ROLE, SPECTATOR_ROLE = Membership.Role.FORMER, Membership.Role.SPECTATOR
LONGEST_SUBJECT = 250
ID_REST = timedelta(days=365)
"""How long the id of a deleted league is not given to a new one."""


class LeagueStands(Refusal):
    """A league with that id already exists."""


class SeatTaken(Refusal):
    """The person already has that role, or all the franchises they may, or the franchise has an owner (DM-C-059)."""


class MemberAlready(Refusal):
    """The person who would become a spectator already belongs to the league."""


@transaction.atomic
def found_league(*, id: str, name: str, public: bool, commissioner: Any, at: datetime, handle: str = "") -> League:
    """Found a league with its first commissioner. Raises `LeagueStands` when the id is taken.

    So it is for a year after a league of that id was deleted.
    """
    validate_id(id, thing="league")
    if is_id_taken(id, at=at):
        raise LeagueStands(f"There is a league {id} already, or was until lately: choose another id.")
    DeletedLeague.objects.filter(pk=id).delete()
    league = League.objects.create(pk=id, name=name or id, public=public, founded_at=at)
    member = join(league=league, user=commissioner, role=Membership.Role.COMMISSIONER, actor="", at=at, handle=handle)
    add_league_log(league.pk, actor=member.handle, what="founded", subject=league.name, at=at)
    return league


def is_id_taken(id: str, *, at: datetime) -> bool:
    """Whether a league has that id, or had it until it was deleted less than a year ago."""
    lately = DeletedLeague.objects.filter(pk=id, deleted_at__gt=at - ID_REST)
    return League.objects.filter(pk=id).exists() or lately.exists()


@transaction.atomic
def join(
    *,
    league: League,
    user: Any,
    role: str,
    actor: str,
    at: datetime,
    franchise: str | None = None,
    handle: str = "",
    reason: str = "",
    read_only_too: bool = False,
) -> Membership:
    """Make a person a member of a league. `franchise` is the id of the franchise an owner runs.

    With `read_only_too` so in one that is archived or will be deleted, which the operator may do.
    The open invitations to that franchise are revoked. Who only watched it goes on under the handle they have,
    where no other is given. Raises `SeatTaken` when the person has that role already, owns as many franchises as the
    season lets them, or the franchise has an owner (DM-C-059), and `MemberAlready` for a spectator who has a role.
    """
    lock_league(league, read_only_too=read_only_too)
    current = members_of(league).filter(user=user)
    _refuse_taken(league, user, current, role=role, franchise=franchise)
    watching = None if handle else current.filter(role=SPECTATOR_ROLE).first()
    member = watching or Membership(league=league, user=user, handle=handle or new_handle())
    member.role = role
    member.franchise_id = f"{league.pk}/{franchise}" if franchise else None
    member.save()
    if member.franchise_id:
        still_open = Invitation.objects.filter(franchise_id=member.franchise_id, revoked_at=None, used__lt=F("uses"))
        still_open.update(revoked_at=at)
    as_what = f"{member.handle} as {role}" + (f" of {franchise}" if franchise else "")
    add_league_log(league.pk, actor=actor or member.handle, what="joined", subject=as_what, at=at, reason=reason)
    return member


def _refuse_taken(
    league: League, user: Any, current: QuerySet[Membership], *, role: str, franchise: str | None
) -> None:
    if role == SPECTATOR_ROLE and current.exclude(role=SPECTATOR_ROLE).exists():
        raise MemberAlready(f"{user.get_username()} belongs to {league.pk} already and sees all a spectator sees.")
    in_role = current.filter(role=role)
    if not franchise and in_role.exists():
        raise SeatTaken(f"{user.get_username()} is {role} of {league.pk} already.")
    allowed = max_franchises_per_player(league)
    if franchise and in_role.count() >= allowed:
        raise SeatTaken(
            f"{user.get_username()} is owner of {league.pk} already, and a player may run {allowed} "
            f"franchise{'s' if allowed > 1 else ''} here: find another owner for {franchise}."
        )
    if franchise and Membership.objects.filter(franchise_id=f"{league.pk}/{franchise}").exists():
        raise SeatTaken(f"{franchise} has an owner already: hand it over instead.")


def members_of(league: League) -> QuerySet[Membership]:
    """The memberships of a league by which somebody has a part in it now."""
    return Membership.objects.filter(league=league).exclude(role=FORMER_ROLE)


def lock_league(league: League, *, read_only_too: bool = False) -> League:
    """Hold a league against others who change its people, until the transaction ends; as it is now.

    Raises `LeagueGone`, and unless `read_only_too` `LeagueReadOnly` for one that is archived or will be deleted.
    """
    row = League.objects.select_for_update(no_key=True).filter(pk=league.pk).first()
    if row is None:
        gone = DeletedLeague.objects.filter(pk=league.pk).values_list("deleted_at", flat=True).first()
        raise league_gone(gone or league.founded_at)
    if row.gone_at is not None or not read_only_too:
        refuse_read_only(row)
    return row


def add_league_log(league: str, *, actor: str, what: str, subject: str, at: datetime, reason: str = "") -> None:
    """Write a line into a league's log."""
    LeagueLog.objects.create(
        league_id=league, at=at, actor=actor, what=what, subject=subject[:LONGEST_SUBJECT], reason=reason
    )


def runs_league(league: str, member: Membership) -> bool:
    """Whether that membership runs the league of that id by now. Hold it, so that nobody ends that meanwhile."""
    return Membership.objects.filter(pk=member.pk, league=league, role=Membership.Role.COMMISSIONER).exists()


def refuse_non_commissioner(league: League, member: Membership) -> None:
    """Raise `NotYours` unless that membership runs the league by now, whatever it was when it was read.

    Hold the league before, so that nobody ends it meanwhile.
    """
    if not runs_league(league.pk, member):
        raise NotYours(f"Who belongs to {league.name} is for its commissioners to say: ask one.")


def max_franchises_per_player(league: League) -> int:
    """How many franchises one player may run in a league, by its newest season (DM-C-059)."""
    newest = Season.objects.filter(league=league, forked_from="").order_by("-number", "-opened_at", "-pk").first()
    played = state.Season(switches=dict(newest.switches) if newest is not None else {})
    return played.number_setting("league.franchises_per_player")
