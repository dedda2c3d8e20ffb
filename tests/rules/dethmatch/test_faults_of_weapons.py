"""Which weapons may be in which mount, and where weapons without a mount go."""

from __future__ import annotations

import pytest

from rules.dethmatch.designs.design import CORNER_FACINGS, Mount
from rules.dethmatch.designs.mounts import assign_mounts, mounted_weapon_errors, takes
from rules.match.catalog import WEAPON_KINDS
from tests.rules.dethmatch.paper_cars import PLAIN, with_mounts

SORTS = {"light": "machinegun", "heavy": "at_rifle", "rocket": "rockets", "special": "oil_jet"}


@pytest.mark.rule("DM-M-013")
@pytest.mark.parametrize("sort", SORTS)
@pytest.mark.parametrize("kind", SORTS.values())
def test_a_mount_takes_its_own_type_alone(sort: str, kind: str) -> None:
    mount = Mount(id="m", type=sort, facing="rear")
    assert takes(mount, kind) is (SORTS[sort] == kind)


@pytest.mark.rule("DM-M-013")
@pytest.mark.parametrize("sort", SORTS)
@pytest.mark.parametrize("kind", SORTS.values())
def test_by_house_rule_a_heavy_mount_takes_a_light_weapon(sort: str, kind: str) -> None:
    mount = Mount(id="m", type=sort, facing="rear")
    extra = (sort, kind) == ("heavy", "machinegun")
    assert takes(mount, kind, heavy_accepts_light=True) is (SORTS[sort] == kind or extra)


@pytest.mark.rule("DM-M-014")
@pytest.mark.parametrize("facing", ["front", "rear", *CORNER_FACINGS])
def test_oil_and_caltrops_face_rear_and_smoke_any_of_six(facing: str) -> None:
    mount = Mount(id="m", type="special", facing=facing)
    assert takes(mount, "smoke_launcher")
    assert takes(mount, "oil_jet") is takes(mount, "caltrops") is (facing == "rear")


@pytest.mark.rule("DM-M-036", "DM-M-013", "DM-M-014", "DM-M-122")
def test_everything_wrong_in_the_mounts_is_told_at_once() -> None:
    design = with_mounts(
        Mount(id="gun", type="light"),
        Mount(id="rack", type="rocket"),
        Mount(id="nose", type="special"),
        Mount(id="big", type="heavy"),
    )
    weapons = {
        "gun": "at_rifle",
        "rack": "smoke_grenade",
        "nose": "caltrops",
        "roof": "machinegun",
        "big": "death_ray",
    }
    errors = mounted_weapon_errors(design, weapons)
    assert [(error.code, error.rule) for error in errors] == [
        ("mount_type", "DM-M-013"),
        ("mount_type", "DM-M-122"),
        ("special_facing", "DM-M-014"),
        ("unknown_part", "DM-M-036"),
        ("unknown_part", "DM-M-036"),
    ]
    assert [error.sentence for error in errors[:4]] == [
        "Anti-tank rifle goes in a heavy mount, and gun is a light one: move it.",
        "Smoke grenade needs no mount: take it out of rack and carry it in the car.",
        "Caltrops faces rear only, and nose faces front: put it in a mount that does.",
        "Plain Jane has no mount 'roof', which machinegun was put in: its mounts are gun, rack, nose, big.",
    ]
    assert errors[4].sentence.startswith(
        "There is no weapon 'death_ray': use one of anti_tank_guided_missile, at_gun"
    )


@pytest.mark.rule("DM-M-014")
def test_oil_in_a_gun_mount_is_of_the_wrong_type() -> None:
    errors = mounted_weapon_errors(with_mounts(Mount(id="gun", type="light")), {"gun": "oil_jet"})
    assert [error.sentence for error in errors] == [
        "Oil-jet goes in a special mount, and gun is a light one: move it."
    ]


@pytest.mark.rule("DM-M-013")
def test_the_house_rule_lets_a_light_weapon_stand_in_a_heavy_mount() -> None:
    design = with_mounts(Mount(id="big", type="heavy"))
    assert [error.code for error in mounted_weapon_errors(design, {"big": "laser"})] == ["mount_type"]
    assert mounted_weapon_errors(design, {"big": "laser"}, heavy_accepts_light=True) == []


@pytest.mark.rule("DM-M-036")
def test_an_empty_mount_is_legal_and_warned_of() -> None:
    (fault,) = mounted_weapon_errors(PLAIN, {"gun": "laser"})
    assert (fault.code, fault.warning) == ("empty_mount", True)
    assert fault.sentence == "Nothing stands in rack, tail."
    assert mounted_weapon_errors(PLAIN, {"gun": "laser", "rack": "kami_bomb", "tail": "oil_jet"}) == []


# -------------------------------------------------------------------------------------------------- placing


@pytest.mark.rule("DM-M-013")
def test_weapons_go_to_mounts_of_their_type_in_the_order_given() -> None:
    design = with_mounts(
        Mount(id="a", type="rocket"),
        Mount(id="b", type="light"),
        Mount(id="c", type="light", facing="rear"),
        Mount(id="d", type="heavy"),
    )
    kinds = {"i1": "laser", "i2": "rockets", "i3": "at_gun", "i4": "machinegun", "i5": "railgun", "i6": "vulcan_gun"}
    assert assign_mounts(design, kinds) == {"b": "i1", "a": "i2", "d": "i3", "c": "i4"}


@pytest.mark.rule("DM-M-013")
def test_what_needs_no_mount_takes_none() -> None:
    assert assign_mounts(PLAIN, {"i1": "smoke_grenade", "i2": "deployable_mines"}) == {}


@pytest.mark.rule("DM-M-014")
def test_caltrops_are_not_put_where_they_cannot_face() -> None:
    design = with_mounts(Mount(id="nose", type="special"))
    assert assign_mounts(design, {"i1": "caltrops", "i2": "smoke_launcher"}) == {"nose": "i2"}


@pytest.mark.rule("DM-M-018")
def test_two_alike_go_to_a_linked_pair() -> None:
    design = with_mounts(
        Mount(id="roof", type="light"),
        Mount(id="left", type="light", link="right"),
        Mount(id="right", type="light", link="left"),
    )
    kinds = {"i1": "laser", "i2": "machinegun", "i3": "machinegun"}
    assert assign_mounts(design, kinds) == {"left": "i2", "right": "i3", "roof": "i1"}
    assert assign_mounts(design, {"i1": "laser", "i2": "machinegun"}) == {"roof": "i1", "left": "i2"}


@pytest.mark.rule("DM-M-018")
def test_a_linked_pair_of_another_type_does_not_take_them() -> None:
    design = with_mounts(Mount(id="left", type="heavy", link="right"), Mount(id="right", type="heavy", link="left"))
    kinds = {"i1": "laser", "i2": "laser", "i3": "railgun", "i4": "railgun", "i5": "railgun"}
    assert assign_mounts(design, kinds) == {"left": "i3", "right": "i4"}


@pytest.mark.rule("DM-M-013")
def test_by_house_rule_light_weapons_take_the_heavy_mounts_left_over() -> None:
    design = with_mounts(Mount(id="a", type="heavy"), Mount(id="b", type="heavy"), Mount(id="c", type="light"))
    kinds = {"i1": "laser", "i2": "machinegun", "i3": "railgun"}
    assert assign_mounts(design, kinds) == {"c": "i1", "a": "i3"}
    assert assign_mounts(design, kinds, heavy_accepts_light=True) == {"c": "i1", "a": "i3", "b": "i2"}


@pytest.mark.rule("DM-M-119", "DM-M-013")
@pytest.mark.parametrize("kind", [kind for kind, arm in WEAPON_KINDS.items() if arm.mount])
def test_every_weapon_finds_the_mount_made_for_it(kind: str) -> None:
    design = with_mounts(*(Mount(id=sort, type=sort, facing="rear") for sort in SORTS))
    assert assign_mounts(design, {"item": kind}) == {WEAPON_KINDS[kind].mount: "item"}
