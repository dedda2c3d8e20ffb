"""The operation that scores a duel from what happened in it. It needs no league, and nothing is saved."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view, throttle_classes
from rest_framework.response import Response
from rest_framework.views import APIView

from api.duels import examples
from api.duels.schemas import DuelIn, ScoreSheetOut
from api.duels.scorer import score_document
from api.openapi import problem_responses, request_schema, response_schema
from api.throttling import AnonymousWorkRateThrottle
from rules.core.refusals import Malformed, Refusal, refuse_first
from rules.core.schema_validation import schema_errors


@extend_schema(
    operation_id="score_duel",
    summary="Score a duel",
    description=(
        "Scores a duel from its events, and says for every point by which rule and why (CW-S-001 to CW-S-057). It "
        "depends on the body alone: it needs no token and no key, and nothing is saved."
    ),
    request=request_schema(DuelIn, example=examples.DUEL),
    responses={
        200: response_schema(ScoreSheetOut, "The score sheet.", example=examples.SHEET),
        **problem_responses(400, 401, 406, 415, 422, 429),
    },
)
@api_view(["POST"])
@throttle_classes([*APIView.throttle_classes, AnonymousWorkRateThrottle])
def score(request: Any) -> Response:
    """Score a duel that was sent with all its events."""
    with _rest_placed():
        refuse_first(schema_errors(DuelIn, request.data))
        body = msgspec.convert(request.data, DuelIn)
        if body.answers is not None and "settings" in request.data:
            raise Malformed("Settings and answers say the same thing: send one of the two.").at("answers")
        return Response(msgspec.convert(score_document(body, answers=body.answers), ScoreSheetOut))


@contextmanager
def _rest_placed() -> Iterator[None]:
    """Point the refusal that counts all further faults at the part of the body that the first one is in."""
    try:
        yield
    except Refusal as refusal:
        part = refusal.pointer.split("/")[1:2]
        for fault in refusal.together:
            if not fault.pointer:
                fault.at(*part)
        raise
