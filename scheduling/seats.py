"""Seats: leagues advertise the free ones, people say that they look for one, ask for one, and are answered.

Members get a notice of the answer. Others have no inbox of the league: they are mailed a letter, once, and their own
webhook gets a message, unless they turned that group of notices off. What they asked for is on the page of seats in
any case.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction

from franchises.models import Franchise
from jobs.kinds import JobRun, job_kind
from jobs.queue import enqueue
from jobs.sweeper import register_sweep
from league.accounts import display_name
from league.invitations import refuse_unclaimable
from league.membership import add_league_log, join, lock_league, members_of, refuse_non_commissioner
from league.models import League, Membership, PersonalDelivery, SeatAd, SeatRequest, SeatSeeker
from league.queries.seats import offered_seats
from league.role_changes import OWNER_ROLE
from rules.core.readable_text import is_readable
from rules.core.refusals import Malformed, Refusal, Unknown
from scheduling.calendar import clean_zone
from scheduling.notices import inbox, texts
from scheduling.notices.choices import MAIL, OFF, WEBHOOK, group_of, settings_of_user
from scheduling.notices.letters import compose_seat_answer, seat_answer_path, seat_answer_text
from scheduling.notices.mail import notify_and_mail, send_letter, waiting_for_mail_server
from sql.short_transactions import delete_in_pieces
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


AD_LASTS = timedelta(days=30)
"""How long an advertisement stands unless it is posted again."""
ASK_AGAIN_AFTER = timedelta(days=30)
"""How long after a league declined a person asks it again."""
REQUEST_KEPT = timedelta(days=90)
MOST_OPEN, MOST_A_DAY, LONGEST_NOTE = 3, 6, 600
State = SeatRequest.State


class SeatNotOffered(Refusal):
    """The league does not advertise a free seat."""


class TooManySeatRequests(Refusal):
    """The person has as many open requests for a seat as allowed, or asked for as many today."""


class SeatAskedAlready(Refusal):
    """The person asked that league for a seat already, or was declined by it lately."""


class SeatRequestEnded(Refusal):
    """The request for a seat was answered or withdrawn."""


@transaction.atomic
def advertise_seats(
    *,
    league: League,
    by: Membership,
    franchises: Sequence[str],
    note: str,
    time_zone: str,
    pace: str,
    experience: str,
    at: datetime,
) -> SeatAd:
    """Advertise free seats of a league for 30 days, or change and renew what is advertised.

    An advertisement that the operator hid stays hidden. Raises `NotYours`, `LeagueReadOnly`, `Malformed`,
    `ZoneUnknown`, or `Unknown` or `SeatTaken` for a franchise that nobody can claim.
    """
    row = lock_league(league)
    refuse_non_commissioner(row, by)
    if not franchises:
        raise Malformed("Choose the seats that are free: at least one.")
    for franchise in franchises:
        refuse_unclaimable(row, franchise)
    if pace not in SeatAd.Pace.values:
        raise Malformed(f"The pace is one of {', '.join(SeatAd.Pace.values)}: choose one.")
    if experience not in SeatAd.Experience.values:
        raise Malformed(f"The experience is one of {', '.join(SeatAd.Experience.values)}: choose one.")
    ad, _ = SeatAd.objects.update_or_create(
        league=row,
        defaults={
            "franchises": sorted(set(franchises)),
            "note": clean_note(note),
            "time_zone": clean_zone(time_zone or "UTC"),
            "pace": pace,
            "experience": experience,
            "posted_at": at,
            "posted_by": by.handle,
            "expires_at": at + AD_LASTS,
        },
    )
    ids = [f"{row.pk}/{franchise}" for franchise in ad.franchises]
    names = Franchise.objects.filter(pk__in=ids).order_by("name", "pk").values_list("name", flat=True)
    add_league_log(row.pk, actor=by.handle, what="seats offered", subject=", ".join(names), at=at)
    return ad


@transaction.atomic
def withdraw_ad(*, league: League, by: Membership, at: datetime) -> None:
    """Take the advertisement of a league back, also while it can only be read.

    Raises `NotYours` or `SeatNotOffered`.
    """
    row = lock_league(league, read_only_too=True)
    refuse_non_commissioner(row, by)
    if not SeatAd.objects.filter(league=row).delete()[0]:
        raise SeatNotOffered(f"{row.name} does not advertise any seat: there is nothing to take back.")
    add_league_log(row.pk, actor=by.handle, what="seats withdrawn", subject="", at=at)


@transaction.atomic
def look_for_seat(*, user: Any, note: str, time_zone: str, at: datetime) -> SeatSeeker:
    """Say for 30 days that a person looks for a seat, or change and renew it. Raises `Malformed` or `ZoneUnknown`."""
    fields: dict[str, Any] = {
        "note": clean_note(note),
        "time_zone": clean_zone(time_zone) if time_zone else "",
        "posted_at": at,
        "expires_at": at + AD_LASTS,
    }
    return SeatSeeker.objects.update_or_create(user=user, defaults=fields)[0]


def stop_looking(*, user: Any) -> None:
    """Say no more that a person looks for a seat."""
    SeatSeeker.objects.filter(user=user).delete()


@transaction.atomic
def ask_for_seat(*, league: str, user: Any, note: str, at: datetime) -> SeatRequest:
    """Ask a league that advertises for a seat; its commissioners are notified.

    Raises `SeatNotOffered`, `SeatAskedAlready`, `TooManySeatRequests`, `LeagueReadOnly` or `Malformed`.
    """
    get_user_model().objects.select_for_update().get(pk=user.pk)  # two requests at once are counted one by one
    ad = SeatAd.objects.select_related("league").filter(league=league, expires_at__gt=at, hidden_at=None).first()
    if ad is None or not offered_seats([ad])[ad.league_id].seats:
        raise SeatNotOffered("That league advertises no free seat now: choose another one.")
    row = lock_league(ad.league)
    _refuse_asking(row, user, at=at)
    request = SeatRequest.objects.create(league=row, user=user, note=clean_note(note), asked_at=at)
    notify_and_mail(
        inbox.league_commissioners(row.pk),
        about="seat_asked",
        key=f"seat_asked/{request.pk}",
        at=at,
        arguments={"league": row.name, "person": display_name(user), "said": request.note},
    )
    return request


@transaction.atomic
def give_seat(
    *, league: League, request: int, franchise: str, by: Membership, at: datetime, answer: str = ""
) -> Membership:
    """Give a person who asked for it a franchise that nobody owns.

    Raises `NotYours`, `LeagueReadOnly`, `Unknown`, `SeatRequestEnded`, `Malformed` or `SeatTaken`.
    """
    row = lock_league(league)
    refuse_non_commissioner(row, by)
    found = _open_request(row, request)
    refuse_unclaimable(row, franchise)
    answer = clean_note(answer)
    member = join(league=row, user=found.user, role=OWNER_ROLE, franchise=franchise, actor=by.handle, at=at)
    _end(found, State.GIVEN, at=at, franchise=franchise, answer=answer)
    SeatSeeker.objects.filter(user=found.user).delete()
    name = Franchise.objects.values_list("name", flat=True).get(pk=f"{row.pk}/{franchise}")
    notify_and_mail(
        [member],
        about=texts.SEAT_GIVEN,
        key=f"seat_given/{found.pk}",
        at=at,
        arguments={"league": row.name, "franchise": name, "subject": franchise, "said": answer},
    )
    return member


@transaction.atomic
def decline_seat(*, league: League, request: int, by: Membership, at: datetime, answer: str = "") -> SeatRequest:
    """Decline a request for a seat, also while the league can only be read; who asked is told by their channels.

    Raises `NotYours`, `LeagueGone`, `Unknown`, `SeatRequestEnded` or `Malformed`.
    """
    row = lock_league(league, read_only_too=True)
    refuse_non_commissioner(row, by)
    found = _open_request(row, request)
    _end(found, State.DECLINED, at=at, answer=clean_note(answer))
    notify_of_decline(found, at=at)
    return found


@transaction.atomic
def withdraw_request(*, user: Any, request: int, at: datetime) -> SeatRequest:
    """Withdraw a request of one's own. Raises `Unknown` or `SeatRequestEnded`."""
    found = SeatRequest.objects.select_for_update().filter(pk=request, user=user).first()
    if found is None:
        raise Unknown("You have no such request: look at the list again.")
    _refuse_ended(found)
    _end(found, State.WITHDRAWN, at=at)
    return found


def clean_note(note: str) -> str:
    """A note as one line. Raises `Malformed`."""
    line = " ".join(note.split())
    if len(line) > LONGEST_NOTE or not is_readable(line):
        raise Malformed(f"A note has at most {LONGEST_NOTE} characters, none of them invisible: write it again.")
    return line


@register_sweep
def sweep_seats(at: datetime) -> None:
    """Delete advertisements that expired, and requests that were answered long ago."""
    delete_in_pieces(SeatAd.objects.filter(expires_at__lte=at, hidden_at=None))
    delete_in_pieces(SeatSeeker.objects.filter(expires_at__lte=at, hidden_at=None))
    delete_in_pieces(SeatRequest.objects.exclude(state=State.OPEN).filter(answered_at__lte=at - REQUEST_KEPT))


def _refuse_asking(league: League, user: Any, *, at: datetime) -> None:
    own = SeatRequest.objects.filter(user=user)
    if members_of(league).filter(user=user, role=OWNER_ROLE).exists():
        raise SeatAskedAlready(f"You own a franchise of {league.name} already: leave its free seats to others.")
    if own.filter(league=league, state=State.OPEN).exists():
        raise SeatAskedAlready(f"You asked {league.name} already: wait for its answer, or withdraw the request.")
    declined = own.filter(league=league, state=State.DECLINED, answered_at__gt=at - ASK_AGAIN_AFTER).first()
    if declined is not None:
        raise SeatAskedAlready(f"{league.name} declined your request lately: ask another league, or a month later.")
    if own.filter(state=State.OPEN).count() >= MOST_OPEN:
        raise TooManySeatRequests(f"You have {MOST_OPEN} open requests: withdraw one before you ask again.")
    if own.filter(asked_at__gt=at - timedelta(days=1)).count() >= MOST_A_DAY:
        raise TooManySeatRequests(f"You asked for {MOST_A_DAY} seats within a day: ask again tomorrow.")


def _open_request(league: League, request: int) -> SeatRequest:
    found = (
        SeatRequest.objects.select_for_update(of=("self",))  # its person may withdraw it at this moment
        .select_related("user")
        .filter(league=league, pk=request)
        .first()
    )
    if found is None or not found.user.is_active:
        raise Unknown("There is no such request for a seat: look at the list again.")
    _refuse_ended(found)
    return found


def _refuse_ended(request: SeatRequest) -> None:
    if request.state != State.OPEN:
        raise SeatRequestEnded(f"That request was {request.state} already: look at the list again.")


def _end(
    request: SeatRequest, state: SeatRequest.State, *, at: datetime, franchise: str = "", answer: str = ""
) -> None:
    request.state, request.answered_at, request.franchise, request.answer = state, at, franchise, answer
    request.save(update_fields=["state", "answered_at", "franchise", "answer"])
