"""Kami-bombs."""

from __future__ import annotations

from typing import Any

import pytest

from rules.dethmatch.combat.dropped_weapons import lay, meet_markers
from rules.dethmatch.damage.bombs import explode, explode_due_bombs, shake_bombs
from rules.dethmatch.damage.criticals import roll
from rules.dethmatch.designs.design import Mount
from rules.dethmatch.laws.dice_purposes import is_for
from rules.dethmatch.match.entries import ItemEntry
from rules.dethmatch.match.orders import DropOrder
from rules.dethmatch.match.state import CarStatus, Marker
from tests.rules.dethmatch.boards import Board, Car, open_field
from tests.rules.dethmatch.gunnery import armed

BOMB = ItemEntry(id="a.m1", kind="kami_bomb", mount="m1", rolled={"ammunition": 2, "penetration": 4})


def carrier(*others: Car, faces: tuple[int, ...] = (), rounds: int = 2, **fields: Any) -> Board:
    """Car `a` at (0, 0), facing 0, with bombs of PEN 4."""
    car_fields = {name: fields.pop(name) for name in ("speed", "at") if name in fields}
    a = Car(id="a", design=armed(Mount(id="m1", type="rocket"), toughness=9), items=[BOMB], **car_fields)
    play = Board(a, *others, faces=faces, **fields)
    play.gun().ammunition = rounds
    return play


def near(id: str, q: int, r: int, **put: Any) -> Car:
    return Car(id=id, at=(q, r), design=armed(toughness=9), **put)


@pytest.mark.rule("DM-M-121")
@pytest.mark.parametrize(
    ("scatter", "at"),
    [(6, (0, 0)), (1, (-1, 1)), (2, (-2, 1)), (3, (-2, 0)), (4, (-1, -1)), (5, (0, -1))],
)
def test_a_bomb_falls_directly_behind_and_scatters_one_hex(scatter: int, at: tuple[int, int]) -> None:
    play = carrier(faces=(3, scatter))
    lay(play, play.car(), DropOrder(mount="m1", fuse=2))
    (marker,) = play.state.markers
    assert (marker.kind, play.track.hexes[marker.at], marker.fuse, marker.by) == ("bomb", at, 3, "a.driver")
    assert play.gun().ammunition == 1


@pytest.mark.rule("DM-M-121")
def test_a_bomb_that_would_scatter_off_the_map_stays_where_it_fell() -> None:
    play = carrier(faces=(3, 3), at=(-9, 0))
    lay(play, play.car(), DropOrder(mount="m1"))
    assert play.track.hexes[play.state.markers[0].at] == (-10, 0)
    walled = carrier(faces=(3, 3), track=open_field(special={(-2, 0): {"impassable": True}}))
    lay(walled, walled.car(), DropOrder(mount="m1"))
    assert walled.track.hexes[walled.state.markers[0].at] == (-1, 0)


@pytest.mark.rule("DM-M-121", "DM-M-043")
@pytest.mark.parametrize("fuse", [1, 2, 3])
def test_it_goes_off_at_the_start_of_the_phase_that_its_fuse_says(fuse: int) -> None:
    play = carrier(faces=(3, 3, 1))
    lay(play, play.car(), DropOrder(mount="m1", fuse=fuse))
    for _ in range(fuse):
        explode_due_bombs(play)
        assert len(play.state.markers) == 1
        play.next_phase()
    explode_due_bombs(play)
    assert play.state.markers == []
    # (-2, 0) is two hexes from its owner: it reaches nobody.
    assert play.entries_of("bomb")[0].more["reached"] == []


@pytest.mark.rule("DM-M-121")
@pytest.mark.parametrize(("face", "explodes"), [(1, True), (2, True), (3, False), (6, False)])
def test_on_triggering_it_goes_off_in_its_owners_hex_on_1_or_2(face: int, explodes: bool) -> None:
    # Firepower 3; 1 + 4 = 5 against 4 penetrates for 3; tires 1 + 2.
    play = carrier(faces=(face, *((3, 1, 1) if explodes else (3,))))
    lay(play, play.car(), DropOrder(mount="m1"))
    assert play.car().damage == (3 if explodes else 0)
    assert len(play.state.markers) == (0 if explodes else 1)
    assert play.all_thrown()


@pytest.mark.rule("DM-M-121", "DM-M-105")
def test_it_strikes_everything_in_its_hex_and_next_to_it_with_one_roll_of_firepower() -> None:
    others = [near("b", 3, 0), near("c", 5, 0), near("d", 4, 1, speed=0), near("e", 4, 0)]
    # Firepower 5; each car has a penetration roll and a tire roll: b 1 + 4 against 4 penetrates, as with d and e.
    play = carrier(*others, faces=(5, 1, 1, 1, 1, 1, 1, 1, 1))
    explode(play, at=play.track.index[4, 0], by="a.driver", item="a.m1")
    assert {id: play.car(id).damage for id in "abcde"} == {"a": 0, "b": 5, "c": 5, "d": 5, "e": 5}
    assert play.all_thrown()


@pytest.mark.rule("DM-M-121", "DM-M-098")
def test_the_side_struck_is_toward_the_bomb_and_the_rear_in_its_own_hex() -> None:
    others = [near("b", 3, 0), near("c", 5, 0), near("d", 4, 0)]
    play = carrier(*others, faces=(1, 1, 1, 1, 1, 1, 1))
    explode(play, at=play.track.index[4, 0], by="a.driver", item="a.m1")
    assert {entry.car: entry.more["quadrant"] for entry in play.entries_of("damage")} == {
        "b": "front", "c": "rear", "d": "rear",
    }  # fmt: skip


@pytest.mark.rule("DM-M-121")
def test_it_reaches_no_further_and_no_wreck() -> None:
    play = carrier(near("b", 6, 0), near("c", 5, 0, status=CarStatus.WRECK), faces=(6,))
    explode(play, at=play.track.index[4, 0], by="a.driver", item="a.m1")
    assert play.entries_of("bomb")[0].more["reached"] == []


@pytest.mark.rule("DM-M-121", "DM-M-111")
@pytest.mark.parametrize(("face", "points"), [(3, 0), (4, 1), (5, 1), (6, 2)])
def test_its_firepower_of_a_d6_adds_2_to_the_tire_roll(face: int, points: int) -> None:
    play = carrier(near("b", 4, 0), faces=(1, 1, face))
    explode(play, at=play.track.index[4, 0], by="a.driver", item="a.m1")
    assert play.car("b").tire_damage == points


@pytest.mark.rule("DM-M-121")
@pytest.mark.parametrize(("face", "explodes"), [(2, True), (3, False)])
def test_driven_over_it_is_an_obstacle_of_rating_1_that_goes_off_on_1_or_2(face: int, explodes: bool) -> None:
    b = near("b", 4, 0, speed=3)
    # The check at -1 fails on a 3; firepower 1, a penetration of 1 + 4, tires, the hazard of the hit.
    play = carrier(b, faces=(3, face, *((1, 1, 1, 1) if explodes else ())))
    play.state.markers.append(Marker(kind="bomb", at=play.car("b").at, by="a.driver", car="a", fuse=3, item="a.m1"))
    before = play.car("b").handling
    meet_markers(play, play.car("b"))
    assert (play.car("b").handling, play.car("b").damage) == (before - 1, int(explodes))
    assert len(play.state.markers) == (0 if explodes else 1)
    assert play.all_thrown()
    purposes = [(roll.why, entry.kind) for entry in play.log.entries for roll in entry.rolls]
    assert [fields for fields in purposes if not is_for(*fields)] == []


@pytest.mark.rule("DM-M-121", "DM-M-059")
@pytest.mark.parametrize(("face", "lost"), [(2, 0), (3, 1)])
def test_the_check_for_driving_over_it_is_at_minus_1_and_a_pass_costs_nothing(face: int, lost: int) -> None:
    play = carrier(near("b", 4, 0, speed=3), faces=(face, 6))
    play.state.markers.append(Marker(kind="bomb", at=play.car("b").at, by="a.driver", car="a", fuse=3, item="a.m1"))
    before = play.car("b").handling
    meet_markers(play, play.car("b"))
    assert play.car("b").handling == before - lost


@pytest.mark.rule("DM-M-121")
def test_any_critical_to_its_owner_tests_each_bomb_he_has_not_used() -> None:
    # A body critical, then both bombs: neither.
    play = carrier(faces=(6, 3, 3))
    roll(play, play.car(), quadrant="rear", by="", cause="shot")
    assert (play.gun().ammunition, play.all_thrown()) == (2, True)
    # The first goes off for 3 points, 2 + 4 against 4, tires; the second does not.
    play = carrier(faces=(2, 3, 2, 1, 3))
    shake_bombs(play, play.car())
    assert (play.gun().ammunition, play.car().damage) == (1, 3)
    assert play.all_thrown()


@pytest.mark.rule("DM-M-121")
def test_a_bomb_that_was_used_is_not_tested_and_one_that_went_off_is_gone() -> None:
    play = carrier(rounds=0)
    shake_bombs(play, play.car())
    assert play.log.entries == []
    play = carrier(rounds=1, faces=(1, 1, 1, 1))
    shake_bombs(play, play.car())
    shake_bombs(play, play.car())
    assert (play.gun().ammunition, play.kinds().count("bomb")) == (0, 2)
    assert play.car().loadout.used == ["a.m1"]


@pytest.mark.rule("DM-M-121")
@pytest.mark.parametrize(
    ("rolled", "armor", "damage"), [({"penetration": 5}, 6, 0), ({"penetration": 5}, 5, 1), ({}, 4, 0), ({}, 3, 1)]
)
def test_its_penetration_is_what_was_rolled_when_it_was_made_or_the_least_there_is(
    rolled: dict[str, int], armor: int, damage: int
) -> None:
    b = near("b", 4, 0, armor=dict.fromkeys(("front", "rear", "left", "right"), armor))
    bomb = ItemEntry(id="made", kind="kami_bomb", mount="m1", rolled=rolled)
    play = Board(Car(id="a", design=armed(Mount(id="m1", type="rocket")), items=[bomb]), b, faces=(1, 1, 1))
    explode(play, at=play.car("b").at, by="a.driver", item="made")
    assert play.car("b").damage == damage


@pytest.mark.rule("DM-M-121", "DM-M-139")
def test_what_a_bomb_does_is_credited_to_who_dropped_it() -> None:
    b = near("b", 4, 0, damage=8)
    play = carrier(b, faces=(1, 1, 6, 1))
    explode(play, at=play.track.index[4, 0], by="a.driver", item="a.m1")
    assert play.crew().criticals == 1
