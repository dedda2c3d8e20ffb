"""What is read of a league's running: its jobs, whom a season waits for, rulings, and what is found by words."""

from __future__ import annotations

import hashlib
import re
from typing import Any
from uuid import UUID

import msgspec
from django.db.models import Q
from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

import scheduling.background_work  # noqa: F401 - registers every kind of job, with its title
from api.awaited_dice_serializers import serialize_awaited_dice
from api.examples_reading import response_example
from api.problems import QueryWrong
from api.querying import (
    ETAG_DESCRIPTION,
    LARGEST_INTEGER,
    LIMIT_PARAMETER,
    integer_parameter,
    parse_integer,
    parse_limit,
    text_parameter,
)
from api.schema import problem_responses, response_schema
from api.shapes.running import (
    AwaitedAllOut,
    AwaitedOut,
    FoundOut,
    HitOut,
    JobLineOut,
    JobOut,
    JobsOut,
    ResultAwaitedOut,
    RulingOut,
    RulingsOut,
)
from api.sight import (
    content_not_modified_or,
    league_and_viewer,
    league_for_member,
    not_modified_or,
    season_and_viewer,
)
from api.telling import serialize_misread_die
from explain.links import short_id
from explain.name_lookup import sentence_with_names_of_season
from journal.misread_dice import misreads_in
from league.access import Viewer
from league.models import Job, Ruling
from league.pages.awaited_franchises import awaited_franchises as awaited_of
from league.pages.awaited_franchises import awaited_results
from league.pages.jobs import jobs_worth_listing, roles_in, summarize_job
from league.pages.search import MAX_QUERY_LENGTH, hits_of
from league.queries.jobs import job as job_of
from league.queries.rulings import rulings_of, waiting_rulings
from league.queries.seasons import seasons
from league.queries.standings import season_table

READ_PROBLEMS = problem_responses(401, 403, 404, 406, 429)
JOB_ID_PATTERN = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
AFTER_JOB = text_parameter(
    "after", "Only jobs older than that one: the `next` of the part before.", form=JOB_ID_PATTERN.pattern
)
AFTER_RULING = integer_parameter("after", "Only rulings after that number; 0 begins at the first.", otherwise=0)
SEARCH_PARAMETER = OpenApiParameter(
    "q",
    {"type": "string", "minLength": 1, "maxLength": MAX_QUERY_LENGTH},
    required=True,
    description=f"Words that all have to be found, in at most {MAX_QUERY_LENGTH} characters.",
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
    """What runs, what is due, and what became of the rest."""
    found, viewer = league_for_member(request, league, "What runs")
    after, limit = _parse_after_job(request), parse_limit(request)
    rows = jobs_worth_listing(found, viewer)
    if after is not None:
        last = job_of(found, viewer, after)
        if last is None:
            raise QueryWrong("?after= takes the `next` of the part before: there is no job of that id.")
        rows = rows.filter(Q(queued_at__lt=last.queued_at) | Q(queued_at=last.queued_at, key__gt=last.key))
    fetched = list(rows[: limit + 1])
    shown = tuple(_serialize_job(each, viewer, {}) for each in fetched[:limit])
    made = JobsOut(league=found.pk, jobs=shown, next=shown[-1].id if len(fetched) > limit else None)
    return content_not_modified_or(request, made)


@extend_schema(
    operation_id="job",
    summary="A job",
    description=(
        f"How far a job has come, with its log, for whoever sees it among the jobs of the league. {ETAG_DESCRIPTION}"
    ),
    responses={200: response_schema(JobOut, "The job.", example=response_example("job")), **READ_PROBLEMS},
)
@api_view(["GET"])
def job(request: Any, league: str, job: UUID) -> Response:
    """One job, how far it has come, and what it said on the way."""
    found, viewer = league_for_member(request, league, "What runs")
    row = job_of(found, viewer, job)
    if row is None:
        raise Http404(f"{found.pk} has no job {job} that you may see.")
    return content_not_modified_or(request, _serialize_job(row, viewer, roles_in(found, row), alone=True))


@extend_schema(
    operation_id="awaited",
    summary="Whom a season waits for, and for which dice",
    description=(
        "Franchises that are asked something, locked matches without a result, and dice that have not fallen. "
        f"{ETAG_DESCRIPTION}"
    ),
    responses={
        200: response_schema(AwaitedAllOut, "The reader's own first.", example=response_example("awaited")),
        **READ_PROBLEMS,
    },
)
@api_view(["GET"])
def season_waits(request: Any, league: str, season: str) -> Response:
    """The franchises without whose answer the season does not go on, what each is asked, and results that lack."""
    row, viewer = season_and_viewer(request, league, season)
    dice = serialize_awaited_dice(row, viewer)

    def made() -> AwaitedAllOut:
        own, table = {short_id(each.pk) for each in viewer.franchises}, season_table(row)
        return AwaitedAllOut(
            season=row.pk,
            step=row.step,
            awaited=tuple(
                AwaitedOut(
                    franchise=each.franchise,
                    name=each.name,
                    wait=each.wait,
                    match=each.match or None,
                    asked=each.asked,
                )
                for each in awaited_of(row, table, own=own, most=LARGEST_INTEGER).lines
            ),
            results=tuple(
                ResultAwaitedOut(match=each.match, wait=each.wait, asked=each.asked, reporters=each.reporters)
                for each in awaited_results(table)
            ),
            dice=dice,
        )

    of = hashlib.sha256(msgspec.json.encode(dice)).hexdigest() if dice else ""
    return not_modified_or(request, row, viewer, made, of=f"awaited {of}")


@extend_schema(
    operation_id="rulings",
    summary="The rulings of a season",
    description=(
        "What commissioners ruled on matches and franchises of their own, and what was answered. Answers are "
        f"given on the site. {ETAG_DESCRIPTION}"
    ),
    parameters=[AFTER_RULING, LIMIT_PARAMETER],
    responses={
        200: response_schema(RulingsOut, "The oldest first.", example=response_example("rulings")),
        **READ_PROBLEMS,
    },
)
@api_view(["GET"])
def rulings(request: Any, league: str, season: str) -> Response:
    """What was proposed, what was answered, and what came of it."""
    row, viewer = season_and_viewer(request, league, season)
    after, limit = parse_integer(request, "after", most=LARGEST_INTEGER), parse_limit(request)
    fetched = list(rulings_of(row.pk).order_by("pk")[after : after + limit + 1])
    shown = tuple(_serialize_ruling(each, number, viewer) for number, each in enumerate(fetched[:limit], after + 1))
    made = RulingsOut(
        season=row.pk,
        waiting=waiting_rulings(row.pk).count(),
        rulings=shown,
        next=shown[-1].number if len(fetched) > limit else None,
    )
    return content_not_modified_or(request, made)


@extend_schema(
    operation_id="search",
    summary="What some words find in a league",
    description=(
        "Franchises, drivers, cars, matches, rules, house rules and pages in whose names all of the words are "
        f"found. {ETAG_DESCRIPTION}"
    ),
    parameters=[SEARCH_PARAMETER, LIMIT_PARAMETER],
    responses={
        200: response_schema(FoundOut, "The best first.", example=response_example("search")),
        **READ_PROBLEMS,
    },
)
@api_view(["GET"])
def search(request: Any, league: str) -> Response:
    """Everything of a league in whose name all of the words stand."""
    found, viewer = league_and_viewer(request, league)
    limit, query = parse_limit(request), request.query_params.get("q", "")
    if not 1 <= len(query) <= MAX_QUERY_LENGTH:
        raise QueryWrong(f"?q= takes the words that are sought, in 1 to {MAX_QUERY_LENGTH} characters.")
    hits = hits_of(found, seasons(found.pk).first(), viewer, query)
    made = FoundOut(
        league=found.pk,
        found=tuple(
            HitOut(
                kind=each.kind,
                id=each.id,
                season=each.of or None,
                name=each.name,
                beside=each.beside,
                page=each.href,
            )
            for each in hits[:limit]
        ),
        more=len(hits) > limit,
    )
    return content_not_modified_or(request, made)


def _parse_after_job(request: Any) -> UUID | None:
    """The job after which others are asked for. Raises `QueryWrong`."""
    text = request.query_params.get("after")
    if text is not None and not JOB_ID_PATTERN.fullmatch(text):
        raise QueryWrong("?after= takes the `next` of the part before: the id of a job.")
    return None if text is None else UUID(text)


def _serialize_job(row: Job, viewer: Viewer, roles: Any, *, alone: bool = False) -> JobOut:
    shown = summarize_job(row, viewer, roles)
    failure = (
        sentence_with_names_of_season(row.failure, row.season_id)
        if alone and row.failure and row.season_id
        else shown.failure
    )
    return JobOut(
        id=str(row.pk),
        kind=row.kind,
        title=shown.title,
        about=shown.about,
        season=row.season_id,
        state=row.state,
        says=shown.state,
        done=row.done,
        total=row.total,
        tries=row.tries,
        most_tries=shown.most_tries,
        asked_by=shown.asked_by,
        failure=failure,
        queued_at=row.queued_at,
        due_at=shown.due_at,
        started_at=row.started_at,
        ended_at=row.ended_at,
        log=tuple(JobLineOut(at=each.at, said=each.said) for each in shown.log) if alone else (),
    )


def _serialize_ruling(ruling: Ruling, number: int, viewer: Viewer) -> RulingOut:
    return RulingOut(
        number=number,
        at=ruling.at,
        standing=ruling.standing,
        franchise=ruling.franchise,
        match=ruling.match or None,
        commands=tuple(ruling.commands),
        corrects=tuple(sorted(map(int, ruling.corrections))),
        misread=tuple(map(serialize_misread_die, misreads_in({"misread": ruling.misread}))),
        preview=ruling.preview,
        reason=ruling.reason,
        said=ruling.said,
        answered_at=ruling.answered_at,
        entry=ruling.entry,
        own=ruling.actor in viewer.handles,
    )
