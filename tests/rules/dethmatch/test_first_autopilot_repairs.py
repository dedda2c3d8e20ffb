"""The autopilot between two heats: which repairs it attempts, and how many."""

from __future__ import annotations

import pytest

from rules.dethmatch.match.state import Critical
from rules.dethmatch.pits.interval_repairs import attempts
from tests.rules.dethmatch.boards import Board, Car
from tests.rules.dethmatch.first_autopilot_boards import autopilot

DRIVETRAIN, BODY = Critical(row="engine", effect="drivetrain"), Critical(row="body", effect="")


@pytest.mark.rule("DM-M-107", "DM-M-145")
@pytest.mark.parametrize(
    ("bodies", "wanted"),
    [
        (3, [("a", "1"), ("b", "1"), ("b", "2"), ("b", "3")]),
        (4, [("b", "1"), ("b", "2"), ("b", "3"), ("b", "4"), ("a", "1")]),
    ],
)
def test_a_car_is_about_to_be_lost_with_four_criticals(bodies: int, wanted: list[tuple[str, str]]) -> None:
    play = Board(
        Car("a", team="own", criticals=[DRIVETRAIN]),
        Car("b", at=(1, 0), team="own", criticals=[BODY] * bodies),
    )
    assert [(repair.car, repair.subject) for repair in autopilot(play).interval(play, "own").repairs] == wanted


@pytest.mark.rule("DM-M-132", "DM-M-145")
@pytest.mark.parametrize("tried", [1, 6])
def test_twice_as_many_jobs_are_listed_as_may_be_tried(tried: int) -> None:
    switches = {"match.repair_attempts": tried}
    play = Board(Car("a", team="own", criticals=[BODY] * 20), switches=switches)
    assert len(attempts(play, "own")) == tried
    assert len(autopilot(play).interval(play, "own").repairs) == 2 * tried
