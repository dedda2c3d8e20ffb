"""Plays the Rust Belt and writes it to a folder.

    .venv/bin/python -m tools.rust_belt [FOLDER] [--from TAKE] [--second]

Tries one secret after the other until a season shows everything the example is made for; the same program always
writes the same folder. FOLDER is `examples/rust-belt` by default. With `--second` the first season in the folder
stays and only the second is played again, in seconds. That is needed after a change of the engine or the autopilot.
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
"""The take that was kept; earlier ones lacked something."""
MOST_TAKES = 400


def take_secret(take: int) -> bytes:
    """The secret of the first season in that take."""
    return hashlib.sha256(f"rust-belt, take {take}".encode()).digest()


def find_take(first: int) -> tuple[int, list[Stage]]:
    """The first take from `first` on whose first season shows everything, with its stages."""
    for take in range(first, first + MOST_TAKES):
        try:
            stages = direct_seasons(take_secret(take))
        except (Unstageable, Refusal) as error:
            print(f"take {take}: {error}", file=sys.stderr)
            continue
        if missing := missing_highlights(first_season_highlights(stages)):
            print(f"take {take}: {'; '.join(missing)}", file=sys.stderr)
            continue
        return take, stages
    raise SystemExit(f"No take from {first} on shows everything.")


def main() -> int:
    """Write the example, and print what its first season shows."""
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
