"""What the things that facts speak of are called, asked for once a page."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import chain
from typing import Any

from django.db.models import CharField, Value

from drivers.models import Driver
from franchises.models import Car, Franchise
from league.journal.body import Body, read
from league.pages import routes
from league.pages.telling import Names, ToldEntry, tell_entry
from rules.campaign.codec import fact_from
from rules.campaign.facts import Fact, subject_fields
from rules.terms import CarId, DriverId, FranchiseId

NOT_TOLD = Body(command={}, facts=[], rolls=[])
SHELVES: dict[object, str] = {FranchiseId: "franchises", DriverId: "drivers", CarId: "cars"}
"""Which shelf of `Names` each kind of id is found on."""


def names_in(names: Names, stated: Iterable[Fact], *, also: Iterable[str] = ()) -> Names:
    """`names` with what it lacks of the franchises, drivers and cars in those facts, and the franchises in `also`.

    One query, or none when everything is known.
    """
    wanted: dict[str, set[str]] = {"franchises": set(also), "drivers": set(), "cars": set()}
    for each in stated:
        for name, kind in subject_fields(type(each)).items():
            if (shelf := SHELVES.get(kind)) is not None:
                wanted[shelf].add(getattr(each, name))
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
        .annotate(shelf=Value(shelf, output_field=CharField()))
        .values_list("pk", "name", "shelf")
        for model, prefix, shelf in (
            (Franchise, names.league, "franchises"),
            (Driver, names.league, "drivers"),
            (Car, names.season, "cars"),
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
