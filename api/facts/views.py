"""Operation that reads the facts of a season, or those behind one figure of one subject."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from api.errors import QueryWrong
from api.etags import not_modified_or
from api.facts.schemas import FactAtOut, FactsOut
from api.journal.serializers import serialize_facts
from api.openapi import problem_responses, response_schema
from api.query_params import (
    AFTER_PARAMETER,
    ETAG_DESCRIPTION,
    LARGEST_INTEGER,
    LIMIT_PARAMETER,
    SHORT_NAME,
    integer_parameter,
    parse_choice,
    parse_cursor,
    parse_integer,
    parse_limit,
    text_parameter,
)
from api.request_context import season_and_viewer
from api.response_examples import response_example
from explain.figure_facts import FIGURE_NAMES, explains_figure, fact_names, subjects_of_fact
from explain.name_lookup import complete_names
from explain.names import Names
from explain.table_cells import table_cell_words
from journal.entry_body import load_standing_body
from league.models import Season
from league.queries.entries import entries_about, visible_entries
from league.queries.names import MODELS_BY_KIND, kinds_with_id
from rules.campaign.core.facts import FACT_TYPES, Fact

MOST_ENTRIES_SCANNED = 200
"""The most entries one response looks through. It may then have fewer facts than the limit, and a `next`."""
AFTER_LAST_FACT = 999_999
"""A fact number greater than that of any fact, for a cursor past a whole entry."""
FIGURE_PARAMETER = text_parameter("figure", "Only facts behind that figure, such as `balance`.", choices=FIGURE_NAMES)
SUBJECT_KINDS_HINT = f"Kinds are {', '.join(kind for kind, _ in MODELS_BY_KIND)}."
SUBJECT_PATTERN = re.compile(rf"(?:({'|'.join(kind for kind, _ in MODELS_BY_KIND)}):)?({SHORT_NAME.pattern})")
SUBJECT_PARAMETER = text_parameter(
    "subject",
    "Only facts that speak of that thing, by its kind and short id, such as `driver:razors.d1`.",
    form=SUBJECT_PATTERN.pattern,
)
UNTIL_PARAMETER = integer_parameter("until", "Only facts of entries up to that number.")
KIND_PARAMETER = text_parameter(
    "kind", "Only facts of that kind; `catalogue/facts` has all kinds.", choices=FACT_TYPES
)


@extend_schema(
    operation_id="facts",
    summary="The facts behind the figures",
    description=(
        "What happened, as it stands since any amend, with its rule, its dice and the cell of its table. Facts of "
        f"sealed entries are left out until they open. {ETAG_DESCRIPTION}"
    ),
    parameters=[
        SUBJECT_PARAMETER,
        FIGURE_PARAMETER,
        KIND_PARAMETER,
        UNTIL_PARAMETER,
        AFTER_PARAMETER,
        LIMIT_PARAMETER,
    ],
    responses={
        200: response_schema(FactsOut, "The oldest first.", example=response_example("facts")),
        **problem_responses(400, 401, 403, 404, 406, 429),
    },
)
@api_view(["GET"])
def facts(request: Any, league: str, season: str) -> Response:
    """Facts of a season, filtered by subject, figure and kind."""
    row, viewer = season_and_viewer(request, league, season)
    subject = _parse_subject(request)
    figure, kind = parse_choice(request, "figure", FIGURE_NAMES), parse_choice(request, "kind", FACT_TYPES)
    until = parse_integer(request, "until", most=LARGEST_INTEGER, otherwise=LARGEST_INTEGER)
    after, limit = parse_cursor(request), parse_limit(request)

    def matches_filter(stated: Fact) -> bool:
        return (not figure or explains_figure(figure, stated)) and (not kind or stated.tag == kind)

    def build() -> FactsOut:
        subject_kind, id = _resolve_kind(row, subject), subject[1]
        entries = entries_about(row.pk, viewer, id) if id else visible_entries(row.pk, viewer).order_by("number")
        entries = entries.filter(number__gte=after[0] if after else 0, number__lte=until)
        fetched = list(entries[: MOST_ENTRIES_SCANNED + 1])
        lines = list(_facts_after(fetched[:MOST_ENTRIES_SCANNED], after))
        if id:
            lines = [line for line in lines if fact_names(line[2], id, kind=subject_kind)]
            _refuse_unclear_subject(
                row, subject, subject_kind, lines, more=after is not None or len(fetched) > MOST_ENTRIES_SCANNED
            )
        matching = [line for line in lines if matches_filter(line[2])]
        last = None
        if len(matching) > limit:
            last = (matching[limit - 1][0].number, matching[limit - 1][1])
        elif len(fetched) > MOST_ENTRIES_SCANNED:
            last = (fetched[MOST_ENTRIES_SCANNED - 1].number, AFTER_LAST_FACT)
        return FactsOut(
            season=row.pk,
            facts=_serialize_found_facts(matching[:limit], row),
            next=None if last is None else f"{last[0]}-{last[1]}",
        )

    return not_modified_or(
        request, row, viewer, build, of=f"facts {':'.join(subject)} {figure} {kind} {until} {after} {limit}"
    )


def _parse_subject(request: Any) -> tuple[str, str]:
    """The kind and short id in the subject parameter; the kind may be empty, and both are if there is no subject.

    Raises `QueryWrong`.
    """
    text = request.query_params.get("subject")
    if text is None:
        return "", ""
    found = SUBJECT_PATTERN.fullmatch(text)
    if found is None:
        raise QueryWrong(
            f"?subject= takes a short id with its kind before it, such as driver:razors.d4. {SUBJECT_KINDS_HINT}"
        )
    return found[1] or "", found[2]


def _resolve_kind(row: Season, subject: tuple[str, str]) -> str:
    """The kind of the subject; empty if nothing has its id now. Raises `QueryWrong` if several kinds have it."""
    kind, id = subject
    if kind or not id:
        return kind
    kinds = kinds_with_id(row.pk, id)
    _refuse_several_kinds(row, kinds, id)
    return kinds[0] if kinds else ""


def _refuse_unclear_subject(
    row: Season, subject: tuple[str, str], subject_kind: str, lines: Sequence[tuple[Any, int, Fact]], *, more: bool
) -> None:
    """Raise `QueryWrong` if the facts name several things with the id, `Http404` if there was never such a thing.

    `more` means that other pages of the feed may name it.
    """
    kind, id = subject
    if not subject_kind:
        kinds = {named.kind for _, _, fact in lines for named in subjects_of_fact(fact) if named.id == id}
        _refuse_several_kinds(row, sorted(kinds), id)
    if not lines and not more and subject_kind not in kinds_with_id(row.pk, id):
        raise Http404(
            f"{row.pk} has no {kind or 'thing'} {id!r} that facts speak of: use the id of one that is there."
        )


def _refuse_several_kinds(row: Season, kinds: Sequence[str], id: str) -> None:
    if len(kinds) > 1:
        phrase = " and ".join(f"a {kind}" for kind in kinds)
        ask = " or ".join(f"?subject={kind}:{id}" for kind in kinds)
        raise QueryWrong(f"{id} is {phrase} in {row.pk}: ask for {ask}.")


def _facts_after(entries: list[Any], after: tuple[int, int] | None) -> Iterator[tuple[Any, int, Fact]]:
    """Each fact of the entries as entry, fact number and fact, without those up to and including `after`."""
    for entry in entries:
        for line, fact in enumerate(load_standing_body(entry.read_body, entry.read_retold).parsed_facts()):
            if after is None or (entry.number, line) > after:
                yield entry, line, fact


def _serialize_found_facts(found: list[tuple[Any, int, Fact]], row: Season) -> tuple[FactAtOut, ...]:
    facts = [fact for _, _, fact in found]
    names = complete_names(Names(row.pk), facts)
    return tuple(
        FactAtOut(
            entry=entry.number,
            line=line,
            at=entry.at,
            command=entry.read_command,
            cell=table_cell_words(fact),
            fact=answer,
        )
        for (entry, line, fact), answer in zip(found, serialize_facts(facts, names), strict=True)
    )
