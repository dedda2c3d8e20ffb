"""Odds of one die, drawn as six small dice."""

from __future__ import annotations

import pytest

from league.templatetags.formatting import icon, odds_dice, odds_of_row


def test_each_face_is_drawn_and_those_on_which_it_happens_are_marked_and_named() -> None:
    html = odds_dice([6, 4, 4])
    assert html.count("dice-") == 6
    assert (html.count('class="hit"'), html.count('class="miss"')) == (2, 4)
    assert "on 4, 6 of a die, 2 in 6" in html


@pytest.mark.parametrize(("face", "kind"), [(4, "hit"), (2, "miss")])
def test_the_face_that_was_rolled_is_marked_whether_it_happens_on_it_or_not(face: int, kind: str) -> None:
    html = odds_dice([4, 6], face)
    assert html.count(" rolled") == 1
    assert f'<span class="{kind} rolled">{icon(f"dice-{face}-fill")}</span>' in html


@pytest.mark.parametrize(
    ("on", "of", "hits"),
    [("2", 6, 1), ("3–5", 6, 3), ("1, 6", 6, 2), ("2–5", 36, 0), ("46, 51", 36, 0), ("any", 6, 0)],
)
def test_a_row_of_a_table_that_is_read_on_one_die_is_drawn(on: str, of: int, hits: int) -> None:
    html = odds_of_row(on, of)
    assert html.count('class="hit"') == hits
    assert bool(html) is bool(hits)
