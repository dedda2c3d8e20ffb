"""The observer of a replayed log: how long it watches, and which entry each die belongs to."""

from __future__ import annotations

import pytest

from rules.match.replay_observer import LoggedFace, ReplayObserver, TooLong
from tests.rules.test_match_recorder import Match

pytestmark = pytest.mark.rule("DM-M-001", "DM-M-140")


def match_of_two_entries() -> Match:
    """A match with two entries, one die rolled for the second, and two dice that belong to no entry yet."""
    match = Match({"m1/h2/x": [1, 2], "m1/h2/y": [3]})
    match.note("start", "DM-M-001")
    match.begin_procedure("x")
    match.d6("the first")
    match.note("drive", "DM-M-001")
    match.d6("the second")
    match.begin_procedure("y")
    match.die(4, "another")
    return match


def test_a_match_of_just_as_many_entries_as_are_looked_at_is_not_too_long() -> None:
    match = match_of_two_entries()
    ReplayObserver([], most=2)(match)
    with pytest.raises(TooLong):
        ReplayObserver([], most=1)(match)


def test_dice_that_no_entry_tells_yet_belong_to_the_one_under_way() -> None:
    looks = ReplayObserver([], most=2)
    assert list(looks.logged_faces()) == []
    looks(match_of_two_entries())
    assert list(looks.logged_faces()) == [
        LoggedFace(entry=2, path="m1/h2/x", place=0, sides=6, face=1, why="the first"),
        LoggedFace(entry=3, path="m1/h2/x", place=1, sides=6, face=2, why="the second"),
        LoggedFace(entry=3, path="m1/h2/y", place=0, sides=4, face=3, why="another"),
    ]
