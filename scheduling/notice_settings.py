"""A person saves how notices reach them: all settings of the page at once, and what already waits follows them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from league.models import League, Membership, NoticeChoice, Preferences
from league.preferences import chosen_zone, lock_preferences
from rules.core.refusals import Malformed
from scheduling.notice_groups import CHANNELS, DELIVERIES, MAIL, NOTICE_GROUPS, OFF, SITE
from scheduling.notice_planning import replan_for

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
