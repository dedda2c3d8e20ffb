"""Amends: what was wrongly entered is put right by program, after a look at what follows from it."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view

from api.examples_founding import AMEND_IN, AMEND_PENDING, AMEND_RESULT
from api.keyed import refuse_missing_key
from api.once import batch_key, perform_once
from api.reading_amends import AMENDS_GET_SCHEMA, list_amends
from api.receipts import serialize_receipt
from api.schema import (
    IDEMPOTENCY_KEY_PARAMETER,
    MOST_COMMANDS,
    problem_responses,
    request_schema,
    response_schema,
)
from api.shapes.amending import AmendedOut, AmendIn, StandsOut
from api.sight import IF_MATCH_PARAMETER, check_if_match, season_and_viewer
from api.signing import season_commissioner
from api.strictly import parse_body, parse_commands
from journal import TypedFaces, preview_amend
from journal.amend_followups import paths_thrown_after
from journal.entry_body import AmendEffects, load_body
from journal.input_validation import refuse_improper_words
from journal.misread_dice import Misreading, parse_misreads
from journal.state_differences import describe_difference
from league.access import Viewer
from league.models import Entry, Membership, Season
from rules.core.refusals import Malformed, refuse_any
from scheduling.rulings import amend_or_request_approval

CREATED, ACCEPTED = 201, 202
MOST_DIGITS = 9


@AMENDS_GET_SCHEMA
@extend_schema(
    methods=["POST"],
    operation_id="amend",
    summary="Amend entries",
    description=(
        "Puts other commands in the place of those at some entries. Everything after them follows again, on the "
        "dice it had. Answers 202 where another member is asked first."
    ),
    parameters=[IDEMPOTENCY_KEY_PARAMETER, IF_MATCH_PARAMETER],
    request=request_schema(AmendIn, example=AMEND_IN),
    responses={
        201: response_schema(AmendedOut, "It is put right.", example=AMEND_RESULT),
        202: response_schema(AmendedOut, "It waits for somebody's word.", example=AMEND_PENDING),
        **problem_responses(400, 401, 403, 404, 406, 409, 412, 415, 422, 429),
    },
)
@api_view(["GET", "POST"])
def amends(request: Any, league: str, season: str) -> HttpResponse:
    """Read what was amended; or put other commands there, as a commissioner or the maker of a sandbox."""
    if request.method == "GET":
        return list_amends(request, league, season)
    row, viewer, member, sent = _parse_request(request, league, season)
    corrections, misread, at = _parse_corrections(sent), _parse_misread_dice(sent), timezone.now()

    def made() -> tuple[int, msgspec.Struct]:
        check_if_match(request, row, viewer)
        came = amend_or_request_approval(
            row,
            corrections,
            member=member,
            at=at,
            key=batch_key(request),
            reason=sent.reason,
            typed=_faces_by_hand(sent, member),
            misread=misread,
            words=sent.words,
        )
        if came.ruling is not None:
            return ACCEPTED, AmendedOut(number=0, length=row.length, waits=came.said)
        entry = Entry.objects.select_related("season").get(season=row, number=came.number)
        return CREATED, msgspec.structs.replace(
            _serialize_result(row, came.number), receipt=serialize_receipt(entry, at=at)
        )

    return perform_once(request, made, at=at)


@extend_schema(
    operation_id="preview_amend",
    summary="See what an amend would come to",
    description=(
        "Writes an entry that shows everybody what the amend would come to. It shows no face that has not fallen, "
        "and changes nothing else."
    ),
    parameters=[IDEMPOTENCY_KEY_PARAMETER, IF_MATCH_PARAMETER],
    request=request_schema(AmendIn, example=AMEND_IN),
    responses={
        201: response_schema(AmendedOut, "What would follow, and what is in its way.", example=AMEND_RESULT),
        **problem_responses(400, 401, 403, 404, 406, 409, 412, 415, 422, 429),
    },
)
@api_view(["POST"])
def amend_preview(request: Any, league: str, season: str) -> HttpResponse:
    """Preview an amend, as a commissioner."""
    row, viewer, member, sent = _parse_request(request, league, season)
    corrections, misread, at = _parse_corrections(sent), _parse_misread_dice(sent), timezone.now()

    def previewed() -> tuple[int, msgspec.Struct]:
        check_if_match(request, row, viewer)
        came = preview_amend(
            row.pk,
            corrections,
            actor=member.handle,
            at=at,
            key=batch_key(request),
            reason=sent.reason,
            typed=_faces_by_hand(sent, member),
            misread=misread,
        )
        return CREATED, _serialize_result(row, came.number)

    return perform_once(request, previewed, at=at)


def _parse_request(request: Any, league: str, season: str) -> tuple[Season, Viewer, Membership, AmendIn]:
    row, viewer = season_and_viewer(request, league, season)
    member = season_commissioner(request, row, viewer)
    refuse_missing_key(request)
    sent = parse_body(AmendIn, request.data)
    refuse_improper_words(sent.words)
    return row, viewer, member, sent


def _parse_corrections(sent: AmendIn) -> dict[int, list[dict[str, Any]]]:
    """The corrections by number.

    Raises `Malformed` for a number that is none, or for every correction that is too long, or all that is no command.
    """
    refuse_any(
        Malformed(f"A correction has at most {MOST_COMMANDS} commands, and this one {len(documents)}.").at(
            "corrections", number
        )
        for number, documents in sent.corrections.items()
        if len(documents) > MOST_COMMANDS
    )
    made: dict[int, list[dict[str, Any]]] = {}
    for number, documents in sent.corrections.items():
        if not (number.isascii() and number.isdecimal() and len(number) <= MOST_DIGITS) or int(number) in made:
            no = Malformed(f"{number[:40]!r} names no entry, or one twice: name each by its number, as in 812.")
            raise no.at("corrections", number)
        made[int(number)] = documents
    parse_commands({f"/corrections/{number}": documents for number, documents in sent.corrections.items()})
    return made


def _parse_misread_dice(sent: AmendIn) -> list[Misreading]:
    """The misread dice. Raises `Malformed` for one that has no number, or is named twice."""
    return parse_misreads(msgspec.to_builtins(sent.misread))


def _faces_by_hand(sent: AmendIn, member: Membership) -> TypedFaces | None:
    return (
        None if sent.typed is None else TypedFaces(sent.typed.faces, typist=member.handle, witness=sent.typed.witness)
    )


def _serialize_result(row: Season, number: int) -> AmendedOut:
    entry = Entry.objects.get(season=row, number=number)
    amended = load_body(entry.body).amended or AmendEffects()
    stands = amended.stands()
    return AmendedOut(
        number=number,
        length=Season.objects.values_list("length", flat=True).get(pk=row.pk),
        stands=tuple(
            StandsOut(number=at, standing=each.standing, because=each.because) for at, each in sorted(stands.items())
        ),
        differences=tuple(describe_difference(each) for each in amended.differences),
        warnings=tuple(amended.warnings),
        obstacles=tuple(amended.obstacles),
        to_come=tuple(each.said() for each in amended.to_come),
        odds=tuple(each.said(plays=amended.plays) for each in amended.odds),
        thrown=(*amended.thrown, *paths_thrown_after(row, number)),
        unapproved=amended.unapproved,
    )
