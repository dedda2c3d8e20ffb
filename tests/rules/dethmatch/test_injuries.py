"""Injuries of the people in a car: seats, toughness, wounds, out of action."""

from __future__ import annotations

from typing import Any

import pytest

from rules.dethmatch.damage.damage import destroy
from rules.dethmatch.damage.injuries import injure
from rules.dethmatch.match.orders import StandingOrder
from rules.dethmatch.match.state import CarStatus, Control
from tests.rules.dethmatch.boards import Board
from tests.rules.dethmatch.gunnery import armed, duel

SEATS = armed(components=("armored_seat_driver",))


def hurt(*faces: int, **target: Any) -> Board:
    """A hit on the driver of `b`."""
    play = duel(target=target, faces=faces)
    injure(play, play.crew("b.driver"), play.car("b"), by="a.driver")
    assert play.all_thrown()
    return play


def lost(*faces: int, standing: Any = None, switches: dict[str, Any] | None = None, **target: Any) -> Board:
    """Car `b` destroyed with its crew aboard."""
    play = duel(target=target, faces=faces, standing=standing, switches=switches)
    destroy(play, play.car("b"), by="a.driver", cause="shot")
    assert play.all_thrown()
    return play


def state(play: Board, id: str = "b.driver") -> tuple[int, bool]:
    return play.crew(id).wounds, play.crew(id).out


@pytest.mark.rule("DM-M-107", "DM-M-108")
@pytest.mark.parametrize(("face", "wounds", "out"), [(1, 1, False), (3, 1, False), (4, 0, True), (6, 0, True)])
def test_toughness_held_is_a_flesh_wound_and_failed_is_out_of_action(face: int, wounds: int, out: bool) -> None:
    assert state(hurt(face)) == (wounds, out)


@pytest.mark.rule("DM-M-020")
@pytest.mark.parametrize(
    ("faces", "wounds", "out"),
    [([3, 1], 1, False), ([3, 6], 0, True), ([4], 0, False), ([5], 0, False), ([6], 0, False)],
)
def test_an_armored_seat_ignores_any_injury_on_4_or_more_before_toughness(
    faces: list[int], wounds: int, out: bool
) -> None:
    assert state(hurt(*faces, design=SEATS)) == (wounds, out)


@pytest.mark.rule("DM-M-020")
@pytest.mark.parametrize(
    ("component", "id", "rolls"),
    [
        ("armored_seat_driver", "b.driver", 1),
        ("armored_seat_driver", "b.gunner", 0),
        ("armored_seat_gunner", "b.gunner", 1),
        ("armored_seat_gunner", "b.driver", 0),
    ],
)
def test_a_seat_protects_the_one_who_sits_in_it(component: str, id: str, rolls: int) -> None:
    play = duel(target={"design": armed(components=(component,)), "gunner": {}}, faces=[4] if rolls else [1])
    injure(play, play.crew(id), play.car("b"), by="")
    assert play.kinds().count("seat") == rolls
    assert play.crew(id).wounds == 1 - rolls


@pytest.mark.rule("DM-M-109", "DM-M-127")
@pytest.mark.parametrize(("face", "out"), [(4, False), (5, True)])
def test_heavy_body_armor_adds_1_to_toughness_when_its_wearer_is_hit(face: int, out: bool) -> None:
    assert hurt(face, driver={"worn": ("heavy_body_armour",)}).crew("b.driver").out is out


@pytest.mark.rule("DM-M-108")
@pytest.mark.parametrize("trait", ["driving", "gunnery", "initiative"])
def test_a_flesh_wound_that_brings_a_trait_to_0_puts_him_out_of_action(trait: str) -> None:
    assert state(hurt(1, driver={trait: 1})) == (1, True)
    assert state(hurt(1, driver={trait: 2})) == (1, False)


@pytest.mark.rule("DM-M-108", "DM-M-007")
def test_wounds_do_not_touch_toughness_and_a_trait_that_came_in_at_0_waits_for_the_first_wound() -> None:
    assert state(hurt(1, driver={"toughness": 1})) == (1, False)
    play = duel(target={"driver": {"gunnery": 0}})
    assert state(play) == (0, False)
    assert state(hurt(1, driver={"gunnery": 0})) == (1, True)


@pytest.mark.rule("DM-M-108")
def test_wounds_add_up() -> None:
    play = duel(target={"driver": {"driving": 4}}, faces=[1, 1, 1])
    for number in (1, 2):
        injure(play, play.crew("b.driver"), play.car("b"), by="")
        assert state(play) == (number, False)
    injure(play, play.crew("b.driver"), play.car("b"), by="")
    assert state(play) == (3, True)


@pytest.mark.rule("DM-M-115")
def test_an_ornery_one_ignores_his_first_flesh_wound_and_not_the_second() -> None:
    play = hurt(1, driver={"talents": ("ornery",)})
    assert (state(play), play.crew("b.driver").shrugged) == ((0, False), True)
    play.load(1)
    injure(play, play.crew("b.driver"), play.car("b"), by="")
    assert state(play) == (1, False)


@pytest.mark.rule("DM-M-115")
def test_for_an_ornery_one_a_first_injury_that_would_be_out_of_action_is_a_flesh_wound() -> None:
    play = hurt(6, driver={"talents": ("ornery",)})
    assert state(play) == (1, False)
    play.load(6)
    injure(play, play.crew("b.driver"), play.car("b"), by="")
    assert state(play) == (1, True)
    assert state(hurt(6, driver={"talents": ("ornery",), "driving": 1})) == (1, True)


@pytest.mark.rule("DM-M-115", "DM-M-020")
def test_an_injury_his_seat_keeps_off_is_not_an_ornery_ones_first() -> None:
    play = hurt(4, design=SEATS, driver={"talents": ("ornery",)})
    assert not play.crew("b.driver").shrugged


@pytest.mark.rule("DM-M-116")
def test_a_pro_throws_a_failed_toughness_check_again() -> None:
    play = duel(target={"driver": {"talents": ("pro",)}}, standing=StandingOrder(pro="serious"), faces=[6, 3])
    injure(play, play.crew("b.driver"), play.car("b"), by="")
    assert state(play) == (1, False)
    assert play.crew("b.driver").used == {"pro": 1}


@pytest.mark.rule("DM-M-092", "DM-M-109", "DM-M-023")
@pytest.mark.parametrize(
    ("speed", "status", "control"), [(3, CarStatus.RUNNING, Control.UNCONTROLLED), (0, CarStatus.PARKED, Control.OK)]
)
def test_a_car_that_loses_its_driver_rolls_on_uncontrolled_or_is_parked(
    speed: int, status: CarStatus, control: Control
) -> None:
    play = hurt(6, speed=speed)
    assert (play.car("b").status, play.car("b").control) == (status, control)


@pytest.mark.rule("DM-M-023")
def test_a_car_that_loses_its_gunner_is_driven_on() -> None:
    play = duel(target={"gunner": {}, "speed": 3}, faces=[6])
    injure(play, play.crew("b.gunner"), play.car("b"), by="")
    assert play.crew("b.gunner").out
    assert (play.car("b").status, play.car("b").control) == (CarStatus.RUNNING, Control.OK)


@pytest.mark.rule("DM-M-110")
@pytest.mark.parametrize(("face", "out"), [(3, False), (4, True)])
def test_everybody_aboard_a_destroyed_car_tests_toughness_without_a_wound(face: int, out: bool) -> None:
    play = lost(face)
    assert state(play) == (0, out)
    assert play.kinds()[1] == ("ooa" if out else "survived")


@pytest.mark.rule("DM-M-006", "DM-M-110", "DM-M-116", "DM-M-127")
@pytest.mark.parametrize(
    ("worn", "talents", "faces", "out"),
    [
        (("fireproof_suit",), (), [6, 3], False),
        (("fireproof_suit",), (), [6, 4], True),
        ((), ("bail_out",), [6, 3], False),
        ((), ("bail_out",), [6, 6], True),
        (("fireproof_suit",), ("bail_out",), [6, 6, 3], False),
        (("fireproof_suit",), ("bail_out",), [6, 3], False),
        (("fireproof_suit",), ("bail_out",), [6, 6, 6], True),
        (("fireproof_suit",), ("pro",), [6, 6, 3], False),
        ((), ("pro", "bail_out"), [6, 6, 3], False),
        ((), ("pro",), [6, 3], False),
        # Two re-rolls are the maximum: the Pro has none left.
        (("fireproof_suit",), ("bail_out", "pro"), [6, 6, 6], True),
        (("heavy_body_armour",), (), [4], True),
        ((), ("ornery",), [4], True),
    ],
)
def test_suit_and_bail_out_throw_a_failed_test_of_a_destroyed_car_again_two_in_all(
    worn: tuple[str, ...], talents: tuple[str, ...], faces: list[int], out: bool
) -> None:
    standing = StandingOrder(pro="always")
    assert state(lost(*faces, standing=standing, driver={"worn": worn, "talents": talents})) == (0, out)


@pytest.mark.rule("DM-M-020", "DM-M-110")
@pytest.mark.parametrize(
    ("covers", "faces", "out"), [(True, [4], False), (True, [3, 6], True), (False, [6], True), (False, [3], False)]
)
def test_an_armored_seat_covers_the_test_of_a_destroyed_car_unless_the_house_says_not(
    covers: bool, faces: list[int], out: bool
) -> None:
    switches = {"dethmatch.armored_seat_covers_destroyed": covers}
    assert state(lost(*faces, switches=switches, design=SEATS)) == (0, out)


@pytest.mark.rule("DM-M-110")
def test_who_is_out_of_action_already_is_not_tested_again() -> None:
    play = duel(target={"gunner": {}}, faces=[1])
    play.crew("b.driver").out = True
    destroy(play, play.car("b"), by="", cause="shot")
    assert [entry.crew for entry in play.entries_of("survived")] == ["b.gunner"]
