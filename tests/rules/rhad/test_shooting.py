"""Attacks: range, arcs, the roll, and the damage of a hit."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.rhad.combat.attacks import fire, range_penalty, ready_seats, ready_weapons, targets
from rules.rhad.combat.target_speed import speed_penalty
from rules.rhad.editions import SCORED_BY_PHASE
from rules.rhad.match.orders import Attack
from rules.rhad.match.state import CarStatus
from tests.rules.rhad.boards import GUN, GUPPY, PLAIN, ROLL, SKID, Board, Car

SHOT = Attack(weapon=0, target="b")
TWO = replace(PLAIN, weapons=(GUN, replace(GUN, name="Back", mount="back", shots=None, damage="1d-3")))


def duel(*faces: int, at: tuple[int, int] = (4, 0), facing: int = 0, **sheet: Any) -> Board:
    """Two cars that shoot at each other; the target's speed of 40 mph changes nothing."""
    target = Car("b", at=at, facing=facing, speed=40)
    return Board(Car("a", design=TWO, gunner=True, **sheet), target, faces=faces, turn=2)


@pytest.mark.rule("RH-085")
@pytest.mark.parametrize(("hexes", "penalty"), [(1, 0), (4, 0), (5, 0), (7, 0), (8, 1), (11, 1), (12, 2), (20, 4)])
def test_every_four_hexes_beyond_the_first_four_are_a_point(hexes: int, penalty: int) -> None:
    assert range_penalty(duel(), hexes) == penalty


@pytest.mark.rule("RH-032", "RH-085")
@pytest.mark.parametrize(
    ("at", "faces", "hit"),
    [((4, 0), (3, 4), True), ((4, 0), (3, 3), False), ((8, 0), (3, 4), False), ((8, 0), (4, 4), True)],
)
def test_two_dice_reach_the_weapons_number_and_the_range(
    at: tuple[int, int], faces: tuple[int, ...], hit: bool
) -> None:
    play = duel(*faces, *((2, 5) if hit else ()), at=at)
    fire(play, play.car(), SHOT)
    (entry,) = play.entries_of("attack")
    assert (entry.more["hit"], entry.more["needed"], entry.more["total"]) == (hit, 7 + at[0] // 8, sum(faces))
    target = play.car("b")
    assert (target.armor["back"], target.hc, target.hazard) == ((13, 2, "hit") if hit else (20, 4, ""))
    assert (play.car().guns[0].shots, play.car().guns[0].fired, play.crew().attacked) == (19, 2, 2)
    assert play.all_thrown()
    assert not target.solid


@pytest.mark.rule("RH-085")
@pytest.mark.parametrize(
    ("mph", "penalty"),
    [
        (0, -3), (5, -2), (20, -2), (25, -1), (30, -1), (35, 0), (40, 0), (45, 1), (60, 1), (65, 2), (80, 2), (85, 3),
        (100, 3), (105, 4), (300, 4),
    ],
)  # fmt: skip
def test_a_stopped_target_is_easy_to_hit_and_a_fast_one_hard(mph: int, penalty: int) -> None:
    assert speed_penalty(duel(), mph) == penalty


@pytest.mark.rule("RH-085")
def test_the_log_of_an_attack_has_every_part_of_the_number_needed() -> None:
    play = Board(Car("a", design=TWO), Car("b", at=(9, 0), speed=70), faces=[4, 5])
    fire(play, play.car(), SHOT)
    (entry,) = play.entries_of("attack")
    assert play.sentence(entry) == (
        "a.d in a fires the Gun at b, range 9: needs 10 (7, +1 for range, +2 at 70 mph), misses (to hit: 4 + 5 = 9) "
        "[RH-085]"
    )


@pytest.mark.rule("RH-085")
def test_earlier_editions_leave_out_the_speed_of_a_target() -> None:
    play = Board(Car("a", design=TWO), Car("b", at=(4, 0)), faces=[3, 3], edition=SCORED_BY_PHASE)
    fire(play, play.car(), SHOT)
    (entry,) = play.entries_of("attack")
    assert (entry.more["needed"], entry.more["by_speed"], entry.more["hit"]) == (7, 0, False)


@pytest.mark.rule("RH-085")
@pytest.mark.parametrize(
    ("facing", "side"), [(0, "back"), (1, "right"), (2, "right"), (3, "front"), (4, "left"), (5, "left")]
)
def test_a_hit_falls_on_the_side_that_faces_the_shooter(facing: int, side: str) -> None:
    play = duel(6, 6, 1, 2, facing=facing)
    fire(play, play.car(), SHOT)
    assert play.car("b").armor[side] == 17


@pytest.mark.rule("RH-085")
def test_damage_is_dice_and_what_is_added_and_never_below_nothing() -> None:
    play = duel(6, 6, 2, at=(-4, 0))
    fire(play, play.car(), Attack(weapon=1, target="b", crew="gunner"))
    assert (play.entries_of("hit")[0].more["points"], play.car("b").hc) == (0, 4)
    assert (play.car().guns[1].shots, play.crew("a.g").attacked, play.crew("a.d").attacked) == (-1, 2, 0)


@pytest.mark.rule("RH-085", "RH-088")
@pytest.mark.parametrize(
    ("sheet", "at", "why"),
    [
        ({}, (-4, 0), "out of arc"),
        ({"pending": ROLL}, (4, 0), "nobody can fire it"),
        ({"pending": GUPPY}, (4, 0), "nobody can fire it"),
    ],
)
def test_an_attack_that_cannot_be_made_lapses(sheet: dict[str, Any], at: tuple[int, int], why: str) -> None:
    play = duel(at=at, **sheet)
    fire(play, play.car(), SHOT)
    assert [entry.more["why"] for entry in play.entries_of("attack_lapsed")] == [why]
    assert (play.crew().attacked, play.car().guns[0].shots) == (0, 20)


@pytest.mark.rule("RH-062")
def test_a_skid_does_not_spoil_the_aim() -> None:
    play = duel(3, 4, 1, 1, pending=SKID, rolls_left=2)
    fire(play, play.car(), SHOT)
    assert play.entries_of("attack")[0].more["hit"]


@pytest.mark.rule("RH-088")
def test_each_crew_member_and_each_weapon_attacks_once_a_round() -> None:
    play = duel(1, 1, 1, 2)
    assert (ready_seats(play, play.car()), ready_weapons(play, play.car())) == (["driver", "gunner"], [0, 1])
    fire(play, play.car(), SHOT)
    assert (ready_seats(play, play.car()), ready_weapons(play, play.car())) == (["gunner"], [1])
    fire(play, play.car(), SHOT)
    fire(play, play.car(), Attack(weapon=0, target="b", crew="gunner"))
    assert [entry.more["why"] for entry in play.entries_of("attack_lapsed")] == [
        "nobody can fire it", "the weapon cannot fire",
    ]  # fmt: skip
    play.state.moment.turn = 3
    assert (ready_seats(play, play.car()), ready_weapons(play, play.car())) == (["driver", "gunner"], [0, 1])


@pytest.mark.rule("RH-076", "RH-085", "RH-088")
def test_who_and_what_is_out_of_it_fires_no_more() -> None:
    play = duel()
    play.crew().hits = 2
    play.car().guns[0].shots = 0
    assert (ready_seats(play, play.car()), ready_weapons(play, play.car())) == (["gunner"], [1])
    play.car().guns[1].dp = 0
    assert ready_weapons(play, play.car()) == []
    play.crew("a.g").hits = 2
    assert ready_seats(play, play.car()) == []
    play.crew().hits = 0
    play.car().status = CarStatus.COMPLETE_KILL
    assert (ready_seats(play, play.car()), targets(play, play.car("b"))) == ([], [])


@pytest.mark.rule("RH-085")
def test_there_is_no_bonus_for_a_short_range() -> None:
    play = Board(Car("a"), switches={"rhad.duel_params": "free 4 each 1 rounds 30 start 30 mounts on"})
    assert [range_penalty(play, hexes) for hexes in (1, 3, 4, 5, 6)] == [0, 0, 0, 1, 2]


@pytest.mark.rule("RH-085", "RH-090")
@pytest.mark.parametrize(("shots", "status"), [(1, CarStatus.COMPLETE_KILL), (2, CarStatus.MOBILITY_KILL)])
def test_the_last_shot_of_a_car_that_goes_nowhere_is_the_end_of_it(shots: int, status: CarStatus) -> None:
    play = Board(Car("a", status=CarStatus.MOBILITY_KILL, killed_by=["b"], power_plant=0),
                 Car("b", at=(4, 0)), faces=[1, 1])  # fmt: skip
    play.car().guns[0].shots = shots
    fire(play, play.car(), SHOT)
    assert (play.car().status, play.car().guns[0].shots) == (status, shots - 1)


@pytest.mark.rule("RH-085")
def test_a_complete_kill_is_no_target_and_a_shot_at_it_lapses() -> None:
    play = duel()
    assert targets(play, play.car()) == ["b"]
    play.car("b").status = CarStatus.COMPLETE_KILL
    assert targets(play, play.car()) == []
    fire(play, play.car(), SHOT)
    assert [entry.more["why"] for entry in play.entries_of("attack_lapsed")] == ["the target can do no more"]
