"""Draws every arena of RHAD to docs/tracks/, as SVG and as text; --check only says which drawings are stale.

python -m tools.draw_arenas [--check]
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from rules.rhad.arena import arena_named, arena_names
from rules.rhad.arena_drawing import draw_arena, text_of

DRAWINGS = Path(__file__).resolve().parent.parent / "docs" / "tracks"


def drawings() -> Iterator[tuple[Path, str]]:
    """Each drawing's file and what it should hold."""
    for name in arena_names():
        yield DRAWINGS / f"{name}.svg", draw_arena(arena_named(name))
        yield DRAWINGS / f"{name}.txt", text_of(arena_named(name))


def stale() -> list[Path]:
    """The drawings that are missing or not of today's arenas."""
    return [path for path, drawn in drawings() if not path.exists() or path.read_text(encoding="utf-8") != drawn]


def main() -> int:
    """Draw what is stale, or name it and fail."""
    found = stale()
    if "--check" in sys.argv[1:]:
        for path in found:
            print(f"{path.name} is not drawn as its arena is: run python -m tools.draw_arenas")
        return 1 if found else 0
    DRAWINGS.mkdir(parents=True, exist_ok=True)
    for path, drawn in drawings():
        if path in found:
            path.write_text(drawn, encoding="utf-8")
            print(f"drew {path.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
