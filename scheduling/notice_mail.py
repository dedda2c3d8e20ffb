"""Notices by mail: plain text, each sent at most once, since a mail is claimed before it is sent."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import datetime
from smtplib import (
    SMTPAuthenticationError,
    SMTPConnectError,
    SMTPHeloError,
    SMTPRecipientsRefused,
    SMTPResponseException,
)
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db.models import Q
from django.urls import reverse

from jobs.kinds import JobRun, job_kind
from jobs.outages import MAIL_SERVER, ServiceUnavailable
from jobs.queue import enqueue
from league.models import Notice
from league.queries.journal_heads import NewestHead, newest_heads
from rules.campaign.core.questionnaires import HOUSE_RULES
from scheduling.notices import REPORT_NOTICES, TIME_NOTICES, notice_text, titles_in_notices
from sql.short_transactions import short_transaction, update_in_pieces

log = logging.getLogger(__name__)
SERVER_DOWN_ERRORS = (SMTPConnectError, SMTPHeloError, SMTPAuthenticationError)
"""Answers of a mail server that takes no mail at all."""
MAILS_PER_JOB = 200
"""The most mails that one job sends; the next job takes the rest."""


@job_kind("send_mail", title="Mail to members", fleeting=True)
def send_mail_job(run: JobRun) -> None:
    """The body of the job: send unsent mail."""
    try:
        sent = send_due_mail(at=run.now())
    except OSError as fault:  # includes what smtplib raises
        if isinstance(fault, SMTPResponseException) and not isinstance(fault, SERVER_DOWN_ERRORS):
            raise
        raise ServiceUnavailable(MAIL_SERVER, fault, "mail waits, and is tried again.") from fault
    if sent:
        MAIL_SERVER.report_end()
    run.progress(sent, sent, f"{sent} sent.")
    if sent == MAILS_PER_JOB:
        enqueue_mail(at=run.now())


def enqueue_mail(*, at: datetime) -> None:
    """Enqueue a job for the unsent mail: once for the same notices, and again every hour while they stay unsent."""
    newest = Notice.objects.filter(mail_claimed_at=None).order_by("-pk").values_list("pk", flat=True).first()
    if newest is not None:
        oldest = Notice.objects.filter(mail_claimed_at=None).order_by("pk").values_list("pk", flat=True)[0]
        enqueue("send_mail", key=f"send_mail/{oldest}-{newest}/{at:%Y-%m-%dT%H}", at=at)


def send_due_mail(*, at: datetime, limit: int = MAILS_PER_JOB) -> int:
    """Send unsent mails, the oldest first, and return how many were sent.

    Members who have no address, or may not log in any more, are skipped. If the server cannot be reached nothing is
    claimed and the error is raised; if it refuses an address, that mail is dropped and logged. After a crash that
    follows the claim the mail is never sent, but the notice is still in the inbox.
    """
    unclaimed = Notice.objects.filter(mail_claimed_at=None)
    out_of_reach = Q(member__user__email="") | Q(member__user__is_active=False)
    update_in_pieces(unclaimed.filter(out_of_reach), mail_claimed_at=at)
    waiting = list(unclaimed.select_related("member__user", "member__league", "season").order_by("pk")[:limit])
    if not waiting:
        return 0
    heads = newest_heads(notice.member.league_id for notice in waiting)
    sent = 0
    with get_connection() as connection:
        for notice in waiting:
            if not _claim_notice(notice, at=at):
                continue
            mail = compose_mail(notice, heads)
            mail.connection = connection
            try:
                mail.send()
            except SMTPRecipientsRefused:
                log.warning(
                    "The mail server refused the address of %s: notice %s is unsent.", notice.member, notice.pk
                )
                continue
            with short_transaction():
                Notice.objects.filter(pk=notice.pk).update(mailed_at=at)
            sent += 1
    return sent


def compose_mail(notice: Notice, heads: Mapping[str, NewestHead] | None = None) -> EmailMessage:
    """A notice as mail, with a Message-ID that never changes, and the newest head at its foot.

    `heads` are those of the league's seasons; without them they are looked up.
    """
    words, league = notice_text(notice, titles_in_notices([notice])), notice.member.league
    text = f"{words.sentence}\n\n{settings.SITE_URL.rstrip('/')}{_notice_path(notice)}\n\n{league.name}\n"
    text += _footer(notice, newest_heads([league.pk]) if heads is None else heads)
    subject = " ".join(f"{league.name}: {words.subject}".split())
    host = urlsplit(settings.SITE_URL).hostname or "localhost"
    return EmailMessage(
        subject, text, to=[notice.member.user.email], headers={"Message-ID": f"<notice-{notice.pk}@{host}>"}
    )


def _footer(notice: Notice, heads: Mapping[str, NewestHead]) -> str:
    """The head of the season that a notice is about, or of the league's current one, and what it is for."""
    league = notice.member.league_id
    newest = next((head for head in heads.values() if head.league == league), None)
    head = heads.get(notice.season_id, newest) if notice.season_id else newest
    if head is None:
        return ""
    return (
        f"-- \nNewest head of {head.season}: entry {head.number}, {head.hash}\n"
        "Keep this mail: it shows whether anything up to that entry is changed later. To check an export:\n"
        f"{head.verify_command}\n"
    )


def _claim_notice(notice: Notice, *, at: datetime) -> bool:
    """Claim a notice's mail for this sender; the claim is committed before anything is sent."""
    with short_transaction(durable=True):
        unclaimed = Notice.objects.filter(pk=notice.pk, mail_claimed_at=None)
        return bool(unclaimed.update(mail_claimed_at=at))


def _notice_path(notice: Notice) -> str:
    """The page of what it is about: announcement, match, question, version, entry, draft, season or league."""
    if number := notice.arguments.get("announcement"):
        return reverse("announcement", args=[notice.member.league_id, int(number)])
    if notice.season is None:
        return reverse("league", args=[notice.member.league_id])
    place = notice.season.pk.split("/")
    if match := notice.arguments.get("match"):
        card = notice.arguments.get("card_of")
        page = "reward" if card else "report" if notice.about in REPORT_NOTICES else "match"
        page = "match_time" if notice.about in TIME_NOTICES else page
        return reverse(page, args=[*place, match, *([card] if card else [])])
    if franchise := notice.arguments.get("market_of"):
        return reverse("franchise-market", args=[notice.member.league_id, franchise])
    if number := notice.arguments.get("question"):
        return f"{reverse('put-questions', args=place)}#question-{int(number)}"
    if version := notice.arguments.get("version"):
        questionnaire = notice.arguments.get("questionnaire", HOUSE_RULES)
        return reverse("answers", args=[*place, questionnaire, int(version)])
    if number := notice.arguments.get("entry"):
        return reverse("entry", args=[*place, int(number)])
    return reverse("draft" if notice.arguments.get("step") == "E6" else "season", args=place)
