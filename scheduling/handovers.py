"""Handing a league over: a commissioner offers it to a member, who accepts or declines."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from jobs.sweeper import register_sweep
from league.accounts import display_name
from league.membership import add_league_log, join, lock_league, members_of
from league.models import HandoverOffer, League, Membership, Notice
from league.role_changes import COMMISSIONER_ROLE, end_commissioner
from league.times import DAY, current_zones, write_time
from rules.core.refusals import Refusal, Unknown
from scheduling.calendar import calendar_of, time_arguments
from scheduling.league_life import clean_reason, lock_for_commissioner
from scheduling.notices.mail import notify_and_mail
from sql.short_transactions import update_in_pieces

OFFER_LASTS = timedelta(days=14)
State = HandoverOffer.State


class HandoverOpen(Refusal):
    """The league was offered to that member already, and they have not answered yet."""


class HandoverEnded(Refusal):
    """The offer was answered, withdrawn or has expired."""


class RunsItAlready(Refusal):
    """The member is a commissioner of the league already."""


@transaction.atomic
def offer_handover(
    *, league: League, by: Membership, to: Membership | None, steps_down: bool, at: datetime, note: str = ""
) -> HandoverOffer:
    """Offer a member to run the league, instead of the giver if they step down by it, else beside them.

    Raises `NotYours`, `NotMember`, `Unknown`, `Malformed`, `LeagueReadOnly`, `RunsItAlready` or `HandoverOpen`.
    """
    row = lock_for_commissioner(league, by)
    lock_league(row)
    taker = None if to is None else members_of(row).filter(pk=to.pk, user__is_active=True).first()
    if taker is None:
        raise Unknown("Name a member of the league: choose one from the list.")
    if members_of(row).filter(user=taker.user_id, role=COMMISSIONER_ROLE).exists():
        raise RunsItAlready(
            f"{display_name(taker.user)} runs {row.name} already: you can step down without an offer."
        )
    _expire(HandoverOffer.objects.filter(league=row), at=at)
    to_person = HandoverOffer.objects.filter(league=row, state=State.OPEN, giver=by, taker__user=taker.user_id)
    if to_person.exists():
        raise HandoverOpen(f"{display_name(taker.user)} has not answered your offer yet: withdraw it to change it.")
    offer = HandoverOffer.objects.create(
        league=row,
        giver=by,
        taker=taker,
        steps_down=steps_down,
        note=clean_reason(note),
        offered_at=at,
        expires_at=at + OFFER_LASTS,
    )
    subject = f"{taker.handle}, {'stepping down' if steps_down else 'staying'}"
    add_league_log(row.pk, actor=by.handle, what="handover offered", subject=subject, at=at, reason=offer.note)
    notify_and_mail(
        [taker],
        about="handover_offered",
        key=f"handover_offered/{offer.pk}",
        at=at,
        arguments={
            "league": row.name,
            "giver": display_name(by.user),
            "how": "in their place" if steps_down else "with them",
            **time_arguments(calendar_of(row.pk), offer.expires_at),
            "said": offer.note,
        },
    )
    return offer


@transaction.atomic
def answer_handover(*, league: League, offer: int, user: int, accepts: bool, at: datetime) -> HandoverOffer:
    """Accept or decline an offer, as the member it was made to. It can be declined while the league is read-only.

    Raises `LeagueReadOnly`, `Unknown`, or `HandoverEnded`, also if the giver no longer runs the league.
    """
    row = lock_league(league, read_only_too=not accepts)
    found = _lock_offer(row, offer)
    if found.taker.user_id != user:
        raise Unknown("There is no such offer to you: look at the page again.")
    _refuse_ended(found, at=at)
    giver = members_of(row).filter(pk=found.giver_id, role=COMMISSIONER_ROLE).first()
    if giver is None or not members_of(row).filter(user=user).exists():
        raise HandoverEnded(f"The commissioner who made the offer no longer runs {row.name}: ask another one.")
    if accepts:
        _take_over(row, found, giver, at=at)
    _end(found, State.ACCEPTED if accepts else State.DECLINED, at=at)
    action = "handover accepted" if accepts else "handover declined"
    add_league_log(row.pk, actor=found.taker.handle, what=action, subject=giver.handle, at=at)
    about = "handover_accepted" if accepts else "handover_declined"
    arguments = {"league": row.name, "taker": display_name(found.taker.user)}
    if accepts and found.steps_down:
        arguments["then"] = "You are no commissioner any more."
    elif accepts:
        arguments["then"] = "You run it together."
    told = giver  # one who stepped down is told as the owner they still are
    if accepts and found.steps_down:
        told = members_of(row).filter(user=giver.user_id).order_by("pk").first() or giver
    notify_and_mail([told], about=about, key=f"{about}/{found.pk}", at=at, arguments=arguments)
    return found


@transaction.atomic
def withdraw_handover(*, league: League, offer: int, by: Membership, at: datetime) -> HandoverOffer:
    """Withdraw an open offer, one's own or another's. Raises `NotYours`, `Unknown` or `HandoverEnded`."""
    row = lock_for_commissioner(league, by)
    found = _lock_offer(row, offer)
    _refuse_ended(found, at=at)
    _end(found, State.WITHDRAWN, at=at)
    add_league_log(row.pk, actor=by.handle, what="handover withdrawn", subject=found.taker.handle, at=at)
    return found


def open_handovers(league: League, *, at: datetime) -> QuerySet[HandoverOffer]:
    """The offers that wait for an answer, of and to people who still belong to the league; the newest first."""
    current = members_of(league)
    found = HandoverOffer.objects.filter(league=league, state=State.OPEN, expires_at__gt=at)
    found = found.filter(giver__in=current.filter(role=COMMISSIONER_ROLE), taker__user__in=current.values("user"))
    return found.select_related("giver__user", "taker__user").order_by("-offered_at", "-pk")


@register_sweep
def expire_handovers(at: datetime) -> None:
    """Mark offers that nobody answered in time, or whose people have left."""
    _expire(HandoverOffer.objects.all(), at=at)


def _expire(offers: QuerySet[HandoverOffer], *, at: datetime) -> None:
    waiting = offers.filter(state=State.OPEN)
    update_in_pieces(waiting.filter(expires_at__lte=at), state=State.EXPIRED, ended_at=at)
    left = waiting.exclude(giver__role=COMMISSIONER_ROLE) | waiting.filter(taker__role=Membership.Role.FORMER)
    update_in_pieces(left, state=State.WITHDRAWN, ended_at=at)


def _take_over(league: League, offer: HandoverOffer, giver: Membership, *, at: datetime) -> None:
    """Make the taker a commissioner, unless another offer did, and end the giver's role if they step down by it."""
    taker, user = offer.taker, offer.taker.user
    if not members_of(league).filter(user=user, role=COMMISSIONER_ROLE).exists():
        join(league=league, user=user, role=COMMISSIONER_ROLE, actor=giver.handle, at=at, reason=offer.note)
    if offer.steps_down:
        others = HandoverOffer.objects.filter(league=league, giver=giver, state=State.OPEN).exclude(pk=offer.pk)
        others.update(state=State.WITHDRAWN, ended_at=at)
        end_commissioner(giver, by=taker.handle, at=at, reason=offer.note)


def _lock_offer(league: League, offer: int) -> HandoverOffer:
    found = HandoverOffer.objects.select_related("giver__user", "taker__user").filter(league=league, pk=offer).first()
    if found is None:
        raise Unknown("There is no such offer: look at the page again.")
    return found


def _refuse_ended(offer: HandoverOffer, *, at: datetime) -> None:
    if offer.state != State.OPEN:
        raise HandoverEnded(f"That offer was {offer.state} already: look at the page again.")
    if offer.expires_at <= at:
        raise HandoverEnded(
            f"That offer was open until {write_time(offer.expires_at, current_zones(), DAY)}: ask for another one."
        )


def _end(offer: HandoverOffer, state: HandoverOffer.State, *, at: datetime) -> None:
    offer.state, offer.ended_at = state, at
    offer.save(update_fields=["state", "ended_at"])
    Notice.objects.filter(key=f"handover_offered/{offer.pk}", read_at=None).update(read_at=at)
