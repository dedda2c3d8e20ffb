"""Form: letters where two met, places where more did."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from league.queries.results import form_mark, place_of


def team(points: int, *, won: bool = False, forfeited: bool = False) -> SimpleNamespace:
    return SimpleNamespace(points=points, won=won, forfeited=forfeited)


@pytest.mark.rule("DM-C-014")
def test_where_two_met_form_shows_won_drawn_and_lost() -> None:
    first, second = team(7, won=True), team(3)
    assert [form_mark(it, [first, second]).text for it in (first, second)] == ["W", "L"]
    assert [form_mark(it, [first, second]).words for it in (first, second)] == ["won", "lost"]
    level = [team(4), team(4)]
    assert [(mark.text, mark.kind) for mark in (form_mark(it, level) for it in level)] == [("D", "drawn")] * 2


@pytest.mark.rule("DM-C-014")
def test_where_more_than_two_raced_form_shows_places_and_those_level_share_one() -> None:
    teams = [team(9, won=True), team(5), team(5), team(8, forfeited=True)]
    marks = [form_mark(it, teams) for it in teams]
    assert [mark.text for mark in marks] == ["1", "2", "2", "4"]
    assert [mark.words for mark in marks] == ["place 1 of 4", "place 2 of 4", "place 2 of 4", "place 4 of 4"]
    assert [mark.kind for mark in marks] == ["first", "placed", "placed", "placed"]


@pytest.mark.rule("DM-C-014")
def test_who_won_is_placed_before_who_has_more_points() -> None:
    winner, loser = team(3, won=True), team(5)
    assert (place_of(winner, [winner, loser]), place_of(loser, [winner, loser])) == (1, 2)
