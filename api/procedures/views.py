"""Operations of a referee's procedures: read, worked out without a league, and performed in a season."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from django.http import Http404, HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view, throttle_classes
from rest_framework.response import Response
from rest_framework.views import APIView

from api.errors import QueryWrong
from api.etags import IF_MATCH_PARAMETER, check_if_match, content_not_modified_or
from api.idempotency import batch_key, perform_once
from api.idempotency_key import refuse_missing_key
from api.journal.serializers import serialize_receipt
from api.openapi import IDEMPOTENCY_KEY_PARAMETER, problem_responses, request_schema, response_schema
from api.permissions import season_commissioner
from api.procedures import examples
from api.procedures.schemas import (
    OutcomeOut,
    PerformedOut,
    ProcedureIn,
    ProcedureOut,
    ProceduresOut,
    SeasonProcedureOut,
    UseIn,
    UsesOut,
)
from api.procedures.serializers import (
    serialize_outcome,
    serialize_procedure,
    serialize_procedures,
    serialize_season_procedure,
    serialize_use,
    serialize_uses,
)
from api.query_params import (
    ETAG_DESCRIPTION,
    LARGEST_INTEGER,
    LIMIT_PARAMETER,
    SHORT_NAME,
    integer_parameter,
    parse_integer,
    parse_limit,
    parse_name,
    text_parameter,
)
from api.request_context import season_and_viewer
from api.response_examples import response_example
from api.throttling import AnonymousWorkRateThrottle
from api.validation import parse_body
from journal import TypedFaces
from journal.input_validation import refuse_improper_words
from journal.state.visible import load_visible_state
from journal.transfer.permanent_ids import reserved_ids
from league.dice_marks import set_dice_marks
from league.models import Membership, Season
from league.queries.referee_table import duel_error, procedure_uses, use_counts, uses_with_entries
from rules.campaign.core.dice_paths import PROCEDURE_USE
from rules.campaign.season.procedures import PerformProcedure
from rules.campaign.steward.proposed_ids import next_use_id
from rules.core.dice import FaceImpossible, FacesLeftOver, NeedsDice, Roll, Stream
from rules.core.refusals import Refusal, Unknown, refuse_first
from rules.match.referee.procedure_inputs import input_faults
from rules.match.referee.procedures import InputsImpossible, Procedure, ProcedureBook
from rules.match.registry import find_procedure
from scheduling.rulings import perform_or_request_approval

CREATED, ACCEPTED = 201, 202
AWAITED = "Its dice are awaited: it is performed once they fall."
BEFORE = integer_parameter("before", "Only uses of entries before that number.", least=1)
PROCEDURE_NAME = re.compile(r"[a-z0-9_]{1,60}")
DUEL = text_parameter("duel", "Only uses that served the duel with that id.", form=SHORT_NAME.pattern)
OF_PROCEDURE = text_parameter("procedure", "Only uses of that procedure.", form=PROCEDURE_NAME.pattern)
FREE_DICE = "faces"
"""The path of a procedure that is worked out without a league; nobody sees it."""


class FacesMissing(Refusal):
    """A procedure throws more dice than faces were sent for it."""


@extend_schema(
    operation_id="procedures",
    summary="Procedures of a referee",
    description=f"What a referee works out by hand, from turn order to fires. {ETAG_DESCRIPTION}",
    responses={
        200: response_schema(ProceduresOut, "By chapter.", example=response_example("procedures")),
        **problem_responses(401, 406, 429),
    },
)
@api_view(["GET"])
def procedures(request: Any) -> Response:
    """Every procedure, without the schemas of their inputs."""
    return content_not_modified_or(request, serialize_procedures())


@extend_schema(
    methods=["GET"],
    operation_id="procedure",
    summary="A procedure of a referee",
    description=f"What it asks for, reads and rolls. {ETAG_DESCRIPTION}",
    responses={
        200: response_schema(ProcedureOut, "With the schema of its inputs.", example=response_example("procedure")),
        **problem_responses(401, 404, 406, 429),
    },
)
@extend_schema(
    methods=["POST"],
    operation_id="work_out_procedure",
    summary="Work out a procedure",
    description=(
        "Works a procedure out from inputs, answers and faces of your own. It depends on the body alone: it needs "
        "no token and no key, and nothing is saved."
    ),
    request=request_schema(ProcedureIn, example=examples.WORK),
    responses={
        200: response_schema(OutcomeOut, "Its result.", example=examples.OUTCOME),
        **problem_responses(400, 401, 404, 406, 415, 422, 429),
    },
)
@api_view(["GET", "POST"])
@throttle_classes([*APIView.throttle_classes, AnonymousWorkRateThrottle])
def procedure(request: Any, procedure: str) -> Response:
    """Read a procedure, or work it out."""
    book, found = _find(procedure)
    if request.method == "GET":
        return content_not_modified_or(request, serialize_procedure(book, found))
    body = parse_body(ProcedureIn, request.data)
    return Response(_work_out(book, found, body))


@extend_schema(
    operation_id="procedure_uses",
    summary="Uses of procedures",
    description=f"What was worked out in a season, with dice and results. {ETAG_DESCRIPTION}",
    parameters=[BEFORE, LIMIT_PARAMETER, DUEL, OF_PROCEDURE],
    responses={
        200: response_schema(UsesOut, "The newest first.", example=response_example("procedure_uses")),
        **problem_responses(401, 403, 404, 406, 429),
    },
)
@api_view(["GET"])
def uses(request: Any, league: str, season: str) -> Response:
    """The uses of procedures in a season."""
    row, _ = season_and_viewer(request, league, season)
    before = parse_integer(request, "before", least=1, most=LARGEST_INTEGER, otherwise=LARGEST_INTEGER)
    limit = parse_limit(request)
    asked = procedure_uses(
        row.pk,
        duel=parse_name(request, "duel", such_as=("duel1",)),
        procedure=_parse_procedure(request),
    )
    fetched = list(uses_with_entries(asked.filter(entry__lt=before))[: limit + 1])
    following = fetched[limit - 1].entry if len(fetched) > limit else None
    return content_not_modified_or(request, serialize_uses(row, fetched[:limit], following=following))


@extend_schema(
    methods=["GET"],
    operation_id="season_procedure",
    summary="A procedure in a season",
    description=f"A procedure with the answers in force that it reads. {ETAG_DESCRIPTION}",
    responses={
        200: response_schema(SeasonProcedureOut, "With its answers.", example=response_example("season_procedure")),
        **problem_responses(401, 403, 404, 406, 429),
    },
)
@extend_schema(
    methods=["POST"],
    operation_id="perform_procedure",
    summary="Perform a procedure",
    description=(
        "Performs a procedure by the answers in force, with the season's dice or with faces thrown at a table, and "
        "keeps the use in the journal (HOUSE-015). For commissioners. Answers 202 where its dice are awaited."
    ),
    parameters=[IDEMPOTENCY_KEY_PARAMETER, IF_MATCH_PARAMETER],
    request=request_schema(UseIn, example=examples.USE_IN),
    responses={
        201: response_schema(PerformedOut, "It was performed.", example=examples.PERFORMED),
        202: response_schema(PerformedOut, "It waits.", example=examples.WAITS),
        **problem_responses(400, 401, 403, 404, 406, 409, 412, 415, 422, 429),
    },
)
@api_view(["GET", "POST"])
def season_procedure(request: Any, league: str, season: str, procedure: str) -> HttpResponse:
    """Read a procedure with the answers in force, or perform it as a commissioner."""
    row, viewer = season_and_viewer(request, league, season)
    book, found = _find(procedure)
    if request.method == "GET":
        counted = use_counts(row.pk).get(found.tag, 0)
        return content_not_modified_or(request, serialize_season_procedure(row, book, found, uses=counted))
    member = season_commissioner(request, row, viewer)
    refuse_missing_key(request)
    body = parse_body(UseIn, request.data)
    refuse_improper_words(body.words)
    at = timezone.now()

    def perform() -> tuple[int, msgspec.Struct]:
        check_if_match(request, row, viewer)
        if error := duel_error(row.pk, body.duel):
            raise Unknown(error).at("duel")
        state, _ = load_visible_state(row, viewer)
        command = PerformProcedure(
            use=next_use_id(state, besides=reserved_ids(row)),
            book=book.id,
            procedure=found.tag,
            inputs=body.inputs,
            duel=body.duel,
            turn=body.turn,
            phase=body.phase,
        )
        return _perform(row, member, command, body, key=batch_key(request), at=at)

    return perform_once(request, perform, at=at)


def _find(tag: str) -> tuple[ProcedureBook, Procedure]:
    try:
        return find_procedure(tag)
    except Unknown as refusal:
        raise Http404(refusal.sentence) from None


def _work_out(book: ProcedureBook, procedure: Procedure, body: ProcedureIn) -> OutcomeOut:
    """The result of a procedure. Raises a `Refusal` that points at its part of the body."""
    refuse_first(fault.below("/inputs") for fault in input_faults(procedure.inputs, body.inputs))
    log: list[Roll] = []
    stream = Stream(f"{FREE_DICE}/{procedure.tag}", loaded=body.faces, log=log)
    try:
        outcome = book.perform_procedure(procedure.tag, body.inputs, body.answers, stream)
    except InputsImpossible as refusal:
        raise refusal.at("inputs") from None
    except NeedsDice as needed:
        raise _faces_missing(needed) from None
    except FaceImpossible as refusal:
        raise refusal.at("faces") from None
    except Refusal as refusal:
        for fault in refusal.together or (refusal,):
            fault.below("/answers")
        raise
    if unused := stream.unused_count():
        raise FacesLeftOver(
            f"{len(body.faces)} faces were sent and {len(body.faces) - unused} thrown: take {unused} away."
        ).at("faces")
    return serialize_outcome(procedure, outcome, log)


def _perform(
    row: Season, member: Membership, command: PerformProcedure, body: UseIn, *, key: str, at: Any
) -> tuple[int, PerformedOut]:
    """Perform a procedure in a season, with the faces that were sent for it."""
    use, typed = command.use, None
    if body.faces is not None:
        path = PROCEDURE_USE.path_of(use=use)
        faces = {path: list(body.faces)} if body.faces else {}
        typed = TypedFaces(faces, typist=member.handle, witness=body.witness)
    try:
        outcome = perform_or_request_approval(
            row, None, [command], member=member, at=at, key=key, typed=typed, words=body.words
        )
    except NeedsDice as needed:
        raise _faces_missing(needed) from None
    except Refusal as refusal:
        of_faces = isinstance(refusal, FaceImpossible | FacesLeftOver) or refusal.pointer.startswith("/typed")
        raise refusal.at("faces") if of_faces else refusal from None
    if outcome.answer is None:
        return ACCEPTED, PerformedOut(use=None, length=row.length, waits=outcome.waiting_message)
    if typed is not None:
        set_dice_marks(Season.objects.get(pk=row.pk))
    last = outcome.answer.entries[-1]
    receipt = serialize_receipt(last.entry, at=at)
    performed = next(iter(uses_with_entries(procedure_uses(row.pk).filter(use=use))), None)
    if performed is None:
        return ACCEPTED, PerformedOut(use=None, length=last.number, waits=AWAITED, receipt=receipt)
    return CREATED, PerformedOut(use=serialize_use(performed), length=last.number, receipt=receipt)


def _faces_missing(needed: NeedsDice) -> FacesMissing:
    return FacesMissing(f"It throws {needed.dice} ({needed.reason}): add its faces to those you sent.").at("faces")


def _parse_procedure(request: Any) -> str:
    """The procedure whose uses are wanted; empty if absent. Raises `QueryWrong` if it is not formed like a name."""
    text: str | None = request.query_params.get("procedure")
    if text is not None and not PROCEDURE_NAME.fullmatch(text):
        raise QueryWrong("?procedure= takes the name of a procedure, such as spinout.")
    return text or ""
