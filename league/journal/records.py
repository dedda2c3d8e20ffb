"""Record rows: ledger lines, standings lines, box scores, settlements and reports, each made from one fact."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.db import models

from drivers.models import Appearance, Driver
from franchises.models import Car, Franchise, LedgerLine
from league.journal.shelves import Place
from league.models import Report, Settlement, StandingsLine
from rules.campaign.facts import Booked, Fact, subjects

LINES: dict[str, type[models.Model]] = {
    "points_scored": StandingsLine,
    "driver_appeared": Appearance,
    "settlement_reckoned": Settlement,
    "report_accepted": Report,
}
"""Which facts leave a line, by tag; columns are filled from fields of the same name."""

NAMED: dict[str, tuple[type[models.Model], str]] = {
    "franchise_founded": (Franchise, "franchise"),
    "driver_hired": (Driver, "driver"),
}
"""Which facts name a person or franchise of the league, and the field with the id."""


def lines_of(facts: Sequence[Fact], *, entry: int, place: Place, command: dict[str, Any]) -> Iterator[models.Model]:
    """The rows the facts of an entry leave behind, in their order."""
    for index, each in enumerate(facts):
        stem = {"season_id": place.season, "entry": entry, "fact": index}
        if isinstance(each, Booked):
            named = [id for id in subjects(each) if id != each.franchise]
            yield LedgerLine(
                **stem,
                franchise_id=place.row(each.franchise),
                kind=each.tag,
                rule=each.rule,
                subject=named[0] if named else "",
                amount=each.amount,
                balance=each.balance,
            )
        model = LINES.get(each.tag)
        if model is not None:
            yield model(**stem, **_columns(model, each, place, command))


def _columns(model: type[models.Model], stated: Fact, place: Place, command: dict[str, Any]) -> dict[str, Any]:
    columns: dict[str, Any] = {}
    for column in model._meta.concrete_fields:
        if column.name in ("id", "season", "entry", "fact"):
            continue
        if column.name == "document":
            columns[column.attname] = command["report"]
            continue
        value = getattr(stated, column.name)
        columns[column.attname] = place.row(value) if column.is_relation else value
    return columns


def name_identities(facts: Sequence[Fact], place: Place, *, fork: bool) -> None:
    """Make the rows of new people and franchises, with their names; a fork renames nobody who is known already."""
    for each in facts:
        if each.tag not in NAMED:
            continue
        model, name = NAMED[each.tag]
        id = getattr(each, name)
        row = model(pk=place.identity(id), league_id=place.league, name=getattr(each, "name", "") or id)
        if fork:
            model._default_manager.bulk_create([row], ignore_conflicts=True)
        else:
            model._default_manager.bulk_create(
                [row], update_conflicts=True, unique_fields=["id"], update_fields=["name"]
            )


def name_cars(facts: Sequence[Fact], place: Place) -> None:
    """Give cars just bought the names they were bought under."""
    for each in facts:
        if each.tag == "car_bought" and (name := getattr(each, "name", "")):
            Car.objects.filter(pk=place.row(getattr(each, "car", ""))).update(name=name)
