"""The result of a skirmish, its box score and story, and matches from files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rules.carcult.log.box_score import box_score
from rules.carcult.match.state import EXPLODED, IMMOBILE, LEFT, CrewState
from rules.carcult.play.result import points_by_team, remaining_criticals, report_of, winners
from rules.carcult.ruleset import RULESET
from rules.core.dice import Dice, KeyRing
from rules.core.refusals import Malformed
from rules.match.exhibition import ExhibitionRuleset
from rules.match.report import CarReport, DriverReport, TeamReport
from rules.match.ruleset import LogContradicted
from rules.match.spec import PaperMatchFaulty
from rules.match.stepwise_play import MatchOver, NobodyAsked, OrderIllegal, StepwiseRuleset
from rules.match.text_tables import lines_of
from tests.rules.carcult.boards import Board, Car
from tests.rules.carcult.chance_matches import random_packet
from tests.rules.carcult.test_entry import packet, seat, team

EXAMPLES = sorted((Path(__file__).parents[3] / "examples" / "matches" / "carcult").glob("*.json"))


def two(**switches: Any) -> Board:
    """A match of two sides before its first step."""
    cards = ("dangerous_driver", "mines", "armor_2")
    return Board(
        Car(id="a1", cards=cards, driver="ada", crew={"dangerous_driver": "ada"}, criticals=2),
        Car(id="b1", at=(3000, 3000), cards=cards, driver="bob"),
        switches={f"carcult.{name}": value for name, value in switches.items()},
    )


# --------------------------------------------------------------------------------------------------- points


@pytest.mark.rule("CC-100")
@pytest.mark.parametrize(("caused", "points"), [(0, 0), (1, 0), (2, 1), (9, 4), (20, 10), (21, 10)])
def test_points_are_half_the_victory_points_rounded_down(caused: int, points: int) -> None:
    play = two(decision="none")
    play.car().caused = caused
    assert points_by_team(play) == {"a": points, "b": 0}


@pytest.mark.rule("CC-100")
@pytest.mark.switch("carcult.points_divisor", 5)
def test_a_league_may_divide_otherwise() -> None:
    play = two(points_divisor=5)
    play.car().caused = 14
    assert points_by_team(play) == {"a": 2, "b": 0}


@pytest.mark.rule("CC-100")
@pytest.mark.parametrize(
    ("a", "b", "won"), [(0, 0, ["a", "b"]), (1, 0, ["a"]), (21, 20, ["a"]), (3, 3, ["a", "b"]), (0, 1, ["b"])]
)
def test_the_side_with_most_victory_points_has_won(a: int, b: int, won: list[str]) -> None:
    play = two()
    play.car().caused, play.car("b1").caused = a, b
    assert winners(play) == won


# ---------------------------------------------------------------------------------------------- the report


def handed_over(play: Board, **switches: Any) -> Any:
    """The report of two cars and one that stayed out; the first car has a gunner without a card."""
    lined_up = packet(
        team("a", seat("a1", gunner=True, criticals=2)), team("b", seat("b1"), seat("b2", criticals=4))
    )  # fmt: skip
    return report_of(play, lined_up)


def with_drivers_of_the_line_up(play: Board) -> Board:
    """The same match with the people of the line-up as drivers."""
    for id in ("a1", "b1"):
        crew = play.state.crew.pop("ada" if id == "a1" else "bob")
        crew.id = f"{id}.d"
        play.state.crew[crew.id] = crew
    return play


@pytest.mark.rule("CC-100", "CC-101", "CC-102", "CC-103", "CC-104")
def test_a_report_has_every_team_driver_and_car_of_the_packet() -> None:
    play = with_drivers_of_the_line_up(two())
    first, second = play.car(), play.car("b1")
    first.caused, first.criticals = 5, 3
    second.tracks["engine"] = [1, 1, 2, 2, 2]
    second.tracks["armor"] = [2, 2]
    second.tracks["mines"] = [0, 1, 3, 3]
    play.state.crew["b1.d"].out = True
    play.state.crew["a1.d"].wounds = 1
    report = handed_over(play)
    assert report.teams == [
        TeamReport(franchise="a", points=2, rank=1), TeamReport(franchise="b", points=0, rank=2),
    ]  # fmt: skip
    assert report.drivers == [
        DriverReport(driver="a1.d", heats=[1], criticals=3, scores=1, wounds=1),
        DriverReport(driver="a1.g"),
        DriverReport(driver="b1.d", heats=[1], out=True),
        DriverReport(driver="b2.d"),
    ]
    assert report.cars == [
        CarReport(car="a1", criticals=2), CarReport(car="b1", criticals=3), CarReport(car="b2", criticals=4),
    ]  # fmt: skip


@pytest.mark.rule("CC-103")
@pytest.mark.parametrize(("caused", "scores"), [(0, 0), (1, 1), (9, 1)])
def test_whose_car_dealt_any_damage_has_scored_once(caused: int, scores: int) -> None:
    play = with_drivers_of_the_line_up(two())
    play.car().caused = caused
    assert handed_over(play).drivers[0].scores == scores


@pytest.mark.rule("CC-103")
def test_the_cars_that_exploded_by_its_doing_are_the_kills_of_a_car_s_driver() -> None:
    play = with_drivers_of_the_line_up(two())
    play.state.crew["a1.g"] = CrewState(id="a1.g", car="a1")
    play.car().kills = ["b1", "b2"]
    assert [(driver.driver, driver.kills) for driver in handed_over(play).drivers[:2]] == [("a1.d", 2), ("a1.g", 0)]


@pytest.mark.rule("CC-101")
@pytest.mark.parametrize(
    ("status", "destroyed", "criticals"), [(EXPLODED, True, 0), (IMMOBILE, False, 7), (LEFT, False, 7)]
)
def test_only_a_car_that_exploded_is_destroyed(status: str, destroyed: bool, criticals: int) -> None:
    play = with_drivers_of_the_line_up(two())
    first = play.car()
    first.status, first.tracks["engine"] = status, [2] * 5
    assert handed_over(play).cars[0] == CarReport(car="a1", destroyed=destroyed, criticals=criticals)


@pytest.mark.rule("CC-080", "CC-101")
@pytest.mark.switch("carcult.carry_over", True)
def test_damage_carried_over_is_among_the_tokens_on_the_car() -> None:
    play = two(carry_over=True)
    play.car().tracks["engine"] = [0, 0, 0, 2, 2]
    assert remaining_criticals(play, "a1", before=2) == 2
    assert remaining_criticals(two(), "a1", before=2) == 2
    assert play.tracks()["engine"] == "...DD"


@pytest.mark.rule("CC-076", "CC-101")
@pytest.mark.switch("carcult.mine_dt_counts", True)
def test_a_league_may_count_what_laying_used_up() -> None:
    play = two(mine_dt_counts=True)
    play.car().tracks["mines"] = [0, 3, 3, 3]
    assert remaining_criticals(play, "a1", before=0) == 3


# ------------------------------------------------------------------------------------------- the box score


@pytest.mark.rule("CC-067", "CC-100", "CC-101")
def test_the_box_score_has_every_team_car_and_competitor() -> None:
    play = two()
    play.car("b1").caused, play.car("b1").criticals = 4, 2
    play.car().tracks["engine"] = [1, 1, 2, 2, 2]
    play.car().tracks["armor"] = [0, 2]
    play.state.crew["ada"].out = True
    assert lines_of(box_score(play)) == [
        "Teams",
        "rank  team  victory points  points",
        "----  ----  --------------  ------",
        "   1  b                  4       2",
        "   2  a                  0       0",
        "  points = campaign points: victory points by the league's divisor, rounded down",
        "",
        "Cars",
        "car  team  end     out in round  out by  engine  armor   dealt  criticals  destroyed  standing",
        "---  ----  ------  ------------  ------  ------  ------  -----  ---------  ---------  --------",
        "a1   a     active             -       -  2 of 5  1 of 2      0          0          0         5",
        "b1   b     active             -       -  5 of 5  2 of 2      4          2          0         0",
        "  end = how the car ended; out in round = the round in which it exploded or left the table; out by =",
        "  the car that made it explode; engine = action zones (AZ) of the engine without damage; armor =",
        "  action zones (AZ) of the armor without damage; dealt = damage it is credited with, in tokens;",
        "  criticals = attacks that hurt more than armor; destroyed = cars that exploded by its doing;",
        "  standing = criticals that stand on it",
        "",
        "Competitors",
        "competitor  car  wounds  end",
        "----------  ---  ------  -------------",
        "ada         a1        0  out of action",
        "bob         b1        0  able",
        "  wounds = flesh wounds they have; end = whether they are out of action",
    ]


def test_a_car_without_armor_has_a_dash_for_it_in_the_box_score() -> None:
    play = Board(Car(id="a1", driver="ada"))
    _, cars, _ = box_score(play)
    assert [row[:7] for row in cars.rows] == [("a1", "a", "active", "-", "-", "5 of 5", "-")]


@pytest.mark.rule("CC-065", "CC-067")
def test_the_box_score_says_when_and_by_whom_a_car_went_out() -> None:
    play = two()
    play.note("explosion", "CC-065", play.car("b1"), by="a1")
    _, cars, _ = box_score(play)
    assert [row[3:5] for row in cars.rows] == [("-", "-"), (play.moment.turn, "a1")]


# -------------------------------------------------------------------------------------- matches from files


@pytest.mark.rule("CC-098")
@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_every_example_is_played_told_and_played_again_the_same(file: Path) -> None:
    exhibition = RULESET.play_exhibition(file.read_bytes(), secret=b"abc")
    assert (
        exhibition
        == RULESET.replay_exhibition(exhibition.log)
        == RULESET.play_exhibition(file.read_bytes(), secret=b"abc")
    )
    assert exhibition.match == file.stem
    assert exhibition.log != RULESET.play_exhibition(file.read_bytes(), secret=b"abd").log
    assert RULESET.story(exhibition.log) == exhibition.story


def test_there_are_examples_of_every_table() -> None:
    files = [json.loads(file.read_text(encoding="utf-8")) for file in EXAMPLES]
    assert len(files) >= 4
    tables = [spec["setting"]["table"] for spec in files]
    assert {table for table in tables if isinstance(table, str)} == {"crossroads", "dry_lake", "scrapyard"}
    assert any(isinstance(table, dict) for table in tables)
    assert {spec["ruleset"] for spec in files} == {"carcult"}


def test_a_file_that_cannot_be_played_is_refused_with_every_fault() -> None:
    file = json.loads(EXAMPLES[0].read_text(encoding="utf-8")) | {"event": "chess", "setting": {}, "heats": 4}
    with pytest.raises(PaperMatchFaulty, match=r"(?s)event 'chess'.*one heat.*needs a table"):
        RULESET.play_exhibition(json.dumps(file).encode(), secret=b"abc")
    with pytest.raises(Malformed):
        RULESET.replay_exhibition(b"{}")
    log = RULESET.play_exhibition(EXAMPLES[0].read_bytes(), secret=b"abc").log
    with pytest.raises(LogContradicted):
        RULESET.replay_exhibition(log.replace(b'"digests":[[1,1,"', b'"digests":[[1,1,"0', 1))


# ------------------------------------------------------------------------------------------- step by step


def test_a_match_is_driven_step_by_step() -> None:
    assert isinstance(RULESET, StepwiseRuleset)
    assert isinstance(RULESET, ExhibitionRuleset)
    match_packet = random_packet(4)
    match = RULESET.start(match_packet, Dice(KeyRing(b"steps", {match_packet.match: ""})))
    while (question := RULESET.legal_orders(match)) is None:
        RULESET.step(match)
    assert question.kind == "start"
    written = len(match.play.log.entries)
    with pytest.raises(OrderIllegal):
        RULESET.step(match, {"tokens": 99})
    assert len(match.play.log.entries) == written
    RULESET.step(match, {"tokens": 1})
    while not RULESET.is_over(match):
        if RULESET.legal_orders(match) is None:
            with pytest.raises(NobodyAsked):
                RULESET.step(match, {"tokens": 1})
        RULESET.step(match)
    assert RULESET.legal_orders(match) is None
    with pytest.raises(MatchOver):
        RULESET.step(match)
    scored = RULESET.final_resolution(match)
    assert RULESET.replay(match_packet, scored.log, None) == scored
