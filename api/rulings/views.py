"""Operation that reads rulings, pending and answered."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import Http404, HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

import scheduling.background_work  # noqa: F401 - registers every kind of job, with its title
from api.errors import ScopeMissing
from api.etags import IF_MATCH_PARAMETER, check_if_match, content_not_modified_or
from api.idempotency import perform_once
from api.idempotency_key import refuse_missing_key
from api.jobs.views import READ_PROBLEMS
from api.journal.serializers import serialize_misread_die, serialize_receipt
from api.openapi import IDEMPOTENCY_KEY_PARAMETER, problem_responses, request_schema, response_schema
from api.permissions import scope_of_member
from api.query_params import (
    ETAG_DESCRIPTION,
    LARGEST_INTEGER,
    LIMIT_PARAMETER,
    integer_parameter,
    parse_integer,
    parse_limit,
)
from api.request_context import require_token, season_and_viewer
from api.response_examples import response_example
from api.rulings.schemas import AnsweredRulingOut, RulingAnswerIn, RulingOut, RulingsOut
from api.validation import parse_body
from journal.amends.misread_dice import misreads_in
from journal.input_validation import refuse_improper_words
from league.access import Viewer
from league.models import AccessToken, Entry, Membership, Ruling, Season
from league.queries.rulings import rulings_of, waiting_rulings
from scheduling.rulings import answer_ruling

OK = 200
ANSWERED: dict[str, Any] = {
    "ruling": {
        **response_example("rulings")["rulings"][0],
        "standing": "confirmed",
        "said": "I saw it too.",
        "answered_at": "2026-03-05T18:04:00Z",
        "entry": 131,
    },
    "length": 131,
    "receipt": None,
}

AFTER_RULING = integer_parameter("after", "Only rulings after that number; 0 begins at the first.", otherwise=0)


@extend_schema(
    operation_id="rulings",
    summary="The rulings of a season",
    description=(
        f"What commissioners ruled on matches and franchises of their own, and what was answered. {ETAG_DESCRIPTION}"
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


@extend_schema(
    operation_id="answer_ruling",
    summary="Answer a ruling",
    description=(
        "Confirms or declines a ruling that waits for you: for another commissioner or, without any, for an owner of "
        "the other side. Who proposed it may withdraw it."
    ),
    parameters=[IDEMPOTENCY_KEY_PARAMETER, IF_MATCH_PARAMETER],
    request=request_schema(RulingAnswerIn, example={"answer": "confirm", "said": "I saw it too."}),
    responses={
        200: response_schema(AnsweredRulingOut, "It is answered.", example=ANSWERED),
        **problem_responses(400, 401, 403, 404, 406, 409, 412, 415, 422, 429),
    },
)
@api_view(["POST"])
def ruling_answer(request: Any, league: str, season: str, number: int) -> HttpResponse:
    """Confirm, decline or withdraw a ruling."""
    row, viewer = season_and_viewer(request, league, season)
    members = _answering_members(viewer, require_token(request))
    refuse_missing_key(request)
    found = _ruling_or_404(row, number)
    body = parse_body(RulingAnswerIn, request.data)
    refuse_improper_words(body.words)
    at = timezone.now()

    def perform() -> tuple[int, msgspec.Struct]:
        check_if_match(request, row, viewer)
        ruling = answer_ruling(row, found.pk, body.answer, members=members, at=at, said=body.said, words=body.words)
        row.refresh_from_db()
        entry = Entry.objects.select_related("season").filter(season=row.pk, number=ruling.entry or 0).first()
        return OK, AnsweredRulingOut(
            ruling=_serialize_ruling(ruling, number, viewer),
            length=row.length,
            receipt=None if entry is None else serialize_receipt(entry, at=at),
        )

    return perform_once(request, perform, at=at)


def _answering_members(viewer: Viewer, token: AccessToken) -> list[Membership]:
    """The memberships by which the token's person may answer rulings with that token. Raises `ScopeMissing`."""
    members = [member for member in viewer.memberships if scope_of_member(member) in token.scopes]
    if not members:
        raise ScopeMissing(
            f"Owners and commissioners answer rulings, and the token {token.shown}… acts as neither for its person: "
            "make one that may act for your franchise, or commission."
        )
    return members


def _ruling_or_404(row: Season, number: int) -> Ruling:
    """The ruling at a place of its season. Raises `Http404`."""
    found = list(rulings_of(row.pk).order_by("pk")[number - 1 : number]) if 1 <= number <= LARGEST_INTEGER else []
    if not found:
        raise Http404(f"{row.pk} has no ruling {number}.")
    return found[0]


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
