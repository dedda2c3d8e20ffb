"""Deliberate collisions, from behind and from the side."""

from __future__ import annotations

from typing import Any

import pytest

from rules.formule.match.orders import DriveOrder, FireOrder, RamOrder
from rules.formule.match.state import CarStatus
from rules.formule.movement import deliberate_collisions
from rules.formule.settings import Settings, settings_of
from rules.formule.weapons import BUMPER
from tests.rules.formule.boards import Board, Car, marker

D = {1: (1, 2), 2: (2, 4), 3: (4, 8)}
"""The least and the most of each gear die, on its first and last face."""
SIDES = {1: 4, 2: 6, 3: 8}
# row: target without and with the attacker's bumper, attacker without and with; each is (gear die, added).
TABLE = {
    1: ((0, 1), (0, 1), (0, 0), (0, 0)),
    2: ((1, 0), (0, 2), (0, 1), (0, 0)),
    3: ((1, 1), (2, 0), (1, 0), (0, 1)),
    4: ((2, 0), (2, 2), (1, 1), (1, 0)),
    5: ((3, 0), (3, 2), (2, 0), (1, 1)),
}


def rammed(
    *faces: int,
    gears: tuple[int, int] = (4, 4),
    roll: int = 5,
    bumper: bool = False,
    order: DriveOrder | None = None,
    end: tuple[int, ...] = (),
    switches: dict[str, Any] | None = None,
    a: dict[str, Any] | None = None,
    b: dict[str, Any] | None = None,
    b_at: tuple[int, int] = (13, 1),
) -> Board:
    """A race in which a car drives two squares and rams one three squares ahead of its start. Both have 50 armor."""
    play = Board(
        Car("a", gear=gears[0], equipment=[BUMPER] * bumper, **{"armor": 50} | (a or {})),
        Car("b", row=b_at[0], lane=b_at[1], gear=gears[1], **{"armor": 50} | (b or {})),
        switches=switches,
    )
    plain = DriveOrder(path=(1, 1, 1), ram=(RamOrder(target="b", after=2),))
    play.drive("a", roll, order or plain, drive=faces, end=end)
    return play


# ------------------------------------------------------------------------------------------------------------ contact


@pytest.mark.rule("FW-080")
@pytest.mark.parametrize(
    ("row", "lane", "side"),
    [
        (11, 1, "rear"),
        (10, 0, "left"),
        (10, 2, "right"),
        (12, 1, ""),
        (9, 1, ""),
        (11, 0, ""),
        (9, 2, ""),
        (10, 1, ""),
    ],
)
def test_contact_is_right_behind_or_beside(row: int, lane: int, side: str) -> None:
    play = Board(Car("a"), Car("b", row=row, lane=lane))
    assert deliberate_collisions.side_of(play, 10, 1, play.car("b")) == side


@pytest.mark.rule("FW-080")
def test_the_first_row_is_right_ahead_of_the_last_and_two_lanes_are_no_neighbors() -> None:
    play = Board(Car("a", row=79), Car("b", row=80), Car("c", row=79, lane=2), Car("d", row=79, lane=0))
    assert deliberate_collisions.side_of(play, 79, 1, play.car("b")) == "rear"
    assert deliberate_collisions.side_of(play, 79, 0, play.car("c")) == ""


@pytest.mark.rule("FW-080")
def test_a_target_is_tried_once_a_turn() -> None:
    play = Board(Car("a", rammed=["b"]), Car("b", row=11))
    assert "has tried b" in deliberate_collisions.why_not_ram(play, play.car(), "b", 10, 1)
    assert "no other car" in deliberate_collisions.why_not_ram(play, play.car(), "a", 10, 1)
    assert "no other car" in deliberate_collisions.why_not_ram(play, play.car(), "x", 10, 1)
    play.car().rammed = []
    assert deliberate_collisions.why_not_ram(play, play.car(), "b", 10, 1) == ""
    assert "neither" in deliberate_collisions.why_not_ram(play, play.car(), "b", 9, 1)
    play.car("b").status = CarStatus.OUT
    assert "no other car" in deliberate_collisions.why_not_ram(play, play.car(), "b", 10, 1)


# ----------------------------------------------------------------------------------------------------------- the roll


@pytest.mark.rule("FW-081")
@pytest.mark.parametrize(
    ("gears", "a", "b", "added"),
    [
        ((4, 4), {}, {}, 0),
        ((5, 4), {}, {}, 2),
        ((4, 6), {}, {}, -4),
        ((4, 4), {"road_holding": 5}, {}, 3),
        ((4, 4), {}, {"road_holding": 1}, 1),
        ((4, 4), {"wounds": 1}, {"wounds": 1}, -1),
        ((4, 4), {}, {"spun": True}, 6),
        ((4, 4), {}, {"stalled": True}, 6),
        ((4, 0), {}, {}, 6),
    ],
)
def test_road_holding_and_twice_the_gears_are_added(
    gears: tuple[int, int], a: dict[str, Any], b: dict[str, Any], added: int
) -> None:
    play = Board(Car("a", gear=gears[0], **a), Car("b", gear=gears[1], **b))
    assert deliberate_collisions.advantage(play.car(), play.car("b")) == added


@pytest.mark.rule("FW-081")
@pytest.mark.parametrize(("face", "success"), [(11, False), (12, True)])
def test_12_succeeds(face: int, success: bool) -> None:
    play = rammed(face, end=(2, 2) if success else ())
    (entry,) = play.entries_of("ram")
    assert (entry.more["success"], entry.more["total"], entry.more["side"]) == (success, face, "rear")
    assert play.car("b").armor == 50 - success


# ---------------------------------------------------------------------------------------------------------- the table


@pytest.mark.rule("FW-090")
@pytest.mark.parametrize(("own", "other", "row"), [(6, 1, 5), (6, 2, 4), (3, 2, 1), (4, 4, 1), (1, 6, 1), (4, 2, 2)])
def test_the_row_is_the_difference_of_gears_and_at_least_1(own: int, other: int, row: int) -> None:
    assert deliberate_collisions.ram_damage_row(own, other) == row


@pytest.mark.rule("FW-091", "FW-092")
@pytest.mark.parametrize("row", range(1, 6))
@pytest.mark.parametrize("bumper", [False, True])
@pytest.mark.parametrize("most", [0, 1])
def test_each_cell_of_the_damage_table_is_as_printed(row: int, bumper: bool, most: int) -> None:
    cells = TABLE[row][bumper], TABLE[row][2 + bumper]
    faces = [SIDES[gear] if most else 1 for gear, _ in cells if gear]
    damage = [(D[gear][most] if gear else 0) + added for gear, added in cells]
    own, other = row + 1, 1
    slowed = {1: [4], 2: [6], 3: [8], 4: [12], 5: [20]}[row]
    play = rammed(20, *faces, *slowed, gears=(own, other), bumper=bumper, roll=2, end=(2, 2),
                  order=DriveOrder(ram=(RamOrder(target="b", after=2),)))  # fmt: skip
    assert [50 - play.car("b").armor, 50 - play.car().armor] == damage


@pytest.mark.rule("FW-091")
def test_the_targets_bumper_does_not_matter() -> None:
    play = Board(
        Car("a", row=12, gear=3, armor=50),
        Car("b", row=13, gear=1, equipment=[BUMPER], armor=50),
        faces=[20, 4, 6],
    )  # fmt: skip
    deliberate_collisions.attempt(play, play.car(), play.car("b"), left=5)
    assert (play.car("b").armor, play.car().armor) == (48, 49)


# ----------------------------------------------------------------------------------------------------------- movement


@pytest.mark.rule("FW-093", "FW-094")
def test_jack_rams_bill_as_in_the_worked_example() -> None:
    play = Board(
        Car("jack", row=0, gear=5, equipment=[BUMPER], armor=5),
        Car("bill", row=9, gear=4, armor=5),
    )
    order = DriveOrder(path=(1,) * 9, ram=(RamOrder(target="bill", after=8),))
    play.drive("jack", 17, order, drive=[10, 4])
    assert (play.car("bill").armor, play.car("jack").armor) == (4, 5)
    (after,) = play.entries_of("after_ram")
    assert (after.more["slowed"], after.more["left"], after.more["stops"]) == (2, 6, False)
    assert play.car("jack").row == 9 + 6
    assert play.car("jack").brakes == 3


@pytest.mark.rule("FW-093")
@pytest.mark.parametrize("gears", [(4, 4), (4, 5)])
def test_a_target_in_the_same_or_a_higher_gear_stops_the_attacker_right_behind(gears: tuple[int, int]) -> None:
    play = rammed(20, gears=gears, end=(2, 2))
    assert (play.car().row, play.car().brakes, play.car().diverted) == (12, 3, True)
    assert [entry.more["left"] for entry in play.entries_of("after_ram")] == [0]


@pytest.mark.rule("FW-093")
@pytest.mark.parametrize(("face", "roll", "row"), [(1, 5, 14), (1, 4, 12), (4, 5, 12), (4, 6, 14), (4, 7, 15)])
def test_a_target_in_a_lower_gear_takes_the_die_of_the_difference_off_the_move(
    face: int, roll: int, row: int
) -> None:
    play = rammed(20, face, gears=(4, 3), roll=roll, end=(2, 2) if row < 15 else ())
    assert (play.car().row, play.car().brakes) == (row, 3)
    assert play.entries_of("collision") == [] or row < 15


@pytest.mark.rule("FW-082")
def test_a_failed_attempt_drives_on_through_the_targets_square() -> None:
    play = rammed(1, roll=5)
    assert (play.car().row, play.car().lane, play.car().brakes) == (15, 1, 3)
    assert [entry.more["path"] for entry in play.entries_of("drive")] == [[1, 1], [1, 1, 1]]
    assert rammed(1, roll=4, end=(2, 2)).car().row == 14


@pytest.mark.rule("FW-082", "FW-122")
def test_a_failed_attempt_that_would_end_on_the_target_stops_behind_and_pays() -> None:
    play = rammed(1, roll=3, end=(2, 2))
    assert (play.car().row, play.car().brakes) == (12, 2)
    assert play.entries_of("back_off") == []


@pytest.mark.rule("FW-082", "FW-122")
def test_a_failed_attempt_that_is_blocked_beyond_the_target_ends_behind_it() -> None:
    wall = [Car(f"w{lane}", row=14, lane=lane) for lane in range(3)]
    play = Board(Car("a", gear=4), Car("b", row=13, gear=4), *wall)
    order = DriveOrder(path=(1, 1, 1), ram=(RamOrder(target="b", after=2),))
    play.drive("a", 5, order, drive=[1], end=[2, 2])
    assert (play.car().row, play.car().progress, play.car().driven) == (12, 12, 2)
    assert (play.car().brakes, play.car().tires) == (0, 6)
    drive_entries = [entry for entry in play.log.entries if entry.kind in {"drive", "back_off", "blocked"}]
    assert [(entry.kind, entry.more.get("path")) for entry in drive_entries] == [
        ("drive", [1, 1]),
        ("drive", [1]),
        ("back_off", None),
        ("blocked", None),
    ]


@pytest.mark.rule("FW-082")
def test_a_car_that_spins_on_the_targets_square_is_right_behind_it() -> None:
    play = Board(Car("a", gear=4, tires=1), Car("b", row=13, gear=4), Car("c", row=45))
    play.state.markers = [marker("spikes", 13, owner="c")]
    order = DriveOrder(path=(1, 1, 1), ram=(RamOrder(target="b", after=2),))
    play.drive("a", 5, order, drive=[1, 1, 1], end=[2, 2])
    assert (play.car().row, play.car().spun, play.car().driven) == (12, True, 2)
    assert [entry.rule for entry in play.entries_of("back_off")] == ["FW-082"]


@pytest.mark.rule("FW-092")
def test_an_attacker_that_is_out_by_its_own_attempt_goes_no_further() -> None:
    play = rammed(20, 1, 14, gears=(4, 2), a={"armor": 0, "body": 1}, b={"armor": 50}, bumper=False)
    assert (play.car().status, play.car().row, play.entries_of("after_ram")) == (CarStatus.OUT, 12, [])


# ---------------------------------------------------------------------------------------------------------- side hits


def side(*faces: int, gears: tuple[int, int] = (4, 4), lane: int = 0, **more: Any) -> Board:
    """A race in which a car hits another beside it after one of its two squares."""
    order = DriveOrder(path=(1, 1), ram=(RamOrder(target="b", after=1),))
    return rammed(*faces, gears=gears, roll=2, order=order, b_at=(11, lane), **more)


@pytest.mark.rule("FW-095")
@pytest.mark.parametrize("bumper", [False, True])
@pytest.mark.parametrize(
    ("gears", "faces", "harm"),
    [
        ((4, 4), (), (1, 0)),
        ((4, 2), (1,), (1, 1)),
        ((4, 2), (4,), (1, 1)),
        ((4, 1), (4, 4), (1, 1)),
        ((5, 1), (6, 4), (2, 1)),
        ((6, 1), (8, 6), (4, 2)),
        ((6, 1), (3, 1), (3, 1)),
    ],
)
def test_a_side_hit_halves_the_damage_of_the_plain_columns(
    gears: tuple[int, int], faces: tuple[int, ...], harm: tuple[int, int], bumper: bool
) -> None:
    play = side(20, *faces, 20, gears=gears, bumper=bumper)
    assert (50 - play.car("b").armor, 50 - play.car().armor) == harm
    assert play.car().row == 12


@pytest.mark.rule("FW-095")
@pytest.mark.parametrize(("points", "half"), [(0, 0), (1, 1), (2, 1), (3, 1), (4, 2), (5, 2)])
def test_halves_are_rounded_down_to_1_at_least_where_there_was_any(points: int, half: int) -> None:
    assert deliberate_collisions.halve_side_damage(Settings(), points) == half


def halves(switches: dict[str, Any]) -> list[int]:
    return [deliberate_collisions.halve_side_damage(settings_of(switches), points) for points in range(6)]


@pytest.mark.rule("FW-095")
@pytest.mark.switch("formule.side_rounding", "up")
def test_by_the_house_rule_halves_are_rounded_up() -> None:
    assert halves({"formule.side_rounding": "up"}) == [0, 1, 1, 2, 2, 3]


@pytest.mark.rule("FW-095")
@pytest.mark.switch("formule.side_min_applies_to_zero", True)
def test_by_the_house_rule_a_side_hit_does_1_even_where_there_was_none() -> None:
    assert halves({"formule.side_min_applies_to_zero": True}) == [1, 1, 1, 1, 2, 2]


@pytest.mark.rule("FW-096")
@pytest.mark.parametrize(
    ("face", "b", "pushed"),
    [
        (12, {}, False),
        (11, {}, True),
        (12, {"wounds": 1}, True),
        (13, {"wounds": 1}, False),
        (12, {"road_holding": 3}, False),
    ],
)
def test_a_target_that_does_not_hold_its_lane_is_pushed_away(face: int, b: dict[str, int], pushed: bool) -> None:
    order = DriveOrder(path=(0, 0), ram=(RamOrder(target="b", after=1),))
    play = rammed(20, face, roll=2, order=order, b_at=(11, 1), b=b)
    assert play.car("b").lane == (2 if pushed else 1)
    assert (play.car("b").row, play.car("b").progress) == (11, 11)
    assert play.car().row == 12


@pytest.mark.rule("FW-096")
def test_a_target_to_the_left_is_pushed_to_the_left() -> None:
    order = DriveOrder(path=(2, 2), ram=(RamOrder(target="b", after=1),))
    assert rammed(20, 1, roll=2, order=order, b_at=(11, 1)).car("b").lane == 0


@pytest.mark.rule("FW-096")
@pytest.mark.parametrize(("check", "body"), [(1, 2), (2, 3)])
def test_a_target_at_the_edge_makes_a_collision_check_instead(check: int, body: int) -> None:
    play = side(20, 11, check)
    assert (play.car("b").lane, play.car("b").body) == (0, body)
    assert [entry.car for entry in play.entries_of("collision")] == ["b"]


@pytest.mark.rule("FW-096")
def test_a_target_that_holds_at_the_edge_makes_no_check() -> None:
    assert side(20, 12).entries_of("collision") == []


@pytest.mark.rule("FW-096")
def test_where_a_car_is_in_the_way_both_make_the_check() -> None:
    play = Board(Car("a", row=11, lane=0, gear=4, armor=9), Car("b", row=11, gear=4, armor=9),
                 Car("c", row=11, lane=2), faces=[20, 1, 1, 2])  # fmt: skip
    deliberate_collisions.attempt(play, play.car(), play.car("b"), left=3)
    assert [(entry.car, entry.more["failed"]) for entry in play.entries_of("collision")] == [
        ("b", True),
        ("c", False),
    ]
    assert (play.car("b").lane, play.car("c").lane) == (1, 2)


@pytest.mark.rule("FW-062", "FW-096", "FW-125")
def test_a_pushed_car_meets_what_lies_where_it_comes_to() -> None:
    play = Board(Car("a", row=11, lane=0, gear=4, armor=9), Car("b", row=11, gear=4, armor=9),
                 Car("c", row=45), faces=[20, 1, 4, 1])  # fmt: skip
    play.state.debris = [(11, 2)]
    play.state.markers = [marker("oil", 11, 2, owner="c")]
    deliberate_collisions.attempt(play, play.car(), play.car("b"), left=3)
    assert (play.car("b").road_holding, play.car("b").row, play.car("b").spun) == (1, 11, True)


@pytest.mark.rule("FW-096")
def test_a_target_that_is_out_is_not_pushed() -> None:
    play = side(20, 14, b={"armor": 0, "body": 1})
    assert (play.car("b").status, play.entries_of("shove")) == (CarStatus.OUT, [])
    assert play.car().kills == 1


@pytest.mark.rule("FW-082")
def test_a_failed_side_hit_does_nothing() -> None:
    play = side(1)
    assert (play.car("b").armor, play.car().armor, play.car().row) == (50, 50, 12)


@pytest.mark.rule("FW-080")
def test_a_ram_lapses_when_its_target_has_gone_or_the_move_has_ended_before() -> None:
    play = Board(
        Car("a", gear=4, weapons=[("mg", "front")], tires=1), Car("b", row=13, gear=4, body=1),
        Car("c", row=45),
    )  # fmt: skip
    order = DriveOrder(path=(1, 1, 1), fire=(FireOrder(weapon=0, target="b"),), ram=(RamOrder(target="b", after=2),))
    play.drive("a", 4, order, drive=[20, 20, 20])
    (lapsed,) = play.entries_of("order_lapsed")
    assert (lapsed.more["order"], play.car().row, play.car().rammed) == ("ram", 14, [])

    play = Board(Car("a", gear=4, tires=1), Car("b", row=13, gear=4), Car("c", row=45))
    play.state.markers = [marker("spikes", 11, owner="c")]
    play.drive("a", 4, DriveOrder(path=(1, 1, 1), ram=(RamOrder(target="b", after=2),)), drive=[1, 6])
    (lapsed,) = play.entries_of("order_lapsed")
    assert (lapsed.more["order"], play.car().row) == ("ram", 11)
    assert "its move is over" in lapsed.more["why"]


@pytest.mark.rule("FW-096", "FW-118")
def test_a_pushed_car_that_is_out_does_not_spin() -> None:
    play = Board(
        Car("a", row=11, lane=0, gear=4, armor=9), Car("b", row=11, gear=4, armor=1, body=1),
        Car("c", row=45), faces=[20, 1, 1, 1, 1, 1, 20],
    )  # fmt: skip
    play.state.markers = [marker("oil", 11, 2, owner="c"), marker("mines", 11, 2, owner="c")]
    deliberate_collisions.attempt(play, play.car(), play.car("b"), left=3)
    assert (play.car("b").status, play.car("b").spun) == (CarStatus.OUT, False)
    assert play.car("c").kills == 1
