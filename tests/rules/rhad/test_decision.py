"""What decides a duel whose best teams are level on points: kills, harm, duel points, movement and tires."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rules.rhad.car.damage import damage_side
from rules.rhad.car.kills import update_kill_status
from rules.rhad.editions import SCORED_BY_PHASE
from rules.rhad.log.box_score import box_score
from rules.rhad.log.story import narrate
from rules.rhad.match.duel_points import team_places
from rules.rhad.match.harm import harm_by_team
from rules.rhad.play.end_of_match import score_match
from tests.rules.rhad.boards import PLAIN, Board, Car


def ended(play: Board) -> Board:
    """The duel, ended at the close of this phase."""
    play.state.moment.step = "round_end"
    moment = play.state.moment
    score_match(play, play.close(turn=moment.turn, phase=moment.phase))
    return play


def pair(**more: Any) -> Board:
    return Board(Car("a"), Car("b", at=(9, 0)), **more)


def decided_by(play: Board) -> tuple[str, str]:
    """Who has the decision, and by what."""
    (entry,) = ended(play).entries_of("decision")
    return entry.more["winner"], entry.more.get("by", "")


@pytest.mark.rule("RH-089")
def test_harm_is_the_share_taken_off_enemies_less_the_share_lost() -> None:
    play = pair()
    damage_side(play, play.car("b"), side="front", points=11, by="a", why="Gun")
    damage_side(play, play.car(), side="left", points=2, why="wall")
    assert play.harm_done == {"a": 11, "b": 0}
    entered = PLAIN.armor.total + PLAIN.power_plant_dp + PLAIN.weapons[0].dp
    assert harm_by_team(play) == {"team-a": Fraction(11 - 2, entered), "team-b": Fraction(-11, entered)}


@pytest.mark.rule("RH-089")
def test_harm_counts_what_breaks_behind_the_armor_but_neither_people_nor_friends() -> None:
    play = Board(Car("a", team="reds"), Car("b", team="reds", at=(4, 0)), Car("c", at=(9, 0)), faces=[])
    damage_side(play, play.car("c"), side="front", points=100, by="a", why="Gun")
    damage_side(play, play.car("b"), side="front", points=5, by="a", why="Gun")
    assert play.harm_done["a"] == 20 + 3 + 8


@pytest.mark.rule("RH-089", "RH-091")
def test_what_old_criticals_had_taken_is_no_harm() -> None:
    play = Board(Car("a", criticals=1), Car("b", at=(9, 0)), by_path={"old/a": [1]})
    assert harm_by_team(play) == {"team-a": 0, "team-b": 0}


@pytest.mark.rule("RH-089", "RH-090")
def test_the_team_that_did_more_harm_gets_a_point_more_and_is_first() -> None:
    play = pair()
    damage_side(play, play.car("b"), side="front", points=11, by="a", why="Gun")
    ended(play)
    assert play.state.points == {"team-a": 1, "team-b": 0}
    assert dict(team_places(play)) == {"team-a": 1, "team-b": 2}
    assert [row[:3] for row in box_score(play)[0].rows] == [(1, "team-a", 1), (2, "team-b", 0)]
    (entry,) = play.entries_of("decision")
    assert play.sentence(entry) == (
        "team-a and team-b are level on 0 points: the decision by harm done and suffered "
        "(team-a +10 %, team-b -10 %) goes to team-a, for one point more [RH-089]"
    )
    assert narrate(play)[-1].strip() == "The winner: team-a 1 [RH-093]"


@pytest.mark.rule("RH-089")
def test_kills_go_before_harm() -> None:
    play = Board(Car("a", team="reds"), Car("b", team="reds", at=(3, 0)), Car("c", at=(6, 0)), Car("d", at=(9, 0)))
    for car, by in (("b", ""), ("c", "d"), ("d", "c")):
        play.car(car).power_plant = 0
        update_kill_status(play, play.car(car), by=by)
    damage_side(play, play.car(), side="front", points=11, by="c", why="Gun")
    damage_side(play, play.car("d"), side="front", points=1, by="c", why="Gun")
    assert decided_by(play) == ("team-c", "harm")
    assert [entry.more["figures"].keys() for entry in play.entries_of("decision")] == [{"team-c", "team-d"}]
    (entry,) = play.entries_of("decision")
    assert entry.more["earlier"] == {"kills": {"reds": -20, "team-c": 0, "team-d": 0}}
    assert ": reds fall behind by duel points for kills (reds -20, team-c 0, team-d 0); the decision by " in (
        play.sentence(entry)
    )


@pytest.mark.rule("RH-089", "RH-090")
def test_where_no_harm_was_done_duel_points_decide() -> None:
    play = pair(switches={"rhad.duel_params": "free 4 each 4 rounds 1 start 30 mounts on"})
    play.car().speed = 10
    for phase in range(1, 5):
        play.close(phase=phase)
    play.state.moment.phase = 5
    assert decided_by(play) == ("team-a", "duel points")


@pytest.mark.rule("RH-089", "CW-S-036")
def test_then_who_was_able_to_move_last_and_then_tires() -> None:
    play = pair()
    for car, by in (("a", "b"), ("b", "a")):
        play.car(car).power_plant = 0
        update_kill_status(play, play.car(car), by=by)
        play.car(car).power_plant = PLAIN.power_plant_dp
    play.close()
    play.car().speed = 10
    play.close(phase=2)
    play.car().speed = 0
    assert decided_by(play) == ("team-a", "movement")
    worn = pair()
    worn.car("b").tires[0] = 0
    assert decided_by(worn) == ("team-a", "tires")


@pytest.mark.rule("RH-089", "RH-093")
def test_teams_that_nothing_separates_stay_level() -> None:
    play = pair()
    assert decided_by(play) == ("", "")
    assert play.state.points == {"team-a": 0, "team-b": 0}
    (entry,) = play.entries_of("decision")
    assert play.sentence(entry) == (
        "team-a and team-b are level on 0 points, and nothing separates them: a draw [RH-089]"
    )


@pytest.mark.rule("RH-089")
@pytest.mark.parametrize("more", [{"edition": SCORED_BY_PHASE}, {"switches": {"rhad.decision": "none"}}])
def test_without_a_decision_teams_that_are_level_share_the_place(more: dict[str, Any]) -> None:
    play = pair(**more)
    damage_side(play, play.car("b"), side="front", points=11, by="a", why="Gun")
    ended(play)
    assert play.entries_of("decision") == []
    assert play.state.points == {"team-a": 0, "team-b": 0}


@pytest.mark.rule("RH-089")
def test_a_team_alone_at_the_top_needs_no_decision() -> None:
    play = pair()
    play.car("b").power_plant = 0
    update_kill_status(play, play.car("b"), by="a")
    assert ended(play).entries_of("decision") == []
    assert play.state.points == {"team-a": 2, "team-b": 0}
