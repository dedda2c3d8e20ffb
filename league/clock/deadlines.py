"""The tick of a season's clock: windows kept, members told, whatever is due done, and windows kept again."""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q

from league.clock import mail, notices
from league.clock.calendar import told_time
from league.clock.running import END_STEPS, ends_by_itself, go_on
from league.clock.waits import REPORT_STEP, Wait
from league.clock.windows import Standing, asked, awaited, concerned, kept_now
from league.jobs.kinds import Run, kind, title_of
from league.journal import Answer
from league.models import Entry, Job, Season, Window
from rules.campaign.core.codec import command_document
from rules.campaign.core.state import LineUp
from rules.campaign.steward import next_commissioner_command
from rules.core.canonical_json import json_bytes

FAILED_LATELY = timedelta(days=7)
"""How long ago a job may have failed and still be told of."""


@kind("clock_tick", title="The clock", fleeting=True)
def clock_tick(run: Run) -> None:
    """The body of the job that the beat asks for."""
    tick(run.season, at=run.now())


def tick(season_id: str, *, at: datetime) -> list[Answer]:
    """Do all of a season that its clock asks for at that moment; twice is once. A rehearsal has no clock.

    Raises `Unknown`, and what doing it raises: then members have been told so far, and the next tick goes on.
    """
    kept = kept_now(season_id, at=at)
    if kept.row.forked_from:
        return []
    tell_of_failures(kept.row, at=at)
    tell_of_windows(kept, at=at)
    tell_of_fallen(kept, at=at)
    answers = go_on(season_id, at=at)
    if answers:
        kept = kept_now(season_id, at=at)
        tell_of_windows(kept, at=at)
    tell_commissioners(kept, at=at)
    mail.ask(at=at)
    return answers


def tell_of_windows(kept: Standing, *, at: datetime) -> None:
    """Tell whom a window concerns that it is his turn, and whoever is awaited that it is soon over: once each.

    A match that its ruleset resolves is nobody's turn, until its time is over.
    """
    for wait in kept.waits:
        if wait.step == REPORT_STEP and kept.season.match(wait.match).ruleset:
            continue
        window = kept.windows[wait.what]
        _tell_turn(kept, wait, window, at=at)
        if reminded_at(kept, window, at=at):
            about = "reminder_report" if wait.step == REPORT_STEP else "reminder"
            _tell(kept, wait, window, about, at=at)


def tell_of_fallen(kept: Standing, *, at: datetime) -> None:
    """Tell an owner that somebody or something in a sealed line-up of theirs may not be fielded: once an entry.

    Nobody else is told; the lock will be refused, and name the franchise alone.
    """
    for line_up in kept.fallen:
        notices.tell(
            notices.owners(kept.row.league_id, [line_up.franchise]),
            about="line_up_fallen",
            key=f"line_up_fallen/{kept.row.pk}/{line_up.id}/{_last_given(kept.row, line_up)}",
            at=at,
            season=kept.row,
            arguments={"match": line_up.match, "step": "M3"},
        )


def reminded_at(kept: Standing, window: Window, *, at: datetime) -> bool:
    """Whether a window is so near to its end that whoever is awaited is reminded, and not over yet.

    The calendar says how long before; a window shorter than twice that is reminded of at half its time.
    """
    if window.closes_at is None or not kept.calendar.reminder_hours:
        return False
    before = timedelta(hours=kept.calendar.reminder_hours / settings.CLOCK_SPEED)
    half = (window.closes_at - window.opened_at) / 2
    return window.closes_at - min(before, half) <= at < window.closes_at


def tell_commissioners(kept: Standing, *, at: datetime) -> None:
    """Tell the commissioners of reports that are overdue, and of a season that only they can take on."""
    over = {
        each.what: window
        for each in kept.waits
        if (window := kept.windows[each.what]).closes_at is not None and window.closes_at <= at
    }
    for wait in kept.waits:
        if wait.step == REPORT_STEP and wait.what in over:
            _tell(kept, wait, over[wait.what], "report_missing", at=at)
    if kept.calendar.unattended or any(each.to_the_end and each.what not in over for each in kept.waits):
        return
    if kept.season.step in END_STEPS and ends_by_itself(kept.row, kept.calendar):
        return
    if (command := next_commissioner_command(kept.season)) is None:
        return
    document = command_document(command)
    notices.tell(
        notices.commissioners(kept.row.league_id),
        about="awaited",
        key=f"awaited/{kept.row.pk}/{kept.season.step}/{_short(json_bytes(document))}",
        at=at,
        season=kept.row,
        arguments={"season": kept.row.name, "command": document["type"].replace("_", " ")},
    )


def tell_of_failures(row: Season, *, at: datetime) -> None:
    """Tell the commissioners of jobs of the season and its league that failed, once for each thing that is wrong."""
    failed = Job.objects.filter(Q(season=row) | Q(season=None, league=row.league_id), state=Job.State.FAILED)
    for job in failed.filter(ended_at__gt=at - FAILED_LATELY).order_by("ended_at", "queued_at", "key"):
        fault = job.failure.replace(str(job.pk), "")
        notices.tell(
            notices.commissioners(row.league_id),
            about="job_failed",
            key=f"job_failed/{job.season_id or row.league_id}/{job.kind}/{_short(fault.encode())}",
            at=at,
            season=row,
            arguments={"title": title_of(job.kind), "failure": job.failure},
        )


def _tell_turn(kept: Standing, wait: Wait, window: Window, *, at: datetime) -> None:
    if window.closes_at is None:
        _tell(kept, wait, window, "turn_paused", at=at)
    elif window.closes_at > at:
        _tell(kept, wait, window, "turn", at=at)


def _tell(kept: Standing, wait: Wait, window: Window, about: str, *, at: datetime) -> None:
    """Under a key of the window as it was opened, so that no clock stepping back and no extension tells it twice."""
    arguments = {"asked": asked(kept, wait), "match": wait.match, "step": wait.step}
    if window.closes_at is not None:
        arguments["until"] = told_time(kept.calendar, window.closes_at)
    name = "turn" if about == "turn_paused" else about
    notices.tell(
        concerned(kept, wait) if name == "turn" else awaited(kept, wait),
        about=about,
        key=f"{name}/{kept.row.pk}/{wait.what}/{window.opened_at.isoformat()}",
        at=at,
        season=kept.row,
        arguments=arguments,
    )


def _last_given(row: Season, line_up: LineUp) -> int:
    """The number of the entry that a line-up was last named by."""
    named = Entry.objects.filter(season=row, command="name_line_up", seal=f"{line_up.match}:M4").order_by("-number")
    found = named.values_list("number", "subjects")
    return next((number for number, subjects in found if line_up.franchise in subjects), 0)


def _short(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:12]
