"""Names that commands give to new franchises, drivers and cars, checked where commands come in.

Rules and journal accept any legible name, so that seasons with names of earlier releases still replay.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from league.models import NameChange, Season
from league.name_checks import clean_new_name, refuse_alike
from rules.campaign.core.command import Command, tag_of
from rules.core.refusals import refusals_at_place

Kind = NameChange.Kind
NAMING_COMMANDS: dict[str, tuple[NameChange.Kind, str]] = {
    "found_franchise": (Kind.FRANCHISE, "franchise"),
    "hire_rookie": (Kind.DRIVER, "driver"),
    "buy_car": (Kind.CAR, "car"),
    "give_car": (Kind.CAR, "car"),
}
"""The commands that may name what they make: its kind, and the field with its id."""


@dataclass(frozen=True, slots=True)
class _GivenName:
    kind: NameChange.Kind
    subject: str
    franchise: str
    name: str


def with_proper_names(row: Season, commands: Sequence[Command]) -> list[Command]:
    """The commands with their names as they are stored. In a rehearsal every legible name is accepted.

    Raises `Malformed`, or `NameTaken` for a name too like that of another of its kind in the league.
    """
    if row.forked_from:
        return list(commands)
    proper: list[Command] = []
    given: list[_GivenName] = []
    for place, command in enumerate(commands):
        naming = NAMING_COMMANDS.get(tag_of(type(command)))
        if naming is None or not getattr(command, "name", ""):
            proper.append(command)
            continue
        kind, field = naming
        fields: Any = command
        franchise = str(getattr(command, "franchise", ""))
        of_car = franchise if kind is Kind.CAR else ""
        subject = str(getattr(command, field))
        with refusals_at_place(place):
            name = clean_new_name(fields.name, kind=kind, league=row.league_id, subject=subject, franchise=of_car)
            given.append(_GivenName(kind, subject, of_car, name))
            _refuse_alike_in_batch(given)
        proper.append(replace(fields, name=name))
    return proper


def _refuse_alike_in_batch(given: Sequence[_GivenName]) -> None:
    """Raise `NameTaken` if the last name is too like that of something else that the same batch makes."""
    *others, last = given
    rivals = (other for other in others if (other.kind, other.franchise) == (last.kind, last.franchise))
    refuse_alike([*(other.name for other in rivals if other.subject != last.subject), last.name])
