"""The defaults of every kind of object in a season."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pytest

from rules.campaign.core.state import (
    Car,
    Contract,
    Driver,
    Franchise,
    Goods,
    Item,
    LineUp,
    LockSnapshot,
    Match,
    Offer,
    Round,
    Season,
    Seat,
    Sponsor,
)
from rules.campaign.founding.opening_sheet import (
    CarSheet,
    DriverSheet,
    FranchiseSheet,
    ItemSheet,
    Sheet,
    SponsorSheet,
)
from rules.core.terms import CarId, DriverId, FranchiseId, ItemId, SponsorId

EMPTY: tuple[Any, ...] = (False, "", None, [], {})
MATCH = pytest.mark.rule("DM-C-091", "DM-C-087", "DM-C-089", "DM-C-092")

# Each row: an object with only its required fields, and its other values that are not empty.
NEW = [
    pytest.param(
        Franchise(id="x"),
        {"staff_rating": 1, "first_season": 1},
        marks=pytest.mark.rule("DM-C-058", "DM-C-064", "DM-C-091", "DM-C-156", "DM-C-164"),
    ),
    pytest.param(
        Driver(id="x"),
        {"driving": 3, "gunnery": 3, "initiative": 3, "toughness": 3, "level": 1, "availability": "available"},
        marks=pytest.mark.rule("DM-C-009", "DM-C-011", "DM-C-012"),
    ),
    pytest.param(Contract(id="x", franchise="", fee=0), {"origin": "rookie", "phase": "signed"}),
    pytest.param(Car(id="x", franchise="", dp=0, paid=0), {"phase": "garage"}, marks=pytest.mark.rule("DM-C-066")),
    pytest.param(Sponsor(id="x", franchise="", kind=""), {"joined": 1}, marks=pytest.mark.rule("DM-C-068")),
    pytest.param(Round(id="x", number=0), {"step": "announced"}, marks=pytest.mark.rule("DM-C-177")),
    pytest.param(
        Match(id="x", round="", event=""),
        {"heats": 1, "vehicles_per_team": 3, "place": 1, "repair_attempts": 6, "step": "M2"},
        marks=MATCH,
    ),
    pytest.param(LockSnapshot(), {"toughness": 3}, marks=pytest.mark.rule("DM-C-007")),
    pytest.param(LineUp(id="x", match="", franchise=""), {}, marks=pytest.mark.rule("DM-C-064", "DM-C-105")),
    pytest.param(Seat(id="x", line_up="", car="", driver=""), {}),
    pytest.param(Item(id="x", franchise="", kind=""), {"origin": "list"}, marks=pytest.mark.rule("DM-C-067")),
    pytest.param(Offer(id="x", match="", franchise="", source="", kind="", listed=0, price=0), {}),
    pytest.param(Goods(), {}, marks=pytest.mark.rule("DM-C-107")),
    pytest.param(Season(), {"number": 1, "edition": "1", "step": "S0"}, marks=pytest.mark.rule("DM-C-180")),
    pytest.param(
        DriverSheet(driver=DriverId("")),
        {"driving": 3, "gunnery": 3, "initiative": 3, "toughness": 3, "level": 1, "fee": 50_000},
        marks=pytest.mark.rule("DM-C-048", "DM-C-062", "DM-C-180"),
    ),
    pytest.param(CarSheet(car=CarId("")), {}, marks=pytest.mark.rule("DM-C-180")),
    pytest.param(ItemSheet(item=ItemId(""), kind=""), {}, marks=pytest.mark.rule("DM-C-180")),
    pytest.param(SponsorSheet(sponsor=SponsorId(""), kind=""), {}, marks=pytest.mark.rule("DM-C-168", "DM-C-180")),
    pytest.param(
        FranchiseSheet(franchise=FranchiseId("")),
        {"staff_rating": 1, "first_season": 1},
        marks=pytest.mark.rule("DM-C-180"),
    ),
    pytest.param(Sheet(franchises=[]), {}, marks=pytest.mark.rule("DM-C-180")),
]


@pytest.mark.parametrize(("new", "has"), NEW)
def test_a_new_thing_has_what_the_book_gives_it_and_nothing_else(new: Any, has: dict[str, Any]) -> None:
    values = {name: value for name, value in asdict(new).items() if value not in EMPTY and name != "id"}
    assert values == has
