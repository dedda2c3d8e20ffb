"""The crash tables: every cell, and the effects of every result."""

from __future__ import annotations

import pytest

from rules.core.tables import TableIncomplete
from rules.match.handling.crash_tables import (
    CT1,
    CT2,
    RESULTS,
    TABLES,
    CrashResult,
    check_complete,
    crash_result_key,
    swing,
)

LADDER = (
    "trivial {0}", "minor {0} two", "minor {0} all", "moderate {0}", "moderate {0}", "severe {0}", "severe {0}",
    "{1}", "{1}", "guppy over", "guppy over", "roll over", "roll over", "crash", "crash", "crash and burn",
    "crash and burn", "crash and burn",
)  # fmt: skip
"""The milder and the worse result of each row from 0 to -8."""
CELLS = [
    (table, -(number // 2), faces, entry.format(*names).replace(" ", "_"))
    for table, names in (("ct1", ("skid", "spin out")), ("ct2", ("fishtail", "flying fishtail")))
    for number, entry in enumerate(LADDER)
    for faces in ((4, 5, 6) if number % 2 else (1, 2, 3),)
]


@pytest.mark.rule("RH-050", "RH-051", "RH-053", "RH-055")
@pytest.mark.parametrize(("table", "end", "faces", "result"), CELLS)
def test_a_cell_of_a_crash_table(table: str, end: int, faces: tuple[int, ...], result: str) -> None:
    assert [crash_result_key(end=end, face=face, table=TABLES[table]) for face in faces] == [result] * 3


@pytest.mark.rule("RH-053", "RH-057")
def test_the_tables_have_the_nine_printed_rows_and_there_are_no_others() -> None:
    assert list(CT1) == list(CT2) == [0, -1, -2, -3, -4, -5, -6, -7, -8]
    assert TABLES == {"ct1": CT1, "ct2": CT2}


@pytest.mark.rule("RH-052")
@pytest.mark.parametrize("end", [-9, -10, -40])
def test_what_is_lower_than_the_last_row_is_read_on_it(end: int) -> None:
    assert crash_result_key(end=end, face=1, table=CT1) == "crash_and_burn"
    assert crash_result_key(end=-7, face=1, table=CT1) == "crash"


@pytest.mark.rule("RH-054", "RH-055", "RH-060", "RH-076")
@pytest.mark.parametrize(("end", "name"), [("front", "skid"), ("rear", "fishtail")])
def test_skids_and_fishtails_do_the_same_at_either_end(end: str, name: str) -> None:
    assert RESULTS[f"trivial_{name}"] == CrashResult(deceleration=5, end=end)
    assert RESULTS[f"minor_{name}_two"] == CrashResult(
        deceleration=5, tire_points=1, two_tires=True, end=end, skid_rolls=1
    )
    assert RESULTS[f"minor_{name}_all"] == CrashResult(deceleration=5, tire_points=1, end=end, skid_rolls=1)
    assert RESULTS[f"moderate_{name}"] == CrashResult(deceleration=10, tire_points=2, end=end, skid_rolls=2)
    assert RESULTS[f"severe_{name}"] == CrashResult(deceleration=20, tire_points=3, end=end, skid_rolls=3)


@pytest.mark.rule("RH-054", "RH-064", "RH-065", "RH-066", "RH-068", "RH-076")
@pytest.mark.parametrize(
    ("name", "points", "dice", "does", "occupants", "burns"),
    [
        ("spin_out", 4, 0, "spins", 0, False),
        ("flying_fishtail", 0, 2, "spins", 0, False),
        ("guppy_over", 5, 0, "tips", 0, False),
        ("roll_over", 5, 0, "rolls", 0, False),
        ("crash", 5, 0, "rolls", 1, False),
        ("crash_and_burn", 5, 0, "rolls", 2, True),
    ],
)
def test_what_the_worse_results_do(  # noqa: PLR0917 - one parameter per column of the table
    name: str, points: int, dice: int, does: str, occupants: int, burns: bool
) -> None:
    assert RESULTS[name] == CrashResult(
        deceleration=20,
        tire_points=points,
        tire_dice=dice,
        spins=does == "spins",
        tips=does == "tips",
        rolls=does == "rolls",
        occupant_points=occupants,
        burns=burns,
    )


@pytest.mark.rule("RH-054")
def test_every_result_stands_on_a_table_and_has_no_other_name() -> None:
    printed = {result for table in TABLES.values() for row in table.values() for result in row}
    assert RESULTS.keys() == printed
    assert len(RESULTS) == 16


@pytest.mark.rule("RH-053", "RH-054")
def test_the_results_stand_in_the_order_in_which_the_tables_rise_to_them() -> None:
    skids, fishtails = (
        list(dict.fromkeys(result for row in table.values() for result in row)) for table in (CT1, CT2)
    )
    assert list(RESULTS) == [*skids[:5], *fishtails[:5], skids[5], *fishtails[5:]]


@pytest.mark.rule("RH-061")
@pytest.mark.parametrize(("face", "halves"), [(1, -2), (2, -1), (3, 0), (4, 0), (5, 1), (6, 2)])
def test_a_skid_roll_swings_by_half_sides(face: int, halves: int) -> None:
    assert swing(face) == halves


@pytest.mark.rule("RH-053")
def test_a_table_with_a_hole_or_an_unknown_result_is_refused() -> None:
    with pytest.raises(TableIncomplete, match="rows"):
        check_complete({end: row for end, row in CT1.items() if end})
    with pytest.raises(TableIncomplete, match="rows"):
        check_complete({**CT1, -9: CT1[-8]})
    with pytest.raises(TableIncomplete, match="somersault"):
        check_complete({**CT1, -3: ("somersault", "crash")})
