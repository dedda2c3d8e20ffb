"""Car designs on paper: which are legal, every error one can have, and the house rules for building."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules.core.document_validation import DesignUnreadable, document_of
from rules.core.switches import Setting
from rules.formule.designs.design import CHARACTERISTICS, WEAR, Design, MountedWeapon, points_spent, read_design
from rules.formule.designs.design_errors import Limits, document_errors, limits_for_switches, limits_of
from rules.formule.settings import settings_of
from rules.formule.weapons import (
    COMPUTER_BONUS,
    EQUIPMENT,
    LINK_PRICE,
    TURRET_HOLDS,
    WEAPONS,
    weapon_table,
)

ANY = ("front", "left", "right", "rear", "turret")
LOW = ("left", "right", "rear")


def plain(**changes: Any) -> dict[str, Any]:
    """A standard car of 20 points and 15 armor, with the given fields replaced."""
    points = {"tires": 6, "brakes": 3, "fuel": 3, "body": 3, "engine": 3, "road_holding": 2, "armor": 15}
    return points | changes


def weapon(key: str, mount: str = "front", link: str = "") -> dict[str, str]:
    return {"key": key, "mount": mount} | ({"link": link} if link else {})


def said(document: object) -> list[str]:
    """The sentences of a document's errors, without warnings."""
    return [fault.sentence for fault in document_errors(document, limits=Limits()) if not fault.warning]


def codes(document: object, **switches: Setting) -> list[str]:
    limits = limits_of(settings_of({f"formule.{name}": value for name, value in switches.items()}))
    return [document_error.code for document_error in document_errors(document, limits=limits)]


# --------------------------------------------------------------------------------------------------------- tables


@pytest.mark.rule("FW-010", "FW-011", "FW-012", "FW-013", "FW-014", "FW-004")
@pytest.mark.parametrize(
    ("key", "row", "mounts", "dropper", "laser"),
    [
        ("mg", (2, 1, 10, 12, 0), ANY, False, False),
        ("vulcan", (4, 2, 10, 15, 1), ANY, False, False),
        ("laser", (4, 2, -1, 20, 0), ANY, False, True),
        ("heavy_laser", (6, 3, -1, 20, 0), ANY, False, True),
        ("flamethrower", (2, 1, 10, 4, 2), LOW, False, False),
        ("cannon", (5, 4, 5, 12, 0), ANY, False, False),
        ("missile", (2, 2, 1, 18, 1), ANY, False, False),
        ("mines", (2, 0, 5, 1, 0), LOW, True, False),
        ("spikes", (2, 0, 5, 1, 0), LOW, True, False),
        ("oil", (1, 0, 10, 1, 0), LOW, True, False),
        ("smoke", (1, 0, 10, 1, 0), LOW, True, False),
    ],
)
def test_the_weapon_table(
    key: str, row: tuple[int, ...], mounts: tuple[str, ...], dropper: bool, laser: bool
) -> None:
    weapon_row = WEAPONS[key]
    assert (weapon_row.price, weapon_row.damage, weapon_row.ammunition, weapon_row.reach, weapon_row.bonus) == row
    assert (set(weapon_row.mounts), weapon_row.is_dropper, weapon_row.is_laser) == (set(mounts), dropper, laser)


@pytest.mark.rule("FW-020", "FW-022", "FW-024")
def test_the_equipment_table() -> None:
    assert EQUIPMENT == {"turret": 2, "small_turret": 1, "computer": 2, "bumper": 3}
    assert (LINK_PRICE, TURRET_HOLDS, COMPUTER_BONUS) == (1, {"turret": 4, "small_turret": 2}, 2)


@pytest.mark.rule("FW-011")
@pytest.mark.switch("formule.mg_row", "3/2")
def test_by_the_other_reading_a_machine_gun_takes_3_points_and_does_2() -> None:
    mg = limits_of(settings_of({"formule.mg_row": "3/2"})).weapons["mg"]
    assert (mg.price, mg.damage, mg.ammunition, mg.reach) == (3, 2, 10, 12)
    assert codes(plain(armor=13, weapons=[weapon("mg")]), mg_row="3/2") == ["over_budget"]


@pytest.mark.rule("FW-012")
@pytest.mark.switch("formule.mines_price", 4)
def test_a_mine_dropper_takes_what_the_league_says() -> None:
    assert weapon_table()["mines"].price == 2
    assert codes(plain(armor=12, weapons=[weapon("mines", "rear")]), mines_price=4) == ["over_budget"]
    assert codes(plain(armor=11, weapons=[weapon("mines", "rear")]), mines_price=4) == []


# --------------------------------------------------------------------------------------------------------- points


@pytest.mark.rule("FW-001", "FW-002", "FW-010", "FW-020", "FW-023")
def test_everything_on_a_car_is_paid_from_its_35_points() -> None:
    design = read_design(
        plain(
            armor=1,
            weapons=[weapon("vulcan", "turret"), weapon("mg", "front", "a"), weapon("mg", "front", "a")],
            equipment=["turret", "computer"],
        )
    )
    assert points_spent(design, WEAPONS) == 20 + 1 + 4 + 2 + 2 + 1 + 2 + 2
    assert codes(document_of(design)) == ["points_left"]


@pytest.mark.rule("FW-001")
def test_35_points_are_the_budget_and_what_is_left_is_told_as_lost() -> None:
    assert codes(plain()) == []
    assert codes(plain(armor=16)) == ["over_budget"]
    (warning,) = document_errors(plain(armor=12), limits=Limits())
    assert (warning.code, warning.warning) == ("points_left", True)
    assert warning.sentence == "3 build points are not spent and lost: spend them."


@pytest.mark.rule("FW-001")
@pytest.mark.switch("formule.build_points", 36)
def test_a_league_may_give_more_points() -> None:
    assert codes(plain(armor=16), build_points=36) == []


@pytest.mark.rule("FW-002")
@pytest.mark.parametrize("name", ["tires", "brakes", "fuel", "body", "engine", "road_holding"])
def test_every_characteristic_has_a_point_at_least(name: str) -> None:
    assert "below_minimum" not in codes(plain(**{name: 1}))
    assert codes(plain(armor=9, **{name: 0})) == ["below_minimum"]


@pytest.mark.rule("FW-002")
def test_armor_may_be_nothing_and_no_less() -> None:
    bare = {name: points for name, points in plain().items() if name != "armor"}
    assert read_design(bare).armor == 0
    assert codes(plain(armor=0)) == ["points_left"]
    assert codes(plain(armor=-1)) == ["below_minimum"]


@pytest.mark.rule("FW-002")
@pytest.mark.switch("formule.min_characteristic", 3)
def test_a_league_may_ask_for_more_of_each_characteristic() -> None:
    assert codes(plain(), min_characteristic=3) == ["below_minimum"]
    assert codes(plain(road_holding=3, armor=14), min_characteristic=3) == []


@pytest.mark.rule("FW-002")
@pytest.mark.switch("formule.max_tires", 5)
def test_a_league_may_bound_the_tires() -> None:
    assert codes(plain(), max_tires=5) == ["too_many_tires"]
    assert codes(plain(tires=5, armor=16), max_tires=5) == []


@pytest.mark.rule("FW-001", "FW-002")
def test_house_rules_that_leave_no_car_are_taken_so_that_one_is_left() -> None:
    limits = limits_of(
        settings_of({"formule.build_points": 10, "formule.min_characteristic": 5, "formule.max_tires": 2})
    )
    assert (limits.points, limits.least, limits.most_tires) == (30, 5, 5)


# -------------------------------------------------------------------------------------------------------- mounts


@pytest.mark.rule("FW-003", "FW-004")
@pytest.mark.parametrize("key", sorted(WEAPONS))
@pytest.mark.parametrize("mount", ANY)
def test_a_weapon_is_mounted_where_its_row_allows(key: str, mount: str) -> None:
    allowed = mount in (LOW if key in {"flamethrower", "mines", "spikes", "oil", "smoke"} else ANY)
    error_codes = codes(
        plain(armor=0, weapons=[weapon(key, mount)], equipment=["turret"] if mount == "turret" else [])
    )
    assert ("mount_limit" in error_codes) is not allowed


@pytest.mark.rule("FW-003", "FW-021", "FW-022")
@pytest.mark.parametrize(
    ("inside", "equipment", "expected"),
    [
        (["laser"], ["turret"], ["points_left"]),
        (["mg", "mg"], ["turret"], ["points_left"]),
        (["mg"], ["small_turret"], ["points_left"]),
        (["mg", "mg", "mg"], ["turret"], ["turret_full"]),
        (["cannon"], ["turret"], ["turret_full"]),
        (["heavy_laser"], ["turret"], ["turret_full"]),
        (["laser"], ["small_turret"], ["turret_full"]),
        (["mg"], [], ["no_turret"]),
        ([], ["turret", "small_turret"], ["two_turrets"]),
        ([], ["turret", "turret"], ["two_turrets"]),
    ],
)
def test_a_turret_holds_weapons_of_its_points(inside: list[str], equipment: list[str], expected: list[str]) -> None:
    weapons = [weapon(key, "turret") for key in inside]
    assert codes(plain(armor=0, weapons=weapons, equipment=equipment)) == expected


@pytest.mark.rule("FW-022", "FW-012")
def test_a_turret_is_as_full_as_its_weapons_are_dear() -> None:
    weapons = [weapon("mg", "turret"), weapon("mg", "turret")]
    document = plain(armor=0, weapons=weapons, equipment=["turret"])
    assert codes(document) == ["points_left"]
    assert codes(document, mg_row="3/2") == ["turret_full"]


@pytest.mark.rule("FW-023")
@pytest.mark.parametrize(
    ("weapons", "expected"),
    [
        ([weapon("mg", link="a"), weapon("laser", link="a")], ["points_left"]),
        ([weapon("mg", link="a")], ["link_size"]),
        ([weapon("mg", link="a")] * 3, ["link_size"]),
        ([weapon("mg", link="a"), weapon("mg", "rear", link="a")], ["link_mounts"]),
        ([weapon("mg", "rear", link="a"), weapon("oil", "rear", link="a")], ["link_dropper"]),
        ([weapon("oil", "rear", link="a")], ["link_size", "link_dropper"]),
    ],
)
def test_a_link_couples_two_weapons_of_one_mount_that_shoot(weapons: list[Any], expected: list[str]) -> None:
    assert codes(plain(armor=0, weapons=weapons)) == expected


@pytest.mark.rule("FW-023")
def test_a_linked_weapon_knows_its_partner() -> None:
    pair = (
        MountedWeapon(key="mg", mount="front"),
        *(MountedWeapon(key="mg", mount="front", link="a") for _ in range(2)),
    )
    design = Design(tires=1, brakes=1, fuel=1, body=1, engine=1, road_holding=1, weapons=pair)
    assert [design.partner(number) for number in range(3)] == [-1, 2, 1]
    assert design.links == {"a": [1, 2]}


# ---------------------------------------------------------------------------------------------------------- errors


@pytest.mark.rule("FW-001", "FW-003", "FW-010", "FW-020")
@pytest.mark.parametrize(
    ("other", "expected"),
    [
        ({"weapons": [weapon("railgun")]}, ["unknown_weapon"]),
        ({"weapons": [weapon("mg", "roof")]}, ["unknown_mount"]),
        ({"weapons": [weapon("railgun", "roof")]}, ["unknown_weapon", "unknown_mount"]),
        ({"equipment": ["wings"]}, ["unknown_equipment"]),
        ({"armor": 15, "equipment": ["wings"]}, ["unknown_equipment"]),
        ({"armor": 16, "equipment": ["wings"]}, ["unknown_equipment", "over_budget"]),
        ({"equipment": ["bumper", "bumper"]}, ["item_twice"]),
    ],
)
def test_words_that_mean_nothing_are_named(other: dict[str, Any], expected: list[str]) -> None:
    assert codes(plain(**({"armor": 0} | other))) == expected


def test_all_faults_of_a_design_are_told_at_once() -> None:
    document = plain(
        armor=35, fuel=0, weapons=[weapon("oil", "front"), weapon("mg", "turret", "a")], equipment=["bumper"] * 2
    )
    faults = document_errors(document, limits=Limits())
    assert [fault.code for fault in faults] == [
        "below_minimum", "mount_limit", "item_twice", "no_turret", "link_size", "over_budget",
    ]  # fmt: skip
    assert all(fault.rule.startswith("FW-") and ": " in fault.sentence for fault in faults)


@pytest.mark.rule("FW-002")
@pytest.mark.parametrize(
    ("document", "said"),
    [
        (None, "design is no object with fields"),
        ([], "design is no object with fields"),
        (
            plain(wings=2),
            f"design has no field 'wings' (it has name, {', '.join(CHARACTERISTICS)}, weapons, equipment)",
        ),
        ({key: value for key, value in plain().items() if key != "body"}, "design lacks 'body'"),
        (plain(tires="6"), "design.tires is not a whole number"),
        (plain(tires=True), "design.tires is not a whole number"),
        (plain(tires=6.0), "design.tires is not a whole number"),
        (plain(armor=None), "design.armor is not a whole number"),
        (plain(name=3), "design.name is not a text"),
        (plain(weapons={}), "design.weapons is no list"),
        (plain(weapons=["mg"]), "design.weapons 1 is no object with fields"),
        (plain(weapons=[{"key": "mg"}]), "design.weapons 1 lacks 'mount'"),
        (
            plain(weapons=[weapon("mg") | {"side": 1}]),
            "design.weapons 1 has no field 'side' (it has key, mount, link)",
        ),
        (plain(weapons=[{"key": 1, "mount": "front"}]), "design.weapons 1.key is not a text"),
        (plain(weapons=[weapon("mg") | {"link": None}]), "design.weapons 1.link is not a text"),
        (plain(equipment="turret"), "design.equipment is no list"),
        (plain(equipment=[1]), "design.equipment 1 is not a text"),
    ],
)
def test_a_design_of_another_shape_is_told_and_refused(document: Any, said: str) -> None:
    (fault,) = document_errors(document, limits=Limits())
    assert (fault.code, fault.sentence) == ("unreadable", f"The design cannot be read: {said}. Fix each of these.")
    with pytest.raises(DesignUnreadable, match="Fix each of these"):
        read_design(document)


@pytest.mark.rule("FW-002", "FW-010")
@pytest.mark.parametrize(
    ("document", "long", "codes"),
    [
        (plain(name="x" * 61), "design.name is longer than 60 characters", []),
        (plain(name="x" * 61, tires=0), "design.name is longer than 60 characters", ["below_minimum"]),
        (plain(weapons=[weapon("mg")] * 41), "design.weapons has more than 40 entries", ["over_budget"]),
        (plain(equipment=["x"] * 41), "design.equipment has more than 40 entries", ["unknown_equipment"]),
    ],
)
def test_what_is_too_long_is_told_and_hides_nothing(document: Any, long: str, codes: list[str]) -> None:
    unread, *others = document_errors(document, limits=Limits())
    within = " What else is told is of what stands within that." if others else ""
    assert unread.sentence == f"The design cannot be read: {long}. Fix each of these.{within}"
    assert (unread.code, [error.code for error in others]) == ("unreadable", codes)
    with pytest.raises(DesignUnreadable, match=long):
        read_design(document)


@pytest.mark.rule("FW-002")
def test_a_design_without_anything_is_told_in_one_list() -> None:
    (fault,) = document_errors({}, limits=Limits())
    lacks = ", ".join(f"'{name}'" for name in WEAR)
    assert fault.sentence == f"The design cannot be read: design lacks {lacks}. Fix each of these."


@pytest.mark.rule("FW-002")
def test_figures_at_the_edge_of_what_is_read_are_read() -> None:
    assert codes(plain(weapons=[weapon("mg")] * 40)) == ["over_budget"]
    assert len(read_design(plain(equipment=["bumper"] * 40)).equipment) == 40
    assert codes(plain(name="x" * 60)) == []


@pytest.mark.rule("FW-001", "FW-002")
@pytest.mark.parametrize("far", [1001, 10**30])
def test_a_figure_out_of_all_bounds_hides_no_other_fault(far: int) -> None:
    document = plain(tires=far, body=0, equipment=["bumper"] * 2)
    assert codes(document) == ["above_budget", "below_minimum", "item_twice"]
    assert codes(plain(tires=-far, body=0)) == ["below_minimum", "below_minimum"]


@pytest.mark.rule("FW-001")
def test_a_figure_above_all_build_points_is_told_beside_no_sum() -> None:
    assert said(plain(tires=36)) == ["tires is 36: give it no more than the 35 build points of a car."]
    assert said(plain(tires=10**30)) == [
        "tires is 1000000000 or more: give it no more than the 35 build points of a car."
    ]
    assert said(plain(tires=-(10**30))) == ["tires is -1000000000 or less: give it 1 or more."]
    assert codes(plain(tires=35)) == ["over_budget"]


@pytest.mark.rule("FW-002")
@pytest.mark.parametrize("name", ["Evil\x1b[31m", "Evil\nRound 99", " "])
def test_a_name_can_be_printed(name: str) -> None:
    assert said(plain(name=name)) == [f"The design is called {name!r}: give it a name that can be printed, or none."]


@pytest.mark.rule("FW-023")
def test_a_link_with_one_weapon_is_told_in_the_singular() -> None:
    assert "The link 'a' has 1 weapon (1): couple two." in said(plain(weapons=[weapon("mg", link="a")]))


@pytest.mark.rule("FW-001", "FW-002", "FW-010")
def test_what_a_car_is_built_by_without_house_rules() -> None:
    assert Limits() == limits_of(settings_of({}))
    assert (Limits().points, Limits().least, Limits().most_tires) == (35, 1, 0)


@pytest.mark.rule("FW-001", "FW-002")
def test_switches_that_cannot_be_set_so_are_left_out() -> None:
    assert limits_for_switches({"formule.build_points": 40, "formule.max_tires": -4, "formule.wings": 2}).points == 40


@pytest.mark.rule("FW-003", "FW-004", "FW-010", "FW-023")
def test_faults_name_the_weapons_they_are_of_counted_from_1() -> None:
    weapons = [
        weapon("mg", "rear", "a"),
        weapon("oil", "front"),
        weapon("railgun", "roof"),
        weapon("mg", "left", "a"),
    ]
    faults = document_errors(plain(armor=0, weapons=weapons), limits=Limits())
    assert [fault.sentence.partition(":")[0] for fault in faults] == [
        "Weapon 2 (oil dropper) is mounted front",
        "Weapon 3 is 'railgun', which there is not",
        "Weapon 3 is mounted 'roof'",
        "The link 'a' couples weapons 1 and 4 of several mounts",
    ]


def test_a_design_and_its_document_are_the_same() -> None:
    for document in (
        plain(),
        plain(name="Rat", armor=3, weapons=[weapon("mg", link="a"), weapon("mg", link="a")], equipment=["bumper"]),
    ):
        assert document_of(read_design(document)) == document
        assert read_design(json.loads(json.dumps(document))) == read_design(document)
    bare = {key: value for key, value in plain().items() if key != "armor"}
    assert document_of(read_design(bare)) == bare
