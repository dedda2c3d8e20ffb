"""The long run: a thousand matches by lot, then a table of what was met. `make trials`.

It ends in failure at the first match that crashes, stands still or breaks a law, and says how to play that one
again; and in a run of hundreds when something that matters was never met.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence

from tests.trials.running import Met, TrialFailed, trial

LONG = 300
"""A run of so many matches meets everything."""
TOLD = 50


def main(arguments: Sequence[str]) -> int:
    """Play as asked and print what was met; 1 when a match failed or something was never met."""
    reader = argparse.ArgumentParser(prog="python -m tests.trials", description="Play matches at random.")
    reader.add_argument("--matches", type=int, default=1000, help="how many")
    reader.add_argument("--first", type=int, default=1, help="the seed of the first one; the others follow it")
    asked = reader.parse_args(arguments)
    met, began = Met(), time.monotonic()
    for seed in range(asked.first, asked.first + asked.matches):
        try:
            met.add(trial(seed))
        except TrialFailed as failed:
            print(failed, file=sys.stderr)
            return 1
        if met.matches % TOLD == 0:
            print(f"{met.matches} matches in {time.monotonic() - began:.0f} seconds", flush=True)
    print("\n".join(met.lines()))
    zeros = met.zeros() if asked.matches >= LONG else []
    print("\n".join(zeros))
    return bool(zeros)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
