"""The tick of a season's clock: sync windows, notify members, give what is due, and sync windows again."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Q

from jobs.kinds import JobRun, job_kind, job_title
from journal import BatchResult
from league.models import Entry, Job, Season, Window
from rules.campaign.core.codec import command_document
from rules.campaign.core.state import LineUp
from rules.campaign.steward import next_commissioner_command
from rules.campaign.steward.waits import REPORT_STEP, Wait
from scheduling.appointment_clock import watch_appointments
from scheduling.automatic_steps import END_STEPS, run_automatic_steps, season_end_is_automatic
from scheduling.calendar import time_arguments
from scheduling.notices import inbox, mail
from scheduling.notices.progress import awaited_key, failure_key
from scheduling.windows import (
    WindowSnapshot,
    awaited_members,
    concerned_members,
    reminder_time,
    sync_and_snapshot,
    wait_prompt,
)

RECENT_FAILURES = timedelta(days=7)
"""How long ago a job may have failed and still be reported."""


@job_kind("clock_tick", title="The clock", fleeting=True)
def clock_tick(run: JobRun) -> None:
    """The body of the job that the beat asks for."""
    tick(run.season, at=run.now())


def tick(season_id: str, *, at: datetime) -> list[BatchResult]:
    """Do everything that a season's clock asks for now; repeating it changes nothing. A rehearsal has no clock.

    Raises `Unknown`, and what the steps raise: members notified by then stay notified, and the next tick continues.
    """
    snapshot = sync_and_snapshot(season_id, at=at)
    if snapshot.row.forked_from:
        return []
    notify_of_failed_jobs(snapshot.row, at=at)
    notify_of_windows(snapshot, at=at)
    notify_of_invalid_line_ups(snapshot, at=at)
    answers = run_automatic_steps(season_id, at=at)
    if answers:
        snapshot = sync_and_snapshot(season_id, at=at)
        notify_of_windows(snapshot, at=at)
    notify_commissioners(snapshot, at=at)
    watch_appointments(snapshot.row, at=at)
    mail.enqueue_mail(at=at)
    return answers


def notify_of_windows(snapshot: WindowSnapshot, *, at: datetime) -> None:
    """Notify those a window concerns that it is their turn, and those awaited that it closes soon: once each.

    A match that its ruleset resolves is nobody's turn; only the commissioners are notified, once it is overdue.
    """
    for wait in snapshot.waits:
        if wait.step == REPORT_STEP and snapshot.season.match(wait.match).ruleset:
            continue
        window = snapshot.windows[wait.what]
        _notify_turn(snapshot, wait, window, at=at)
        if is_reminder_due(snapshot, window, at=at):
            about = "reminder_report" if wait.step == REPORT_STEP else "reminder"
            _notify(snapshot, wait, window, about, at=at)


def notify_of_invalid_line_ups(snapshot: WindowSnapshot, *, at: datetime) -> None:
    """Notify an owner, once per entry, that somebody or something in their sealed line-up may not be fielded.

    Nobody else is notified: the lock will be refused, and its refusal names only the franchise.
    """
    for line_up in snapshot.fallen:
        inbox.notify(
            inbox.franchise_owners(snapshot.row.league_id, [line_up.franchise]),
            about="line_up_fallen",
            key=f"line_up_fallen/{snapshot.row.pk}/{line_up.id}/{_last_naming_entry(snapshot.row, line_up)}",
            at=at,
            season=snapshot.row,
            arguments={"match": line_up.match, "step": "M3"},
        )


def is_reminder_due(snapshot: WindowSnapshot, window: Window, *, at: datetime) -> bool:
    """Whether a window is close enough to its deadline to remind those awaited (`reminder_time`), and not past."""
    if window.closes_at is None:
        return False
    due_at = reminder_time(snapshot.calendar, opened_at=window.opened_at, closes_at=window.closes_at)
    return due_at is not None and due_at <= at < window.closes_at


def notify_commissioners(snapshot: WindowSnapshot, *, at: datetime) -> None:
    """Notify the commissioners of overdue reports, and of a season that only they can move on."""
    overdue = {
        wait.what: window
        for wait in snapshot.waits
        if (window := snapshot.windows[wait.what]).closes_at is not None and window.closes_at <= at
    }
    for wait in snapshot.waits:
        if wait.step == REPORT_STEP and wait.what in overdue:
            _notify(snapshot, wait, overdue[wait.what], "report_missing", at=at)
    if snapshot.calendar.unattended or any(wait.to_the_end and wait.what not in overdue for wait in snapshot.waits):
        return
    if snapshot.season.step in END_STEPS and season_end_is_automatic(snapshot.row, snapshot.calendar):
        return
    if (command := next_commissioner_command(snapshot.season)) is None:
        return
    inbox.notify(
        inbox.league_commissioners(snapshot.row.league_id),
        about="awaited",
        key=awaited_key(snapshot.row, snapshot.season, command),
        at=at,
        season=snapshot.row,
        arguments={"season": snapshot.row.name, "command": command_document(command)["type"].replace("_", " ")},
    )


def notify_of_failed_jobs(row: Season, *, at: datetime) -> None:
    """Notify the commissioners of failed jobs of the season and its league, once for each problem."""
    failed = Job.objects.filter(Q(season=row) | Q(season=None, league=row.league_id), state=Job.State.FAILED)
    for job in failed.filter(ended_at__gt=at - RECENT_FAILURES).order_by("ended_at", "queued_at", "key"):
        inbox.notify(
            inbox.league_commissioners(row.league_id),
            about="job_failed",
            key=failure_key(job),
            at=at,
            season=row,
            arguments={"title": job_title(job.kind), "failure": job.failure},
        )


def _notify_turn(snapshot: WindowSnapshot, wait: Wait, window: Window, *, at: datetime) -> None:
    if window.closes_at is None:
        _notify(snapshot, wait, window, "turn_paused", at=at)
    elif window.closes_at > at:
        _notify(snapshot, wait, window, "turn", at=at)


def _notify(snapshot: WindowSnapshot, wait: Wait, window: Window, about: str, *, at: datetime) -> None:
    """Notify under a key made from the window's opening, so that neither clock changes nor extensions repeat it."""
    arguments = {"asked": wait_prompt(snapshot, wait), "match": wait.match, "step": wait.step}
    if window.closes_at is not None:
        arguments |= time_arguments(snapshot.calendar, window.closes_at)
    name = "turn" if about == "turn_paused" else about
    inbox.notify(
        concerned_members(snapshot, wait) if name == "turn" else awaited_members(snapshot, wait),
        about=about,
        key=f"{name}/{snapshot.row.pk}/{wait.what}/{window.opened_at.isoformat()}",
        at=at,
        season=snapshot.row,
        arguments=arguments,
    )


def _last_naming_entry(row: Season, line_up: LineUp) -> int:
    """The number of the entry that last named a line-up."""
    namings = Entry.objects.filter(season=row, command="name_line_up", seal=f"{line_up.match}:M4").order_by("-number")
    found = namings.values_list("number", "subjects")
    return next((number for number, subjects in found if line_up.franchise in subjects), 0)
