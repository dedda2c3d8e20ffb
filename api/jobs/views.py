"""Operations that read the jobs of a league."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

import scheduling.background_work  # noqa: F401 - registers every kind of job, with its title
from api.errors import QueryWrong
from api.etags import content_not_modified_or
from api.jobs.schemas import JobLineOut, JobOut, JobsOut
from api.openapi import problem_responses, response_schema
from api.query_params import (
    ETAG_DESCRIPTION,
    LIMIT_PARAMETER,
    parse_limit,
    text_parameter,
)
from api.request_context import league_for_member
from api.response_examples import response_example
from explain.name_lookup import sentence_with_names_of_season
from league.access import Viewer
from league.models import Job
from league.pages.season.jobs import jobs_worth_listing, roles_in, summarize_job, titles_in_jobs
from league.queries.jobs import job as job_of

READ_PROBLEMS = problem_responses(401, 403, 404, 406, 429)
JOB_ID_PATTERN = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
AFTER_JOB = text_parameter(
    "after", "Only jobs older than that one: the `next` of the part before.", form=JOB_ID_PATTERN.pattern
)


@extend_schema(
    operation_id="jobs",
    summary="The jobs of a league",
    description=(
        "What runs, what is due, and what became of the rest, for members. Commissioners see all of it, others "
        f"their own jobs and the site's. {ETAG_DESCRIPTION}"
    ),
    parameters=[AFTER_JOB, LIMIT_PARAMETER],
    responses={200: response_schema(JobsOut, "The newest first.", example=response_example("jobs")), **READ_PROBLEMS},
)
@api_view(["GET"])
def jobs(request: Any, league: str) -> Response:
    """The jobs of a league that the sender may see, the newest first."""
    league_row, viewer = league_for_member(request, league, "What runs")
    after, limit = _parse_after_job(request), parse_limit(request)
    rows = jobs_worth_listing(league_row, viewer)
    if after is not None:
        last_job = job_of(league_row, viewer, after)
        if last_job is None:
            raise QueryWrong("?after= takes the `next` of the part before: there is no job of that id.")
        rows = rows.filter(
            Q(queued_at__lt=last_job.queued_at) | Q(queued_at=last_job.queued_at, key__gt=last_job.key)
        )
    fetched = list(rows[: limit + 1])
    titles = titles_in_jobs(fetched[:limit])
    page = tuple(_serialize_job(row, viewer, {}, titles) for row in fetched[:limit])
    body = JobsOut(league=league_row.pk, jobs=page, next=page[-1].id if len(fetched) > limit else None)
    return content_not_modified_or(request, body)


@extend_schema(
    operation_id="job",
    summary="A job",
    description=(
        f"How far a job has come, with its log, for those who see it among the jobs of the league. {ETAG_DESCRIPTION}"
    ),
    responses={200: response_schema(JobOut, "The job.", example=response_example("job")), **READ_PROBLEMS},
)
@api_view(["GET"])
def job(request: Any, league: str, job: UUID) -> Response:
    """A job of a league with its log."""
    league_row, viewer = league_for_member(request, league, "What runs")
    row = job_of(league_row, viewer, job)
    if row is None:
        raise Http404(f"{league_row.pk} has no job {job} that you may see.")
    roles, titles = roles_in(league_row, row), titles_in_jobs([row])
    return content_not_modified_or(request, _serialize_job(row, viewer, roles, titles, alone=True))


def _parse_after_job(request: Any) -> UUID | None:
    """The id of the job after which the page begins; None for the first page. Raises `QueryWrong`."""
    text = request.query_params.get("after")
    if text is not None and not JOB_ID_PATTERN.fullmatch(text):
        raise QueryWrong("?after= takes the `next` of the part before: the id of a job.")
    return None if text is None else UUID(text)


def _serialize_job(row: Job, viewer: Viewer, roles: Any, titles: Mapping[str, str], *, alone: bool = False) -> JobOut:
    summary = summarize_job(row, viewer, roles, titles)
    failure = (
        sentence_with_names_of_season(row.failure, row.season_id)
        if alone and row.failure and row.season_id
        else summary.failure
    )
    return JobOut(
        id=str(row.pk),
        kind=row.kind,
        title=summary.title,
        about=summary.about,
        season=row.season_id,
        state=row.state,
        says=summary.state,
        done=row.done,
        total=row.total,
        tries=row.tries,
        most_tries=summary.most_tries,
        asked_by=summary.asked_by,
        failure=failure,
        queued_at=row.queued_at,
        due_at=summary.due_at,
        started_at=row.started_at,
        ended_at=row.ended_at,
        log=tuple(JobLineOut(at=line.at, said=line.said) for line in summary.log) if alone else (),
    )
