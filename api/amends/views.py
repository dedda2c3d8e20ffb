"""Operations for amends: making, previewing and reading them."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import Http404, HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from api.amends.examples import AMEND_IN, AMEND_PENDING, AMEND_RESULT
from api.amends.schemas import (
    AmendedOut,
    AmendIn,
    AmendLineOut,
    AmendOut,
    AmendsOut,
    ChangeOut,
    CorrectionOut,
    RetoldOut,
    StandsOut,
)
from api.etags import IF_MATCH_PARAMETER, check_if_match, not_modified_or
from api.idempotency import batch_key, perform_once
from api.idempotency_key import refuse_missing_key
from api.journal.serializers import serialize_misread_die, serialize_receipt, serialize_roll
from api.links import season_url
from api.openapi import IDEMPOTENCY_KEY_PARAMETER, MOST_COMMANDS, problem_responses, request_schema, response_schema
from api.permissions import season_commissioner
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
from api.validation import parse_body, parse_commands
from journal import TypedFaces, preview_amend
from journal import entry_body as bodies
from journal.amends.impact import paths_thrown_after
from journal.amends.misread_dice import Misreading, misreads_in, parse_misreads
from journal.amends.state_differences import describe_difference
from journal.amends.timeline import AMEND_TAGS
from journal.entry_body import AmendedBody, AmendEffects, load_body
from journal.input_validation import refuse_improper_words
from league.access import Viewer
from league.models import Entry, Membership, Season
from league.pages.amends.amend import (
    amend_and_earlier,
    commands_before,
    decode_outline,
    entries_by_number,
    summarize_amend,
)
from league.queries.entries import entries_of_commands
from rules.core.refusals import Malformed, refuse_any
from scheduling.first_names import with_proper_corrections
from scheduling.rulings import amend_or_request_approval

CREATED, ACCEPTED = 201, 202
MOST_DIGITS = 9
AFTER_AMEND = integer_parameter(
    "after", "Only amends after the entry of that number; 0 begins at the first.", otherwise=0
)
AMENDS_GET_SCHEMA = extend_schema(
    methods=["GET"],
    operation_id="amends",
    summary="The amends of a season",
    description=f"Amends and previews of amends, each with how much it changed. {ETAG_DESCRIPTION}",
    parameters=[AFTER_AMEND, LIMIT_PARAMETER],
    responses={
        200: response_schema(AmendsOut, "The oldest first.", example=response_example("amends")),
        **problem_responses(401, 403, 404, 406, 429),
    },
)
"""Documentation of the GET operation, apart from that of POST at the same URL."""


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
        201: response_schema(AmendedOut, "It is amended.", example=AMEND_RESULT),
        202: response_schema(AmendedOut, "It waits for another member's approval.", example=AMEND_PENDING),
        **problem_responses(400, 401, 403, 404, 406, 409, 412, 415, 422, 429),
    },
)
@api_view(["GET", "POST"])
def amends(request: Any, league: str, season: str) -> HttpResponse:
    """List amends; or amend entries, as a commissioner or the maker of a sandbox."""
    if request.method == "GET":
        return list_amends(request, league, season)
    row, viewer, member, body = _parse_request(request, league, season)
    corrections, misread, at = _parse_corrections(body), _parse_misread_dice(body), timezone.now()

    def build() -> tuple[int, msgspec.Struct]:
        check_if_match(request, row, viewer)
        outcome = amend_or_request_approval(
            row,
            corrections,
            member=member,
            at=at,
            key=batch_key(request),
            reason=body.reason,
            typed=_faces_by_hand(body, member),
            misread=misread,
            words=body.words,
        )
        if outcome.ruling is not None:
            return ACCEPTED, AmendedOut(number=0, length=row.length, waits=outcome.waiting_message)
        entry = Entry.objects.select_related("season").get(season=row, number=outcome.number)
        return CREATED, msgspec.structs.replace(
            _serialize_result(row, outcome.number), receipt=serialize_receipt(entry, at=at)
        )

    return perform_once(request, build, at=at)


@extend_schema(
    operation_id="preview_amend",
    summary="Preview an amend",
    description=(
        "Writes an entry that shows everybody what the amend would change. It shows no face that has not fallen, "
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
    row, viewer, member, body = _parse_request(request, league, season)
    corrections, misread, at = _parse_corrections(body), _parse_misread_dice(body), timezone.now()

    def perform() -> tuple[int, msgspec.Struct]:
        check_if_match(request, row, viewer)
        result = preview_amend(
            row.pk,
            with_proper_corrections(row, corrections),
            actor=member.handle,
            at=at,
            key=batch_key(request),
            reason=body.reason,
            typed=_faces_by_hand(body, member),
            misread=misread,
        )
        return CREATED, _serialize_result(row, result.number)

    return perform_once(request, perform, at=at)


def _parse_request(request: Any, league: str, season: str) -> tuple[Season, Viewer, Membership, AmendIn]:
    row, viewer = season_and_viewer(request, league, season)
    member = season_commissioner(request, row, viewer)
    refuse_missing_key(request)
    body = parse_body(AmendIn, request.data)
    refuse_improper_words(body.words)
    return row, viewer, member, body


def _parse_corrections(body: AmendIn) -> dict[int, list[dict[str, Any]]]:
    """The corrections as command documents, by entry number.

    Raises `Malformed` for every correction with too many commands, for a number that is invalid or repeated, and the
    schema errors of all commands at once.
    """
    refuse_any(
        Malformed(f"A correction has at most {MOST_COMMANDS} commands, and this one {len(documents)}.").at(
            "corrections", number
        )
        for number, documents in body.corrections.items()
        if len(documents) > MOST_COMMANDS
    )
    corrections: dict[int, list[dict[str, Any]]] = {}
    for number, documents in body.corrections.items():
        if not (number.isascii() and number.isdecimal() and len(number) <= MOST_DIGITS) or int(number) in corrections:
            error = Malformed(f"{number[:40]!r} names no entry, or one twice: name each by its number, as in 812.")
            raise error.at("corrections", number)
        corrections[int(number)] = documents
    parse_commands({f"/corrections/{number}": documents for number, documents in body.corrections.items()})
    return corrections


def _parse_misread_dice(body: AmendIn) -> list[Misreading]:
    """The misread dice of an amend. Raises `Malformed` for one that has no number or is named twice."""
    return parse_misreads(msgspec.to_builtins(body.misread))


def _faces_by_hand(body: AmendIn, member: Membership) -> TypedFaces | None:
    return (
        None if body.typed is None else TypedFaces(body.typed.faces, typist=member.handle, witness=body.typed.witness)
    )


def _serialize_result(row: Season, number: int) -> AmendedOut:
    entry = Entry.objects.get(season=row, number=number)
    effects = load_body(entry.body).amended or AmendEffects()
    by_number = effects.amended_bodies()
    return AmendedOut(
        number=number,
        length=Season.objects.values_list("length", flat=True).get(pk=row.pk),
        stands=tuple(
            StandsOut(number=corrected, standing=body.standing, because=body.because)
            for corrected, body in sorted(by_number.items())
        ),
        differences=tuple(describe_difference(difference) for difference in effects.differences),
        warnings=tuple(effects.warnings),
        obstacles=tuple(effects.obstacles),
        to_come=tuple(throw.in_words() for throw in effects.to_come),
        odds=tuple(chance.in_words(plays=effects.plays) for chance in effects.odds),
        thrown=(*effects.thrown, *paths_thrown_after(row, number)),
        unapproved=effects.unapproved,
    )


def list_amends(request: Any, league: str, season: str) -> Response:
    """The amends of a season, including previews."""
    row, viewer = season_and_viewer(request, league, season)
    after, limit = parse_integer(request, "after", most=LARGEST_INTEGER), parse_limit(request)

    def build() -> AmendsOut:
        fetched = list(
            entries_of_commands(row.pk, viewer, AMEND_TAGS).filter(number__gt=after).order_by("number")[: limit + 1]
        )
        lines = tuple(_serialize_line(entry) for entry in fetched[:limit])
        return AmendsOut(season=row.pk, amends=lines, next=lines[-1].number if len(fetched) > limit else None)

    return not_modified_or(request, row, viewer, build, of=f"amends {after} {limit}")


@extend_schema(
    operation_id="amended",
    summary="The result of an amend",
    description=(
        "What an amend corrected, and everything it changed. A preview is answered in the same way, and changed "
        f"nothing. {ETAG_DESCRIPTION}"
    ),
    responses={
        200: response_schema(
            AmendOut, "What it corrected, and all that followed.", example=response_example("amended")
        ),
        **problem_responses(401, 403, 404, 406, 429),
    },
)
@api_view(["GET"])
def amend_detail(request: Any, league: str, season: str, number: int) -> Response:
    """An amend or preview of a season, by the number of its entry."""
    row, viewer = season_and_viewer(request, league, season)
    return not_modified_or(request, row, viewer, lambda: _serialize_amend(row, viewer, number), of=f"amend {number}")


def _serialize_amend(row: Season, viewer: Viewer, number: int) -> AmendOut:
    entries: list[Any] = amend_and_earlier(row, viewer, number)
    if not entries:
        raise Http404(
            f"Entry {number} of {row.pk} is no amend and no preview of one: see {season_url(row.pk, 'amends')}."
        )
    body = bodies.load_body(entries[0].read_body)
    effects = body.amended or AmendEffects()
    corrections = {int(corrected): documents for corrected, documents in body.command["corrections"].items()}
    earlier_commands = commands_before(entries[1:])
    own_commands = {
        corrected: bodies.load_body(entry.read_body).command
        for corrected, entry in entries_by_number(row, viewer, corrections).items()
        if entry.may_read
    }
    return AmendOut(
        season=row.pk,
        amend=_serialize_line(entries[0]),
        corrections=tuple(
            CorrectionOut(
                number=corrected,
                was=tuple(earlier_commands[corrected])
                if corrected in earlier_commands
                else (own_commands[corrected],)
                if corrected in own_commands
                else None,
                now=tuple(documents),
                taken_back=corrected in own_commands and list(documents) == [own_commands[corrected]],
            )
            for corrected, documents in sorted(corrections.items())
        ),
        stands=tuple(
            _serialize_standing(corrected, standing)
            for corrected, standing in sorted(effects.amended_bodies().items())
        ),
        differences=tuple(
            ChangeOut(
                about=difference.about,
                subject=difference.subject,
                what=difference.what,
                was=difference.was,
                now=difference.now,
                words=describe_difference(difference),
            )
            for difference in effects.differences
        ),
        warnings=tuple(effects.warnings),
        obstacles=tuple(effects.obstacles),
        to_come=tuple(throw.in_words() for throw in effects.to_come),
        odds=tuple(chance.in_words(plays=effects.plays) for chance in effects.odds),
        thrown=(*effects.thrown, *paths_thrown_after(row, number)),
        misread=tuple(map(serialize_misread_die, misreads_in(body.command))),
        unapproved=effects.unapproved,
        approved_by=body.approved_by,
    )


def _serialize_line(entry: Any) -> AmendLineOut:
    outline = decode_outline(entry)
    line = summarize_amend(entry, outline)
    return AmendLineOut(
        number=line.number,
        saved=line.saved,
        at=line.at,
        actor=entry.read_actor,
        reason=line.reason,
        corrects=tuple(sorted(map(int, outline.command["corrections"]))),
        different=line.different,
        refused=line.refused,
        followed=line.followed,
        warnings=line.warnings,
    )


def _serialize_standing(number: int, stands: AmendedBody) -> RetoldOut:
    return RetoldOut(
        number=number,
        standing=stands.standing,
        since=stands.since,
        because=stands.because,
        commands=tuple(stands.commands),
        rolls=tuple(map(serialize_roll, stands.parsed_rolls())),
    )
