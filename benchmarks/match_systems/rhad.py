"""How fast matches of RHAD should be."""

from __future__ import annotations

from benchmarks.book_benchmark import BookBenchmark

BENCHMARK = BookBenchmark(what="a duel of 6 cars", aim=4)
