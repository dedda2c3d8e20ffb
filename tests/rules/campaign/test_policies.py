"""Standing orders as documents: sensible without any, refused by name when they make no sense."""

from __future__ import annotations

from typing import Any

import pytest

from rules.campaign.codec import plain
from rules.campaign.steward import DEFAULT_ORDERS, Orders, orders_from
from rules.campaign.steward.policies import PolicyImproper, PolicyUnknown
from rules.terms import Trait


def test_no_orders_are_the_orders_of_the_house() -> None:
    assert orders_from({}) == Orders() == DEFAULT_ORDERS


def test_orders_come_back_from_their_document() -> None:
    orders = Orders(party_k=150, staff_rating=3, drivers=["f1.d2"], traits=[Trait.TOUGHNESS], offers={"laser": 60})
    assert orders_from(plain(orders)) == orders


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
    with pytest.raises(PolicyImproper) as refused:
        orders_from({policy: value})
    assert policy in refused.value.sentence


def test_an_unknown_policy_is_refused_with_those_there_are() -> None:
    with pytest.raises(PolicyUnknown) as refused:
        orders_from({"pary_k": 40})
    assert "'pary_k'" in refused.value.sentence
    assert "party_k" in refused.value.sentence


def test_nothing_that_may_keep_its_car_out_of_a_match_is_bought_without_being_asked_for() -> None:
    assert DEFAULT_ORDERS.offers == {
        "active_suspension": 0,
        "efficient_injectors": 0,
        "hydraulics": 0,
        "turbochargers": 0,
    }
