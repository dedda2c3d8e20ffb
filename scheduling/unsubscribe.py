"""Turning mail off from the letter itself, without logging in, and on again (RFC 8058)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import QuerySet

from league.models import League, NoticeChoice
from league.preferences import lock_preferences
from scheduling.mail_lists import MailList, read_mail_list
from scheduling.notice_choices import settings_of_user
from scheduling.notice_groups import MAIL, NOTICE_GROUPS, NOW, OFF
from scheduling.notice_planning import replan_for


@dataclass(frozen=True, slots=True)
class MailListState:
    """A mail list as its page shows it: whose it is, its league, and whether it is turned off."""

    mail_list: MailList
    person: Any
    league: League | None
    off: bool


def why_ended(token: str) -> str:
    """Why nothing is mailed any more of the list of a token, whose league or account is gone; empty for others."""
    mail_list = read_mail_list(token)
    if mail_list is None:
        return ""
    if not get_user_model()._default_manager.filter(pk=mail_list.user, is_active=True).exists():
        return "The account that this mail went to is closed, so nothing is mailed to it any more."
    if not mail_list.digests and not _standing_leagues(mail_list).exists():
        return "The league that this mail was about was deleted, so it sends no mail any more."
    return ""


def find_mail_list(token: str) -> MailListState | None:
    """The mail list of a token; None for a wrong one, and for a person or league that is no longer there."""
    mail_list = read_mail_list(token)
    if mail_list is None:
        return None
    person = get_user_model()._default_manager.filter(pk=mail_list.user, is_active=True).first()
    league = _standing_leagues(mail_list).first()
    if person is None or (league is None and not mail_list.digests):
        return None
    return MailListState(mail_list, person, league, _is_off(mail_list))


@transaction.atomic
def turn_off(state: MailListState, *, at: datetime) -> None:
    """Mail no more of a list; what has not left yet stays. Repeating it changes nothing."""
    mail_list = state.mail_list
    lock_preferences(state.person)
    if not mail_list.digests:
        NoticeChoice.objects.get_or_create(
            user=state.person,
            league=state.league,
            group=mail_list.group,
            channel=MAIL,
            defaults={"delivery": OFF, "was": NOW},
        )
    chosen = NoticeChoice.objects.filter(user=state.person, league=None, channel=MAIL, delivery__in=mail_list.digests)
    for choice in chosen.select_for_update():
        choice.was, choice.delivery = choice.delivery, OFF
        choice.save(update_fields=["was", "delivery"])
    replan_for(mail_list.user, at=at)


@transaction.atomic
def turn_on_again(state: MailListState, *, at: datetime) -> None:
    """Undo `turn_off`; what the person chose otherwise in the meantime stays as it is."""
    mail_list = state.mail_list
    lock_preferences(state.person)
    if not mail_list.digests:
        NoticeChoice.objects.filter(
            user=state.person, league=state.league, group=mail_list.group, channel=MAIL
        ).delete()
    turned_off = NoticeChoice.objects.filter(
        user=state.person, league=None, channel=MAIL, delivery=OFF, was__in=mail_list.digests
    )
    for choice in turned_off.select_for_update():
        choice.delivery, choice.was = choice.was, ""
        choice.save(update_fields=["was", "delivery"])
    replan_for(mail_list.user, at=at)


@transaction.atomic
def turn_everything_on_again(*, user: Any, at: datetime) -> None:
    """Undo all that a person turned off from letters."""
    lock_preferences(user)
    NoticeChoice.objects.filter(user=user, league__isnull=False, channel=MAIL).delete()
    for choice in NoticeChoice.objects.filter(user=user, league=None, delivery=OFF).exclude(was=""):
        choice.delivery, choice.was = choice.was, ""
        choice.save(update_fields=["was", "delivery"])
    replan_for(user.pk, at=at)


def _standing_leagues(mail_list: MailList) -> QuerySet[League]:
    """The league of a list, unless it was deleted or is being deleted."""
    return League.objects.filter(pk=mail_list.league, gone_at=None)


def _is_off(mail_list: MailList) -> bool:
    settings = settings_of_user(mail_list.user)
    if not mail_list.digests:
        return settings.delivery(mail_list.group, MAIL, mail_list.league) == OFF
    return not any(settings.delivery(group, MAIL) in mail_list.digests for group in NOTICE_GROUPS)
