"""Operations for questions put during play: reading and putting them, ruling on one, and taking one back."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view

from api.errors import ScopeMissing
from api.etags import IF_MATCH_PARAMETER, check_if_match, content_not_modified_or
from api.idempotency import perform_once
from api.idempotency_key import refuse_missing_key
from api.journal.serializers import serialize_receipt
from api.openapi import IDEMPOTENCY_KEY_PARAMETER, problem_responses, request_schema, response_schema
from api.permissions import scope_of_member, season_commissioner
from api.put_questions import examples
from api.put_questions.schemas import (
    PutQuestionIn,
    PutQuestionOut,
    PutQuestionsOut,
    QuestionRulingIn,
    RuledQuestionOut,
)
from api.put_questions.serializers import serialize_put_questions
from api.query_params import (
    ETAG_DESCRIPTION,
    LARGEST_INTEGER,
    LIMIT_PARAMETER,
    SHORT_NAME,
    integer_parameter,
    parse_choice,
    parse_integer,
    parse_limit,
    parse_name,
    text_parameter,
)
from api.request_context import require_token, season_and_viewer
from api.response_examples import response_example
from api.validation import parse_body, refuse_body
from journal.input_validation import refuse_improper_words
from league.access import Viewer
from league.models import AccessToken, Entry, Membership, PutQuestion, Season
from league.queries.rulings import put_questions_in, put_questions_of
from scheduling.put_questions import ASKERS, NoSuchQuestion, put_question, rule_on_question, withdraw_question

OK, CREATED = 200, 201
STANDINGS = (PutQuestion.Standing.WAITING.value, PutQuestion.Standing.ANSWERED.value)
"""What the list may be asked for; a question that was withdrawn is in no list."""
BEFORE = integer_parameter("before", "Only questions before that number.", least=1)
OF_MATCH = text_parameter("match", "Only questions that came up in that match.", form=SHORT_NAME.pattern)
STANDING = text_parameter("standing", "Only questions that stand so.", choices=STANDINGS)


@extend_schema(
    methods=["GET"],
    operation_id="put_questions",
    summary="Questions put during play",
    description=f"Questions about the rules with the commissioners' rulings (HOUSE-014). {ETAG_DESCRIPTION}",
    parameters=[OF_MATCH, STANDING, BEFORE, LIMIT_PARAMETER],
    responses={
        200: response_schema(PutQuestionsOut, "The newest first.", example=response_example("put_questions")),
        **problem_responses(401, 403, 404, 406, 429),
    },
)
@extend_schema(
    methods=["POST"],
    operation_id="put_question",
    summary="Put a question",
    description=(
        "Puts a question about the rules to the commissioners, as an owner or a commissioner. The same words again "
        "are the same question while it waits."
    ),
    parameters=[IDEMPOTENCY_KEY_PARAMETER, IF_MATCH_PARAMETER],
    request=request_schema(PutQuestionIn, example=examples.QUESTION_IN),
    responses={
        200: response_schema(PutQuestionOut, "It was put before, and waits.", example=examples.QUESTION),
        201: response_schema(PutQuestionOut, "It waits for a ruling.", example=examples.QUESTION),
        **problem_responses(400, 401, 403, 404, 406, 409, 412, 415, 422, 429),
    },
)
@api_view(["GET", "POST"])
def put_questions(request: Any, league: str, season: str) -> HttpResponse:
    """Read the questions of a season, or put one."""
    row, viewer = season_and_viewer(request, league, season)
    if request.method == "GET":
        return content_not_modified_or(request, _page(request, row, viewer))
    member = _acting_members(viewer, require_token(request))[0]
    refuse_missing_key(request)
    body = parse_body(PutQuestionIn, request.data)
    at = timezone.now()

    def perform() -> tuple[int, msgspec.Struct]:
        check_if_match(request, row, viewer)
        asked = put_question(
            row,
            member=member,
            put=body.put,
            cited=body.cited,
            match=body.match,
            about=(body.questionnaire, body.question),
            at=at,
        )
        return CREATED if asked.at == at else OK, _serialize(row, viewer, asked)

    return perform_once(request, perform, at=at)


@extend_schema(
    operation_id="rule_on_question",
    summary="Rule on a question",
    description=(
        "Answers a question as a commissioner. The ruling is an entry of the journal, and who put the question gets "
        "a notice."
    ),
    parameters=[IDEMPOTENCY_KEY_PARAMETER, IF_MATCH_PARAMETER],
    request=request_schema(QuestionRulingIn, example=examples.RULING_IN),
    responses={
        201: response_schema(RuledQuestionOut, "It is ruled on.", example=examples.RULED),
        **problem_responses(400, 401, 403, 404, 406, 409, 412, 415, 422, 429),
    },
)
@api_view(["POST"])
def question_ruling(request: Any, league: str, season: str, number: int) -> HttpResponse:
    """Rule on a question."""
    row, viewer = season_and_viewer(request, league, season)
    member = season_commissioner(request, row, viewer)
    _refuse_no_question(row, number)
    refuse_missing_key(request)
    body = parse_body(QuestionRulingIn, request.data)
    refuse_improper_words(body.words)
    at = timezone.now()

    def perform() -> tuple[int, msgspec.Struct]:
        check_if_match(request, row, viewer)
        asked = rule_on_question(
            row, number, actor=member.handle, answer=body.answer, cited=body.cited, words=body.words, at=at
        )
        entry = Entry.objects.select_related("season").filter(season=row.pk).latest("number")
        receipt = serialize_receipt(entry, at=at)
        return CREATED, RuledQuestionOut(
            question=_serialize(row, viewer, asked), length=entry.season.length, receipt=receipt
        )

    return perform_once(request, perform, at=at)


@extend_schema(
    operation_id="withdraw_question",
    summary="Withdraw a question",
    description="Takes back a question that waits, as who put it.",
    parameters=[IDEMPOTENCY_KEY_PARAMETER, IF_MATCH_PARAMETER],
    request=None,
    responses={
        200: response_schema(PutQuestionOut, "It is withdrawn.", example=examples.WITHDRAWN),
        **problem_responses(400, 401, 403, 404, 406, 409, 412, 415, 422, 429),
    },
)
@api_view(["POST"])
def question_withdrawal(request: Any, league: str, season: str, number: int) -> HttpResponse:
    """Withdraw a question of one's own."""
    row, viewer = season_and_viewer(request, league, season)
    handles = {member.handle for member in _acting_members(viewer, require_token(request))}
    _refuse_no_question(row, number)
    refuse_missing_key(request)
    refuse_body(request.data)
    at = timezone.now()

    def perform() -> tuple[int, msgspec.Struct]:
        check_if_match(request, row, viewer)
        asked = withdraw_question(row, number, handles=handles, at=at)
        return OK, _serialize(row, viewer, asked)

    return perform_once(request, perform, at=at)


def _page(request: Any, row: Season, viewer: Viewer) -> PutQuestionsOut:
    before = parse_integer(request, "before", least=1, most=LARGEST_INTEGER, otherwise=LARGEST_INTEGER)
    limit, match = parse_limit(request), parse_name(request, "match", such_as=("m1",))
    rows = put_questions_in(row.pk, match) if match else put_questions_of(row.pk)
    if standing := parse_choice(request, "standing", STANDINGS):
        rows = rows.filter(standing=standing)
    fetched = list(rows.filter(number__lt=before)[: limit + 1])
    return PutQuestionsOut(
        season=row.pk,
        waiting=put_questions_of(row.pk).filter(standing=PutQuestion.Standing.WAITING).count(),
        questions=serialize_put_questions(row, viewer, fetched[:limit]),
        next=fetched[limit - 1].number if len(fetched) > limit else None,
    )


def _acting_members(viewer: Viewer, token: AccessToken) -> list[Membership]:
    """The memberships by which the token's person may put questions with that token. Raises `ScopeMissing`."""
    members = [
        member for member in viewer.memberships if member.role in ASKERS and scope_of_member(member) in token.scopes
    ]
    if not members:
        raise ScopeMissing(
            f"Owners and commissioners put questions, and the token {token.shown}… acts as neither for its person: "
            "make one that may act for your franchise, or commission."
        )
    return members


def _refuse_no_question(row: Season, number: int) -> None:
    """Raise `NoSuchQuestion` for a number that no question of the season has."""
    if number > LARGEST_INTEGER or not PutQuestion.objects.filter(season=row, number=number).exists():
        raise NoSuchQuestion("There is no such question in this season: look at those that wait.")


def _serialize(row: Season, viewer: Viewer, asked: PutQuestion) -> PutQuestionOut:
    (question,) = serialize_put_questions(row, viewer, [asked])
    return question
