"""Oil, caltrops and mines: laying them, and driving over them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.dethmatch.combat.dropped_weapons import (
    FuseImpossible,
    NothingToDrop,
    StillLaying,
    clear_up,
    is_laying,
    lay,
    meet_markers,
    trail,
)
from rules.dethmatch.combat.shooting import fire
from rules.dethmatch.designs.design import Mount
from rules.dethmatch.match.entries import ItemEntry
from rules.dethmatch.match.orders import DropOrder, FireOrder
from rules.dethmatch.match.state import CarStatus, Control, Critical, Marker
from rules.dethmatch.weapons.weapon_use import OneWeaponATurn, WeaponsHeld
from tests.rules.dethmatch.boards import Board, Car, open_field
from tests.rules.dethmatch.gunnery import armed, at_b, target_at

REAR = Mount(id="m1", type="special", facing="rear")


def layer(kind: str = "oil_jet", *others: Car, faces: tuple[int, ...] = (), **board_fields: Any) -> Board:
    """Car `a` at (0, 0), facing 0, with that device in `m1`."""
    car_fields = {
        name: board_fields.pop(name) for name in ("items", "gunner", "at", "speed", "sheet") if name in board_fields
    }
    guns = {"m1": kind} if kind in {"oil_jet", "caltrops"} else {}
    return Board(Car(id="a", design=armed(REAR), guns=guns, **car_fields), *others, faces=faces, **board_fields)


def lying(play: Board) -> list[tuple[str, tuple[int, int]]]:
    return [(marker.kind, play.track.hexes[marker.at]) for marker in play.state.markers]


def moved(play: Board, to: tuple[int, int]) -> None:
    """Spend a movement point of the car to leave its hex."""
    a = play.car()
    old_hex, a.at = a.at, play.track.index[to]
    trail(play, a, old_hex)


@pytest.mark.rule("DM-M-101")
@pytest.mark.parametrize("kind", ["oil_jet", "caltrops"])
def test_three_markers_fall_one_behind_the_car_at_once_and_two_in_the_hexes_left_in_the_next_phase(kind: str) -> None:
    play = layer(kind)
    lay(play, play.car(), DropOrder(mount="m1"))
    marker = {"oil_jet": "oil", "caltrops": "caltrops"}[kind]
    assert lying(play) == [(marker, (-1, 0))]
    assert play.gun().ammunition == 2
    moved(play, (1, 0))
    assert len(play.state.markers) == 1
    play.next_phase()
    for q in (2, 3, 4):
        moved(play, (q, 0))
    assert lying(play) == [(marker, (-1, 0)), (marker, (1, 0)), (marker, (2, 0))]
    assert {marker.by for marker in play.state.markers} == {"a.driver"}


@pytest.mark.rule("DM-M-101")
def test_by_house_rule_four_fall() -> None:
    play = layer(switches={"dethmatch.dropped_markers_total": 4})
    lay(play, play.car(), DropOrder(mount="m1"))
    play.next_phase()
    for q in (1, 2, 3, 4):
        moved(play, (q, 0))
    assert len(play.state.markers) == 4


@pytest.mark.rule("DM-M-101")
def test_what_has_not_fallen_by_the_end_of_the_phase_after_is_kept_back() -> None:
    play = layer()
    lay(play, play.car(), DropOrder(mount="m1"))
    play.next_phase()
    moved(play, (1, 0))
    assert is_laying(play, play.car())
    play.next_phase()
    moved(play, (2, 0))
    assert len(play.state.markers) == 2
    assert not is_laying(play, play.car())


@pytest.mark.rule("DM-M-101")
def test_a_car_that_has_not_left_its_hex_leaves_nothing_in_it() -> None:
    play = layer()
    lay(play, play.car(), DropOrder(mount="m1"))
    play.next_phase()
    moved(play, (0, 0))
    assert len(play.state.markers) == 1


@pytest.mark.rule("DM-M-101")
@pytest.mark.parametrize("case", ["car", "wall", "edge"])
def test_the_first_falls_in_its_own_hex_where_the_one_behind_is_not_free(case: str) -> None:
    others = [target_at(-1)] if case == "car" else []
    track = open_field(special={(-1, 0): {"impassable": True}} if case == "wall" else {})
    play = layer("oil_jet", *others, track=track, at=(-10, 0) if case == "edge" else (0, 0))
    lay(play, play.car(), DropOrder(mount="m1"))
    assert play.state.markers[0].at == play.car().at


@pytest.mark.rule("DM-M-101", "DM-M-093")
def test_nothing_new_is_triggered_before_the_last_has_fallen() -> None:
    play = layer()
    lay(play, play.car(), DropOrder(mount="m1"))
    play.next_phase()
    with pytest.raises(StillLaying, match="wait until that has fallen"):
        lay(play, play.car(), DropOrder(mount="m1"))
    moved(play, (1, 0))
    moved(play, (2, 0))
    lay(play, play.car(), DropOrder(mount="m1"))
    assert play.gun().ammunition == 1


@pytest.mark.rule("DM-M-094")
def test_dropping_is_the_competitors_weapon_of_the_turn() -> None:
    shooter = Car(
        id="a",
        design=armed(REAR, Mount(id="m2", type="light")),
        guns={"m1": "oil_jet", "m2": "machinegun"},
        driver={"talents": ("gunslinger",)},
    )
    play = Board(shooter, target_at(3), faces=(6,))
    lay(play, play.car(), DropOrder(mount="m1"))
    with pytest.raises(OneWeaponATurn):
        fire(play, play.car(), at_b("m2"))
    play.next_phase(3)
    fire(play, play.car(), FireOrder(mount="m2", target="b"))
    with pytest.raises(OneWeaponATurn):
        lay(play, play.car(), DropOrder(mount="m1"))


@pytest.mark.rule("DM-M-133")
def test_nothing_is_dropped_while_weapons_are_held() -> None:
    play = layer(event="lap_race")
    with pytest.raises(WeaponsHeld):
        lay(play, play.car(), DropOrder(mount="m1"))


@pytest.mark.rule("DM-M-101")
def test_only_what_can_be_dropped_is() -> None:
    play = Board(target_at(0, guns={"front": "machinegun"}))
    for mount in ("front", "nowhere"):
        with pytest.raises(NothingToDrop, match="can be dropped"):
            lay(play, play.car("b"), DropOrder(mount=mount))


def met(kind: str, *faces: int, surface: str = "asphalt", **put: Any) -> Board:
    """Car `a` enters a hex with such a marker, laid by the driver of `b`."""
    a = Car(id="a", **{"speed": 3, **put})
    play = Board(a, Car(id="b", at=(5, 0)), faces=faces, track=open_field(surface=surface))
    hex_id = play.car().at
    play.state.markers.append(Marker(kind=kind, at=hex_id, by="b.driver", car="b", until=1 if kind == "oil" else 0))
    meet_markers(play, play.car())
    assert play.all_thrown()
    return play


@pytest.mark.rule("DM-M-102")
@pytest.mark.parametrize(
    ("surface", "checked"), [("asphalt", True), ("concrete", True), ("dirt", False), ("ice", False)]
)
def test_oil_calls_for_a_check_on_asphalt_and_concrete_alone(surface: str, checked: bool) -> None:
    play = met("oil", *([4] if checked else []), surface=surface)
    assert play.car().handling == (2 if checked else 3)
    assert play.car().rough == (1 if checked else -1)
    assert len(play.state.markers) == 1


@pytest.mark.rule("DM-M-102", "DM-M-059")
def test_a_passed_check_on_oil_costs_nothing_and_suspension_changes_do_not_help() -> None:
    assert met("oil", 3).car().handling == 3
    raised = armed()
    play = met("oil", 4, design=replace(raised, tweaks=("raised",)), driver={"talents": ("texas_steer",)})
    assert play.car().handling == 2


@pytest.mark.rule("DM-M-102")
def test_a_car_that_stands_or_that_nobody_drives_makes_no_check_on_oil() -> None:
    assert met("oil", speed=0).car().handling == 3
    assert met("oil", control=Control.UNCONTROLLED).car().handling == 3


@pytest.mark.rule("DM-M-102")
@pytest.mark.parametrize("lasts", [0, 2])
def test_oil_is_gone_at_the_end_of_the_turn_it_fell_in_or_later_by_house_rule(lasts: int) -> None:
    play = layer(switches={"dethmatch.oil_lasts_turns": lasts}, turn=4)
    lay(play, play.car(), DropOrder(mount="m1"))
    for turn in range(4, 4 + lasts):
        play.state.moment.turn = turn
        clear_up(play)
        assert len(play.state.markers) == 1
    play.state.moment.turn = 4 + lasts
    clear_up(play)
    assert play.state.markers == []


@pytest.mark.rule("DM-M-103")
@pytest.mark.parametrize(("face", "points"), [(3, 0), (4, 1), (5, 1), (6, 2)])
def test_caltrops_roll_the_tires_2_higher_and_are_gone(face: int, points: int) -> None:
    play = met("caltrops", face)
    assert (play.car().tire_damage, play.state.markers) == (points, [])


@pytest.mark.rule("DM-M-103", "DM-M-024")
def test_wheel_guards_do_not_help_against_caltrops() -> None:
    assert met("caltrops", 4, design=armed(components=("wheel_guards",))).car().tire_damage == 1


@pytest.mark.rule("DM-M-103")
def test_caltrops_that_nobody_hits_lie_for_the_heat_and_spare_no_side() -> None:
    play = layer("caltrops", faces=(4,))
    lay(play, play.car(), DropOrder(mount="m1"))
    for turn in range(1, 30):
        play.state.moment.turn = turn
        clear_up(play)
    assert len(play.state.markers) == 1
    play.car().at = play.state.markers[0].at
    meet_markers(play, play.car())
    assert play.car().tire_damage == 1


@pytest.mark.rule("DM-M-122", "DM-M-139")
def test_a_mine_adds_1_tire_damage_and_an_automatic_critical_credited_to_its_layer() -> None:
    play = met("mine", 4, 6)
    assert (play.car().tire_damage, play.car().armor["front"], play.state.markers) == (2, 3, [])
    assert play.crew("b.driver").criticals == 1
    assert met("mine", 1, 6).car().tire_damage == 1


@pytest.mark.rule("DM-M-122", "DM-M-112")
def test_what_a_mine_does_to_the_tires_is_felt_in_the_handling_at_once() -> None:
    # Light tires of toughness 1: one point of the roll, and one above it, take 2 off.
    play = met("mine", 4, 6)
    assert play.car().handling == 1


@pytest.mark.rule("DM-M-027", "DM-M-122")
@pytest.mark.parametrize(("immune", "damage"), [(False, 3), (True, 0)])
def test_solid_tires_take_no_damage_of_a_mine_where_the_house_has_them_immune(immune: bool, damage: int) -> None:
    a = Car(id="a", speed=3, items=[ItemEntry(id="tires", kind="tire_solid")])
    play = Board(a, Car(id="b", at=(5, 0)), faces=(6, 6), switches={"dethmatch.foam_tires_immune": immune})
    play.state.markers.append(Marker(kind="mine", at=play.car().at, by="b.driver", car="b"))
    meet_markers(play, play.car())
    assert play.car().tire_damage == damage


@pytest.mark.rule("DM-M-122", "DM-M-101")
def test_mines_are_laid_like_caltrops_once_without_a_mount() -> None:
    play = layer("", items=[ItemEntry(id="mines", kind="deployable_mines")])
    lay(play, play.car(), DropOrder(mount="mines"))
    play.next_phase()
    moved(play, (1, 0))
    moved(play, (2, 0))
    assert lying(play) == [("mine", (-1, 0)), ("mine", (0, 0)), ("mine", (1, 0))]
    assert (play.car().loadout.used, play.gun("mines").ammunition) == (["mines"], 0)


@pytest.mark.rule("DM-M-023", "DM-M-139")
def test_what_a_gunner_lays_is_credited_to_him_in_the_turn_after_too() -> None:
    play = layer("caltrops", gunner={}, phase=3)
    lay(play, play.car(), DropOrder(mount="m1", seat="gunner"))
    play.next_phase()
    moved(play, (1, 0))
    assert [marker.by for marker in play.state.markers] == ["a.gunner", "a.gunner"]


@pytest.mark.rule("DM-M-101", "DM-M-106")
def test_a_destroyed_car_meets_nothing_any_more() -> None:
    play = Board(Car(id="a", speed=3, status=CarStatus.DESTROYED))
    play.state.markers.append(Marker(kind="mine", at=play.car().at, by="", car=""))
    meet_markers(play, play.car())
    assert len(play.state.markers) == 1


@pytest.mark.rule("DM-M-103", "DM-M-122")
def test_every_marker_in_a_hex_is_met_until_the_car_is_lost() -> None:
    play = Board(Car(id="a", speed=3, criticals=[Critical(row="x")] * 5), faces=(1, 2, 1, 1))
    hex_id = play.car().at
    play.state.markers.extend(
        [Marker(kind="mine", at=hex_id, by="", car=""), Marker(kind="caltrops", at=hex_id, by="", car="")]
    )
    meet_markers(play, play.car())
    # 2 + 5 destroys it, and its driver passes.
    assert [marker.kind for marker in play.state.markers] == ["caltrops"]


@pytest.mark.rule("DM-M-121")
@pytest.mark.parametrize("fuse", [0, 4])
def test_a_fuse_is_1_to_3_phases(fuse: int) -> None:
    bomb = Car(id="a", design=armed(Mount(id="m1", type="rocket")), guns={"m1": "kami_bomb"})
    play = Board(bomb)
    with pytest.raises(FuseImpossible):
        lay(play, play.car(), DropOrder(mount="m1", fuse=fuse))


@pytest.mark.rule("DM-M-101")
def test_every_marker_that_falls_is_written_down_with_how_many_are_left() -> None:
    play = layer()
    lay(play, play.car(), DropOrder(mount="m1"))
    assert play.kinds() == ["marker_drop"]
    assert play.entries_of("marker_drop")[0].more["left"] == 2
    play.load()
