"""Invitations: links a commissioner hands out, by which people join a league. Only a token's hash is kept."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet

from franchises.models import Franchise, FranchiseSeason
from league.access import refuse_read_only
from league.membership import (
    MemberAlready,
    SeatTaken,
    add_league_log,
    join,
    lock_league,
    max_franchises_per_player,
    members_of,
    refuse_non_commissioner,
)
from league.models import Invitation, League, Membership, NameChange, Season
from league.name_checks import clean_new_name
from league.renaming import rename
from league.secret_digest import secret_digest
from league.times import DAY, current_zones, format_time
from rules.core.refusals import Malformed, Refusal, Unknown

ROLES = (Membership.Role.OWNER, Membership.Role.SPECTATOR, Membership.Role.COMMISSIONER)
OWNER_ROLE, SPECTATOR_ROLE = Membership.Role.OWNER, Membership.Role.SPECTATOR
LONGEST_DAYS, MOST_USES = 90, 100
DAYS = 14
"""How long an invitation is good for where nothing else is said."""


class InvitationUnknown(Refusal):
    """The token in the link does not belong to any invitation."""


class InvitationRevoked(Refusal):
    """A commissioner has revoked the invitation."""


class InvitationExpired(Refusal):
    """The invitation has expired."""


class InvitationUsed(Refusal):
    """The invitation has been used as many times as it allows."""


def free_franchises(league: League) -> QuerySet[Franchise]:
    """The franchises of a league's newest season that nobody owns and that have not folded, by name."""
    newest = (
        Season.objects.filter(league=league, forked_from="").order_by("-number", "-opened_at", "-pk").values("pk")[:1]
    )
    standing = FranchiseSeason.objects.filter(season__in=newest, folded=False).values("identity")
    owned = Membership.objects.filter(league=league, franchise__isnull=False).values("franchise")
    return Franchise.objects.filter(pk__in=standing).exclude(pk__in=owned).order_by("name", "pk")


@transaction.atomic
def invite(
    *,
    league: League,
    by: Membership,
    role: str,
    at: datetime,
    franchise: str = "",
    days: int = DAYS,
    uses: int = 1,
) -> tuple[Invitation, str]:
    """Make an invitation, and the token of its link, which is told here and never again.

    `franchise` is the one an owner is to run; it is used once. Raises `NotYours`, `Malformed`, `Unknown` or
    `SeatTaken`.
    """
    lock_league(league)
    refuse_non_commissioner(league, by)
    if role not in ROLES:
        raise Malformed("People are invited as owner, spectator or commissioner: choose one of them.")
    if not 1 <= days <= LONGEST_DAYS:
        raise Malformed(
            f"An invitation is valid for 1 to {LONGEST_DAYS} days: choose a number of days in this range."
        )
    if not 1 <= uses <= MOST_USES:
        raise Malformed(f"An invitation is for 1 to {MOST_USES} people: choose a number in this range.")
    if franchise:
        if role != OWNER_ROLE:
            raise Malformed("Only an owner is invited to a franchise: leave the franchise out, or invite an owner.")
        refuse_unclaimable(league, franchise)
        uses = 1
    token = secrets.token_urlsafe(24)
    invitation = Invitation.objects.create(
        league=league,
        digest=secret_digest(token),
        role=role,
        franchise_id=f"{league.pk}/{franchise}" if franchise else None,
        made_at=at,
        made_by=by.handle,
        expires_at=at + timedelta(days=days),
        uses=uses,
    )
    subject = f"{uses} {'person' if uses == 1 else 'people'} as {role}" + (f" of {franchise}" if franchise else "")
    add_league_log(league.pk, actor=by.handle, what="invited", subject=subject, at=at)
    return invitation, token


@transaction.atomic
def revoke_invitation(*, league: League, invitation: int, by: Membership, at: datetime) -> None:
    """Take an invitation of the league back, also while the league can only be read.

    Raises `NotYours`, or `Unknown` for one that is not open there.
    """
    lock_league(league, read_only_too=True)
    refuse_non_commissioner(league, by)
    open_now = Invitation.objects.filter(league=league, pk=invitation, revoked_at=None)
    if not open_now.update(revoked_at=at):
        raise Unknown("This league has no such open invitation: look at the list again.")
    add_league_log(league.pk, actor=by.handle, what="invitation revoked", subject=f"number {invitation}", at=at)


def open_invitations(league: League, *, at: datetime) -> QuerySet[Invitation]:
    """The invitations of a league that still let somebody in, the newest first."""
    found = Invitation.objects.filter(league=league, revoked_at=None, expires_at__gt=at, used__lt=F("uses"))
    return found.select_related("franchise").order_by("-made_at", "-pk")


def invitation_from_token(token: str) -> Invitation:
    """The invitation of a link, whether it still lets somebody in or not. Raises `InvitationUnknown`."""
    found = Invitation.objects.filter(digest=secret_digest(token)).select_related("league", "franchise").first()
    if found is None:
        raise InvitationUnknown("This link is not an invitation: look whether all of it was copied.")
    return found


def refuse_ended_invitation(invitation: Invitation, *, at: datetime) -> None:
    """Raise `InvitationUsed`, `SeatTaken`, `InvitationRevoked` or `InvitationExpired` if it lets nobody in any more.

    `SeatTaken` comes before `InvitationRevoked`: claiming a seat revokes the other links to it. Raises
    `LeagueReadOnly` or `LeagueGone` where the league lets nobody in.
    """
    refuse_read_only(invitation.league)
    ask = f"Ask a commissioner of {invitation.league.name} for a new link."
    if invitation.used >= invitation.uses:
        raise InvitationUsed(f"This invitation has been used. {ask}")
    seat = invitation.franchise
    if seat is not None and not free_franchises(invitation.league).filter(pk=seat.pk).exists():
        owned = Membership.objects.filter(franchise=seat).exists()
        gone = "has an owner now: this seat has been taken" if owned else "takes no owner: it has folded"
        raise SeatTaken(f"{seat.name} {gone}. Ask a commissioner of {invitation.league.name} for another franchise.")
    if invitation.revoked_at is not None:
        raise InvitationRevoked(f"This invitation was taken back. {ask}")
    if invitation.expires_at <= at:
        day = format_time(invitation.expires_at, current_zones().display_zone, DAY)
        raise InvitationExpired(f"This invitation was valid until {day}. {ask}")


def refuse_existing_role(invitation: Invitation, memberships: Sequence[Membership]) -> None:
    """Raise `SeatTaken` or `MemberAlready` for somebody who has what the invitation would give them (DM-C-059)."""
    league, roles = invitation.league, [membership.role for membership in memberships]
    if invitation.role == SPECTATOR_ROLE and roles:
        raise MemberAlready(f"You belong to {league.name} already.")
    if invitation.franchise and invitation.franchise_id in [membership.franchise_id for membership in memberships]:
        raise SeatTaken(f"You own {invitation.franchise.name} already.")
    if invitation.role == OWNER_ROLE and (owned := roles.count(OWNER_ROLE)):
        allowed = max_franchises_per_player(league)
        if owned >= allowed and not invitation.franchise:
            names = [membership.franchise.name for membership in memberships if membership.franchise]
            raise SeatTaken(f"You own {' and '.join(names)} already, and a player may run {allowed} here.")
        if owned >= allowed:
            raise SeatTaken(
                f"You run a franchise of {league.name} already, and a player may run {allowed} here: leave this one "
                "to somebody else."
            )
    elif invitation.role in roles:
        raise SeatTaken(f"You are {invitation.role} of {league.name} already.")


@transaction.atomic
def accept_invitation(*, token: str, user: Any, at: datetime, franchise: str = "", name: str = "") -> Membership:
    """Join by an invitation. An owner's that names no franchise needs the one they chose.

    With a `name` the new owner renames the franchise; nobody joins if it cannot have that name. Of two people at once
    the second is told that it was used, or that the franchise is taken. Raises as `invitation_from_token`,
    `refuse_existing_role` and `refuse_ended_invitation` do, `SeatTaken` or `Unknown` for a franchise that cannot be
    had, and as `rename` does.
    """
    lock_league(invitation_from_token(token).league)
    invitation = invitation_from_token(token)
    league = invitation.league
    refuse_existing_role(invitation, list(members_of(league).filter(user=user)))
    refuse_ended_invitation(invitation, at=at)
    chosen = chosen_franchise(invitation, franchise)
    Invitation.objects.filter(pk=invitation.pk).update(used=F("used") + 1)
    member = join(league=league, user=user, role=invitation.role, franchise=chosen or None, actor="", at=at)
    if chosen and name.strip():
        claimed: dict[str, Any] = {"kind": NameChange.Kind.FRANCHISE, "subject": chosen, "claiming": True}
        if rename(league=league, name=name, memberships=[member], at=at, **claimed) is not None:
            member = Membership.objects.select_related("league", "franchise").get(pk=member.pk)
    return member


def refuse_unfit_name(league: League, franchise: str, name: str) -> None:
    """Raise `Malformed` or `NameTaken` for a name that a franchise could not be given by its new owner.

    An empty name, and the one the franchise has, are fine.
    """
    present = Franchise.objects.filter(pk=f"{league.pk}/{franchise}").values_list("name", flat=True).first()
    if franchise and name.strip() and name.strip() != present:
        clean_new_name(name, kind=NameChange.Kind.FRANCHISE, league=league.pk, subject=franchise)


def chosen_franchise(invitation: Invitation, franchise: str) -> str:
    """The short id of the franchise that an invitation gives: its own, or for any that is free the one chosen.

    "" if it gives none. Raises `Malformed`, `Unknown` or `SeatTaken` for one that cannot be had.
    """
    if invitation.role != OWNER_ROLE:
        return ""
    chosen = invitation.franchise_id.split("/")[-1] if invitation.franchise_id else franchise
    refuse_unclaimable(invitation.league, chosen)
    return chosen


def refuse_unclaimable(league: League, franchise: str) -> None:
    """Raise `Malformed`, `Unknown` or `SeatTaken` for a franchise that nobody can claim."""
    if not franchise:
        raise Malformed("Choose the franchise you want to run.")
    if free_franchises(league).filter(pk=f"{league.pk}/{franchise}").exists():
        return
    found = Franchise.objects.filter(pk=f"{league.pk}/{franchise}").first()
    if found is None:
        raise Unknown("This league has no such franchise: choose one from the list.")
    raise SeatTaken(f"{found.name} has an owner, or has folded: choose another franchise.")
