"""Facts: all that came to be in a season, or what is behind one figure of one thing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from league.api.examples_reading import example_of
from league.api.problems import QueryWrong
from league.api.querying import (
    AFTER_LINE,
    LARGEST,
    LINE_LIMIT,
    TAGGED,
    WORD,
    cursor,
    line_limit,
    number_asked,
    one_of,
    text_asked,
    whole_number,
)
from league.api.schema import problems, told
from league.api.shapes.rounds import FactAtOut, FactsOut
from league.api.sight import season_at, unless_known
from league.api.telling import facts_told
from league.journal.body import as_it_stands
from league.models import Season
from league.pages.called import Names
from league.pages.cells import cell_of
from league.pages.names import names_in
from league.queries.entries import stating, visible_entries
from league.queries.figures import NAMES, is_behind, speaks_of, subjects_of
from league.queries.subjects import SHELVES, kinds_called
from rules.campaign.core.facts import FACT_TYPES, Fact

LOOKED_THROUGH = 200
"""Entries that one answer looks through at most: it may then hold fewer facts than it was asked for, and a `next`."""
PAST = 999_999
"""Past the last fact of any entry."""
FIGURE = text_asked("figure", "Those behind a figure, such as `balance`.", choices=NAMES)
KINDS_SAID = f"Kinds are {', '.join(kind for kind, _ in SHELVES)}."
THING = re.compile(rf"(?:({'|'.join(kind for kind, _ in SHELVES)}):)?({WORD.pattern})")
SUBJECT = text_asked(
    "subject",
    "Those that speak of a thing, by its short id, with its kind before it: `driver:razors.d1`.",
    form=THING.pattern,
)
UNTIL = number_asked("until", "Those of entries up to that number.")
KIND = text_asked("kind", "Those of a kind; the catalogue has all kinds.", choices=FACT_TYPES)


@extend_schema(
    operation_id="facts",
    summary="The facts behind the figures",
    description=(
        "What came to be, as it stands since any amend, with its rule, its dice and the cell of the table that was "
        f"hit. Facts of sealed entries are left out until they are opened. {TAGGED}"
    ),
    parameters=[SUBJECT, FIGURE, KIND, UNTIL, AFTER_LINE, LINE_LIMIT],
    responses={
        200: told(FactsOut, "The oldest first.", example=example_of("facts")),
        **problems(400, 401, 403, 404, 406, 429),
    },
)
@api_view(["GET"])
def facts(request: Any, league: str, season: str) -> Response:
    """Facts of a season: of a thing, behind a figure, of a kind, or all of them."""
    row, viewer = season_at(request, league, season)
    subject = _subject(request)
    figure, kind = one_of(request, "figure", NAMES), one_of(request, "kind", FACT_TYPES)
    until = whole_number(request, "until", most=LARGEST, otherwise=LARGEST)
    after, limit = cursor(request), line_limit(request)

    def wanted(stated: Fact) -> bool:
        return (not figure or is_behind(figure, stated)) and (not kind or stated.tag == kind)

    def made() -> FactsOut:
        of, id = _kind_meant(row, subject), subject[1]
        entries = stating(row.pk, viewer, id) if id else visible_entries(row.pk, viewer).order_by("number")
        entries = entries.filter(number__gte=after[0] if after else 0, number__lte=until)
        fetched = list(entries[: LOOKED_THROUGH + 1])
        spoken = list(_stated(fetched[:LOOKED_THROUGH], after))
        if id:
            spoken = [each for each in spoken if speaks_of(each[2], id, kind=of)]
            _refuse_unless_one(row, subject, of, spoken, more=after is not None or len(fetched) > LOOKED_THROUGH)
        found = [each for each in spoken if wanted(each[2])]
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

    return unless_known(
        request, row, viewer, made, of=f"facts {':'.join(subject)} {figure} {kind} {until} {after} {limit}"
    )


def _subject(request: Any) -> tuple[str, str]:
    """The kind, empty where none is said, and the short id that facts are asked of; two empty texts for all facts.

    Raises `QueryWrong`.
    """
    text = request.query_params.get("subject")
    if text is None:
        return "", ""
    found = THING.fullmatch(text)
    if found is None:
        raise QueryWrong(
            f"?subject= takes a short id with its kind before it, such as driver:razors.d4. {KINDS_SAID}"
        )
    return found[1] or "", found[2]


def _kind_meant(row: Season, subject: tuple[str, str]) -> str:
    """The kind of thing that is asked of; empty where no such thing is there now. Raises `QueryWrong` for two."""
    kind, id = subject
    if kind or not id:
        return kind
    kinds = kinds_called(row.pk, id)
    _refuse_unless_alone(row, kinds, id)
    return kinds[0] if kinds else ""


def _refuse_unless_one(
    row: Season, subject: tuple[str, str], of: str, spoken: Sequence[tuple[Any, int, Fact]], *, more: bool
) -> None:
    """Raise `QueryWrong` where facts speak of two things that are gone, `Http404` where there was never such a thing.

    `more` says that other parts of the feed may speak of it.
    """
    kind, id = subject
    if not of:
        told = {each.kind for _, _, stated in spoken for each in subjects_of(stated) if each.id == id}
        _refuse_unless_alone(row, sorted(told), id)
    if not spoken and not more and of not in kinds_called(row.pk, id):
        raise Http404(
            f"{row.pk} has no {kind or 'thing'} {id!r} that facts speak of: use the id of one that is there."
        )


def _refuse_unless_alone(row: Season, kinds: Sequence[str], id: str) -> None:
    if len(kinds) > 1:
        said = " and ".join(f"a {each}" for each in kinds)
        ask = " or ".join(f"?subject={each}:{id}" for each in kinds)
        raise QueryWrong(f"{id} is {said} in {row.pk}: ask for {ask}.")


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
