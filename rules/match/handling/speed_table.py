"""The speed table: steps by phase, handling modifiers, and the dice of a ram. Rules RH-023 to RH-025, RH-075."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from rules.core.tables import TableIncomplete

PHASES = 5
"""Phases in a round (RH-020)."""
SPEED_STEP = 5
"""Speeds are multiples of this, in mph (RH-022)."""
HALVES = 2
"""A car step has two halves; the table below is in steps, and the engine counts halves (RH-023)."""
MPH_PER_STEP = 10
"""The mph for each car step per round (RH-025)."""
PRINTED_280 = -7  # no mutant: the printed row says it again, and must agree
"""The printed handling modifier at 280 mph (RH-025)."""

LAST_ODD_RAM = 25  # no mutant: speeds are fives, and the table refuses the fives beside it
"""Above this speed, every 5 mph add one ram die (RH-025)."""

PRINTED = """
  0   0   0    0    0    0    10  0
  5   0   0   0.5   0    0     6  1d-4
 10   0   0    1    0    0     6  1d-2
 15   0   1    0   0.5   0     4  1d-1
 20   0   1    0    1    0     4  1
 25   0   1    0    1   0.5    2  1
 30   0   1    0    1    1     2  1
 35   1   1    1   0.5   0     1  2
 40   1   1    1    1    0     1  3
 45   1   1    1    1   0.5    1  4
 50   1   1    1    1    1     1  5
 55   2   1    1    1   0.5    1  6
 60   2   1    1    1    1     1  7
 65   2   1    1    2   0.5    0  8
 70   2   1    1    2    1     0  9
 75   2   1    2    1   1.5    0  10
 80   2   1    2    1    2     0  11
 85   2   2    1    2   1.5    0  12
 90   2   2    1    2    2     0  13
 95   2   2    2    2   1.5    0  14
100   2   2    2    2    2     0  15
105   2   2   2.5   2    2    -1  16
110   2   2    3    2    2    -1  17
115   2   3    2   2.5   2    -1  18
120   2   3    2    3    2    -1  19
125   2   3    3    2   2.5   -1  20
130   2   3    3    2    3    -1  21
135   3   3    3   2.5   2    -2  22
140   3   3    3    3    2    -2  23
145   3   3    3    3   2.5   -2  24
150   3   3    3    3    3    -2  25
155   4   3    3    3   2.5   -2  26
160   4   3    3    3    3    -2  27
165   4   3    3   3.5   3    -3  28
170   4   3    3    4    3    -3  29
175   4   3    4    3   3.5   -3  30
180   4   3    4    3    4    -3  31
185   4   4    3    4   3.5   -3  32
190   4   4    3    4    4    -3  33
195   4   4    4    4   3.5   -4  34
200   4   4    4    4    4    -4  35
205   4   4   4.5   4    4    -4  36
210   4   4    5    4    4    -4  37
215   4   5    4   4.5   4    -4  38
220   4   5    4    5    4    -4  39
225   4   5    4    5   4.5   -5  40
230   4   5    4    5    5    -5  41
235   5   5    5   4.5   4    -5  42
240   5   5    5    5    4    -5  43
245   5   5    5    5   4.5   -5  44
250   5   5    5    5    5    -5  45
255   6   5    5    5   4.5   -6  46
260   6   5    5    5    5    -6  47
265   6   5    5    6   4.5   -6  48
270   6   5    5    6    5    -6  49
275   6   5    6    5   5.5   -6  50
280   6   5    6    5    6    -7  51
285   6   6    5    6   5.5   -7  52
290   6   6    5    6    6    -7  53
295   6   6    6    6   5.5   -7  54
300   6   6    6    6    6    -7  55
"""
"""The printed table: mph, car steps in phases 1 to 5, handling modifier, ram dice (RH-024)."""


@dataclass(frozen=True, slots=True)
class Ram:
    """The dice of a ram: a number of d6 minus a number, never below 0 points (RH-075)."""

    dice: int
    minus: int = 0


@dataclass(frozen=True, slots=True)
class Row:
    """The row of one speed: half car steps in each of the five phases, handling modifier, and ram dice (RH-024)."""

    mph: int
    half_steps: tuple[int, int, int, int, int]
    modifier: int
    ram: Ram


def _ram(text: str) -> Ram:
    """Ram dice from their printed form: `5` is five dice, `1d-4` one die minus 4 (RH-075)."""
    dice, _, minus = text.partition("d-")
    return Ram(int(dice), int(minus or 0))


def _halves(text: str) -> int:
    """Printed car steps as a number of halves (RH-023)."""
    whole, _, half = text.partition(".")
    return int(whole) * HALVES + bool(half)


def _row(line: str) -> Row:
    mph, *steps, modifier, ram = line.split()
    first, second, third, fourth, fifth = map(_halves, steps)
    return Row(int(mph), (first, second, third, fourth, fifth), int(modifier), _ram(ram))


def parse_rows(printed: str) -> dict[int, Row]:
    """The rows of a printed table by mph.

    Raises `TableIncomplete` unless every speed has one row, the steps of each row add up to its speed, ram dice
    increase regularly, and no faster row has a better handling modifier (RH-025).
    """
    rows = [_row(line) for line in printed.split("\n") if line]
    for row, faster in itertools.pairwise(rows):
        if faster.mph != row.mph + SPEED_STEP or faster.modifier > row.modifier:
            raise TableIncomplete(f"{faster.mph} mph cannot stand after {row.mph} mph")
    for row in rows:
        if sum(row.half_steps) * MPH_PER_STEP != row.mph * HALVES:
            raise TableIncomplete(f"the phases at {row.mph} mph add up to another speed")
        if row.mph > LAST_ODD_RAM and row.ram != Ram((row.mph - LAST_ODD_RAM) // SPEED_STEP):
            raise TableIncomplete(f"the ram dice at {row.mph} mph are out of line")
    if (rows[0].mph, rows[-1].mph) != (0, 300):
        raise TableIncomplete("the rows do not reach from 0 to 300 mph")
    return {row.mph: row for row in rows}


ROWS = parse_rows(PRINTED)
"""The rows by mph (RH-024)."""
SPEEDS = tuple(ROWS)
"""Every speed a vehicle may have, in mph: multiples of 5 from 0 to 300 (RH-022)."""
_MILDER_280 = Row(280, ROWS[280].half_steps, PRINTED_280 + 1, ROWS[280].ram)


def ram_at(mph: int) -> Ram:
    """The ram dice at a speed in mph. The sum of two speeds may exceed the last row, and then uses it (RH-075)."""
    return ROWS[min(mph, SPEEDS[-1])].ram


def row(mph: int, *, mod_280: int = PRINTED_280) -> Row:
    """The row of a speed in mph; `mod_280` is the handling modifier at 280 mph, as printed or -6 (RH-024, RH-025).

    Raises `KeyError` for any other speed; orders are checked before they are carried out.
    """
    if mph == 280 and mod_280 != PRINTED_280:
        return _MILDER_280
    return ROWS[mph]
