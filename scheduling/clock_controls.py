"""What a commissioner does to the clock: move a deadline, close a window, pause, resume, remind. Rule HOUSE-006.

Each act has a reason, is recorded in the league's log, and is reported to those it concerns.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from league.access import ReasonMissing
from league.models import Calendar, League, LeagueLog, Membership, Window
from rules.campaign.steward.waits import Wait
from rules.core.readable_text import is_readable
from rules.core.refusals import Malformed, Refusal
from scheduling.calendar import (
    DEFAULT_HOURS,
    LONGEST_WINDOW_HOURS,
    NoCalendar,
    calendar_of,
    format_local_time,
    refuse_clock_control,
    time_arguments,
)
from scheduling.notices import inbox
from scheduling.notices.mail import notify_and_mail
from scheduling.windows import (
    WHOLE_LEAGUE_KEY,
    WindowSnapshot,
    awaited_members,
    concerned_members,
    is_paused,
    pause_window,
    resume_windows,
    save_change,
    step_of,
    sync_and_snapshot,
    wait_prompt,
    wait_words,
)

LONGEST_CLOCK_REASON = 150
SHORTEST_NOTICE_HOURS = 1
"""What a deadline that is moved to an earlier time leaves at least: as much as the shortest window has."""


class WindowNotOpen(Refusal):
    """The season is not waiting for that."""


class NotLonger(Refusal):
    """The new deadline is the present one, or is later than allowed."""


class DeadlineTooSoon(Refusal):
    """The new deadline has passed, or leaves less time than the shortest window has."""


class DeadlineMoved(Refusal):
    """The deadline was moved after the person read it."""


class WindowPaused(Refusal):
    """The window, its step or the league is paused and must be resumed first."""


class ClockPaused(Refusal):
    """The clock that was to be paused is already paused."""


class ClockRunning(Refusal):
    """The clock that was to be resumed is not paused."""


@transaction.atomic
def move_deadline(
    season_id: str,
    what: str,
    *,
    until: datetime,
    member: Membership,
    at: datetime,
    reason: str,
    seen: datetime | None = None,
) -> Window:
    """Move the deadline of a window to a later or an earlier time. Repeating it is refused.

    `seen` is the deadline that the person read (None: not checked). Raises `NotYours`, `ReasonMissing`,
    `WindowNotOpen`, `WindowPaused`, `DeadlineMoved`, `NotLonger` or `DeadlineTooSoon`.
    """
    snapshot, wait, window = _find_open_window(season_id, what, member=member, at=at, reason=reason)
    if window.closes_at is None:
        raise WindowPaused(f"The clock of {wait_words(snapshot, what)} is paused: resume it first.")
    if seen is not None and seen != window.closes_at:
        raise DeadlineMoved(
            f"The deadline of {wait_words(snapshot, what)} was moved to "
            f"{format_local_time(snapshot.calendar, window.closes_at)} after you opened this form: move it again if "
            "you still want to."
        )
    earlier = until < window.closes_at
    if until == window.closes_at:
        deadline = format_local_time(snapshot.calendar, until)
        raise NotLonger(f"The deadline of {wait_words(snapshot, what)} is {deadline} already: choose another time.")
    if until <= at:
        raise DeadlineTooSoon(
            f"{format_local_time(snapshot.calendar, until)} has passed: choose a later time, or close it now."
        )
    soonest = at + timedelta(hours=SHORTEST_NOTICE_HOURS / settings.CLOCK_SPEED)
    if earlier and until < soonest:
        raise DeadlineTooSoon(
            "A deadline that is moved to an earlier time leaves at least an hour: choose "
            f"{format_local_time(snapshot.calendar, soonest)} or later, or close it now."
        )
    if until > at + timedelta(hours=LONGEST_WINDOW_HOURS):
        raise NotLonger(f"A deadline is at most {LONGEST_WINDOW_HOURS // 24} days from now: choose an earlier time.")
    window.closes_at = until
    save_change(window, at=at)
    arguments = {"asked": wait_prompt(snapshot, wait), **time_arguments(snapshot.calendar, until)}
    _log_action(
        snapshot,
        member,
        at=at,
        what="window shortened" if earlier else "window extended",
        subject=f"{wait_words(snapshot, what)} until {arguments['until']}",
        reason=reason,
    )
    _notify(
        snapshot,
        concerned_members(snapshot, wait),
        "shortened" if earlier else "extended",
        f"{what}/{until.isoformat()}/{window.changes}",
        arguments,
        at=at,
        reason=reason,
    )
    return window


@transaction.atomic
def close_window(season_id: str, what: str, *, member: Membership, at: datetime, reason: str) -> Window:
    """End a window's time: what happens at its deadline happens at the next tick.

    Raises `NotYours`, `ReasonMissing` or `WindowNotOpen`.
    """
    snapshot, wait, window = _find_open_window(season_id, what, member=member, at=at, reason=reason)
    window.closes_at, window.left = at, None
    save_change(window, at=at)
    arguments = {"asked": wait_prompt(snapshot, wait), **time_arguments(snapshot.calendar, at)}
    _log_action(snapshot, member, at=at, what="window closed", subject=wait_words(snapshot, what), reason=reason)
    _notify(
        snapshot,
        concerned_members(snapshot, wait),
        "called",
        f"{what}/{at.isoformat()}",
        arguments,
        at=at,
        reason=reason,
    )
    return window


@transaction.atomic
def pause_clock(season_id: str, what: str = "", *, member: Membership, at: datetime, reason: str) -> list[Window]:
    """Pause the clock of the whole league, of a step such as `E6` for the draft, or of one window.

    A window that opens while its step or the league is paused starts paused. Raises `NotYours`, `ReasonMissing`,
    `NoCalendar`, `WindowNotOpen` or `ClockPaused`.
    """
    if what and what not in DEFAULT_HOURS:
        snapshot, wait, window = _find_open_window(season_id, what, member=member, at=at, reason=reason)
        if window.closes_at is None:
            raise ClockPaused(
                f"The clock of {wait_words(snapshot, what)} is already paused: resume it when it should go on."
            )
        members, windows = concerned_members(snapshot, wait), [window]
    else:
        snapshot = _snapshot_for_commissioner(season_id, member=member, at=at, reason=reason)
        _set_paused(snapshot, what or WHOLE_LEAGUE_KEY, paused=True)
        members = list(inbox.season_owners(snapshot.row))
        windows = [window for window in snapshot.windows.values() if what in {"", step_of(window.what)}]
    for window in windows:
        pause_window(window, at=at)
    _log_action(snapshot, member, at=at, what="clock paused", subject=wait_words(snapshot, what), reason=reason)
    about = {"what": wait_words(snapshot, what)}
    _notify(snapshot, members, "paused", f"{what or WHOLE_LEAGUE_KEY}/{at.isoformat()}", about, at=at, reason=reason)
    return windows


@transaction.atomic
def resume_clock(season_id: str, what: str = "", *, member: Membership, at: datetime, reason: str) -> list[Window]:
    """Resume the clock where it was paused, with the time every window had left.

    Windows that were paused singly resume with their step or the league. Raises `NotYours`, `ReasonMissing`,
    `NoCalendar`, `WindowNotOpen` or `ClockRunning`.
    """
    if what and what not in DEFAULT_HOURS:
        snapshot, wait, window = _find_open_window(season_id, what, member=member, at=at, reason=reason)
        if is_paused(snapshot.calendar, what):
            raise WindowPaused(
                f"The clock of {wait_words(snapshot, what)} is paused with its step or the league: resume that."
            )
        if window.left is None:
            raise ClockRunning(f"The clock of {wait_words(snapshot, what)} is not paused.")
        members, released = concerned_members(snapshot, wait), [window]
    else:
        snapshot = _snapshot_for_commissioner(season_id, member=member, at=at, reason=reason)
        calendar = _set_paused(snapshot, what or WHOLE_LEAGUE_KEY, paused=False)
        members = list(inbox.season_owners(snapshot.row))
        still = Window.objects.filter(season=snapshot.row, left__isnull=False)
        released = [
            window for window in still if what in {"", step_of(window.what)} and not is_paused(calendar, window.what)
        ]
    resume_windows(released, at=at)
    _log_action(snapshot, member, at=at, what="clock resumed", subject=wait_words(snapshot, what), reason=reason)
    about = {"what": wait_words(snapshot, what)}
    _notify(snapshot, members, "resumed", f"{what or WHOLE_LEAGUE_KEY}/{at.isoformat()}", about, at=at, reason=reason)
    return released


def _snapshot_for_commissioner(season_id: str, *, member: Membership, at: datetime, reason: str) -> WindowSnapshot:
    snapshot = sync_and_snapshot(season_id, at=at)
    refuse_clock_control(snapshot.row.league_id, member)
    if snapshot.row.forked_from:
        raise NoCalendar(f"{snapshot.row.name} is a rehearsal and has no clock: name a season of the league itself.")
    if not reason.strip():
        raise ReasonMissing("What a commissioner does to the clock is shown to everyone: give a reason.")
    if len(reason) > LONGEST_CLOCK_REASON or not is_readable(reason):
        raise Malformed(
            f"A reason is one line of at most {LONGEST_CLOCK_REASON} characters, none of them invisible: "
            "write it again."
        )
    return snapshot


def _find_open_window(
    season_id: str, what: str, *, member: Membership, at: datetime, reason: str
) -> tuple[WindowSnapshot, Wait, Window]:
    snapshot = _snapshot_for_commissioner(season_id, member=member, at=at, reason=reason)
    wait = next((candidate for candidate in snapshot.waits if candidate.what == what), None)
    if wait is None:
        waiting = ", ".join(wait_words(snapshot, candidate.what) for candidate in snapshot.waits) or "nothing"
        raise WindowNotOpen(f"The season does not wait for {what[:60]!r} now: it waits for {waiting}.")
    return snapshot, wait, snapshot.windows[what]


def _set_paused(snapshot: WindowSnapshot, thing: str, *, paused: bool) -> Calendar:
    """Record on the calendar what is paused or no longer is, under the league's lock."""
    league = League.objects.select_for_update(no_key=True).get(pk=snapshot.row.league_id)
    calendar = calendar_of(league.pk)
    if calendar._state.adding:
        raise NoCalendar(f"{league.name} has no calendar, so it has no deadlines: set one first.")
    name = wait_words(snapshot, "" if thing == WHOLE_LEAGUE_KEY else thing)
    if paused and thing in calendar.paused:
        raise ClockPaused(f"The clock is already paused for {name}: resume it when it should go on.")
    if not paused and thing not in calendar.paused:
        raise ClockRunning(f"The clock is not paused for {name}.")
    others = [other for other in calendar.paused if other != thing]
    calendar.paused = [*others, thing] if paused else others
    calendar.save(update_fields=["paused"])
    return calendar


def _log_action(
    snapshot: WindowSnapshot, member: Membership, *, at: datetime, what: str, subject: str, reason: str
) -> None:
    LeagueLog.objects.create(
        league_id=snapshot.row.league_id,
        at=at,
        actor=member.handle,
        what=what,
        subject=f"{subject} (season {snapshot.row.number}): {reason}"[:250],
    )


def _notify(
    snapshot: WindowSnapshot,
    members: Iterable[Membership],
    about: str,
    key: str,
    arguments: dict[str, str],
    *,
    at: datetime,
    reason: str,
) -> None:
    notify_and_mail(
        members,
        about=about,
        key=f"{about}/{snapshot.row.pk}/{key}",
        at=at,
        season=snapshot.row,
        arguments={**arguments, "reason": reason},
    )


class NobodyAwaited(Refusal):
    """The season does not wait for anybody there who could be reminded."""


@transaction.atomic
def send_reminder(season_id: str, what: str, *, member: Membership, at: datetime) -> int:
    """Notify everybody the wait is about again; for how many it was new. Nobody is reminded twice within an hour.

    Raises `NotYours` or `NobodyAwaited`.
    """
    snapshot = sync_and_snapshot(season_id, at=at)
    refuse_clock_control(snapshot.row.league_id, member)
    wait = next((candidate for candidate in snapshot.waits if candidate.what == what), None)
    members = [] if wait is None else awaited_members(snapshot, wait)
    if wait is None or not members:
        raise NobodyAwaited(f"Nobody can be reminded of {what[:60]!r} now: look at the board again.")
    window = snapshot.windows[what]
    closes_at = window.closes_at
    until = {"until": "there is no deadline"} if closes_at is None else time_arguments(snapshot.calendar, closes_at)
    notified = notify_and_mail(
        members,
        about="reminded",
        key=f"reminded/{season_id}/{what}/{at:%Y-%m-%dT%H}",
        at=at,
        season=snapshot.row,
        arguments={"asked": wait_prompt(snapshot, wait), **until},
    )
    LeagueLog.objects.create(
        league_id=snapshot.row.league_id,
        at=at,
        actor=member.handle,
        what="reminded",
        subject=f"{wait_words(snapshot, what)} (season {snapshot.row.number})",
    )
    return notified
