"""Designs to start a drawing from, and the comparison with the garage's other cars. Rules DM-M-010, DM-M-036."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from explain.season_names import SeasonNames
from rules.campaign.core.state import Car, Season
from rules.campaign.garage.designs import design_for
from rules.match.drawing_board import DrawingBoard
from rules.match.ruleset import Document

STOCK, COPY, PRINTED = "stock", "copy", "printed"
UNKNOWN = "\u2013"
"""Shown if a design does not have a figure."""


@dataclass(frozen=True, slots=True)
class Start:
    """A design to start from, with its key in the URL; `of` is the heading of its group.

    `takes` says how many points it takes; empty if it cannot be priced.
    """

    key: str
    words: str
    of: str
    design: Document
    takes: str = ""


def copy_of_start(starts: Sequence[Start], key: str) -> Document:
    """A copy of the design with that key, else of the first."""
    design = next((start.design for start in starts if start.key == key), starts[0].design)
    return copy.deepcopy(design)


@dataclass(frozen=True, slots=True)
class DesignComparison:
    """Figures of designs side by side: the names of the cars, the drawn one first, and a row for each figure."""

    cars: tuple[str, ...]
    rows: tuple[tuple[str, tuple[int | str, ...]], ...]


@dataclass(frozen=True, slots=True)
class DesignSource:
    """The designs for a ruleset that are available to a car."""

    season: Season
    car: Car
    ruleset: str
    board: DrawingBoard
    called: SeasonNames

    def starts(self) -> tuple[Start, ...]:
        """The stock design for the car's items, designs of the garage's other cars, and printed ones."""
        starts = (
            Start(STOCK, "stock, made round what it carries", "This car", self._stock()),
            *self._copies(),
            *self._printed(),
        )
        return tuple(replace(start, takes=self._takes(start.design)) for start in starts)

    def _takes(self, design: Document) -> str:
        account = self.board.account(design, dp=self.car.dp, switches=self.season.switches)
        if account is None:
            return ""
        over = 0 if account.budget is None else account.spent - account.budget
        return f"{account.spent} {account.short}" + (f", {over} too many for this car" if over > 0 else "")

    def compare(self, document: Document) -> DesignComparison:
        """Compare a design with the other cars, each by its own design or else its stock design."""
        season = self.season
        others = [car for car in season.garage(self.car.franchise) if car.id != self.car.id and not car.destroyed]
        designs = [document, *(design_for(season, other, self.ruleset) for other in others)]
        figures = [self.board.figures(design, switches=season.switches) for design in designs]
        names = list(dict.fromkeys(name for figure in figures for name in figure))
        return DesignComparison(
            ("This design", *(self.called.car(other.id) for other in others)),
            tuple((name, tuple(figure.get(name, UNKNOWN) for figure in figures)) for name in names),
        )

    def _stock(self) -> Document:
        return design_for(self.season, replace(self.car, designs={}), self.ruleset)

    def _copies(self) -> Iterator[Start]:
        for car in self.season.garage(self.car.franchise):
            if car.id != self.car.id and self.ruleset in car.designs:
                words = self.called.car(car.id)
                yield Start(f"{COPY}:{car.id}", words, "Copied from", car.designs[self.ruleset])

    def _printed(self) -> Iterator[Start]:
        for name, design in self.board.printed().items():
            words = str(design.get("name") or name)
            variant = name.partition(", ")[2]
            yield Start(f"{PRINTED}:{name}", f"{words}, {variant}" if variant else words, "Printed examples", design)
