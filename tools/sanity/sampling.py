"""Plays contests in batches, in several processes, until the share of the first side is known well enough.

Seeds that judge are counted from 0, and seeds of tuning from 1,000,000, so that no price is judged by the matches
that found it. The result depends on the seeds alone, not on the number of processes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from multiprocessing import get_context
from multiprocessing.pool import Pool
from typing import TypeVar

from tools.sanity.contests import Contest, pair_result
from tools.sanity.estimates import Estimate, estimate

JUDGE_SEEDS, TUNING_SEEDS = 0, 1_000_000
"""The first seed of each kind."""
BATCH_PAIRS = 50
"""The pairs that are played before a share is looked at again."""
CHUNK_SIZE = 5
"""The tasks that a process is given at a time."""
ResultT = TypeVar("ResultT")
ItemT = TypeVar("ItemT")


class Sampler:
    """Plays contests on the seeds from `first_seed` on, at most `most_pairs` of each; 0 for as many as it takes."""

    def __init__(self, *, processes: int = 1, first_seed: int = JUDGE_SEEDS, most_pairs: int = 0) -> None:
        self.first_seed, self.most_pairs = first_seed, most_pairs
        self._pool: Pool | None = get_context("fork").Pool(processes) if processes > 1 else None

    def close(self) -> None:
        """End the processes."""
        if self._pool is not None:
            self._pool.terminate()
            self._pool.join()

    def map(self, function: Callable[[ItemT], ResultT], items: Iterable[ItemT]) -> list[ResultT]:
        """The results of a function for some items, in their order."""
        if self._pool is None:
            return [function(item) for item in items]
        return list(self._pool.imap(function, items, chunksize=CHUNK_SIZE))

    def seeds(self, count: int, *, after: int = 0) -> Sequence[int]:
        """The next `count` seeds, once `after` of them were used."""
        return range(self.first_seed + after, self.first_seed + after + count)

    def estimate(self, contest: Contest, *, fewest: int = 0, most: int = 0) -> Estimate:
        """The share of the first side, from as many pairs as it takes, `fewest` at least and `most` at most; 0 for
        no such limit. No more than the sampler's own limit are played in any case.
        """
        most = min(most or self.most_pairs, self.most_pairs or most)
        results: list[float] = []
        while True:
            room = most - len(results) if most else BATCH_PAIRS
            batch = self.seeds(min(BATCH_PAIRS, room), after=len(results))
            results += self.map(partial(pair_result, contest), batch)
            found = estimate(results)
            is_enough = found.ended != "open" and len(results) >= fewest
            if is_enough or (most and len(results) >= most):
                return found
