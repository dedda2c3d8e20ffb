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

import league.tasks  # noqa: F401 - registers every kind of job, with its title
from league.access import Viewer
from league.api.awaited_dice_serializers import serialize_awaited_dice
from league.api.examples_reading import example_of
from league.api.problems import QueryWrong
from league.api.querying import (
    LARGEST,
    LINE_LIMIT,
    TAGGED,
    line_limit,
    number_asked,
    text_asked,
    whole_number,
)
from league.api.schema import problems, told
from league.api.shapes.running import (
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
from league.api.sight import league_at, member_at, season_at, unless_known, unless_told
from league.api.telling import misread_die_told
from league.journal.misread_dice import misread_in
from league.models import Job, Ruling
from league.pages.awaited import awaited as awaited_of
from league.pages.awaited import results_awaited
from league.pages.jobs import job_shown, lasting_jobs, roles_in
from league.pages.names import said_plainly
from league.pages.routes import local
from league.pages.search import LONGEST_SOUGHT, hits_of
from league.queries.jobs import job as job_of
from league.queries.rulings import rulings_of, waiting_rulings
from league.queries.seasons import seasons
from league.queries.standings import season_table

READ = problems(401, 403, 404, 406, 429)
JOB_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
AFTER_JOB = text_asked("after", "Those that are older: the `next` of the part before.", form=JOB_ID.pattern)
AFTER_RULING = number_asked("after", "Rulings after that number.", otherwise=0)
SOUGHT = OpenApiParameter(
    "q",
    {"type": "string", "minLength": 1, "maxLength": LONGEST_SOUGHT},
    required=True,
    description="The words that are sought.",
)


@extend_schema(
    operation_id="jobs",
    summary="The jobs of a league",
    description=f"For its members: commissioners see all, others their own and the site's. {TAGGED}",
    parameters=[AFTER_JOB, LINE_LIMIT],
    responses={200: told(JobsOut, "The newest first.", example=example_of("jobs")), **READ},
)
@api_view(["GET"])
def jobs(request: Any, league: str) -> Response:
    """What runs, what is due, and what became of the rest."""
    found, viewer = member_at(request, league, "What runs")
    after, limit = _job_asked(request), line_limit(request)
    rows = lasting_jobs(found, viewer)
    if after is not None:
        last = job_of(found, viewer, after)
        if last is None:
            raise QueryWrong("?after= takes the `next` of the part before: there is no job of that id.")
        rows = rows.filter(Q(queued_at__lt=last.queued_at) | Q(queued_at=last.queued_at, key__gt=last.key))
    fetched = list(rows[: limit + 1])
    shown = tuple(_job(each, viewer, {}) for each in fetched[:limit])
    made = JobsOut(league=found.pk, jobs=shown, next=shown[-1].id if len(fetched) > limit else None)
    return unless_told(request, made)


@extend_schema(
    operation_id="job",
    summary="A job",
    description=f"With its log. For whoever sees it among the jobs of the league. {TAGGED}",
    responses={200: told(JobOut, "The job.", example=example_of("job")), **READ},
)
@api_view(["GET"])
def job(request: Any, league: str, job: UUID) -> Response:
    """One job, how far it has come, and what it said on the way."""
    found, viewer = member_at(request, league, "What runs")
    row = job_of(found, viewer, job)
    if row is None:
        raise Http404(f"{found.pk} has no job {job} that you may see.")
    return unless_told(request, _job(row, viewer, roles_in(found, row), alone=True))


@extend_schema(
    operation_id="awaited",
    summary="Whom a season waits for, and for which dice",
    description=(
        "`awaited` is empty where no owner is asked; `results` has locked matches that lack one, `dice` those that "
        f"have not fallen. {TAGGED}"
    ),
    responses={200: told(AwaitedAllOut, "The reader's own first.", example=example_of("awaited")), **READ},
)
@api_view(["GET"])
def awaited(request: Any, league: str, season: str) -> Response:
    """The franchises without whose answer the season does not go on, what each is asked, and results that lack."""
    row, viewer = season_at(request, league, season)
    dice = serialize_awaited_dice(row, viewer)

    def made() -> AwaitedAllOut:
        own, table = {local(each.pk) for each in viewer.franchises}, season_table(row)
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
                for each in awaited_of(row, table, own=own, most=LARGEST).lines
            ),
            results=tuple(
                ResultAwaitedOut(match=each.match, wait=each.wait, asked=each.asked, reporters=each.reporters)
                for each in results_awaited(table)
            ),
            dice=dice,
        )

    of = hashlib.sha256(msgspec.json.encode(dice)).hexdigest() if dice else ""
    return unless_known(request, row, viewer, made, of=f"awaited {of}")


@extend_schema(
    operation_id="rulings",
    summary="The rulings of a season",
    description=f"Of commissioners on what is their own: who is asked about one answers it on its page. {TAGGED}",
    parameters=[AFTER_RULING, LINE_LIMIT],
    responses={200: told(RulingsOut, "The oldest first.", example=example_of("rulings")), **READ},
)
@api_view(["GET"])
def rulings(request: Any, league: str, season: str) -> Response:
    """What was proposed, what was answered, and what came of it."""
    row, viewer = season_at(request, league, season)
    after, limit = whole_number(request, "after", most=LARGEST), line_limit(request)
    fetched = list(rulings_of(row.pk).order_by("pk")[after : after + limit + 1])
    shown = tuple(_ruling(each, number, viewer) for number, each in enumerate(fetched[:limit], after + 1))
    made = RulingsOut(
        season=row.pk,
        waiting=waiting_rulings(row.pk).count(),
        rulings=shown,
        next=shown[-1].number if len(fetched) > limit else None,
    )
    return unless_told(request, made)


@extend_schema(
    operation_id="search",
    summary="What some words find in a league",
    description=f"Franchises, drivers, cars, matches, rules, house rules and pages. {TAGGED}",
    parameters=[SOUGHT, LINE_LIMIT],
    responses={200: told(FoundOut, "The best first.", example=example_of("search")), **READ},
)
@api_view(["GET"])
def search(request: Any, league: str) -> Response:
    """Everything of a league in whose name all of the words stand."""
    found, viewer = league_at(request, league)
    limit, query = line_limit(request), request.query_params.get("q", "")
    if not 1 <= len(query) <= LONGEST_SOUGHT:
        raise QueryWrong(f"?q= takes the words that are sought, in 1 to {LONGEST_SOUGHT} characters.")
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
    return unless_told(request, made)


def _job_asked(request: Any) -> UUID | None:
    """The job after which others are asked for. Raises `QueryWrong`."""
    text = request.query_params.get("after")
    if text is not None and not JOB_ID.fullmatch(text):
        raise QueryWrong("?after= takes the `next` of the part before: the id of a job.")
    return None if text is None else UUID(text)


def _job(row: Job, viewer: Viewer, roles: Any, *, alone: bool = False) -> JobOut:
    shown = job_shown(row, viewer, roles)
    failure = said_plainly(row.failure, row.season_id) if alone and row.failure and row.season_id else shown.failure
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


def _ruling(ruling: Ruling, number: int, viewer: Viewer) -> RulingOut:
    return RulingOut(
        number=number,
        at=ruling.at,
        standing=ruling.standing,
        franchise=ruling.franchise,
        match=ruling.match or None,
        commands=tuple(ruling.commands),
        corrects=tuple(sorted(map(int, ruling.corrections))),
        misread=tuple(map(misread_die_told, misread_in({"misread": ruling.misread}))),
        preview=ruling.preview,
        reason=ruling.reason,
        said=ruling.said,
        answered_at=ruling.answered_at,
        entry=ruling.entry,
        own=ruling.actor in viewer.handles,
    )
