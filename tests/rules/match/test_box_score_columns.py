"""Cells that the box scores of several books share, and the ranks of teams."""

from __future__ import annotations

from rules.match.report import ranks_by_points
from rules.match.text_tables import EMPTY_CELL, competitor_end, list_cell


def test_a_cell_lists_names_or_shows_that_there_are_none() -> None:
    assert list_cell(["i1", "i2"]) == "i1, i2"
    assert list_cell([]) == EMPTY_CELL


def test_a_competitor_ends_able_or_out_of_action() -> None:
    assert [competitor_end(out=out) for out in (False, True)] == ["able", "out of action"]


def test_level_teams_share_a_rank() -> None:
    assert ranks_by_points({"a": 0, "b": 7, "c": 7, "d": 1}) == {"a": 4, "b": 1, "c": 1, "d": 3}
