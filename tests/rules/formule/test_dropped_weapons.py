"""Mines, spikes, oil and smoke on the track."""

from __future__ import annotations

from typing import Any

import pytest

from rules.formule.combat import dropped_weapons
from rules.formule.match.orders import DriveOrder, DropOrder
from rules.formule.match.state import CarState, CarStatus
from tests.rules.formule.boards import Board, Car, marker

LAYER = Car("a", weapons=[("mines", "rear"), ("spikes", "left"), ("oil", "right"), ("mg", "front")])


@pytest.mark.rule("FW-060")
@pytest.mark.parametrize(
    ("weapon", "kind", "square"), [(0, "mines", (9, 1)), (1, "spikes", (10, 0)), (2, "oil", (10, 2))]
)
def test_a_dropper_leaves_a_marker_on_the_side_of_its_mount(weapon: int, kind: str, square: tuple[int, int]) -> None:
    play = Board(LAYER)
    assert dropped_weapons.why_not_drop(play, play.car(), DropOrder(weapon=weapon), 10, 1) == ""
    dropped_weapons.drop(play, play.car(), DropOrder(weapon=weapon))
    (dropped,) = play.state.markers
    assert (dropped.kind, (dropped.row, dropped.lane), dropped.owner) == (kind, square, "a")
    assert dropped.progress == square[0]


@pytest.mark.rule("FW-014", "FW-031")
def test_a_drop_takes_a_charge_and_a_weapon_action() -> None:
    play = Board(LAYER)
    dropped_weapons.drop(play, play.car(), DropOrder(weapon=0))
    assert (play.car().weapons[0].ammunition, play.car().acted) == (4, 1)


@pytest.mark.rule("FW-060")
def test_behind_the_line_is_the_last_row() -> None:
    play = Board(Car("a", row=80, weapons=[("mines", "rear")]))
    dropped_weapons.drop(play, play.car(), DropOrder(weapon=0))
    assert [(laid.row, laid.progress) for laid in play.state.markers] == [(79, 79)]


@pytest.mark.rule("FW-014", "FW-060")
@pytest.mark.parametrize(
    ("order", "why"),
    [
        (DropOrder(weapon=4), "no weapon 4"),
        (DropOrder(weapon=-1), "no weapon -1"),
        (DropOrder(weapon=3), "no dropper"),
        (DropOrder(weapon=0, where="above"), "no place"),
        (DropOrder(weapon=0, where="left"), "drops behind"),
        (DropOrder(weapon=1, where="behind"), "drops left"),
    ],
)
def test_a_drop_that_cannot_be_is_refused(order: DropOrder, why: str) -> None:
    play = Board(LAYER)
    assert why in dropped_weapons.why_not_drop(play, play.car(), order, 10, 1)


@pytest.mark.rule("FW-014")
@pytest.mark.parametrize(("name", "value"), [("ammunition", 0), ("works", False)])
def test_an_empty_or_destroyed_dropper_drops_nothing(name: str, value: int) -> None:
    play = Board(LAYER)
    setattr(play.car().weapons[0], name, value)
    assert "destroyed or empty" in dropped_weapons.why_not_drop(play, play.car(), DropOrder(weapon=0), 10, 1)


@pytest.mark.rule("FW-060")
def test_the_square_must_exist_and_hold_no_car() -> None:
    play = Board(LAYER, Car("b", row=9))
    assert "a car stands" in dropped_weapons.why_not_drop(play, play.car(), DropOrder(weapon=0), 10, 1)
    assert "no square" in dropped_weapons.why_not_drop(play, play.car(), DropOrder(weapon=1), 10, 0)
    assert "no square" in dropped_weapons.why_not_drop(play, play.car(), DropOrder(weapon=2), 10, 2)
    assert dropped_weapons.why_not_drop(play, play.car(), DropOrder(weapon=0), 11, 1) == ""


def behind(switches: dict[str, bool]) -> str:
    play = Board(LAYER, switches=switches)
    return dropped_weapons.why_not_drop(play, play.car(), DropOrder(weapon=1, where="behind"), 10, 1)


@pytest.mark.rule("FW-060")
@pytest.mark.switch("formule.drop_any_square", True)
def test_by_the_house_rule_a_dropper_lays_into_any_of_the_squares() -> None:
    assert behind({"formule.drop_any_square": True}) == ""
    play = Board(LAYER, switches={"formule.drop_any_square": True})
    dropped_weapons.drop(play, play.car(), DropOrder(weapon=0, where="right"))
    assert [(laid.row, laid.lane, laid.progress) for laid in play.state.markers] == [(10, 2, 10)]


# ---------------------------------------------------------------------------------------------------------- avoidance


def met(
    kind: str,
    *faces: int,
    row: int = 12,
    roll: int = 4,
    switches: dict[str, Any] | None = None,
    **state: int,
) -> Board:
    """A race in which a car drives into a marker that lies two rows ahead of it."""
    play = Board(Car("a", row=row - 2, **state), Car("b", row=45), switches=switches)
    play.state.markers = [marker(kind, row)]
    play.drive("a", roll, drive=faces)
    return play


@pytest.mark.rule("FW-062")
@pytest.mark.parametrize(
    ("face", "state", "passed"),
    [
        (13, {}, True),
        (12, {}, False),
        (14, {"road_holding": 1}, True),
        (13, {"wounds": 1}, False),
        (14, {"wounds": 1}, True),
    ],
)
def test_15_with_the_road_holding_passes_a_marker(face: int, state: dict[str, int], passed: bool) -> None:
    play = met("spikes", face, *[1] * (not passed), **state)
    assert play.entries_of("avoidance")[0].more["passed"] == passed
    assert (play.car().tires == 6) == passed
    assert len(play.state.markers) == 1


@pytest.mark.rule("FW-061")
def test_a_marker_driven_round_does_nothing() -> None:
    play = Board(Car("a"), Car("b", row=45))
    play.state.markers = [marker("mines", 12)]
    play.drive("a", 4, DriveOrder(path=(1, 0, 0, 0)))
    assert play.entries_of("avoidance") == []


@pytest.mark.rule("FW-062")
def test_each_marker_in_a_square_is_rolled_for_and_the_owner_is_not_exempt() -> None:
    play = Board(Car("a"), Car("b", row=45))
    play.state.markers = [marker("mines", 12, owner="a"), marker("spikes", 12), marker("oil", 13)]
    play.drive("a", 4, drive=[20, 20, 20])
    assert [entry.more["marker"] for entry in play.entries_of("avoidance")] == ["mines", "spikes", "oil"]
    assert play.car().row == 14


@pytest.mark.rule("FW-062", "FW-118")
def test_a_car_that_spins_on_a_marker_meets_no_further_one_there() -> None:
    play = Board(Car("a", tires=1), Car("b", row=45))
    play.state.markers = [marker("spikes", 12), marker("oil", 12)]
    play.drive("a", 4, drive=[1, 6])
    assert [entry.more["marker"] for entry in play.entries_of("avoidance")] == ["spikes"]


@pytest.mark.rule("FW-063")
@pytest.mark.parametrize(("tires", "armor", "left"), [(1, 1, (4, 4)), (2, 3, (3, 3)), (6, 4, (2, 3))])
def test_a_mine_takes_tires_and_armor_and_is_gone(tires: int, armor: int, left: tuple[int, int]) -> None:
    play = met("mines", 1, tires, armor, armor=5)
    assert (play.car().tires, play.car().armor) == left
    assert play.state.markers == []
    assert play.car().row == 14


@pytest.mark.rule("FW-063", "FW-153")
def test_a_mine_hurts_past_the_armor_and_its_owner_is_credited() -> None:
    play = met("mines", 1, 1, 4, 14, armor=1)
    assert (play.car().armor, play.car().body, play.car("b").criticals) == (0, 2, 1)


@pytest.mark.rule("FW-063", "FW-118")
@pytest.mark.parametrize("tires", [4, 3, 0])
def test_a_mine_that_takes_the_last_tires_spins_the_car_there(tires: int) -> None:
    play = met("mines", 1, 6, 1, tires=tires, armor=5)
    assert (play.car().tires, play.car().spun, play.car().row, play.car().status) == (0, True, 12, CarStatus.RUNNING)


@pytest.mark.rule("FW-064")
@pytest.mark.parametrize(("face", "left"), [(1, 4), (2, 3), (3, 3), (4, 2), (5, 2), (6, 2)])
def test_spikes_take_tires_alone_and_stay(face: int, left: int) -> None:
    play = met("spikes", 1, face, armor=5)
    assert (play.car().tires, play.car().armor, len(play.state.markers)) == (left, 5, 1)


@pytest.mark.rule("FW-064")
def test_spikes_that_take_the_last_tires_spin_the_car_there() -> None:
    play = met("spikes", 1, 6, tires=4)
    assert (play.car().tires, play.car().spun, play.car().row) == (0, True, 12)


def mined(tires: int, switches: dict[str, bool]) -> CarStatus:
    faces = [1, 6] if switches and tires < 4 else [1, 6, 1]
    return met("mines", *faces, tires=tires, armor=5, switches=switches).car().status


@pytest.mark.rule("FW-063")
@pytest.mark.switch("formule.mine_tire_elimination", True)
def test_by_the_house_rule_a_mine_that_takes_more_tires_than_are_left_puts_a_car_out() -> None:
    assert mined(3, {}) is CarStatus.RUNNING
    assert mined(4, {"formule.mine_tire_elimination": True}) is CarStatus.RUNNING
    assert mined(3, {"formule.mine_tire_elimination": True}) is CarStatus.OUT


# ---------------------------------------------------------------------------------------------------------------- oil


def oiled(*faces: int, row: int = 12, **state: int) -> CarState:
    return met("oil", *faces, row=row, **{"road_holding": 0, **state}).car()


@pytest.mark.rule("FW-062", "FW-065", "FW-066")
@pytest.mark.parametrize("face", range(1, 15))
def test_a_car_slides_on_oil_as_far_as_the_roll_says(face: int) -> None:
    squares = 1 if face >= 12 else 2 if face >= 9 else 3
    sheet = oiled(face, *[9] * (4 <= face <= 8))
    assert (sheet.row, sheet.spun, sheet.diverted) == (14 + squares, face <= 3, True)


@pytest.mark.rule("FW-065")
@pytest.mark.parametrize(("face", "wounds", "spun"), [(8, 0, True), (9, 0, False), (9, 1, True), (10, 1, False)])
def test_a_further_die_of_1_to_8_spins_the_car_at_the_end(face: int, wounds: int, spun: bool) -> None:
    sheet = oiled(6 + wounds, face, wounds=wounds)
    assert (sheet.row, sheet.spun) == (17, spun)


@pytest.mark.rule("FW-062", "FW-065")
@pytest.mark.parametrize(("face", "row"), [(17, 37), (18, 36)])
def test_oil_in_a_corner_is_three_harder_to_avoid(face: int, row: int) -> None:
    assert oiled(face, row=34, stops=1).row == row


@pytest.mark.rule("FW-065")
def test_a_total_below_1_reads_the_lowest_line() -> None:
    sheet = oiled(1, row=32, stops=1)
    assert (sheet.spun, sheet.row) == (True, 37)


@pytest.mark.rule("FW-065", "FW-066")
def test_slides_of_two_patches_add_up() -> None:
    play = Board(Car("a", road_holding=0), Car("b", row=45))
    play.state.markers = [marker("oil", 12), marker("oil", 13)]
    play.drive("a", 4, drive=[12, 9])
    assert play.car().row == 17


@pytest.mark.rule("FW-066")
def test_a_slide_meets_what_lies_there() -> None:
    play = Board(Car("a", road_holding=0), Car("b", row=45))
    play.state.markers = [marker("oil", 12), marker("oil", 15)]
    play.drive("a", 4, drive=[12, 9])
    assert play.car().row == 17


@pytest.mark.rule("FW-066", "FW-124")
def test_a_slide_stops_behind_a_car_and_brings_a_collision_check() -> None:
    play = Board(Car("a", road_holding=0), Car("b", row=16))
    play.state.markers = [marker("oil", 12)]
    play.drive("a", 4, drive=[4, 20], end=[2, 2])
    assert (play.car().row, len(play.entries_of("collision")), play.car().brakes) == (15, 2, 3)


@pytest.mark.rule("FW-066", "FW-110")
def test_a_slide_out_of_a_corner_is_an_overshoot() -> None:
    sheet = oiled(4, 20, row=32)
    assert (sheet.row, sheet.tires, sheet.overshooting) == (37, 3, 1)


@pytest.mark.rule("FW-065")
@pytest.mark.parametrize(("faces", "told"), [((3,), 0), ((12,), 0), ((6, 20), 20)])
def test_the_further_die_is_told_where_one_was_thrown(faces: tuple[int, ...], told: int) -> None:
    play = met("oil", *faces, road_holding=0)
    assert [entry.more["face"] for entry in play.entries_of("oil")] == [told]
    assert [entry.more["path"] for entry in play.entries_of("drive")] == [[1, 1], [1, 1]]
    assert [entry.rule for entry in play.entries_of("slide")] == ["FW-066"]


@pytest.mark.rule("FW-066", "FW-112")
def test_a_slide_of_one_square_past_a_corner_is_an_overshoot_of_one_square() -> None:
    play = Board(
        Car("a", row=32, tires=0, road_holding=0), Car("b", row=45),
        switches={"formule.zero_tire_one_square_spin": True},
    )  # fmt: skip
    play.state.markers = [marker("oil", 33)]
    play.drive("a", 2, drive=[15])
    assert (play.car().row, play.car().spun, play.car().status) == (35, True, CarStatus.RUNNING)


def looked_up(switches: dict[str, str], *faces: int) -> int:
    play = Board(Car("a", row=10), Car("b", row=45), switches=switches)
    play.state.markers = [marker("oil", 12)]
    play.drive("a", 4, drive=faces)
    return play.car().row


@pytest.mark.rule("FW-065")
@pytest.mark.switch("formule.oil_lookup", "natural")
def test_by_the_house_rule_the_natural_die_says_how_far_a_car_slides() -> None:
    assert looked_up({}, 8, 20) == 16
    assert looked_up({"formule.oil_lookup": "natural"}, 8, 20) == 17


@pytest.mark.rule("FW-065")
def test_a_natural_die_past_the_table_reads_its_mildest_line() -> None:
    play = Board(
        Car("a", row=31, stops=1, road_holding=0), Car("b", row=45),
        switches={"formule.oil_lookup": "natural"},
    )  # fmt: skip
    play.state.markers = [marker("oil", 33)]
    play.drive("a", 2, drive=[17])
    assert play.car().row == 34


# -------------------------------------------------------------------------------------------------------------- smoke


@pytest.mark.rule("FW-067")
def test_smoke_does_nothing_to_a_driver() -> None:
    play = met("smoke", row=12)
    assert (play.car().row, play.entries_of("avoidance")) == (14, [])


@pytest.mark.rule("FW-067")
@pytest.mark.parametrize(("laid", "hangs"), [(19, False), (20, True), (21, True)])
def test_smoke_clears_when_every_racing_car_is_past_its_distance(laid: int, hangs: bool) -> None:
    play = Board(Car("a", row=20), Car("b", row=40), Car("out", row=5, status=CarStatus.OUT))
    play.state.markers = [marker("smoke", laid, progress=laid), marker("oil", 3)]
    dropped_weapons.clear_smoke(play)
    assert [left_over.kind for left_over in play.state.markers] == (["smoke"] if hangs else []) + ["oil"]


@pytest.mark.rule("FW-067")
def test_smoke_of_this_lap_hangs_for_who_is_a_lap_behind() -> None:
    play = Board(Car("a", row=60), Car("b", row=95))
    play.state.markers = [marker("smoke", 10, progress=90)]
    dropped_weapons.clear_smoke(play)
    assert len(play.state.markers) == 1


@pytest.mark.rule("FW-067")
def test_smoke_clears_at_the_end_of_the_turn_that_passes_it() -> None:
    play = Board(Car("a", row=10), Car("b", row=40))
    play.state.markers = [marker("smoke", 12, progress=12)]
    play.drive("a", 2)
    assert len(play.state.markers) == 1
    play.drive("a", 1)
    assert play.state.markers == []
