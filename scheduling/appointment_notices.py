"""Who is told of the time of a match: its sides and the commissioners, by notices, and programs by webhooks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from league.models import Membership
from league.queries.webhooks import any_active_webhook
from scheduling.calendar import time_arguments
from scheduling.local_times import format_time
from scheduling.meetings import Meeting
from scheduling.notices import texts
from scheduling.notices.mail import notify_and_mail
from webhooks.publisher import publish_event

GONE_MATCH = "A match that is no longer in the season"
"""What a match is called that an amend took away."""


def notify_of_offer(meeting: Meeting, member: Membership, *, at: datetime) -> None:
    """Tell the sides that have not accepted a time on offer which there are."""
    offered = meeting.offered
    silent = meeting.sides.keys() - set(offered[0].accepted)
    times = [format_time(proposed.time, meeting.zone) for proposed in offered]
    arguments: dict[str, Any] = {
        "franchise": meeting.side_name(offered[0].side),
        "times": texts.join_choices(times),
        "times_at": [proposed.time.astimezone(UTC).isoformat() for proposed in offered],
        "note": offered[0].note,
    }
    others = [other for other in meeting.members_of(set(silent)) if other.user_id != member.user_id]
    _notify(meeting, others, "time_proposed", arguments, at=at)


def notify_of_decline(meeting: Meeting, side: str, member: Membership, *, at: datetime) -> None:
    """Tell the other sides that the times on offer are no longer."""
    others = [other for other in meeting.members_of(set(meeting.sides) - {side}) if other.user_id != member.user_id]
    _notify(meeting, others, "time_declined", {"franchise": meeting.side_name(side)}, at=at)


def notify_of_agreement(meeting: Meeting, before: datetime | None, reason: str, *, at: datetime) -> None:
    """Tell every side the time that is agreed on or set, and what it was `before` if it was moved."""
    agreed_at = meeting.appointment.agreed_at
    assert agreed_at is not None  # noqa: S101 - it was just agreed on
    arguments = {**time_arguments(meeting.calendar, agreed_at), "reason": reason}
    if before is not None:
        arguments |= time_arguments(meeting.calendar, before, "before")
    about = "time_agreed" if before is None else "time_moved"
    _notify(meeting, meeting.members_of(set(meeting.sides)), about, arguments, at=at)
    moment = agreed_at.astimezone(UTC)
    utc = f"{moment:%Y-%m-%d %H:%M} UTC"
    if before is None:
        says = f"{_capitalized(meeting.title)} is played {utc}."
        _publish(meeting, "appointment.agreed", says, plays_at=moment, at=at)
    else:
        says = f"{_capitalized(meeting.title)} is played at another time, {utc}."
        _publish(meeting, "appointment.moved", says, plays_at=moment, at=at)


def notify_of_end(meeting: Meeting, told: Sequence[Membership], *, but: str, at: datetime) -> None:
    """Tell every side, and those in `told`, that the time does not stand any more; not the member of that handle.

    Without a handle the reason is the site's own, and not quoted as a member's is.
    """
    agreed_at = meeting.appointment.agreed_at
    assert agreed_at is not None  # noqa: S101 - a time was agreed on until now
    reason = {"reason" if but else "why": meeting.appointment.reason}
    arguments = {"reason": "", **time_arguments(meeting.calendar, agreed_at), **reason}
    members = [*meeting.members_of(set(meeting.sides)), *told]
    others = [member for member in members if member.handle != but]
    _notify(meeting, others, "time_called_off", arguments, at=at)
    says = f"{_capitalized(meeting.title)} is not played at the time that was agreed on."
    _publish(meeting, "appointment.called_off", says, at=at)


def notify_of_absence(meeting: Meeting, side: str, absent: str, *, at: datetime) -> None:
    """Tell the commissioners that a side says another did not come."""
    arguments = {"said": f"{meeting.side_name(side)} said that {meeting.side_name(absent)} did not come."}
    _notify(
        meeting, meeting.commissioners, "time_missed", _missed(meeting, arguments), at=at, part=f"{side}/{absent}"
    )


def notify_of_missed(meeting: Meeting, *, at: datetime) -> None:
    """Tell the commissioners that an agreed time has passed and nobody reported the match."""
    arguments = _missed(meeting, {"said": "Nobody has reported it."})
    _notify(meeting, meeting.commissioners, "time_missed", arguments, at=at, part=_change(meeting))


def notify_of_reminder(meeting: Meeting, *, at: datetime) -> None:
    """Remind every side of the time that is agreed on."""
    agreed_at = meeting.appointment.agreed_at
    assert agreed_at is not None  # noqa: S101 - only agreed times have reminders
    arguments = time_arguments(meeting.calendar, agreed_at)
    _notify(meeting, meeting.members_of(set(meeting.sides)), "time_reminder", arguments, at=at, part=_change(meeting))


def notify_of_deadline(meeting: Meeting, due: datetime, *, at: datetime) -> None:
    """Tell every side and the commissioners that the report is due before the time that is agreed on."""
    agreed_at = meeting.appointment.agreed_at
    assert agreed_at is not None  # noqa: S101 - only an agreed time can be too late
    arguments = time_arguments(meeting.calendar, due) | time_arguments(meeting.calendar, agreed_at, "before")
    members = [*meeting.members_of(set(meeting.sides)), *meeting.commissioners]
    _notify(meeting, members, "time_too_late", arguments, at=at, part=f"{_change(meeting)}/{due.isoformat()}")


def _missed(meeting: Meeting, arguments: dict[str, str]) -> dict[str, str]:
    agreed_at = meeting.appointment.agreed_at
    return {**arguments, **({"until": ""} if agreed_at is None else time_arguments(meeting.calendar, agreed_at))}


def _change(meeting: Meeting) -> str:
    """What tells the notices of one agreed time from those of another."""
    return f"change {meeting.appointment.changes}"


def _capitalized(title: str) -> str:
    return f"{title[:1].upper()}{title[1:]}"


def _notify(
    meeting: Meeting,
    members: Iterable[Membership],
    about: str,
    arguments: Mapping[str, Any],
    *,
    at: datetime,
    part: str = "",
) -> None:
    """Notify each person once; `part` is the version of the appointment if it is left out."""
    people = {member.user_id: member for member in members}
    key = f"{about}/{meeting.row.pk}/{meeting.short_id}/{part or meeting.appointment.version}"
    match = {"what": meeting.short_id, "match": meeting.short_id}
    if meeting.match._state.adding:
        match = {"what": GONE_MATCH}
    notify_and_mail(
        people.values(), about=about, key=key, at=at, season=meeting.row, arguments={**match, **arguments}
    )


def _publish(meeting: Meeting, event: str, says: str, *, at: datetime, plays_at: datetime | None = None) -> None:
    """Publish an event to the league's webhooks; of a match that is gone nothing can be read, so nothing is said."""
    if meeting.match._state.adding or not any_active_webhook(meeting.row.league_id):
        return
    about = {"match": meeting.short_id} | ({} if plays_at is None else {"plays_at": plays_at})
    key = f"appointment/{meeting.short_id}/{meeting.appointment.changes}"
    publish_event(event, season=meeting.row, key=key, says=says, at=at, about=about)
