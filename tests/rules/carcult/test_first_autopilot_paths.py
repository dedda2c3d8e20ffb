"""How far the autopilot's paths reach, to the hundredth of an inch, and which of them leave the table."""

from __future__ import annotations

import pytest

from rules.carcult.first_autopilot.move_samples import path_of
from rules.carcult.first_autopilot.surroundings import survey_surroundings
from rules.carcult.ground.geometry import SPANS
from rules.carcult.match.orders import Leg
from tests.rules.carcult.boards import Board, Car

REACH = {0: (0, 0, 1, 0), 90: (0, 0, 0, 1), 180: (-1, 0, 0, 0), 270: (0, -1, 0, 0)}
"""The directions in which a car that drives straight ahead gains distance: left, top, right, bottom."""


@pytest.mark.rule("CC-034", "CC-096")
@pytest.mark.parametrize("heading", REACH)
@pytest.mark.parametrize("forward", [1, 800])
def test_a_path_reaches_out_to_the_sides_it_drives_to_and_to_no_other(heading: int, forward: int) -> None:
    path, _ = path_of(heading, (Leg(forward=forward),))
    span_x, span_y = SPANS[heading]
    far = [
        side * (forward + span) for side, span in zip(REACH[heading], (span_x, span_y, span_x, span_y), strict=True)
    ]
    assert [path.left, path.top, path.right, path.bottom] == far


@pytest.mark.rule("CC-049", "CC-096")
@pytest.mark.parametrize(
    ("heading", "side", "across"), [(180, "left", 0), (270, "top", 1), (0, "right", 0), (90, "bottom", 1)]
)
@pytest.mark.parametrize(("short", "leads_off"), [(0, True), (1, False)])
def test_a_path_that_just_touches_the_edge_leads_off_and_one_a_hundredth_short_does_not(
    heading: int, side: str, across: int, short: int, leads_off: bool
) -> None:
    path, _ = path_of(heading, (Leg(forward=800),))
    reach = getattr(path, side)
    far = 4800 if reach > 0 else 0
    place = [2400, 2400]
    place[across] = far - reach + (short if reach < 0 else -short)
    play = Board(Car(at=(place[0], place[1]), heading=heading, engine="hauler", tracks={"engine": "SSSS.."}))
    assert (play.ground.width, play.ground.height) == (4800, 4800)
    assert survey_surroundings(play, play.car(), minimum=8, furthest=20).leads_off(path) is leads_off
