"""Checks against a trait, and which checks may be rolled again."""

from __future__ import annotations

import pytest

from rules.dethmatch.crew.checks import OPTION_SOURCES, check, driving_check, effective_trait, may_use
from rules.dethmatch.match.orders import StandingOrder
from rules.dethmatch.match.state import CarStatus, Control
from tests.rules.dethmatch.motion import on_the_road

ALWAYS = StandingOrder(adept="always", pro="always", marksman="always", crack_shot="always")
NEVER = StandingOrder(adept="never", pro="never", marksman="never", crack_shot="never")


@pytest.mark.rule("DM-M-002")
@pytest.mark.parametrize(
    ("driving", "penalty", "face", "passes"),
    [
        (3, 0, 3, True),
        (3, 0, 4, False),
        (3, 1, 2, True),
        (3, 1, 3, False),
        (3, -1, 4, True),
        (3, -1, 5, False),
        (6, 0, 6, True),
        (5, 0, 6, False),
        (3, 2, 1, True),
        (3, 3, 1, False),
        (0, 0, 1, False),
        (-1, 0, 1, False),
    ],
)
def test_a_check_passes_on_the_rating_less_the_penalty_or_lower(
    driving: int, penalty: int, face: int, passes: bool
) -> None:
    play, car = on_the_road(faces=[face], driving=driving)
    answer = driving_check(play, car, penalty=penalty, why="a trial")
    assert (answer.passed, answer.needed, answer.face, answer.rerolled) == (passes, driving - penalty, face, ())
    assert play.all_thrown()


@pytest.mark.rule("DM-M-002")
@pytest.mark.parametrize(("face", "passes"), [(1, True), (2, False)])
def test_a_natural_one_passes_whatever_is_needed_by_house_rule(face: int, passes: bool) -> None:
    play, car = on_the_road(faces=[face], driving=1, switches={"check.natural_one_succeeds": True})
    assert driving_check(play, car, penalty=4, why="a trial").passed is passes


@pytest.mark.rule("DM-M-002")
def test_a_check_has_no_penalty_unless_one_is_given() -> None:
    play, car = on_the_road(faces=[3, 3])
    assert driving_check(play, car, why="a trial").needed == 3
    assert check(play, play.state.crew[car.driver], "gunnery", why="a shot").needed == 3


@pytest.mark.rule("DM-M-007", "DM-M-108")
@pytest.mark.parametrize(("trait", "rating"), [("driving", 3), ("gunnery", 2), ("initiative", 1), ("toughness", 6)])
def test_flesh_wounds_take_from_every_trait_but_toughness(trait: str, rating: int) -> None:
    play, car = on_the_road(driving=5, gunnery=4, initiative=3, toughness=6)
    driver = play.state.crew[car.driver]
    driver.wounds = 2
    assert effective_trait(play, driver, trait) == rating


@pytest.mark.rule("DM-M-007")
def test_a_trait_below_one_is_taken_as_it_stands() -> None:
    play, car = on_the_road(faces=[1], driving=-1)
    assert driving_check(play, car, why="a trial").needed == -1


@pytest.mark.rule("DM-M-079", "DM-M-092")
@pytest.mark.parametrize("lost", ["out", "uncontrolled", "destroyed"])
def test_nobody_at_the_wheel_fails_without_a_die(lost: str) -> None:
    play, car = on_the_road(driving=6)
    play.state.crew[car.driver].out = lost == "out"
    car.control = Control.UNCONTROLLED if lost == "uncontrolled" else Control.OK
    car.status = CarStatus.DESTROYED if lost == "destroyed" else CarStatus.RUNNING
    answer = driving_check(play, car, why="a trial")
    assert (answer.passed, answer.needed, answer.face, play.dice.log) == (False, 0, 0, [])


# ---------------------------------------------------------------------------------------------------- re-rolls


@pytest.mark.rule("DM-M-006", "DM-M-113")
def test_the_second_face_stands_even_when_it_is_worse() -> None:
    play, car = on_the_road(faces=[4, 6], talents=("adept",), standing=ALWAYS)
    answer = driving_check(play, car, why="a trial")
    assert (answer.passed, answer.face, answer.rerolled) == (False, 6, ("adept",))


@pytest.mark.rule("DM-M-006", "DM-M-113", "DM-M-116")
def test_a_roll_is_thrown_again_once_for_each_source_and_twice_at_most() -> None:
    talents = ("pro", "pro", "adept", "adept", "smooth_driver")
    play, car = on_the_road(faces=[4, 5, 6], talents=talents, standing=ALWAYS)
    answer = driving_check(play, car, why="a trial", sources=OPTION_SOURCES)
    assert answer.rerolled == ("smooth_driver", "adept")
    assert play.state.crew[car.driver].used == {"adept": 1}
    assert play.all_thrown()


@pytest.mark.rule("DM-M-006", "DM-M-113", "DM-M-116")
def test_a_success_ends_the_throwing() -> None:
    play, car = on_the_road(faces=[4, 3], talents=("adept", "pro"), standing=ALWAYS)
    answer = driving_check(play, car, why="a trial")
    assert (answer.passed, answer.rerolled) == (True, ("adept",))
    assert play.state.crew[car.driver].used == {"adept": 1}


@pytest.mark.rule("DM-M-006", "DM-M-113")
def test_each_copy_of_a_talent_is_one_use_a_heat() -> None:
    play, car = on_the_road(faces=[4, 4, 4, 4, 4], talents=("adept", "adept"), standing=ALWAYS)
    answers = [driving_check(play, car, why="a trial").rerolled for _ in range(3)]
    assert answers == [("adept",), ("adept",), ()]


@pytest.mark.rule("DM-M-006", "DM-M-116")
def test_pro_serves_gunnery_and_toughness_once_a_heat() -> None:
    play, car = on_the_road(faces=[4, 3, 4], talents=("pro",), standing=ALWAYS)
    driver = play.state.crew[car.driver]
    assert check(play, driver, "gunnery", why="a shot", sources=("marksman", "pro")).passed
    assert not check(play, driver, "toughness", why="a wound", sources=("pro",)).passed


@pytest.mark.rule("DM-M-006")
def test_a_source_of_the_turn_is_counted_by_the_turn() -> None:
    play, car = on_the_road(faces=[4, 4, 4], talents=("crack_shot",), standing=ALWAYS)
    driver = play.state.crew[car.driver]
    again = [check(play, driver, "gunnery", why="a shot", sources=("crack_shot",)).rerolled for _ in range(2)]
    assert again == [("crack_shot",), ()]
    assert (driver.turn_used, driver.used) == ({"crack_shot": 1}, {})


@pytest.mark.rule("DM-M-113")
def test_smooth_driver_comes_with_every_check_it_is_offered_for() -> None:
    play, car = on_the_road(faces=[4, 3, 5, 6], talents=("smooth_driver",), standing=NEVER)
    answers = [driving_check(play, car, why="an option", sources=("smooth_driver",)) for _ in range(2)]
    assert [answer.passed for answer in answers] == [True, False]
    assert play.state.crew[car.driver].used == {}


@pytest.mark.rule("DM-M-006")
@pytest.mark.parametrize(
    ("wish", "serious", "again"),
    [
        ("never", True, False),
        ("serious", False, False),
        ("serious", True, True),
        ("always", False, True),
    ],
)
@pytest.mark.parametrize("talent", ["adept", "pro"])
def test_the_standing_order_says_which_failures_are_thrown_again(
    wish: str, serious: bool, again: bool, talent: str
) -> None:
    standing = StandingOrder(adept=wish, pro=wish)
    play, car = on_the_road(faces=[4, 4], talents=(talent,), standing=standing)
    answer = driving_check(play, car, why="a trial", serious=serious)
    assert answer.rerolled == ((talent,) if again else ())


@pytest.mark.rule("DM-M-006")
def test_a_talent_nobody_has_is_no_use() -> None:
    play, car = on_the_road(talents=("adept",), standing=ALWAYS)
    driver = play.state.crew[car.driver]
    uses = [may_use(play, driver, source) for source in ("adept", "pro", "crack_shot", "smooth_driver")]
    assert uses == [True, False, False, False]


@pytest.mark.rule("DM-M-006")
def test_what_a_one_can_save_is_thrown_again() -> None:
    play, car = on_the_road(faces=[2, 1], talents=("adept",), standing=ALWAYS)
    assert driving_check(play, car, penalty=2, why="a trial").passed


@pytest.mark.rule("DM-M-006")
def test_what_cannot_succeed_is_not_thrown_again() -> None:
    play, car = on_the_road(faces=[1], talents=("adept",), standing=ALWAYS)
    assert driving_check(play, car, penalty=3, why="a trial").rerolled == ()


@pytest.mark.rule("DM-M-002", "DM-M-006")
def test_what_only_a_natural_one_can_save_is_thrown_again() -> None:
    switches = {"check.natural_one_succeeds": True}
    play, car = on_the_road(faces=[2, 1], talents=("adept",), standing=ALWAYS, switches=switches)
    assert driving_check(play, car, penalty=3, why="a trial").passed


@pytest.mark.rule("DM-M-006")
def test_a_gunner_throws_again_by_the_standing_order_of_his_car() -> None:
    play, car = on_the_road(faces=[4, 3], standing=ALWAYS, gunner_talents=("pro",))
    gunner = play.state.crew[car.gunner]
    assert check(play, gunner, "gunnery", why="a shot", sources=("pro",)).rerolled == ("pro",)
