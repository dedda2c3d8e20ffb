"""Plays races, arenas, solo laps and pairs by the hundred, and writes what they came to into docs/sanity.md; with
`--ruleset` matches of another book, into docs/sanity-<name>.md.

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
from tools.sanity.expectations import EXPECTATIONS
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
"""Pairs from which a standard error can be told."""
Setups = Iterator[tuple[int, str, MatchSetup]]


def main(arguments: Sequence[str]) -> int:
    """Play as asked and write the page; 1 when it says that something is not as it should be."""
    reader = argparse.ArgumentParser(prog="python -m tools.sanity", description="Count what matches come to.")
    reader.add_argument("--races", type=int, default=300, help="how many races, on the circuits in turn")
    reader.add_argument("--arenas", type=int, default=300, help="how many arena matches, of each kind in turn")
    reader.add_argument("--solos", type=int, default=25, help="how many races of one car alone on each circuit")
    reader.add_argument(
        "--pairs", type=_parse_pairs, default=300, help=f"how many pairs of each comparison, {FEWEST_PAIRS} at least"
    )
    reader.add_argument("--page", type=Path, help="the file that is written")
    reader.add_argument("--ruleset", choices=sorted(EXPECTATIONS), help="a book that is not Dethmatch")
    reader.add_argument("--matches", type=int, default=300, help="how many matches of that book, on its maps in turn")
    options = reader.parse_args(arguments)
    if options.ruleset:
        return _count_book(options.ruleset, options)
    found = DethmatchFindings(
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
    text = dethmatch_page_text(found)
    (options.page or PAGE).write_text(text, encoding="utf-8")
    print(text)
    return int(bool(found.problems()))


def _parse_pairs(asked: str) -> int:
    if not asked.isdecimal() or int(asked) < FEWEST_PAIRS:
        raise argparse.ArgumentTypeError(
            f"{asked!r} is no number of pairs: a standard error takes {FEWEST_PAIRS} or more"
        )
    return int(asked)


def _count_book(name: str, asked: argparse.Namespace) -> int:
    sane, began = EXPECTATIONS[name], time.monotonic()
    maps = count_fields(sane, asked.matches)
    print(f"{asked.matches} matches in {time.monotonic() - began:.0f} seconds", flush=True)
    pairs = {
        advantage.what: _print_comparisons(advantage.what, partial(compared_in, sane, advantage, asked.pairs))
        for advantage in sane.advantages
    }
    found = book_page.BookFindings(sane=sane, maps=maps, pairs=pairs)
    text = book_page.book_page_text(found)
    (asked.page or DOCS / f"sanity-{name}.md").write_text(text, encoding="utf-8")
    print(text)
    return int(bool(found.problems()))


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
    matches = sum(each.matches for each in tallies.values())
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
