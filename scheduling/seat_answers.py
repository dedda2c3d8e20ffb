"""How people hear that a league declined their request for a seat, whether they belong to the league or not.

Members get a notice. Others have no inbox of the league: they are mailed a letter, once, and their own webhook gets a
message, unless they turned that group of notices off. What they asked for is on the page of seats in any case.
"""

from __future__ import annotations

from datetime import datetime

from jobs.kinds import JobRun, job_kind
from jobs.queue import enqueue
from league.membership import members_of
from league.models import PersonalDelivery, SeatRequest
from scheduling.notices.choices import MAIL, OFF, WEBHOOK, group_of, settings_of_user
from scheduling.notices.letters import compose_seat_answer, seat_answer_path, seat_answer_text
from scheduling.notices.mail import notify_and_mail, send_letter, waiting_for_mail_server
from webhooks.personal import HookNotice, enqueue_personal_sending, notices_delivery

SEAT_DECLINED = "seat_declined"
"""The kind of notice."""
ANSWER_JOB = "mail_seat_answer"


def notify_of_decline(request: SeatRequest, *, at: datetime) -> None:
    """Tell the person of a request that was just declined, by the channels they kept; call it in that transaction."""
    members = members_of(request.league).filter(user=request.user_id)
    if members.exists():
        arguments = {"league": request.league.name, "said": request.answer}
        notify_and_mail(members, about=SEAT_DECLINED, key=_key(request), at=at, arguments=arguments)
        return
    settings = settings_of_user(request.user_id)
    group, league = group_of(SEAT_DECLINED), request.league_id
    if request.user.email and not settings.mail_stopped and settings.delivery(group, MAIL, league) != OFF:
        row, due_at = {"request": request.pk}, settings.quiet_until(at)
        enqueue(ANSWER_JOB, key=_key(request), at=at, arguments=row, due_at=due_at)
    if settings.webhook is not None and settings.delivery(group, WEBHOOK, league) != OFF:
        notice = HookNotice(
            about=SEAT_DECLINED,
            group=group,
            league=league,
            league_name=request.league.name,
            season="",
            sentence=seat_answer_text(request).sentence,
            page=seat_answer_path(),
            at=at,
        )
        message = notices_delivery(settings.webhook, [notice], key=f"notice/{_key(request)}", at=at)
        PersonalDelivery.objects.bulk_create([message], ignore_conflicts=True)
        enqueue_personal_sending(request.user_id, _key(request), at=at)


@job_kind(ANSWER_JOB, title="Mail about a seat", fleeting=True)
def mail_seat_answer(run: JobRun) -> None:
    """The body of the job: mail the letter about a declined request, unless that was done or nobody is there."""
    with waiting_for_mail_server():
        sent = send_seat_answer(int(run.arguments["request"]), at=run.now())
    run.progress(sent, sent, f"{sent} sent.")


def send_seat_answer(request: int, *, at: datetime) -> int:
    """Mail the letter about a declined request, at most once; how many were sent.

    It is not sent to people who may not log in any more, whose address takes no mail, or who turned it off meanwhile.
    """
    found = SeatRequest.objects.select_related("user", "league").filter(
        pk=request, state=SeatRequest.State.DECLINED, user__is_active=True, mail_claimed_at=None
    )
    row = found.exclude(user__email="").first()
    if row is None:
        return 0
    settings = settings_of_user(row.user_id)
    if settings.mail_stopped or settings.delivery(group_of(SEAT_DECLINED), MAIL, row.league_id) == OFF:
        return 0
    return int(send_letter(compose_seat_answer(row), row.user, claim=lambda: _claim(row, at=at), at=at))


def _claim(request: SeatRequest, *, at: datetime) -> bool:
    return bool(SeatRequest.objects.filter(pk=request.pk, mail_claimed_at=None).update(mail_claimed_at=at))


def _key(request: SeatRequest) -> str:
    return f"{SEAT_DECLINED}/{request.pk}"
