"""A league that was played on paper continues in the tables: its people have names, and its sums add up."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth import get_user_model

from drivers.models import Driver
from franchises.models import Car, Franchise, Item, LedgerLine
from journal import open_season
from league.membership import found_league
from league.models import StandingsLine
from tests.league.small_league import BEGAN, SECRET, Table, assert_reconciled

pytestmark = pytest.mark.django_db


def franchise(name: str, **others: Any) -> dict[str, Any]:
    """A franchise of an opening sheet, with six drivers, three cars and a sponsor."""
    return {
        "franchise": name,
        "name": f"The {name.title()}",
        "balance": 250_000,
        "drivers": [{"driver": f"{name}.d{number}", "name": f"{name} {number}"} for number in range(1, 7)],
        "cars": [{"car": f"{name}.c{number}", "name": f"Car {number}", "paid": 100_000} for number in (1, 2, 3)],
        "items": [{"item": f"{name}.gun", "kind": "machinegun", "car": f"{name}.c1"}],
        "sponsors": [{"sponsor": f"{name}.s1", "kind": "oil"}],
        **others,
    }


def on_paper() -> Table:
    """A league whose third season starts from an opening sheet, with two rounds already played."""
    boss = get_user_model().objects.create_user("boss")
    table = Table()
    handle = table.handle("boss")
    found_league(id="rust-belt", name="Rust Belt", public=True, commissioner=boss, at=BEGAN, handle=handle)
    open_season("rust-belt", "s1", secret=SECRET, rounds=5, number=3, actor=handle, at=BEGAN, key="open")
    razors = franchise("razors", points=40, wins=2, criticals=7)
    sheet = {"rounds_before": 2, "franchises": [razors, franchise("saints", points=11)]}
    table.give("open_from_sheet", sheet=sheet, reason="We played on paper until now.")
    return table


@pytest.mark.rule("DM-C-180", "HOUSE-004")
def test_points_of_a_sheet_and_by_award_add_up() -> None:
    table = on_paper()
    table.give("open_setup")
    table.give("close_setup")
    table.give("award_points", franchise="saints", points=-3, reason="They skipped the clean-up.")
    lines = StandingsLine.objects.filter(season=table.season).order_by("pk")
    assert list(lines.values_list("franchise_id", "match", "points", "wins", "criticals")) == [
        ("rust-belt/s1/razors", None, 40, 2, 7),
        ("rust-belt/s1/saints", None, 11, 0, 0),
        ("rust-belt/s1/saints", None, -3, 0, 0),
    ]
    assert_reconciled(table.season)


def test_what_stands_on_the_sheet_stands_in_the_tables_with_its_names() -> None:
    table = on_paper()
    assert Franchise.objects.get(pk="rust-belt/razors").name == "The Razors"
    assert Driver.objects.get(pk="rust-belt/razors.d2").name == "razors 2"
    assert Car.objects.get(pk=f"{table.season}/razors.c3").name == "Car 3"
    assert Item.objects.get(pk=f"{table.season}/razors.gun").car_id == f"{table.season}/razors.c1"
    assert LedgerLine.objects.get(season=table.season, franchise=f"{table.season}/razors").amount == 250_000
    assert (table.row.number, table.row.rounds_before) == (3, 2)
    assert_reconciled(table.season)
