"""A heat that ends because nobody in it can move or shoot at an enemy any more."""

from __future__ import annotations

from typing import Any

import pytest

from rules.dethmatch.events.event import event_of
from rules.dethmatch.events.heat_limits import EndReason
from rules.dethmatch.events.lap_race import next_goals
from rules.dethmatch.events.settled_heat import can_move, can_shoot, has_way_to, quiet_turns, settled_reason
from rules.dethmatch.ground.hexes import hex_at
from rules.dethmatch.match.state import CarStatus
from tests.rules.dethmatch.boards import Board, Car
from tests.rules.dethmatch.matches import RING

pytestmark = pytest.mark.rule("DM-M-128")
AROUND = ("1 ahead of a", "left ahead of a", "right ahead of a", "1 behind a", "left behind a", "right behind a")


def boxed(status: CarStatus = CarStatus.WRECK, *, least: int = 0, **sheet: Any) -> Board:
    """A car of a team with others all around it, from the number `least` on, and an enemy far away that is stuck."""
    others = [Car(f"w{n}", at=place, team="red", status=status) for n, place in enumerate(AROUND) if n >= least]
    return Board(Car("a", at=(-3, 0), team="red", **sheet), *others, Car("b", at=(9, 0), team="blue", broken=True))


@pytest.mark.rule("DM-M-079", "DM-M-134")
def test_a_car_with_wrecks_all_around_it_cannot_move() -> None:
    board = boxed()
    assert not can_move(board, board.car("a"))
    assert settled_reason(board) == EndReason.NO_GAIN
    assert event_of(board).is_over(board)


@pytest.mark.rule("DM-M-079")
def test_a_car_with_a_way_out_or_a_car_to_push_goes_on() -> None:
    for board in (boxed(least=1), boxed(CarStatus.PARKED)):
        assert can_move(board, board.car("a"))
        assert not settled_reason(board)


@pytest.mark.rule("DM-M-034", "DM-M-092")
@pytest.mark.parametrize(
    ("sheet", "moves"), [({"broken": True}, False), ({"speed": 3, "broken": True}, True), ({}, True)]
)
def test_a_broken_suspension_holds_a_car_that_stands(sheet: dict[str, Any], *, moves: bool) -> None:
    board = Board(Car("a", **sheet), Car("b", at=(9, 0), broken=True))
    assert can_move(board, board.car("a")) is moves


@pytest.mark.rule("DM-M-092", "DM-M-109")
def test_a_car_that_nobody_drives_cannot_move_and_its_gunner_can_still_shoot() -> None:
    board = Board(Car("a", guns={"m1": "machinegun"}, gunner={}, status=CarStatus.PARKED), Car("b", at=(3, 0)))
    board.state.crew["a.driver"].out = True
    car = board.car("a")
    assert (can_move(board, car), can_shoot(board, car)) == (False, True)
    board.state.crew["a.gunner"].out = True
    assert not can_shoot(board, car)


@pytest.mark.rule("DM-M-093", "DM-M-095")
def test_a_loaded_weapon_with_an_enemy_in_range_keeps_a_heat_going() -> None:
    board = Board(
        Car("a", guns={"m1": "machinegun"}, broken=True), Car("b", at=(9, 0), broken=True), event="last_car"
    )
    gun = board.car("a").guns[0]
    reach = board.fits["a"].weapons[gun.mount].shots[0].furthest
    assert reach >= 9
    assert not settled_reason(board)
    gun.ammunition = 0
    assert settled_reason(board)
    gun.ammunition = 1
    gun.destroyed = True
    assert settled_reason(board)
    gun.destroyed = False
    board.car("b").status = CarStatus.WRECK
    assert settled_reason(board)
    board.car("b").status = CarStatus.RUNNING
    board.car("b").team = board.car("a").team
    assert settled_reason(board)


@pytest.mark.rule("DM-M-095", "DM-M-096")
@pytest.mark.parametrize(("further", "shoots"), [(2, True), (3, False)])
def test_an_enemy_is_in_range_if_aids_can_bring_it_there(further: int, *, shoots: bool) -> None:
    reach = Board(Car("a", guns={"m1": "machinegun"})).fits["a"].weapons["m1"].shots[0].furthest
    board = Board(Car("a", at=(-10, 0), guns={"m1": "machinegun"}), Car("b", at=(reach + further - 10, 0)))
    assert can_shoot(board, board.car("a")) is shoots


@pytest.mark.parametrize("event", ["flags", "last_car"])
def test_every_event_in_an_arena_ends_when_it_is_settled(event: str) -> None:
    board = Board(Car("a"), Car("b", at=(9, 0), broken=True), event=event)
    assert not event_of(board).is_over(board)
    board.car("a").broken = True
    assert event_of(board).is_over(board)


def race(rows: range) -> Board:
    """A car on a ring road, with wrecks across the road in those rows."""
    wrecks = [
        Car(f"w{row}", at=hex_at(8, row), status=CarStatus.WRECK) for row in rows if hex_at(8, row) in RING.index
    ]
    return Board(Car("a", at=hex_at(5, 1)), *wrecks, track=RING, event="lap_race")


@pytest.mark.rule("DM-M-079", "DM-M-136")
def test_a_race_ends_when_all_cars_stand_and_wrecks_bar_every_way_to_the_next_checkpoint() -> None:
    one_way_round, no_way = race(range(4)), race(range(12))
    for board, way in ((one_way_round, True), (no_way, False)):
        car = board.car("a")
        assert can_move(board, car)
        assert has_way_to(board, car, next_goals(board, car)) is way
        assert event_of(board).is_over(board) is not way
    no_way.car("a").speed = 1
    assert not event_of(no_way).is_over(no_way)


@pytest.mark.parametrize(
    ("turn", "deed", "over"), [(5, 0, True), (4, 0, False), (9, 4, True), (9, 5, False), (9, 9, False)]
)
def test_a_heat_is_over_after_five_turns_in_which_nobody_did_anything(turn: int, deed: int, *, over: bool) -> None:
    board = Board(Car("a"), Car("b", at=(9, 0)))
    for number in range(1, turn + 1):
        if number > 1:
            board.note("turn_end", "DM-M-041")
        board.state.moment.turn = number
        if number == deed:
            board.note("turn", "DM-M-049", board.car("a"))
    assert quiet_turns(board) == min(turn - deed, 5)
    assert event_of(board).is_over(board) is over
    assert (event_of(board).end_reason(board) == EndReason.QUIET) is over


@pytest.mark.parametrize(("fuel", "job", "quiet"), [(7, "refuel", 4), (0, "refuel", 1), (7, "reload", 1)])
def test_to_fill_up_a_tank_that_is_not_empty_is_no_deed(fuel: int, job: str, quiet: int) -> None:
    board = Board(Car("a"), Car("b", at=(9, 0)))
    for number in range(1, 5):
        board.state.moment.turn = number
        if number == 3:
            board.note("pit", "DM-M-130", board.car("a"), before={"fuel": fuel}, after={"fuel": 8}, job=job)
        if number < 4:
            board.note("turn_end", "DM-M-041")
    assert quiet_turns(board) == quiet


def stuck(**more: Any) -> Board:
    """Two cars of two teams that can neither move nor shoot."""
    return Board(Car("a", at=(-3, 0), broken=True), Car("b", at=(9, 0), broken=True), **more)


@pytest.mark.rule("DM-M-129", "DM-M-130")
@pytest.mark.parametrize(("whose", "over"), [("any", False), ("t1", False), ("t2", True), ("", True)])
def test_a_heat_goes_on_while_a_driven_car_stands_in_its_pit(whose: str, *, over: bool) -> None:
    """Weapons are loaded there."""
    board = stuck()
    track = board.track
    pits = list(track.pit)
    pits[board.car("a").at] = whose
    board.track = type(track)(**{name: getattr(track, name) for name in track.__slots__} | {"pit": tuple(pits)})
    assert (settled_reason(board) == EndReason.NO_GAIN) is over
    board.state.crew["a.driver"].out = True
    assert settled_reason(board) == EndReason.NO_GAIN


@pytest.mark.rule("DM-M-138")
@pytest.mark.parametrize(("turn", "over"), [(1, False), (14, True)])
def test_a_heat_goes_on_while_the_ground_closes_in_further(turn: int, *, over: bool) -> None:
    board = stuck(switches={"dethmatch.lcs_closes_after": 1, "dethmatch.lcs_closes_by": 4}, turn=turn, phase=3)
    assert (settled_reason(board) == EndReason.NO_GAIN) is over
