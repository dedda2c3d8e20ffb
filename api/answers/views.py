"""Operations for the answers of a season: those in force, their versions, publishing one, and taking note of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from django.http import Http404, HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from api.answers import examples
from api.answers.schemas import (
    AcknowledgedOut,
    AnswersIn,
    AnswerVersionOut,
    AnswerVersionsOut,
    PublishedAnswersOut,
    StandingAnswersOut,
)
from api.answers.serializers import (
    acknowledging_franchises,
    serialize_standing_answers,
    serialize_version,
    serialize_versions,
)
from api.errors import ScopeMissing
from api.etags import IF_MATCH_PARAMETER, check_if_match, check_if_match_unlocked, content_not_modified_or
from api.idempotency import perform_once
from api.idempotency_key import refuse_missing_key
from api.journal.serializers import serialize_receipt
from api.openapi import IDEMPOTENCY_KEY_PARAMETER, problem_responses, request_schema, response_schema
from api.permissions import season_commissioner
from api.query_params import ETAG_DESCRIPTION
from api.questionnaires.serializers import QUESTIONNAIRE_IDS, to_stored_answers
from api.request_context import require_token, season_and_viewer
from api.response_examples import response_example
from api.validation import parse_body, refuse_body
from explain.links import short_id
from journal.input_validation import refuse_improper_words
from league.access import ReasonMissing, Viewer
from league.models import AccessToken, AnswerVersion, Entry, Membership, Season
from league.pages.questionnaire.direct_publication import publish_directly
from league.pages.questionnaire.frame import owner_memberships
from league.pages.questionnaire.versions import AnswerRefused, acknowledge
from league.queries.house_rules import published_answers
from league.tokens import act_scope
from rules.campaign.core.questionnaires import OWN
from rules.core.refusals import Refusal

OK, CREATED = 200, 201
READ_PROBLEMS = problem_responses(401, 403, 404, 406, 429)


@extend_schema(
    operation_id="standing_answers",
    summary="The answers a season plays by",
    description=(
        "The answers in force that are not the printed ones, those that are planned, and what the league asks "
        f"itself. {ETAG_DESCRIPTION}"
    ),
    responses={
        200: response_schema(
            StandingAnswersOut, "The answers in force.", example=response_example("standing_answers")
        ),
        **READ_PROBLEMS,
    },
)
@api_view(["GET"])
def standing_answers(request: Any, league: str, season: str, questionnaire: str) -> Response:
    """The answers to a questionnaire that a season plays by."""
    row, _ = season_and_viewer(request, league, season)
    _refuse_unknown_questionnaire(questionnaire)
    return content_not_modified_or(request, serialize_standing_answers(row, questionnaire))


@extend_schema(
    methods=["GET"],
    operation_id="answer_versions",
    summary="The versions of a season's answers",
    description=f"The versions that were published. Drafts are on the site alone. {ETAG_DESCRIPTION}",
    responses={
        200: response_schema(AnswerVersionsOut, "The oldest first.", example=response_example("answer_versions")),
        **READ_PROBLEMS,
    },
)
@extend_schema(
    methods=["POST"],
    operation_id="publish_answers",
    summary="Publish a version of answers",
    description=(
        "Publishes a version as a commissioner, in force at once or from a step on, and tells every owner. It is "
        "refused while a draft stands on the site. Needs a token with `commission`."
    ),
    parameters=[IDEMPOTENCY_KEY_PARAMETER, IF_MATCH_PARAMETER],
    request=request_schema(AnswersIn, example=examples.ANSWERS_IN),
    responses={
        201: response_schema(PublishedAnswersOut, "It is published.", example=examples.PUBLISHED),
        **problem_responses(400, 401, 403, 404, 406, 409, 412, 415, 422, 429),
    },
)
@api_view(["GET", "POST"])
def versions(request: Any, league: str, season: str, questionnaire: str) -> HttpResponse:
    """Read the published versions of a season's answers to a questionnaire, or publish the next one."""
    row, viewer = season_and_viewer(request, league, season)
    if request.method == "GET":
        _refuse_unknown_questionnaire(questionnaire)
        published = published_answers(row.pk, questionnaire)
        return content_not_modified_or(request, serialize_versions(row, questionnaire, published))
    member = season_commissioner(request, row, viewer)
    _refuse_unknown_questionnaire(questionnaire)
    refuse_missing_key(request)
    body = parse_body(AnswersIn, request.data)
    refuse_improper_words(body.words)
    at = timezone.now()

    def perform() -> tuple[int, msgspec.Struct]:
        check_if_match(request, row, viewer)
        with _pointers_into_request(questionnaire):
            version = publish_directly(
                row,
                to_stored_answers(questionnaire, body.answers),
                questionnaire=questionnaire,
                actor=member.handle,
                at=at,
                note=body.note,
                step=body.step,
                words=body.words,
            )
        return CREATED, _serialize_published(row, version, at=at)

    return perform_once(request, perform, at=at)


@extend_schema(
    operation_id="answer_version",
    summary="A version of a season's answers",
    description=f"What a published version changed, what stood with it, and who took note of it. {ETAG_DESCRIPTION}",
    responses={
        200: response_schema(AnswerVersionOut, "The version.", example=response_example("answer_version")),
        **READ_PROBLEMS,
    },
)
@api_view(["GET"])
def version(request: Any, league: str, season: str, questionnaire: str, number: int) -> Response:
    """A published version of a season's answers."""
    row, _ = season_and_viewer(request, league, season)
    return content_not_modified_or(request, serialize_version(row, _find_version(row, questionnaire, number)))


@extend_schema(
    operation_id="acknowledge_answers",
    summary="Take note of a version",
    description=(
        "Records that an owner has read a published version, for every franchise of theirs that the token may act "
        "for. Doing so again changes nothing, so it has no key."
    ),
    parameters=[IF_MATCH_PARAMETER],
    request=None,
    responses={
        200: response_schema(AcknowledgedOut, "It is recorded.", example=examples.ACKNOWLEDGED),
        **problem_responses(400, 401, 403, 404, 406, 412, 415, 422, 429),
    },
)
@api_view(["POST"])
def acknowledgement(request: Any, league: str, season: str, questionnaire: str, number: int) -> Response:
    """Record that the token's person has read a version."""
    row, viewer = season_and_viewer(request, league, season)
    members = _acting_owners(viewer, require_token(request))
    refuse_body(request.data)
    _find_version(row, questionnaire, number)
    check_if_match_unlocked(request, row, viewer)
    acknowledge(row, number, questionnaire=questionnaire, members=members, at=timezone.now())
    found = _find_version(row, questionnaire, number)
    return Response(AcknowledgedOut(number=number, acknowledged_by=acknowledging_franchises(found)))


def _refuse_unknown_questionnaire(questionnaire: str) -> None:
    """Raise `Http404` for a questionnaire that no season answers."""
    if questionnaire not in (*QUESTIONNAIRE_IDS, OWN):
        raise Http404(
            f"There is no questionnaire {questionnaire[:80]!r}: see /api/v1/questionnaires, or read {OWN!r}, what "
            "the league asks itself."
        )


def _find_version(row: Season, questionnaire: str, number: int) -> AnswerVersion:
    """The published version with that number. Raises `Http404`."""
    _refuse_unknown_questionnaire(questionnaire)
    found = published_answers(row.pk, questionnaire).filter(number=number).first()
    if found is None:
        raise Http404(f"{row.pk} has no version {number} of {questionnaire}: read which were published.")
    return found


def _acting_owners(viewer: Viewer, token: AccessToken) -> list[Membership]:
    """The memberships of the token's person as an owner whose franchise the token may act for.

    Raises `ScopeMissing` if there is none.
    """
    members = [
        member
        for member in owner_memberships(viewer)
        if member.franchise_id and act_scope(short_id(member.franchise_id)) in token.scopes
    ]
    if not members:
        raise ScopeMissing(
            f"Owners take note of a version, and the token {token.shown}… acts for no franchise of its person: make "
            "one that may act for yours."
        )
    return members


def _serialize_published(row: Season, published: AnswerVersion, *, at: Any) -> PublishedAnswersOut:
    row.refresh_from_db()
    last = Entry.objects.select_related("season").filter(season=row.pk).latest("number")
    return PublishedAnswersOut(
        version=serialize_version(row, published), length=last.number, receipt=serialize_receipt(last, at=at)
    )


@contextmanager
def _pointers_into_request(questionnaire: str) -> Iterator[None]:
    """Point refusals raised in this context at the parts of the request that they are about."""
    try:
        yield
    except Refusal as refusal:
        for fault in refusal.together or (refusal,):
            if isinstance(fault, AnswerRefused):
                fault.at("answers", fault.question)
            elif isinstance(fault, ReasonMissing):
                fault.at("note")
            elif fault.pointer not in ("", "/note", "/step"):
                fault.below("/answers")
        raise
