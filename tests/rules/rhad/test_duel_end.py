"""The end of a duel: when it is over, points, and what happens to the crews."""

from __future__ import annotations

from typing import Any

import pytest

from rules.rhad.designs.stock_designs import stock_designs
from rules.rhad.log.story import narrate
from rules.rhad.match.match import Match
from rules.rhad.match.state import CarStatus
from rules.rhad.play.end_of_match import campaign_points, find_end_reason, score_match
from rules.rhad.play.result import report_of
from tests.rules.rhad.boards import SKID, Put, board, car, crew, entries
from tests.rules.rhad.duels import packet, played, seat, team


def standing(points: int = 0, *, turn: int = 3, **sheet: Any) -> Match:
    """A match of the reds' a and b against c. The reds' points are those of car a."""
    return board(
        Put("a", team="reds", sheet={"points": points, **sheet}), Put("b", team="reds", at=(5, 0)),
        Put("c", team="blues", at=(9, 0)), turn=turn,
    )  # fmt: skip


@pytest.mark.rule("RH-089")
@pytest.mark.parametrize(("turn", "why"), [(29, ""), (30, "last round"), (31, "last round")])
def test_a_duel_lasts_thirty_rounds(turn: int, why: str) -> None:
    assert find_end_reason(standing(turn=turn)) == why


@pytest.mark.rule("RH-089")
def test_it_is_over_when_one_team_has_a_running_car() -> None:
    play = standing()
    car(play, "a").status = CarStatus.COMPLETE_KILL
    assert find_end_reason(play) == ""
    car(play, "c").status = CarStatus.MOBILITY_KILL
    assert find_end_reason(play) == "one team left"
    car(play, "b").status = CarStatus.MOBILITY_KILL
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
    car(play, "b").points = 60
    assert find_end_reason(play) == "score"
    car(play, "a").points, car(play, "b").points = 60, 40
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
    car(play).points = 79
    assert (find_end_reason(play), play.state.held["reds"]) == ("", 0)
    car(play).points = 80
    assert [find_end_reason(play) for _ in range(4)] == [""] * 4


@pytest.mark.rule("RH-089", "RH-090")
def test_bonuses_do_not_count_towards_the_limits() -> None:
    play = standing(98)
    car(play).bonus = 4
    assert find_end_reason(play) == ""


# -------------------------------------------------------------------------------------------------------- points


@pytest.mark.rule("RH-090")
@pytest.mark.parametrize(
    ("raw", "points"), [(-38, 0), (-1, 0), (0, 0), (4, 0), (5, 1), (14, 1), (15, 2), (44, 4), (45, 5)]
)
def test_ten_duel_points_are_a_campaign_point_rounded_half_up(raw: int, points: int) -> None:
    assert campaign_points(raw, 10) == points
    assert campaign_points(raw, 1) == max(raw, 0)


@pytest.mark.rule("RH-090")
@pytest.mark.parametrize(
    ("hits", "gunner", "bonus"),
    [(0, None, 2), (2, None, 2), (3, None, 0), (0, 2, 2), (0, 3, 1), (3, 0, 1), (3, 3, 0)],
)
def test_living_occupants_are_worth_two_or_one(hits: int, gunner: int | None, bonus: int) -> None:
    play = board(
        Put("a", gunner=gunner is not None), loaded={"m1/h1/end/a.d": [1], "m1/h1/end/a.g": [1]},
    )  # fmt: skip
    crew(play).hits = hits
    if gunner is not None:
        crew(play, "a.g").hits = gunner
    score_match(play)
    assert car(play).bonus == bonus


@pytest.mark.rule("RH-090")
@pytest.mark.parametrize(("speed", "blood", "bonus"), [(0, False, 2), (5, False, 3), (0, True, 3), (5, True, 4)])
def test_first_blood_and_moving_still_are_worth_one_each(speed: int, blood: bool, bonus: int) -> None:
    play = board(Put("a", speed=speed, sheet={"blood": blood}))
    score_match(play)
    assert car(play).bonus == bonus


@pytest.mark.rule("RH-090")
def test_a_teams_points_are_those_of_its_cars_together() -> None:
    play = standing(40)
    car(play, "b").points = -20
    car(play, "c").points = 12
    score_match(play)
    assert play.state.points == {"reds": 2, "blues": 1}
    assert [entry.more["raw"] for entry in entries(play, "team_points")] == [24, 14]


# ---------------------------------------------------------------------------------------------------------- crews


@pytest.mark.rule("RH-092", "RH-094")
@pytest.mark.parametrize(
    ("hits", "destroyed", "faces", "wounds", "out"),
    [
        (0, False, [], 0, False),
        (1, False, [], 1, False),
        (2, False, [2], 1, False),
        (2, False, [3], 0, True),
        (3, False, [], 0, True),
        (0, True, [2], 0, False),
        (0, True, [3], 0, True),
        (1, True, [2], 1, False),
        (1, True, [3], 1, True),
        (2, True, [2, 2], 1, False),
        (2, True, [2, 3], 1, True),
        (2, True, [3], 0, True),
        (3, True, [], 0, True),
    ],
)
def test_who_comes_through(hits: int, destroyed: bool, faces: list[int], wounds: int, out: bool) -> None:
    play = board(Put("a", toughness=2), loaded={"m1/h1/end/a.d": faces})
    crew(play).hits = hits
    if destroyed:
        car(play).status = CarStatus.COMPLETE_KILL
    score_match(play)
    assert (crew(play).wounds, crew(play).out) == (wounds, out)
    play.dice.refuse_leftovers()


@pytest.mark.rule("RH-089", "RH-090", "RH-094")
def test_two_cars_that_cannot_hurt_each_other_draw_after_the_last_round() -> None:
    toothless = {**stock_designs()["plain_jane"], "weapons": []}
    duel = packet(team("razors", seat("c1", toothless)), team("saints", seat("c2", toothless)))
    play = played(duel)
    assert (play.state.moment.turn, play.state.why_over) == (30, "last round")
    assert [(team_report.points, team_report.rank) for team_report in report_of(play, duel).teams] == [
        (0, 1),
        (0, 1),
    ]
    assert "     A draw, the first place is shared: razors 0, saints 0 [RH-093]" in narrate(play)
