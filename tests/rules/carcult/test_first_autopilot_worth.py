"""The value of a sample move to the autopilot, in twentieths of a token."""

from __future__ import annotations

from typing import Any

import pytest

from rules.carcult.first_autopilot.bounds import bounds_of
from rules.carcult.first_autopilot.move_choice import _onward_distances, _prospect
from rules.carcult.first_autopilot.move_samples import Sample, path_of
from rules.carcult.first_autopilot.surroundings import survey_surroundings
from rules.carcult.ground.geometry import displacement
from rules.carcult.match.orders import Leg
from tests.rules.carcult.boards import Board, Car, mine


def worth(play: Board, *legs: Leg, minimum: int = 8) -> int:
    """The value of a move of the first car, in twentieths of a token."""
    driven_car = play.car()
    outlook = survey_surroundings(play, driven_car, minimum=minimum, furthest=20)
    x, y = (
        sum(axis)
        for axis in zip(*(displacement(driven_car.heading, leg.forward, leg.drift) for leg in legs), strict=True)
    )
    sample = Sample(path_of(driven_car.heading, legs)[0], sum(leg.forward for leg in legs), x, y, 0, 0)
    (most,), (taken,) = bounds_of(outlook, (sample,), 2000)
    outcome = _prospect(outlook, sample, (most, taken), 0)
    assert outcome is not None
    return outcome.worth


def alone(**more: Any) -> Board:
    """A hauler alone on the table, in the middle of the left side and heading right."""
    return Board(Car(at=(800, 2400), engine="hauler", tracks={"engine": "SSSS.."}, **more.pop("put", {})), **more)


@pytest.mark.rule("CC-046", "CC-096")
@pytest.mark.parametrize(("wall", "points"), [(21, 0), (20, -60), (17, -60), (16, -120), (15, -180), (12, -360)])
def test_each_token_of_a_collision_is_feared_thrice_and_so_is_the_loss_of_speed(wall: int, points: int) -> None:
    """The front of the car is at 9.5 inches, its minimum is 8."""
    play = alone(terrain=[("blocking", [(wall, 20), (wall + 3, 20), (wall + 3, 28), (wall, 28)])])
    assert worth(play, Leg(forward=1100)) == points


@pytest.mark.rule("CC-040", "CC-096")
@pytest.mark.parametrize(("forward", "points"), [(800, 0), (799, -9), (701, -9), (700, -10), (300, -14), (100, -16)])
def test_brakes_are_feared_by_their_chance_of_harm(forward: int, points: int) -> None:
    assert worth(alone(), Leg(forward=forward)) == points
    assert worth(alone(), Leg(forward=100), minimum=14) == -20


@pytest.mark.rule("CC-045", "CC-096")
@pytest.mark.parametrize(("wide", "points"), [(1, -13), (2, -14), (3, -15), (5, -17)])
def test_rough_ground_is_feared_by_its_chance_of_harm(wide: int, points: int) -> None:
    """The car is 3 inches long, so it is in each piece for 3 inches more than the piece is wide."""
    play = alone(terrain=[("rough", [(12, 20), (12 + wide, 20), (12 + wide, 28), (12, 28)])])
    assert worth(play, Leg(forward=1100)) == points


@pytest.mark.rule("CC-045", "CC-096")
def test_two_pieces_of_rough_ground_are_feared_each_and_no_more_than_wholly() -> None:
    two_pieces = [("rough", [(x, 20), (x + 1, 20), (x + 1, 28), (x, 28)]) for x in (11, 16)]
    assert worth(alone(terrain=two_pieces), Leg(forward=1100)) == -2 * 13
    vast = [("rough", [(2, 10), (46, 10), (46, 40), (2, 40)])]
    assert worth(alone(terrain=vast), Leg(forward=1000), Leg(forward=600)) == -20
    assert worth(alone(terrain=vast), Leg(forward=400), Leg(forward=500)) == -18


@pytest.mark.rule("CC-077", "CC-096")
@pytest.mark.parametrize(
    ("y", "points"), [(2400, -2 * 13), (2400 + 481, -2 * 13), (2400 + 482, 0), (2400 - 481, -2 * 13), (2400 - 482, 0)]
)
def test_a_mine_by_the_way_is_feared_for_what_it_deals(y: int, points: int) -> None:
    play = alone()
    play.state.markers.append(mine(1400, y, owner="a1"))
    assert worth(play, Leg(forward=1100)) == points
    assert worth(play, Leg(forward=1100), minimum=2) == (-2 * 19 if points else 0)


@pytest.mark.rule("CC-096")
def test_a_mine_beyond_either_end_of_the_way_is_measured_from_that_end() -> None:
    play = alone()
    play.state.markers.append(mine(1900 + 481, 2400, owner="a1"))
    assert worth(play, Leg(forward=1100)) == -26
    play.state.markers[0].x = 1900 + 482
    assert worth(play, Leg(forward=1100)) == 0
    play.state.markers[0].x = 800 - 481
    assert worth(play, Leg(forward=1100)) == -26
    play.state.markers[0].x = 800 - 482
    assert worth(play, Leg(forward=1100)) == 0


@pytest.mark.rule("CC-096")
def test_an_enemy_is_feared_where_a_move_leads_within_its_reach() -> None:
    play = Board(
        Car(at=(800, 2400), engine="hauler", tracks={"engine": "SSSS.."}),
        Car(id="b1", at=(1900 + 1200 + 325, 2400), engine="buzzbox", cards=("machine_gun",)),
    )  # fmt: skip
    assert worth(play, Leg(forward=1100)) == -12
    assert worth(play, Leg(forward=1099)) == 0
    play.state.guesses = {"b1": 5}
    assert worth(play, Leg(forward=1100)) == 0


@pytest.mark.rule("CC-078", "CC-096")
def test_a_ram_is_worth_its_chance_times_its_tokens() -> None:
    play = Board(
        Car(at=(800, 2400), engine="hauler", cards=("ram",), tracks={"engine": "SSSS.."}),
        Car(id="b1", at=(1800, 2400), engine="buzzbox", tracks={"engine": "SSS."}),
        Car(id="a2", at=(800, 3200)),
    )  # fmt: skip
    assert worth(play, Leg(forward=1100)) == 4 * 13
    play.car("b1").x = 2600
    assert worth(play, Leg(forward=1100)) == 0
    play.car("a2").x, play.car("a2").y = 1800, 2400
    assert worth(play, Leg(forward=1100)) == 0


@pytest.mark.rule("CC-096")
@pytest.mark.parametrize(
    ("far", "off"),
    [
        ((4600, 2400), 0),
        ((4601, 2400), 1),
        ((200, 200), 0),
        ((199, 200), 1),
        ((200, 199), 1),
        ((200, 4600), 0),
        ((200, 4601), 1),
    ],
)
def test_samples_that_lead_on_within_two_inches_of_the_edge_stand_last(far: tuple[int, int], off: int) -> None:
    play = Board(Car(at=(2400, 2400)), Car(id="b1", at=(2400, 2000)), Car(id="b2", at=(2400, 3000)))
    outlook = survey_surroundings(play, play.car(), minimum=3, furthest=6)
    sample = Sample(path_of(0, ())[0], 0, 0, 0, far[0] - 2400, far[1] - 2400)
    (key,) = _onward_distances(outlook, (sample,))
    plain_key = (far[0] - 2400) ** 2 + (far[1] - 2000) ** 2
    assert (key > plain_key) is bool(off)
    if not off:
        assert key == plain_key
