"""The arcs mounts cover, and what blocks a line of sight."""

from __future__ import annotations

import pytest

from rules.dethmatch.match.state import CarStatus, Marker
from rules.dethmatch.weapons.arcs import hexes_apart, is_in_arc, quadrant_toward, sight_blocked, smoke_between
from tests.rules.dethmatch.boards import Board, Car, open_field

AHEAD, BEHIND, RIGHT, LEFT = (3, 0), (-3, 0), (-2, 4), (2, -4)
"""Offsets from a car with facing 0: straight ahead, straight behind, and straight to either side."""


@pytest.mark.rule("DM-M-019")
@pytest.mark.parametrize(
    ("traverse", "mounted", "covered"),
    [
        ("fixed", "front", [AHEAD]),
        ("fixed", "rear", [BEHIND]),
        ("fixed", "right", [RIGHT]),
        ("fixed", "left", [LEFT]),
        ("swivel", "front", [AHEAD, RIGHT, LEFT]),
        ("swivel", "rear", [BEHIND, RIGHT, LEFT]),
        ("swivel", "right", [AHEAD, BEHIND, RIGHT]),
        ("swivel", "left", [AHEAD, BEHIND, LEFT]),
        ("turret", "front", [AHEAD, BEHIND, RIGHT, LEFT]),
    ],
)
def test_a_mount_covers_its_quadrant_its_half_with_the_edges_or_everything(
    traverse: str, mounted: str, covered: list[tuple[int, int]]
) -> None:
    in_arc = [(q, r) for q, r in (AHEAD, BEHIND, RIGHT, LEFT) if is_in_arc(traverse, mounted, q, r, 0, 90)]
    assert sorted(in_arc) == sorted(covered)


@pytest.mark.rule("DM-M-009", "DM-M-098")
@pytest.mark.parametrize(
    ("facing", "quadrant"), [(0, "rear"), (1, "right"), (2, "right"), (3, "front"), (4, "left"), (5, "left")]
)
def test_the_armor_that_resists_is_on_the_side_the_attacker_stands_on(facing: int, quadrant: str) -> None:
    play = Board(Car(id="a", at=(0, 0)), Car(id="b", at=(3, 0), facing=facing))
    assert quadrant_toward(play, play.car("b"), play.car().at) == quadrant


@pytest.mark.rule("DM-M-121")
def test_what_goes_off_in_a_cars_own_hex_is_behind_it() -> None:
    play = Board(Car(id="a", at=(0, 0)))
    assert quadrant_toward(play, play.car(), play.car().at) == "rear"


@pytest.mark.rule("DM-M-095")
@pytest.mark.parametrize(("q", "r", "apart"), [(1, 0, 1), (0, 1, 1), (1, -1, 1), (4, 0, 4), (2, 2, 4), (3, -5, 5)])
def test_range_is_counted_in_hexes(q: int, r: int, apart: int) -> None:
    play = Board(Car(id="a", at=(0, 0)))
    assert hexes_apart(play, play.car().at, play.track.index[q, r]) == apart


@pytest.mark.rule("DM-M-095")
@pytest.mark.parametrize(
    ("walls", "target", "blocked"),
    [
        ([(2, 0)], (4, 0), True),
        ([(2, 1)], (4, 0), False),
        ([(0, 0), (4, 0)], (4, 0), False),
        # The line from (0, 0) to (1, 1) runs between (1, 0) and (0, 1).
        ([(1, 0)], (1, 1), False),
        ([(1, 0), (0, 1)], (1, 1), True),
    ],
)
def test_only_a_blocking_hex_between_the_ends_stops_a_shot_and_along_an_edge_either_side_lets_it_through(
    walls: list[tuple[int, int]], target: tuple[int, int], blocked: bool
) -> None:
    track = open_field(special={place: {"blocks_sight": True} for place in walls})
    play = Board(Car(id="a", at=(0, 0)), track=track)
    assert sight_blocked(play, track.index[0, 0], track.index[target]) is blocked


@pytest.mark.rule("DM-M-095")
@pytest.mark.parametrize(("house", "blocked"), [(False, False), (True, True)])
def test_a_wreck_stops_a_shot_by_house_rule_alone_and_a_car_never(house: bool, blocked: bool) -> None:
    switches = {"dethmatch.wrecks_block_sight": house}
    play = Board(Car(id="a"), Car(id="b", at=(4, 0)), Car(id="c", at=(2, 0)), switches=switches)
    assert not sight_blocked(play, play.car().at, play.car("b").at)
    play.car("c").status = CarStatus.WRECK
    assert sight_blocked(play, play.car().at, play.car("b").at) is blocked


@pytest.mark.rule("DM-M-095")
@pytest.mark.parametrize(
    ("smoky", "target", "between"),
    [
        ((2, 0), (4, 0), True),
        ((0, 0), (4, 0), True),
        ((4, 0), (4, 0), True),
        ((2, 1), (4, 0), False),
        ((5, 0), (4, 0), False),
        ((1, 0), (1, 1), True),
    ],
)
def test_smoke_counts_at_both_ends_and_along_an_edge_on_either_side(
    smoky: tuple[int, int], target: tuple[int, int], between: bool
) -> None:
    play = Board(Car(id="a"))
    index = play.track.index
    play.state.markers.append(Marker(kind="smoke", at=index[smoky], by="", car="", until=2))
    play.state.markers.append(Marker(kind="oil", at=index[3, 0], by="", car="", until=2))
    assert smoke_between(play, index[0, 0], index[target]) is between
