"""The long run: a thousand random matches of each ruleset, then a table of what occurred. `make trials`.

It fails at the first match that crashes, never ends or breaks a law, and says how to play that match again. A run of
at least `LONG` matches also fails if something that matters never occurred.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence

from rules.match.registry import rulesets
from tests.trials import books
from tests.trials.books import TrialFailed

LONG = 300
"""A run of this many matches should meet everything."""
TOLD = 50


def main(arguments: Sequence[str]) -> int:
    """Play the requested matches and print what occurred; 1 if a match failed or something never occurred."""
    names = [ruleset.name for ruleset in rulesets()]
    reader = argparse.ArgumentParser(prog="python -m tests.trials", description="Play matches at random.")
    reader.add_argument("--ruleset", choices=names, action="append", help="by whose rules; by everybody's in turn")
    reader.add_argument("--matches", type=int, default=1000, help="how many of each")
    reader.add_argument("--first", type=int, default=1, help="the seed of the first one; the others follow it")
    options = reader.parse_args(arguments)
    seeds = range(options.first, options.first + options.matches)
    try:
        return max(_run(name, seeds) for name in options.ruleset or names)
    except TrialFailed as failed:
        print(failed, file=sys.stderr)
        return 1


def _run(name: str, seeds: range) -> int:
    """Play the matches of a ruleset and print what occurred; 1 if a long run never met something that matters."""
    book, met = books.book(name), books.Met(book=name)
    _counted(seeds, lambda seed: met.add(*books.trial(book, seed)))
    print("\n".join([*met.lines(), *met.never()]))
    zeros = met.zeros() if len(seeds) >= LONG else []
    print("\n".join(zeros))
    return int(bool(zeros))


def _counted(seeds: range, play: Callable[[int], None]) -> None:
    began = time.monotonic()
    for count, seed in enumerate(seeds, start=1):
        play(seed)
        if count % TOLD == 0:
            print(f"{count} matches in {time.monotonic() - began:.0f} seconds", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
