"""What a match used up or destroyed, and what it did not."""

from __future__ import annotations

from typing import Any

import pytest

from rules.campaign.garage.stores import ItemLost, ItemStowed
from rules.campaign.match_day.match_items import AmmunitionLeft, KitUsed
from rules.campaign.match_day.settlement import OpenSettlement
from rules.core.switches import Setting
from rules.core.terms import FranchiseId, ItemId, MatchId
from tests.rules.campaign.memory_seasons import Table, accept, locked, report

RAZORS, M1 = FranchiseId("razors"), MatchId("m1")


def entered(*, heats: int = 1, **switches: Setting) -> Table:
    """A locked match in which the razors' c1 and c2 are lined up and c3 is not. Switch names have __ for
    their dot.
    """
    return locked(heats=heats, switches={name.replace("__", ".", 1): value for name, value in switches.items()})


def play(table: Table, *, drivers: dict[str, Any] | None = None, **c1: Any) -> list[ItemLost]:
    """Report the match with these fields for razors.c1, and open the settlement. The result is the items lost."""
    accept(table, report(table, cars={"razors.c1": c1}, drivers=drivers))
    faces = {f"m1/settle/{id}/quirk": [1] for id, claim in (drivers or {}).items() if claim.get("out")}
    return [fact for fact in table.give(OpenSettlement(match=M1), faces) if isinstance(fact, ItemLost)]


EXPENDABLES = [
    "light_rockets",
    "rockets",
    "heavy_rockets",
    "oil_jet",
    "caltrops",
    "smoke_launcher",
    "tire_light",
    "tire_heavy",
    "tire_puncture_resistant",
    "tire_solid",
    "smoke_grenade",
    "deployable_mines",
    "cluster_rockets",
    "heavy_cluster_rockets",
    "anti_tank_guided_missile",
    "rare_tires",
    "ballistic_sheets",
    "booster_rockets",
    "heat_seeking_rockets",
    "kami_bomb",
]
LASTING = [
    "gear_set",
    "machinegun",
    "heavy_machinegun",
    "recoilless_rifle",
    "heavy_recoilless_rifle",
    "at_rifle",
    "heavy_at_rifle",
    "autocannon",
    "at_gun",
    "vulcan_gun",
    "laser",
    "twin_heavy_machineguns",
    "dual_recoilless_rifle",
    "railgun",
    "pulsed_laser",
    "bomb_launcher",
    "ram_guard",
    "supercharger",
    "nitrous_injector",
    "suspension_parts",
    "reactive_armour",
    "efficient_injectors",
    "turbochargers",
    "active_suspension",
    "hydraulics",
    "applique_armour",
    "blast_panels",
    "crash_bars",
]


@pytest.mark.rule(
    "DM-C-094",
    "DM-C-115",
    "DM-C-116",
    "DM-C-117",
    "DM-C-118",
    "DM-C-119",
    "DM-C-124",
    "DM-C-125",
    "DM-C-144",
    "DM-C-145",
    "DM-C-146",
    "DM-C-175",
)
@pytest.mark.parametrize("kind", EXPENDABLES)
def test_every_expendable_is_gone_after_the_match_it_was_mounted_for_fired_or_not(kind: str) -> None:
    table = entered()
    table.stock(kind, id="thing", car="razors.c1")
    spare = table.stock(kind, id="spare")
    idle = table.stock(kind, id="idle", car="razors.c3")
    assert play(table) == [
        ItemLost(
            rule="DM-C-094",
            franchise=RAZORS,
            item=ItemId("razors.thing"),
            item_kind=kind,
            reason="used up in m1",
        )
    ]
    assert table.season.stores("razors") == [idle, spare]


@pytest.mark.rule("DM-C-094", "DM-C-126", "DM-C-151", "DM-C-152", "DM-C-153", "DM-C-174")
@pytest.mark.parametrize("kind", LASTING)
def test_everything_else_lasts_until_it_is_lost_or_its_car_destroyed(kind: str) -> None:
    table = entered()
    item = table.stock(kind, id="thing", car="razors.c1")
    assert play(table) == []
    assert table.season.stores("razors") == [item]
    table = entered()
    table.stock(kind, id="thing", car="razors.c1")
    assert [fact.reason for fact in play(table, devices_lost=["razors.thing"])] == ["lost in m1"]
    table = entered()
    table.stock(kind, id="thing", car="razors.c1")
    assert [fact.reason for fact in play(table, destroyed=True)] == ["destroyed with razors.c1 in m1"]
    assert table.season.items == {}


@pytest.mark.rule("DM-C-094", "DM-C-126")
def test_reactive_armour_is_gone_once_it_was_triggered() -> None:
    table = entered()
    table.stock("reactive_armour", id="plates", car="razors.c1")
    assert [fact.reason for fact in play(table, expendables_used=["razors.plates"])] == ["used up in m1"]


@pytest.mark.rule("DM-C-094", "DM-C-120", "DM-C-135")
def test_a_destroyed_car_takes_everything_on_it_along_but_not_what_its_crew_wore() -> None:
    table = entered()
    for kind in ("laser", "gear_set", "tire_solid", "efficient_injectors", "light_rockets"):
        table.stock(kind, car="razors.c1")
    table.stock("auto_ranger", weapon="razors.laser")
    table.stock("targeting_device", weapon="razors.laser")
    suit = table.stock("fireproof_suit", driver="razors.d1")
    spare = table.stock("tire_solid", id="spare")
    gears = table.stock("gear_set", id="other", car="razors.c2")
    off = table.stock("applique_armour", bound="razors.c1")
    lost = play(table, destroyed=True, drivers={"razors.d1": {"out": True}})
    assert [fact.item_kind for fact in lost] == [
        "auto_ranger",
        "targeting_device",
        "efficient_injectors",
        "gear_set",
        "laser",
        "light_rockets",
        "tire_solid",
    ]
    assert {fact.reason for fact in lost} == {"destroyed with razors.c1 in m1"}
    assert table.season.stores("razors") == [off, suit, gears, spare]
    assert table.said(ItemStowed) == []


@pytest.mark.rule("DM-C-094", "DM-C-120", "DM-C-141", "DM-C-155")
def test_a_weapon_destroyed_alone_takes_its_targeting_device_and_an_expendable_frees_its_aids() -> None:
    table = entered()
    table.stock("railgun", car="razors.c1")
    table.stock("targeting_device", weapon="razors.railgun")
    table.stock("rockets", car="razors.c1")
    ranger = table.stock("auto_ranger", weapon="razors.rockets")
    lost = play(table, devices_lost=["razors.railgun"])
    assert [(fact.item_kind, fact.reason) for fact in lost] == [
        ("railgun", "lost in m1"),
        ("targeting_device", "lost in m1"),
        ("rockets", "used up in m1"),
    ]
    assert table.season.stores("razors") == [ranger]
    assert ranger.weapon == ""


@pytest.mark.rule("DM-C-094", "DM-C-120")
def test_an_aid_may_be_lost_and_its_weapon_kept() -> None:
    table = entered()
    laser = table.stock("laser", car="razors.c1")
    table.stock("targeting_device", id="aim", weapon="razors.laser")
    assert [fact.item for fact in play(table, devices_lost=["razors.aim"])] == ["razors.aim"]
    assert table.season.stores("razors") == [laser]


@pytest.mark.rule("DM-C-094")
@pytest.mark.switch("expendables.tires_consumed", False)
@pytest.mark.parametrize("kind", ["tire_light", "tire_heavy", "tire_puncture_resistant", "tire_solid", "rare_tires"])
def test_tires_last_by_house_rule(kind: str) -> None:
    table = entered(expendables__tires_consumed=False)
    tires = table.stock(kind, car="razors.c1")
    table.stock("oil_jet", car="razors.c1")
    assert [fact.item_kind for fact in play(table)] == ["oil_jet"]
    assert table.season.stores("razors") == [tires]


@pytest.mark.rule("DM-C-124", "DM-C-094")
@pytest.mark.switch("expendables.rare_tires_consumed", False)
def test_only_rare_tires_last_by_house_rule() -> None:
    table = entered(expendables__rare_tires_consumed=False)
    table.stock("rare_tires", car="razors.c1")
    table.stock("tire_solid", car="razors.c2")
    assert [fact.item_kind for fact in play(table)] == ["tire_solid"]


@pytest.mark.rule("DM-C-094")
@pytest.mark.switch("expendables.unfired_consumed", False)
@pytest.mark.parametrize(
    "kind",
    [expendable for expendable in EXPENDABLES if "tire" not in expendable and expendable != "ballistic_sheets"],
)
def test_what_was_not_fired_lasts_by_house_rule(kind: str) -> None:
    table = entered(expendables__unfired_consumed=False)
    unfired = table.stock(kind, id="kept", car="razors.c1")
    table.stock(kind, id="fired", car="razors.c1")
    assert [fact.item for fact in play(table, expendables_used=["razors.fired"])] == ["razors.fired"]
    assert table.season.stores("razors") == [unfired]


@pytest.mark.rule("DM-C-094", "DM-C-125")
def test_tires_and_ballistic_sheets_are_not_fired_and_go_all_the_same() -> None:
    table = entered(expendables__unfired_consumed=False)
    table.stock("tire_solid", car="razors.c1")
    table.stock("ballistic_sheets", car="razors.c1")
    assert [fact.item_kind for fact in play(table)] == ["ballistic_sheets", "tire_solid"]


@pytest.mark.rule("DM-C-152", "DM-C-153")
@pytest.mark.switch("expendables.tk_armour_reusable", False)
@pytest.mark.parametrize("kind", ["blast_panels", "crash_bars"])
def test_blast_panels_and_crash_bars_last_one_match_by_house_rule(kind: str) -> None:
    table = entered(expendables__tk_armour_reusable=False)
    table.stock(kind, car="razors.c1")
    table.stock("applique_armour", car="razors.c1")
    table.stock(kind, id="spare")
    assert [fact.item_kind for fact in play(table)] == [kind]


@pytest.mark.rule("DM-C-130")
def test_kits_are_used_one_after_the_other_and_an_empty_one_is_gone() -> None:
    table = entered(heats=2)
    first = table.stock("medical_kit", id="kit1", uses=2)
    second = table.stock("medical_kit", id="kit2", uses=3)
    third = table.stock("medical_kit", id="kit3", uses=3)
    table.stock("medical_kit", "saints", id="kit", uses=3)
    lost = play(table, drivers={"razors.d1": {"kit_uses": 1}, "razors.d2": {"kit_uses": 2}})
    assert [(fact.rule, fact.item, fact.reason) for fact in lost] == [("DM-C-130", "razors.kit1", "used up in m1")]
    assert table.said(KitUsed) == [
        KitUsed(rule="DM-C-130", match=M1, franchise=RAZORS, item=ItemId("razors.kit1"), times=2, left=0),
        KitUsed(rule="DM-C-130", match=M1, franchise=RAZORS, item=ItemId("razors.kit2"), times=1, left=2),
    ]
    assert (first.uses, second.uses, third.uses) == (0, 2, 3)
    assert table.season.stores("razors") == [second, third]


@pytest.mark.rule("DM-C-130")
@pytest.mark.switch("items.medkit_refills", True)
def test_a_kit_is_full_before_every_match_by_house_rule() -> None:
    table = entered(heats=2, items__medkit_refills=True)
    kit = table.stock("medical_kit", id="kit", uses=1)
    assert play(table, drivers={"razors.d1": {"kit_uses": 3}}) == []
    assert table.season.stores("razors") == [kit]


@pytest.mark.rule("DM-C-135")
def test_what_a_driver_out_of_action_wore_is_kept() -> None:
    table = entered()
    suit = table.stock("fireproof_suit", driver="razors.d1")
    assert play(table, drivers={"razors.d1": {"out": True}}) == []
    assert (suit.driver, table.season.stores("razors")) == ("razors.d1", [suit])


@pytest.mark.rule("DM-C-135")
@pytest.mark.switch("items.personal_lost_on_ooa", True)
def test_what_a_driver_out_of_action_wore_is_lost_by_house_rule() -> None:
    table = entered(items__personal_lost_on_ooa=True)
    table.stock("fireproof_suit", driver="razors.d1")
    table.stock("helmet_sight", driver="razors.d1")
    second_suit = table.stock("fireproof_suit", id="other", driver="razors.d2")
    lost = play(table, drivers={"razors.d1": {"out": True}})
    assert [(fact.rule, fact.item_kind, fact.reason) for fact in lost] == [
        ("DM-C-135", "fireproof_suit", "lost with razors.d1 in m1"),
        ("DM-C-135", "helmet_sight", "lost with razors.d1 in m1"),
    ]
    assert table.season.stores("razors") == [second_suit]


@pytest.mark.rule("DM-C-067")
@pytest.mark.switch("stores.free_ammo", False)
def test_a_gun_keeps_what_it_has_left_where_ammunition_is_not_free() -> None:
    table = entered(stores__free_ammo=False)
    gun = table.stock("machinegun", id="gun", car="razors.c1")
    second_gun = table.stock("machinegun", id="other", car="razors.c1")
    play(table, ammunition={"razors.gun": 0})
    assert (gun.ammunition, second_gun.ammunition) == (0, None)
    assert table.said(AmmunitionLeft) == [
        AmmunitionLeft(
            rule="DM-C-067",
            match=M1,
            franchise=RAZORS,
            item=ItemId("razors.gun"),
            item_kind="machinegun",
            ammunition=0,
        )
    ]


@pytest.mark.rule("DM-C-067")
def test_a_gun_is_full_again_where_ammunition_is_free() -> None:
    table = entered()
    gun = table.stock("machinegun", id="gun", car="razors.c1")
    play(table, ammunition={"razors.gun": 0})
    assert (gun.ammunition, table.said(AmmunitionLeft)) == (None, [])
