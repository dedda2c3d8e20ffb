"""Draws every ground of the books into docs/tracks/, as SVG and as text: tracks, circuits, arenas, tables.

python -m tools.draw [--check] [--ruleset NAME]

With --check it draws nothing and only names the stale drawings.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from rules.match.drawing.ground_kind import GroundKind
from rules.match.registry import GROUND_KINDS, get_ground_kind

DRAWINGS = Path(__file__).resolve().parent.parent / "docs" / "tracks"


def drawings(kind: GroundKind) -> Iterator[tuple[Path, str]]:
    """Each drawing's file and the text it should have."""
    for name in kind.names():
        ground = kind.load(name)
        yield DRAWINGS / f"{name}.svg", kind.draw_image(ground)
        yield DRAWINGS / f"{name}.txt", kind.draw_text(ground)


def stale_drawings(kind: GroundKind) -> dict[Path, str]:
    """The drawings that are missing or differ from their grounds, with the text they should have."""
    return {
        path: drawn
        for path, drawn in drawings(kind)
        if not path.exists() or path.read_text(encoding="utf-8") != drawn
    }


def main(arguments: Sequence[str]) -> int:
    """Draw what is stale; with --check, name it and fail."""
    parser = argparse.ArgumentParser(prog="python -m tools.draw", description="Draw the grounds of the books.")
    parser.add_argument("--check", action="store_true", help="only say which drawings are stale")
    parser.add_argument("--ruleset", choices=sorted(GROUND_KINDS), action="append", help="whose grounds; everybody's")
    options = parser.parse_args(arguments)
    kinds = map(get_ground_kind, options.ruleset or GROUND_KINDS)
    stale = {path: (kind.what, drawn) for kind in kinds for path, drawn in stale_drawings(kind).items()}
    for path, (what, drawn) in stale.items():
        if options.check:
            print(f"{path.name} is not drawn as its {what} is: run python -m tools.draw")
        else:
            path.write_text(drawn, encoding="utf-8")
            print(f"drew {path.name}")
    return int(options.check and bool(stale))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
