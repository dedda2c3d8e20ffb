"""A match before its first step (CC-010, CC-011, CC-012, CC-067, CC-076, CC-081, CC-102 to CC-104)."""

from __future__ import annotations

import msgspec
import pytest

from rules.carcult.match.match import NO_QUESTION, Question
from rules.carcult.match.setup import CrewEntry
from rules.carcult.match.state import OFF_TABLE, CarState, CrewState, MatchState, Moment
from rules.match.recording import digest_of_state
from tests.rules.carcult.boards import Board, Car


@pytest.mark.rule("CC-002", "CC-010", "CC-011", "CC-018", "CC-062", "CC-076")
def test_a_match_begins_before_its_first_round() -> None:
    assert msgspec.to_builtins(MatchState()) == {
        "moment": {"heat": 1, "turn": 0, "phase": 0, "step": "round", "queue": [], "acting": "", "placed": 0},
        "cars": {},
        "crew": {},
        "markers": [],
        "laid": 0,
        "guesses": {},
        "placing": None,
    }
    assert MatchState().moment == Moment()


@pytest.mark.rule("CC-012", "CC-067", "CC-081", "CC-103")
def test_a_car_begins_with_nothing_done_and_nothing_owed() -> None:
    fresh = CarState(id="a1", team="a", x=1, y=2, heading=3, tracks={})
    assert msgspec.to_builtins(fresh) == {
        "id": "a1", "team": "a", "x": 1, "y": 2, "heading": 3, "tracks": {}, "status": "active", "acted": False,
        "shifted": False, "boosted": False, "tie": [], "tie_speed": 0, "caused": 0, "criticals": 0, "kills": [],
        "hit_by": "",
    }  # fmt: skip


@pytest.mark.rule("CC-102", "CC-104")
def test_a_competitor_begins_unhurt_and_of_the_usual_toughness() -> None:
    fresh = CrewState(id="ada", car="a1")
    assert (fresh.wounds, fresh.out) == (0, False)
    assert CrewEntry(id="ada", team="a").toughness == 3


@pytest.mark.rule("CC-049", "CC-065")
@pytest.mark.parametrize(("status", "there"), [("active", 2), ("immobile", 2), ("exploded", 1), ("left", 1)])
def test_cars_that_exploded_or_left_are_off_the_table(status: str, there: int) -> None:
    play = Board(Car(), Car(id="b1"))
    play.car("b1").status = status
    assert len(play.cars_in_play()) == there
    assert len(play.enemies(play.car())) == there - 1
    assert ({"exploded", "left"}, NO_QUESTION) == (OFF_TABLE, Question())


def test_equal_states_have_equal_digests_and_others_have_not() -> None:
    first, second = Board(Car()).state, Board(Car()).state
    assert digest_of_state(first) == digest_of_state(second)
    second.cars["a1"].tracks["engine"][0] = 2
    assert digest_of_state(first) != digest_of_state(second)
