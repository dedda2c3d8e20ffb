"""Claimed reports side by side: every figure in which they are not the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from league.pages.called import Names, Piece
from league.pages.put_right import FIELDS, LINES, NOBODY, TRUTHS
from league.pages.words import ITEM_WORDS
from rules.core.terms import DriverId

Place = tuple[str, str, str]
"""Where a figure stands in a report: the list, whom the line is about, and the field."""
DERIVED = frozenset({"rank"})
"""Fields that follow from others, and so are not told."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One figure that is claimed differently: whose it is, and what each report says of it, in their order."""

    who: Piece
    field: str
    said: tuple[str, ...]


def differences(documents: Sequence[Mapping[str, Any]], names: Names) -> list[Difference]:
    """Where reports differ, team by team, driver by driver, car by car."""
    figures = [dict(_figures(each)) for each in documents]
    places = dict.fromkeys(place for each in figures for place in each)
    kinds = {name: kind for name, _, kind in LINES}
    return [
        Difference(
            names.piece(kinds[place[0]], place[1]),
            FIELDS.get(place[2]) or place[2].replace("_", " ").capitalize(),
            tuple(_told(place, each.get(place), names) for each in figures),
        )
        for place in places
        if len({repr(_plain(place, each.get(place))) for each in figures}) > 1
    ]


def _figures(document: Mapping[str, Any]) -> Iterator[tuple[Place, Any]]:
    for name, key, _ in LINES:
        for line in document.get(name, ()):
            for field, value in line.items():
                if field != key and field not in DERIVED:
                    yield (name, line[key], field), value


def _plain(place: Place, value: Any) -> Any:
    """What a figure that is left out comes to, so that nothing and 0 are the same."""
    if place[2] in TRUTHS:
        return bool(value)
    return value or 0


def _told(place: Place, value: Any, names: Names) -> str:
    field = place[2]
    if field in TRUTHS:
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{_item(id, names)} {left}" for id, left in value.items()) or NOBODY
    if isinstance(value, list):
        if field == "heats":
            return ", ".join(map(str, value)) or NOBODY
        return ", ".join(_item(each, names) for each in value) or NOBODY
    if field == "replaces" and value:
        return names.piece(DriverId, str(value)).text
    return str(value or 0)


def _item(id: str, names: Names) -> str:
    return ITEM_WORDS[names.items[id]] if id in names.items else id
