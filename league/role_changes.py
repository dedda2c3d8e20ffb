"""Who has which part in a league, changed: appointed, handed over, taken back, removed, left. Never without a reason.

What a commissioner does to somebody else is noted in the league's log with why (HOUSE-007). A seat that loses its
owner keeps everything; its standing orders answer for it. Who ends a membership keeps its handle.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction

from league.access import ReasonMissing
from league.invitations import refuse_unclaimable
from league.membership import (
    FORMER_ROLE,
    SPECTATOR_ROLE,
    add_league_log,
    join,
    lock_league,
    members_of,
    refuse_non_commissioner,
)
from league.models import Calendar, FeedKey, Invitation, League, Membership
from rules.core.readable_text import is_readable
from rules.core.refusals import Malformed, Refusal, Unknown

LONGEST_REASON = 1000
LONGEST_USER = 60
COMMISSIONER_ROLE, OWNER_ROLE = Membership.Role.COMMISSIONER, Membership.Role.OWNER


class LastCommissioner(Refusal):
    """The league would be left without a commissioner."""


class NotAlone(Refusal):
    """The league has other members, so that it is not one person's to close."""


class NotMember(Refusal):
    """The person is not a member of the league, or there is no role of that kind to end or hand over."""


class OwnAlready(Refusal):
    """The person already owns the franchise that was to be handed to them."""


class RealPerson(Refusal):
    """The person can log in, so they cannot be added as a made-up person; they join by invitation."""


@transaction.atomic
def seat_test_user(league: League, name: str, *, role: str, franchise: str, actor: str, at: datetime) -> Any:
    """The made-up person of that name, who cannot log in, with that part in the league; twice is once.

    Only for a server on which programs are tried. Raises `RealPerson`, `Malformed`, `Unknown` or `SeatTaken`.
    """
    if not 1 <= len(name) <= LONGEST_USER or not name.isprintable() or bool(franchise) is not (role == OWNER_ROLE):
        raise Malformed(f"Seat an owner of a franchise, or a spectator, by 1 to {LONGEST_USER} characters.")
    user, new = get_user_model()._default_manager.get_or_create(username=name)
    if new:
        user.set_unusable_password()
        user.save()
    if user.has_usable_password():
        raise RealPerson(f"{name[:40]} can log in here, and joins by invitation: make somebody up.")
    if not members_of(league).filter(user=user, role=role, franchise_id=_franchise_id(league, franchise)).exists():
        if franchise:
            refuse_unclaimable(league, franchise)
        join(league=league, user=user, role=role, franchise=franchise or None, actor=actor, at=at)
    return user


def _franchise_id(league: League, franchise: str) -> str | None:
    return f"{league.pk}/{franchise}" if franchise else None


@transaction.atomic
def appoint(*, league: League, user: Any, by: Membership, at: datetime, reason: str) -> Membership:
    """Make a member a commissioner too. Raises `NotYours`, `ReasonMissing`, `NotMember` or `SeatTaken`."""
    reason = _require_commissioner_and_reason(league, by, reason)
    _refuse_non_member(league, user)
    return join(league=league, user=user, role=COMMISSIONER_ROLE, actor=by.handle, at=at, reason=reason)


@transaction.atomic
def hand_over(*, league: League, franchise: str, user: Any, by: Membership, at: datetime, reason: str) -> Membership:
    """Give a franchise to another member, while they may run one more (DM-C-059); who owned it stays in the league.

    Raises `NotYours`, `ReasonMissing`, `NotMember`, `OwnAlready` or `SeatTaken`.
    """
    reason = _require_commissioner_and_reason(league, by, reason)
    _refuse_non_member(league, user)
    owner = members_of(league).filter(franchise_id=f"{league.pk}/{franchise}").first()
    if owner is None:
        raise NotMember(f"Nobody owns {franchise[:60]} now: give it instead.")
    if owner.user_id == user.pk:
        raise OwnAlready(f"{franchise} is that person's already: choose another.")
    _end_membership(owner)
    member = join(league=league, user=user, role=OWNER_ROLE, franchise=franchise, actor=by.handle, at=at)
    subject = f"{franchise} from {owner.handle} to {member.handle}"
    add_league_log(league.pk, actor=by.handle, what="handed over", subject=subject, at=at, reason=reason)
    return member


@transaction.atomic
def give_franchise(
    *, league: League, franchise: str, user: Any, by: Membership, at: datetime, reason: str
) -> Membership:
    """Give a member a franchise that nobody owns.

    Raises `NotYours`, `ReasonMissing`, `NotMember`, or `SeatTaken` for one who runs as many as they may (DM-C-059).
    """
    reason = _require_commissioner_and_reason(league, by, reason)
    _refuse_non_member(league, user)
    refuse_unclaimable(league, franchise)
    return join(league=league, user=user, role=OWNER_ROLE, franchise=franchise, actor=by.handle, at=at, reason=reason)


@transaction.atomic
def end_role(*, member: Membership, by: Membership, at: datetime, reason: str) -> None:
    """End one part a person has: an owner's franchise runs on standing orders. Who has no other part watches.

    Raises `NotYours`, `ReasonMissing`, `NotMember` or `LastCommissioner`.
    """
    league = member.league
    reason = _require_commissioner_and_reason(league, by, reason)
    member = _reload_active(member)
    if member.role == SPECTATOR_ROLE:
        raise NotMember("A spectator has no other role to go back to: remove them from the league instead.")
    _refuse_leaving_no_commissioner(league, [member])
    action = "owner removed" if member.role == OWNER_ROLE else "commissioner removed"
    subject = member.handle + (f" of {member.franchise_id.split('/')[-1]}" if member.franchise_id else "")
    _end_membership(member)
    add_league_log(league.pk, actor=by.handle, what=action, subject=subject, at=at, reason=reason)


@transaction.atomic
def remove(*, league: League, user: Any, by: Membership, at: datetime, reason: str) -> None:
    """Take a person out of the league, in every part they have, also while it can only be read.

    Raises as `end_role` does.
    """
    reason = _require_commissioner_and_reason(league, by, reason, read_only_too=True)
    _refuse_non_member(league, user)
    memberships = _end_memberships_unless_last(league, user)
    add_league_log(league.pk, actor=by.handle, what="removed", subject=memberships[0].handle, at=at, reason=reason)


@transaction.atomic
def leave(*, league: League, user: Any, at: datetime) -> None:
    """Leave a league, in every part one has; an archived one too. Raises `NotMember` or `LastCommissioner`."""
    league = lock_league(league, read_only_too=True)
    _refuse_non_member(league, user)
    memberships = _end_memberships_unless_last(league, user)
    add_league_log(league.pk, actor=memberships[0].handle, what="left", subject=memberships[0].handle, at=at)


@transaction.atomic
def close_league(*, league: League, by: Membership, at: datetime) -> None:
    """Close a league that nobody else belongs to: its invitations are taken back, and nobody can read it any more.

    Its seasons stay as they are, for the person who runs the server. Raises `NotYours` or `NotAlone`.
    """
    lock_league(league, read_only_too=True)
    refuse_non_commissioner(league, _reload_active(by))
    if members_of(league).exclude(user=by.user_id).exists():
        raise NotAlone(f"{league.name} has other members: appoint one of them commissioner, and leave it to them.")
    Invitation.objects.filter(league=league, revoked_at=None).update(revoked_at=at)
    Calendar.objects.filter(league=league).update(unattended=False)
    League.objects.filter(pk=league.pk).update(public=False)
    add_league_log(league.pk, actor=by.handle, what="closed", subject="", at=at)
    end_memberships(league, by.user)


@transaction.atomic
def set_public(*, league: League, public: bool, by: Membership, at: datetime) -> bool:
    """Let everybody read a league, or its members alone; False where it was so already. Raises `NotYours`.

    A league that is archived or will be deleted can be hidden and shown too.
    """
    lock_league(league, read_only_too=True)
    refuse_non_commissioner(league, by)
    if not League.objects.filter(pk=league.pk, public=not public).update(public=public):
        return False
    league.public = public
    add_league_log(
        league.pk, actor=by.handle, what="shown", subject="to everybody" if public else "to members only", at=at
    )
    return True


def end_commissioner(member: Membership, *, by: str, at: datetime, reason: str) -> None:
    """End a commissioner's role in favor of somebody who has it now. The caller holds the league."""
    _end_membership(member)
    add_league_log(
        member.league_id, actor=by, what="commissioner removed", subject=member.handle, at=at, reason=reason
    )


def refuse_last_commissioner(league: League, user: Any) -> None:
    """Raise `LastCommissioner` where a person is the only one who runs a league that can still change."""
    _refuse_leaving_no_commissioner(league, list(members_of(league).filter(user=user)))


def end_memberships(league: League, user: Any) -> list[Membership]:
    """End every membership a person has in a league, and their feed key. The caller holds the league and notes it.

    Offers to or from them to hand the league over are withdrawn by that.
    """
    memberships = list(members_of(league).filter(user=user).order_by("pk"))
    for member in memberships:
        member.role, member.franchise = FORMER_ROLE, None
        member.save()
    FeedKey.objects.filter(league=league, user=user).delete()
    return memberships


def _end_memberships_unless_last(league: League, user: Any) -> list[Membership]:
    refuse_last_commissioner(league, user)
    return end_memberships(league, user)


def _require_commissioner_and_reason(
    league: League, by: Membership, reason: str, *, read_only_too: bool = False
) -> str:
    """The reason, of a commissioner who may act, with the league held."""
    lock_league(league, read_only_too=read_only_too)
    refuse_non_commissioner(league, _reload_active(by))
    reason = " ".join(reason.split())
    if not reason:
        raise ReasonMissing("What is done to a member is shown to all of them: give a reason.")
    if len(reason) > LONGEST_REASON or not is_readable(reason):
        raise Malformed(f"A reason has at most {LONGEST_REASON} characters, none of them invisible: write it again.")
    return reason


def _reload_active(member: Membership) -> Membership:
    """A membership as it stands now that its league is held."""
    current = Membership.objects.filter(pk=member.pk).exclude(role=FORMER_ROLE).first()
    if current is None:
        raise NotMember("That membership has ended in the meantime: look at the page again.")
    return current


def _refuse_non_member(league: League, user: Any) -> None:
    if user is None:
        raise Unknown("Name a member of the league: choose one from the list.")
    if not members_of(league).filter(user=user).exists():
        raise NotMember(f"That person has no part in {league.name}: invite them first.")


def _refuse_leaving_no_commissioner(league: League, ending: list[Membership]) -> None:
    if not any(member.role == COMMISSIONER_ROLE for member in ending):
        return
    if League.objects.get(pk=league.pk).is_read_only:  # as it is now: the caller holds it
        return
    others = members_of(league).filter(role=COMMISSIONER_ROLE).exclude(pk__in=[member.pk for member in ending])
    if not others.filter(user__is_active=True).exists():
        raise LastCommissioner(
            f"{league.name} would have no commissioner: first hand it over to a member, archive it, or delete it."
        )


def _end_membership(member: Membership) -> None:
    """End a membership; who has no other in the league becomes a spectator by it."""
    others = members_of(member.league).filter(user=member.user_id).exclude(pk=member.pk)
    member.role, member.franchise = (FORMER_ROLE if others.exists() else SPECTATOR_ROLE), None
    member.save()
