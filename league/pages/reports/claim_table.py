"""What a report claims as one table for a phone: a line for each team and person, marked where others differ.

Rule DM-C-090.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from explain.season_names import SeasonNames
from league.pages.base_context import franchise_color
from rules.campaign.core import state

COLUMNS = (
    ("Pts", "Points"),
    ("Crits", "Criticals scored"),
    ("Kills", "Kills"),
    ("Out", "Out of action"),
    ("Lost", "Cars lost"),
)
"""The columns of the table: the heading, and what it stands for."""


@dataclass(frozen=True, slots=True)
class ReportLabel:
    """What names a report in a cell: a word, and the color of its franchise if the word is a franchise's name."""

    word: str
    color: str = ""


@dataclass(frozen=True, slots=True)
class ClaimCell:
    """A figure of the table, with what other reports say instead."""

    value: str
    others: tuple[tuple[str, tuple[ReportLabel, ...]], ...] = ()
    """Each figure that differs, with the reports that have it."""

    @property
    def none(self) -> bool:
        """Whether there is nothing to see: 0, and nobody says otherwise."""
        return self.value == "0" and not self.others


@dataclass(frozen=True, slots=True)
class ClaimTableRow:
    """A line of the table: a team with its totals, or one person. A cell is None where a line has no such figure."""

    name: str
    is_team: bool
    color: str
    cells: tuple[ClaimCell | None, ...]


@dataclass(frozen=True, slots=True)
class _Lines:
    """The lines of a report, by whom they are about."""

    teams: Mapping[str, Mapping[str, Any]]
    drivers: Mapping[str, Mapping[str, Any]]
    cars: Mapping[str, Mapping[str, Any]]

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> _Lines:
        return cls(
            {line["franchise"]: line for line in document.get("teams", ())},
            {line["driver"]: line for line in document.get("drivers", ())},
            {line["car"]: line for line in document.get("cars", ())},
        )

    def points(self, franchise: str) -> str:
        return str(self.teams.get(franchise, {}).get("points") or 0)

    def figure(self, driver: str, name: str) -> str:
        return str(self.drivers.get(driver, {}).get(name) or 0)

    def fate(self, driver: str) -> str:
        line = self.drivers.get(driver, {})
        return "dead" if line.get("dead") else "1" if line.get("out") else "0"

    def lost(self, car: str) -> str:
        return "1" if self.cars.get(car, {}).get("destroyed") else "0"


def claim_table(
    season: state.Season,
    match: str,
    called: SeasonNames,
    document: Mapping[str, Any],
    compared: Iterable[tuple[ReportLabel, Mapping[str, Any]]],
) -> list[ClaimTableRow]:
    """The table of a report, beside the reports it is `compared` with, each with its label."""
    lines = _Lines.of(document)
    others = [(source, _Lines.of(other)) for source, other in compared]
    table: list[ClaimTableRow] = []
    for line_up in season.line_ups_of(match):
        people = list(_people(season, line_up, called, lines, others))
        points = _cell(
            lines.points(line_up.franchise), [(label, it.points(line_up.franchise)) for label, it in others]
        )
        sums = (_sum(people, column) for column in range(1, len(COLUMNS)))
        name = called.franchise(line_up.franchise)
        table.append(ClaimTableRow(name, True, franchise_color(line_up.franchise), (points, *sums)))
        table += people
    return table


def _people(
    season: state.Season,
    line_up: state.LineUp,
    called: SeasonNames,
    lines: _Lines,
    others: Sequence[tuple[ReportLabel, _Lines]],
) -> Iterator[ClaimTableRow]:
    """The people of a team: those lined up, the driver of each car with what became of it, and those sent in."""
    seated = []
    for seat in season.seats_of(line_up.id):
        lost = _cell(lines.lost(seat.car), [(label, it.lost(seat.car)) for label, it in others])
        yield _person(seat.driver, called, lines, others, lost)
        if seat.gunner:
            yield _person(seat.gunner, called, lines, others, None)
        seated += [seat.driver, seat.gunner]
    claimed = dict.fromkeys(id for it in (lines, *(other for _, other in others)) for id in it.drivers)
    roster = {driver.id for driver in season.roster(line_up.franchise)}
    for id in claimed:
        if id in roster and id not in seated:
            yield _person(id, called, lines, others, None)


def _person(
    id: str,
    called: SeasonNames,
    lines: _Lines,
    others: Sequence[tuple[ReportLabel, _Lines]],
    lost: ClaimCell | None,
) -> ClaimTableRow:
    figures = (
        _cell(lines.figure(id, name), [(label, it.figure(id, name)) for label, it in others])
        for name in ("criticals", "kills")
    )
    fate = _cell(lines.fate(id), [(label, it.fate(id)) for label, it in others])
    return ClaimTableRow(called.driver(id), False, "", (None, *figures, fate, lost))


def _cell(value: str, others: Iterable[tuple[ReportLabel, str]]) -> ClaimCell:
    differing: dict[str, dict[ReportLabel, None]] = {}
    for label, other in others:
        if other != value:
            differing.setdefault(other, {})[label] = None
    return ClaimCell(value, tuple((other, tuple(labels)) for other, labels in differing.items()))


def _sum(people: Iterable[ClaimTableRow], column: int) -> ClaimCell:
    cells = (person.cells[column] for person in people)
    return ClaimCell(str(sum(1 if cell.value == "dead" else int(cell.value) for cell in cells if cell is not None)))
