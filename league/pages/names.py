"""What the things that facts speak of are called, asked for once a page."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import chain
from typing import Any

from django.db.models import CharField, F, Value

from drivers.models import Driver
from franchises.models import Car, Franchise, Item, Sponsor
from league.journal.body import Body, read
from league.pages import routes
from league.pages.telling import ID, IDS_WITHIN, KIND_OF, Names, ToldEntry, kind_untold, tell_entry
from rules.campaign.codec import fact_from
from rules.campaign.facts import Fact, subject_fields

NOT_TOLD = Body(command={}, facts=[], rolls=[])
SHELVES = {kind: shelf for shelf, kind in KIND_OF.items()}
"""Which shelf of `Names` each kind of id is found on."""
CALLED_BY_KIND = frozenset({"sponsors", "items"})
"""Shelves of things that have no name of their own."""


def names_in(names: Names, stated: Iterable[Fact], *, also: Iterable[str] = (), drivers: Iterable[str] = ()) -> Names:
    """`names` with what it lacks of the things those facts speak of, of the franchises in `also`, and of `drivers`.

    One query, or none when everything is known. Sponsors and items are asked for only where a fact does not say of
    what kind they are; those that are gone stay unknown.
    """
    wanted: dict[str, set[str]] = {shelf: set() for shelf in KIND_OF}
    wanted["franchises"].update(also)
    wanted["drivers"].update(drivers)
    for each in stated:
        for name, kind in subject_fields(type(each)).items():
            shelf = SHELVES.get(kind)
            if shelf is not None and (shelf not in CALLED_BY_KIND or kind_untold(type(each), name)):
                wanted[shelf].add(getattr(each, name))
        for name, shelves in IDS_WITHIN.items():
            if isinstance(text := getattr(each, name, None), str):
                for shelf in shelves:
                    wanted[shelf].update(ID.findall(text))
        if billed := getattr(each, "subject", ""):
            wanted["drivers"].add(billed)
            wanted["cars"].add(billed)
    named_otherwise = names.drivers.keys() | names.cars.keys()
    missing = {shelf: sorted(ids - getattr(names, shelf).keys() - {""}) for shelf, ids in wanted.items()}
    missing["drivers"] = [id for id in missing["drivers"] if id not in named_otherwise]
    missing["cars"] = [id for id in missing["cars"] if id not in named_otherwise]
    if not any(missing.values()):
        return names
    for id, name, shelf in _named(names, missing):
        getattr(names, shelf)[routes.local(id)] = name
    return names


def _named(names: Names, missing: Mapping[str, list[str]]) -> Iterable[tuple[str, str, str]]:
    """Stored id, name and shelf of each thing that is missing."""
    asked = [
        model.objects.filter(pk__in=[f"{prefix}/{id}" for id in missing[shelf]])
        .annotate(shelf=Value(shelf, output_field=CharField()), called=F(column))
        .values_list("pk", "called", "shelf")
        for model, prefix, shelf, column in (
            (Franchise, names.league, "franchises", "name"),
            (Driver, names.league, "drivers", "name"),
            (Car, names.season, "cars", "name"),
            (Sponsor, names.season, "sponsors", "kind"),
            (Item, names.season, "items", "kind"),
        )
        if missing[shelf]
    ]
    return asked[0].union(*asked[1:]) if len(asked) > 1 else asked[0]


def told_entries(
    entries: Iterable[Any], names: Names, *, only: Collection[str] | None = None, most: int | None = None
) -> list[ToldEntry]:
    """Entries of `chain` as a page shows them, in their order; names the page lacks are asked for in one query.

    With `only` what came of other commands than those is left out, with `most` all but the first facts of each
    entry and its list of rolls.
    """
    found = [(entry, _body(entry, only)) for entry in entries]
    stated = [[] if body is None else [fact_from(each) for each in body.facts[:most]] for _, body in found]
    names_in(names, chain.from_iterable(stated), also=[entry.read_owner for entry, _ in found])
    return [
        tell_entry(entry, body, names, facts=facts, with_rolls=most is None)
        for (entry, body), facts in zip(found, stated, strict=True)
    ]


def _body(entry: Any, only: Collection[str] | None) -> Body | None:
    if not entry.may_read:
        return None
    return read(entry.read_body) if only is None or entry.read_command in only else NOT_TOLD
