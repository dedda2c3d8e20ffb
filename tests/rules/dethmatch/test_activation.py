"""One car's activation: dazed crews, when weapons fire, and the two halves of an Impetuous driver's activation."""

from __future__ import annotations

import pytest

from rules.dethmatch.match.orders import DropOrder, FireOrder, PhaseOrder
from rules.dethmatch.match.state import CarStatus, Control
from rules.dethmatch.play import activation
from tests.rules.dethmatch.boards import Board, Car

SHOT = FireOrder(mount="front", target="b", after=2)


def duel(order: PhaseOrder, *, faces: dict[str, list[int]], speed: int = 2, **a: object) -> Board:
    """Car a with a machinegun, three hexes behind car b, with that order and those dice."""
    play = Board(
        Car("a", speed=speed, guns={"front": "machinegun"}, **a),  # type: ignore[arg-type]
        Car("b", at=(3, 0)),
        orders={"a": order},
    )
    play.load_paths({f"t1/p1/{path}": thrown for path, thrown in faces.items()})
    return play


def kinds(play: Board) -> list[str]:
    return [entry.kind for entry in play.log.entries]


@pytest.mark.rule("DM-M-043", "DM-M-055")
def test_a_weapon_is_fired_after_as_many_steps_as_were_ordered() -> None:
    play = duel(PhaseOrder(path=("F", "F"), fire=(SHOT,)), faces={"a": [6]})
    activation.activate(play, play.state.cars["a"])
    assert kinds(play) == ["move", "move", "fire", "miss"]


@pytest.mark.rule("DM-M-041", "DM-M-043", "DM-M-055")
@pytest.mark.parametrize(
    ("after", "told"),
    [
        (0, ["fire", "miss", "move", "move"]),
        (1, ["move", "fire", "miss", "move"]),
        (2, ["move", "move", "fire", "miss"]),
    ],
)
def test_a_weapon_is_fired_before_the_first_step_between_two_or_after_the_last(after: int, told: list[str]) -> None:
    shot = FireOrder(mount="front", target="b", after=after)
    play = duel(PhaseOrder(path=("F", "F"), fire=(shot,)), faces={"a": [6]})
    activation.activate(play, play.state.cars["a"])
    assert kinds(play) == told


@pytest.mark.rule("DM-M-043", "DM-M-101", "DM-M-149")
@pytest.mark.parametrize(
    ("after", "told"),
    [
        (0, ["order_lapsed", "move", "move"]),
        (1, ["move", "order_lapsed", "move"]),
        (2, ["move", "move", "order_lapsed"]),
    ],
)
def test_what_is_dropped_is_dropped_after_as_many_steps_as_were_ordered(after: int, told: list[str]) -> None:
    play = duel(PhaseOrder(path=("F", "F"), drop=(DropOrder(mount="front", after=after),)), faces={})
    activation.activate(play, play.state.cars["a"])
    assert kinds(play) == told


@pytest.mark.rule("DM-M-043")
def test_a_car_without_points_may_fire_and_fires_what_was_ordered_for_later_steps() -> None:
    play = duel(PhaseOrder(fire=(SHOT,)), faces={"a": [6]}, speed=0)
    activation.activate(play, play.state.cars["a"])
    assert kinds(play) == ["fire", "miss"]


@pytest.mark.rule("DM-M-055")
def test_a_path_that_is_too_short_is_gone_on_with_straight_ahead() -> None:
    play = duel(PhaseOrder(), faces={})
    activation.activate(play, play.state.cars["a"])
    assert [entry.kind for entry in play.log.entries] == ["move", "move"]
    assert play.track.hexes[play.state.cars["a"].at] == (2, 0)


@pytest.mark.rule("DM-M-117")
@pytest.mark.parametrize(("face", "path"), [(6, (2, 0)), (5, (1, 1))])
def test_a_stupid_driver_goes_straight_and_fires_nothing_on_a_six(face: int, path: tuple[int, int]) -> None:
    order = PhaseOrder(path=("F", "DR"), fire=(FireOrder(mount="front", target="b"),))
    play = duel(order, faces={"a": [face, 6]}, driver={"quirks": {"stupid": 1}})
    activation.activate(play, play.state.cars["a"])
    assert ("fire" in kinds(play)) is (face != 6)
    assert play.track.hexes[play.state.cars["a"].at] == path


@pytest.mark.rule("DM-M-149")
def test_an_order_that_has_become_illegal_lapses_and_says_why() -> None:
    order_ = FireOrder(mount="front", target="b")
    play = duel(PhaseOrder(fire=(order_,), drop=(DropOrder(mount="front"),)), faces={})
    play.state.cars["b"].at = -1
    activation.activate(play, play.state.cars["a"])
    lapsed = [entry.more["order"] for entry in play.log.entries if entry.kind == "order_lapsed"]
    assert lapsed == ["fire", "drop"]
    assert all(entry.more["why"] for entry in play.log.entries if entry.kind == "order_lapsed")


@pytest.mark.rule("DM-M-043", "DM-M-115")
def test_an_impetuous_driver_moves_early_and_fires_in_his_own_place() -> None:
    play = duel(PhaseOrder(path=("F", "F"), fire=(SHOT,)), faces={"a": [], "a/fire": [6]})
    car = play.state.cars["a"]
    activation.move_early(play, car)
    assert kinds(play) == ["move", "move"]
    activation.fire_late(play, car)
    assert kinds(play) == ["move", "move", "fire", "miss"]


@pytest.mark.rule("DM-M-043", "DM-M-117")
def test_who_was_stupid_when_he_moved_early_does_not_fire_late() -> None:
    order = PhaseOrder(path=("F", "F"), fire=(SHOT,))
    play = duel(order, faces={"a": [6], "a/fire": []}, driver={"quirks": {"stupid": 1}})
    car = play.state.cars["a"]
    activation.move_early(play, car)
    activation.fire_late(play, car)
    assert kinds(play) == ["status_roll", "move", "move"]


@pytest.mark.rule("DM-M-148")
@pytest.mark.parametrize(
    "status", [CarStatus.WRECK, CarStatus.FINISHED, CarStatus.OFF], ids=["a wreck", "finished", "off the map"]
)
def test_a_car_that_is_out_of_the_heat_does_nothing(status: CarStatus) -> None:
    play = duel(PhaseOrder(path=("F",)), faces={})
    car = play.state.cars["a"]
    car.status = status
    for act in (activation.activate, activation.move_early, activation.fire_late):
        act(play, car)
    assert kinds(play) == []


@pytest.mark.rule("DM-M-092", "DM-M-148")
def test_a_car_nobody_controls_takes_no_path_though_its_gunner_fires() -> None:
    order = PhaseOrder(path=("DR", "DR"), fire=(FireOrder(mount="front", target="b", seat="gunner"),))
    play = duel(order, faces={"a": [6]}, gunner={}, control=Control.UNCONTROLLED)
    play.state.crew["a.driver"].out = True
    activation.activate(play, play.state.cars["a"])
    assert kinds(play) == ["fire", "miss", "move", "move"]
    assert play.track.hexes[play.state.cars["a"].at] == (2, 0)
