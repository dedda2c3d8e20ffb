"""Stages the Rust Belt and writes it down.

    .venv/bin/python -m tools.rust_belt [FOLDER] [--from TAKE] [--second]

Takes one secret after the other until everything the example is made for is seen; the same program writes the same
folder. FOLDER is `examples/rust-belt` when left out. With `--second` the first season stays as it stands there, and
the second alone is directed anew, in seconds: that is what a change of the engine or of the autopilot asks for.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from pathlib import Path

from rules.core.refusals import Refusal
from tools.rust_belt.director import Unstageable, direct_seasons, direct_second_season, first_season_highlights
from tools.rust_belt.folder_writer import write_folder, write_next_season
from tools.rust_belt.highlights import WANTED_COUNTS, missing_highlights
from tools.rust_belt.stage import Stage, stage_from_folder

ROOT = Path(__file__).resolve().parents[2]
FINAL_TAKE = 1
"""The take that was kept; those before it lacked something."""
MOST_TAKES = 400


def take_secret(take: int) -> bytes:
    """The first season's secret of that take."""
    return hashlib.sha256(f"rust-belt, take {take}".encode()).digest()


def find_take(first: int) -> tuple[int, list[Stage]]:
    """The first take from there on that shows everything."""
    for take in range(first, first + MOST_TAKES):
        try:
            stages = direct_seasons(take_secret(take))
        except (Unstageable, Refusal) as no:
            print(f"take {take}: {no}", file=sys.stderr)
            continue
        if lacking := missing_highlights(first_season_highlights(stages)):
            print(f"take {take}: {'; '.join(lacking)}", file=sys.stderr)
            continue
        return take, stages
    raise SystemExit(f"No take from {first} on shows everything.")


def main() -> int:
    """0 when the example was written."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "examples" / "rust-belt")
    parser.add_argument("--from", dest="first", type=int, default=FINAL_TAKE)
    parser.add_argument("--second", action="store_true", help="keep the first season as it stands in the folder")
    options = parser.parse_args()
    if options.second:
        write_next_season(options.folder, direct_second_season(stage_from_folder(options.folder)))
        return 0
    take, stages = find_take(options.first)
    write_folder(options.folder, stages)
    counts = first_season_highlights(stages)
    print(f"take {take}")
    for name in WANTED_COUNTS:
        print(f"{counts[name]:>4}  {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
