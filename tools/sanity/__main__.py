"""Plays races, arenas, solo laps and pairs by the hundred, and writes the results to docs/sanity.md; with
`--ruleset`, plays matches of another book and writes docs/sanity-<name>.md.

python -m tools.sanity [--races 300] [--arenas 300] [--solos 25] [--pairs 300] [--page FILE]
python -m tools.sanity --ruleset NAME [--matches 300] [--pairs 300] [--page FILE]
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from rules.dethmatch.match.entries import MatchSetup
from tools.sanity import book_page
from tools.sanity.book_counts import compare_advantage as compared_in
from tools.sanity.book_counts import count_fields
from tools.sanity.dethmatch_page import DethmatchFindings, dethmatch_page_text
from tools.sanity.expectations import counted_books, expectations_of
from tools.sanity.match_setups import ARENAS, CIRCUITS, arena_setup, play_setup, race_setup, solo_setup
from tools.sanity.paired_comparison import (
    Comparison,
    armor_pairs,
    compare_pairs,
    driving_pairs,
    gunnery_pairs,
    measure_hits,
    measure_laps,
    measure_survival,
)
from tools.sanity.tally import MatchCounter, Tally

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = DOCS / "sanity.md"
FEWEST_PAIRS = 2
"""The number of pairs a standard error takes at least."""
Setups = Iterator[tuple[int, str, MatchSetup]]


def main(arguments: Sequence[str]) -> int:
    """Play the matches and write the page; 1 if the page reports a problem."""
    parser = argparse.ArgumentParser(prog="python -m tools.sanity", description="Count what matches come to.")
    parser.add_argument("--races", type=int, default=300, help="how many races, on the circuits in turn")
    parser.add_argument("--arenas", type=int, default=300, help="how many arena matches, of each kind in turn")
    parser.add_argument("--solos", type=int, default=25, help="how many races of one car alone on each circuit")
    parser.add_argument(
        "--pairs", type=_parse_pairs, default=300, help=f"how many pairs of each comparison, {FEWEST_PAIRS} at least"
    )
    parser.add_argument("--page", type=Path, help="the file that is written")
    parser.add_argument("--ruleset", choices=counted_books(), help="a book that is not Dethmatch")
    parser.add_argument("--matches", type=int, default=300, help="how many matches of that book, on its maps in turn")
    options = parser.parse_args(arguments)
    if options.ruleset:
        return _count_book(options.ruleset, options)
    findings = DethmatchFindings(
        races=_tally_matches(CIRCUITS, _races(options.races)),
        arenas=_tally_matches([_name(*arena) for arena in ARENAS], _arenas(options.arenas)),
        solos=_tally_matches(CIRCUITS, _solos(options.solos)),
        pairs={
            "armor": _print_comparisons("armor", lambda: compare_pairs(armor_pairs(options.pairs), measure_survival)),
            "driving": _print_comparisons(
                "driving", lambda: compare_pairs(driving_pairs(options.pairs), measure_laps)
            ),
            "gunnery": _print_comparisons(
                "gunnery", lambda: compare_pairs(gunnery_pairs(options.pairs), measure_hits)
            ),
        },
    )
    text = dethmatch_page_text(findings)
    (options.page or PAGE).write_text(text, encoding="utf-8")
    print(text)
    return int(bool(findings.problems()))


def _parse_pairs(text: str) -> int:
    if not text.isdecimal() or int(text) < FEWEST_PAIRS:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no number of pairs: a standard error takes {FEWEST_PAIRS} or more"
        )
    return int(text)


def _count_book(name: str, options: argparse.Namespace) -> int:
    expectations, began = expectations_of(name), time.monotonic()
    maps = count_fields(expectations, options.matches)
    print(f"{options.matches} matches in {time.monotonic() - began:.0f} seconds", flush=True)
    pairs = {
        advantage.what: _print_comparisons(
            advantage.what, partial(compared_in, expectations, advantage, options.pairs)
        )
        for advantage in expectations.advantages
    }
    findings = book_page.BookFindings(sane=expectations, maps=maps, pairs=pairs)
    text = book_page.book_page_text(findings)
    (options.page or DOCS / f"sanity-{name}.md").write_text(text, encoding="utf-8")
    print(text)
    return int(bool(findings.problems()))


def _races(count: int) -> Setups:
    for seed in range(1, count + 1):
        track = CIRCUITS[seed % len(CIRCUITS)]
        yield seed, track, race_setup(seed, track)


def _arenas(count: int) -> Setups:
    for seed in range(1, count + 1):
        kind = ARENAS[seed % len(ARENAS)]
        yield seed, _name(*kind), arena_setup(seed, *kind)


def _solos(count: int) -> Setups:
    for track in CIRCUITS:
        for seed in range(1, count + 1):
            yield seed, track, solo_setup(seed, track)


def _name(event: str, track: str) -> str:
    return f"{event}, {track}"


def _tally_matches(names: Sequence[str], setups: Setups) -> dict[str, Tally]:
    tallies = {name: Tally() for name in names}
    began = time.monotonic()
    for seed, name, setup in setups:
        tally = tallies[name]
        tally.matches += 1
        play_setup(setup, seed, MatchCounter(tally, f"{name}, match {seed}"))
    matches = sum(tally.matches for tally in tallies.values())
    print(f"{matches} matches on {', '.join(names)} in {time.monotonic() - began:.0f} seconds", flush=True)
    return tallies


def _print_comparisons(what: str, compare: Callable[[], list[Comparison]]) -> list[Comparison]:
    began = time.monotonic()
    found = compare()
    for comparison in found:
        print(f"{what}: {comparison}, {comparison.errors:.1f} errors", flush=True)
    print(f"{what} compared in {time.monotonic() - began:.0f} seconds", flush=True)
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
