"""A loss of control that another state replaces or that ends at once: the counter, the owed steps, the flag."""

from __future__ import annotations

import pytest

from rules.dethmatch.driving.handling import turn_mode
from rules.dethmatch.driving.hazards import shortfall
from rules.dethmatch.driving.loss_of_control import begin_activation
from rules.dethmatch.ground.hexes import hex_at
from rules.dethmatch.match.orders import PhaseOrder
from rules.dethmatch.match.state import CarState, Control, Flag
from rules.dethmatch.movement.forced_steps import make_forced_step
from rules.dethmatch.play import activation
from tests.rules.dethmatch.boards import Board, Car
from tests.rules.dethmatch.courses import YARD


@pytest.mark.rule("DM-M-056", "DM-M-070", "DM-M-074")
def test_a_spin_resets_the_straight_counter_though_it_counted_as_satisfied() -> None:
    play = Board(Car("a", speed=8, control=Control.SPIN, way=1, since=1, settled=True), phase=2)
    car = play.state.cars["a"]
    assert shortfall(play, car) == 0
    begin_activation(play, car)
    assert (car.straight, car.settled) == (0, False)
    assert shortfall(play, car) == turn_mode(play, car) == 2


@pytest.mark.rule("DM-M-056", "DM-M-074")
def test_a_spin_that_ends_at_rest_leaves_the_counter_satisfied() -> None:
    play = Board(Car("a", speed=2, control=Control.SPIN, way=1, since=1, settled=False), phase=2)
    car = play.state.cars["a"]
    begin_activation(play, car)
    assert (car.speed, car.settled, shortfall(play, car)) == (0, True, 0)


@pytest.mark.rule("DM-M-068", "DM-M-072")
def test_a_fishtail_that_turns_into_something_worse_leaves_its_own_turn_undone() -> None:
    # The drift runs into b: both checks failed, no damage, and a drifts on and turns right. Handling -5 is 4 points
    # below -1; the check fails, and 6 + 6 + 4 - 3 is a rollover, which at speed 6 leaves armor 4 alone.
    sheet = {"control": Control.FISHTAIL, "way": 1, "since": 1, "owed": ["DR", "TL"], "handling": -4}
    play = Board(
        Car("a", speed=6, **sheet, quota=[0, 3, 3]),
        Car("b", at=(0, 1), speed=6),
        faces=[6, 1, 1, 1, 6, 6, 1, 1],
        phase=2,
    )
    car = play.state.cars["a"]
    assert make_forced_step(play, car)
    assert play.all_thrown()
    assert car.control is Control.ROLLOVER
    assert [entry.rule for entry in play.entries_of("turn")] == ["DM-M-087"]


DRIFT = {"a": PhaseOrder(path=("DR",))}


def carrier(*, speed_then: int, faces: list[int]) -> tuple[Board, CarState, Flag]:
    """A car with the flag that rolls over in its own activation, because its handling is too low for anything
    else.
    """
    car = Car("a", at=hex_at(2, 3), team="red", speed=speed_then, flag="flag", handling=-6, quota=[1, 0, 0])
    other = Car("b", at=hex_at(5, 5), team="blue")
    play = Board(car, other, by_path={"t1/p1/a": faces}, track=YARD, event="flags", orders=DRIFT)
    home = YARD.flag_spawns[0]
    flag = Flag(id="flag", team="", home=home, at=-1, carrier="a")
    play.state.flags = [flag]
    return play, play.state.cars["a"], flag


@pytest.mark.rule("DM-M-075", "DM-M-137")
def test_a_carrier_that_rolls_over_drops_the_flag_though_it_lands_on_its_wheels_in_the_same_activation() -> None:
    # Check to keep control, table of lost control, penetration of the tumble, tires, and the landing.
    play, car, flag = carrier(speed_then=2, faces=[6, 6, 1, 1, 3])
    began = car.at
    activation.activate(play, car)
    assert (car.control, car.speed, car.flag) == (Control.OK, 0, "")
    assert (flag.carrier, flag.at) == ("", began)
    entry_kinds = play.kinds()
    assert entry_kinds.index("loc_result") < entry_kinds.index("flag_dropped") < entry_kinds.index("landing")
