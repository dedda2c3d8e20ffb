"""The part of a match's net income that an owner keeps."""

from __future__ import annotations

import pytest

from rules.campaign.money.overhead import franchise_size, net_income, profit, size_from_counts
from tests.rules.campaign.memory_seasons import founded, signed

INCOME_ENDS = (20, 50, 80, 120, 170, 230, 300, 380, 470, 570)
SIZE_ENDS = (8, 11, 14, 16, 18, 20, 22)
PRINTED = """
30 25 20 15 10 5 0 0
50 40 30 25 20 10 5 0
70 60 50 40 30 25 20 10
90 80 70 60 50 40 30 20
110 100 90 80 70 50 40 30
130 110 100 90 80 60 50 40
150 130 120 100 90 70 60 50
160 150 140 120 100 80 70 60
170 160 150 130 120 100 90 80
180 170 160 140 130 110 100 90
190 180 170 150 140 120 110 100
"""
CELLS = [
    (row, column, int(cell))
    for row, line in enumerate(PRINTED.strip().splitlines())
    for column, cell in enumerate(line.split())
]


@pytest.mark.rule("DM-C-100")
@pytest.mark.parametrize(("row", "column", "k"), CELLS)
def test_every_cell_is_kept_from_its_first_to_its_last_figure(row: int, column: int, k: int) -> None:
    incomes = (INCOME_ENDS[row - 1] + 1 if row else -500, INCOME_ENDS[row] if row < 10 else 9999)
    sizes = (SIZE_ENDS[column - 1] + 1 if column else 0, SIZE_ENDS[column] if column < 7 else 99)
    for income in incomes:
        for big in sizes:
            result = profit(net_income=income * 1000, size=big)
            assert (result.profit, result.row, result.column) == (k * 1000, row, column)


@pytest.mark.rule("DM-C-100")
@pytest.mark.parametrize(
    ("income", "row"), [(-1, 0), (0, 0), (20_000, 0), (20_001, 1), (21_000, 1), (50_150, 2), (570_001, 10)]
)
def test_a_broken_k_rounds_up_before_the_look_up(income: int, row: int) -> None:
    assert profit(net_income=income, size=9).row == row


@pytest.mark.rule("DM-C-098")
def test_net_income_is_what_came_in_less_the_bills_and_may_be_negative() -> None:
    assert (
        net_income(prize=100, sponsor_income=20, face_income=3, cloning=1000, replacements=50, repairs=7)
        == 100 + 20 + 3 - 1000 - 50 - 7
    )


@pytest.mark.rule("DM-C-099", "DM-C-064")
@pytest.mark.parametrize(
    ("drivers", "cars", "overhead_cars", "rating", "counted"),
    [
        (6, 3, 0, 1, 9),
        (6, 3, 0, 2, 9),
        (6, 3, 0, 3, 10),
        (6, 3, 0, 4, 12),
        (10, 5, 5, 4, 23),
        (5, 3, 0, 1, 8),
        (0, 0, 0, 1, 0),
    ],
)
def test_size_counts_drivers_cars_overhead_cars_twice_and_staff(
    drivers: int, cars: int, overhead_cars: int, rating: int, counted: int
) -> None:
    assert size_from_counts(drivers=drivers, cars=cars, overhead_cars=overhead_cars, staff_rating=rating) == counted


@pytest.mark.rule("DM-C-099", "DM-C-012")
def test_who_cannot_be_fielded_counts_and_a_car_given_up_does_not() -> None:
    table = signed()
    for number, availability in enumerate(("heart_out", "season_out", "barred"), 1):
        table.season.driver(f"razors.d{number}").availability = availability
    assert franchise_size(table.season, "razors", staff_rating=1) == 9
    table.season.car("razors.c1").overhead = True
    assert franchise_size(table.season, "razors", staff_rating=3) == 11
    table.season.car("razors.c1").phase = "scrapped"
    assert franchise_size(table.season, "razors", staff_rating=3) == 9


@pytest.mark.rule("DM-C-099")
def test_a_franchise_counts_only_its_own() -> None:
    table = signed()
    assert franchise_size(table.season, "saints", staff_rating=1) == 9
    assert franchise_size(founded().season, "razors", staff_rating=1) == 0
