"""Measures every book by the same program: whether what costs something is worth having, whether the autopilot can be
beaten by a simple rival, and whether matches are decided.

python -m tools.sanity [--ruleset NAME] [--only PART ...] [--with TEXT] [--most-pairs N] [--matches N]
                       [--processes N] [--seeds-from N] [--pilot earlier] [--against earlier] [--write]

Without options it measures every part of every book, and plays each share until it is clear or its interval narrow.
Seeds that judge start at 0; prices are tuned on seeds from 1,000,000 on. The exit code is 1 if anything is not as it
should be. With `--write` it keeps the findings in docs/sanity/, and writes docs/sanity.md and a page for each book.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence

from tools.sanity.book_measure import measure_of, measured_books, playable_books
from tools.sanity.contests import AUTOPILOT, EARLIER
from tools.sanity.count_argument import count_argument
from tools.sanity.findings import PartFindings, read_findings, write_findings
from tools.sanity.pages import write_pages
from tools.sanity.parts import alone, decided, driving, figures, levers, rivals, seats, stock, trades
from tools.sanity.parts.plan import Plan
from tools.sanity.sampling import JUDGE_SEEDS, Sampler

PARTS: Mapping[str, Callable[[Plan], PartFindings]] = {
    levers.PART: levers.measure_levers,
    trades.PART: trades.measure_trades,
    rivals.PART: rivals.measure_rivals,
    stock.PART: stock.measure_stock,
    decided.PART: decided.measure_decided,
    seats.PART: seats.measure_seats,
    driving.PART: driving.measure_driving,
    figures.PART: figures.measure_figures,
    alone.PART: alone.measure_alone,
}
"""The parts of the measure, in the order they are measured."""
MATCHES = 100
"""The matches that are counted where no share is estimated, unless another number is given."""


def main(arguments: Sequence[str]) -> int:
    """Measure; the result is 1 if anything is not as it should be, else 0."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.write and options.only_with:
        parser.error("--write keeps whole parts: leave --with out.")
    if options.most_pairs < 0:
        parser.error("--most-pairs is a whole number of 1 or more, or 0 for no limit.")
    problems, rows = list[str](), 0
    sampler = Sampler(processes=options.processes, first_seed=options.seeds_from, most_pairs=options.most_pairs)
    try:
        for book in options.ruleset or playable_books():
            plan = Plan(
                measure=measure_of(book),
                sampler=sampler,
                pilot=options.pilot,
                against=options.against,
                only_with=options.only_with,
                matches=options.matches,
            )
            for part in options.only or PARTS:
                began = time.monotonic()
                found = PARTS[part](plan)
                found.command = _command(book, part, options)
                print(f"{book}: {part} took {time.monotonic() - began:.0f} seconds", flush=True)
                problems += [f"{book}: {problem}" for problem in found.problems]
                rows += len(found.rows)
                if options.write:
                    write_findings(book, {**read_findings(book), part: found})
                    write_pages({name: read_findings(name) for name in measured_books()})
    finally:
        sampler.close()
    if options.only_with and not rows:
        parser.error(f"No name of a row contains {options.only_with!r}.")
    for problem in problems:
        print(problem)
    return int(bool(problems))


def _command(book: str, part: str, options: argparse.Namespace) -> str:
    """The command that measures a part again."""
    chosen = {
        "--most-pairs": options.most_pairs,
        "--matches": "" if options.matches == MATCHES else options.matches,
        "--seeds-from": options.seeds_from,
        "--pilot": options.pilot,
        "--against": "" if options.against == EARLIER else options.against,
    }
    more = "".join(f" {name} {value}" for name, value in chosen.items() if value)
    return f".venv/bin/python -m tools.sanity --ruleset {book} --only {part}{more} --write"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.sanity", description="Measure the books.")
    parser.add_argument("--ruleset", action="append", choices=playable_books(), help="a book; all without it")
    parser.add_argument("--only", action="append", choices=list(PARTS), help="a part; all without it")
    parser.add_argument("--with", dest="only_with", default="", help="only rows whose name contains this text")
    parser.add_argument("--most-pairs", type=int, default=0, help="the most pairs of a share; 0 for no limit")
    parser.add_argument(
        "--matches", type=count_argument, default=MATCHES, help="the matches on each map where no share is estimated"
    )
    parser.add_argument(
        "--processes",
        type=count_argument,
        default=os.cpu_count() or 1,
        help="matches at once; one for each core",
    )
    parser.add_argument("--seeds-from", type=int, default=JUDGE_SEEDS, help="the first seed; 0 judges")
    parser.add_argument(
        "--pilot", default="", choices=("", AUTOPILOT, EARLIER), help="who drives; the engine's own without it"
    )
    parser.add_argument("--against", default=EARLIER, choices=(AUTOPILOT, EARLIER), help="whom the autopilot plays")
    parser.add_argument("--write", action="store_true", help="write what was found, and the pages in docs/")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
