"""Draws every ground of the books to docs/tracks/, as SVG and as text: tracks, circuits, arenas, tables.

python -m tools.draw [--check] [--ruleset NAME]

With --check it draws nothing and only says which drawings are stale.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules.carcult.ground.table import load_table, table_names
from rules.carcult.ground.table_drawing import draw_table
from rules.carcult.ground.table_text import draw_table_text as text_table
from rules.dethmatch.ground.track import load_track, track_names
from rules.dethmatch.ground.track_drawing import draw_track
from rules.dethmatch.ground.track_text import text_map as text_track
from rules.formule.ground.circuit import circuit_names, load_circuit
from rules.formule.ground.circuit_drawing import draw_circuit, draw_circuit_text
from rules.rhad.ground.arena import arena_names, load_arena
from rules.rhad.ground.arena_drawing import draw_arena, draw_arena_text

DRAWINGS = Path(__file__).resolve().parent.parent / "docs" / "tracks"


@dataclass(frozen=True, slots=True)
class Ground:
    """What the matches of a book are played on: what it is called, the names of those there are, and each drawn."""

    what: str
    names: Callable[[], Sequence[str]]
    named: Callable[[str], Any]
    image: Callable[[Any], str]
    text: Callable[[Any], str]


GROUNDS: Mapping[str, Ground] = {
    "dethmatch": Ground("track", track_names, load_track, draw_track, text_track),
    "formule": Ground("circuit", circuit_names, load_circuit, draw_circuit, draw_circuit_text),
    "rhad": Ground("arena", arena_names, load_arena, draw_arena, draw_arena_text),
    "carcult": Ground("table", table_names, load_table, draw_table, text_table),
}
"""The grounds of each book, by its name."""


def drawings(ground: Ground) -> Iterator[tuple[Path, str]]:
    """Each drawing's file and what it should hold."""
    for name in ground.names():
        found = ground.named(name)
        yield DRAWINGS / f"{name}.svg", ground.image(found)
        yield DRAWINGS / f"{name}.txt", ground.text(found)


def stale_drawings(ground: Ground) -> dict[Path, str]:
    """The drawings that are missing or not of today's grounds, with what they should hold."""
    return {
        path: drawn
        for path, drawn in drawings(ground)
        if not path.exists() or path.read_text(encoding="utf-8") != drawn
    }


def main(arguments: Sequence[str]) -> int:
    """Draw what is stale, or name it and fail."""
    reader = argparse.ArgumentParser(prog="python -m tools.draw", description="Draw the grounds of the books.")
    reader.add_argument("--check", action="store_true", help="only say which drawings are stale")
    reader.add_argument("--ruleset", choices=sorted(GROUNDS), action="append", help="whose grounds; everybody's")
    options = reader.parse_args(arguments)
    found = {
        path: (GROUNDS[name].what, drawn)
        for name in options.ruleset or GROUNDS
        for path, drawn in stale_drawings(GROUNDS[name]).items()
    }
    for path, (what, drawn) in found.items():
        if options.check:
            print(f"{path.name} is not drawn as its {what} is: run python -m tools.draw")
        else:
            path.write_text(drawn, encoding="utf-8")
            print(f"drew {path.name}")
    return int(options.check and bool(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
