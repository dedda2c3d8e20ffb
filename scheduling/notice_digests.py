"""Digests: what waits for a person's hour, in one letter or one message, without what is done or read by then."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from league.models import Membership, Notice, PersonalDelivery, PersonalWebhook, WaitingNotice
from scheduling.notice_groups import DAILY, DIGESTS, MAIL, WEBHOOK, WEEKLY
from scheduling.notice_planning import hook_notices
from scheduling.notice_progress import done_notices
from scheduling.notices import titles_in_notices
from sql.short_transactions import delete_in_pieces, short_transaction
from webhooks.personal import enqueue_personal_sending, notices_delivery

MOST_NOTICES = 5000
"""The most waiting notices that are looked at together; the next job takes the rest."""
MOST_IN_MESSAGE = 60
"""The most notices in one message of a webhook, the newest ones."""


@dataclass(frozen=True, slots=True)
class Digest:
    """A digest that is due: its rows, its notices, and by which deliveries they were chosen, `daily` first."""

    user: int
    rows: tuple[int, ...]
    notices: tuple[Notice, ...]
    deliveries: tuple[str, ...]


def due_mail_digests(*, at: datetime, limit: int) -> list[Digest]:
    """The digests to be mailed now, one a person however long it was not sent, those due longest first.

    What is done or read is left out; a digest with nothing left is dropped.
    """
    due = WaitingNotice.objects.filter(channel=MAIL, delivery__in=DIGESTS, due_at__lte=at)
    people = list(dict.fromkeys(due.order_by("due_at", "pk").values_list("user_id", flat=True)[:MOST_NOTICES]))
    return _due_digests(MAIL, people[:limit], at=at)


def claim_digest(digest: Digest) -> list[Notice]:
    """Claim a mailed digest for this sender before it is sent: those of its notices that nobody took meanwhile."""
    with short_transaction(durable=True):
        return _take_rows(digest, WaitingNotice.objects.filter(delivery__in=DIGESTS))


def publish_due_digests(*, at: datetime) -> None:
    """Write the messages of the digests that leave by people's own webhooks now, and enqueue their sending."""
    due = WaitingNotice.objects.filter(channel=WEBHOOK, due_at__lte=at).order_by("due_at", "pk")
    people = list(dict.fromkeys(due.values_list("user_id", flat=True)[:MOST_NOTICES]))
    if not people:
        return
    digests = _due_digests(WEBHOOK, people, at=at)
    hooks = PersonalWebhook.objects.filter(user_id__in=people, stopped_at=None).in_bulk()
    titles = titles_in_notices([notice for digest in digests for notice in digest.notices])
    for digest in digests:
        hook = hooks.get(digest.user)
        with short_transaction():
            notices = _take_rows(digest, WaitingNotice.objects.all())[-MOST_IN_MESSAGE:]
            if hook is None or not notices:
                continue
            key = f"digest/{notices[0].pk}"
            message = notices_delivery(hook, hook_notices(notices, titles), key=key, at=at)
            PersonalDelivery.objects.bulk_create([message], ignore_conflicts=True)
            enqueue_personal_sending(digest.user, key, at=at)


def _take_rows(digest: Digest, waiting: QuerySet[WaitingNotice]) -> list[Notice]:
    """Delete the rows of a digest that are still among those that wait, within a transaction; their notices."""
    taken = set(waiting.filter(pk__in=digest.rows).select_for_update().values_list("notice_id", flat=True))
    WaitingNotice.objects.filter(pk__in=digest.rows, notice_id__in=taken).delete()
    return [notice for notice in digest.notices if notice.pk in taken]


def _due_digests(channel: str, people: list[int], *, at: datetime) -> list[Digest]:
    rows = WaitingNotice.objects.filter(channel=channel, user_id__in=people, due_at__lte=at)
    if channel == MAIL:
        rows = rows.filter(delivery__in=DIGESTS)
    found = list(
        rows.select_related(
            "notice__member__user__preferences", "notice__member__league__calendar", "notice__season"
        ).order_by("notice_id")
    )
    done = done_notices([row.notice for row in found])
    unfit = [row.pk for row in found if row.notice_id in done or not _is_reachable(row.notice, channel)]
    delete_in_pieces(WaitingNotice.objects.filter(pk__in=unfit), most=None)
    left_out = set(unfit)
    by_user: dict[int, list[WaitingNotice]] = {user: [] for user in people}
    for row in found:
        if row.pk not in left_out:
            by_user[row.user_id].append(row)
    return [
        Digest(
            user,
            tuple(row.pk for row in its_rows),
            tuple(row.notice for row in its_rows),
            tuple(name for name in (DAILY, WEEKLY) if any(row.delivery == name for row in its_rows)),
        )
        for user, its_rows in by_user.items()
        if its_rows
    ]


def _is_reachable(notice: Notice, channel: str) -> bool:
    """Whether a notice's receiver is still a member, may log in, and has an address where it is mailed."""
    member = notice.member
    if member.role == Membership.Role.FORMER or not member.user.is_active:
        return False
    return channel != MAIL or bool(member.user.email)
