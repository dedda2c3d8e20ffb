"""Putting items on cars, weapons and drivers, and taking them off."""

from __future__ import annotations

import pytest

from rules.campaign.core.command import OutOfStep
from rules.campaign.core.locks_and_shops import LockedForMatch
from rules.campaign.core.state import Car, CarNotInGarage, DriverNotOnRoster
from rules.campaign.garage.item_placement import (
    AlreadyStowed,
    FitItem,
    ItemStuck,
    NoWeapon,
    PlaceTaken,
    StowItem,
    WeaponExpendable,
    WrongPlace,
)
from rules.campaign.garage.stores import ItemFitted, ItemFixed, ItemStowed, ItemWorn, NotYourItem
from rules.core.refusals import Refusal, Unknown
from rules.core.terms import CarId, DriverId, FranchiseId, ItemId
from tests.rules.campaign.memory_seasons import founded, locked, shopping, signed

RAZORS = FranchiseId("razors")
D1 = DriverId("razors.d1")


def fit(item: str, *, car: str = "", driver: str = "", weapon: str = "") -> FitItem:
    """The razors put one of their items somewhere, by ids without the franchise."""

    def named(id: str) -> str:
        return f"razors.{id}" if id else ""

    return FitItem(
        franchise=RAZORS,
        item=ItemId(named(item)),
        car=CarId(named(car)),
        driver=DriverId(named(driver)),
        weapon=ItemId(named(weapon)),
    )


def stow(item: str) -> StowItem:
    """The razors take one of their items off."""
    return StowItem(franchise=RAZORS, item=ItemId(f"razors.{item}"))


@pytest.mark.rule("DM-C-067", "DM-C-138")
def test_a_gun_goes_on_a_car_and_to_another_and_back_to_the_stores() -> None:
    table = signed()
    laser = table.stock("laser")
    expected = ItemFitted(
        rule="DM-C-138", franchise=RAZORS, item=ItemId("razors.laser"), item_kind="laser", car=CarId("razors.c1")
    )
    assert table.give(fit("laser", car="c1")) == [expected]
    assert table.season.items_on_car("razors.c1") == [laser]
    table.give(fit("laser", car="c2"))
    assert (table.season.items_on_car("razors.c1"), table.season.items_on_car("razors.c2")) == ([], [laser])
    back = ItemStowed(rule="DM-C-067", franchise=RAZORS, item=ItemId("razors.laser"), item_kind="laser")
    assert table.give(stow("laser")) == [back]
    assert (laser.car, table.season.items_on_car("razors.c2")) == ("", [])


@pytest.mark.rule("DM-C-120", "DM-C-155")
def test_an_aid_goes_on_a_weapon_and_is_wherever_that_is() -> None:
    table = signed()
    laser = table.stock("laser", car="razors.c1")
    ranger = table.stock("auto_ranger")
    assert table.give(fit("auto-ranger", weapon="laser")) == [
        ItemFixed(
            rule="DM-C-155",
            franchise=RAZORS,
            item=ItemId("razors.auto-ranger"),
            item_kind="auto_ranger",
            weapon=ItemId("razors.laser"),
        )
    ]
    assert table.season.items_on_car("razors.c1") == [ranger, laser]
    table.give(stow("auto-ranger"))
    assert table.season.items_on_car("razors.c1") == [laser]


@pytest.mark.rule("DM-C-135", "DM-C-132")
def test_personal_equipment_is_worn_and_given_to_another() -> None:
    table = signed()
    armour = table.stock("heavy_body_armour")
    assert table.give(fit("heavy-body-armour", driver="d1")) == [
        ItemWorn(
            rule="DM-C-135",
            franchise=RAZORS,
            item=ItemId("razors.heavy-body-armour"),
            item_kind="heavy_body_armour",
            driver=D1,
        )
    ]
    assert table.season.equipment_of("razors.d1") == [armour]
    table.give(fit("heavy-body-armour", driver="d2"))
    assert (table.season.equipment_of("razors.d1"), table.season.equipment_of("razors.d2")) == ([], [armour])


@pytest.mark.rule("DM-C-067", "DM-C-135", "DM-C-120", "DM-C-127", "DM-C-130")
@pytest.mark.parametrize(
    ("kind", "order", "says"),
    [
        ("machinegun", fit("thing"), "goes on a car"),
        ("machinegun", fit("thing", driver="d1"), "goes on a car"),
        ("machinegun", fit("thing", weapon="gun"), "goes on a car"),
        ("machinegun", fit("thing", car="c1", driver="d1"), "goes on a car"),
        ("targeting_device", fit("thing", car="c1"), "goes on a weapon"),
        ("targeting_device", fit("thing", weapon="gun", car="c1"), "goes on a weapon"),
        ("helmet_sight", fit("thing", car="c1"), "goes on a driver"),
        ("medical_kit", fit("thing", car="c1"), "is used out of the stores"),
        ("artificial_eye", fit("thing", driver="d1"), "is used out of the stores"),
        ("artificial_eye", fit("thing"), "is used out of the stores"),
    ],
)
def test_an_item_goes_on_one_thing_of_its_sort(kind: str, order: FitItem, says: str) -> None:
    table = signed()
    table.stock("machinegun", id="gun")
    table.stock(kind, id="thing")
    table.refused(order, WrongPlace, says)


@pytest.mark.rule("DM-C-067", "DM-C-107")
def test_items_cars_drivers_and_weapons_are_ones_own() -> None:
    table = signed()
    table.stock("laser")
    table.stock("targeting_device")
    table.stock("fireproof_suit")
    table.stock("laser", "saints")
    theirs = FitItem(franchise=FranchiseId("saints"), item=ItemId("razors.laser"), car=CarId("saints.c1"))
    table.refused(theirs, NotYourItem, "belongs to razors")
    table.refused(StowItem(franchise=FranchiseId("saints"), item=ItemId("razors.laser")), NotYourItem)
    foreign = FitItem(franchise=RAZORS, item=ItemId("razors.laser"), car=CarId("saints.c1"))
    table.refused(foreign, CarNotInGarage, "saints.c1 does not stand in the garage of razors")
    foreign = FitItem(franchise=RAZORS, item=ItemId("razors.fireproof-suit"), driver=DriverId("saints.d1"))
    table.refused(foreign, DriverNotOnRoster, "saints.d1")
    foreign = FitItem(franchise=RAZORS, item=ItemId("razors.targeting-device"), weapon=ItemId("saints.laser"))
    table.refused(foreign, NotYourItem, "saints.laser belongs to saints")
    table.refused(fit("laser", car="c9"), Unknown, "razors.c9")
    table.refused(fit("fireproof-suit", driver="d9"), Unknown, "razors.d9")
    table.refused(fit("targeting-device", weapon="gun"), Unknown, "razors.gun")
    del table.season.contracts["razors.d1"]
    table.refused(fit("fireproof-suit", driver="d1"), DriverNotOnRoster, "razors.d1")


@pytest.mark.rule("DM-C-067")
@pytest.mark.parametrize(("field", "value"), [("phase", "scrapped"), ("destroyed", True)])
def test_nothing_goes_on_a_wreck(field: str, value: object) -> None:
    table = signed()
    table.stock("laser")
    setattr(table.season.car("razors.c1"), field, value)
    table.refused(fit("laser", car="c1"), CarNotInGarage)


ONE_A_CAR = [
    ("tire_light", "tire_solid"),
    ("tire_heavy", "rare_tires"),
    ("gear_set", "gear_set"),
    ("oil_jet", "smoke_launcher"),
    ("caltrops", "caltrops"),
    ("ram_guard", "ram_guard"),
    ("supercharger", "supercharger"),
    ("nitrous_injector", "nitrous_injector"),
    ("suspension_parts", "suspension_parts"),
    ("efficient_injectors", "efficient_injectors"),
    ("active_suspension", "active_suspension"),
]


@pytest.mark.rule(
    "DM-C-067", "DM-C-111", "DM-C-121", "DM-C-122", "DM-C-123", "DM-C-124", "DM-C-147", "DM-C-149", "DM-M-014"
)
@pytest.mark.parametrize(("on", "second"), ONE_A_CAR)
def test_a_car_carries_one_of_these(on: str, second: str) -> None:
    table = signed()
    table.stock(on, id="on", car="razors.c1")
    table.stock(second, id="second")
    table.refused(fit("second", car="c1"), PlaceTaken, "razors.on is on razors.c1")
    table.give(fit("second", car="c2"))
    assert table.season.item("razors.second").car == "razors.c2"


@pytest.mark.rule("DM-C-148", "DM-C-067")
@pytest.mark.parametrize(
    ("on", "second"),
    [
        ("turbochargers", "turbochargers"),
        ("supercharger", "turbochargers"),
        ("suspension_parts", "active_suspension"),
        ("laser", "laser"),
        ("light_rockets", "light_rockets"),
        ("ballistic_sheets", "ballistic_sheets"),
        ("gear_set", "tire_light"),
        ("oil_jet", "smoke_grenade"),
    ],
)
def test_a_car_carries_any_number_of_those(on: str, second: str) -> None:
    table = signed()
    table.stock(on, id="on", car="razors.c1")
    table.stock(second, id="second")
    table.give(fit("second", car="c1"))
    assert table.season.item("razors.second").car == "razors.c1"


@pytest.mark.rule("DM-C-121", "DM-C-123")
@pytest.mark.switch("devices.same_item_stacks", True)
@pytest.mark.parametrize("kind", ["supercharger", "suspension_parts"])
def test_superchargers_and_suspension_parts_stack_by_house_rule(kind: str) -> None:
    table = signed(switches={"devices.same_item_stacks": True})
    table.stock(kind, id="on", car="razors.c1")
    table.stock(kind, id="second")
    table.give(fit("second", car="c1"))
    assert len(table.season.items_on_car("razors.c1")) == 2


@pytest.mark.rule("DM-C-111", "DM-C-122", "DM-C-147", "DM-C-149", "DM-C-067")
@pytest.mark.parametrize(
    "kind", ["ram_guard", "nitrous_injector", "efficient_injectors", "active_suspension", "gear_set", "tire_light"]
)
def test_nothing_else_stacks_whatever_the_house_rule(kind: str) -> None:
    table = signed(switches={"devices.same_item_stacks": True})
    table.stock(kind, id="on", car="razors.c1")
    table.stock(kind, id="second")
    table.refused(fit("second", car="c1"), PlaceTaken)


@pytest.mark.rule("DM-C-147", "DM-C-149")
@pytest.mark.parametrize("kind", ["efficient_injectors", "active_suspension"])
def test_injectors_and_active_suspension_never_come_off(kind: str) -> None:
    table = signed()
    table.stock(kind, id="device")
    table.give(fit("device", car="c1"))
    table.refused(stow("device"), ItemStuck, "never comes off razors.c1")
    table.refused(fit("device", car="c2"), ItemStuck, "never comes off razors.c1")


@pytest.mark.rule("DM-C-120")
def test_a_targeting_device_never_moves_again() -> None:
    table = signed()
    table.stock("laser")
    table.stock("railgun")
    table.stock("targeting_device", id="aim")
    table.give(fit("aim", weapon="laser"))
    table.refused(stow("aim"), ItemStuck, "never comes off razors.laser")
    table.refused(fit("aim", weapon="railgun"), ItemStuck, "never comes off razors.laser")


@pytest.mark.rule("DM-C-120")
@pytest.mark.parametrize(
    ("kind", "fields"),
    [("light_rockets", {}), ("oil_jet", {}), ("heat_seeking_rockets", {"variant": "rockets"})],
)
def test_a_targeting_device_never_goes_on_an_expendable(kind: str, fields: dict[str, str]) -> None:
    table = signed()
    table.stock(kind, id="pack", **fields)
    table.stock("targeting_device", id="aim")
    table.refused(fit("aim", weapon="pack"), WeaponExpendable, "razors.pack")
    table.stock("auto_ranger", id="ranger")
    table.give(fit("ranger", weapon="pack"))
    assert table.season.item("razors.ranger").weapon == "razors.pack"


@pytest.mark.rule("DM-C-120", "DM-C-154", "DM-C-155")
@pytest.mark.parametrize("kind", ["targeting_device", "autonomous_target_system", "auto_ranger"])
def test_a_weapon_carries_one_aid_of_each_kind(kind: str) -> None:
    table = signed()
    table.stock("laser")
    for kind_of_aid in ("targeting_device", "autonomous_target_system", "auto_ranger"):
        table.stock(kind_of_aid, id=f"first-{kind_of_aid.replace('_', '-')}", weapon="razors.laser")
    table.stock(kind, id="second")
    table.refused(fit("second", weapon="laser"), PlaceTaken, "razors.first-", "carries one of that")


@pytest.mark.rule("DM-C-120", "DM-C-155")
@pytest.mark.parametrize("kind", ["smoke_grenade", "deployable_mines", "booster_rockets", "kami_bomb", "tire_light"])
def test_an_aid_goes_on_nothing_that_does_not_shoot(kind: str) -> None:
    table = signed()
    table.stock(kind, id="thing")
    table.stock("auto_ranger", id="ranger")
    table.refused(fit("ranger", weapon="thing"), NoWeapon, "razors.thing")


@pytest.mark.rule("DM-C-154", "DM-C-155")
@pytest.mark.parametrize("kind", ["autonomous_target_system", "auto_ranger"])
def test_the_other_aids_move_from_weapon_to_weapon(kind: str) -> None:
    table = signed()
    table.stock("laser")
    table.stock("railgun")
    table.stock(kind, id="aid", weapon="razors.laser")
    table.give(fit("aid", weapon="railgun"))
    assert table.season.item("razors.aid").weapon == "razors.railgun"


@pytest.mark.rule("DM-C-151")
def test_applique_comes_off_and_goes_on_its_own_car_alone() -> None:
    table = signed()
    armour = table.stock("applique_armour", id="plates")
    table.give(fit("plates", car="c1"))
    assert (armour.car, armour.bound) == ("razors.c1", "razors.c1")
    table.refused(fit("plates", car="c2"), ItemStuck, "belongs to razors.c1")
    table.give(stow("plates"))
    assert (armour.car, armour.bound) == ("", "razors.c1")
    table.refused(fit("plates", car="c2"), ItemStuck, "belongs to razors.c1")
    table.give(fit("plates", car="c1"))
    assert armour.car == "razors.c1"


@pytest.mark.rule("DM-C-135")
def test_a_driver_wears_one_of_each_kind() -> None:
    table = signed()
    table.stock("fireproof_suit", id="suit", driver="razors.d1")
    table.stock("fireproof_suit", id="second")
    table.stock("helmet_sight", id="sight")
    table.refused(fit("second", driver="d1"), PlaceTaken, "razors.d1 wears razors.suit")
    table.give(fit("sight", driver="d1"))
    assert [item.id for item in table.season.equipment_of("razors.d1")] == ["razors.sight", "razors.suit"]


@pytest.mark.rule("DM-C-067")
@pytest.mark.parametrize(
    ("kind", "fields", "order", "refusal"),
    [
        ("laser", {"car": "razors.c1"}, fit("thing", car="c1"), PlaceTaken),
        ("auto_ranger", {"weapon": "razors.gun"}, fit("thing", weapon="gun"), PlaceTaken),
        ("fireproof_suit", {"driver": "razors.d1"}, fit("thing", driver="d1"), PlaceTaken),
        ("laser", {}, stow("thing"), AlreadyStowed),
    ],
)
def test_nothing_is_put_where_it_is(
    kind: str, fields: dict[str, str], order: FitItem | StowItem, refusal: type[Refusal]
) -> None:
    table = signed()
    table.stock("machinegun", id="gun")
    table.stock(kind, id="thing", **fields)
    table.refused(order, refusal, "already")


@pytest.mark.rule("DM-C-067", "DM-C-104")
def test_items_move_only_between_matches() -> None:
    table = locked()
    table.stock("laser")
    table.stock("railgun", car="razors.c1")
    table.refused(fit("laser", car="c1"), LockedForMatch, "razors is locked for m1")
    table.refused(stow("railgun"), LockedForMatch, "razors is locked for m1")
    table = shopping()
    table.stock("laser")
    table.give(fit("laser", car="c1"))
    table.give(stow("laser"))
    table.season.step = "E1"
    table.refused(fit("laser", car="c1"), OutOfStep)


@pytest.mark.rule("DM-C-067")
@pytest.mark.parametrize("step", ["S1", "S2", "S3"])
def test_items_move_in_every_step_of_the_setup(step: str) -> None:
    table = founded(switches={"season.setup_single_window": False})
    table.season.step = step
    table.season.cars["razors.c1"] = Car(id="razors.c1", franchise="razors", dp=60, paid=100_000)
    laser = table.stock("laser")
    table.give(fit("laser", car="c1"))
    assert laser.car == "razors.c1"
    table.give(stow("laser"))
    assert laser.car == ""
