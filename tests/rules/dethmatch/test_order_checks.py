"""Orders given by people: which ones are refused, and the sentences of the refusals."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.core.refusals import Malformed, Refusal, Unknown
from rules.dethmatch.match.orders import CarOrders, DropOrder, FireOrder, PhaseOrder, SpeedOrder, StandingOrder
from rules.dethmatch.match.state import CarStatus, Control
from rules.dethmatch.play.order_checks import (
    NobodyAtTheWheel,
    OrderImpossible,
    OrdersNotTaken,
    OrdersTooLate,
    PathImpossible,
    refuse_illegal,
)
from tests.rules.dethmatch.boards import PLAIN, Board, Car

SHOT = FireOrder(mount="front", target="b")


@pytest.fixture
def play() -> Board:
    """Car a with a machinegun to the front, and car b three hexes ahead, in turn 4."""
    return Board(Car("a", speed=6, guns={"front": "machinegun"}), Car("b", at=(3, 0)), turn=4)


def orders(**given: object) -> CarOrders:
    return replace(CarOrders(car="a", turn=5), **given)  # type: ignore[arg-type]


@pytest.mark.rule("DM-M-147")
def test_what_a_car_has_and_a_rule_allows_may_be_ordered(play: Board) -> None:
    path = PhaseOrder(
        path=("F", "DL", "DR", "TL", "TR"), remainder=True, option="extra", shuffle="back", fire=(SHOT,)
    )
    refuse_illegal(play, orders(speed=SpeedOrder(intent="down", to=2, checks=2), phases={1: path, 3: PhaseOrder()}))


@pytest.mark.rule("DM-M-147", "DM-M-148")
@pytest.mark.parametrize(
    ("given", "refusal", "says"),
    [
        ({"car": "c"}, Unknown, "There is no car 'c' in m1: name one of a, b."),
        ({"turn": 4}, OrdersTooLate, "Turn 4 is under way or over: give a orders for turn 5 on."),
        ({"phases": {4: PhaseOrder()}}, Malformed, "there is no phase 4"),
        ({"phases": {1: PhaseOrder(path=("F", "B"))}}, PathImpossible, "a path is made of F, DL, DR, TL, TR."),
        ({"phases": {1: PhaseOrder(option="two")}}, Malformed, "an option point is none, extra or cancel"),
        ({"phases": {1: PhaseOrder(shuffle="up")}}, Malformed, "a car at rest goes left, right or back"),
        ({"speed": SpeedOrder(intent="fly")}, Malformed, "a can speed up, hold or slow (up, hold, down)"),
        ({"speed": SpeedOrder(checks=3)}, OrderImpossible, "at most 2 braking checks"),
        ({"speed": SpeedOrder(nitrous=True)}, OrderImpossible, "a has no nitrous injector"),
        ({"speed": SpeedOrder(impetuous=True)}, OrderImpossible, "a.driver is not Impetuous"),
        ({"speed": SpeedOrder(boosters=("front",))}, OrderImpossible, "no booster rockets in 'front'"),
        ({"phases": {1: PhaseOrder(fire=(replace(SHOT, mount="rear"),))}}, OrderImpossible, "it has front."),
        ({"phases": {1: PhaseOrder(fire=(replace(SHOT, target="a"),))}}, Unknown, "name another car of this match"),
        ({"phases": {1: PhaseOrder(fire=(replace(SHOT, target="z"),))}}, Unknown, "cannot fire at 'z'"),
        ({"phases": {1: PhaseOrder(fire=(replace(SHOT, seat="gunner"),))}}, OrderImpossible, "a has no gunner"),
        ({"phases": {1: PhaseOrder(fire=(replace(SHOT, seat="roof"),))}}, Malformed, "'roof' is no seat"),
        ({"phases": {1: PhaseOrder(drop=(DropOrder(mount="sack"),))}}, OrderImpossible, "nothing called 'sack'"),
        ({"phases": {1: PhaseOrder(drop=(DropOrder(mount="front", fuse=4),))}}, OrderImpossible, "4 is none"),
    ],
)  # fmt: skip
def test_what_no_rule_allows_is_refused_in_a_sentence(
    play: Board, given: dict[str, object], refusal: type[Refusal], says: str
) -> None:
    with pytest.raises(refusal) as raised:
        refuse_illegal(play, orders(**given))
    assert says in raised.value.sentence


@pytest.mark.rule("DM-M-047", "DM-M-113")
def test_a_big_foot_may_order_a_third_braking_check() -> None:
    play = Board(Car("a", speed=6, driver={"talents": ("big_foot",)}))
    refuse_illegal(play, orders(speed=SpeedOrder(intent="down", checks=3)))


def is_refused(play: Board, car_orders: CarOrders) -> bool:
    """Whether orders are refused."""
    try:
        refuse_illegal(play, car_orders)
    except Refusal:
        return True
    return False


@pytest.mark.rule("DM-M-041", "DM-M-147", "DM-M-148")
@pytest.mark.parametrize(("phase", "refused"), [(0, True), (1, False), (2, False), (3, False), (4, True)])
def test_orders_are_for_the_three_phases_of_a_turn(play: Board, phase: int, *, refused: bool) -> None:
    assert is_refused(play, orders(phases={phase: PhaseOrder()})) is refused


@pytest.mark.rule("DM-M-121", "DM-M-147", "DM-M-148")
@pytest.mark.parametrize(("fuse", "refused"), [(0, True), (1, False), (2, False), (3, False), (4, True)])
def test_a_bomb_goes_off_one_to_three_phases_later(play: Board, fuse: int, *, refused: bool) -> None:
    drop = DropOrder(mount="front", fuse=fuse)
    assert is_refused(play, orders(phases={1: PhaseOrder(drop=(drop,))})) is refused


@pytest.mark.rule("DM-M-087", "DM-M-115", "DM-M-147")
@pytest.mark.parametrize(("quick_draw", "refused"), [(-1, True), (0, False), (1, False), (6, False), (7, True)])
def test_a_quick_draw_waits_for_none_to_six_sixths(play: Board, quick_draw: int, *, refused: bool) -> None:
    assert is_refused(play, orders(standing=StandingOrder(quick_draw=quick_draw))) is refused


@pytest.mark.rule("DM-M-006", "DM-M-147")
@pytest.mark.parametrize(("wish", "refused"), [("never", False), ("serious", False), ("always", False), ("", True)])
def test_each_re_roll_has_a_wish_of_its_own(play: Board, wish: str, *, refused: bool) -> None:
    standing = StandingOrder(adept="never", pro="serious", marksman="always", crack_shot=wish)
    assert is_refused(play, orders(standing=standing)) is refused


@pytest.mark.rule("DM-M-047", "DM-M-113")
@pytest.mark.parametrize("talents", [(), ("big_foot",)])
def test_braking_checks_are_ordered_from_none_to_two_and_to_three_by_a_big_foot(talents: tuple[str, ...]) -> None:
    play = Board(Car("a", speed=6, driver={"talents": talents}))
    most = 2 + len(talents)
    candidates = [orders(speed=SpeedOrder(intent="down", checks=checks)) for checks in range(-1, most + 2)]
    assert [is_refused(play, candidate) for candidate in candidates] == [True, *[False] * (most + 1), True]


@pytest.mark.rule("DM-M-148")
def test_nobody_gives_orders_to_a_driver_who_is_out_of_action(play: Board) -> None:
    play.state.crew["a.driver"].out = True
    with pytest.raises(NobodyAtTheWheel, match=r"a\.driver is out of action"):
        refuse_illegal(play, orders())


@pytest.mark.rule("DM-M-148")
def test_nobody_gives_orders_to_a_car_that_rolls_on_by_itself(play: Board) -> None:
    play.state.cars["a"].control = Control.UNCONTROLLED
    with pytest.raises(NobodyAtTheWheel, match="nobody drives it"):
        refuse_illegal(play, orders())
    play.state.cars["a"].control, play.state.cars["a"].status = Control.OK, CarStatus.WRECK
    with pytest.raises(NobodyAtTheWheel, match="a is wreck"):
        refuse_illegal(play, orders())


@pytest.mark.rule("DM-M-147", "DM-M-149")
@pytest.mark.parametrize(
    ("mode", "step", "first"),
    [
        ("turn", "turn_start", 5),
        ("turn", "initiative", 4),
        ("turn", "speed", 5),
        ("turn", "activation", 5),
        ("phase", "turn_start", 5),
        ("phase", "initiative", 4),
        ("phase", "activation", 4),
    ],
)
def test_orders_are_taken_until_the_turn_or_its_phases_begin(mode: str, step: str, first: int) -> None:
    play = Board(Car("a", speed=6), turn=4, switches={"dethmatch.order_mode": mode})
    play.state.moment.step = step
    refuse_illegal(play, orders(turn=first))
    with pytest.raises(OrdersTooLate, match=f"for turn {first} on"):
        refuse_illegal(play, orders(turn=first - 1))


@pytest.mark.rule("DM-M-149")
def test_a_match_that_is_played_headless_takes_no_orders() -> None:
    play = Board(Car("a", speed=6), turn=4, switches={"dethmatch.order_mode": "headless"})
    with pytest.raises(OrdersNotTaken, match="let the autopilot drive a"):
        refuse_illegal(play, orders())


@pytest.mark.rule("DM-M-022")
@pytest.mark.parametrize(
    ("when", "height", "says"),
    [
        ("heat_or_pit", "raised", "set before a match or in the pit"),
        ("turn_start", "lowered", "set it to normal or raised"),
        ("turn_start", "raised", ""),
    ],
)
def test_the_height_is_ordered_every_turn_only_by_house_rule(when: str, height: str, says: str) -> None:
    design = replace(PLAIN, adjustable="raised")
    play = Board(Car("a", speed=6, design=design), switches={"dethmatch.adjustable_height_when": when})
    car_orders = orders(speed=SpeedOrder(height=height))
    if not says:
        refuse_illegal(play, car_orders)
        return
    with pytest.raises(OrderImpossible, match=says):
        refuse_illegal(play, car_orders)
