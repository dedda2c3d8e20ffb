"""The points for kills and survivors, and the order of teams with equal points."""

from __future__ import annotations

import pytest

from rules.core.switches import Setting
from rules.dethmatch.events.event import event_of
from rules.dethmatch.events.lap_race import race_order
from tests.rules.dethmatch.boards import Board, Car
from tests.rules.dethmatch.courses import YARD
from tests.rules.dethmatch.matches import RING


def after_a_kill(event: str, switches: dict[str, Setting]) -> int:
    """Red's points with one kill and one car left, in the same place as the enemy's."""
    track = RING if event == "lap_race" else YARD
    play = Board(
        Car("a", at=track.hexes[0], team="red", fired=True),
        Car("b", at=track.hexes[5], team="blue", fired=True),
        track=track,
        event=event,
        switches=switches,
    )
    play.state.crew["a.driver"].kills = 1
    return event_of(play).points(play)["red"]


@pytest.mark.rule("DM-M-135", "DM-M-136", "DM-M-137", "DM-M-138")
@pytest.mark.parametrize(
    ("event", "name", "printed", "changed"),
    [
        pytest.param(
            "lap_race",
            "dethmatch.race_kill_points",
            8,
            11,
            marks=pytest.mark.switch("dethmatch.race_kill_points", 4),
        ),
        pytest.param(
            "flags", "dethmatch.flag_kill_points", 2, 1, marks=pytest.mark.switch("dethmatch.flag_kill_points", 0)
        ),
        pytest.param(
            "flags",
            "dethmatch.flag_survivor_points",
            2,
            4,
            marks=pytest.mark.switch("dethmatch.flag_survivor_points", 3),
        ),
        pytest.param(
            "last_car", "dethmatch.lcs_kill_points", 11, 14, marks=pytest.mark.switch("dethmatch.lcs_kill_points", 5)
        ),
    ],
)
def test_what_kills_and_survivors_are_worth_is_the_leagues(
    request: pytest.FixtureRequest, event: str, name: str, printed: int, changed: int
) -> None:
    mark = request.node.get_closest_marker("switch")
    assert mark is not None
    assert after_a_kill(event, {}) == printed
    assert after_a_kill(event, {name: mark.args[1]}) == changed


@pytest.mark.rule("DM-M-136")
@pytest.mark.parametrize("ranking", [["a", "b", "c"], ["b", "a", "c"], ["c", "b", "a"]])
def test_who_is_level_on_the_way_is_placed_by_initiative_and_not_by_the_order_of_the_teams(
    ranking: list[str],
) -> None:
    play = Board(*(Car(id, at=RING.hexes[0]) for id in "abc"), track=RING, event="lap_race")
    play.state.ranking = ranking
    assert race_order(play) == ranking[::-1]
    first = play.state.cars[ranking[0]]
    first.checkpoint = 1
    assert race_order(play) == [ranking[0], ranking[2], ranking[1]]
