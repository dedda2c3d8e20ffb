"""The two crash tables: the result of a failed check, and the effects of each result. Rules RH-050 to RH-055, RH-060,
RH-061, RH-064, RH-076.

Crash tables of other games, adapted to handling, are not included (RH-057).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.core.tables import D6, TableIncomplete, by_face

Matrix = Mapping[int, tuple[str, str]]
"""The results for a die of 1 to 3, and of 4 to 6, by end handling from 0 to -8."""
MILD_UP_TO = 3
"""The highest face that gives the milder entry of a row (RH-051)."""
LAST_ROW = -8
"""Handling below this uses this row (RH-052)."""

CT1: Matrix = {
    0: ("trivial_skid", "minor_skid_two"),
    -1: ("minor_skid_all", "moderate_skid"),
    -2: ("moderate_skid", "severe_skid"),
    -3: ("severe_skid", "spin_out"),
    -4: ("spin_out", "guppy_over"),
    -5: ("guppy_over", "roll_over"),
    -6: ("roll_over", "crash"),
    -7: ("crash", "crash_and_burn"),
    -8: ("crash_and_burn", "crash_and_burn"),
}
"""Crash table 1, for losing control by one's own driving (RH-053)."""
CT2: Matrix = {
    0: ("trivial_fishtail", "minor_fishtail_two"),
    -1: ("minor_fishtail_all", "moderate_fishtail"),
    -2: ("moderate_fishtail", "severe_fishtail"),
    -3: ("severe_fishtail", "flying_fishtail"),
    -4: ("flying_fishtail", "guppy_over"),
    -5: ("guppy_over", "roll_over"),
    -6: ("roll_over", "crash"),
    -7: ("crash", "crash_and_burn"),
    -8: ("crash_and_burn", "crash_and_burn"),
}
"""Crash table 2, for losing control after solid contact (RH-053)."""
TABLES: Mapping[str, Matrix] = {"ct1": CT1, "ct2": CT2}  # no mutant: the caller names the table
"""The tables by their names in a log (RH-050)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CrashResult:
    """The effects of a result (RH-054).

    `tire_points` are taken off each affected tire: the two at the swinging `end` (`front` or `rear`) with
    `two_tires`, else all. `tire_dice` are d6 rolled for each tire instead. `deceleration` is taken off at the start
    of the next round, in mph. `skid_rolls` are made on the next car steps. `spins`, `tips` (a guppy) and `rolls` say
    what else follows. `occupant_points` are taken off everyone aboard. A car that `burns` may explode (RH-068,
    RH-076).
    """

    deceleration: int
    tire_points: int = 0
    tire_dice: int = 0
    two_tires: bool = False
    end: str = ""
    skid_rolls: int = 0
    spins: bool = False
    tips: bool = False
    rolls: bool = False
    occupant_points: int = 0
    burns: bool = False


def _skids(end: str, name: str) -> dict[str, CrashResult]:
    """The five skids, or with the rear end fishtails, which have the same effects (RH-054, RH-055, RH-060)."""
    return {
        f"trivial_{name}": CrashResult(deceleration=5, end=end),
        f"minor_{name}_two": CrashResult(deceleration=5, tire_points=1, two_tires=True, end=end, skid_rolls=1),
        f"minor_{name}_all": CrashResult(deceleration=5, tire_points=1, end=end, skid_rolls=1),
        f"moderate_{name}": CrashResult(deceleration=10, tire_points=2, end=end, skid_rolls=2),
        f"severe_{name}": CrashResult(deceleration=20, tire_points=3, end=end, skid_rolls=3),
    }


RESULTS: Mapping[str, CrashResult] = {
    **_skids("front", "skid"),
    **_skids("rear", "fishtail"),
    "spin_out": CrashResult(deceleration=20, tire_points=4, spins=True),
    "flying_fishtail": CrashResult(deceleration=20, tire_dice=2, spins=True),
    "guppy_over": CrashResult(deceleration=20, tire_points=5, tips=True),
    "roll_over": CrashResult(deceleration=20, tire_points=5, rolls=True),
    "crash": CrashResult(deceleration=20, tire_points=5, rolls=True, occupant_points=1),
    "crash_and_burn": CrashResult(deceleration=20, tire_points=5, rolls=True, occupant_points=2, burns=True),
}
"""The effects of each result, by its key (RH-054)."""

QUARTER = 3
"""Half sides that a spin turns with each car step: 90 degrees (RH-064)."""
SWINGS = by_face({(1,): -2, (2,): -1, (3, 4): 0, (5,): 1, (6,): 2}, faces=D6)
"""The swing of a skid roll in half sides of 30 degrees; negative for left (RH-061)."""


def check_complete(table: Matrix) -> None:
    """Raise `TableIncomplete` unless the table has every row from 0 to -8 and all its results exist (RH-053)."""
    if sorted(table, reverse=True) != list(range(0, LAST_ROW - 1, -1)):  # no mutant: the rows say it
        raise TableIncomplete(f"the rows are {sorted(table)}")
    unknown = {result for row in table.values() for result in row} - RESULTS.keys()
    if unknown:
        raise TableIncomplete(f"nothing is said of {sorted(unknown)}")


for _matrix in TABLES.values():
    check_complete(_matrix)


def crash_result_key(*, end: int, face: int, table: Matrix) -> str:
    """The key of the result for an end handling of 0 or less and the face of a d6, on `CT1` or `CT2` (RH-051,
    RH-052).
    """
    mild, grave = table[max(end, LAST_ROW)]
    return mild if face <= MILD_UP_TO else grave


def swing(face: int) -> int:
    """How far a skid roll swings a vehicle, in half sides of 30 degrees: -2 is 60 degrees left (RH-061)."""
    return SWINGS[face]
