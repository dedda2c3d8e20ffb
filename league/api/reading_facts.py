"""Facts: all that came to be in a season, or what is behind one figure of one thing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from league.api.examples_reading import example_of
from league.api.querying import (
    AFTER_LINE,
    LINE_LIMIT,
    TAGGED,
    WORD,
    cursor,
    line_limit,
    one_of,
    text_asked,
    word,
)
from league.api.schema import problems, told
from league.api.shapes.rounds import FactAtOut, FactsOut
from league.api.sight import season_at, unless_known
from league.api.telling import facts_told
from league.journal.body import as_it_stands
from league.models import Season
from league.pages.cells import cell_of
from league.pages.names import names_in
from league.pages.telling import Names
from league.queries.entries import stating, visible_entries
from league.queries.figures import NAMES, is_behind, speaks_of
from rules.campaign.facts import FACTS, Fact

LOOKED_THROUGH = 200
"""Entries that one answer looks through at most: it may then hold fewer facts than it was asked for, and a `next`."""
PAST = 999_999
"""Past the last fact of any entry."""
FIGURE = text_asked("figure", "Those behind a figure, such as `balance`.", choices=NAMES)
SUBJECT = text_asked("subject", "Those that speak of a thing, by its short id.", form=WORD.pattern)
KIND = text_asked("kind", "Those of a kind; the catalogue has all kinds.", choices=FACTS)


@extend_schema(
    operation_id="facts",
    summary="The facts behind the figures",
    description=(
        "What came to be, as it stands since any amend, with its rule, its dice and the cell of the table that was "
        f"hit. Facts of sealed entries are left out until they are opened. {TAGGED}"
    ),
    parameters=[SUBJECT, FIGURE, KIND, AFTER_LINE, LINE_LIMIT],
    responses={
        200: told(FactsOut, "The oldest first.", example=example_of("facts")),
        **problems(400, 401, 403, 404, 406, 429),
    },
)
@api_view(["GET"])
def facts(request: Any, league: str, season: str) -> Response:
    """Facts of a season: of a thing, behind a figure, of a kind, or all of them."""
    row, viewer = season_at(request, league, season)
    subject = word(request, "subject")
    figure, kind = one_of(request, "figure", NAMES), one_of(request, "kind", FACTS)
    after, limit = cursor(request), line_limit(request)

    def wanted(stated: Fact) -> bool:
        return (
            (not subject or speaks_of(stated, subject))
            and (not figure or is_behind(figure, stated))
            and (not kind or stated.tag == kind)
        )

    def made() -> FactsOut:
        entries = stating(row.pk, viewer, subject) if subject else visible_entries(row.pk, viewer).order_by("number")
        if after is not None:
            entries = entries.filter(number__gte=after[0])
        fetched = list(entries[: LOOKED_THROUGH + 1])
        found = [each for each in _stated(fetched[:LOOKED_THROUGH], after) if wanted(each[2])]
        last = None
        if len(found) > limit:
            last = (found[limit - 1][0].number, found[limit - 1][1])
        elif len(fetched) > LOOKED_THROUGH:
            last = (fetched[LOOKED_THROUGH - 1].number, PAST)
        return FactsOut(
            season=row.pk,
            facts=_told(found[:limit], row),
            next=None if last is None else f"{last[0]}-{last[1]}",
        )

    return unless_known(request, row, viewer, made, of=f"facts {subject} {figure} {kind} {after} {limit}")


def _stated(entries: list[Any], after: tuple[int, int] | None) -> Iterator[tuple[Any, int, Fact]]:
    """Entries with each of their facts and its number, those up to and with `after` left out."""
    for entry in entries:
        for line, stated in enumerate(as_it_stands(entry.read_body, entry.read_retold).stated()):
            if after is None or (entry.number, line) > after:
                yield entry, line, stated


def _told(found: list[tuple[Any, int, Fact]], row: Season) -> tuple[FactAtOut, ...]:
    stated = [each for _, _, each in found]
    names = names_in(Names(row.pk), stated)
    return tuple(
        FactAtOut(
            entry=entry.number, line=line, at=entry.at, command=entry.read_command, cell=cell_of(each), fact=told
        )
        for (entry, line, each), told in zip(found, facts_told(stated, names), strict=True)
    )
