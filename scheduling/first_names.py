"""Names that commands give to new franchises, drivers and cars, checked where commands come in.

Rules and journal accept any legible name, so that seasons with names of earlier releases still replay.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from django.db import transaction

from journal.amends.corrections import original_command, standing_commands_at
from journal.state.visible import log_sealed_attempts
from journal.writer import lock_season
from league.membership import lock_league
from league.models import NameChange, Season
from league.name_checks import clean_new_name, refuse_alike, refuse_taken_name
from league.name_text import clean_name
from rules.campaign.core.command import Command, tag_of
from rules.campaign.founding.opening_sheet import CarSheet, DriverSheet, FranchiseSheet, OpenFromSheet, Sheet
from rules.core.refusals import Refusal, refusals_at_place

Kind = NameChange.Kind
Named = TypeVar("Named", FranchiseSheet, CarSheet, DriverSheet)
Corrections = Mapping[int, Sequence[dict[str, Any]]]
"""Command documents by the number of the entry they replace."""
NAMING_COMMANDS: dict[str, tuple[NameChange.Kind, str]] = {
    "found_franchise": (Kind.FRANCHISE, "franchise"),
    "hire_rookie": (Kind.DRIVER, "driver"),
    "buy_car": (Kind.CAR, "car"),
    "give_car": (Kind.CAR, "car"),
}
"""The commands that may name the one thing they make: its kind, and the field with its id."""


@dataclass(frozen=True, slots=True)
class _GivenName:
    kind: NameChange.Kind
    subject: str
    franchise: str
    name: str


@contextmanager
def hold_names(row: Season, commands: Sequence[Command]) -> Iterator[None]:
    """Hold the names of a league while commands that name something are checked and performed.

    Nobody else can rename anything to one of their names meanwhile. Does nothing for other commands, and in a
    rehearsal. Raises `LeagueReadOnly`.
    """
    if row.forked_from or not any(map(_is_naming, commands)):
        yield
        return
    with log_sealed_attempts(), transaction.atomic():
        lock_season(row.pk)
        lock_league(row.league)
        yield


def with_proper_names(row: Season, commands: Sequence[Command]) -> list[Command]:
    """The commands with their names as they are stored. In a rehearsal every legible name is accepted.

    Raises `Malformed`, or `NameTaken` for a name too like that of another of its kind in the league.
    """
    if row.forked_from:
        return list(commands)
    proper: list[Command] = []
    given: list[_GivenName] = []
    for place, command in enumerate(commands):
        with refusals_at_place(place):
            if isinstance(command, OpenFromSheet):
                proper.append(replace(command, sheet=_with_proper_sheet_names(command.sheet)))
                continue
            naming = NAMING_COMMANDS.get(tag_of(type(command)))
            if naming is None or not getattr(command, "name", ""):
                proper.append(command)
                continue
            kind, field = naming
            fields: Any = command
            of_car = _franchise_of_car(kind, getattr(command, "franchise", ""))
            subject = str(getattr(command, field))
            name = clean_new_name(fields.name, kind=kind, league=row.league_id, subject=subject, franchise=of_car)
            given.append(_GivenName(kind, subject, of_car, name))
            _refuse_alike_given(given)
            proper.append(replace(fields, name=name))
    return proper


def with_proper_corrections(row: Season, corrections: Corrections) -> dict[int, list[dict[str, Any]]]:
    """The corrections of an amend with the names they give as they are stored.

    A name that a command had before is accepted as it is spelled. What an amend brings back is called what it is
    called now, and is refused like something new if another thing got a name too like that meanwhile. In a rehearsal
    every name is accepted. Raises `Malformed`, `NameTaken`, or `Unknown` for an entry that does not exist.
    """
    proper = {number: list(documents) for number, documents in corrections.items()}
    if row.forked_from:
        return proper
    given: list[_GivenName] = []
    for number, documents in proper.items():
        for place, document in enumerate(documents):
            if not _names_something(document):
                continue
            standing = standing_commands_at(row, number)
            if document in standing:
                continue
            known = [original_command(row, number), *standing]
            try:
                found = _corrected_name(row, document, known=known)
                given.append(found)
                _refuse_alike_given(given)
            except Refusal as refusal:
                raise refusal.below(f"/corrections/{number}/{place}") from None
            if document["name"] not in [command.get("name") for command in known]:
                documents[place] = {**document, "name": clean_name(document["name"])}
    return proper


def _corrected_name(row: Season, document: Mapping[str, Any], *, known: Sequence[Mapping[str, Any]]) -> _GivenName:
    """What the thing that a correction names would be called. Raises `Malformed` or `NameTaken`."""
    kind, field = NAMING_COMMANDS[document["type"]]
    subject, name = document[field], document["name"]
    of_car = _franchise_of_car(kind, document.get("franchise", ""))
    if not any(command.get("name") == name and command.get(field) == subject for command in known):
        name = clean_name(name)
    renamed = NameChange.objects.filter(league=row.league_id, kind=kind, subject=subject).order_by("-pk")
    called = renamed.values_list("name", flat=True).first() or name
    refuse_taken_name(called, kind=kind, league=row.league_id, subject=subject, franchise=of_car)
    return _GivenName(kind, subject, of_car, called)


def _with_proper_sheet_names(sheet: Sheet) -> Sheet:
    """An opening sheet with its names as they are stored. Raises `Malformed`, or `NameTaken` for two that are alike.

    The season has nothing else, so names are compared only with those of the same sheet.
    """
    proper = []
    for place, franchise in enumerate(sheet.franchises):
        try:
            cars, drivers = map(_with_proper_name, franchise.cars), map(_with_proper_name, franchise.drivers)
            named = _with_proper_name(replace(franchise, cars=list(cars), drivers=list(drivers)))
            refuse_alike(car.name for car in named.cars if car.name)
        except Refusal as refusal:
            raise refusal.at("sheet", "franchises", place) from None
        proper.append(named)
    for names in (
        [franchise.name for franchise in proper],
        [driver.name for franchise in proper for driver in franchise.drivers],
    ):
        try:
            refuse_alike(filter(None, names))
        except Refusal as refusal:
            raise refusal.at("sheet") from None
    return replace(sheet, franchises=proper)


def _with_proper_name(thing: Named) -> Named:
    """What a sheet enters, with its name as it is stored; an empty name stays empty. Raises `Malformed`."""
    return replace(thing, name=clean_name(thing.name)) if thing.name else thing


def _refuse_alike_given(given: Sequence[_GivenName]) -> None:
    """Raise `NameTaken` if the last name is too like that of something else that is named at the same time."""
    *others, last = given
    rivals = (other for other in others if (other.kind, other.franchise) == (last.kind, last.franchise))
    refuse_alike([*(other.name for other in rivals if other.subject != last.subject), last.name])


def _is_naming(command: Command) -> bool:
    return tag_of(type(command)) in NAMING_COMMANDS and bool(getattr(command, "name", ""))


def _names_something(document: object) -> bool:
    """Whether a command's document gives a name and says of what; documents of another form are refused elsewhere."""
    if not isinstance(document, Mapping):
        return False
    naming = NAMING_COMMANDS.get(str(document.get("type")))
    name = document.get("name")
    return naming is not None and isinstance(name, str) and name != "" and isinstance(document.get(naming[1]), str)


def _franchise_of_car(kind: NameChange.Kind, franchise: object) -> str:
    return str(franchise) if kind is Kind.CAR else ""
