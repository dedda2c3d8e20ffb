"""Captions, marks and leads of a replay, and the bars of its board."""

from __future__ import annotations

import pytest

from league.pages.matches.names import MatchNames
from league.pages.matches.replay.board import bar_of, share_left
from league.pages.matches.replay.drawing import tag_text
from league.pages.matches.replay.steps import (
    SENTENCES,
    Lead,
    Mark,
    caption,
    caption_in_words,
    leads_of,
    marks_of,
    marks_with_icons,
    next_marks,
)
from rules.match.replay.events import EventKind, ReplayEvent
from rules.match.replay.frames import Film, Frame
from tests.rules.films import EXAMPLES, film_of

CAST = MatchNames(names={"a": "Bad <Dog>", "b": "Good Boy", "rex": "Rex Wrecks"})


def film(*moments: list[ReplayEvent], laps: int = 0, orders: tuple[tuple[str, ...], ...] = ()) -> Film:
    """A film with those events in its frames."""
    return Film(
        frames=tuple(
            Frame(part="", phase=0, cars=(), events=tuple(events), order=orders[number] if orders else ())
            for number, events in enumerate(moments)
        ),
        laps=laps,
    )


def event(kind: EventKind, car: str = "a", **more: object) -> ReplayEvent:
    """An event of a car."""
    return ReplayEvent(kind=kind, car=car, **more)  # type: ignore[arg-type]  # fields of the event


def test_every_kind_of_event_has_a_caption() -> None:
    assert set(SENTENCES) == set(EventKind)
    for kind in EventKind:
        said = caption_in_words(event(kind, other="b", amount=2, tag="Oil"), CAST)
        assert said.endswith(".")
        assert said[0].isupper()


@pytest.mark.parametrize(
    ("happened", "said"),
    [
        (event(EventKind.HIT, "b", other="a", amount=2), "<b>Hit.</b> Good Boy shoots Bad &lt;Dog&gt; for 2 damage."),
        (event(EventKind.MISS, "b", other="a"), "<b>Miss.</b> Good Boy fires at Bad &lt;Dog&gt;."),
        (event(EventKind.WRECK, "b", crew="rex"), "<b>Kill.</b> Rex Wrecks puts Good Boy out."),
        (event(EventKind.WRECK, "b"), "<b>Out.</b> Good Boy is out."),
        (event(EventKind.WRECK, "b", other="b"), "<b>Out.</b> Good Boy is out."),
        (event(EventKind.SKID, "b", tag="Oil"), "<b>Skid.</b> Good Boy loses control on oil."),
        (event(EventKind.LAP, "b", amount=3), "Good Boy completes lap 3."),
        (event(EventKind.TIRE, "b", amount=1), "<b>Tires.</b> Good Boy loses 1 tire point."),
    ],
)
def test_a_caption_says_what_happened_with_names(happened: ReplayEvent, said: str) -> None:
    assert caption(happened, CAST) == said


def test_a_caption_in_words_is_text_with_its_names_as_they_are_written() -> None:
    assert caption_in_words(event(EventKind.MISS, "b", other="a"), CAST) == "Miss. Good Boy fires at Bad <Dog>."


def test_a_kill_counts_once_a_heat_a_loss_when_it_begins_and_a_lap_for_the_first_car() -> None:
    skid, wreck = event(EventKind.SKID, "b"), event(EventKind.WRECK)
    marks = marks_of(
        film(
            [event(EventKind.HEAT, ""), skid],
            [skid, wreck],
            [wreck, event(EventKind.LAP, "b", amount=1)],
            [event(EventKind.LAP, "a", amount=1), event(EventKind.FINISH, "b", amount=1)],
            [event(EventKind.FINISH, "a", amount=2)],
            [event(EventKind.HEAT, ""), wreck],
        ),
        CAST,
    )
    assert [(mark.step, mark.kind) for mark in marks] == [
        (1, "loss"), (2, "kill"), (3, "lap"), (4, "lap"), (6, "kill"),
    ]  # fmt: skip


def test_the_next_mark_of_each_kind_is_the_first_after_the_step() -> None:
    marks = [Mark(2, "kill", ""), Mark(5, "kill", ""), Mark(5, "lap", "")]
    assert next_marks(marks, 2) == {"kill": marks[1], "lap": marks[2]}
    assert next_marks(marks, 5) == {"kill": None, "lap": None}
    assert next_marks([], 1) == {}


def test_who_led_a_race_is_told_in_stretches() -> None:
    race = film([], [], [], [], laps=2, orders=(("a", "b"), ("a",), ("b", "a"), ()))
    assert list(leads_of(race)) == [Lead(1, 2, "a"), Lead(3, 1, "b"), Lead(4, 1, "")]
    assert list(leads_of(film([], []))) == []


def test_a_bar_has_a_segment_for_each_gauge_and_says_what_is_left() -> None:
    bar = bar_of([("hull", 3, 6), ("front", 0, 3), ("rear", 0, 0)])
    assert [(part.x, part.full) for part in bar.segments] == [(0, 25.0), (51.0, 0.0)]
    assert bar.level == "fair"
    assert bar.text == "hull 3 of 6, front 0 of 3"
    assert [bar_of([("hull", left, 10)]).level for left in (10, 6, 5, 3, 2)] == [
        "good",
        "good",
        "fair",
        "fair",
        "low",
    ]
    assert share_left([]) == 1


def test_what_is_written_beside_a_car_is_short() -> None:
    assert tag_text(event(EventKind.HIT, amount=2)) == "Hit \N{MINUS SIGN}2"
    assert tag_text(event(EventKind.LAP, amount=2)) == "Lap 2"
    assert tag_text(event(EventKind.RAM)) == "Ram"
    assert tag_text(event(EventKind.HEAT)) == ""


@pytest.mark.parametrize(("book", "file"), EXAMPLES)
def test_every_loud_event_of_an_example_has_a_short_text(book: str, file: str) -> None:
    texts = {tag_text(happened) for frame in film_of(book, file).frames for happened in frame.events}
    assert max(map(len, texts)) <= 30


def test_icons_on_the_timeline_do_not_overlap_and_kills_go_before_spins_and_laps() -> None:
    marks = [
        Mark(50, "lap", ""),
        Mark(51, "loss", ""),
        Mark(52, "kill", ""),
        Mark(53, "kill", ""),
        Mark(80, "lap", ""),
    ]
    assert marks_with_icons(marks, 100) == {2, 0, 4}
    assert marks_with_icons(marks, 20) == {0, 1, 2, 3, 4}
    assert marks_with_icons([], 1) == set()
