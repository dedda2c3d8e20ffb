"""Phrases of all books' stories: changes, dice, points, speeds, crews and sides."""

from __future__ import annotations

import pytest

from rules.core.dice import Roll
from rules.match.story import (
    before_and_after,
    format_change,
    format_crew,
    format_dice,
    format_points,
    format_sides,
    format_speeds,
    most_points_first,
)
from tests.rules.match.log_entries import entry

ROLLS = (Roll("p", 12, (2,), "tire_wear"), Roll("p", 6, (1, 5), "veer"))


def test_a_change_names_both_values() -> None:
    changed = entry("handling", before={"hc": 4}, after={"hc": -1})
    assert before_and_after(changed, "hc") == "4 to -1"
    assert format_change(changed, "hc") == "from 4 to -1"


def test_dice_stand_with_their_purposes_and_unusual_sides() -> None:
    assert format_dice(()) == ""
    assert format_dice(ROLLS) == " (rolls: tire wear 2 of 12, veer 1 and 5)"
    assert format_dice(ROLLS, usual_sides=0) == " (rolls: tire wear 2 of 12, veer 1 and 5 of 6)"


def test_teams_with_equal_points_keep_their_order() -> None:
    points = most_points_first({"a": 1, "b": 4, "c": 1})
    assert format_points(points) == "b 4, a 1, c 1"
    assert format_points({}) == ""


def test_only_cars_that_move_have_a_speed() -> None:
    assert format_speeds({"a": 4, "b": 0, "c": 2}) == " (Speeds: a 4, c 2)"
    assert format_speeds({"a": 0}) == ""


@pytest.mark.parametrize(("crew", "text"), [(("ada", "bo"), "ada and bo"), (("ada", ""), "ada"), (("", ""), "")])
def test_empty_seats_are_left_out(crew: tuple[str, ...], text: str) -> None:
    assert format_crew(*crew) == text


def test_sides_stand_against_each_other() -> None:
    assert format_sides([["a", "b"], ["c"]], nobody="no cars") == "a and b against c"
    assert format_sides([], nobody="no cars") == "no cars"
