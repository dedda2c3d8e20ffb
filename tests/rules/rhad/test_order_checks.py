"""Orders that are refused, and the advice in each refusal."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.match.stepwise_play import OrderIllegal
from rules.rhad.match.orders import Attack, PhaseOrder, SpeedOrder, read_order
from rules.rhad.match.state import CarStatus
from rules.rhad.movement.speed import may_set_speed, speeds_open
from rules.rhad.play.order_checks import refuse_illegal
from tests.rules.rhad.boards import GUN, PLAIN, SKID, Board, Car

TWO = replace(PLAIN, weapons=(GUN, replace(GUN, mount="back", name="Back")))


def field(speed: int = 100, **sheet: Any) -> Board:
    return Board(Car("a", speed=speed, design=TWO, gunner=True, **sheet), Car("b", at=(5, 0)))


def refused(play: Board, order: SpeedOrder | PhaseOrder) -> str:
    """The sentence of the refusal; empty if the order may be given."""
    try:
        refuse_illegal(play, play.car(), order)
    except OrderIllegal as error:
        return error.sentence
    return ""


@pytest.mark.rule("RH-087")
@pytest.mark.parametrize(("plan", "sentence"), [("hunt:b", ""), ("hunt:a", "about another car of the match")])
def test_no_plan_is_about_the_car_itself(plan: str, sentence: str) -> None:
    assert (sentence or "nothing") in (refused(field(), SpeedOrder(to=100, plan=plan)) or "nothing")


@pytest.mark.rule("RH-021", "RH-022")
@pytest.mark.parametrize(
    ("speed", "slowest", "fastest"),
    [(0, 0, 10), (5, 0, 15), (20, 0, 30), (25, 5, 35), (145, 125, 150), (150, 130, 150)],
)
def test_the_record_bounds_the_speeds(speed: int, slowest: int, fastest: int) -> None:
    play = field(speed)
    assert speeds_open(play, play.car()) == (slowest, fastest)
    for to, may in (
        (slowest, True),
        (fastest, True),
        (slowest - 5, False),
        (fastest + 5, False),
        (fastest - 1, False),
    ):
        assert (refused(play, SpeedOrder(to=to)) == "") is may, to


@pytest.mark.rule("RH-021", "RH-022")
def test_odd_figures_of_a_record_count_by_whole_fives_and_300_mph_is_the_end() -> None:
    odd = replace(PLAIN, accel=14, brake=9, max_speed=999)
    play = Board(Car("a", speed=100, design=odd))
    assert speeds_open(play, play.car()) == (95, 110)
    play = Board(Car("a", speed=295, design=odd))
    assert speeds_open(play, play.car()) == (290, 300)
    play = Board(Car("a", speed=100, design=replace(PLAIN, max_speed=30)))
    assert speeds_open(play, play.car()) == (80, 80)
    assert not may_set_speed(play, play.car())


@pytest.mark.rule("RH-020")
def test_an_empty_speed_order_is_always_legal() -> None:
    assert refused(Board(Car("a", speed=100, design=replace(PLAIN, max_speed=30))), SpeedOrder()) == ""


@pytest.mark.rule("RH-016", "RH-062")
@pytest.mark.parametrize(
    ("rolls", "given", "may"), [(0, 2, True), (0, 3, False), (1, 1, True), (1, 2, False), (2, 1, False)]
)
def test_there_are_as_many_maneuvers_as_free_steps(rolls: int, given: int, may: bool) -> None:
    play = field(pending=SKID, rolls_left=rolls)
    sentence = refused(play, PhaseOrder(maneuvers=("straight",) * given))
    assert (sentence == "") is may
    assert may or f"{2 - rolls} free" in sentence


@pytest.mark.rule("RH-014", "RH-016", "RH-021", "RH-064", "RH-085", "RH-088")
@pytest.mark.parametrize(
    ("order", "told"),
    [
        (PhaseOrder(maneuvers=("somersault",)), "no maneuver"),
        (PhaseOrder(maneuvers=("bootlegger",)), "bootlegger"),
        (PhaseOrder(maneuvers=("rotate_60_left",)), "travels as it faces"),
        (PhaseOrder(brake=True), "emergency stop"),
        (PhaseOrder(attacks=(Attack(weapon=2, target="b"),)), "can fire 0, 1"),
        (PhaseOrder(attacks=(Attack(weapon=-1, target="b"),)), "can fire 0, 1"),
        (PhaseOrder(attacks=(Attack(weapon=0, target="a"),)), "can fire at b"),
        (PhaseOrder(attacks=(Attack(weapon=0, target="z"),)), "can fire at b"),
        (PhaseOrder(attacks=(Attack(weapon=0, target="b", crew="cook"),)), "driver or its gunner"),
        (PhaseOrder(attacks=(Attack(weapon=0, target="b"), Attack(weapon=1, target="b"))), "crew member"),
        (
            PhaseOrder(attacks=(Attack(weapon=0, target="b"), Attack(weapon=0, target="b", crew="gunner"))),
            "one weapon",
        ),
    ],
)
def test_an_illegal_phase_is_refused(order: PhaseOrder, told: str) -> None:
    assert told in refused(field(), order)


@pytest.mark.rule("RH-088")
def test_a_legal_phase_is_not() -> None:
    attacks = (Attack(weapon=0, target="b"), Attack(weapon=1, target="b", crew="gunner"))
    assert refused(field(), PhaseOrder(maneuvers=("turn_60_left", "steep_drift_left"), attacks=attacks)) == ""


@pytest.mark.rule("RH-014")
def test_nothing_comes_after_a_bootlegger() -> None:
    play = Board(Car("a", speed=100, set_speed=30))
    assert "behind it" in refused(play, PhaseOrder(maneuvers=("bootlegger", "straight")))
    assert refused(play, PhaseOrder(maneuvers=("straight", "bootlegger"))) == ""


@pytest.mark.rule("RH-076", "RH-088")
def test_whoever_is_out_or_has_attacked_is_not_ordered_to() -> None:
    shot = PhaseOrder(attacks=(Attack(weapon=0, target="b"),))
    play = field()
    play.crew().attacked = 1
    assert "cannot attack" in refused(play, shot)
    play.crew().attacked, play.crew().hits = 0, 2
    assert "cannot attack" in refused(play, shot)
    play.crew().hits = 1
    assert refused(play, shot) == ""
    play.car().guns[0].shots = 0
    assert "can fire 1" in refused(play, shot)
    play.car("b").status = CarStatus.COMPLETE_KILL
    assert "nobody" in refused(play, PhaseOrder(attacks=(Attack(weapon=1, target="b"),)))


@pytest.mark.parametrize(
    ("kind", "document", "said"),
    [
        ("speed", {"to": None}, "order.to is not a whole number"),
        ("speed", {"to": 1.5}, "order.to is not a whole number"),
        ("speed", [], "order is no object with fields"),
        ("speed", None, "order is no object with fields"),
        ("speed", {"maneuvers": []}, "order has no field 'maneuvers' (it has to, plan)"),
        ("phase", {"maneuvers": "straight"}, "order.maneuvers is no list"),
        ("phase", {"attacks": [{"target": "b"}]}, "order.attacks 1 lacks 'weapon'"),
        ("phase", {"brake": 1}, "order.brake is neither true nor false"),
        ("phase", {"attacks": [{"weapon": 0, "target": "b", "at": 1}]},
         "order.attacks 1 has no field 'at' (it has weapon, target, crew)"),
        ("phase", "fire", "order is no object with fields"),
    ],
)  # fmt: skip
def test_what_is_no_order_is_refused_with_every_field_that_is_wrong(kind: str, document: Any, said: str) -> None:
    with pytest.raises(OrderIllegal) as raised:
        read_order(kind, document)
    assert raised.value.sentence == f"This is not a {kind} order: {said}. Fix each of these."


@pytest.mark.rule("RH-014", "RH-016")
@pytest.mark.parametrize(
    ("maneuvers", "may"),
    [
        (("bootlegger",), True),
        (("straight", "bootlegger"), True),
        (("bootlegger", "straight"), False),
        (("straight", "bootlegger", "straight"), False),
        (("bootlegger", "straight", "straight"), False),
    ],
)
def test_nothing_is_ordered_behind_a_bootlegger(maneuvers: tuple[str, ...], may: bool) -> None:
    play = Board(Car("a", speed=150), switches={"rhad.bootlegger_window": "10-150"})
    assert refused(play, PhaseOrder(maneuvers=maneuvers)) == (
        "" if may else "a stands after a bootlegger: order no maneuver behind it."
    )
