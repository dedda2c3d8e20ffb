"""Edge cases of the RHAD engine's figures."""

from __future__ import annotations

import pytest

from rules.rhad.designs.design import SIDES
from rules.rhad.ground.arena import load_arena
from rules.rhad.log.story import GROUP_TITLES
from rules.rhad.match.orders import PhaseOrder
from rules.rhad.match.setup import CarEntry, CrewEntry, MatchSetup
from rules.rhad.match.state import UNLIMITED, ControlLoss, WeaponState
from rules.rhad.movement.loss_of_control import check_control, start_round
from rules.rhad.movement.moves import move
from rules.rhad.movement.speed import set_speed
from tests.rules.rhad.boards import PLAIN, SKID, SPIN, Board, Car

ON = PhaseOrder()


@pytest.mark.rule("RH-054", "RH-060")
def test_a_flying_fishtail_throws_no_dice_for_a_tire_that_is_lost() -> None:
    sheet = {"hc": -3, "solid": True, "way": 1, "tires": [0, 8, 8, 0]}
    play = Board(Car("a", speed=65, **sheet), faces=[4, 2, 3, 1, 1])
    check_control(play, play.car())
    assert play.car().tires == [0, 3, 6, 0]
    assert play.all_thrown()


@pytest.mark.rule("RH-064")
@pytest.mark.parametrize(("hits", "steps"), [(0, 4), (1, 4), (2, 3), (3, 3)])
def test_a_spin_of_three_quarters_is_made_four_by_a_driver_who_can_drive(hits: int, steps: int) -> None:
    play = Board(Car("a", speed=65, skill=1, pending=SPIN, spin=1), faces=[3])
    play.crew().hits = hits
    start_round(play, play.car())
    assert play.car().rolls_left == steps


@pytest.mark.rule("RH-023", "RH-069")
@pytest.mark.parametrize(("mph", "credit", "pending", "rolls"), [(5, 1, SKID, 2), (0, 0, ControlLoss.NONE, 0)])
def test_a_car_that_stands_has_no_half_step_and_no_skid_left(
    mph: int, credit: int, pending: ControlLoss, rolls: int
) -> None:
    play = Board(Car("a", speed=20, credit=1, pending=SKID, rolls_left=2))
    set_speed(play, play.car(), mph, rule="RH-021", why="test")
    sheet = play.car()
    assert (sheet.speed, sheet.credit, sheet.pending, sheet.rolls_left) == (mph, credit, pending, rolls)


@pytest.mark.rule("RH-050", "RH-085")
@pytest.mark.parametrize(
    ("heading", "dice", "striker", "struck"),
    [(1, 1, 30, 30), (11, 1, 30, 30), (2, 5, 0, 30), (4, 5, 0, 30), (5, 11, 0, 0), (7, 11, 0, 0), (6, 11, 0, 0)],
)
def test_the_angle_says_who_is_stopped_by_a_ram(heading: int, dice: int, striker: int, struck: int) -> None:
    target = Car("b", at=(1, 0), speed=30, heading=heading, turned=heading)
    play = Board(Car("a", speed=50), target, faces=[1] * dice * 2)
    move(play, play.car(), ON)
    assert (play.car().speed, play.car("b").speed) == (striker, struck)
    assert (play.car().solid, play.car("b").solid) == (True, True)
    assert play.all_thrown()


# --------------------------------------------------------------------------------------------------------- state


@pytest.mark.rule("RH-085")
@pytest.mark.parametrize(
    ("points", "shots", "works"),
    [
        (1, 1, True),
        (1, 0, False),
        (0, 1, False),
        (0, 0, False),
        (2, 2, True),
        (1, UNLIMITED, True),
        (0, UNLIMITED, False),
    ],
)
def test_a_weapon_works_with_a_point_and_a_shot_left(points: int, shots: int, works: bool) -> None:
    gun = WeaponState(name="Gun", mount="front", to_hit=7, dice=2, plus=0, dp=points, shots=shots)
    assert (gun.works, gun.fired) == (works, 0)


@pytest.mark.rule("RH-085")
def test_the_six_sides_of_armor_stand_in_the_order_of_a_design() -> None:
    assert SIDES == ("front", "left", "right", "back", "top", "under")
    assert list(Board(Car("a")).car().armor) == list(SIDES)


@pytest.mark.rule("RH-030", "RH-064", "RH-094")
def test_whoever_enters_without_a_word_has_no_skill_no_old_criticals_and_todays_engine() -> None:
    driver = CrewEntry(id="a.d")
    entered = CarEntry(id="a", design=PLAIN, at=(0, 0), facing=0, driver=driver)
    assert (driver.skill, entered.criticals) == (0, 0)
    assert MatchSetup(match="m1", arena=load_arena(""), teams=()).switches == {}


@pytest.mark.rule("RH-080")
def test_each_row_of_the_story_has_its_name() -> None:
    assert GROUP_TITLES == {
        "speed": "Speeds set", "check": "In control", "recovery": "Recovered", "team_points": "Points",
    }  # fmt: skip
