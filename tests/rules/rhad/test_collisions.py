"""Collisions with walls, obstacles and other cars."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.rhad.car.handling import SOLID
from rules.rhad.match.duel_points import credits_of
from rules.rhad.match.orders import PhaseOrder
from rules.rhad.match.state import CarStatus, ControlLoss
from rules.rhad.movement.collisions import advance, closing_speed, in_the_way
from rules.rhad.movement.loss_of_control import table_for
from rules.rhad.movement.moves import move
from tests.rules.rhad.boards import GUN, PLAIN, SKID, Board, Car, where

ON = PhaseOrder()
REARMED = replace(PLAIN, weapons=(replace(GUN, mount="back"),))


def into(play: Board) -> None:
    """Move car `a` straight on for one phase."""
    move(play, play.car(), ON)


@pytest.mark.rule("RH-003", "RH-050", "RH-075", "RH-085")
def test_a_wall_does_ram_damage_of_the_speed_to_the_side_that_meets_it() -> None:
    play = Board(Car("a", at=(20, 0), speed=50), faces=[1, 1, 1, 1, 2])
    into(play)
    sheet = play.car()
    assert (sheet.at, sheet.speed, sheet.armor["front"], sheet.solid) == (where(20, 0), 0, 14, True)
    assert (sheet.hc, sheet.hazard, table_for(play, sheet)) == (2, SOLID, "ct2")
    assert play.all_thrown()


@pytest.mark.rule("RH-003", "RH-085")
@pytest.mark.parametrize(("maneuver", "side"), [("straight", "front"), ("steep_drift_left", "left")])
def test_an_obstacle_is_as_solid_as_a_wall(maneuver: str, side: str) -> None:
    play = Board(Car("a", speed=100), faces=[1] * 15, obstacles=[(1, 0), (1, -1)])
    move(play, play.car(), PhaseOrder(maneuvers=(maneuver, "straight")))
    sheet = play.car()
    assert (sheet.at, sheet.speed, sheet.armor[side], sheet.steps) == ((0, 0), 0, 5, 0)


@pytest.mark.rule("RH-003", "RH-005")
def test_whoever_rides_a_line_strikes_what_is_in_either_hex() -> None:
    for hex_ in ((1, 0), (0, 1)):
        play = Board(Car("a"), Car("b", at=hex_))
        assert in_the_way(play, play.car(), (1, 1)) is play.car("b")
    play = Board(Car("a"), Car("b", at=(1, 0)))
    play.car("b").at = (3, -1)
    assert in_the_way(play, play.car(), where(1, 0)) is play.car("b")
    assert in_the_way(play, play.car(), where(2, -1)) is play.car("b")
    assert in_the_way(play, play.car(), where(1, -1)) is None
    assert in_the_way(play, play.car(), where(0, 0)) is None
    for mine, theirs in (((1, 0), (3, 0)), ((0, 1), (0, 3)), ((1, 0), (-1, 0)), ((0, 1), (0, -1))):
        play = Board(Car("a"), Car("b", at=(9, 0)))
        play.car("b").at = theirs
        assert in_the_way(play, play.car(), mine) is play.car("b")
    play = Board(Car("a", at=(20, 0)), faces=[1] * 20)
    play.car().speed = 50
    assert not advance(play, play.car(), (41, -2))


@pytest.mark.rule("RH-085")
@pytest.mark.parametrize(
    ("heading", "speed", "mph"),
    [
        (0, 30, 20),
        (1, 30, 20),
        (11, 30, 20),
        (0, 45, 5),
        (0, 50, 5),
        (0, 90, 5),
        (2, 30, 50),
        (4, 30, 50),
        (8, 30, 50),
        (5, 30, 80),
        (6, 30, 80),
        (7, 30, 80),
        (6, 0, 50),
        (0, 0, 50),
    ],
)
def test_the_closing_speed_goes_by_the_angle(heading: int, speed: int, mph: int) -> None:
    play = Board(Car("a", speed=50), Car("b", at=(1, 0), speed=speed, heading=heading))
    assert closing_speed(play.car(), play.car("b")) == mph


@pytest.mark.rule("RH-050", "RH-075", "RH-085")
def test_running_into_the_back_slows_the_striker_to_the_speed_of_the_struck() -> None:
    play = Board(Car("a", speed=50), Car("b", at=(1, 0), speed=30), faces=[4, 3])
    into(play)
    a, b = play.car(), play.car("b")
    assert (a.speed, b.speed, a.at) == (30, 30, (0, 0))
    assert (a.armor["front"], b.armor["back"]) == (16, 17)
    assert (a.solid, b.solid, a.hc, b.hc) == (True, True, 3, 3)
    (entry,) = play.entries_of("ram")
    assert entry.more["mph"] == 20
    assert [(impact.car, impact.more["side"], impact.more["points"]) for impact in play.entries_of("impact")] == [
        ("a", "front", 4), ("b", "back", 3),
    ]  # fmt: skip
    assert [[roll.faces for roll in impact.rolls] for impact in play.entries_of("impact")] == [[(4,)], [(3,)]]


@pytest.mark.rule("RH-085")
def test_running_into_a_faster_car_keeps_its_own_speed() -> None:
    play = Board(Car("a", speed=50), Car("b", at=(1, 0), speed=80), faces=[5, 4])
    into(play)
    a, b = play.car(), play.car("b")
    assert (a.speed, b.speed, a.armor["front"], b.armor["back"]) == (50, 80, 19, 20)
    assert (b.hc, b.solid) == (4, True)


@pytest.mark.rule("RH-085")
def test_head_on_both_stand() -> None:
    play = Board(
        Car("a", speed=50), Car("b", at=(1, 0), facing=3, speed=30, pending=SKID, rolls_left=2),
        faces=[1] * 22,
    )  # fmt: skip
    into(play)
    a, b = play.car(), play.car("b")
    assert (a.speed, b.speed, a.armor["front"], b.armor["front"]) == (0, 0, 9, 9)
    assert (b.pending, b.rolls_left, a.hc, b.hc) == (ControlLoss.NONE, 0, 1, 1)


@pytest.mark.rule("RH-085")
def test_a_hit_from_the_side_stops_the_striker_alone() -> None:
    play = Board(Car("a", speed=50), Car("b", at=(1, 0), facing=1, speed=30), faces=[1] * 10)
    into(play)
    a, b = play.car(), play.car("b")
    assert (a.speed, b.speed, a.armor["front"], b.armor["right"]) == (0, 30, 15, 15)


@pytest.mark.rule("RH-085")
def test_a_car_that_stands_is_struck_at_the_whole_speed_and_goes_nowhere() -> None:
    play = Board(Car("a", speed=50), Car("b", at=(1, 0), facing=3), faces=[1] * 10)
    into(play)
    assert (play.car().speed, play.car("b").speed, play.car("b").armor["front"]) == (0, 0, 15)


@pytest.mark.rule("RH-075", "RH-085")
def test_a_closing_speed_past_the_table_is_read_on_its_last_row() -> None:
    play = Board(Car("a", speed=200), Car("b", at=(1, 0), facing=3, speed=200), faces=[1] * 110)
    into(play)
    assert play.entries_of("ram")[0].more["mph"] == 400
    assert play.entries_of("impact")[0].more["points"] == 55
    assert play.all_thrown()


@pytest.mark.rule("RH-090", "RH-093")
def test_the_striker_is_credited_with_what_his_ram_breaks_and_the_struck_for_the_striker() -> None:
    play = Board(
        Car("a", speed=50, design=REARMED, power_plant=2), Car("b", at=(1, 0), power_plant=1),
        faces=[5, 5, 4, 4, 4, 5, 4, 4, 4, 4],
    )  # fmt: skip
    into(play)
    because = {event["on"]: event["because"] for event in play.pending() if event["type"] == "kill"}
    assert because == {"b": {"type": "attack", "by": "a"}, "a": {"type": "bounced", "off": "b"}}
    play.close()
    assert play.points() == {}
    assert (credits_of(play, play.car("b")), credits_of(play, play.car())) == ([("a", 1)], [("b", 1)])
    assert (play.crew("a.d").criticals, play.crew("b.d").criticals) == (1, 0)
    assert (play.car().status, play.car("b").status) == (CarStatus.MOBILITY_KILL, CarStatus.MOBILITY_KILL)
