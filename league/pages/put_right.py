"""What an amend put right: what stood beside what stands, a report figure by figure where it differs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from league.pages.called import Names, Piece
from league.pages.given import Given, given_in
from league.pages.telling import command_words
from league.pages.words import ITEM_WORDS
from rules.core.terms import CarId, DriverId, FranchiseId, ItemId

REPORTED = "accept_report"
LINES: tuple[tuple[str, str, object], ...] = (
    ("teams", "franchise", FranchiseId),
    ("drivers", "driver", DriverId),
    ("cars", "car", CarId),
    ("substitutes", "driver", DriverId),
)
"""The lists of a report, with the field that names whom a line is about."""
FIELDS = {
    "out": "Out of action",
    "friendly_criticals": "Criticals on his own side",
    "kit_uses": "Medical kits used",
    "devices_lost": "Devices lost",
    "expendables_used": "Expendables used",
    "fitted": "Fitted during the match",
    "stowed": "Back in the stores",
    "from_heat": "From heat",
}
TRUTHS = frozenset({"out", "dead", "destroyed"})
NUMBERS = frozenset(
    {"points", "criticals", "friendly_criticals", "scores", "kills", "wounds", "kit_uses", "from_heat", "rank"}
)
NOBODY = "–"


@dataclass(frozen=True, slots=True)
class Command:
    """A command as a page shows it beside others, without what is told figure by figure."""

    name: str
    given: tuple[Given, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """One figure of a report that is another."""

    who: Piece
    field: str
    was: str
    now: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PutRight:
    """What stood at an entry before an amend and what stands there by it; `cells` where both are reports."""

    number: int
    href: str
    was: tuple[Command, ...]
    now: tuple[Command, ...]
    cells: tuple[Cell, ...] = ()
    as_given: bool
    """It gives the entry back its own words."""


def command_told(document: Mapping[str, Any], names: Names) -> Command:
    """A command's document with printed names; a field that its value names already goes without its own name."""
    given = given_in({name: value for name, value in document.items() if name != "report"}, names)
    return Command(
        command_words(document["type"]),
        tuple(replace(each, name="") if each.told.text.startswith(f"{each.name} ") else each for each in given),
    )


def put_right(
    number: int,
    *,
    href: str,
    own: Mapping[str, Any] | None,
    was: Sequence[Mapping[str, Any]],
    now: Sequence[Mapping[str, Any]],
    names: Names,
) -> PutRight:
    """One correction, told; `own` is the command the entry was given as, None where that is sealed to the viewer."""
    return PutRight(
        number=number,
        href=href,
        was=tuple(command_told(each, names) for each in was),
        now=tuple(command_told(each, names) for each in now),
        cells=cells_of(was, now, names),
        as_given=own is not None and list(now) == [own],
    )


def cells_of(was: Sequence[Mapping[str, Any]], now: Sequence[Mapping[str, Any]], names: Names) -> tuple[Cell, ...]:
    """Every figure in which two reports differ, where each stands alone; nothing of other commands."""
    if len(was) == len(now) == 1 and was[0]["type"] == now[0]["type"] == REPORTED:
        return tuple(_cells(was[0]["report"], now[0]["report"], names))
    return ()


def _cells(was: Mapping[str, Any], now: Mapping[str, Any], names: Names) -> Iterator[Cell]:
    for list_name, key, kind in LINES:
        before = {each[key]: each for each in was.get(list_name, ())}
        after = {each[key]: each for each in now.get(list_name, ())}
        for id in [*before, *(each for each in after if each not in before)]:
            who = names.piece(kind, id)
            if id not in before or id not in after:
                yield Cell(who, "In the report", "yes" if id in before else "no", "yes" if id in after else "no")
                continue
            old, new = before[id], after[id]
            for field in dict.fromkeys([*old, *new]):
                if old.get(field) != new.get(field):
                    yield Cell(who, _field(field), _value(field, old, names), _value(field, new, names))
    source, other = was.get("source") or {}, now.get("source") or {}
    for field in dict.fromkeys([*source, *other]):
        if source.get(field) != other.get(field):
            yield Cell(Piece("Source"), _field(field), source.get(field) or NOBODY, other.get(field) or NOBODY)


def _field(name: str) -> str:
    return FIELDS.get(name) or name.replace("_", " ").capitalize()


def _value(field: str, line: Mapping[str, Any], names: Names) -> str:
    value = line.get(field)
    if field in TRUTHS:
        return "yes" if value else "no"
    if field in NUMBERS:
        return str(value or 0)
    if isinstance(value, Mapping):
        return ", ".join(f"{_item(id, names)} {left}" for id, left in value.items()) or NOBODY
    if isinstance(value, list):
        return ", ".join(_item(each, names) if isinstance(each, str) else str(each) for each in value) or NOBODY
    if field == "replaces":
        return names.piece(DriverId, str(value)).text
    return NOBODY if value is None else str(value)


def _item(id: str, names: Names) -> str:
    return ITEM_WORDS[names.items[id]] if id in names.items else names.piece(ItemId, id).text
