"""How fast matches of Formule Wars should be."""

from __future__ import annotations

from benchmarks.book_benchmark import BookBenchmark

BENCHMARK = BookBenchmark(what="a formule race of 6 cars and 2 laps", aim=10, setting={"laps": 2})
