"""The items on a car and in the stores, and the mount each weapon goes into."""

from __future__ import annotations

import pytest

from rules.dethmatch.designs.design import Armor, Design, Mount
from rules.dethmatch.match.entries import ItemEntry
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState
from rules.dethmatch.pits.loadouts import change_weapon, magazine, mount_for, stores_of, working_weapon_in
from tests.rules.dethmatch.matches import BLUE, car, match, red

RACKS = Design(
    name="Racks", engine=40, suspension=60, fuel=160, toughness=2, armor_points=16,
    armor=Armor(front=4, rear=4, left=4, right=4),
    mounts=tuple(Mount(id=id, type="rocket") for id in ("one", "two", "three")),
)  # fmt: skip
PACK = ItemEntry(id="pack", kind="rockets", mount="one")
OTHER = ItemEntry(id="other", kind="light_rockets", mount="two")
SPARE = ItemEntry(id="spare", kind="heavy_rockets")


def carrying(*items: ItemEntry) -> tuple[Match, CarState]:
    play = match(red(car("c1", "ada", *items, design=RACKS), stores=(SPARE,)), BLUE)
    return play, play.state.cars["c1"]


@pytest.mark.rule("DM-M-015", "DM-M-121")
@pytest.mark.parametrize(
    ("item", "rounds"),
    [
        (PACK, 3),
        (ItemEntry(id="x", kind="light_rockets", mount="one"), 4),
        (ItemEntry(id="x", kind="booster_rockets", mount="one", rolled={"ammunition": 2}), 2),
        (ItemEntry(id="x", kind="kami_bomb", mount="one"), 1),
    ],
)
def test_a_magazine_holds_what_is_printed_or_what_was_rolled(item: ItemEntry, rounds: int) -> None:
    play, ada = carrying(item)
    assert magazine(play.fits["c1"].weapons["one"]) == rounds
    assert working_weapon_in(ada, "one").ammunition == rounds


@pytest.mark.rule("DM-M-132")
@pytest.mark.parametrize(("left", "used", "in_the_stores"), [(3, [], ["pack"]), (2, ["pack"], []), (0, ["pack"], [])])
def test_a_pack_taken_off_is_used_up_once_it_was_fired(left: int, used: list[str], in_the_stores: list[str]) -> None:
    play, ada = carrying(PACK)
    ada.guns[0].ammunition = left
    change_weapon(play, ada, SPARE, mount="one")
    assert (ada.loadout.used, list(stores_of(play, "red"))) == (used, in_the_stores)
    assert [(gun.mount, gun.item, gun.ammunition) for gun in ada.guns] == [("one", "spare", 2)]


@pytest.mark.rule("DM-M-013", "DM-M-130", "DM-M-132")
def test_a_weapon_goes_in_an_empty_mount_before_a_spent_one_and_in_a_spent_one_before_a_full_one() -> None:
    third = ItemEntry(id="third", kind="rockets", mount="three")
    play, ada = carrying(PACK, OTHER)
    assert mount_for(play, ada, SPARE) == "three"
    assert mount_for(play, ada, SPARE, "two") == "two"
    play, ada = carrying(PACK, OTHER, third)
    assert mount_for(play, ada, SPARE) == "one"
    ada.guns[1].ammunition = 1
    assert mount_for(play, ada, SPARE) == "one"
    ada.guns[1].ammunition = 0
    assert mount_for(play, ada, SPARE) == "two"
    play, ada = carrying(PACK, third)
    working_weapon_in(ada, "one").ammunition = 0
    assert mount_for(play, ada, SPARE) == "two"
    play, ada = carrying(OTHER, third, ItemEntry(id="first", kind="rockets", mount="one"))
    working_weapon_in(ada, "three").destroyed = True
    assert mount_for(play, ada, SPARE) == "three"


@pytest.mark.rule("DM-M-039")
def test_the_stores_hold_what_is_on_no_car_and_not_gone() -> None:
    play, ada = carrying(PACK)
    assert list(stores_of(play, "red")) == ["spare"]
    ada.loadout.items.remove("pack")
    assert list(stores_of(play, "red")) == ["spare", "pack"]
    ada.loadout.lost.append("pack")
    ada.loadout.used.append("spare")
    assert list(stores_of(play, "red")) == []
