"""Serializers of the times of matches."""

from __future__ import annotations

from datetime import datetime

from api.match_times.schemas import MatchTimeOut, OfferedTimeOut, SuggestedTimeOut, TimeOfferOut
from league.models import Appointment
from scheduling.meetings import Meeting, report_deadline, suggestions, why_not_open


def serialize_match_time(meeting: Meeting, *, sees_offer: bool, at: datetime) -> MatchTimeOut:
    """The time of a match; what is on offer and suggested is left out unless `sees_offer`."""
    appointment = meeting.appointment
    closed = why_not_open(meeting)
    called_off = appointment.standing == Appointment.Standing.OFF
    return MatchTimeOut(
        match=meeting.short_id,
        version=appointment.version,
        standing=appointment.standing,
        plays_at=appointment.agreed_at if meeting.is_agreed else None,
        called_off=appointment.agreed_at if called_off else None,
        reason=appointment.reason,
        sides=tuple(meeting.sides),
        offer=_serialize_offer(meeting) if sees_offer and meeting.offered else None,
        due=report_deadline(meeting),
        closed="" if closed is None else closed.sentence,
        suggested=tuple(
            SuggestedTimeOut(time=suggestion.time, side=suggestion.side) for suggestion in suggestions(meeting, at=at)
        )
        if sees_offer and closed is None
        else (),
    )


def _serialize_offer(meeting: Meeting) -> TimeOfferOut:
    return TimeOfferOut(
        side=meeting.offered[0].side,
        note=meeting.offered[0].note,
        times=tuple(
            OfferedTimeOut(
                number=offered.number, time=offered.time, zone=offered.zone, accepted=tuple(offered.accepted)
            )
            for offered in meeting.offered
        ),
        awaited=tuple(meeting.appointment.awaited),
        lapsed=not meeting.is_offer_valid,
    )
