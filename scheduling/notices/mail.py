"""Notices by mail: plain text, each event or digest sent at most once, since it is claimed before it is sent."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from smtplib import (
    SMTPAuthenticationError,
    SMTPConnectError,
    SMTPHeloError,
    SMTPRecipientsRefused,
    SMTPResponseException,
)
from typing import Any

from django.core.mail import EmailMessage, get_connection
from django.db.models import Q, QuerySet

from jobs.kinds import JobRun, job_kind
from jobs.outages import MAIL_SERVER, ServiceUnavailable
from jobs.queue import enqueue
from jobs.sweeper import register_sweep
from league.mail import PERMANENT, forget_failure, record_refusal
from league.models import MailFailure, Membership, Notice, PersonalDelivery, PersonalWebhook, Season, WaitingNotice
from league.queries.journal_heads import newest_heads
from scheduling.notices.choices import DAILY, DIGESTS, MAIL, WEBHOOK, WEEKLY
from scheduling.notices.inbox import notify
from scheduling.notices.letters import compose_digest, compose_event
from scheduling.notices.planning import hook_notices, plan_notices, release_quiet_mail
from scheduling.notices.progress import done_notices
from scheduling.notices.texts import titles_in_notices
from sql.short_transactions import delete_in_pieces, short_transaction, update_in_pieces
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
    done = done_notices([row.notice for row in found], at=at)
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


log = logging.getLogger(__name__)
SERVER_DOWN_ERRORS = (SMTPConnectError, SMTPHeloError, SMTPAuthenticationError)
"""Answers of a mail server that takes no mail at all."""
MAILS_PER_JOB = 200
"""The most mails that one job sends; the next job takes the rest."""


@dataclass(slots=True)
class _Failures:
    """The people whose mail was refused before, and those to whom nothing more is mailed since this job began."""

    known: set[int]
    stopped: set[int] = field(default_factory=set)


@job_kind("send_mail", title="Mail to members", fleeting=True)
def send_mail_job(run: JobRun) -> None:
    """The body of the job: send unsent mail."""
    with waiting_for_mail_server():
        sent = send_due_mail(at=run.now())
    if sent:
        MAIL_SERVER.report_end()
    run.progress(sent, sent, f"{sent} sent.")
    if sent >= MAILS_PER_JOB:
        enqueue_mail(at=run.now())


@contextmanager
def waiting_for_mail_server() -> Iterator[None]:
    """Let a job be tried again while the mail server takes no mail at all; other errors stay what they are."""
    try:
        yield
    except OSError as fault:  # includes what smtplib raises
        if isinstance(fault, SMTPResponseException) and not isinstance(fault, SERVER_DOWN_ERRORS):
            raise
        raise ServiceUnavailable(MAIL_SERVER, fault, "mail waits, and is tried again.") from fault


def send_letter(mail: EmailMessage, person: Any, *, claim: Callable[[], bool], at: datetime) -> bool:
    """Send a letter that belongs to no notice, once `claim` says that nobody else does; whether the server took it.

    A server that cannot be reached raises its error before anything is claimed.
    """
    with get_connection() as connection:
        with short_transaction(durable=True):
            claimed = claim()
        mail.connection = connection
        return claimed and _deliver(mail, person, at=at) is None


@register_sweep
def enqueue_due_mail(at: datetime) -> None:
    """Enqueue a job for notices that nobody decided about, mail that nobody sent, and digests that are due."""
    enqueue_mail(at=at)
    if WaitingNotice.objects.filter(due_at__lte=at).exists():
        enqueue("send_mail", key=f"send_mail/due/{at:%Y-%m-%dT%H:%M}", at=at)


def enqueue_mail(*, at: datetime) -> None:
    """Enqueue a job for the unsent mail: once for the same notices, and again every hour while they stay unsent."""
    unsent = Notice.objects.filter(Q(mail_claimed_at=None) | Q(planned=False))
    newest = unsent.order_by("-pk").values_list("pk", flat=True).first()
    if newest is not None:
        oldest = unsent.order_by("pk").values_list("pk", flat=True)[0]
        enqueue("send_mail", key=f"send_mail/{oldest}-{newest}/{at:%Y-%m-%dT%H}", at=at)


def notify_and_mail(
    members: Iterable[Membership],
    *,
    about: str,
    key: str,
    at: datetime,
    season: Season | None = None,
    arguments: Mapping[str, Any] | None = None,
) -> int:
    """Notify people as `notify` does, and enqueue a job for their mail; for how many it was new."""
    count = notify(members, about=about, key=key, at=at, season=season, arguments=arguments)
    if count:
        enqueue_mail(at=at)
    return count


def send_due_mail(*, at: datetime, limit: int = MAILS_PER_JOB) -> int:
    """Send what is to be mailed now, the oldest first, and return how many mails were sent.

    Former members, and people who have no address or may not log in any more, are skipped. If the server cannot be
    reached nothing is claimed and the error is raised; if it refuses an address, that mail is dropped, and a refusal
    for good is recorded. After a crash that follows the claim the mail is never sent, but the notice is still in the
    inbox. Digests are sent after single mails, within the same limit.
    """
    plan_notices(at=at)
    release_quiet_mail(at=at)
    publish_due_digests(at=at)
    unclaimed = Notice.objects.filter(mail_claimed_at=None, planned=True)
    left = Q(member__role=Membership.Role.FORMER)
    out_of_reach = Q(member__user__email="") | Q(member__user__is_active=False)
    update_in_pieces(unclaimed.filter(left | out_of_reach), mail_claimed_at=at)
    events = _events_to_mail(unclaimed, limit)
    digests = due_mail_digests(at=at, limit=limit - len(events)) if len(events) < limit else []
    if not events and not digests:
        return 0
    everything = [notice for together in [*events, *(digest.notices for digest in digests)] for notice in together]
    heads = newest_heads(notice.member.league_id for notice in everything)
    titles = titles_in_notices(everything)
    failures = _Failures(known=set(MailFailure.objects.values_list("user_id", flat=True)))
    sent = 0
    with get_connection() as connection:
        for together in events:
            if claimed := [notice for notice in together if _claim_notice(notice, at=at)]:
                mail = compose_event(claimed, heads, titles)
                sent += _send(mail, claimed, connection, failures, at=at)
        for digest in digests:
            if claimed := claim_digest(digest):
                mail = compose_digest(claimed, digest.deliveries, heads, titles)
                sent += _send(mail, claimed, connection, failures, at=at)
    return sent


def _events_to_mail(unclaimed: QuerySet[Notice], limit: int) -> list[list[Notice]]:
    """Notices to be mailed, those of one event to one person together: their roles in it make no second mail."""
    first = list(unclaimed.order_by("pk").values_list("member__user_id", "key")[:limit])
    if not first:
        return []
    by_event: dict[tuple[int, str], list[Notice]] = {event: [] for event in first}
    of_events = unclaimed.filter(key__in={key for _, key in first}, member__user__in={user for user, _ in first})
    for notice in of_events.select_related(
        "member__user__preferences", "member__league__calendar", "season"
    ).order_by("pk"):
        if (found := by_event.get((notice.member.user_id, notice.key))) is not None:
            found.append(notice)
    return [together for together in by_event.values() if together]


def _send(
    mail: EmailMessage, notices: Sequence[Notice], connection: Any, failures: _Failures, *, at: datetime
) -> bool:
    """Send a mail whose notices are claimed, unless its address takes none; whether the server took it."""
    person = notices[0].member.user
    if person.pk in failures.stopped:
        return False
    mail.connection = connection
    refusals = _deliver(mail, person, at=at)
    if refusals is not None:
        if refusals:
            failures.known.add(person.pk)
        if any(failure.stopped_at is not None for failure in refusals):
            failures.stopped.add(person.pk)
        return False
    with short_transaction():
        Notice.objects.filter(pk__in=[notice.pk for notice in notices]).update(mailed_at=at)
        if person.pk in failures.known:
            forget_failure(user=person.pk)
    return True


def _deliver(mail: EmailMessage, person: Any, *, at: datetime) -> list[MailFailure] | None:
    """Send a mail to a person: None if the server took it, else what was recorded of its refusals for good."""
    try:
        mail.send()
    except SMTPRecipientsRefused as refusal:
        id = mail.extra_headers["Message-ID"]
        log.warning("The mail server refused the address of account %s: %s is unsent.", person.pk, id)
        return [
            record_refusal(user=person, said=f"{code} {_text(said)}", at=at)
            for code, said in refusal.recipients.values()
            if code in PERMANENT
        ]
    return None


def _text(said: bytes | str) -> str:
    return said if isinstance(said, str) else said.decode("utf-8", errors="backslashreplace")


def _claim_notice(notice: Notice, *, at: datetime) -> bool:
    """Claim a notice's mail for this sender; the claim is committed before anything is sent."""
    with short_transaction(durable=True):
        unclaimed = Notice.objects.filter(pk=notice.pk, mail_claimed_at=None)
        return bool(unclaimed.update(mail_claimed_at=at))
