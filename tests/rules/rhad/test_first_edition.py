"""The first edition: its logs come out as they were kept, and it scores kills, ends and bonuses as it did."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rules.match.ruleset import LogContradicted, OtherEdition
from rules.rhad import engine
from rules.rhad.car.damage import damage_side
from rules.rhad.car.kills import can_accelerate, is_stuck, record_harm, update_kill_status
from rules.rhad.editions import CHANGES, EDITION, EDITIONS
from rules.rhad.match.state import CarStatus, ControlLoss
from rules.rhad.movement.speed import coast, set_speed
from rules.rhad.play.end_of_match import score_match
from rules.rhad.play.first_edition_end import find_end_reason
from rules.rhad.ruleset import RULESET
from tests.rules.rhad.boards import GUPPY, ROLL, SKID, Board, Car

GOLDEN = Path(__file__).parents[2] / "golden"
LOGS = ("pan-pair", "pillar-gunners")
OUTCOMES = {
    "pan-pair": [(1, "rivets", 9, 86, 80, 6), (2, "cinders", 0, -76, -80, 4)],
    "pillar-gunners": [
        (1, "lanterns", 2, 23, 20, 3), (2, "rivets", 0, 2, 0, 2), (2, "cinders", 0, -16, -20, 4),
    ],
}  # fmt: skip
"""The rows of the teams as the first edition wrote them."""
KILLED, GONE = CarStatus.MOBILITY_KILL, CarStatus.COMPLETE_KILL


def kept_log(name: str, *, edition: int = 1) -> bytes:
    return (GOLDEN / f"{name}.rhad-{edition}.log").read_bytes()


def test_every_edition_says_what_it_changes() -> None:
    assert (1, *CHANGES) == EDITIONS == (*RULESET.earlier_editions, RULESET.edition)
    assert RULESET.edition == EDITION == engine.EDITION == EDITIONS[-1]


@pytest.mark.rule("RH-080", "RH-089", "RH-090")
@pytest.mark.parametrize("name", LOGS)
def test_a_log_of_the_first_edition_comes_out_as_it_was_kept(name: str) -> None:
    exhibition = RULESET.replay_exhibition(kept_log(name))
    assert list(exhibition.box_score[0].rows) == OUTCOMES[name]
    assert json.loads(exhibition.log)["digests"] == json.loads(kept_log(name))["digests"]
    assert json.loads(exhibition.log)["edition"] == 1


@pytest.mark.rule("RH-080", "RH-090")
def test_the_story_of_the_first_edition_names_who_made_a_kill() -> None:
    lines = [line.strip() for line in RULESET.story(kept_log("pan-pair"))]
    assert "2  rivets.c2 is credited with cinders.c2: duel points 20 to 40 [RH-090]" in lines
    assert "The duel is over: one team at most has a car that runs [RH-089]" in lines
    assert "The winner: rivets 9 [RH-093]" in lines


@pytest.mark.rule("RH-080")
def test_a_log_that_names_two_editions_and_one_of_none_there_is_are_not_played_again() -> None:
    log = kept_log("pan-pair")
    with pytest.raises(LogContradicted, match="is of edition 2 and its match of 1"):
        RULESET.story(log.replace(b'"edition":1', b'"edition":2', 1))
    with pytest.raises(OtherEdition, match="edition 4 of RHAD and this is edition 3"):
        RULESET.story(log.replace(b'"edition":1', b'"edition":4', 1))


# --------------------------------------------------------------------------------------------------------- kills


def board1(*cars: Car, **more: Any) -> Board:
    """A board of the first edition."""
    return Board(*cars, edition=1, **more)


def two(**sheet: Any) -> Board:
    return board1(Car("a", speed=30, gunner=True, **sheet), Car("b", at=(5, 0)), Car("c", at=(9, 0)))


@pytest.mark.rule("RH-067", "RH-090")
@pytest.mark.parametrize(
    ("sheet", "stuck"),
    [
        ({}, False),
        ({"power_plant": 1}, False),
        ({"power_plant": 0}, True),
        ({"tires": [0, 1, 1, 0]}, False),
        ({"tires": [0, 0, 8, 8]}, True),
        ({"tires": [8, 8, 0, 0]}, True),
        ({"rest_side": "top"}, True),
        ({"rest_side": "top", "pending": ROLL}, False),
        ({"rest_side": "left", "pending": GUPPY}, False),
    ],
)
def test_what_makes_a_mobility_kill(sheet: dict[str, Any], stuck: bool) -> None:
    play = two(**sheet)
    assert is_stuck(play, play.car()) is stuck
    update_kill_status(play, play.car(), by="b")
    assert play.car().status is (KILLED if stuck else CarStatus.RUNNING)
    assert (play.car().points, play.car("b").points) == ((-20, 20) if stuck else (0, 0))


@pytest.mark.rule("RH-067", "RH-076", "RH-090")
def test_a_car_without_an_able_driver_is_one_too() -> None:
    play = two()
    play.crew().hits = 2
    assert not can_accelerate(play, play.car())
    update_kill_status(play, play.car())
    assert (play.car().status, play.car().points, play.car().killed_by) == (KILLED, -20, [""])
    assert play.entries_of("kill_credited") == []


@pytest.mark.rule("RH-090")
def test_a_kill_is_scored_once() -> None:
    play = two(power_plant=0)
    update_kill_status(play, play.car(), by="b")
    update_kill_status(play, play.car(), by="c")
    assert (play.car().points, play.car("b").points, play.car("c").points) == (-20, 20, 0)
    assert (play.car("b").scored, play.car("c").scored) == (True, False)


@pytest.mark.rule("RH-090", "RH-091")
def test_a_car_that_stands_and_cannot_fire_is_a_complete_kill() -> None:
    play = two(power_plant=0)
    update_kill_status(play, play.car(), by="b")
    play.car().guns[0].shots = 0
    update_kill_status(play, play.car())
    assert play.car().status is KILLED
    set_speed(play, play.car(), 0, rule="RH-021", why="test")
    update_kill_status(play, play.car(), by="c")
    assert (play.car().status, play.car().killed_by, play.car().points) == (GONE, ["b", "c"], -40)


@pytest.mark.rule("RH-021", "RH-090")
def test_what_is_left_of_a_kill_goes_to_whoever_began_it() -> None:
    play = two(power_plant=0, bane="c")
    update_kill_status(play, play.car(), by="b")
    play.crew().hits = play.crew("a.g").hits = 2
    coast(play, play.car())
    assert (play.car().speed, play.car().status) == (25, KILLED)
    play.car().speed = 5
    coast(play, play.car())
    assert (play.car().speed, play.car().status, play.car().killed_by) == (0, GONE, ["b", "b"])
    assert play.car("b").points == 40


@pytest.mark.rule("RH-091")
def test_without_power_plant_and_living_driver_a_car_is_gone_at_once() -> None:
    play = two(power_plant=0)
    play.crew().hits = 3
    update_kill_status(play, play.car(), by="b")
    assert (play.car().status, play.car("b").points, play.car().points) == (GONE, 40, -40)


@pytest.mark.rule("RH-090")
def test_whoever_did_harm_last_is_credited_with_what_follows_from_it() -> None:
    play = two(bane="c", power_plant=0)
    update_kill_status(play, play.car())
    assert (play.car().killed_by, play.car("c").points) == (["c"], 20)


@pytest.mark.rule("RH-090")
def test_nobody_is_credited_for_his_own_team() -> None:
    play = board1(Car("a", speed=30, team="reds", power_plant=0), Car("b", team="reds"), Car("c"))
    update_kill_status(play, play.car(), by="b")
    assert (play.car().points, play.car("b").points, play.car().killed_by) == (-20, 0, [""])


@pytest.mark.rule("RH-090")
def test_first_blood_is_whoever_harms_an_enemy_first_and_all_of_that_phase() -> None:
    play = board1(Car("a", team="reds"), Car("b", team="reds"), Car("c"), Car("d"), turn=1, phase=2)
    record_harm(play, play.car(), by="b")
    record_harm(play, play.car(), by="a")
    record_harm(play, play.car(), by="")
    assert (play.state.blood, play.entries_of("first_blood")) == ((0, 0), [])
    record_harm(play, play.car(), by="c")
    record_harm(play, play.car(), by="c")
    record_harm(play, play.car("c"), by="b")
    play.state.moment.phase = 3
    record_harm(play, play.car(), by="d")
    assert [entry.car for entry in play.entries_of("first_blood")] == ["c", "b"]
    assert play.car().bane == "d"


@pytest.mark.rule("RH-090")
def test_a_hit_that_does_no_damage_draws_no_blood() -> None:
    play = board1(Car("a"), Car("b"))
    damage_side(play, play.car(), side="front", points=0, by="b", why="test")
    assert (play.car("b").blood, play.car().bane) == (False, "")
    damage_side(play, play.car(), side="front", points=1, by="b", why="test")
    assert (play.car("b").blood, play.car().bane) == (True, "b")


def standing(points: int = 0, *, turn: int = 3, **sheet: Any) -> Board:
    """A match of the reds' a and b against c. The reds' points are those of car a."""
    return board1(
        Car("a", team="reds", points=points, **sheet), Car("b", team="reds", at=(5, 0)),
        Car("c", team="blues", at=(9, 0)), turn=turn,
    )  # fmt: skip


@pytest.mark.rule("RH-089")
@pytest.mark.parametrize(("turn", "why"), [(29, ""), (30, "last round"), (31, "last round")])
def test_a_duel_lasts_thirty_rounds(turn: int, why: str) -> None:
    assert find_end_reason(standing(turn=turn)) == why


@pytest.mark.rule("RH-089")
def test_it_is_over_when_one_team_has_a_running_car() -> None:
    play = standing()
    play.car("a").status = CarStatus.COMPLETE_KILL
    assert find_end_reason(play) == ""
    play.car("c").status = CarStatus.MOBILITY_KILL
    assert find_end_reason(play) == "one team left"
    play.car("b").status = CarStatus.MOBILITY_KILL
    assert find_end_reason(play) == "one team left"


@pytest.mark.rule("RH-089")
@pytest.mark.parametrize(
    ("sheet", "why"),
    [({}, "score"), ({"pending": SKID}, ""), ({"rest_side": "top"}, ""), ({"status": CarStatus.MOBILITY_KILL}, "")],
)
def test_a_hundred_points_end_it_with_the_leaders_car_in_control(sheet: dict[str, Any], why: str) -> None:
    assert find_end_reason(standing(100, **sheet)) == why
    assert find_end_reason(standing(99)) == ""


@pytest.mark.rule("RH-089")
def test_the_leaders_car_is_the_one_with_most_points() -> None:
    play = standing(40, pending=SKID)
    play.car("b").points = 60
    assert find_end_reason(play) == "score"
    play.car("a").points, play.car("b").points = 60, 40
    assert find_end_reason(play) == ""


@pytest.mark.rule("RH-089")
def test_eighty_points_end_it_when_they_are_held_for_five_rounds() -> None:
    play = standing(80)
    assert [find_end_reason(play) for _ in range(5)] == ["", "", "", "", "score held"]
    assert play.state.held == {"reds": 5, "blues": 0}


@pytest.mark.rule("RH-089")
def test_losing_points_begins_the_count_again() -> None:
    play = standing(80)
    for _ in range(4):
        find_end_reason(play)
    play.car().points = 79
    assert (find_end_reason(play), play.state.held["reds"]) == ("", 0)
    play.car().points = 80
    assert [find_end_reason(play) for _ in range(4)] == [""] * 4


@pytest.mark.rule("RH-089", "RH-090")
def test_bonuses_do_not_count_towards_the_limits() -> None:
    play = standing(98)
    play.car().bonus = 4
    assert find_end_reason(play) == ""


@pytest.mark.rule("RH-090")
@pytest.mark.parametrize(
    ("hits", "gunner", "bonus"),
    [(0, None, 2), (2, None, 2), (3, None, 0), (0, 2, 2), (0, 3, 1), (3, 0, 1), (3, 3, 0)],
)
def test_living_occupants_are_worth_two_or_one(hits: int, gunner: int | None, bonus: int) -> None:
    play = board1(
        Car("a", gunner=gunner is not None), by_path={"end/a.d": [1], "end/a.g": [1]},
    )  # fmt: skip
    play.crew().hits = hits
    if gunner is not None:
        play.crew("a.g").hits = gunner
    score_match(play)
    assert play.car().bonus == bonus


@pytest.mark.rule("RH-090")
@pytest.mark.parametrize(("speed", "blood", "bonus"), [(0, False, 2), (5, False, 3), (0, True, 3), (5, True, 4)])
def test_first_blood_and_moving_still_are_worth_one_each(speed: int, blood: bool, bonus: int) -> None:
    play = board1(Car("a", speed=speed, blood=blood))
    score_match(play)
    assert play.car().bonus == bonus


@pytest.mark.rule("RH-090")
def test_a_teams_points_are_those_of_its_cars_together() -> None:
    play = standing(40)
    play.car("b").points = -20
    play.car("c").points = 12
    score_match(play)
    assert play.state.points == {"reds": 2, "blues": 1}
    assert [entry.more["raw"] for entry in play.entries_of("team_points")] == [24, 14]


@pytest.mark.rule("RH-089")
def test_eighty_points_are_held_in_a_skid_too_and_end_it_when_the_leader_has_control() -> None:
    play = board1(
        Car("a", team="reds", points=80), Car("c", team="blues", at=(9, 0)), turn=3,
    )  # fmt: skip
    assert [find_end_reason(play) for _ in range(3)] == [""] * 3
    play.car().pending = SKID
    assert [find_end_reason(play) for _ in range(3)] == [""] * 3
    play.car().pending = ControlLoss.NONE
    assert find_end_reason(play) == "score held"
