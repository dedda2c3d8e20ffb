"""The ground of a last car standing that closes in, by house rule: how far it reaches, and what it does to cars."""

from __future__ import annotations

from typing import Any

import pytest

from rules.dethmatch.autopilot.pilot import Autopilot
from rules.dethmatch.events.closing_ground import hexes_inside, is_outside, middle_of, radius_in
from rules.dethmatch.events.event import event_of
from rules.dethmatch.log.story import narrate_entry
from rules.dethmatch.match.state import NOWHERE, CarStatus
from rules.dethmatch.play.outside_ground import strike_outside
from tests.rules.dethmatch.boards import Board, Car

EDGE, INSIDE = (9, 0), (1, 0)
GUN = {"front": "machinegun"}


def arena(*, turn: int = 3, **switches: Any) -> Board:
    """Two cars, one at the edge and one inside, where the ground closes in to six hexes in turn 3."""
    house = {"lcs_closes_after": 2, "lcs_closes_by": 4} | switches
    return Board(
        Car("edge", at=EDGE, guns=GUN), Car("inside", at=INSIDE, team="other", guns=GUN), turn=turn, phase=3,
        faces=switches.pop("faces", ()), switches={f"dethmatch.{name}": value for name, value in house.items()},
    )  # fmt: skip


def plan_of(play: Board, id: str) -> str:
    return Autopilot(play.setup, play.settings).speed(play, play.state.cars[id]).plan


@pytest.mark.rule("DM-M-138")
def test_the_ground_closes_in_after_its_turn_by_its_hexes_and_never_below_three() -> None:
    play = arena(lcs_closes_by=3)
    whole = middle_of(play.track).radius
    assert [radius_in(play, turn) for turn in (1, 2, 3, 4)] == [whole, whole, whole - 3, whole - 6]
    assert radius_in(play, 40) == 3
    assert is_outside(play, play.car("edge").at, 40)
    assert not is_outside(play, play.car("inside").at, 40)
    assert play.car("inside").at in hexes_inside(play, 40)
    assert not is_outside(play, NOWHERE, 40)


@pytest.mark.rule("DM-M-138")
def test_a_car_outside_takes_the_stated_damage_whatever_its_armor_and_nobody_is_credited() -> None:
    play = arena(lcs_outside_damage=1)
    strike_outside(play)
    assert (play.car("edge").damage, play.car("inside").damage) == (1, 0)
    assert all(not crew.criticals for crew in play.state.crew.values())
    assert [narrate_entry(entry) for entry in play.log.entries] == [
        "edge is more than 6 hexes from the middle, outside the ground [DM-M-138]",
        "edge takes 1 damage on the body (closed ground), damage from 0 to 1 [DM-M-106]",
    ]


@pytest.mark.rule("DM-M-138")
def test_without_damage_a_car_outside_is_off_the_map_and_eliminated() -> None:
    play = arena(lcs_outside_damage=0)
    strike_outside(play)
    event_of(play).on_turn_end(play)
    assert (play.car("edge").at, play.car("edge").status) == (NOWHERE, CarStatus.OFF)
    assert (play.car("edge").eliminated, play.car("inside").eliminated) == (1, 0)


@pytest.mark.rule("DM-M-138")
@pytest.mark.parametrize("turn", [1, 2])
def test_nothing_happens_before_the_ground_closes_in(turn: int) -> None:
    play = arena(turn=turn)
    event_of(play).on_turn_start(play)
    strike_outside(play)
    assert play.log.entries == []


@pytest.mark.rule("DM-M-138")
def test_the_log_says_in_each_turn_how_far_the_ground_reaches() -> None:
    play = arena(turn=3)
    event_of(play).on_turn_start(play)
    assert [narrate_entry(entry) for entry in play.log.entries] == [
        "The ground closes in to 6 hexes from the middle [DM-M-138]"
    ]
    later = arena(turn=30)
    event_of(later).on_turn_start(later)
    assert later.log.entries == []


@pytest.mark.rule("DM-M-138", "DM-M-146")
def test_the_autopilot_draws_in_before_the_ground_closes() -> None:
    assert plan_of(arena(turn=1), "edge") == "draw_in"
    assert plan_of(arena(turn=1), "inside") == "hunt:edge"
    assert plan_of(arena(turn=1, lcs_closes_after=0), "edge") == "hunt:inside"
