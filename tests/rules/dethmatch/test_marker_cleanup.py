"""Smoke and oil are cleared when their time is over."""

from __future__ import annotations

import pytest

from rules.dethmatch.combat import dropped_weapons
from rules.dethmatch.match.state import Marker
from tests.rules.dethmatch.boards import Board, Car


@pytest.mark.rule("DM-M-102", "DM-M-104")
def test_what_is_cleared_up_is_told_by_the_rule_of_its_kind() -> None:
    play = Board(Car("a"), turn=2, phase=3)
    play.state.markers = [
        Marker(kind="smoke", at=3, by="", car="a", until=2),
        Marker(kind="oil", at=1, by="", car="a", until=2),
        Marker(kind="smoke", at=5, by="", car="a", until=3),
        Marker(kind="caltrops", at=6, by="", car="a"),
        Marker(kind="oil", at=2, by="", car="a", until=2),
    ]
    dropped_weapons.clear_up(play)
    assert [(entry.kind, entry.rule, entry.more["markers"]) for entry in play.log.entries] == [
        ("cleared", "DM-M-102", [["oil", 1], ["oil", 2]]),
        ("cleared", "DM-M-104", [["smoke", 3]]),
    ]
    assert [(marker.kind, marker.at) for marker in play.state.markers] == [("smoke", 5), ("caltrops", 6)]
