"""Looks up the names of the things in facts, once for each page."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from django.db.models import CharField, F, QuerySet, Value

from drivers.models import Driver
from explain import links
from explain.command_fields import things_named_in
from explain.fact_rendering import FIELDS_WITH_IDS, RenderedEntry, lacks_kind, render_entry
from explain.names import ID_PATTERN, ID_TYPE_OF_SHELF, Names, Segment
from explain.plain_words import to_plain_words
from explain.printed_names import match_of_seal
from franchises.models import Car, Franchise, Item, Sponsor
from journal.entry_body import AmendedBody, EntryBody, load_amended_body, load_body
from league.models import Match
from league.queries.names import ROUND_AND_PLACE, NamedThing, named_things
from rules.campaign.core.codec import fact_from_document
from rules.campaign.core.facts import Fact, subject_fields
from sql.cached_sql import cached_sql, pad_ids

ID_IN_SENTENCE_PATTERN = re.compile(r"[a-z0-9]+(?:[.\-][a-z0-9]+)+|\bm[0-9]+[a-z]?\b")
EMPTY_BODY = EntryBody(command={}, facts=[], rolls=[])
SHELF_OF_ID_TYPE = {kind: shelf for shelf, kind in ID_TYPE_OF_SHELF.items()}
"""The shelf of `Names` for each type of id."""
SHELVES_NAMED_BY_KIND = frozenset({"sponsors", "items"})
"""Shelves of things that have no name of their own."""


def complete_names(
    names: Names,
    stated: Iterable[Fact],
    *,
    also: Iterable[str] = (),
    drivers: Iterable[str] = (),
    matches: Iterable[str] = (),
    given: Iterable[Mapping[str, Any]] = (),
) -> Names:
    """Add to `names` what it lacks for these facts, the franchises in `also`, and these `drivers` and `matches`.

    `given` are documents of commands, whose things are added too. It takes one query, or none if nothing is missing.
    Sponsors and items are looked up only if a fact lacks their kind; deleted ones stay unknown.
    """
    wanted: dict[str, set[str]] = {shelf: set() for shelf in ID_TYPE_OF_SHELF}
    wanted["franchises"].update(also)
    wanted["drivers"].update(drivers)
    wanted["matches"].update(matches)
    for fact in stated:
        for name, kind in subject_fields(type(fact)).items():
            shelf = SHELF_OF_ID_TYPE.get(kind)
            if shelf is not None and (shelf not in SHELVES_NAMED_BY_KIND or lacks_kind(type(fact), name)):
                wanted[shelf].add(getattr(fact, name))
        for name, shelves in FIELDS_WITH_IDS.items():
            if isinstance(text := getattr(fact, name, None), str):
                for shelf in shelves:
                    wanted[shelf].update(ID_PATTERN.findall(text))
        if billed := getattr(fact, "subject", ""):
            wanted["drivers"].add(billed)
            wanted["cars"].add(billed)
    for kind, id in chain.from_iterable(map(things_named_in, given)):
        if (shelf := SHELF_OF_ID_TYPE.get(kind)) is not None and shelf not in SHELVES_NAMED_BY_KIND:
            wanted[shelf].add(id)
    named_otherwise = names.drivers.keys() | names.cars.keys()
    missing = {shelf: sorted(ids - getattr(names, shelf).keys() - {""}) for shelf, ids in wanted.items()}
    missing["drivers"] = [id for id in missing["drivers"] if id not in named_otherwise]
    missing["cars"] = [id for id in missing["cars"] if id not in named_otherwise]
    if not any(missing.values()):
        return names
    for id, name, shelf in _missing_names(names, missing):
        names.add(shelf, links.short_id(id), name)
    return names


def look_up_names(season: str, ids: Iterable[str]) -> tuple[Names, dict[str, NamedThing]]:
    """The names of a season's franchises and of these of its things, and the things themselves, in one query."""
    found = named_things(season, set(ids))
    names = Names(season)
    for id, thing in found.items():
        if thing.called:
            names.add(thing.shelf, id, thing.called)
    return names, found


def ids_in_documents(*documents: Any) -> Iterator[str]:
    """Everything that may be an id in sentences and documents: short names with a dot or a dash, and matches."""
    for document in documents:
        if isinstance(document, str):
            yield from ID_IN_SENTENCE_PATTERN.findall(document)
        elif isinstance(document, Mapping):
            yield from ids_in_documents(*document.keys(), *document.values())
        elif isinstance(document, Sequence):
            yield from ids_in_documents(*document)


def render_sentence(text: str, names: Names) -> tuple[Segment, ...]:
    """Render a sentence of the rules in plain words, with the ids of known things replaced by names."""
    return tuple(names.segments_in(to_plain_words(text), tuple(SHELF_OF_ID_TYPE.values())))


def sentence_with_names_of_season(sentence: str, season: str) -> str:
    """The same as text, for a page without names: it looks up those the sentence needs in one query."""
    names, _ = look_up_names(season, ids_in_documents(sentence))
    return "".join(piece.text for piece in render_sentence(sentence, names))


def _missing_names(names: Names, missing: Mapping[str, list[str]]) -> list[tuple[str, str, str]]:
    """The stored id, name and shelf of each missing thing."""
    return _name_rows(names.league, names.season, *(pad_ids(missing[shelf]) for shelf in ID_TYPE_OF_SHELF))


@cached_sql
def _name_rows(league: str, season: str, *missing: tuple[str, ...]) -> QuerySet[Any, tuple[str, str, str]]:
    queries = [
        model._default_manager.filter(pk__in=[f"{prefix}/{id}" for id in ids])
        .annotate(
            shelf=Value(shelf, output_field=CharField()), called=F(column) if isinstance(column, str) else column
        )
        .values_list("pk", "called", "shelf")
        for (shelf, ids), (model, prefix, column) in zip(
            zip(ID_TYPE_OF_SHELF, missing, strict=True),
            (
                (Franchise, league, F("name")),
                (Driver, league, F("name")),
                (Car, season, F("name")),
                (Sponsor, season, F("kind")),
                (Item, season, F("kind")),
                (Match, season, ROUND_AND_PLACE),
            ),
            strict=True,
        )
        if ids
    ]
    return queries[0].union(*queries[1:]) if len(queries) > 1 else queries[0]


def render_entries(
    entries: Iterable[Any],
    names: Names,
    *,
    only: Collection[str] | None = None,
    most: int | None = None,
    also: Collection[str] = (),
    drivers: Collection[str] = (),
) -> list[RenderedEntry]:
    """Render entries of `chain` in order; names that are missing are looked up in one query.

    With `only`, the content of other commands is left out; with `most`, only the first facts of an entry are shown,
    and no list of rolls. `also` and `drivers` are further franchises and drivers to look up for the page.
    """
    (rendered,) = render_entry_lists(names, (entries, most), only=only, also=also, drivers=drivers)
    return rendered


def render_entry_lists(
    names: Names,
    *lists: tuple[Iterable[Any], int | None],
    only: Collection[str] | None = None,
    also: Collection[str] = (),
    drivers: Collection[str] = (),
) -> list[list[RenderedEntry]]:
    """The same for several lists of entries, each with its own `most`, in one query."""
    found = [[(entry, *_read_entry(entry, only)) for entry in entries] for entries, _ in lists]
    stated = [
        [[] if body is None else [fact_from_document(fact) for fact in body.facts[:most]] for _, body, _ in read_list]
        for read_list, (_, most) in zip(found, lists, strict=True)
    ]
    owners = [entry.read_owner for read_list in found for entry, _, _ in read_list]
    told_whole = (read_list for read_list, (_, most) in zip(found, lists, strict=True) if most is None)
    documents = [body.command for read_list in told_whole for _, body, _ in read_list if body is not None]
    facts = chain.from_iterable(chain.from_iterable(stated))
    seals = (match_of_seal(entry.seal) for read_list in found for entry, body, _ in read_list if body is None)
    complete_names(names, facts, also=[*owners, *also], drivers=drivers, matches=seals, given=documents)
    return [
        [
            render_entry(entry, body, names, facts=facts, now=amended_body, with_rolls=most is None)
            for (entry, body, amended_body), facts in zip(read_list, facts_of, strict=True)
        ]
        for read_list, facts_of, (_, most) in zip(found, stated, lists, strict=True)
    ]


def _read_entry(entry: Any, only: Collection[str] | None) -> tuple[EntryBody | None, AmendedBody | None]:
    """The body of an entry with its current facts and rolls, and its amended body."""
    if not entry.may_read:
        return None, None
    if only is not None and entry.read_command not in only:
        return EMPTY_BODY, None
    body = load_body(entry.read_body)
    if entry.read_retold is None:
        return body, None
    amended_body = load_amended_body(entry.read_retold)
    return replace(body, facts=amended_body.facts, rolls=amended_body.rolls), amended_body
