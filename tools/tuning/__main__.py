"""Tunes the prices of a book's autopilot by self-play: `python -m tools.tuning --ruleset rhad`.

Changed prices play against current ones; those that win more are kept. At the end the prices found play against those
of the beginning on new seeds, and go into the book's `autopilot/prices.json` with that run if they won.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from dataclasses import asdict
from pathlib import Path

from rules.match.driving.prices import LearningRun, load_prices
from tools.sanity.book_measure import measured_books
from tools.sanity.count_argument import count_argument
from tools.sanity.sampling import TUNING_SEEDS
from tools.tuning.prices_file import path_of, write_prices
from tools.tuning.search import PriceSearch
from tools.tuning.self_play import SelfPlay

OUTPUT = "--output"
FACTORS = (1.6, 1.3, 1.15)
"""What a price is multiplied or divided by, in each sweep; the last one is used for further sweeps."""


def main(arguments: list[str]) -> int:
    """Tune, and print each change that is tried; the result is 0 if better prices were found, else 1."""
    parser = _parser()
    chosen = parser.parse_args(arguments)
    if chosen.seed < TUNING_SEEDS:
        parser.error(f"seeds below {TUNING_SEEDS} are for judging: give --seed {TUNING_SEEDS} or more.")
    if chosen.output is not None and not chosen.output.parent.is_dir():
        parser.error(f"there is no folder {chosen.output.parent}: make it, or give another {OUTPUT}.")
    self_play = SelfPlay(ruleset=chosen.ruleset, events=tuple(chosen.event), processes=chosen.processes)
    start = load_prices(self_play.autopilot.__name__, self_play.autopilot.Prices).prices
    for option, given, known in (
        ("--price", chosen.price, set(asdict(start))),
        ("--event", chosen.event, self_play.known_events),
    ):
        if unknown := sorted(set(given) - known):
            parser.error(f"{option} {unknown[0]!r} is unknown: use {', '.join(sorted(known))}.")
    search = PriceSearch(start, self_play, seed=chosen.seed, most=chosen.pairs)
    for number in range(chosen.sweeps):
        for change in search.sweep(FACTORS[min(number, len(FACTORS) - 1)], tuple(chosen.price)):
            print(change, flush=True)
    if search.prices == start:
        print("No change won: the prices stay as they are.")
        return 1
    share, error, pairs = search.compare(search.prices, start, chosen.final_pairs)
    print(f"New prices against those of the beginning: {share:.3f} ± {2 * error:.3f} of {2 * pairs} matches.")
    if share <= 1 / 2:
        print("They won no more than half: the prices stay as they are.")
        return 1
    run = LearningRun(
        command=f"python -m tools.tuning {shlex.join(_without_output(arguments))}",
        seeds=f"{chosen.seed} to {search.seed - 1}",
        matches=search.matches,
        share=round(share, 3),
    )
    write_prices(chosen.output or path_of(chosen.ruleset), search.prices, run)
    return 0


def _without_output(arguments: list[str]) -> list[str]:
    """The arguments without the file that is written, which does not change the result."""
    return [
        argument
        for before, argument in zip(["", *arguments], arguments, strict=False)
        if before != OUTPUT and argument.partition("=")[0] != OUTPUT
    ]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tools.tuning", description="Tune an autopilot by self-play.", allow_abbrev=False
    )
    parser.add_argument("--ruleset", required=True, choices=measured_books(), help="the book, such as rhad")
    parser.add_argument("--sweeps", type=count_argument, default=2, help="how often every price is tried")
    parser.add_argument(
        "--pairs", type=count_argument, default=80, help="most seeds for a change; each is two matches"
    )
    parser.add_argument("--final-pairs", type=count_argument, default=200, help="seeds of the last comparison")
    parser.add_argument("--seed", type=int, default=TUNING_SEEDS, help=f"the first seed, {TUNING_SEEDS} or more")
    parser.add_argument("--price", action="append", default=[], help="only this price; may be given again")
    parser.add_argument("--event", action="append", default=[], help="only this event; may be given again")
    parser.add_argument("--processes", type=count_argument, default=1, help="how many matches are played at once")
    parser.add_argument(OUTPUT, type=Path, help="another file than the book's prices.json")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
