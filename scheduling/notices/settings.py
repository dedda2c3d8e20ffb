"""A person changes how notices reach them: all settings of a page at once, or mail off from a letter (RFC 8058)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import QuerySet

from league.accounts import chosen_zone, lock_preferences
from league.models import League, Membership, NoticeChoice, Preferences
from rules.core.refusals import Malformed
from scheduling.notices.choices import CHANNELS, DELIVERIES, MAIL, NOTICE_GROUPS, NOW, OFF, SITE, settings_of_user
from scheduling.notices.letters import MailList, read_mail_list
from scheduling.notices.planning import replan_for

LAST_HOUR, LAST_DAY = 23, 6


def save_notice_settings(
    *,
    user: Any,
    time_zone: str,
    digest_hour: int,
    digest_day: int,
    quiet: tuple[int, int] | None,
    choices: Mapping[tuple[str, str], str],
    muted: Collection[str],
    off_in: Collection[tuple[str, str]],
    at: datetime,
) -> Preferences:
    """Save a person's settings whole: of two that are saved at the same time, the last one stands.

    `time_zone` is in any case, empty for none. `quiet` are two full hours, `choices` when a group comes by a channel
    (those left out are the defaults), `muted` leagues by id, and `off_in` leagues and groups of which nothing is
    mailed. Raises `Malformed` or `ZoneUnknown`.
    """
    zone = chosen_zone(time_zone)
    _refuse_times(digest_hour, digest_day, quiet)
    for (group, channel), delivery in choices.items():
        _refuse_choice(group, channel, delivery)
    with transaction.atomic():
        preferences = lock_preferences(user)
        _refuse_leagues(user, {*muted, *(league for league, _ in off_in)}, {group for _, group in off_in})
        preferences.time_zone = zone
        preferences.digest_hour, preferences.digest_day = digest_hour, digest_day
        preferences.quiet_from, preferences.quiet_to = quiet or (None, None)
        preferences.save()
        NoticeChoice.objects.filter(user=user).delete()
        rows = [
            NoticeChoice(user=user, group=group, channel=channel, delivery=delivery)
            for (group, channel), delivery in sorted(choices.items())
            if delivery != DELIVERIES[channel][0]
        ]
        rows += [NoticeChoice(user=user, league_id=league, delivery=OFF) for league in sorted(set(muted))]
        rows += [
            NoticeChoice(user=user, league_id=league, group=group, channel=MAIL, delivery=OFF)
            for league, group in sorted(set(off_in))
        ]
        NoticeChoice.objects.bulk_create(rows)
        replan_for(user.pk, at=at)
    return preferences


def groups_of_notices(user: Any) -> list[str]:
    """The ids of the groups whose notices a person may get: those for commissioners only if they are one."""
    runs_a_league = Membership.objects.filter(user=user, role=Membership.Role.COMMISSIONER).exists()
    return [id for id, group in NOTICE_GROUPS.items() if runs_a_league or not group.for_commissioners]


def leagues_of_notices(user: Any) -> list[League]:
    """The leagues whose notices a person may get: those they belong to, by name, with their calendars."""
    memberships = Membership.objects.filter(user=user).exclude(role=Membership.Role.FORMER)
    found = League.objects.filter(pk__in=memberships.values("league")).select_related("calendar")
    return list(found.order_by("name", "pk"))


def _refuse_times(digest_hour: int, digest_day: int, quiet: tuple[int, int] | None) -> None:
    if not 0 <= digest_hour <= LAST_HOUR:
        raise Malformed("A digest comes at a full hour from 0 to 23: choose one.").at("digest_hour")
    if not 0 <= digest_day <= LAST_DAY:
        raise Malformed("A weekly digest comes on a day from 0, Monday, to 6: choose one.").at("digest_day")
    if quiet is None:
        return
    if not all(0 <= hour <= LAST_HOUR for hour in quiet):
        raise Malformed("Quiet hours begin and end at full hours from 0 to 23: choose them.").at("quiet")
    if quiet[0] == quiet[1]:
        raise Malformed("Quiet hours end at another hour than they begin: choose two hours, or none.").at("quiet")


def _refuse_choice(group: str, channel: str, delivery: str) -> None:
    if group not in NOTICE_GROUPS:
        raise Malformed(f"Notices have the groups {', '.join(NOTICE_GROUPS)}: choose among them.").at("choices")
    if channel not in CHANNELS:
        raise Malformed(f"Notices come by {', '.join(CHANNELS)}: choose among them.").at("choices")
    if delivery not in DELIVERIES[channel]:
        possible = ", ".join(DELIVERIES[channel])
        raise Malformed(f"Notices come by {channel} as {possible}: choose one of them.").at("choices")
    if channel == SITE and delivery == OFF and NOTICE_GROUPS[group].asks:
        raise Malformed(
            f"{NOTICE_GROUPS[group].name}: this is always in your inbox on the site, so that it reaches you. Turn "
            "off its mail or webhook instead."
        ).at("choices")


def _refuse_leagues(user: Any, leagues: Collection[str], groups: Collection[str]) -> None:
    if not set(groups) <= set(NOTICE_GROUPS):
        raise Malformed(f"Notices have the groups {', '.join(NOTICE_GROUPS)}: choose among them.").at("off_in")
    own = {league.pk for league in leagues_of_notices(user)}
    if not set(leagues) <= own:
        raise Malformed("You are a member of no such league any more: look at the page again.").at("muted")


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
