"""The autopilot as a pilot: the points of a path it may shoot from, and how much of a path a skid leaves."""

from __future__ import annotations

import pytest

from rules.dethmatch.first_autopilot.pilot import _along, forced_first
from rules.dethmatch.match.orders import PhaseOrder
from rules.dethmatch.match.state import Control
from tests.rules.dethmatch.boards import Board, Car, open_field
from tests.rules.dethmatch.first_autopilot_boards import autopilot, outlook

Point = tuple[int, tuple[int, int], int]
GUN = {"front": "heavy_machinegun"}


def along(*path: str, others: tuple[Car, ...] = (), walls: tuple[tuple[int, int], ...] = ()) -> list[Point]:
    """The points of a path of a car in the middle that faces direction 0: steps made, place, facing."""
    track = open_field(3, special={place: {"impassable": True} for place in walls})
    play = Board(Car("car", speed=3), *others, track=track)
    car = play.state.cars["car"]
    return [(point.after, track.hexes[point.at], point.facing) for point in _along(outlook(play, car), car, path)]


def phase(play: Board) -> PhaseOrder:
    """The phase order of the first car."""
    return autopilot(play).phase(play, play.state.cars["car"])


@pytest.mark.rule("DM-M-144")
@pytest.mark.parametrize(
    ("step", "at", "facing"),
    [("F", (1, 0), 0), ("DL", (1, -1), 0), ("DR", (0, 1), 0), ("TL", (1, -1), 5), ("TR", (0, 1), 1)],
)
def test_a_car_shoots_from_where_each_step_takes_it(step: str, at: tuple[int, int], facing: int) -> None:
    assert along(step) == [(1, at, facing)]


@pytest.mark.rule("DM-M-144")
def test_the_points_of_a_path_are_numbered_from_one() -> None:
    assert along("TR", "F", "DL") == [(1, (0, 1), 1), (2, (0, 2), 1), (3, (1, 2), 1)]


@pytest.mark.rule("DM-M-144")
def test_nobody_reckons_with_shots_from_beyond_what_is_in_his_way() -> None:
    before = [(1, (1, 0), 0)]
    assert along("F", "F", "F", walls=((2, 0),)) == before
    assert along("F", "F", "F", others=(Car("other", at=(2, 0)),)) == before
    assert len(along("F", "F", "F", "F")) == 3  # the field ends three hexes out


@pytest.mark.rule("DM-M-070")
@pytest.mark.parametrize(
    ("control", "owed"), [(Control.OK, []), (Control.MINOR_SKID, ["DL"]), (Control.FISHTAIL, ["DL", "TR"])]
)
def test_a_driver_reckons_with_one_step_that_the_car_makes_of_itself(control: Control, owed: list[str]) -> None:
    play = Board(Car("car", speed=3, control=control, owed=owed, way=-1))
    assert forced_first(play, play.state.cars["car"]) == tuple(owed[:1])


@pytest.mark.rule("DM-M-143", "DM-M-144")
def test_a_car_without_a_point_to_spend_shoots_before_the_first_one() -> None:
    car = Car("car", speed=3, guns=GUN, quota=[0, 0, 0])
    order = phase(Board(car, Car("enemy", at=(2, 0), facing=3)))
    assert order.path == ()
    assert [(shot.mount, shot.after) for shot in order.fire] == [("front", 0)]


@pytest.mark.rule("DM-M-070", "DM-M-071", "DM-M-072")
@pytest.mark.parametrize(
    ("control", "way", "owed"),
    [
        (Control.MINOR_SKID, -1, ["DL"]),
        (Control.MINOR_SKID, 1, ["DR"]),
        (Control.FISHTAIL, -1, ["DL", "TR"]),  # drift and turn are one point
        (Control.FISHTAIL, 1, ["DR", "TL"]),
    ],
)
def test_one_point_goes_into_a_skid_and_the_others_are_the_drivers(
    control: Control, way: int, owed: list[str]
) -> None:
    skid = {"control": control, "way": way, "owed": owed, "quota": [3, 0, 0]}
    order = phase(Board(Car("car", speed=3, **skid), Car("enemy", at=(9, 0))))
    assert (order.path[0], len(order.path)) == (owed[0], 3)
