"""The fewest meetings that some pair must have in rounds drawn from scratch, by any method.

`fewest_meetings` is a lower bound, so rounds in which no pair meets more often are as even as possible. It follows
from three counts. In a round with matches of sizes g the pairs that meet number P, the sum of g(g - 1)/2; there are N
pairs in all.

1. In R rounds there are RP meetings, so some pair has at least RP/N of them.
2. A match of size g has its franchises in k matches of any other round, so that some of them met there too: at least
   as many pairs as if they were spread evenly. Let c be the sum of those over the matches of a round. Each two rounds
   then share c pairs, and the pairs' meetings m satisfy: the sum of m(m - 1)/2 is at least c R(R - 1)/2. If nobody
   meets more than L times, that sum is largest when as many pairs as possible meet L times.
3. With two matches a round, whether R - m is odd says who of a pair is on which side of one cut of the franchises: of
   any three, an even number of pairs is apart in a round. So for some u, the pairs within a set of u franchises, and
   those among the others, have R - m even, and the rest have it odd. That leaves less room below L.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from math import comb


def fewest_meetings(franchises: int, sizes: Sequence[int], rounds: int) -> int:
    """A number of meetings that some pair reaches in so many rounds with matches of these sizes."""
    met = sum(comb(size, 2) for size in sizes) * rounds
    if not met:
        return 0
    pairs = comb(franchises, 2)
    shared = comb(rounds, 2) * _pairs_shared_by_two_rounds(franchises, sizes)
    is_cut = len(sizes) == 2 and sum(sizes) == franchises
    possible = _is_possible_for_two_matches if is_cut else _is_possible
    least = -(-met // pairs)
    return next(most for most in count(least) if possible(franchises, rounds, met=met, shared=shared, most=most))


def _pairs_shared_by_two_rounds(franchises: int, sizes: Sequence[int]) -> int:
    """The fewest pairs that meet in both of two rounds; a franchise that rests is in a place of its own."""
    places = len(sizes) + franchises - sum(sizes)
    return sum(_pairs_when_spread(size, places) for size in sizes)


def _pairs_when_spread(franchises: int, places: int) -> int:
    """The fewest pairs in the same place, of so many franchises in so many places."""
    each, over = divmod(franchises, places)
    return over * comb(each + 1, 2) + (places - over) * comb(each, 2)


def _is_possible(franchises: int, rounds: int, *, met: int, shared: int, most: int) -> bool:  # noqa: ARG001 - as below
    """Whether the counts allow that no pair meets more than `most` times."""
    pairs, rest = divmod(met, most)
    return met <= most * comb(franchises, 2) and pairs * comb(most, 2) + comb(rest, 2) >= shared


def _is_possible_for_two_matches(franchises: int, rounds: int, *, met: int, shared: int, most: int) -> bool:
    """The same for two matches a round, where the parity of a pair's meetings depends on a cut (3)."""
    even_most, odd_most = (most, most - 1) if (rounds - most) % 2 == 0 else (most - 1, most)
    for side in range(franchises // 2 + 1):
        across = side * (franchises - side)
        within = comb(franchises, 2) - across
        missing = within * even_most + across * odd_most - met
        largest = within * comb(even_most, 2) + across * comb(odd_most, 2)
        # A pair loses least of the sum for each meeting that it lacks if it lacks all of the smaller number.
        lost = missing * (min(even_most, odd_most) - 1) / 2
        if missing >= 0 and missing % 2 == 0 and largest - max(0, lost) >= shared:
            return True
    return False
