"""Draws every ground of the books into docs/tracks/, as SVG and as text: tracks, circuits, arenas, tables.

python -m tools.draw [--check] [--ruleset NAME]

With --check it draws nothing and only names the stale drawings.
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
    """The grounds of a book: what one is called, their names, and the functions that load and draw one."""

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
"""The grounds of each book, by its ruleset."""


def drawings(ground: Ground) -> Iterator[tuple[Path, str]]:
    """Each drawing's file and the text it should have."""
    for name in ground.names():
        loaded = ground.named(name)
        yield DRAWINGS / f"{name}.svg", ground.image(loaded)
        yield DRAWINGS / f"{name}.txt", ground.text(loaded)


def stale_drawings(ground: Ground) -> dict[Path, str]:
    """The drawings that are missing or differ from their grounds, with the text they should have."""
    return {
        path: drawn
        for path, drawn in drawings(ground)
        if not path.exists() or path.read_text(encoding="utf-8") != drawn
    }


def main(arguments: Sequence[str]) -> int:
    """Draw what is stale; with --check, name it and fail."""
    parser = argparse.ArgumentParser(prog="python -m tools.draw", description="Draw the grounds of the books.")
    parser.add_argument("--check", action="store_true", help="only say which drawings are stale")
    parser.add_argument("--ruleset", choices=sorted(GROUNDS), action="append", help="whose grounds; everybody's")
    options = parser.parse_args(arguments)
    stale = {
        path: (GROUNDS[name].what, drawn)
        for name in options.ruleset or GROUNDS
        for path, drawn in stale_drawings(GROUNDS[name]).items()
    }
    for path, (what, drawn) in stale.items():
        if options.check:
            print(f"{path.name} is not drawn as its {what} is: run python -m tools.draw")
        else:
            path.write_text(drawn, encoding="utf-8")
            print(f"drew {path.name}")
    return int(options.check and bool(stale))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
