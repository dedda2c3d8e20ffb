"""Printed prices."""

from __future__ import annotations

import pytest

from rules.campaign.money import prices
from rules.campaign.money.prices import car_price, repair_price, replacement_price, veteran_fee
from rules.core.dice import Stream
from rules.core.rolled_price import RolledPrice


@pytest.mark.rule("DM-C-004")
def test_a_rolled_price_is_fixed_by_its_dice() -> None:
    rolled = RolledPrice(15, 2).roll(item="ram_guard", stream=Stream("m1/shop/a", loaded=[3, 6]))
    assert (rolled.price, rolled.roll.faces) == (24_000, (3, 6))


@pytest.mark.rule("DM-C-062", "DM-C-176")
@pytest.mark.parametrize(("level", "fee"), [(1, 52_000), (4, 58_000), (9, 68_000)])
def test_a_veteran_is_hired_for_50k_and_2k_a_level(level: int, fee: int) -> None:
    assert veteran_fee(level=level) == fee


@pytest.mark.rule("DM-C-066", "DM-C-176")
def test_a_car_is_100k_and_an_overhead_car_150k() -> None:
    assert (car_price(overhead=False), car_price(overhead=True)) == (100_000, 150_000)


@pytest.mark.rule("DM-C-173", "DM-C-095")
def test_a_replacement_is_5k_and_of_an_overhead_car_8k() -> None:
    assert (replacement_price(overhead=False), replacement_price(overhead=True)) == (5000, 8000)


@pytest.mark.rule("DM-C-173", "DM-C-095")
@pytest.mark.parametrize(
    ("criticals", "normal", "overhead"),
    [(0, 0, 0), (1, 1, 2), (2, 2, 4), (3, 3, 6), (4, 4, 7), (5, 4, 7), (12, 4, 7)],
)
def test_repairs_are_billed_a_critical_up_to_the_cap(criticals: int, normal: int, overhead: int) -> None:
    assert repair_price(criticals=criticals, overhead=False) == normal * 1000
    assert repair_price(criticals=criticals, overhead=True) == overhead * 1000


@pytest.mark.rule("DM-C-176", "DM-C-058", "DM-C-061", "DM-C-064", "DM-C-173")
def test_season_prices_are_as_printed() -> None:
    assert prices.SEED_MONEY_K == 1000
    assert prices.ROOKIE_K == 50
    assert prices.STAFF_K == {1: 0, 2: 25, 3: 100, 4: 300}
    assert prices.MATCH_MECHANIC_K == 50
    assert prices.PARTY_K == (10, 20, 40, 80, 150, 300)
    assert prices.LEGAL_FEE_K == 10
    assert prices.CLONING_K == 5
