"""Operations that read questionnaires, the same for every reader."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from api.cached_responses import cached_response
from api.openapi import problem_responses, response_schema
from api.query_params import ETAG_DESCRIPTION
from api.questionnaires.schemas import QuestionnairesOut, QuestionsOut
from api.questionnaires.serializers import QUESTIONNAIRE_IDS, serialize_questionnaires, serialize_questions
from api.response_examples import response_example


@extend_schema(
    operation_id="questionnaires",
    summary="Questionnaires",
    description=(
        "The questionnaires that every league may answer: the house rules, and those of books. What a league asks "
        f"itself is with the answers of its season. {ETAG_DESCRIPTION}"
    ),
    responses={
        200: response_schema(QuestionnairesOut, "By id.", example=response_example("questionnaires")),
        **problem_responses(401, 406, 429),
    },
)
@api_view(["GET"])
def questionnaires(request: Any) -> Response:
    """The questionnaires that every league may answer."""
    return cached_response(request, "questionnaires", serialize_questionnaires)


@extend_schema(
    operation_id="questions",
    summary="The questions of a questionnaire",
    description=(
        "Every question with its printed answer, its authority, what its answer may be and what acts on it. "
        f"{ETAG_DESCRIPTION}"
    ),
    responses={
        200: response_schema(QuestionsOut, "Section by section.", example=response_example("questions")),
        **problem_responses(401, 404, 406, 429),
    },
)
@api_view(["GET"])
def questions(request: Any, questionnaire: str) -> Response:
    """The questions of a questionnaire, section by section."""
    if questionnaire not in QUESTIONNAIRE_IDS:
        raise Http404(f"There is no questionnaire {questionnaire[:80]!r}: see /api/v1/questionnaires.")
    return cached_response(request, f"questions {questionnaire}", lambda: serialize_questions(questionnaire))
