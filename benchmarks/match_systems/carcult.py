"""How fast matches of Car Cult should be."""

from __future__ import annotations

from benchmarks.book_benchmark import BookBenchmark

BENCHMARK = BookBenchmark(what="a skirmish of 6 cars", aim=20)
