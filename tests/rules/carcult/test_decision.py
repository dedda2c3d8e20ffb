"""What decides a match whose best sides are level on points: victory points, explosions and condition."""

from __future__ import annotations

from typing import Any

import pytest

from rules.carcult import engine
from rules.carcult.log.box_score import box_score
from rules.carcult.log.story import narrate
from rules.carcult.match.packet_setup import setup_from_packet
from rules.carcult.match.state import EXPLODED, LEFT
from rules.carcult.play.decision import Decision, decision_between
from rules.carcult.play.result import points_by_team, report_of, undecided_points, winners
from rules.carcult.settings import settings_of
from rules.core.dice import Dice, KeyRing
from rules.match.engine import play_match
from tests.rules.carcult.boards import Board, Car
from tests.rules.carcult.test_entry import packet, seat, team


def two(**switches: Any) -> Board:
    """A match of two sides with a car each, whose AZ are 9."""
    cards = ("machine_gun", "armor_2")
    return Board(
        Car(id="a1", cards=cards),
        Car(id="b1", at=(3000, 3000), cards=cards),
        switches={f"carcult.{name}": value for name, value in switches.items()},
    )


def decision(play: Board) -> Decision | None:
    return decision_between(play, undecided_points(play))


def decided_by(play: Board) -> tuple[str, str]:
    """Who has the decision, and by what."""
    found = decision(play)
    assert found is not None
    return found.winner, found.by


@pytest.mark.rule("CC-090", "CC-100")
def test_victory_points_tell_sides_apart_that_make_as_many_points() -> None:
    play = two()
    play.car().caused, play.car("b1").caused = 4, 5
    assert decided_by(play) == ("b", "victory points")
    assert points_by_team(play) == {"a": 2, "b": 3}
    assert winners(play) == ["b"]


@pytest.mark.rule("CC-090", "CC-065")
def test_then_cars_that_were_made_to_explode_and_then_condition() -> None:
    play = two()
    play.car("b1").tracks["armor"] = [0, 2]
    assert decided_by(play) == ("a", "condition")
    assert [row[:4] for row in box_score(play)[0].rows] == [(1, "a", 0, 1), (2, "b", 0, 0)]
    play.car("b1").kills = ["a2"]
    assert decided_by(play) == ("b", "explosions")


@pytest.mark.rule("CC-090", "CC-049", "CC-076")
def test_a_car_off_the_table_has_no_condition_and_a_box_used_by_laying_is_no_damage() -> None:
    play = two()
    play.car().status = LEFT
    assert decided_by(play) == ("b", "condition")
    laid = two()
    laid.car().tracks["machine_gun"] = [0, 3]
    assert decided_by(laid) == ("", "")


@pytest.mark.rule("CC-090", "CC-100")
def test_sides_that_nothing_separates_share_the_win() -> None:
    play = two()
    assert decided_by(play) == ("", "")
    assert points_by_team(play) == {"a": 0, "b": 0}
    assert winners(play) == ["a", "b"]


@pytest.mark.rule("CC-090")
@pytest.mark.switch("carcult.decision", "none")
def test_by_house_rule_sides_that_are_level_share_the_place() -> None:
    play = two(decision="none")
    play.car("b1").caused = 1
    assert decision(play) is None
    assert points_by_team(play) == {"a": 0, "b": 0}
    assert settings_of({}, edition=1).decision == "none"


@pytest.mark.rule("CC-090")
def test_a_side_that_met_nobody_gets_nothing_for_it() -> None:
    alone = packet(team("a", seat("a.1")), team("b"))
    play = play_match(engine, setup_from_packet(alone), Dice(KeyRing(b"alone" * 8, {alone.match: ""})))
    assert [team_report.points for team_report in report_of(play, alone).teams] == [0, 0]


@pytest.mark.rule("CC-090", "CC-098")
def test_the_log_says_what_decided() -> None:
    play = Board(Car(id="a1"), Car(id="b1", at=(3000, 3000)), switches={"carcult.max_rounds": 1}, begun=False)
    play.car("b1").caused, play.car("b1").status = 1, EXPLODED
    while not engine.is_over(play):
        engine.step(play)
    (entry,) = play.entries_of("decision")
    assert play.sentence(entry) == (
        "a and b are level on 0 points: the decision by victory points (a 0, b 1) goes to b, for one point more "
        "[CC-090]"
    )
    assert "     In points, which rank the teams: b 1, a 0 [CC-100]" in narrate(play)
