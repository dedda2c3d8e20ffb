"""Operations that give commands, and that try them without changing anything."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from api.commands import examples
from api.commands.schemas import CommandsIn, GivenOut, TrialOut
from api.commands.serializers import serialize_trial
from api.errors import problem_from_exception
from api.etags import IF_MATCH_PARAMETER, check_if_match, check_if_match_unlocked
from api.idempotency import batch_key, perform_once
from api.idempotency_key import refuse_missing_key
from api.journal.schemas import EntryOut
from api.journal.serializers import serialize_entries, serialize_new_entries, serialize_receipt
from api.openapi import IDEMPOTENCY_KEY_PARAMETER, MOST_COMMANDS, problem_responses, request_schema, response_schema
from api.permissions import acting_member
from api.request_context import require_token, season_and_viewer
from api.validation import parse_commands
from explain.command_preview import preview_commands
from explain.names import Names
from journal import BatchResult, TypedFaces
from journal.input_validation import refuse_improper_words, refuse_unwritable
from journal.state.visible import load_visible_state
from league.access import ReasonMissing, Viewer, refuse_unless_may_give_in_season
from league.models import Season
from league.queries.entries import all_entries
from rules.campaign.core.command import Command
from rules.core.refusals import Malformed, Refusal, refusals_at_place
from rules.core.schema_validation import schema_errors
from scheduling.first_names import with_proper_names
from scheduling.rulings import perform_or_request_approval

CREATED, ACCEPTED = 201, 202


@extend_schema(
    operation_id="give_commands",
    summary="Give commands",
    description=(
        "Performs all of the commands or none, with all that follows by itself. Where dice have fallen before one "
        "is refused, those before it stand (`left_out`). Answers 202 where another member is asked first."
    ),
    parameters=[IDEMPOTENCY_KEY_PARAMETER, IF_MATCH_PARAMETER],
    request=request_schema(CommandsIn, example=examples.COMMANDS),
    responses={
        201: response_schema(GivenOut, "They were performed.", example=examples.COMMANDS_RESULT),
        202: response_schema(GivenOut, "They wait for somebody's word.", example=examples.COMMANDS_PENDING),
        **problem_responses(400, 401, 403, 404, 406, 409, 412, 415, 422, 429),
    },
)
@api_view(["POST"])
def commands(request: Any, league: str, season: str) -> HttpResponse:
    """Give commands for the sender's franchise, or as the league's commissioner."""
    row, viewer = season_and_viewer(request, league, season)
    token = require_token(request)
    refuse_missing_key(request)
    body, batch = _parse_request(request.data)
    member = acting_member(row, viewer, token, batch, on_behalf_of=body.on_behalf_of)
    at = timezone.now()

    def perform() -> tuple[int, msgspec.Struct]:
        typed = body.typed
        check_if_match(request, row, viewer)
        with _add_pointers():
            outcome = perform_or_request_approval(
                row,
                None,
                batch,
                member=member,
                at=at,
                key=batch_key(request),
                on_behalf_of=body.on_behalf_of,
                reason=body.reason,
                seen=body.seen,
                typed=None if typed is None else TypedFaces(typed.faces, typist=member.handle, witness=typed.witness),
                words=body.words,
            )
        if outcome.answer is None:
            return ACCEPTED, GivenOut(entries=(), length=row.length, waits=outcome.waiting_message)
        left_out, last = outcome.answer.left_out, outcome.answer.entries[-1].entry
        return CREATED, GivenOut(
            entries=_serialize_entries(row, viewer, outcome.answer),
            length=max(record.number for record in outcome.answer.entries),
            left_out="" if left_out is None else left_out.sentence,
            receipt=serialize_receipt(last, at=at),
        )

    return perform_once(request, perform, at=at)


@extend_schema(
    operation_id="try_commands",
    summary="Try commands",
    description=(
        "Shows what commands would do, and changes nothing: what depends on no die, prices, and throws with "
        "their odds. They are played on the season as you may see it."
    ),
    parameters=[IF_MATCH_PARAMETER],
    request=request_schema(CommandsIn, example=examples.COMMANDS),
    responses={
        200: response_schema(TrialOut, "What they would come to.", example=examples.TRIAL),
        **problem_responses(400, 401, 403, 404, 406, 412, 415, 422, 429),
    },
)
@api_view(["POST"])
def trials(request: Any, league: str, season: str) -> Response:
    """Try commands that the sender may give."""
    row, viewer = season_and_viewer(request, league, season)
    token = require_token(request)
    body, batch = _parse_request(request.data)
    member = acting_member(row, viewer, token, batch, on_behalf_of=body.on_behalf_of)
    check_if_match_unlocked(request, row, viewer)
    signed = {"actor": member.handle, "on_behalf_of": body.on_behalf_of, "reason": body.reason}
    with _add_pointers():
        batch = with_proper_names(row, batch)
        refuse_unwritable(batch)
        for place, command in enumerate(batch):
            with refusals_at_place(place):
                refuse_unless_may_give_in_season(row, command, **signed)
    visible_state, reader = load_visible_state(row, viewer)
    preview = preview_commands(visible_state, batch, Names(row.pk), reader)
    return Response(
        serialize_trial(
            preview, None if preview.refused is None else problem_from_exception(_with_pointers(preview.refused))
        )
    )


def _serialize_entries(row: Season, viewer: Viewer, answer: BatchResult) -> tuple[EntryOut, ...]:
    """The entries of a batch. They are read from the journal if some are sealed or may have been amended since."""
    if not answer.repeated and not any(record.entry.seal for record in answer.entries):
        return serialize_new_entries(answer.entries, Names(row.pk))
    numbers = [record.number for record in answer.entries]
    return serialize_entries(all_entries(row.pk, viewer).filter(number__in=numbers).order_by("number"), Names(row.pk))


def _parse_request(document: Any) -> tuple[CommandsIn, list[Command]]:
    """The request body and its commands.

    Raises all schema errors at once, or `Malformed` if there are no commands.
    """
    documents = document.get("commands") if isinstance(document, dict) else None
    parsable = documents if isinstance(documents, list) and len(documents) <= MOST_COMMANDS else []
    commands = parse_commands({"/commands": parsable}, beside=schema_errors(CommandsIn, document))["/commands"]
    if not commands:
        raise Malformed(f"Send 1 to {MOST_COMMANDS} commands at a time: they are performed all or none.").at(
            "commands"
        )
    body = msgspec.convert(document, CommandsIn)
    refuse_improper_words(body.words)
    return body, commands


@contextmanager
def _add_pointers() -> Iterator[None]:
    """Make refusals raised in this context point at the refused command, and into it."""
    try:
        yield
    except Refusal as error:
        raise _with_pointers(error) from None


def _with_pointers(refusal: Refusal) -> Refusal:
    """The refusal with its pointers made relative to the request body. A missing reason points at `/reason`."""
    if isinstance(refusal, ReasonMissing):
        return refusal.at("reason")
    if refusal.place is not None:
        for error in refusal.together or (refusal,):
            error.below(f"/commands/{refusal.place}")
    return refusal
