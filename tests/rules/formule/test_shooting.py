"""Shots: who may shoot when and at what, and what happens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from rules.formule.combat import attacks
from rules.formule.match.orders import DriveOrder, DropOrder, FireOrder
from rules.formule.match.state import CarStatus
from tests.rules.formule.boards import Board, Car, marker

GUNNER = Car("a", weapons=[("mg", "front"), ("laser", "turret"), ("oil", "rear"), ("missile", "rear")])
AT_B = DriveOrder(fire=(FireOrder(weapon=0, target="b"),))


def shot(
    *faces: int, order: DriveOrder = AT_B, roll: int = 2, put: Car = GUNNER, row: int = 15, **more: Any
) -> Board:
    play = Board(put, Car("b", row=row, armor=9), **more)
    play.drive("a", roll, order, drive=faces)
    return play


@pytest.mark.rule("FW-014", "FW-030", "FW-033")
@pytest.mark.parametrize(("face", "hit"), [(12, True), (11, False)])
def test_a_hit_does_its_damage_and_a_miss_takes_ammunition_too(face: int, hit: bool) -> None:
    play = shot(face)
    assert (play.car("b").armor, play.car().weapons[0].ammunition, play.car().acted) == (9 - hit, 9, 1)
    (entry,) = play.entries_of("shot")
    assert (entry.more["face"], entry.more["total"], entry.more["hit"]) == (face, face, hit)


@pytest.mark.rule("FW-014")
def test_lasers_never_run_out() -> None:
    play = shot(20, order=DriveOrder(fire=(FireOrder(weapon=1, target="b"),)))
    assert play.car().weapons[1].ammunition == -1
    assert attacks.why_not_fire(play, play.car(), FireOrder(weapon=1, target="b"), 10, 1) == ""


@pytest.mark.rule("FW-010", "FW-011")
@pytest.mark.parametrize(
    ("key", "damage"),
    [("mg", 1), ("vulcan", 2), ("laser", 2), ("heavy_laser", 3), ("cannon", 4), ("missile", 2)],
)
def test_each_weapon_does_the_damage_printed(key: str, damage: int) -> None:
    play = shot(20, put=Car("a", weapons=[(key, "front")]))
    assert play.car("b").armor == 9 - damage


def of_a_machine_gun(switches: dict[str, str]) -> int:
    return 9 - shot(20, switches=switches).car("b").armor


@pytest.mark.rule("FW-011")
@pytest.mark.switch("formule.mg_row", "3/2")
def test_by_the_other_reading_a_machine_gun_does_2() -> None:
    assert of_a_machine_gun({"formule.mg_row": "3/2"}) == 2


@pytest.mark.rule("FW-030")
@pytest.mark.parametrize(("after", "row"), [(0, 10), (1, 11), (2, 12), (9, 12)])
def test_a_car_fires_before_during_or_after_its_move(after: int, row: int) -> None:
    play = shot(12, order=DriveOrder(fire=(FireOrder(weapon=0, target="b", after=after),)))
    kinds = [entry.kind for entry in play.log.entries if entry.kind in {"drive", "shot"}]
    assert kinds == {10: ["shot", "drive"], 11: ["drive", "shot", "drive"], 12: ["drive", "shot"]}[row]
    paths = [entry.after["row"] for entry in play.log.entries if entry.kind == "drive"]
    assert paths == {10: [12], 11: [11, 12], 12: [12]}[row]


# -------------------------------------------------------------------------------------------- who may shoot, and when


@pytest.mark.rule("FW-031")
@pytest.mark.parametrize(("acted", "may"), [(0, True), (1, False)])
def test_a_car_has_one_weapon_action_a_turn(acted: int, may: bool) -> None:
    play = Board(GUNNER)
    play.car().acted = acted
    assert (attacks.why_no_action(play, play.car()) == "") == may


def actions(switches: dict[str, int]) -> int:
    play = Board(GUNNER, switches=switches)
    while not attacks.why_no_action(play, play.car()):
        play.car().acted += 1
    return play.car().acted


@pytest.mark.rule("FW-031")
@pytest.mark.switch("formule.actions_per_turn", 3)
def test_by_the_house_rule_a_car_has_more_actions() -> None:
    assert actions({"formule.actions_per_turn": 3}) == 3


@pytest.mark.rule("FW-106", "FW-118")
@pytest.mark.parametrize(("name", "value"), [("moved", False), ("spun", True)])
def test_nobody_fires_before_he_has_moved_from_the_grid_or_a_spin(name: str, value: bool) -> None:
    play = Board(GUNNER, Car("b", row=15))
    setattr(play.car(), name, value)
    assert "drive first" in attacks.why_no_action(play, play.car())
    play.drive("a", 2, DriveOrder(fire=(FireOrder(weapon=0, target="b", after=1),)), drive=[1])
    assert len(play.entries_of("shot")) == 1


def laps_of_fire(switches: dict[str, int]) -> list[int]:
    may = []
    for lap in (1, 2, 3):
        play = Board(Car("a", row=80 * lap - 70, weapons=[("mg", "front")]), laps=5, switches=switches)
        if not attacks.why_no_action(play, play.car()):
            may.append(lap)
    return may


@pytest.mark.rule("FW-106")
@pytest.mark.switch("formule.fire_from_lap", 2)
def test_by_the_house_rule_nobody_fires_before_a_later_lap() -> None:
    assert laps_of_fire({"formule.fire_from_lap": 2}) == [2, 3]


# ------------------------------------------------------------------------------------------------------------ targets


@pytest.mark.rule("FW-014", "FW-032")
@pytest.mark.parametrize(
    ("order", "why"),
    [
        (FireOrder(weapon=4, target="b"), "no weapon 4"),
        (FireOrder(weapon=-1, target="b"), "no weapon -1"),
        (FireOrder(weapon=2, target="b"), "dropper"),
        (FireOrder(weapon=0, target="x"), "no other car"),
        (FireOrder(weapon=0, target="a"), "no other car"),
        (FireOrder(weapon=0, target="gone"), "no other car"),
        (FireOrder(weapon=3, target="b"), "does not bear"),
        (FireOrder(weapon=0, target="far"), "out of range"),
        (FireOrder(weapon=1, target="hidden"), "out of sight"),
    ],
)
def test_a_shot_that_cannot_be_is_refused(order: FireOrder, why: str) -> None:
    play = Board(
        GUNNER, Car("b", row=15), Car("gone", row=16, status=CarStatus.OUT), Car("far", row=23),
        Car("hidden", row=36),
    )  # fmt: skip
    row = 26 if order.target == "hidden" else 10
    assert why in attacks.why_not_fire(play, play.car(), order, row, 1)


@pytest.mark.rule("FW-014", "FW-057")
@pytest.mark.parametrize(("name", "value"), [("ammunition", 0), ("works", False)])
def test_an_empty_or_destroyed_weapon_does_not_fire(name: str, value: int) -> None:
    play = Board(GUNNER, Car("b", row=15))
    setattr(play.car().weapons[0], name, value)
    assert "destroyed or empty" in attacks.why_not_fire(play, play.car(), FireOrder(weapon=0, target="b"), 10, 1)


@pytest.mark.rule("FW-010", "FW-039")
@pytest.mark.parametrize(
    ("key", "reach"),
    [("mg", 12), ("vulcan", 15), ("laser", 20), ("heavy_laser", 20), ("cannon", 12), ("missile", 18)],
)
@pytest.mark.parametrize("beyond", [0, 1])
def test_a_target_at_the_very_range_may_be_shot(key: str, reach: int, beyond: int) -> None:
    play = Board(Car("a", row=2, weapons=[(key, "front")]), Car("b", row=2 + reach + beyond))
    reason = attacks.why_not_fire(play, play.car(), FireOrder(weapon=0, target="b"), 2, 1)
    assert reason == ("" if not beyond else "b is out of range of weapon 0: come nearer")


@pytest.mark.rule("FW-010", "FW-039")
@pytest.mark.parametrize(("row", "why"), [(6, ""), (5, "out of range")])
def test_a_flamethrower_reaches_four_squares(row: int, why: str) -> None:
    play = Board(Car("a", weapons=[("flamethrower", "rear")]), Car("b", row=row))
    assert why in attacks.why_not_fire(play, play.car(), FireOrder(weapon=0, target="b"), 10, 1)


def sighted(switches: dict[str, str], row: int) -> bool:
    play = Board(Car("a", row=28, weapons=[("laser", "front")]), Car("b", row=row), switches=switches)
    return not attacks.why_not_fire(play, play.car(), FireOrder(weapon=0, target="b"), 28, 1)


@pytest.mark.rule("FW-032")
@pytest.mark.switch("formule.sight", "same_segment")
def test_by_the_house_rule_one_sees_no_further_than_the_own_segment() -> None:
    assert sighted({}, 31)
    assert not sighted({"formule.sight": "same_segment"}, 31)


@pytest.mark.rule("FW-032")
@pytest.mark.switch("formule.sight", "always")
def test_by_the_house_rule_one_sees_everywhere() -> None:
    assert not sighted({}, 36)
    assert sighted({"formule.sight": "always"}, 36)


# -------------------------------------------------------------------------------------------------------------- links

LINKED = Car("a", weapons=[("cannon", "front", "x"), ("mg", "front"), ("vulcan", "front", "x")])


def volley(*faces: int, switches: dict[str, str] | None = None, weapon: int = 0, row: int = 15) -> Board:
    order = DriveOrder(fire=(FireOrder(weapon=weapon, target="b"),))
    return shot(*faces, order=order, put=LINKED, switches=switches, row=row)


@pytest.mark.rule("FW-023")
@pytest.mark.parametrize("weapon", [0, 2])
def test_a_pair_fires_in_one_action_with_a_roll_and_ammunition_for_each(weapon: int) -> None:
    play = volley(11, 12, weapon=weapon)
    assert [(entry.more["weapon"], entry.more["face"]) for entry in play.entries_of("shot")] == [
        (weapon, 11),
        (2 - weapon, 12),
    ]
    assert [weapon_state.ammunition for weapon_state in play.car().weapons] == [4, 10, 9]
    assert play.car().acted == 1


@pytest.mark.rule("FW-023")
@pytest.mark.switch("formule.link_mode", "one_roll")
def test_by_the_house_rule_a_pair_has_one_roll() -> None:
    play = volley(12, switches={"formule.link_mode": "one_roll"})
    assert [entry.more["face"] for entry in play.entries_of("shot")] == [12, 12]
    assert [entry.more["total"] for entry in play.entries_of("shot")] == [12, 13]
    assert [weapon.ammunition for weapon in play.car().weapons] == [4, 10, 9]


@pytest.mark.rule("FW-023", "FW-057")
@pytest.mark.parametrize(("name", "value"), [("works", False), ("ammunition", 0)])
def test_half_a_link_stays_usable(name: str, value: int) -> None:
    play = Board(LINKED, Car("b", row=15, armor=9))
    setattr(play.car().weapons[0], name, value)
    play.drive("a", 2, DriveOrder(fire=(FireOrder(weapon=2, target="b"),)), drive=[1])
    assert len(play.entries_of("shot")) == 1


@pytest.mark.rule("FW-023", "FW-039")
def test_half_a_pair_that_is_out_of_range_does_not_fire() -> None:
    play = volley(1, weapon=2, row=25)
    assert [entry.more["weapon"] for entry in play.entries_of("shot")] == [2]


@pytest.mark.rule("FW-023")
def test_the_second_of_a_pair_does_not_fire_at_a_car_that_is_out() -> None:
    play = Board(LINKED, Car("b", row=15, body=1))
    play.drive("a", 2, DriveOrder(fire=(FireOrder(weapon=0, target="b"),)), drive=[12, 20])
    assert (play.car("b").status, len(play.entries_of("shot"))) == (CarStatus.OUT, 1)
    assert [weapon.ammunition for weapon in play.car().weapons] == [4, 10, 10]


# --------------------------------------------------------------------------------------------------- shots that lapse


@pytest.mark.rule("FW-030")
def test_a_shot_that_has_become_impossible_lapses_and_takes_nothing() -> None:
    two = DriveOrder(fire=(FireOrder(weapon=0, target="b"), FireOrder(weapon=1, target="b", after=1)))
    play = Board(GUNNER, Car("b", row=15, body=1), switches={"formule.actions_per_turn": 2})
    play.drive("a", 2, two, drive=[12, 20])
    (lapsed,) = play.entries_of("order_lapsed")
    assert (lapsed.more["order"], play.car().acted) == ("fire", 1)
    assert "no other car" in lapsed.more["why"]


TIMED: Sequence[tuple[int, int, bool, int]] = [
    # row, after, whether the house rule counts the end of the move, modifier of corner and lane
    (27, 0, False, 0),
    (27, 0, True, -2),
    (27, 4, True, -2),
    (27, 4, False, -2),
    (34, 0, False, -2),
    (34, 0, True, 0),
]


def timed(row: int, after: int, switches: dict[str, str], lanes: tuple[int, ...] = ()) -> int:
    play = Board(
        Car("a", row=row, weapons=[("cannon", "turret")], stops=1), Car("b", row=row + 6, lane=0),
        switches=switches,
    )  # fmt: skip
    play.drive("a", 4, DriveOrder(path=lanes, fire=(FireOrder(weapon=0, target="b", after=after),)), drive=[1])
    added: int = play.entries_of("shot")[0].more["added"]
    return added


@pytest.mark.rule("FW-036")
@pytest.mark.parametrize(("row", "after", "end", "added"), TIMED)
def test_corners_count_at_the_shot_or_by_the_house_rule_as_planned(
    row: int, after: int, end: bool, added: int
) -> None:
    assert timed(row, after, {"formule.corner_mod_timing": "move_end"} if end else {}) == added


@pytest.mark.rule("FW-036")
@pytest.mark.switch("formule.corner_mod_timing", "move_end")
def test_by_the_house_rule_a_shot_before_the_move_counts_its_planned_end() -> None:
    late = {"formule.corner_mod_timing": "move_end"}
    assert timed(10, 0, late, (1, 2)) == -1
    assert timed(10, 0, {}, (1, 2)) == 0
    assert timed(27, 0, late) == -2


@pytest.mark.rule("FW-036")
@pytest.mark.parametrize(("changes", "added"), [(0, 0), (1, -1)])
def test_lane_changes_made_before_count_by_either_rule(changes: int, added: int) -> None:
    for switches in ({}, {"formule.corner_mod_timing": "move_end"}):
        play = Board(
            Car("a", weapons=[("cannon", "front")], lane_changes=changes), Car("b", row=18),
            switches=switches,
        )  # fmt: skip
        play.drive("a", 2, DriveOrder(fire=(FireOrder(weapon=0, target="b"),)), drive=[1])
        assert play.entries_of("shot")[0].more["added"] == added


@pytest.mark.rule("FW-030", "FW-060")
def test_a_drop_that_has_become_impossible_lapses() -> None:
    play = Board(Car("a", weapons=[("oil", "rear")], tires=1), Car("b", row=45))
    play.state.markers = [marker("spikes", 11)]
    play.drive("a", 4, DriveOrder(drop=(DropOrder(weapon=0, after=2),)), drive=[1, 6])
    (lapsed,) = play.entries_of("order_lapsed")
    assert (lapsed.more["order"], lapsed.rule, len(play.state.markers)) == ("drop", "FW-060", 1)
