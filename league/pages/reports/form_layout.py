"""How the form of a report is laid out: a section for each team, in it a row for each person and their car."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms

from rules.match.drawing.car_silhouettes import CarModel

FATE_OK, FATE_OUT, FATE_DEAD = "", "out", "dead"
SUM_LABELS = {"points": "Points", "criticals": "Crits", "kills": "Kills", "out": "Out", "destroyed": "Lost"}


@dataclass(frozen=True, slots=True)
class Mark:
    """What another report has in a field: the word that names that report, and the figure.

    `value` is as a script compares it, `said` as a page shows it.
    """

    source: str
    value: str
    said: str
    same: bool
    """Whether the form has the same."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A field that stands in a row, with what other reports have in it."""

    field: forms.BoundField
    marks: tuple[Mark, ...] = ()

    @property
    def differs(self) -> bool:
        """Whether another report has something else."""
        return not all(mark.same for mark in self.marks)

    @property
    def errors(self) -> list[Any]:
        """The errors of the field."""
        return list(self.field.errors)


@dataclass(frozen=True, slots=True)
class DriverFields:
    """A driver on the form; `fresh` are the fields of one who may be sent in between heats."""

    name: str
    role: str
    fate: Cell
    figures: tuple[Cell, ...]
    heats: forms.BoundField
    seldom: tuple[forms.BoundField, ...]
    fresh: tuple[forms.BoundField, ...] = ()
    every_heat: tuple[str, ...] = ()

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of their row."""
        return (*self.figures, self.fate)

    @property
    def filled_in(self) -> int:
        """How many folded fields have a value that is not the usual one; being sent in counts once."""
        usual_heats = () if self.fresh else self.every_heat
        return (
            sum(field.value() not in (None, "", 0, "0") for field in self.seldom)
            + (tuple(map(str, self.heats.value() or ())) != usual_heats)
            + self.sent_in
        )

    @property
    def sent_in(self) -> bool:
        """Whether a fresh driver was sent in."""
        return any(field.value() for field in self.fresh)

    @property
    def folded_errors(self) -> list[Any]:
        """The errors of the folded fields."""
        return [error for field in (self.heats, *self.seldom, *self.fresh) for error in field.errors]

    @property
    def wrong(self) -> bool:
        """Whether any of their fields has an error."""
        return bool(self.folded_errors) or any(cell.errors for cell in self.cells)


@dataclass(frozen=True, slots=True)
class CarFields:
    """A car on the form."""

    name: str
    model: CarModel
    destroyed: Cell
    criticals: Cell
    items: tuple[forms.BoundField, ...]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of its row."""
        return (self.criticals, self.destroyed)

    @property
    def filled_in(self) -> int:
        """How many of its item fields have a value."""
        return _how_many_filled(self.items)

    @property
    def folded_errors(self) -> list[Any]:
        """The errors of its item fields."""
        return [error for field in self.items for error in field.errors]


@dataclass(frozen=True, slots=True)
class CarRow:
    """A car with everybody aboard, the driver first."""

    car: CarFields
    crew: tuple[DriverFields, ...]


@dataclass(frozen=True, slots=True)
class TeamFields:
    """A team on the form, with the totals of its lines."""

    franchise: str
    name: str
    color: str
    forfeited: bool
    points: Cell
    place: Cell | None
    rows: tuple[CarRow, ...]
    fresh: tuple[DriverFields, ...]
    stores: tuple[forms.BoundField, ...]
    sums: tuple[tuple[str, str, int], ...] = ()
    """The totals: each figure's name, its label and the sum."""

    @property
    def fresh_filled_in(self) -> int:
        """How many drivers were sent in between heats."""
        return sum(person.sent_in for person in self.fresh)

    @property
    def fresh_wrong(self) -> bool:
        """Whether a field of a driver who may be sent in has an error."""
        return any(person.wrong for person in self.fresh)

    @property
    def stores_filled_in(self) -> int:
        """How many fields of items in the stores have a value."""
        return _how_many_filled(self.stores)

    @property
    def stores_wrong(self) -> bool:
        """Whether a field of an item in the stores has an error."""
        return any(field.errors for field in self.stores)

    @property
    def heading_cells(self) -> tuple[Cell, ...]:
        """The cells beside the team's name."""
        return (self.points,) if self.place is None else (self.points, self.place)

    @property
    def cells(self) -> Iterator[Cell]:
        """Every cell of the team."""
        yield from self.heading_cells
        for row in self.rows:
            for person in row.crew:
                yield from person.cells
            yield from row.car.cells
        for person in self.fresh:
            yield from person.cells

    @property
    def changed(self) -> int:
        """How many cells differ from another report."""
        return sum(cell.differs for cell in self.cells)

    @property
    def as_usual(self) -> bool:
        """Whether nobody did anything and nobody came to harm."""
        return not any(total for _, _, total in self.sums)

    @property
    def folded_fields(self) -> Iterator[forms.BoundField]:
        """The fields of the team's rows and of its stores, from the top of the page to its bottom."""
        for row in self.rows:
            for place, person in enumerate(row.crew):
                car = None if place else row.car
                yield from (cell.field for cell in (*person.cells, *(car.cells if car else ())))
                yield from (*person.fresh, person.heats, *person.seldom, *(car.items if car else ()))
        for person in self.fresh:
            yield from (cell.field for cell in person.cells)
            yield from (*person.fresh, person.heats, *person.seldom)
        yield from self.stores

    @property
    def wrong_fields(self) -> list[forms.BoundField]:
        """The fields that have errors, from the top of the page to its bottom."""
        heading = (cell.field for cell in self.heading_cells)
        return [field for field in (*heading, *self.folded_fields) if field.errors]

    @property
    def wrong(self) -> bool:
        """Whether a row or the stores have an error, so that it is open; points are never folded."""
        return any(field.errors for field in self.folded_fields)


@dataclass(frozen=True, slots=True)
class WrongFields:
    """How many fields of a report have errors, and the first of them on the page."""

    count: int
    first: forms.BoundField

    @property
    def anchor(self) -> str:
        """The id of the first field; boxes in a row have none together, so that of their error."""
        return self.first.id_for_label or f"{self.first.auto_id}_error"

    def focus_first(self) -> None:
        """Give the focus to the first field."""
        self.first.field.widget.attrs["autofocus"] = True


def wrong_fields(teams: Sequence[TeamFields]) -> WrongFields | None:
    """What has errors on the form of a report; None if nothing has."""
    wrong = [field for team in teams for field in team.wrong_fields]
    return WrongFields(len(wrong), wrong[0]) if wrong else None


def team_sums(
    rows: Sequence[CarRow], fresh: Sequence[DriverFields], figures: Sequence[str]
) -> tuple[tuple[str, str, int], ...]:
    """A team's totals: the figures with these names, who is out of action, and cars destroyed."""
    people = [*(person for row in rows for person in row.crew), *fresh]
    sums = [
        (name, SUM_LABELS[name], sum(_whole(person.figures[index].field.value()) for person in people))
        for index, name in enumerate(figures)
    ]
    out_of_action = sum(str(person.fate.field.value() or "") != FATE_OK for person in people)
    destroyed = sum(str(row.car.destroyed.field.value()) in {"True", "on"} for row in rows)
    return (
        *sums,
        ("out", SUM_LABELS["out"], out_of_action),
        ("destroyed", SUM_LABELS["destroyed"], destroyed),
    )


def match_sums(teams: Sequence[TeamFields]) -> tuple[tuple[str, str, int], ...]:
    """The totals of the match: points first, then the sums of its teams."""
    points = sum(_whole(team.points.field.value()) for team in teams)
    sums = zip(*(team.sums for team in teams), strict=True)
    return (
        ("points", SUM_LABELS["points"], points),
        *((column[0][0], column[0][1], sum(total for _, _, total in column)) for column in sums),
    )


def _how_many_filled(fields: Sequence[forms.BoundField]) -> int:
    return sum(field.value() not in (None, "") for field in fields)


def _whole(value: Any) -> int:
    text = str(value or "")
    sign, digits = (-1, text[1:]) if text.startswith("-") else (1, text)
    return sign * int(digits) if digits.isdecimal() and len(digits) < 9 else 0
