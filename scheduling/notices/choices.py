"""What people choose for their notices: the groups to choose by, the channel of each, when, and in which leagues."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib.auth import get_user_model
from django.db.models import Q

from league.accounts import zone_of
from league.mail import unreached_users
from league.models import MailFailure, NoticeChoice, PersonalWebhook, Preferences

SITE, MAIL, WEBHOOK = "site", "mail", "webhook"
CHANNELS = (SITE, MAIL, WEBHOOK)
NOW, DAILY, WEEKLY, OFF = "now", "daily", "weekly", "off"
DELIVERIES = {SITE: (NOW, OFF), MAIL: (NOW, DAILY, WEEKLY, OFF), WEBHOOK: (NOW, DAILY, WEEKLY, OFF)}
"""What can be chosen for each channel, the default first."""
DIGESTS = (DAILY, WEEKLY)
DELIVERY_NAMES = {NOW: "At once", DAILY: "In a daily digest", WEEKLY: "In a weekly digest", OFF: "Not at all"}
CHANNEL_NAMES = {SITE: "On the site", MAIL: "By mail", WEBHOOK: "By webhook"}


@dataclass(frozen=True, slots=True)
class NoticeGroup:
    """A group of notices: its name for people, what is in it, and its kinds.

    The notices of a group that `asks` wait for an answer: they are always in the inbox on the site, and muting a
    league does not silence them. Only people who run a league get those of a group `for_commissioners`.
    """

    name: str
    summary: str
    kinds: tuple[str, ...]
    asks: bool = False
    for_commissioners: bool = False


NOTICE_GROUPS: dict[str, NoticeGroup] = {
    "waits": NoticeGroup(
        "What waits for you",
        "Your turn, reminders, a deadline that moved, a report, trade, ruling, offer or proposed time to answer",
        (
            "turn",
            "turn_paused",
            "reminder",
            "reminder_report",
            "reminded",
            "line_up_fallen",
            "extended",
            "shortened",
            "report_missing",
            "report_claimed",
            "trade_offered",
            "appealed",
            "ruling_asked",
            "handover_offered",
            "time_proposed",
            "time_declined",
            "time_too_late",
        ),
        asks=True,
    ),
    "answered": NoticeGroup(
        "Answered for you", "What your standing orders did while you were away", ("acted", "picked", "passed")
    ),
    "results": NoticeGroup(
        "Results", "Line-ups locked, matches settled, rounds revealed", ("locked", "settled", "revealed")
    ),
    "times": NoticeGroup(
        "Times of matches",
        "When a match of yours is played, and a reminder of it",
        ("time_agreed", "time_moved", "time_called_off", "time_reminder"),
    ),
    "season": NoticeGroup(
        "The season",
        "Its end and champion, amends, watch parties, the clock stopped or running again, a name that was vetoed",
        (
            "season_end",
            "champion",
            "closed",
            "amended",
            "called",
            "paused",
            "resumed",
            "reveal_set",
            "reveal_now",
            "reveal_off",
            "name_vetoed",
        ),
    ),
    "trades": NoticeGroup(
        "Trades",
        "What became of a trade of yours",
        ("trade_agreed", "trade_made", "trade_off", "trade_lapsed", "trade_refused"),
    ),
    "appeals": NoticeGroup(
        "Reports and appeals",
        "What became of a report or an appeal of yours",
        ("appeal_upheld", "appeal_dismissed"),
    ),
    "rulings": NoticeGroup(
        "Questions and rulings",
        "Answers to your questions, rulings and requests for a seat, and new answers to a questionnaire",
        ("ruling_confirmed", "ruling_declined", "question_ruled", "answers", "seat_given", "seat_declined"),
    ),
    "announcements": NoticeGroup(
        "Announcements",
        "What a commissioner tells the league, and that it is archived or will be deleted",
        ("announced", "archived", "unarchived", "deletion_set", "deletion_soon", "deletion_off"),
    ),
    "commissioners": NoticeGroup(
        "For commissioners",
        "A season that waits for you, reports to rule on, questions, missed matches, requests for a seat, offers to "
        "hand over that were answered, a deletion to confirm, jobs that failed",
        (
            *("awaited", "report_agreed", "report_disputed", "question_put", "job_failed"),
            *("time_missed", "seat_asked", "handover_accepted", "handover_declined", "deletion_asked"),
        ),
        asks=True,
        for_commissioners=True,
    ),
}
"""The groups by their ids, in the order in which they are shown. Every kind of notice is in exactly one."""
GROUP_BY_KIND = {kind: group for group, found in NOTICE_GROUPS.items() for kind in found.kinds}
OTHER_GROUP = "season"
"""The group of kinds that are no longer used."""


def digest_name(deliveries: Sequence[str]) -> str:
    """What a digest of notices that were chosen by these deliveries is called; one of both is only a digest."""
    return f"{deliveries[0]} digest" if len(deliveries) == 1 else "digest"


def group_of(about: str) -> str:
    """The group of a kind of notice."""
    return GROUP_BY_KIND.get(about, OTHER_GROUP)


def asks_for_answer(group: str) -> bool:
    """Whether the notices of a group wait for an answer."""
    return NOTICE_GROUPS[group].asks


Choice = tuple[str, str, str]
"""A league, a group and a channel; no league stands for all of them, and a league alone for one that is muted."""


@dataclass(frozen=True, slots=True)
class NoticeSettings:
    """A person's settings of their notices; without any everything comes at once, on the site and by mail.

    `quiet` are the full hours between which nothing is mailed at once, by the person's clock. `mail_stopped` says
    that their address takes no mail, `webhook` the webhook of their own, if they have one that takes messages.
    """

    zone: ZoneInfo = field(default_factory=lambda: ZoneInfo("UTC"))
    digest_hour: int = 9
    digest_day: int = 0
    quiet: tuple[int, int] | None = None
    choices: Mapping[Choice, str] = field(default_factory=dict)
    mail_stopped: bool = False
    webhook: PersonalWebhook | None = None

    def delivery(self, group: str, channel: str, league: str = "") -> str:
        """When a group's notices of a league come by a channel: `now`, `daily`, `weekly` or `off`."""
        if asks_for_answer(group):
            if channel == SITE:
                return NOW
        elif self.is_muted(league):
            return OFF
        if channel == WEBHOOK and self.webhook is None:
            return OFF
        chosen = self.choices.get((league, group, channel)) if league else None
        return chosen or self.choices.get(("", group, channel), DELIVERIES[channel][0])

    def is_muted(self, league: str) -> bool:
        """Whether the person muted a league."""
        return (league, "", "") in self.choices

    def digest_time(self, delivery: str, *, after: datetime) -> datetime:
        """The first time of a digest after a moment. A day has one, also where the clocks change (see `_moment`)."""
        day = after.astimezone(self.zone).date() - timedelta(days=1)
        while True:
            if delivery == DAILY or day.weekday() == self.digest_day:
                moment = _moment(self.zone, day.year, day.month, day.day, self.digest_hour)
                if moment > after:
                    return moment
            day += timedelta(days=1)

    def quiet_until(self, at: datetime) -> datetime | None:
        """The end of the quiet hours that a moment is in; None if it is in none."""
        if self.quiet is None:
            return None
        begins, ends = self.quiet
        local = at.astimezone(self.zone)
        if not (begins <= local.hour < ends if begins < ends else local.hour >= begins or local.hour < ends):
            return None
        for days in range(2):
            day = local.date() + timedelta(days=days)
            moment = _moment(self.zone, day.year, day.month, day.day, ends)
            if moment > at:
                return moment
        return None


@dataclass(frozen=True, slots=True)
class NoticePerson:
    """A person's settings with the rows behind them; `failure` is why nothing is mailed, `hook` may be stopped."""

    settings: NoticeSettings
    preferences: Preferences
    failure: MailFailure | None
    hook: PersonalWebhook | None


def _moment(zone: ZoneInfo, year: int, month: int, day: int, hour: int) -> datetime:
    """A full hour of a day in a zone; where the clocks skip it the hour after, where it comes twice the first."""
    return datetime(year, month, day, hour, tzinfo=zone).astimezone(UTC)


def settings_of_users(users: Collection[int]) -> dict[int, NoticeSettings]:
    """The settings of some people, by their ids, in four queries however many they are."""
    preferences = {row.user_id: row for row in Preferences.objects.filter(user_id__in=users)}
    choices: dict[int, dict[Choice, str]] = {}
    for row in NoticeChoice.objects.filter(user_id__in=users):
        choices.setdefault(row.user_id, {})[(row.league_id or "", row.group, row.channel)] = row.delivery
    stopped = unreached_users(users)
    webhooks = {hook.user_id: hook for hook in PersonalWebhook.objects.filter(user_id__in=users, stopped_at=None)}
    return {
        user: _settings(
            preferences.get(user) or Preferences(user_id=user),
            choices.get(user, {}),
            mail_stopped=user in stopped,
            webhook=webhooks.get(user),
        )
        for user in users
    }


def person_of(user: int) -> NoticePerson:
    """What there is about a person's notices, by their id, in two queries."""
    related = "preferences", "mail_failure", "personal_webhook"
    row: Any = get_user_model()._default_manager.select_related(*related).get(pk=user)
    failure, hook = getattr(row, "mail_failure", None), getattr(row, "personal_webhook", None)
    if failure is not None and (failure.stopped_at is None or failure.address != row.email):
        failure = None
    preferences = getattr(row, "preferences", None) or Preferences(user_id=user)
    choices = {
        (choice.league_id or "", choice.group, choice.channel): choice.delivery
        for choice in NoticeChoice.objects.filter(user_id=user)
    }
    active_hook = hook if hook is not None and hook.stopped_at is None else None
    settings = _settings(preferences, choices, mail_stopped=failure is not None, webhook=active_hook)
    return NoticePerson(settings, preferences, failure, hook)


def settings_of_user(user: int) -> NoticeSettings:
    """The settings of one person, by their id."""
    return person_of(user).settings


def users_without_site(users: Collection[int], group: str, league: str) -> set[int]:
    """Those of some people who want no notices of a group from a league on the site.

    A group that asks for an answer is always there, and so is everything for people who get no mail.
    """
    if asks_for_answer(group):
        return set()
    found = NoticeChoice.objects.filter(user_id__in=users)
    muted = Q(league_id=league, group="")
    chosen = found.filter(muted | Q(league=None, group=group, channel=SITE, delivery=OFF))
    rows = list(chosen.values_list("user_id", "group"))
    without = {user for user, its_group in rows if its_group}
    if without:
        without -= unreached_users(without)
    return without | {user for user, its_group in rows if not its_group}


def _settings(
    preferences: Preferences,
    choices: Mapping[Choice, str],
    *,
    mail_stopped: bool,
    webhook: PersonalWebhook | None,
) -> NoticeSettings:
    quiet = None
    if preferences.quiet_from is not None and preferences.quiet_to is not None:
        quiet = preferences.quiet_from, preferences.quiet_to
    return NoticeSettings(
        zone=zone_of(preferences),
        digest_hour=preferences.digest_hour,
        digest_day=preferences.digest_day,
        quiet=quiet,
        choices=choices,
        mail_stopped=mail_stopped,
        webhook=webhook,
    )
