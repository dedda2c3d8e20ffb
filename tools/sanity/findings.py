"""What a part of the measure found: a table, and a sentence for everything that is not as it should be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(slots=True, kw_only=True)
class PartFindings:
    """The table of one part, which is printed row by row while it is filled."""

    part: str
    columns: Sequence[str]
    rows: list[list[str]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def add(self, *cells: str, problem: str = "") -> None:
        """Add a row, and the sentence about what is wrong with it."""
        self.rows.append(list(cells))
        print(f"{self.part}: {' | '.join(cells)}", flush=True)
        if problem:
            self.problems.append(problem)
