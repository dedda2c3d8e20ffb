"""Operation that reads rulings, pending and answered."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

import scheduling.background_work  # noqa: F401 - registers every kind of job, with its title
from api.etags import content_not_modified_or
from api.jobs.views import READ_PROBLEMS
from api.journal.serializers import serialize_misread_die
from api.openapi import response_schema
from api.query_params import (
    ETAG_DESCRIPTION,
    LARGEST_INTEGER,
    LIMIT_PARAMETER,
    integer_parameter,
    parse_integer,
    parse_limit,
)
from api.request_context import season_and_viewer
from api.response_examples import response_example
from api.rulings.schemas import RulingOut, RulingsOut
from journal.amends.misread_dice import misreads_in
from league.access import Viewer
from league.models import Ruling
from league.queries.rulings import rulings_of, waiting_rulings

AFTER_RULING = integer_parameter("after", "Only rulings after that number; 0 begins at the first.", otherwise=0)


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
    """The rulings of a season with their answers and results."""
    row, viewer = season_and_viewer(request, league, season)
    after, limit = parse_integer(request, "after", most=LARGEST_INTEGER), parse_limit(request)
    fetched = list(rulings_of(row.pk).order_by("pk")[after : after + limit + 1])
    page = tuple(
        _serialize_ruling(ruling, number, viewer) for number, ruling in enumerate(fetched[:limit], after + 1)
    )
    body = RulingsOut(
        season=row.pk,
        waiting=waiting_rulings(row.pk).count(),
        rulings=page,
        next=page[-1].number if len(fetched) > limit else None,
    )
    return content_not_modified_or(request, body)


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
