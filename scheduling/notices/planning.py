"""Decides by which channels each notice leaves the site and when, once, from what its receiver chose."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from league.models import Membership, Notice, PersonalDelivery, PersonalWebhook, WaitingNotice
from scheduling.notices.choices import (
    DIGESTS,
    MAIL,
    NOW,
    OFF,
    WEBHOOK,
    NoticeSettings,
    group_of,
    settings_of_user,
    settings_of_users,
)
from scheduling.notices.progress import deadlines_of
from scheduling.notices.texts import notice_path, notice_text, titles_in_notices, zones_of_member
from sql.short_transactions import MOST_ROWS, short_transaction
from webhooks.personal import HookNotice, enqueue_personal_sending, notices_delivery

PIECE = MOST_ROWS // 4
"""Notices decided about in one transaction, each of which may write four rows."""
MOST_PLANNED = 1000
"""The most notices that one call decides about; the next one takes the rest."""


def plan_notices(*, at: datetime, limit: int = MOST_PLANNED) -> int:
    """Decide about notices that nobody decided about yet, the oldest first; how many there were.

    What is mailed at once stays unclaimed; all other mail is claimed, so that no sender takes it, and waits in a row
    of its own if it leaves later.
    """
    unplanned = list(Notice.objects.filter(planned=False).order_by("pk").values_list("pk", flat=True)[:limit])
    for first in range(0, len(unplanned), PIECE):
        with short_transaction():
            _plan(unplanned[first : first + PIECE], at=at)
    return len(unplanned)


def replan_for(user: int, *, at: datetime) -> None:
    """Apply a person's new settings to what has not left yet; call it in the transaction that changes them.

    What comes in a digest from now on waits for the next one.
    """
    settings = settings_of_user(user)
    waiting = WaitingNotice.objects.filter(user_id=user).select_related("notice__member__user")
    for row in waiting:
        row.delivery = _delivery(row.notice, row.channel, settings)
        row.due_at = _due_at(settings, row.channel, row.delivery, after=at)
        if row.delivery == OFF:
            row.delete()
        else:
            row.save(update_fields=["delivery", "due_at"])
    unsent = Notice.objects.filter(member__user_id=user, mail_claimed_at=None, planned=True)
    later = [notice for notice in unsent.select_related("member__user") if _delivery(notice, MAIL, settings) != NOW]
    Notice.objects.filter(pk__in=[notice.pk for notice in later]).update(mail_claimed_at=at)
    WaitingNotice.objects.bulk_create(
        [
            _waiting(notice, MAIL, delivery, settings, after=at)
            for notice in later
            if (delivery := _delivery(notice, MAIL, settings)) in DIGESTS
        ],
        ignore_conflicts=True,
    )


def release_quiet_mail(*, at: datetime) -> None:
    """Let mail leave whose quiet hours are over: it is unclaimed again, for the next sender."""
    due = WaitingNotice.objects.filter(channel=MAIL, delivery=NOW, due_at__lte=at).order_by("pk")
    ids = list(due.values_list("pk", flat=True))
    for first in range(0, len(ids), PIECE):
        with short_transaction():
            rows = list(due.filter(pk__in=ids[first : first + PIECE]).select_for_update())
            WaitingNotice.objects.filter(pk__in=[row.pk for row in rows]).delete()
            Notice.objects.filter(pk__in=[row.notice_id for row in rows]).update(mail_claimed_at=None)


def hook_notices(notices: Iterable[Notice], titles: dict[str, str]) -> list[HookNotice]:
    """Notices as a person's own webhook gets them."""
    return [
        HookNotice(
            about=notice.about,
            group=group_of(notice.about),
            league=notice.member.league_id,
            league_name=notice.member.league.name,
            season=notice.season_id or "",
            sentence=notice_text(notice, titles, zones_of_member(notice.member)).sentence,
            page=notice_path(notice),
            at=notice.at,
        )
        for notice in notices
    ]


def _plan(ids: Sequence[int], *, at: datetime) -> None:
    """Decide about these notices within a transaction; those that somebody decided about meanwhile are left out."""
    rows = Notice.objects.filter(pk__in=ids, planned=False).select_for_update(of=("self",))
    notices = list(
        rows.select_related("member__user__preferences", "member__league__calendar", "season").order_by("pk")
    )
    settings = settings_of_users({notice.member.user_id for notice in notices})
    urgent = _urgent_notices([n for n in notices if settings[n.member.user_id].quiet is not None], settings, at=at)
    held: list[int] = []
    waiting: list[WaitingNotice] = []
    for notice in notices:
        chosen = settings[notice.member.user_id]
        delivery = _delivery(notice, MAIL, chosen)
        quiet = delivery == NOW and notice.pk not in urgent and chosen.quiet_until(at) is not None
        if notice.mail_claimed_at is None and (quiet or delivery != NOW):
            held.append(notice.pk)
            if delivery != OFF:
                waiting.append(_waiting(notice, MAIL, delivery, chosen, after=at if quiet else notice.at))
        if (delivery := _delivery(notice, WEBHOOK, chosen)) in DIGESTS:
            waiting.append(_waiting(notice, WEBHOOK, delivery, chosen, after=notice.at))
    WaitingNotice.objects.bulk_create(waiting, ignore_conflicts=True)
    Notice.objects.filter(pk__in=held).update(mail_claimed_at=at)
    Notice.objects.filter(pk__in=[notice.pk for notice in notices]).update(planned=True)
    _publish_at_once(
        [n for n in notices if _delivery(n, WEBHOOK, settings[n.member.user_id]) == NOW], settings, at=at
    )


def _publish_at_once(notices: Sequence[Notice], settings: dict[int, NoticeSettings], *, at: datetime) -> None:
    """Write the messages of notices that leave by webhook at once: one for each event, whatever roles it was for."""
    if not notices:
        return
    titles = titles_in_notices(notices)
    by_event: dict[tuple[int, str], list[Notice]] = {}
    for notice in notices:
        by_event.setdefault((notice.member.user_id, notice.key), []).append(notice)
    messages: list[PersonalDelivery] = []
    for (user, key), together in by_event.items():
        hook = settings[user].webhook
        assert isinstance(hook, PersonalWebhook)  # noqa: S101 - without one nothing leaves by webhook
        messages.append(notices_delivery(hook, hook_notices(together, titles), key=f"notice/{key}", at=at))
    PersonalDelivery.objects.bulk_create(messages, ignore_conflicts=True)
    for user in sorted({user for user, _ in by_event}):
        newest = max(n.pk for n in notices if n.member.user_id == user)
        enqueue_personal_sending(user, f"notice/{newest}", at=at)


def _delivery(notice: Notice, channel: str, settings: NoticeSettings) -> str:
    """When a notice leaves by a channel; `off` for people who left, or whose address is empty or takes no mail."""
    member = notice.member
    if member.role == Membership.Role.FORMER or not member.user.is_active:
        return OFF
    if channel == MAIL and (not member.user.email or settings.mail_stopped):
        return OFF
    return settings.delivery(group_of(notice.about), channel, member.league_id)


def _waiting(
    notice: Notice, channel: str, delivery: str, settings: NoticeSettings, *, after: datetime
) -> WaitingNotice:
    return WaitingNotice(
        notice=notice,
        user_id=notice.member.user_id,
        channel=channel,
        delivery=delivery,
        due_at=_due_at(settings, channel, delivery, after=after),
    )


def _due_at(settings: NoticeSettings, channel: str, delivery: str, *, after: datetime) -> datetime:
    if delivery in DIGESTS:
        return settings.digest_time(delivery, after=after)
    return (settings.quiet_until(after) if channel == MAIL else None) or after


def _urgent_notices(notices: Sequence[Notice], settings: dict[int, NoticeSettings], *, at: datetime) -> set[int]:
    """Those of some notices, by id, whose deadline falls before the end of their receiver's quiet hours."""
    deadlines = deadlines_of(notices)
    urgent = set()
    for notice in notices:
        until, deadline = settings[notice.member.user_id].quiet_until(at), deadlines.get(notice.pk)
        if until is not None and deadline is not None and deadline <= until:
            urgent.add(notice.pk)
    return urgent
