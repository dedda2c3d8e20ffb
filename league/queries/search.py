"""Search in a league by name: franchises, drivers, cars and matches, in one query.

Names are compared folded, and here rather than in the database: SQLite and PostgreSQL ignore the case of different
letters, and neither of them accents.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Any

from django.db.models import CharField, Exists, F, IntegerField, Model, OuterRef, QuerySet, Value
from django.db.models.functions import Cast, Coalesce, Concat, Length, NullIf, Replace, Substr

from drivers.models import Driver, Sheet
from franchises.models import Car, Franchise, FranchiseSeason
from league.models import Match
from rules.core.text_folding import fold_text
from sql.cached_sql import cached_sql

MOST_RESULTS = 100
EMPTY_TEXT = Value("", output_field=CharField())


@dataclass(frozen=True, slots=True)
class SearchResult:
    """A thing of a league: its kind, stored id and name, and what distinguishes it from others.

    `of` is the stored id of the franchise of a driver or car, or of a match's season; `beside` says the same in
    words.
    """

    kind: str
    id: str
    name: str
    of: str
    beside: str


def search_league(league: str, season: str, words: Sequence[str]) -> list[SearchResult]:
    """Everything of a league whose folded name contains all the words; names that begin with the first come first.

    The words are folded (`fold_text`). Franchises, drivers and matches of every season except rehearsals, and cars of
    that season only. At most `MOST_RESULTS` of them. No query without words.
    """
    if not words:
        return []
    found = [
        (not folded.startswith(words[0]), folded, SearchResult(kind, id, name, of, beside))
        for kind, id, name, of, beside in _rows(league, season)
        if all(word in (folded := fold_text(name)) or word == _match_id(kind, id) for word in words)
    ]
    found.sort(key=lambda ranked: (ranked[0], ranked[1], ranked[2].id))
    return [result for _, _, result in found[:MOST_RESULTS]]


def _match_id(kind: str, id: str) -> str:
    """The short id of a match, by which a program's message names it; "" for anything else."""
    return id.rsplit("/", 1)[-1] if kind == "match" else ""


@cached_sql
def _rows(league: str, season: str) -> QuerySet[Any, Any]:
    hired = Sheet.objects.filter(season_id=season, contract__isnull=False)
    played = FranchiseSeason.objects.filter(identity=OuterRef("pk"), season__forked_from="")
    known = Sheet.objects.filter(person=OuterRef("pk"), season__forked_from="")
    queries: list[tuple[str, QuerySet[Any], Any, Any, Any]] = [
        ("franchise", Franchise.objects.filter(Exists(played), league_id=league), F("name"), EMPTY_TEXT, EMPTY_TEXT),
        (
            "driver",
            hired.filter(contract__phase="signed"),
            F("person__name"),
            F("contract__franchise_id"),
            F("contract__franchise__identity__name"),
        ),
        (
            "driver",
            Driver.objects.filter(Exists(known), league_id=league).exclude(
                pk__in=hired.filter(contract__phase="signed").values("person_id")
            ),
            F("name"),
            EMPTY_TEXT,
            EMPTY_TEXT,
        ),
        (
            "car",
            Car.objects.filter(season_id=season, phase="garage"),
            Coalesce(NullIf("name", Value("")), _local(), output_field=CharField()),
            F("franchise_id"),
            F("franchise__identity__name"),
        ),
        (
            "match",
            Match.objects.filter(season__league_id=league, season__forked_from=""),
            Concat(
                Value("Round "),
                Cast("round__number", CharField()),
                Value(", match "),
                _letter_or_number(),
                Value(": "),
                Replace(F("event"), Value("_"), Value(" ")),
                output_field=CharField(),
            ),
            F("season_id"),
            Concat(Value("season "), Cast("season__number", CharField()), output_field=CharField()),
        ),
    ]
    first, *others = (_named_rows(*parts) for parts in queries)
    return first.union(*others, all=True)


def _letter_or_number() -> Coalesce:
    """What a match is called in its round, as by `match_letter`: past the last letter by its number."""
    letter = Substr(Value(ascii_uppercase), Cast(F("place"), IntegerField()), 1)
    return Coalesce(NullIf(letter, EMPTY_TEXT), Cast("place", CharField()), output_field=CharField())


def _local() -> Substr:
    """The short name of a thing of a season: its stored id without the season's."""
    return Substr("id", Length("season_id") + 2)


def _named_rows(kind: str, things: QuerySet[Model], name: Any, of: Any, beside: Any) -> QuerySet[Any, Any]:
    return (
        things.annotate(called=name, kind=Value(kind, output_field=CharField()), of=of, beside=beside)
        .order_by()
        .values_list("kind", "pk", "called", "of", "beside")
    )
