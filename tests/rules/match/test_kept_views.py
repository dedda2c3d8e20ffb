"""Views of cars are drawn again only when something about the car has changed."""

from __future__ import annotations

from rules.match.replay.frames import CarView, KeptViews, round_heading


def test_a_view_is_kept_while_its_key_is_the_same() -> None:
    views, drawn = KeptViews(), list[str]()

    def draw() -> CarView:
        drawn.append("a")
        return CarView(id="a", place="hex 0, 0", condition="whole")

    first = views.view("a", (1, 2), draw)
    assert views.view("a", (1, 2), draw) is first
    assert views.view("b", (1, 2), draw) is not first
    assert views.view("a", (1, 3), draw) is not first
    assert len(drawn) == 3


def test_before_the_first_round_there_is_no_heading() -> None:
    assert [round_heading(0), round_heading(4)] == ["", "Round 4"]
