"""What the things that facts speak of are called, asked for once a page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Value

from drivers.models import Driver
from franchises.models import Franchise
from league.journal.body import read
from league.pages.telling import Names, ToldEntry, tell_entry
from league.queries.entries import roles_of
from rules.campaign.facts import Fact, subject_fields
from rules.terms import DriverId, FranchiseId


def names_in(
    season: str, stated: Iterable[Fact], *, also: Iterable[str] = (), known: Mapping[str, str] | None = None
) -> Names:
    """The names of the franchises and drivers in those facts, and of the franchises in `also`.

    `known` are franchises whose names the page has already, by short name. One query, or none.
    """
    league = season.split("/", 1)[0]
    names = Names(season=season, franchises=dict(known or {}))
    franchises, drivers = set(also), set()
    for each in stated:
        for name, kind in subject_fields(type(each)).items():
            if kind is FranchiseId:
                franchises.add(getattr(each, name))
            elif kind is DriverId:
                drivers.add(getattr(each, name))
    franchises -= names.franchises.keys() | {""}
    drivers -= {""}
    if not franchises and not drivers:
        return names
    wanted = Franchise.objects.filter(pk__in=sorted(f"{league}/{id}" for id in franchises)).annotate(
        what=Value("franchise")
    )
    people = Driver.objects.filter(pk__in=sorted(f"{league}/{id}" for id in drivers)).annotate(what=Value("driver"))
    for id, name, what in wanted.values_list("pk", "name", "what").union(people.values_list("pk", "name", "what")):
        (names.franchises if what == "franchise" else names.drivers)[id.split("/", 1)[1]] = name
    return names


def told_entries(
    season: str, entries: Iterable[Any], *, known: Mapping[str, str] | None = None, actors: bool = False
) -> list[ToldEntry]:
    """Entries of `chain` as a page shows them, in their order.

    Names are asked for in one query; with `actors` the roles of those who gave the commands in one more.
    """
    found = [(entry, read(entry.read_body) if entry.may_read else None) for entry in entries]
    stated = [fact for _, body in found if body is not None for fact in body.stated()]
    names = names_in(season, stated, also=[entry.read_owner for entry, _ in found], known=known)
    roles = roles_of({entry.read_actor for entry, _ in found}) if actors else {}
    return [tell_entry(entry, body, names, roles) for entry, body in found]
