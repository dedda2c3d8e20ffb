"""What a drawing may start from, and the other cars of the garage it is held against. Rules DM-M-010, DM-M-036."""

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
"""What stands where a design has no such figure."""


@dataclass(frozen=True, slots=True)
class Start:
    """A design one may start from, by its key in an address; `of` is the heading it stands under.

    `takes` is what it takes of its points in words, empty where it cannot be priced.
    """

    key: str
    words: str
    of: str
    design: Document
    takes: str = ""


def copy_of_start(found: Sequence[Start], key: str) -> Document:
    """A copy of the design of that key; the first where there is none of it."""
    design = next((start.design for start in found if start.key == key), found[0].design)
    return copy.deepcopy(design)


@dataclass(frozen=True, slots=True)
class DesignComparison:
    """What designs come to, side by side: the names of the cars, the drawn one first, and a row for each figure."""

    cars: tuple[str, ...]
    rows: tuple[tuple[str, tuple[int | str, ...]], ...]


@dataclass(frozen=True, slots=True)
class DesignSource:
    """The designs there are for a ruleset in the garage in which a car stands."""

    season: Season
    car: Car
    ruleset: str
    board: DrawingBoard
    called: SeasonNames

    def starts(self) -> tuple[Start, ...]:
        """The stock design made round what the car carries, designs of the garage's other cars, and printed ones."""
        found = (
            Start(STOCK, "stock, made round what it carries", "This car", self._stock()),
            *self._copies(),
            *self._printed(),
        )
        return tuple(replace(start, takes=self._takes(start.design)) for start in found)

    def _takes(self, design: Document) -> str:
        account = self.board.account(design, dp=self.car.dp, switches=self.season.switches)
        if account is None:
            return ""
        over = 0 if account.budget is None else account.spent - account.budget
        return f"{account.spent} {account.short}" + (f", {over} too many for this car" if over > 0 else "")

    def compare(self, document: Document) -> DesignComparison:
        """A drawing beside the other cars, each of its own design or the stock one it enters with."""
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
            after = name.partition(", ")[2]
            yield Start(f"{PRINTED}:{name}", f"{words}, {after}" if after else words, "Printed examples", design)
