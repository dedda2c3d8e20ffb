"""A commissioner gives and takes items, cars and sponsors, within every limit."""

from __future__ import annotations

from typing import Any

import pytest

from rules.campaign.commissioner.give_or_take import (
    CarEntered,
    CarTaken,
    GiveCar,
    GiveItem,
    GiveSponsor,
    SponsorPooled,
    TakeCar,
    TakeItem,
    TakeSponsor,
)
from rules.campaign.core.command import OutOfStep
from rules.campaign.core.locks_and_shops import LockedForMatch
from rules.campaign.core.names import IdTaken
from rules.campaign.core.state import Car, CarNotInGarage, Item, Sponsor
from rules.campaign.garage.cars import GarageFull, GarageTooSmall
from rules.campaign.garage.item_placement import FitItem
from rules.campaign.garage.stores import ItemGained, ItemLost, ItemStowed
from rules.campaign.sponsors.holding_companies import LastSponsor
from rules.campaign.sponsors.kinds import SponsorJoined, SponsorsFull
from rules.campaign.sponsors.party import SponsorLeft
from rules.core.refusals import Malformed, Unknown
from rules.core.terms import CarId, FranchiseId, ItemId, SponsorId
from tests.rules.campaign.memory_seasons import Table, locked, signed

RAZORS = FranchiseId("razors")
C4 = CarId("razors.c4")


def item(kind: str, **fields: Any) -> GiveItem:
    """An item given to the razors."""
    return GiveItem(franchise=RAZORS, item=ItemId("razors.i1"), kind=kind, **fields)


@pytest.mark.rule("HOUSE-003", "DM-C-067")
@pytest.mark.parametrize(
    ("given", "comes"),
    [
        ({"kind": "machinegun"}, {}),
        ({"kind": "tire_solid", "tread": "mud_and_snow"}, {}),
        ({"kind": "gear_set", "gearing": -1}, {}),
        ({"kind": "rare_tires", "carcass": "solid", "tread": "snow"}, {}),
        ({"kind": "medical_kit"}, {"uses": 3}),
        ({"kind": "medical_kit", "uses": 1}, {}),
        ({"kind": "heat_seeking_rockets", "variant": "rockets"}, {}),
        ({"kind": "booster_rockets", "rolled": {"ammunition": 1, "burn_turns": 3}}, {}),
        ({"kind": "kami_bomb", "rolled": {"ammunition": 2, "penetration": 3}}, {}),
        ({"kind": "efficient_injectors", "rolled": {"fuel": 3}}, {}),
    ],
)
def test_an_item_of_any_table_is_given(given: dict[str, Any], comes: dict[str, Any]) -> None:
    table = signed()
    table.give(GiveItem(franchise=RAZORS, item=ItemId("razors.i1"), **given))
    assert table.season.item("razors.i1") == Item(
        id="razors.i1", franchise="razors", origin="house", **{**given, **comes}
    )
    (fact,) = table.said(ItemGained)
    assert (fact.rule, fact.item, fact.item_kind, fact.paid) == ("HOUSE-003", "razors.i1", given["kind"], 0)


@pytest.mark.rule("HOUSE-003")
@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"kind": "jetpack"}, ["jetpack", "no table"]),
        ({"kind": "tire_solid"}, ["tread", "traction"]),
        ({"kind": "tire_solid", "tread": "mud"}, ["tread"]),
        ({"kind": "machinegun", "tread": "snow"}, ["only tires"]),
        ({"kind": "rare_tires", "carcass": "light", "tread": "snow"}, ["carcass", "puncture_resistant"]),
        ({"kind": "rare_tires", "carcass": "solid", "tread": "mud_and_snow"}, ["tread"]),
        ({"kind": "tire_solid", "tread": "snow", "carcass": "solid"}, ["only rare tires"]),
        ({"kind": "gear_set", "gearing": 2}, ["gearing 2"]),
        ({"kind": "machinegun", "gearing": 1}, ["only a gear-set"]),
        ({"kind": "heat_seeking_rockets"}, ["pack"]),
        ({"kind": "rockets", "variant": "rockets"}, ["only heat-seeking"]),
        (
            {"kind": "booster_rockets", "rolled": {"ammunition": 4, "burn_turns": 0}},
            ["ammunition", "burn turns", "1 to 3"],
        ),
        ({"kind": "kami_bomb", "rolled": {"ammunition": 3, "penetration": 6}}, ["1 to 2", "3 to 5"]),
        ({"kind": "efficient_injectors"}, ["fuel"]),
        ({"kind": "laser", "rolled": {"fuel": 1}}, ["fuel"]),
        ({"kind": "medical_kit", "uses": 4}, ["4 uses"]),
        ({"kind": "medical_kit", "uses": 0}, ["0 uses"]),
        ({"kind": "machinegun", "uses": 1}, ["1 uses"]),
    ],
)
def test_nothing_is_given_that_cannot_be(given: dict[str, Any], words: list[str]) -> None:
    signed().refused(GiveItem(franchise=RAZORS, item=ItemId("razors.i1"), **given), Malformed, *words)


@pytest.mark.rule("HOUSE-003")
def test_an_item_is_taken_from_wherever_it_is() -> None:
    table = signed()
    table.give(item("machinegun"))
    table.refused(item("machinegun"), IdTaken, "razors.i1")
    table.give(FitItem(franchise=RAZORS, item=ItemId("razors.i1"), car=CarId("razors.c1")))
    table.give(TakeItem(item=ItemId("razors.i1")))
    assert table.season.items == {}
    assert [(fact.rule, fact.reason) for fact in table.said(ItemLost)] == [("HOUSE-003", "taken by the commissioner")]
    table.refused(TakeItem(item=ItemId("razors.i1")), Unknown, "razors.i1")


@pytest.mark.rule("HOUSE-003", "DM-C-065", "DM-C-066")
@pytest.mark.parametrize(
    ("given", "dp"),
    [({}, 60), ({"overhead": True}, 75), ({"dp": 63}, 63), ({"overhead": True, "dp": 81, "gearing": 1}, 81)],
)
def test_a_car_is_given_for_nothing(given: dict[str, Any], dp: int) -> None:
    table = signed()
    table.give(GiveCar(franchise=RAZORS, car=C4, name="Gift", gunner_station=True, **given))
    assert table.season.car("razors.c4") == Car(
        id="razors.c4", franchise="razors", paid=0, gunner_station=True, **{**given, "dp": dp}
    )
    assert [(fact.rule, fact.car, fact.name, fact.dp) for fact in table.said(CarEntered)] == [
        ("HOUSE-003", "razors.c4", "Gift", dp)
    ]


@pytest.mark.rule("HOUSE-003", "DM-C-065", "DM-C-075")
def test_a_car_is_given_where_there_is_room_and_as_one_is_built() -> None:
    table = signed()
    table.refused(GiveCar(franchise=RAZORS, car=C4, dp=61), Malformed, "61 DP", "60 or 63")
    table.refused(GiveCar(franchise=RAZORS, car=C4, overhead=True, dp=78), Malformed, "75 or 81")
    table.refused(GiveCar(franchise=RAZORS, car=C4, gearing=2), Malformed, "gearing 2")
    table.refused(GiveCar(franchise=RAZORS, car=C4, name="x" * 81), Malformed, "name")
    table.refused(GiveCar(franchise=RAZORS, car=CarId("razors.c1")), IdTaken, "razors.c1")
    table.give(GiveCar(franchise=RAZORS, car=C4))
    table.give(GiveCar(franchise=RAZORS, car=CarId("razors.c5")))
    table.refused(GiveCar(franchise=RAZORS, car=CarId("razors.c6")), GarageFull, "5")


@pytest.mark.rule("DM-C-073", "DM-C-075")
@pytest.mark.switch("sponsors.same_type_effects_stack", True)
def test_a_car_may_have_the_help_of_several_manufacturers_where_they_add_up() -> None:
    table = signed(switches={"sponsors.same_type_effects_stack": True})
    table.give(GiveCar(franchise=RAZORS, car=C4, dp=75))
    assert table.season.car("razors.c4").dp == 75


@pytest.mark.rule("HOUSE-003", "DM-C-065")
def test_a_car_is_taken_with_what_never_comes_off_it() -> None:
    table = signed(cars=4)
    kinds = {"razors.i1": "machinegun", "razors.i2": "active_suspension"}
    for id, kind in kinds.items():
        table.give(GiveItem(franchise=RAZORS, item=ItemId(id), kind=kind))
        table.give(FitItem(franchise=RAZORS, item=ItemId(id), car=C4))
    table.give(TakeCar(car=C4))
    assert [(fact.franchise, fact.car) for fact in table.said(CarTaken)] == [("razors", "razors.c4")]
    assert [fact.item for fact in table.said(ItemStowed)] == ["razors.i1"]
    assert [fact.item for fact in table.said(ItemLost)] == ["razors.i2"]
    assert (list(table.season.items), table.season.item("razors.i1").car) == (["razors.i1"], "")
    assert table.season.car("razors.c4").phase == "scrapped"
    table.refused(TakeCar(car=C4), CarNotInGarage, "razors.c4")
    table.refused(TakeCar(car=CarId("razors.c1")), GarageTooSmall, "3")


@pytest.mark.rule("HOUSE-003", "DM-C-069")
def test_a_sponsor_is_given_up_to_the_most_and_never_the_last_one_taken() -> None:
    table = signed()
    table.sponsor("razors", "oil")
    table.refused(TakeSponsor(sponsor=SponsorId("razors.s1")), LastSponsor, "razors.s1")
    table.give(GiveSponsor(franchise=RAZORS, sponsor=SponsorId("razors.gift"), kind="energy"))
    assert table.season.sponsor("razors.gift") == Sponsor(id="razors.gift", franchise="razors", kind="energy")
    (joined,) = [fact for fact in table.said(SponsorJoined) if fact.rule == "HOUSE-003"]
    assert (joined.franchise, joined.sponsor, joined.sponsor_kind) == ("razors", "razors.gift", "energy")
    table.give(TakeSponsor(sponsor=SponsorId("razors.s1")))
    assert [sponsor.id for sponsor in table.season.sponsors_of("razors")] == ["razors.gift"]
    (departure,) = table.said(SponsorLeft)
    assert (departure.rule, departure.sponsor, departure.sponsor_kind) == ("HOUSE-003", "razors.s1", "oil")
    table.sponsor("razors", *["oil"] * 5)
    table.refused(
        GiveSponsor(franchise=RAZORS, sponsor=SponsorId("razors.gift"), kind="oil"), SponsorsFull, "5 sponsors"
    )


@pytest.mark.rule("HOUSE-003")
def test_a_sponsor_is_of_a_kind_there_is_and_belongs_to_somebody() -> None:
    table = signed()
    gift = SponsorId("razors.gift")
    table.refused(GiveSponsor(franchise=RAZORS, sponsor=gift, kind="circus"), Unknown, "circus", "munitions")
    table.refused(GiveSponsor(franchise=RAZORS, sponsor=SponsorId("razors.s1"), kind="oil"), IdTaken, "razors.s1")
    table.season.sponsor("razors.s1").franchise = ""
    table.refused(TakeSponsor(sponsor=SponsorId("razors.s1")), SponsorPooled, "razors.s1")


@pytest.mark.rule("HOUSE-003")
def test_gifts_begin_with_the_hiring_and_end_with_the_season() -> None:
    table = signed()
    table.season.switches = {"season.setup_single_window": False}
    for step, refused in (("S0", True), ("S1", False), ("E9", False), ("closed", True)):
        table.season.step = step
        table.season.items.clear()
        if refused:
            table.refused(item("machinegun"), OutOfStep, "give_item")
        else:
            table.give(item("machinegun"))


@pytest.mark.rule("HOUSE-003", "DM-C-007")
@pytest.mark.parametrize(
    "given",
    [
        item("machinegun"),
        TakeItem(item=ItemId("razors.old")),
        GiveCar(franchise=RAZORS, car=C4),
        TakeCar(car=CarId("razors.c1")),
        GiveSponsor(franchise=RAZORS, sponsor=SponsorId("razors.gift"), kind="oil"),
        TakeSponsor(sponsor=SponsorId("razors.s1")),
    ],
)
def test_what_is_locked_for_a_match_stands_still(given: Any) -> None:
    table: Table = locked(cars=4)
    table.season.items["razors.old"] = Item(id="razors.old", franchise="razors", kind="machinegun")
    if isinstance(given, GiveCar):
        del table.season.cars["razors.c4"]
    table.refused(given, LockedForMatch, "m1")
