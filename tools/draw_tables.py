"""Draws every table of Car Cult to docs/tracks/, as SVG and as text; --check only says which drawings are stale.

python -m tools.draw_tables [--check]
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from rules.carcult.table import load_table, table_names
from rules.carcult.table_drawing import draw_table
from rules.carcult.table_text import text_map

DRAWINGS = Path(__file__).resolve().parent.parent / "docs" / "tracks"


def drawings() -> Iterator[tuple[Path, str]]:
    """Each drawing's file and what it should hold."""
    for name in table_names():
        yield DRAWINGS / f"{name}.svg", draw_table(load_table(name))
        yield DRAWINGS / f"{name}.txt", text_map(load_table(name))


def stale() -> list[Path]:
    """The drawings that are missing or not of today's tables."""
    return [path for path, drawn in drawings() if not path.exists() or path.read_text(encoding="utf-8") != drawn]


def main() -> int:
    """Draw what is stale, or name it and fail."""
    found = stale()
    if "--check" in sys.argv[1:]:
        for path in found:
            print(f"{path.name} is not drawn as its table is: run python -m tools.draw_tables")
        return 1 if found else 0
    DRAWINGS.mkdir(parents=True, exist_ok=True)
    for path, drawn in drawings():
        if path in found:
            path.write_text(drawn, encoding="utf-8")
            print(f"drew {path.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
