"""One car's activation: dazed crews, when weapons fire, and the two halves of an Impetuous driver's activation."""

from __future__ import annotations

from typing import Any

import pytest

from rules.dethmatch.match.orders import DropOrder, FireOrder, PhaseOrder
from rules.dethmatch.match.state import NOWHERE, CarStatus, Control
from rules.dethmatch.play import activation
from tests.rules.dethmatch.boards import Board, Car

SHOT = FireOrder(mount="front", target="b", after=2)
FIRE_AFTER_TWO = PhaseOrder(path=("F", "F"), fire=(SHOT,))
RIVALS = (Car("a", speed=2, guns={"front": "machinegun"}), Car("b", at=(3, 0)))
"""A car with a machinegun, three hexes behind another."""


def duel(*faces: int, **a: Any) -> Board:
    """The rivals, with those dice and other arguments of the first."""
    return Board(RIVALS[0].variant(**a), RIVALS[1], by_path={"t1/p1/a": faces})


@pytest.mark.rule("DM-M-043", "DM-M-055")
def test_a_weapon_is_fired_after_as_many_steps_as_were_ordered() -> None:
    play = duel(6)
    play.take_turn("a", FIRE_AFTER_TWO)
    assert play.kinds() == ["move", "move", "fire", "miss"]


@pytest.mark.rule("DM-M-041", "DM-M-043", "DM-M-055")
@pytest.mark.parametrize(
    ("after", "kinds"),
    [
        (0, ["fire", "miss", "move", "move"]),
        (1, ["move", "fire", "miss", "move"]),
        (2, ["move", "move", "fire", "miss"]),
    ],
)
def test_a_weapon_is_fired_before_the_first_step_between_two_or_after_the_last(after: int, kinds: list[str]) -> None:
    shot = FireOrder(mount="front", target="b", after=after)
    play = duel(6)
    play.take_turn("a", PhaseOrder(path=("F", "F"), fire=(shot,)))
    assert play.kinds() == kinds


@pytest.mark.rule("DM-M-043", "DM-M-101", "DM-M-149")
@pytest.mark.parametrize(
    ("after", "kinds"),
    [
        (0, ["order_lapsed", "move", "move"]),
        (1, ["move", "order_lapsed", "move"]),
        (2, ["move", "move", "order_lapsed"]),
    ],
)
def test_what_is_dropped_is_dropped_after_as_many_steps_as_were_ordered(after: int, kinds: list[str]) -> None:
    play = duel()
    play.take_turn("a", PhaseOrder(path=("F", "F"), drop=(DropOrder(mount="front", after=after),)))
    assert play.kinds() == kinds


@pytest.mark.rule("DM-M-043")
def test_a_car_without_points_may_fire_and_fires_what_was_ordered_for_later_steps() -> None:
    play = duel(6, speed=0)
    play.take_turn("a", PhaseOrder(fire=(SHOT,)))
    assert play.kinds() == ["fire", "miss"]


@pytest.mark.rule("DM-M-055")
def test_a_path_that_is_too_short_is_gone_on_with_straight_ahead() -> None:
    play = duel()
    play.take_turn("a")
    assert (play.kinds(), play.place("a")) == (["move", "move"], (2, 0))


@pytest.mark.rule("DM-M-117")
@pytest.mark.parametrize(("face", "path"), [(6, (2, 0)), (5, (1, 1))])
def test_a_stupid_driver_goes_straight_and_fires_nothing_on_a_six(face: int, path: tuple[int, int]) -> None:
    play = duel(face, 6, driver={"quirks": {"stupid": 1}})
    play.take_turn("a", PhaseOrder(path=("F", "DR"), fire=(FireOrder(mount="front", target="b"),)))
    assert ("fire" in play.kinds(), play.place("a")) == (face != 6, path)


@pytest.mark.rule("DM-M-149")
def test_an_order_that_has_become_illegal_lapses_and_says_why() -> None:
    play = duel()
    play.car("b").at = NOWHERE
    play.take_turn("a", PhaseOrder(fire=(FireOrder(mount="front", target="b"),), drop=(DropOrder(mount="front"),)))
    lapsed = play.entries_of("order_lapsed")
    assert [entry.more["order"] for entry in lapsed] == ["fire", "drop"]
    assert all(entry.more["why"] for entry in lapsed)


@pytest.mark.rule("DM-M-043", "DM-M-115")
def test_an_impetuous_driver_moves_early_and_fires_in_his_own_place() -> None:
    play = Board(*RIVALS, orders={"a": FIRE_AFTER_TWO}, by_path={"t1/p1/a": [], "t1/p1/a/fire": [6]})
    activation.move_early(play, play.car())
    assert play.kinds() == ["move", "move"]
    activation.fire_late(play, play.car())
    assert play.kinds() == ["move", "move", "fire", "miss"]


@pytest.mark.rule("DM-M-043", "DM-M-117")
def test_who_was_stupid_when_he_moved_early_does_not_fire_late() -> None:
    stupid = RIVALS[0].variant(driver={"quirks": {"stupid": 1}})
    play = Board(stupid, RIVALS[1], orders={"a": FIRE_AFTER_TWO}, by_path={"t1/p1/a": [6], "t1/p1/a/fire": []})
    activation.move_early(play, play.car())
    activation.fire_late(play, play.car())
    assert play.kinds() == ["status_roll", "move", "move"]


@pytest.mark.rule("DM-M-148")
@pytest.mark.parametrize(
    "status", [CarStatus.WRECK, CarStatus.FINISHED, CarStatus.OFF], ids=["a wreck", "finished", "off the map"]
)
def test_a_car_that_is_out_of_the_heat_does_nothing(status: CarStatus) -> None:
    play = duel(status=status)
    for act in (activation.activate, activation.move_early, activation.fire_late):
        act(play, play.car())
    assert play.kinds() == []


@pytest.mark.rule("DM-M-092", "DM-M-148")
def test_a_car_nobody_controls_takes_no_path_though_its_gunner_fires() -> None:
    play = duel(6, gunner={}, control=Control.UNCONTROLLED)
    play.crew().out = True
    shot = FireOrder(mount="front", target="b", seat="gunner")
    play.take_turn("a", PhaseOrder(path=("DR", "DR"), fire=(shot,)))
    assert (play.kinds(), play.place("a")) == (["fire", "miss", "move", "move"], (2, 0))
