"""Staff at the desk: hired by rating, and kept or let go at the season's end."""

from __future__ import annotations

import pytest

from tests.command_forms.desk import Sitter
from tests.league.small_league import Table, founded, settled

pytestmark = pytest.mark.django_db


def test_staff_is_hired_and_each_rating_says_what_it_adds_to_the_size() -> None:
    table = founded()
    razors = Sitter(table.season, "razors")
    page = razors.open("hire_staff").content.decode()
    assert "rating 3 for 100k, adds 1 to the size" in page
    assert razors.give("hire_staff", rating="3").status_code == 302
    assert table.state.franchise("razors").staff_rating == 3


def test_a_rating_that_nobody_supplies_is_neither_offered_nor_hired() -> None:
    oil = [1, 1]
    table = founded(faces={"setup/razors/founding": [*oil, 1, 4, 2, 1]})
    razors = Sitter(table.season, "razors")
    assert "rating 4 for 300k" not in razors.open("hire_staff").content.decode()
    answer = razors.give("hire_staff", rating="4")
    assert answer.status_code == 422
    assert "only they supply rating 4" in answer.content.decode()


@pytest.mark.parametrize("rating", ["best", "1e3", ""])
def test_a_rating_that_is_no_number_is_refused_and_asked_again(rating: str) -> None:
    assert Sitter(founded().season, "razors").give("hire_staff", rating=rating).status_code == 422


@pytest.mark.parametrize(("keep", "rating", "paid"), [("yes", 2, 12_000), ("no", 1, 0)])
def test_staff_is_kept_for_its_fee_or_let_go(keep: str, rating: int, paid: int) -> None:
    table = at_staff_keep()
    razors, before = Sitter(table.season, "razors"), table.state.franchise("razors").balance
    page = razors.open("keep_staff").content.decode()
    assert "keep rating 2 for 12k" in page
    assert razors.give("keep_staff", keep=keep).status_code == 302
    after = table.state.franchise("razors")
    assert (after.staff_rating, before - after.balance, after.staff_decided) == (rating, paid, True)


def test_deciding_twice_is_refused() -> None:
    table = at_staff_keep()
    razors = Sitter(table.season, "razors")
    razors.give("keep_staff", keep="no")
    assert "has decided about its staff already" in razors.give("keep_staff", keep="yes").content.decode()


def at_staff_keep() -> Table:
    """A league at E4 whose first franchise must decide about its staff of rating 2."""
    table = founded(rounds=1)
    table.give("hire_staff", by="razors", franchise="razors", rating=2)
    for franchise in table.franchises:
        for number in range(1, 4):
            table.give(
                "hire_rookie",
                by=franchise,
                franchise=franchise,
                driver=f"{franchise}.d{number}",
                name=f"{franchise} {number}",
            )
        table.give("acknowledge_short_roster", by=franchise, franchise=franchise)
        for number in range(1, 4):
            table.give("buy_car", by=franchise, franchise=franchise, car=f"{franchise}.car{number}")
    table.give("close_setup")
    settled(table=table)
    for tag in ("rank_table", "award_cup", "retire_drivers"):
        table.give(tag)
    return table
