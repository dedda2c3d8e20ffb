"""Rows of numbers packed into one whole number, so that whole rows are added and compared at once.

Each number of a row has `LANE_BITS` bits, the first number the lowest ones. It is from 0 to `LARGEST`, so that its
highest bit is free, and three of them may be added up before they run into the next.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from struct import Struct

LANE_BITS = 16
WIDE_BITS = 2 * LANE_BITS
IN_A_LANE = 3
"""How many numbers may be added up before their sum needs the bits of two."""
LARGEST = ((1 << LANE_BITS) - 1) // IN_A_LANE
RECIPROCALS: Mapping[int, tuple[int, int]] = {
    rows: (bits, round((1 << bits) / float(rows)))
    for rows in range(1, 11)
    for bits in (12 + (rows - 1).bit_length(),)
}
"""By what the sum of so many rows is multiplied for their mean, and the bits that are then too many. A reciprocal has
13 bits at most, so that the sum of ten rows times its reciprocal has room in the bits of two numbers.
"""


class PackedRows:
    """What is done with rows of so many numbers."""

    def __init__(self, lanes: int) -> None:
        self.lanes = lanes
        self._ones = self.pick(range(lanes))
        self._guards = self._ones << LANE_BITS - 1
        self._wide_ones = sum(1 << WIDE_BITS * number for number in range((lanes + 1) // 2))
        self.halves = self._wide_ones * ((1 << LANE_BITS) - 1)
        """A mask of every second number, from the first on."""
        self._struct = Struct(f"<{lanes}H")

    def pick(self, numbers: range | list[int], value: int = 1) -> int:
        """The row with that value in those places, and 0 elsewhere."""
        return sum(value << LANE_BITS * number for number in numbers)

    def fill(self, value: int) -> int:
        """The row with that value in every place."""
        return self._ones * value

    def mask(self, numbers: range | list[int]) -> int:
        """All bits of those places."""
        return self.pick(numbers, (1 << LANE_BITS) - 1)

    def least(self, one: int, other: int) -> int:
        """The lesser of two rows, place by place."""
        guards = self._guards
        greater = ((one | guards) - other) & guards
        return one ^ ((one ^ other) & (greater - (greater >> LANE_BITS - 1)))

    def mean(self, rows: Sequence[int]) -> int:
        """The mean of ten rows at most, rounded."""
        halves, low, high = self.halves, 0, 0
        for first in range(0, len(rows), IN_A_LANE):
            total = sum(rows[first : first + IN_A_LANE])
            low += total & halves
            high += (total >> LANE_BITS) & halves
        bits, reciprocal = RECIPROCALS[len(rows)]
        rounding = self._wide_ones << bits - 1
        low = ((low * reciprocal + rounding) >> bits) & halves
        return low | ((((high * reciprocal + rounding) >> bits) & halves) << LANE_BITS)

    def unpack(self, row: int) -> tuple[int, ...]:
        """The numbers of a row."""
        return self._struct.unpack(row.to_bytes(self._struct.size, "little"))
