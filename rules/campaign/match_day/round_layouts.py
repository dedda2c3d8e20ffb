"""Rounds in which few pairs meet twice: the circle of a round robin, and the lines of a plane over a finite field.

With k matches of at most k franchises, k a prime power, franchise number i stands in row i // k and column i % k. In
round a, it plays in match a x row + column, calculated in the field of k elements. Two franchises of different rows
then meet in exactly one of k rounds, and two of the same row in none of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

Layout = tuple[tuple[int, ...], ...]
"""The matches of a round, each with the numbers of its franchises."""
REDUCTIONS = {4: (2, (1, 1)), 8: (2, (1, 1, 0)), 9: (3, (2, 0))}
"""The fields that are not of prime order: the prime, and x^n as a sum of lower powers, the lowest first."""


@cache
def line_layouts(sizes: tuple[int, ...]) -> tuple[Layout, ...]:
    """As many rounds as there are matches, with matches of these sizes.

    Where no field has that many elements, or the matches are larger than many, they are still rounds, in which pairs
    meet more often.
    """
    matches = len(sizes)
    add, multiply = _field(matches) if matches in REDUCTIONS else _remainders(matches)
    rounds = []
    for slope in range(matches):
        round: list[list[int]] = [[] for _ in sizes]
        for number in range(sum(sizes)):
            row, column = divmod(number, matches)
            round[add[column][multiply[slope][row % matches]]].append(number)
        rounds.append(tuple(tuple(match) for match in round))
    return tuple(rounds)


@cache
def circle_layouts(franchises: int) -> tuple[Layout, ...]:
    """The rounds of a round robin of pairs; with an odd number of franchises one rests in each."""
    circle = [*([-1] if franchises % 2 else []), *range(franchises)]
    rounds = []
    for turn in range(max(1, len(circle) - 1)):
        order = [*circle[:1], *circle[1 + turn :], *circle[1 : 1 + turn]]
        pairs = [(order[index], order[-1 - index]) for index in range(len(order) // 2)]
        rounds.append(tuple(pair for pair in pairs if -1 not in pair))
    return tuple(rounds)


def _remainders(order: int) -> tuple[list[list[int]], list[list[int]]]:
    """The tables of addition and multiplication of the remainders by a number."""
    numbers = range(order)
    return (
        [[(one + other) % order for other in numbers] for one in numbers],
        [[one * other % order for other in numbers] for one in numbers],
    )


def _field(order: int) -> tuple[list[list[int]], list[list[int]]]:
    """Tables of addition and multiplication in a field of `REDUCTIONS`; a number's digits are its coefficients."""
    prime, reduction = REDUCTIONS[order]
    degree = len(reduction)

    def digits(number: int) -> list[int]:
        return [number // prime**power % prime for power in range(degree)]

    def number_of(coefficients: Sequence[int]) -> int:
        return sum(coefficient % prime * prime**power for power, coefficient in enumerate(coefficients))

    def product(one: int, other: int) -> int:
        powers = [0] * (2 * degree - 1)
        for left, one_digit in enumerate(digits(one)):
            for right, other_digit in enumerate(digits(other)):
                powers[left + right] += one_digit * other_digit
        for power in range(2 * degree - 2, degree - 1, -1):
            for lower, coefficient in enumerate(reduction):
                powers[power - degree + lower] += powers[power] * coefficient
        return number_of(powers[:degree])

    numbers = range(order)
    return (
        [
            [number_of([a + b for a, b in zip(digits(one), digits(other), strict=True)]) for other in numbers]
            for one in numbers
        ],
        [[product(one, other) for other in numbers] for one in numbers],
    )
