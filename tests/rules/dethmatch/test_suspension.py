"""Overloaded suspensions and how they break."""

from __future__ import annotations

import pytest

from rules.dethmatch.driving.hazards import mark_hazard
from rules.dethmatch.driving.suspension import break_suspension, strain
from rules.dethmatch.match.state import CarStatus, Control
from tests.rules.dethmatch.motion import on_the_road


@pytest.mark.rule("DM-M-033")
@pytest.mark.parametrize(
    ("step", "rating", "face", "breaks"),
    [
        (1, 0, 5, False),
        (1, 0, 6, True),
        (2, 0, 4, False),
        (2, 0, 5, True),
        (3, 0, 3, False),
        (3, 0, 4, True),
        (6, 0, 1, True),
        (1, 1, 4, False),
        (1, 1, 5, True),
        (1, 3, 3, True),
        (1, -1, 6, False),
        (2, -1, 6, True),
    ],
)
def test_the_die_and_the_rating_break_it_at_seven_less_the_step(
    step: int, rating: int, face: int, breaks: bool
) -> None:
    play, car = on_the_road(faces=[face], fit={"overload": step}, speed=0)
    strain(play, car, rating)
    assert car.broken is breaks
    assert play.all_thrown()


@pytest.mark.rule("DM-M-033")
def test_a_suspension_that_carries_its_car_throws_no_die() -> None:
    play, car = on_the_road(fit={"overload": 0})
    mark_hazard(play, car, 3)
    assert (car.broken, play.dice.log, play.log.entries) == (False, [], [])


@pytest.mark.rule("DM-M-033", "DM-M-034")
def test_it_breaks_once_and_not_in_a_car_that_is_out_of_it() -> None:
    for sheet in ({"broken": True}, {"status": CarStatus.DESTROYED}):
        play, car = on_the_road(fit={"overload": 6}, **sheet)
        strain(play, car, 0)
        assert play.dice.log == []


@pytest.mark.rule("DM-M-034")
@pytest.mark.parametrize(("face", "control"), [(1, Control.MAJOR_SKID), (2, Control.MAJOR_SKID), (3, Control.SPIN)])
def test_a_moving_car_goes_straight_to_the_table_with_four_points_below(face: int, control: Control) -> None:
    # face + speed 4 + 4 below - driving 3: 6, 7 and 8; then the side and the tires
    play, car = on_the_road(faces=[face, 1, 1], speed=4, handling=2)
    break_suspension(play, car)
    assert (car.broken, car.handling, car.control) == (True, -5, control)
    assert play.entries_of("loc_check") == []
    assert play.all_thrown()


@pytest.mark.rule("DM-M-034")
def test_a_worse_state_stays() -> None:
    play, car = on_the_road(faces=[1], speed=4, control=Control.SPIN)
    break_suspension(play, car)
    assert (car.control, car.handling) == (Control.SPIN, -5)


@pytest.mark.rule("DM-M-034")
@pytest.mark.parametrize("sheet", [{"speed": 0}, {"speed": 3, "control": Control.UNCONTROLLED}])
def test_a_car_that_stands_or_that_nobody_drives_loses_no_control(sheet: dict[str, object]) -> None:
    play, car = on_the_road(**sheet)
    break_suspension(play, car)
    assert (car.handling, car.broken, play.dice.log) == (-5, True, [])
