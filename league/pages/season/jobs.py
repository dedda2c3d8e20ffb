"""The jobs of a league: what is running, its progress and log, and what to do when it failed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from explain import links
from explain.name_lookup import sentence_with_names_of_season
from explain.plain_words import to_plain_words
from explain.printed_names import step_words
from jobs.kinds import find_job_kind, fleeting_kinds, job_title
from jobs.worker import MOST_TRIES
from league.access import CLOCK, SEASON_ITSELF, Viewer
from league.models import Job, League, Membership, Season
from league.pages.base_context import Breadcrumb, base_context
from league.queries.jobs import job, jobs
from league.queries.names import match_titles
from league.queries.seasons import own_balance, seasons
from rules.campaign.core.command import STEP_NAMES

JOBS_A_PAGE = 30
STATES = {
    Job.State.QUEUED: ("waiting to start", ""),
    Job.State.RUNNING: ("running", "warn"),
    Job.State.DONE: ("done", "good"),
    Job.State.FAILED: ("failed", "bad"),
    Job.State.CANCELLED: ("given up", ""),
}
"""Each state in words, and the color class of its mark."""
IMPERSONAL_ASKERS = {"": "the site itself", SEASON_ITSELF: "the season itself", CLOCK: "the calendar"}
"""Askers of jobs that are not people."""
TENTH = 10
"""Live regions announce every tenth of the progress instead of every step."""


@dataclass(frozen=True, slots=True)
class JobLogLine:
    """A line of a job's log."""

    at: datetime
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JobSummary:
    """A job as a page shows it. `total` is 0 as long as the amount of work is unknown."""

    href: str
    title: str
    about: str
    """The step of the season or the match it is for, in words; empty for other jobs."""
    season: str
    season_href: str
    state: str
    look: str
    live: bool
    failed: bool
    failure: str
    done: int
    total: int
    percent: int
    asked_by: str
    tries: int
    most_tries: int
    queued_at: datetime
    due_at: datetime | None
    started_at: datetime | None
    ended_at: datetime | None
    again: bool
    """Whether the viewer may queue it again."""
    cancel: bool
    """Whether the viewer may cancel it."""
    log: tuple[JobLogLine, ...] = ()

    @property
    def live_text(self) -> str:
        """What a live region announces while it runs."""
        tenths = f", {self.percent // TENTH * TENTH} %" if self.total and self.live else ""
        return f"{self.title}: {self.state}{tenths}"


def jobs_page(*, league: League, viewer: Viewer, page: int) -> dict[str, Any] | None:
    """The context of a page of a league's jobs, newest first; None if the viewer is not a member.

    Jobs that the site does every minute are left out once they are done.
    """
    if not viewer.is_member:
        return None
    listed = jobs_worth_listing(league, viewer)
    first = (page - 1) * JOBS_A_PAGE
    fetched = list(listed[first : first + JOBS_A_PAGE + 1])
    titles = titles_in_jobs(fetched)
    summaries = [summarize_job(row, viewer, {}, titles) for row in fetched[:JOBS_A_PAGE]]
    return {
        **_jobs_context(league, viewer, Breadcrumb("Jobs")),
        "jobs": summaries,
        "live": any(summary.live for summary in summaries),
        "before": page - 1,
        "after": page + 1 if len(fetched) > JOBS_A_PAGE else None,
    }


def job_page(*, league: League, viewer: Viewer, id: UUID) -> dict[str, Any] | None:
    """The context of one job's page, None if there is no such job that the viewer may see."""
    row = job(league, viewer, id)
    if row is None:
        return None
    summary = summarize_job(row, viewer, roles_in(league, row), titles_in_jobs([row]))
    if row.failure and row.season_id:
        summary = replace(summary, failure=sentence_with_names_of_season(row.failure, row.season_id))
    return {
        **_jobs_context(league, viewer, Breadcrumb("Jobs", links.jobs_url(league.pk)), Breadcrumb(summary.title)),
        "job": summary,
    }


def running_job(league: League, season: Season, viewer: Viewer) -> JobSummary | None:
    """The newest job of a season that runs or waits its turn, None if there is none that the viewer may see."""
    under_way = jobs(league, viewer).filter(season=season, state__in=(Job.State.QUEUED, Job.State.RUNNING))
    row = under_way.exclude(kind__in=fleeting_kinds()).first()
    return None if row is None else summarize_job(row, viewer, {}, titles_in_jobs([row]))


def jobs_worth_listing(league: League, viewer: Viewer) -> QuerySet[Job]:
    """The jobs of a league that the viewer may see, without routine jobs that are done."""
    return jobs(league, viewer).exclude(Q(kind__in=fleeting_kinds(), state=Job.State.DONE))


def _jobs_context(league: League, viewer: Viewer, *crumbs: Breadcrumb) -> dict[str, Any]:
    current: Season | None = seasons(league.pk).first()
    return base_context(
        league=league,
        season=current,
        viewer=viewer,
        here="League",
        crumbs=[Breadcrumb(league.name, links.league_url(league.pk)), *crumbs],
        balance=own_balance(viewer),
    )


def roles_in(league: League, row: Job) -> Mapping[str, str]:
    """The role of the member who asked for a job, by handle."""
    if row.asked_by in IMPERSONAL_ASKERS:
        return {}
    asker = Membership.objects.filter(league=league, handle=row.asked_by)
    return dict(asker.values_list("handle", "role"))


def summarize_job(row: Job, viewer: Viewer, roles: Mapping[str, str], titles: Mapping[str, str]) -> JobSummary:
    """A job as a page shows it; `roles` are those of its asker, by handle, and `titles` those of matches."""
    state, look = STATES[Job.State(row.state)]
    kind = find_job_kind(row.kind)
    running, queued = row.state == Job.State.RUNNING, row.state == Job.State.QUEUED
    stoppable = queued or (running and kind is not None and kind.cancellable and not row.cancel_asked)
    if running and row.cancel_asked:
        state = "is being canceled"
    return JobSummary(
        href=links.job_url(row.league_id or "", row.pk),
        title=job_title(row.kind),
        about=_about(row, titles),
        season=row.season.label if row.season else "",
        season_href=links.season_url(row.season.pk) if row.season else "",
        state=state,
        look=look,
        live=running or queued,
        failed=row.state == Job.State.FAILED,
        failure=to_plain_words(row.failure),
        done=row.done,
        total=row.total,
        percent=row.done * 100 // row.total if row.total else 0,
        asked_by=IMPERSONAL_ASKERS.get(row.asked_by) or roles.get(row.asked_by, "a member"),
        tries=row.tries,
        most_tries=MOST_TRIES,
        queued_at=row.queued_at,
        due_at=row.due_at if queued and row.due_at > row.queued_at else None,
        started_at=row.started_at,
        ended_at=row.ended_at,
        again=viewer.is_commissioner and row.state in {Job.State.FAILED, Job.State.CANCELLED},
        cancel=viewer.is_commissioner and stoppable,
        log=tuple(JobLogLine(datetime.fromisoformat(line["at"]), line["line"]) for line in reversed(row.log)),
    )


def titles_in_jobs(rows: Iterable[Job]) -> dict[str, str]:
    """The titles of the matches that jobs are about, by stored id."""
    return match_titles([f"{row.season_id}/{row.arguments['match']}" for row in rows if row.arguments.get("match")])


def _about(row: Job, titles: Mapping[str, str]) -> str:
    step, match = str(row.arguments.get("step", "")), str(row.arguments.get("match", ""))
    if step in STEP_NAMES:
        return step_words(step)
    return titles.get(f"{row.season_id}/{match}", f"match {match}") if match else ""
