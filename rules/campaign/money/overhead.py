"""Overhead: how much of a match's net income a franchise keeps. Rules DM-C-098 to DM-C-100."""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.core.facts import BookedFact, fact
from rules.campaign.core.state import Season
from rules.core.tables import band, grid
from rules.core.terms import Credits, K, MatchId

SIZE_BY_STAFF_RATING = {1: 0, 2: 0, 3: 1, 4: 3}
"""How much mechanical staff adds to the size of a franchise (DM-C-099)."""
SIZE_UP_TO = (8, 11, 14, 16, 18, 20, 22)
"""The largest size of each column of `PROFIT_K`; the last column is for 23 and more."""
INCOME_UP_TO_K = (20, 50, 80, 120, 170, 230, 300, 380, 470, 570)
"""The largest net income of each row, in k; the last row is for 571k and more."""
PROFIT_K = grid(
    rows=11,
    columns=8,
    cells=(
        30, 25, 20, 15, 10, 5, 0, 0,
        50, 40, 30, 25, 20, 10, 5, 0,
        70, 60, 50, 40, 30, 25, 20, 10,
        90, 80, 70, 60, 50, 40, 30, 20,
        110, 100, 90, 80, 70, 50, 40, 30,
        130, 110, 100, 90, 80, 60, 50, 40,
        150, 130, 120, 100, 90, 70, 60, 50,
        160, 150, 140, 120, 100, 80, 70, 60,
        170, 160, 150, 130, 120, 100, 90, 80,
        180, 170, 160, 140, 130, 110, 100, 90,
        190, 180, 170, 150, 140, 120, 110, 100,
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class OverheadCell:
    """The profit in credits, with the 0-based row and column of the table cell it was read from."""

    profit: Credits
    row: int
    column: int


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class ProfitKept(BookedFact):
    """What a franchise kept of a match's net income: the cell of its net income and its size (DM-C-100)."""

    says = "{franchise} kept {amount} of a net income of {net_income} in {match}, at size {size}."
    match: MatchId
    net_income: Credits
    size: int
    row: int
    column: int


def size_from_counts(*, drivers: int, cars: int, overhead_cars: int, staff_rating: int) -> int:
    """Franchise size: drivers, cars, overhead cars again, +1 for staff rating 3, +3 for rating 4 (DM-C-099)."""
    return drivers + cars + overhead_cars + SIZE_BY_STAFF_RATING[staff_rating]


def franchise_size(season: Season, franchise: str, *, staff_rating: int) -> int:
    """The present size of a franchise, including drivers who are unavailable (DM-C-099)."""
    garage = season.garage(franchise)
    return size_from_counts(
        drivers=len(season.roster(franchise)),
        cars=len(garage),
        overhead_cars=sum(car.overhead for car in garage),
        staff_rating=staff_rating,
    )


def net_income(
    *,
    prize: int,
    sponsor_income: int,
    face_income: int,
    cup_bonus: int = 0,
    holding_payout: int = 0,
    cloning: int,
    replacements: int,
    repairs: int,
) -> Credits:
    """A match's net income in credits: all income minus the bills. It may be negative (DM-C-098).

    A holding company's payout is part of it only by house rule (DM-C-084).
    """
    income = prize + sponsor_income + face_income + cup_bonus + holding_payout
    return Credits(income - cloning - replacements - repairs)


def profit(*, net_income: int, size: int) -> OverheadCell:
    """The profit on a net income in credits, which is rounded up to a whole k before the look-up (DM-C-100)."""
    row = band(-(-net_income // K), INCOME_UP_TO_K)
    column = band(size, SIZE_UP_TO)
    return OverheadCell(profit=Credits(PROFIT_K[row][column] * K), row=row, column=column)
