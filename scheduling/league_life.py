"""Archiving a league, and taking it out again: nothing changes in between, and no deadline passes."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction

from league.access import refuse_read_only
from league.membership import add_league_log, lock_league, members_of, refuse_non_commissioner
from league.models import Job, League, Membership, Window
from league.role_changes import LONGEST_REASON, NotMember
from rules.core.readable_text import is_readable
from rules.core.refusals import Malformed, Refusal
from scheduling.calendar import calendar_of
from scheduling.notices.mail import notify_and_mail
from scheduling.windows import is_paused, pause_window, resume_windows


class NotArchived(Refusal):
    """The league is not archived."""


@transaction.atomic
def archive_league(*, league: League, by: Membership | None, at: datetime, reason: str = "") -> None:
    """Make a league read-only until a commissioner takes it out of the archive; its open windows keep their time.

    `by` is None for the operator. Raises `NotYours`, `NotMember`, `Malformed` or `LeagueReadOnly`.
    """
    row = lock_for_commissioner(league, by)
    refuse_read_only(row)
    reason = clean_reason(reason)
    League.objects.filter(pk=row.pk).update(archived_at=at)
    stop_clocks(row.pk, at=at)
    add_league_log(row.pk, actor=actor_name(by), what="archived", subject="", at=at, reason=reason)
    notify_everybody(row, about="archived", by=by, at=at, arguments={"league": row.name, "reason": reason})


@transaction.atomic
def unarchive_league(*, league: League, by: Membership | None, at: datetime) -> None:
    """Take a league out of the archive; its windows go on with the time they had left.

    `by` is None for the operator. Raises `NotYours`, `NotMember`, `NotArchived`, or `LeagueReadOnly` for one that
    will be deleted.
    """
    row = lock_for_commissioner(league, by)
    if row.delete_at is not None:
        refuse_read_only(row)
    if row.archived_at is None:
        raise NotArchived(f"{row.name} is not archived: everybody can act in it.")
    League.objects.filter(pk=row.pk).update(archived_at=None)
    start_clocks(row.pk, at=at)
    add_league_log(row.pk, actor=actor_name(by), what="unarchived", subject="", at=at)
    notify_everybody(row, about="unarchived", by=by, at=at, arguments={"league": row.name})


def lock_for_commissioner(league: League, by: Membership | None) -> League:
    """The league as it is now, held for a commissioner or the operator, whatever state it is in.

    Raises `LeagueGone`, `NotYours`, or `NotMember` for a membership that has ended in the meantime.
    """
    row = lock_league(league, read_only_too=True)
    if by is not None:
        current = members_of(row).filter(pk=by.pk).first()
        if current is None:
            raise NotMember("That membership has ended in the meantime: look at the page again.")
        refuse_non_commissioner(row, current)
    return row


def clean_reason(reason: str) -> str:
    """A reason as one line, empty if none was given. Raises `Malformed`."""
    line = " ".join(reason.split())
    if len(line) > LONGEST_REASON or not is_readable(line):
        raise Malformed(f"A reason has at most {LONGEST_REASON} characters, none of them invisible: write it again.")
    return line


def actor_name(by: Membership | None) -> str:
    """The handle of the member who acted; empty for the operator."""
    return "" if by is None else by.handle


def stop_clocks(league: str, *, at: datetime) -> None:
    """Pause every open window of a league; each keeps the time it has left."""
    for window in _open_windows(league).filter(left=None):
        pause_window(window, at=at)


def start_clocks(league: str, *, at: datetime) -> None:
    """Resume the windows of a league that its calendar does not pause, and its jobs that were left alone."""
    calendar = calendar_of(league)
    windows = _open_windows(league).filter(closes_at=None)
    resume_windows([window for window in windows if not is_paused(calendar, window.what)], at=at)
    Job.objects.filter(league=league, state=Job.State.QUEUED, due_at__gt=at).update(due_at=at, nudged_at=None)


def notify_everybody(
    league: League, *, about: str, by: Membership | None, at: datetime, arguments: dict[str, Any], but: bool = True
) -> None:
    """Notify each person of a league once, whatever roles they have there; `but` leaves out who acted."""
    everybody = members_of(league).order_by("pk")
    if by is not None and but:
        everybody = everybody.exclude(user=by.user_id)
    notify_and_mail(everybody, about=about, key=f"{about}/{league.pk}/{at.isoformat()}", at=at, arguments=arguments)


def _open_windows(league: str) -> Any:
    return Window.objects.filter(season__league=league, closed_at=None).order_by("pk")
