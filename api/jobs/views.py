"""Operations that read the jobs of a league."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from uuid import UUID

import msgspec
from django.db.models import Q
from django.http import Http404, HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

import scheduling.background_work  # noqa: F401 - registers every kind of job, with its title
from api.errors import QueryWrong
from api.etags import content_not_modified_or
from api.idempotency import perform_once
from api.idempotency_key import refuse_missing_key
from api.jobs.schemas import JobActIn, JobLineOut, JobOut, JobsOut
from api.openapi import IDEMPOTENCY_KEY_PARAMETER, problem_responses, request_schema, response_schema
from api.query_params import (
    ETAG_DESCRIPTION,
    LIMIT_PARAMETER,
    parse_limit,
    text_parameter,
)
from api.request_context import league_and_viewer, league_commissioner, league_for_member
from api.response_examples import response_example
from api.validation import parse_body
from explain.name_lookup import sentence_with_names_of_season
from jobs import queue
from league.access import Viewer
from league.models import Job
from league.pages.season.jobs import jobs_worth_listing, roles_in, summarize_job, titles_in_jobs
from league.queries.jobs import job as job_of

OK = 200
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


@extend_schema(
    operation_id="act_on_job",
    summary="Cancel a job, or run it again",
    description=(
        "Cancels a job that waits or runs, or queues one that failed or was cancelled once more, as a commissioner. "
        "Doing it twice changes nothing more."
    ),
    parameters=[IDEMPOTENCY_KEY_PARAMETER],
    request=request_schema(JobActIn, example={"act": "again"}),
    responses={
        200: response_schema(JobOut, "The job as it is now.", example=response_example("job")),
        **problem_responses(400, 401, 403, 404, 406, 409, 415, 422, 429),
    },
)
@api_view(["POST"])
def job_act(request: Any, league: str, job: UUID) -> HttpResponse:
    """Cancel a job of a league, or queue it once more."""
    league_row, viewer = league_and_viewer(request, league)
    member = league_commissioner(request, viewer)
    if job_of(league_row, viewer, job) is None:
        raise Http404(f"{league_row.pk} has no job {job} that you may see.")
    refuse_missing_key(request)
    body, at = parse_body(JobActIn, request.data), timezone.now()

    def perform() -> tuple[int, msgspec.Struct]:
        if body.act == "cancel":
            queue.cancel_job(job, at=at, asked_by=f"a {member.role}")
        else:
            queue.retry_job(queue.get_job(job), at=at, asked_by=f"a {member.role}")
        row = queue.get_job(job)
        return OK, _serialize_job(row, viewer, roles_in(league_row, row), titles_in_jobs([row]), alone=True)

    return perform_once(request, perform, at=at)


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
