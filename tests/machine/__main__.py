"""The long run: thousands of steps in memory and some through the journal, then a table of counts. `make machine`.

It fails when something broke, when a command was never performed or never refused, or when no season was followed by
another.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import django
from django.db import connection
from django.test.utils import setup_databases, setup_test_environment, teardown_databases

from tests.machine.counts import Counts
from tests.machine.runs import play
from tests.machine.season import SeasonMachine

JOURNALLED_LEAGUE = 50
"""The steps of each league played through the journal."""


def main(arguments: Sequence[str]) -> int:
    """Play as requested and print the counts; 1 if something never occurred."""
    options = _asked(arguments)
    counts = Counts()
    _timed("In memory", counts, lambda: _in_memory(counts, options))
    zeros = counts.zeros()
    if options.journalled:
        with _tables():
            journal_counts = Counts()
            _timed("Through the journal", journal_counts, lambda: _through_the_journal(journal_counts, options))
        if not journal_counts.rollovers:
            zeros.append("Through the journal no season was followed by another.")
    print("\n".join(zeros or ["Every command was performed and refused."]))
    return bool(zeros)


def _in_memory(counts: Counts, options: argparse.Namespace) -> None:
    play(lambda: SeasonMachine(counts), until=lambda: counts.steps >= options.steps, first=options.first)


def _through_the_journal(counts: Counts, options: argparse.Namespace) -> None:
    from tests.machine.journal_machine import JournalMachine  # models can be imported only once Django is set up

    play(
        lambda: JournalMachine(counts),
        until=lambda: counts.steps >= options.journalled,
        first=options.first,
        steps=JOURNALLED_LEAGUE,
        shrunk=False,
    )


def _timed(heading: str, counts: Counts, run: Callable[[], None]) -> None:
    """Run it, and print its counts even if it fails."""
    began = time.monotonic()
    try:
        run()
    finally:
        print(f"\n{heading}, in {time.monotonic() - began:.0f} seconds\n")
        print("\n".join(counts.lines()), flush=True)


@contextmanager
def _tables() -> Iterator[None]:
    """An empty test database for this run, with the same guard on every statement as in the tests."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from tests.one_writer import one_writer  # as above

    setup_test_environment()
    databases = setup_databases(verbosity=0, interactive=False)
    try:
        with connection.execute_wrapper(one_writer):
            yield
    finally:
        teardown_databases(databases, verbosity=0)


def _asked(arguments: Sequence[str]) -> argparse.Namespace:
    reader = argparse.ArgumentParser(prog="python -m tests.machine", description="Play leagues at random.")
    reader.add_argument("--steps", type=int, default=10_000, help="how many in memory")
    reader.add_argument("--journalled", type=int, default=300, help="how many through the journal; 0 for none")
    reader.add_argument("--first", type=int, default=0, help="the number, and seed, of the first lot of leagues")
    return reader.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
