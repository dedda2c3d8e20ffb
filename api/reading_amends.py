"""What is read of amends: what was put right, what was taken back, and what followed from it."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from api.addresses import season_url
from api.examples_reading import response_example
from api.querying import (
    ETAG_DESCRIPTION,
    LARGEST_INTEGER,
    LIMIT_PARAMETER,
    integer_parameter,
    parse_integer,
    parse_limit,
)
from api.schema import problem_responses, response_schema
from api.shapes.amends import AmendLineOut, AmendOut, AmendsOut, ChangeOut, CorrectionOut, RetoldOut
from api.sight import not_modified_or, season_and_viewer
from api.telling import serialize_misread_die, serialize_roll
from journal import entry_body as bodies
from journal.amend_followups import paths_thrown_after
from journal.entry_body import AmendedBody, AmendEffects
from journal.misread_dice import misreads_in
from journal.state_differences import describe_difference
from journal.timeline import AMEND_TAGS
from league.access import Viewer
from league.models import Season
from league.pages.amends import amend_and_earlier, commands_before, decode_outline, entries_by_number, summarize_amend
from league.queries.entries import entries_of_commands

AFTER_AMEND = integer_parameter(
    "after", "Only amends after the entry of that number; 0 begins at the first.", otherwise=0
)
AMENDS_GET_SCHEMA = extend_schema(
    methods=["GET"],
    operation_id="amends",
    summary="The amends of a season",
    description=f"Amends and previews of them, each with how much came of it. {ETAG_DESCRIPTION}",
    parameters=[AFTER_AMEND, LIMIT_PARAMETER],
    responses={
        200: response_schema(AmendsOut, "The oldest first.", example=response_example("amends")),
        **problem_responses(401, 403, 404, 406, 429),
    },
)
"""How the document tells of reading them, beside the amending of entries at the same address."""


def list_amends(request: Any, league: str, season: str) -> Response:
    """The amends of a season, previews among them."""
    row, viewer = season_and_viewer(request, league, season)
    after, limit = parse_integer(request, "after", most=LARGEST_INTEGER), parse_limit(request)

    def made() -> AmendsOut:
        fetched = list(
            entries_of_commands(row.pk, viewer, AMEND_TAGS).filter(number__gt=after).order_by("number")[: limit + 1]
        )
        shown = tuple(_serialize_line(each) for each in fetched[:limit])
        return AmendsOut(season=row.pk, amends=shown, next=shown[-1].number if len(fetched) > limit else None)

    return not_modified_or(request, row, viewer, made, of=f"amends {after} {limit}")


@extend_schema(
    operation_id="amended",
    summary="What an amend came to",
    description=(
        "What an amend put right, and all that is different by it. A preview is answered alike, and changed "
        f"nothing. {ETAG_DESCRIPTION}"
    ),
    responses={
        200: response_schema(
            AmendOut, "What it put right, and all that followed.", example=response_example("amended")
        ),
        **problem_responses(401, 403, 404, 406, 429),
    },
)
@api_view(["GET"])
def amend_detail(request: Any, league: str, season: str, number: int) -> Response:
    """One amend of a season by the number of its entry."""
    row, viewer = season_and_viewer(request, league, season)
    return not_modified_or(request, row, viewer, lambda: _serialize_amend(row, viewer, number), of=f"amend {number}")


def _serialize_amend(row: Season, viewer: Viewer, number: int) -> AmendOut:
    entries: list[Any] = amend_and_earlier(row, viewer, number)
    if not entries:
        raise Http404(
            f"Entry {number} of {row.pk} is no amend and no preview of one: see {season_url(row.pk, 'amends')}."
        )
    body = bodies.load_body(entries[0].read_body)
    came = body.amended or AmendEffects()
    corrections = {int(at): documents for at, documents in body.command["corrections"].items()}
    stood = commands_before(entries[1:])
    own = {
        at: bodies.load_body(each.read_body).command
        for at, each in entries_by_number(row, viewer, corrections).items()
        if each.may_read
    }
    return AmendOut(
        season=row.pk,
        amend=_serialize_line(entries[0]),
        corrections=tuple(
            CorrectionOut(
                number=at,
                was=tuple(stood[at]) if at in stood else (own[at],) if at in own else None,
                now=tuple(documents),
                taken_back=at in own and list(documents) == [own[at]],
            )
            for at, documents in sorted(corrections.items())
        ),
        stands=tuple(_serialize_standing(at, each) for at, each in sorted(came.stands().items())),
        differences=tuple(
            ChangeOut(
                about=each.about,
                subject=each.subject,
                what=each.what,
                was=each.was,
                now=each.now,
                words=describe_difference(each),
            )
            for each in came.differences
        ),
        warnings=tuple(came.warnings),
        obstacles=tuple(came.obstacles),
        to_come=tuple(each.said() for each in came.to_come),
        odds=tuple(each.said(plays=came.plays) for each in came.odds),
        thrown=(*came.thrown, *paths_thrown_after(row, number)),
        misread=tuple(map(serialize_misread_die, misreads_in(body.command))),
        unapproved=came.unapproved,
        approved_by=body.approved_by,
    )


def _serialize_line(entry: Any) -> AmendLineOut:
    said = decode_outline(entry)
    line = summarize_amend(entry, said)
    return AmendLineOut(
        number=line.number,
        saved=line.saved,
        at=line.at,
        actor=entry.read_actor,
        reason=line.reason,
        corrects=tuple(sorted(map(int, said.command["corrections"]))),
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
        rolls=tuple(map(serialize_roll, stands.thrown())),
    )
