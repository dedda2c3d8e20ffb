"""Standing orders as documents: sensible defaults, and invalid policies refused by name."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from rules.campaign.steward import DEFAULT_ORDERS, Orders, orders_from
from rules.campaign.steward.standing_orders import PolicyImproper, PolicyUnknown
from rules.core.canonical_json import without_defaults
from rules.core.terms import Trait

pytestmark = pytest.mark.rule(
    "DM-C-179",
)


def test_no_orders_are_the_orders_of_the_house() -> None:
    assert orders_from({}) == Orders() == DEFAULT_ORDERS


def test_the_orders_of_the_house_are_these() -> None:
    assert plain_orders(DEFAULT_ORDERS) == {
        "reserve_k": 60,
        "season_end_k": 500,
        "party_k": 40,
        "staff_k": 100,
        "driver_k": 120,
        "car_k": 150,
        "item_k": 20,
        "offer_k": 60,
        "offers": {"active_suspension": 0, "efficient_injectors": 0, "hydraulics": 0, "turbochargers": 0},
        "world_trade": True,
        "holding": "to_survive",
        "trades": "decline",
        "roster": 8,
        "staff_rating": 2,
        "keep_staff": True,
        "match_mechanic": False,
        "drivers": [],
        "rest_at": 2,
        "gunners": True,
        "traits": [Trait.GUNNERY, Trait.DRIVING],
        "medical": True,
        "garage": 3,
        "overhead_cars": 0,
        "gunner_stations": False,
        "gearing": 0,
        "cars": [],
        "replace_k": 8,
        "repair_k": 7,
        "tires": "light",
        "tread": "street",
        "weapons": ["machinegun"],
        "protect": [],
        "draft": [],
        "draft_queue": [],
        "pick": True,
        "safe": [],
        "sponsors": [],
    }


def plain_orders(orders: Orders) -> dict[str, Any]:
    """Every policy with its value."""
    return {field.name: getattr(orders, field.name) for field in fields(orders)}


@pytest.mark.parametrize(
    ("policy", "least", "most"), [("reserve_k", 0, 1_000_000), ("offer_k", 0, 1_000_000), ("roster", 0, 100)]
)
def test_an_amount_and_a_number_lie_within_their_ends(policy: str, least: int, most: int) -> None:
    for value in (least, most):
        assert getattr(orders_from({policy: value}), policy) == value
    for beyond in (least - 1, most + 1):
        with pytest.raises(PolicyImproper):
            orders_from({policy: beyond})


@pytest.mark.parametrize(("policy", "values"), [("staff_rating", [1, 2, 3, 4]), ("gearing", [-1, 0, 1])])
def test_a_rating_and_a_gearing_are_one_of_these(policy: str, values: list[int]) -> None:
    for value in range(-2, 7):
        if value in values:
            assert getattr(orders_from({policy: value}), policy) == value
        else:
            with pytest.raises(PolicyImproper):
                orders_from({policy: value})


def test_orders_come_back_from_their_document() -> None:
    orders = Orders(party_k=150, staff_rating=3, drivers=["f1.d2"], traits=[Trait.TOUGHNESS], offers={"laser": 60})
    assert orders_from(without_defaults(orders)) == orders
    chosen = Orders(weapons=["rockets", "machinegun"], sponsors=["oil", "munitions"], offers={"new_contract": 90})
    assert orders_from(without_defaults(chosen)) == chosen


@pytest.mark.parametrize(
    ("policy", "value"),
    [
        ("reserve_k", -1),
        ("reserve_k", True),
        ("party_k", "40"),
        ("roster", 101),
        ("staff_rating", 5),
        ("gearing", 2),
        ("gunners", 1),
        ("holding", "always"),
        ("trades", "accept"),
        ("drivers", "f1.d1"),
        ("drivers", [1]),
        ("traits", ["luck"]),
        ("tires", "rare"),
        ("tread", "ice"),
        ("offers", {"laser": -1}),
        ("offers", {"death_ray": 60}),
        ("weapons", ["laser"]),
        ("weapons", ["tire_light"]),
        ("sponsors", ["brewery"]),
    ],
)
def test_a_policy_that_makes_no_sense_is_refused_by_name(policy: str, value: Any) -> None:
    with pytest.raises(PolicyImproper) as raised:
        orders_from({policy: value})
    assert policy in raised.value.sentence


def test_an_unknown_policy_is_refused_with_those_there_are() -> None:
    with pytest.raises(PolicyUnknown) as raised:
        orders_from({"pary_k": 40})
    assert "'pary_k'" in raised.value.sentence
    assert "party_k" in raised.value.sentence


def test_nothing_that_may_keep_its_car_out_of_a_match_is_bought_without_being_asked_for() -> None:
    assert DEFAULT_ORDERS.offers == {
        "active_suspension": 0,
        "efficient_injectors": 0,
        "hydraulics": 0,
        "turbochargers": 0,
    }
