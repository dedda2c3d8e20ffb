"""The sides of a match agree on when they play: they propose, accept, counter, move and call off.

An appointment is a league matter: it changes no season, and only who takes part has a say. Everything here holds the
match's row, so that of two people who act at once the second is told what the first did.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from django.db import transaction

from league.access import ReasonMissing
from league.membership import add_league_log
from league.models import Appointment, Membership, ProposedTime
from league.queries.webhooks import any_active_webhook
from rules.core.readable_text import is_readable
from rules.core.refusals import Malformed, Refusal
from scheduling.calendar import time_arguments
from scheduling.local_times import EARLIEST_YEAR, LATEST_YEAR, format_time, write_deadline, zone_of
from scheduling.meetings import (
    ABSENT,
    PLAYED_LATER,
    Meeting,
    load_meeting,
    refuse_changed,
    refuse_no_commissioner,
    refuse_other_side,
    refuse_time,
    why_not_open,
)
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


MOST_TIMES = 5
"""How many times an offer has at most."""
LONGEST_NOTE = 200


class NothingOnOffer(Refusal):
    """No time is on offer that could be accepted, countered or turned down."""


class OfferStands(Refusal):
    """Another team's times are on offer: they are accepted or countered, not passed over."""


class OfferLapsed(Refusal):
    """The member who proposed the times has left the team, so that nobody stands by them."""


class TimeStands(Refusal):
    """A time is agreed on already: it is moved or called off."""


class NoTimeAgreed(Refusal):
    """No time is agreed on that could be moved or called off."""


class NotMissed(Refusal):
    """The time that was agreed on has not passed."""


@transaction.atomic
def propose(
    season_id: str,
    match: str,
    *,
    side: str,
    times: Sequence[datetime],
    note: str = "",
    seen: int | None,
    member: Membership,
    at: datetime,
) -> Appointment:
    """Propose one to five times for a side, where none is agreed on; the side's earlier times are replaced.

    `seen` is the version of the appointment that the person saw, 0 before there was one; None is not checked. Raises
    `NotYours`, `Malformed`, `TimeStands`, `OfferStands`, or what `Meeting` is refused for. The same again changes
    nothing, here and in all the others.
    """

    def check(meeting: Meeting) -> None:
        if meeting.is_agreed:
            raise TimeStands(
                f"{_when(meeting, member)} is agreed on: propose to move it, or call it off before you propose anew."
            )
        if meeting.offering_side not in ("", side):
            raise OfferStands(f"{meeting.side_name(meeting.offering_side)} proposed times: accept one, or counter.")

    return _offer(
        season_id, match, "proposed", check, side=side, times=times, note=note, seen=seen, member=member, at=at
    )


@transaction.atomic
def counter(
    season_id: str,
    match: str,
    *,
    side: str,
    times: Sequence[datetime],
    note: str = "",
    seen: int | None,
    member: Membership,
    at: datetime,
) -> Appointment:
    """Propose other times instead of those that another side has on offer.

    Raises as `propose`, or `NothingOnOffer`.
    """

    def check(meeting: Meeting) -> None:
        if meeting.offering_side in ("", side):
            raise NothingOnOffer("No other team's times are on offer: propose times of your own.")

    return _offer(
        season_id, match, "countered", check, side=side, times=times, note=note, seen=seen, member=member, at=at
    )


@transaction.atomic
def move(
    season_id: str,
    match: str,
    *,
    side: str,
    times: Sequence[datetime],
    note: str = "",
    seen: int | None,
    member: Membership,
    at: datetime,
) -> Appointment:
    """Propose to move an agreed time, which stands until every other side consents.

    Raises as `propose`, or `NoTimeAgreed`.
    """

    def check(meeting: Meeting) -> None:
        if not meeting.is_agreed:
            raise NoTimeAgreed("No time is agreed on: propose one.")
        if meeting.offering_side not in ("", side):
            raise OfferStands(f"{meeting.side_name(meeting.offering_side)} proposed times: accept one, or counter.")

    return _offer(
        season_id, match, "moved", check, side=side, times=times, note=note, seen=seen, member=member, at=at
    )


@transaction.atomic
def accept(
    season_id: str, match: str, *, side: str, number: int, seen: int | None, member: Membership, at: datetime
) -> Appointment:
    """Accept the time of that number of the open offer; once every side accepted the same, it is agreed on.

    A side accepts one time: accepting another takes the first back. Raises `NotYours`, `NothingOnOffer`,
    `OfferLapsed`, `TimePassed`, `TimeAfterDeadline`, or what `Meeting` is refused for.
    """
    meeting = _lock_for_side(season_id, match, side, member)
    appointment = meeting.appointment
    if _is_repeated(meeting, "accepted", member, seen) and _accepted_number(appointment, side) == number:
        return appointment
    refuse_changed(meeting, seen)
    if not meeting.offered:
        raise NothingOnOffer("No time is on offer: propose one.")
    if not meeting.is_offer_valid:
        raise OfferLapsed("Who proposed these times has left the team since: propose times of your own.")
    chosen = next((offered for offered in meeting.offered if offered.number == number), None)
    if chosen is None:
        raise Malformed("Choose one of the times that are on offer.").at("number")
    refuse_time(meeting, chosen.time, member=member, at=at)
    consenting = meeting.consenting_sides(member, side)
    for offered in meeting.offered:
        others = [accepted for accepted in offered.accepted if accepted not in consenting]
        if offered is chosen:
            offered.accepted = sorted({*others, *consenting})
        elif offered.side not in consenting:
            offered.accepted = others
        offered.save(update_fields=["accepted"])
    appointment.awaited = sorted(set(appointment.awaited) - consenting)
    _save_act(meeting, "accepted", side, member.handle, at=at)
    agree_if_all_accept(meeting, at=at)
    return appointment


@transaction.atomic
def decline(
    season_id: str, match: str, *, side: str, seen: int | None, member: Membership, at: datetime
) -> Appointment:
    """Turn the open offer down, or take one's own back; a time that is agreed on stands.

    Raises `NotYours`, `NothingOnOffer`, or what `Meeting` is refused for.
    """
    meeting = _lock_for_side(season_id, match, side, member)
    if _is_repeated(meeting, "declined", member, seen):
        return meeting.appointment
    refuse_changed(meeting, seen)
    if not meeting.offered:
        raise NothingOnOffer("No time is on offer: there is nothing to turn down.")
    meeting.appointment.offer, meeting.appointment.awaited = 0, []
    _save_act(meeting, "declined", side, member.handle, at=at)
    notify_of_decline(meeting, side, member, at=at)
    return meeting.appointment


@transaction.atomic
def set_time(
    season_id: str, match: str, *, time: datetime, reason: str, seen: int | None, member: Membership, at: datetime
) -> Appointment:
    """Set or move the time of a match as a commissioner, with a reason; every side is told.

    Raises `NotYours`, `ReasonMissing`, `Malformed`, `TimePassed`, `TimeAfterDeadline`, or what `Meeting` is refused
    for.
    """
    meeting = _lock_for_commissioner(season_id, match, member)
    time, reason = _clean_time(time), _clean_text(reason, "reason")
    if not reason:
        raise ReasonMissing("The teams are told that you set the time: give a reason.").at("reason")
    if _is_repeated(meeting, "set", member, seen) and meeting.appointment.agreed_at == time:
        return meeting.appointment
    refuse_changed(meeting, seen)
    refuse_time(meeting, time, member=member, at=at)
    _save_act(meeting, "set", "", member.handle, at=at, reason=reason)
    _agree(meeting, time, reason, at=at)
    subject = f"{_in_log(meeting)}: {format_time(time, meeting.zone)}"
    add_league_log(
        meeting.row.league_id, actor=member.handle, what="match time", subject=subject, at=at, reason=reason
    )
    return meeting.appointment


@transaction.atomic
def call_off(
    season_id: str, match: str, *, side: str, reason: str = "", seen: int | None, member: Membership, at: datetime
) -> Appointment:
    """Call an agreed time off, for a side or with an empty `side` as a commissioner, who gives a reason.

    Raises `NotYours`, `ReasonMissing`, `Malformed`, `NoTimeAgreed`, or what `Meeting` is refused for.
    """
    if side:
        meeting = _lock_for_side(season_id, match, side, member)
    else:
        meeting = _lock_for_commissioner(season_id, match, member)
    reason = _clean_text(reason, "reason")
    if not side and not reason:
        raise ReasonMissing("The teams are told that you called it off: give a reason.").at("reason")
    if _is_repeated(meeting, "called_off", member, seen):
        return meeting.appointment
    refuse_changed(meeting, seen)
    if not meeting.is_agreed:
        raise NoTimeAgreed("No time is agreed on: there is nothing to call off.")
    end_agreement(meeting, "called_off", side, member.handle, reason=reason, at=at)
    if not side:
        league = meeting.row.league_id
        add_league_log(
            league, actor=member.handle, what="match called off", subject=_in_log(meeting), at=at, reason=reason
        )
    return meeting.appointment


@transaction.atomic
def report_missed(
    season_id: str, match: str, *, side: str, said: str, about: str = "", member: Membership, at: datetime
) -> Appointment:
    """Say for a side what became of an agreed time that has passed: that a team did not come, or that it was later.

    `said` is `absent`, with the team that did not come in `about`, or `played_later`. The commissioners are told;
    nothing else follows by itself. Raises `NotYours`, `NotMissed`, `Malformed`, or what `Meeting` is refused for.
    """
    meeting = _lock_for_side(season_id, match, side, member)
    appointment = meeting.appointment
    if not meeting.is_agreed or appointment.agreed_at is None or appointment.agreed_at > at:
        raise NotMissed("No agreed time has passed: there is nothing to say about it yet.")
    if said not in (ABSENT, PLAYED_LATER):
        raise Malformed(f"Say {ABSENT} or {PLAYED_LATER}.").at("said")
    if said == ABSENT and (about == side or about not in meeting.sides):
        raise Malformed("Name the other team that did not come.").at("about")
    statement = [said, about if said == ABSENT else ""]
    if appointment.said.get(side) == statement:
        return appointment
    appointment.said = {**appointment.said, side: statement}
    appointment.save(update_fields=["said"])
    if said == ABSENT:
        notify_of_absence(meeting, side, about, at=at)
    return appointment


def agree_if_all_accept(meeting: Meeting, *, at: datetime) -> bool:
    """Agree on the first time of the open offer that every side has accepted; whether there was one."""
    for offered in meeting.offered:
        if meeting.sides and meeting.sides.keys() <= set(offered.accepted):
            _agree(meeting, offered.time, "", at=at)
            return True
    return False


def end_agreement(
    meeting: Meeting, act: str, side: str, actor: str, *, reason: str, at: datetime, told: Sequence[Membership] = ()
) -> None:
    """End what is agreed on or on offer, and tell everybody whom it concerns; `told` are more than the sides."""
    appointment = meeting.appointment
    was_agreed = meeting.is_agreed
    appointment.offer, appointment.awaited = 0, []
    if was_agreed:
        appointment.standing = Appointment.Standing.OFF
        appointment.changes += 1
    _save_act(meeting, act, side, actor, at=at, reason=reason)
    if was_agreed:
        notify_of_end(meeting, told, but=actor, at=at)


def _offer(
    season_id: str,
    match: str,
    act: str,
    check: Callable[[Meeting], None],
    *,
    side: str,
    times: Sequence[datetime],
    note: str,
    seen: int | None,
    member: Membership,
    at: datetime,
) -> Appointment:
    meeting = _lock_for_side(season_id, match, side, member)
    wanted, note = _clean_times(times), _clean_text(note, "note")
    is_same = [offered.time for offered in meeting.offered] == wanted
    if is_same and _is_repeated(meeting, act, member, seen):
        return meeting.appointment
    refuse_changed(meeting, seen)
    check(meeting)
    for place, time in enumerate(times):
        try:
            refuse_time(meeting, time, member=member, at=at)
        except Refusal as refusal:
            raise refusal.at("times", place) from None
    appointment = meeting.appointment
    _save_act(meeting, act, side, member.handle, at=at)
    newest = ProposedTime.objects.filter(appointment=appointment).order_by("-offer").values_list("offer", flat=True)
    consenting = sorted(meeting.consenting_sides(member, side))
    appointment.offer = (newest.first() or 0) + 1
    appointment.awaited = sorted(meeting.sides.keys() - set(consenting))
    appointment.save(update_fields=["offer", "awaited"])
    meeting.offered = [
        ProposedTime(
            appointment=appointment,
            offer=appointment.offer,
            number=number,
            side=side,
            time=time,
            zone=zone_of(member).key,
            note=note,
            accepted=consenting,
            actor=member.handle,
            at=at,
        )
        for number, time in enumerate(wanted, start=1)
    ]
    ProposedTime.objects.bulk_create(meeting.offered)
    if not agree_if_all_accept(meeting, at=at):
        notify_of_offer(meeting, member, at=at)
    return appointment


def _agree(meeting: Meeting, time: datetime, reason: str, *, at: datetime) -> None:
    """Put a time in place of what was agreed on or on offer, and tell every side."""
    appointment = meeting.appointment
    before = appointment.agreed_at if meeting.is_agreed else None
    appointment.standing, appointment.agreed_at, appointment.agreed_since = Appointment.Standing.AGREED, time, at
    appointment.offer, appointment.awaited, appointment.said = 0, [], {}
    appointment.changes += 1
    appointment.save()
    notify_of_agreement(meeting, before, reason, at=at)


def _save_act(meeting: Meeting, act: str, side: str, actor: str, *, at: datetime, reason: str = "") -> None:
    """Save an appointment after an act of the member with the handle `actor`, or of the clock if it is empty."""
    appointment = meeting.appointment
    appointment.version += 1
    appointment.last_act, appointment.last_side, appointment.reason = act, side, reason
    appointment.sides = sorted(meeting.sides)
    appointment.changed_at, appointment.changed_by = at, actor
    appointment.save()


def _lock_for_side(season_id: str, match: str, side: str, member: Membership) -> Meeting:
    """The match with its row held, for a member who acts for that side of it."""
    meeting = load_meeting(season_id, match, lock=True)
    refuse_other_side(meeting, member, side)
    _refuse_unless_open(meeting)
    return meeting


def _lock_for_commissioner(season_id: str, match: str, member: Membership) -> Meeting:
    """The match with its row held, for a commissioner of the league."""
    meeting = load_meeting(season_id, match, lock=True)
    refuse_no_commissioner(meeting, member)
    _refuse_unless_open(meeting)
    return meeting


def _refuse_unless_open(meeting: Meeting) -> None:
    if (refusal := why_not_open(meeting)) is not None:
        raise refusal


def _is_repeated(meeting: Meeting, act: str, member: Membership, seen: int | None) -> bool:
    """Whether the last act was that member's own, given from the same version: then it was sent twice."""
    appointment = meeting.appointment
    last = (appointment.last_act, appointment.changed_by, appointment.version)
    return seen is not None and last == (act, member.handle, seen + 1)


def _accepted_number(appointment: Appointment, side: str) -> int | None:
    """The number of the time that a side accepted last."""
    newest = ProposedTime.objects.filter(appointment=appointment).order_by("-offer", "number")
    return next((offered.number for offered in newest if side in offered.accepted), None)


def _clean_times(times: Sequence[datetime]) -> list[datetime]:
    """The times in order, each once. Raises `Malformed` for none, or more than an offer may have."""
    cleaned = sorted({_clean_time(time) for time in times})
    if not 1 <= len(cleaned) <= MOST_TIMES:
        raise Malformed(f"Propose at least one time, and at most {MOST_TIMES}.").at("times")
    return cleaned


def _clean_time(time: datetime) -> datetime:
    if not EARLIEST_YEAR <= time.year <= LATEST_YEAR:
        raise Malformed("A match cannot be played in that year: name a time within the next weeks.").at("times")
    return time.astimezone(UTC).replace(second=0, microsecond=0)


def _clean_text(text: str, thing: str) -> str:
    text = " ".join(text.split())
    if len(text) > LONGEST_NOTE or not is_readable(text):
        raise Malformed(
            f"A {thing} has at most {LONGEST_NOTE} characters, none of them invisible: write it again."
        ).at(thing)
    return text


def _in_log(meeting: Meeting) -> str:
    return f"{meeting.title} (season {meeting.row.number})"


def _when(meeting: Meeting, member: Membership) -> str:
    agreed_at = meeting.appointment.agreed_at
    return "" if agreed_at is None else write_deadline(agreed_at, member)
