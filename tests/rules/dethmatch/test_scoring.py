"""Points by place, kills by heat, and the points of a match."""

from __future__ import annotations

import pytest

from rules.core.refusals import Malformed
from rules.dethmatch.events import scoring
from rules.dethmatch.match.state import TeamState
from tests.rules.dethmatch.boards import Board, Car


@pytest.mark.rule("DM-M-135")
def test_a_switch_writes_points_by_place_with_spaces_between() -> None:
    assert scoring.points_by_place("10 7 5 3 2 1") == (10, 7, 5, 3, 2, 1)
    assert scoring.points_by_place("1000") == (1000,)


@pytest.mark.rule("DM-M-135")
@pytest.mark.parametrize("text", ["", "  ", "10,7", "10 -1", "ten", "1001", "٣"])
def test_what_are_no_points_by_place_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(Malformed, match="such as 10 7 5 3 2 1"):
        scoring.points_by_place(text)


@pytest.mark.rule("DM-M-136")
@pytest.mark.parametrize(("place", "points"), [(1, 10), (2, 7), (6, 1), (7, 0), (12, 0)])
def test_a_place_past_the_table_pays_nothing(place: int, points: int) -> None:
    assert scoring.place_points((10, 7, 5, 3, 2, 1), place) == points


@pytest.mark.rule("DM-M-138")
@pytest.mark.parametrize(
    ("first", "cars", "share"), [(1, 1, 10), (1, 2, 9), (2, 3, 5), (5, 2, 2), (6, 3, 1), (7, 2, 0)]
)
def test_places_held_together_are_shared_and_rounded_up(first: int, cars: int, share: int) -> None:
    assert scoring.shared_points((10, 7, 5, 3, 2, 1), first=first, cars=cars) == share


@pytest.mark.rule("DM-M-139")
def test_a_kill_counts_in_the_heat_it_was_made_in() -> None:
    play = Board(Car("a", at=(0, 0), gunner={}), Car("b", at=(1, 0)))
    play.state.crew["a.driver"].kills, play.state.crew["a.gunner"].kills = 1, 2
    assert scoring.kills_of(play, "team-a") == 3
    scoring.bank_kills(play)
    play.state.crew["a.gunner"].kills += 1
    assert (scoring.kills_of(play, "team-a"), scoring.kills_of(play, "team-b")) == (1, 0)


@pytest.mark.rule("DM-M-133", "DM-M-135")
@pytest.mark.parametrize(("points", "penalty", "total"), [([10, 3], 0, 13), ([10, 3], 4, 9), ([1], 2, 0), ([], 0, 0)])
def test_a_match_is_its_heats_less_the_flags_and_never_below_nothing(
    points: list[int], penalty: int, total: int
) -> None:
    assert scoring.match_points(TeamState(id="a", points=points, penalty=penalty)) == total


@pytest.mark.rule("DM-M-135")
def test_a_score_is_the_drivers_and_is_written_down() -> None:
    play = Board(Car("a", at=(0, 0)))
    scoring.score(play, play.state.cars["a"], rule="DM-M-137", points=5)
    (entry,) = play.log.entries
    assert (entry.kind, entry.crew, entry.more) == ("score", "a.driver", {"points": 5})
    assert (entry.before, entry.after) == ({"scores": 0}, {"scores": 1})
