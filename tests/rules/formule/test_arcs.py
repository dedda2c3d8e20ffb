"""What a weapon can shoot at: arcs, ranges, sight and smoke."""

from __future__ import annotations

import pytest

from rules.formule.combat import arcs
from rules.formule.match.positions import distance
from tests.rules.formule.boards import RING, Board, Car, marker, ring

BEARING = [
    # rows ahead, lanes to the right, the mounts that bear
    (1, 0, {"front", "turret"}),
    (5, 2, {"front", "turret"}),
    (2, 2, {"front", "right", "turret"}),
    (2, -2, {"front", "left", "turret"}),
    (1, 2, {"right", "turret"}),
    (1, -2, {"left", "turret"}),
    (0, 1, {"right", "turret"}),
    (0, -1, {"left", "turret"}),
    (-1, 2, {"right", "turret"}),
    (-1, -1, {"rear", "left", "turret"}),
    (-2, -2, {"rear", "left", "turret"}),
    (-2, 2, {"rear", "right", "turret"}),
    (-1, 0, {"rear", "turret"}),
    (-3, 1, {"rear", "turret"}),
]


@pytest.mark.rule("FW-032")
@pytest.mark.parametrize(("ahead", "across", "mounts"), BEARING)
def test_a_mount_bears_on_its_own_side(ahead: int, across: int, mounts: set[str]) -> None:
    bearing = {
        mount for mount in ("front", "rear", "left", "right", "turret") if arcs.is_in_arc(mount, ahead, across)
    }
    assert bearing == mounts


@pytest.mark.rule("FW-032")
@pytest.mark.parametrize(("ahead", "across", "squares"), [(3, 1, 3), (-3, 1, 3), (0, -2, 2), (1, 2, 2), (1, 1, 1)])
def test_a_distance_counts_diagonals_as_one(ahead: int, across: int, squares: int) -> None:
    assert distance(ahead, across) == squares


SEEN = [
    # rows, and whether each house rule allows sight between them: neighbor, same_segment, always
    (0, 29, (True, True, True)),
    (79, 10, (True, True, True)),
    (29, 30, (True, False, True)),
    (30, 10, (True, False, True)),
    (29, 35, (False, False, True)),
    (35, 29, (False, False, True)),
    (34, 50, (False, False, True)),
    (40, 34, (True, False, True)),
    (10, 77, (True, False, True)),
    (77, 10, (True, False, True)),
    (69, 10, (False, False, True)),
    (10, 69, (False, False, True)),
    (31, 33, (True, True, True)),
]


@pytest.mark.rule("FW-032")
@pytest.mark.parametrize(("row", "other", "seen"), SEEN)
def test_one_sees_within_a_segment_and_into_its_neighbors(
    row: int, other: int, seen: tuple[bool, bool, bool]
) -> None:
    assert tuple(arcs.can_see(RING, row, other, how) for how in ("neighbor", "same_segment", "always")) == seen


@pytest.mark.rule("FW-067")
@pytest.mark.parametrize(
    ("smoke", "through"),
    [
        ((10, 1), True),
        ((16, 1), True),
        ((13, 1), True),
        ((9, 1), False),
        ((17, 1), False),
        ((13, 0), False),
        ((13, 2), False),
    ],
)
def test_a_shot_along_a_lane_passes_through_the_smoke_in_it(smoke: tuple[int, int], through: bool) -> None:
    play = Board(Car("a"))
    play.state.markers = [marker("oil", 12), marker("smoke", *smoke)]
    assert arcs.in_smoke(play, 10, 1, 16, 1) == through
    assert arcs.in_smoke(play, 16, 1, 10, 1) == through


@pytest.mark.rule("FW-067")
@pytest.mark.parametrize(
    ("smoke", "through"),
    [
        ((10, 0), True),
        ((11, 0), True),
        ((11, 1), True),
        ((12, 1), True),
        ((13, 1), True),
        ((13, 2), True),
        ((14, 2), True),
        ((12, 0), False),
        ((12, 2), False),
        ((11, 2), False),
        ((13, 0), False),
    ],
)
def test_a_shot_across_lanes_takes_both_squares_along_whose_edge_it_runs(
    smoke: tuple[int, int], through: bool
) -> None:
    play = Board(Car("a"))
    play.state.markers = [marker("smoke", *smoke)]
    assert arcs.in_smoke(play, 10, 0, 14, 2) == through
    assert arcs.in_smoke(play, 14, 2, 10, 0) == through


@pytest.mark.rule("FW-067")
@pytest.mark.parametrize(("smoke", "through"), [((10, 1), True), ((11, 1), True), ((12, 1), False), ((9, 1), False)])
def test_so_does_a_shot_more_across_than_along(smoke: tuple[int, int], through: bool) -> None:
    play = Board(Car("a"))
    play.state.markers = [marker("smoke", *smoke)]
    assert arcs.in_smoke(play, 10, 0, 11, 2) == through


@pytest.mark.rule("FW-067")
def test_smoke_behind_the_line_hangs_between_the_cars_on_both_sides_of_it() -> None:
    play = Board(Car("a"), circuit=ring((30, 34, 1, 2)))
    play.state.markers = [marker("smoke", 79)]
    assert arcs.in_smoke(play, 77, 1, 2, 1)
    assert not arcs.in_smoke(play, 0, 1, 2, 1)


@pytest.mark.rule("FW-067")
@pytest.mark.parametrize(("smoke", "through"), [((10, 0), False), ((11, 4), False), ((10, 1), True), ((11, 3), True)])
def test_smoke_beside_the_cars_is_not_on_the_line_between_them(smoke: tuple[int, int], through: bool) -> None:
    play = Board(Car("a"))
    play.state.markers = [marker("smoke", *smoke)]
    assert arcs.in_smoke(play, 10, 1, 11, 3) == through
    assert arcs.in_smoke(play, 11, 3, 10, 1) == through
