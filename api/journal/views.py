"""Operations that read entries of a season's journal."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from api.etags import not_modified_or
from api.journal.schemas import EntriesOut, EntryOut
from api.journal.serializers import serialize_entries
from api.leagues.views import ENTRIES, MOST_ENTRIES
from api.openapi import problem_responses, response_schema
from api.query_params import ETAG_DESCRIPTION, LARGEST_INTEGER, integer_parameter, parse_integer
from api.request_context import season_and_viewer
from api.response_examples import response_example
from explain.names import Names
from league.access import Viewer
from league.models import Season
from league.queries.entries import all_entries

AFTER_ENTRY = integer_parameter("after", "Only entries after that number; 0 begins at the first.", otherwise=0)
ENTRY_LIMIT = integer_parameter(
    "limit",
    f"How many entries are answered at most, 1 to {MOST_ENTRIES}.",
    least=1,
    most=MOST_ENTRIES,
    otherwise=ENTRIES,
)


@extend_schema(
    operation_id="entries",
    summary="The journal after an entry",
    description=(
        "Everything that was done in the season after an entry. Of sealed entries only number, time, seal and "
        f"hash are given. {ETAG_DESCRIPTION}"
    ),
    parameters=[AFTER_ENTRY, ENTRY_LIMIT],
    responses={
        200: response_schema(EntriesOut, "The oldest first.", example=response_example("entries")),
        **problem_responses(400, 401, 403, 404, 406, 429),
    },
)
@api_view(["GET"])
def entries(request: Any, league: str, season: str) -> Response:
    """A page of entries, the oldest first; sealed ones without their content."""
    row, viewer = season_and_viewer(request, league, season)
    after = parse_integer(request, "after", most=LARGEST_INTEGER, otherwise=0)
    limit = parse_integer(request, "limit", least=1, most=MOST_ENTRIES, otherwise=ENTRIES)
    return not_modified_or(
        request,
        row,
        viewer,
        lambda: _serialize_entries_page(row, viewer, after=after, limit=limit),
        of=f"entries {after} {limit}",
    )


@extend_schema(
    operation_id="entry",
    summary="An entry of the journal",
    description=f"One entry of the journal, as far as you may read it. {ETAG_DESCRIPTION}",
    responses={
        200: response_schema(EntryOut, "The entry.", example=response_example("entry")),
        **problem_responses(401, 403, 404, 406, 429),
    },
)
@api_view(["GET"])
def entry(request: Any, league: str, season: str, number: int) -> Response:
    """An entry as far as the sender may read it."""
    row, viewer = season_and_viewer(request, league, season)

    def build() -> EntryOut:
        serialized = serialize_entries(all_entries(row.pk, viewer).filter(number=number), Names(row.pk))
        if not serialized:
            raise Http404(f"{row.pk} has {row.length} entries, and none of number {number}.")
        return serialized[0]

    return not_modified_or(request, row, viewer, build, of=f"entry {number}")


def _serialize_entries_page(row: Season, viewer: Viewer, *, after: int, limit: int) -> EntriesOut:
    rows = list(all_entries(row.pk, viewer).filter(number__gt=after).order_by("number")[: limit + 1])
    more = len(rows) > limit
    return EntriesOut(
        season=row.pk,
        length=row.length,
        entries=serialize_entries(rows[:limit], Names(row.pk)),
        next=rows[limit - 1].number if more else None,
    )
