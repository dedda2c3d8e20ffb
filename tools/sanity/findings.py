"""What a part of the measure found: a table, and a sentence for everything that is not as it should be.

Findings are kept in a file for each book, from which its page is written, so that a part can be measured again alone.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "sanity"
"""The folder with a file of findings for each book."""


@dataclass(slots=True, kw_only=True)
class PartFindings:
    """The table of one part. `command` measures it again."""

    part: str
    columns: Sequence[str]
    command: str = ""
    rows: list[list[str]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    open_rows: int = 0
    """How many rows could still change with more pairs."""

    def add(self, *cells: str, problem: str = "", is_open: bool = False) -> None:
        """Add a row and print it. `problem` is a sentence about what is wrong with it, empty if nothing is."""
        self.open_rows += is_open
        self.rows.append(list(cells))
        print(f"{self.part}: {' | '.join(cells)}", flush=True)
        if problem:
            self.problems.append(problem)


BookFindings = Mapping[str, PartFindings]
"""The findings of a book, by part."""


def read_findings(book: str, *, folder: Path = FOLDER) -> dict[str, PartFindings]:
    """The findings that are kept of a book; none if it has not been measured."""
    path = folder / f"{book}.json"
    if not path.exists():
        return {}
    document = json.loads(path.read_text(encoding="utf-8"))
    return {part["part"]: PartFindings(**part) for part in document}


def write_findings(book: str, findings: BookFindings, *, folder: Path = FOLDER) -> None:
    """Keep the findings of a book."""
    folder.mkdir(exist_ok=True)
    document = [asdict(found) for _, found in sorted(findings.items())]
    text = json.dumps(document, ensure_ascii=False, indent=1)
    (folder / f"{book}.json").write_text(f"{text}\n", encoding="utf-8")
