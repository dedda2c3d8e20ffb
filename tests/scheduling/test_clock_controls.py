"""A commissioner's control of the clock: extending, closing and pausing windows, each logged and announced."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from league.access import NotYours, ReasonMissing
from league.models import LeagueLog, Notice, Window
from rules.core.refusals import Malformed, Refusal
from scheduling.calendar import NoCalendar
from scheduling.clock_controls import (
    ClockPaused,
    ClockRunning,
    DeadlineMoved,
    DeadlineTooSoon,
    NotLonger,
    WindowNotOpen,
    WindowPaused,
    close_window,
    move_deadline,
    pause_clock,
    resume_clock,
)
from scheduling.windows import overdue_waits, sync_windows
from tests.league.small_league import BEGAN, Table, announced, drafting, lined_up, settled
from tests.scheduling.calendar_league import DAY, HOUR, clocked, member, told, window

pytestmark = [pytest.mark.django_db, pytest.mark.long]
LINE_UPS = "line-ups of round 1, match A"


def naming(**hours: int) -> Table:
    """A league naming line-ups, with a window of five hours."""
    table = clocked(announced(), hours={"M3": 5, "E6": 12, **hours})
    sync_windows(table.season, at=BEGAN)
    return table


def by(table: Table, who: str = "boss", **changes: Any) -> dict[str, Any]:
    """The arguments of an act: member, time and reason."""
    return {"member": member(table, who), "at": BEGAN + HOUR, "reason": "Half of us are ill.", **changes}


def noted() -> list[tuple[str, str]]:
    log = LeagueLog.objects.exclude(what__in=["founded", "joined", "calendar"]).order_by("pk")
    return list(log.values_list("what", "subject"))


def test_more_time_is_given_noted_and_told_to_those_who_are_awaited() -> None:
    table = naming()
    seats = [{"car": "saints.car1", "driver": "saints.d1"}]
    table.give("name_line_up", by="saints", franchise="saints", match="m1", seats=seats)
    move_deadline(table.season, "M3/m1", until=BEGAN + 9 * HOUR, **by(table))
    assert overdue_waits(table.season, at=BEGAN + 6 * HOUR) == []
    assert overdue_waits(table.season, at=BEGAN + 9 * HOUR) == ["M3/m1"]
    assert noted() == [
        ("window extended", "line-ups of round 1, match A until Wed 2 Sep 03:00 UTC (season 1): Half of us are ill.")
    ]
    more = ["More time: Name your line-up for round 1, match A until Wed 2 Sep 03:00 UTC. “Half of us are ill.”"]
    assert [told(table, franchise) for franchise in table.franchises] == [more, [], more]


@pytest.mark.parametrize(
    ("until", "refusal", "sentence"),
    [
        (BEGAN + 5 * HOUR, NotLonger, f"The deadline of {LINE_UPS} is Tue 1 Sep 23:00 UTC already"),
        (BEGAN + 91 * DAY, NotLonger, "A deadline is at most 90 days from now: choose an earlier time."),
        (BEGAN, DeadlineTooSoon, "Tue 1 Sep 18:00 UTC has passed: choose a later time, or close it now."),
        (
            BEGAN + 2 * HOUR - timedelta(minutes=1),
            DeadlineTooSoon,
            "A deadline that is moved to an earlier time leaves at least an hour: choose Tue 1 Sep 20:00 UTC or",
        ),
    ],
)
def test_a_deadline_is_never_moved_into_the_past_nor_below_an_hour_nor_without_end(
    until: Any, refusal: type[Refusal], sentence: str
) -> None:
    table = naming()
    with pytest.raises(refusal) as raised:
        move_deadline(table.season, "M3/m1", until=until, **by(table))
    assert raised.value.sentence.startswith(sentence)
    assert window(table, "M3/m1").closes_at == BEGAN + 5 * HOUR


def test_a_deadline_is_moved_to_an_earlier_time_noted_and_told_to_those_who_are_awaited() -> None:
    table = naming()
    move_deadline(table.season, "M3/m1", until=BEGAN + 2 * HOUR, **by(table))
    assert overdue_waits(table.season, at=BEGAN + 2 * HOUR) == ["M3/m1"]
    assert noted() == [
        ("window shortened", "line-ups of round 1, match A until Tue 1 Sep 20:00 UTC (season 1): Half of us are ill.")
    ]
    less = ["Less time: Name your line-up for round 1, match A until Tue 1 Sep 20:00 UTC. “Half of us are ill.”"]
    assert [told(table, franchise) for franchise in table.franchises] == [less, less, less]


def test_a_deadline_that_is_moved_there_and_back_is_told_each_time() -> None:
    table = naming()
    for hours in (3, 5, 3):
        move_deadline(table.season, "M3/m1", until=BEGAN + hours * HOUR, **by(table))
    assert [notice.split(":")[0] for notice in told(table, "saints")] == ["Less time", "More time", "Less time"]


def test_a_window_past_its_deadline_may_be_given_time_from_now_on_only() -> None:
    table = naming()
    late = by(table, at=BEGAN + 8 * HOUR)
    with pytest.raises(DeadlineTooSoon):
        move_deadline(table.season, "M3/m1", until=BEGAN + 7 * HOUR, **late)
    move_deadline(table.season, "M3/m1", until=BEGAN + 9 * HOUR, **late)
    assert overdue_waits(table.season, at=BEGAN + 8 * HOUR) == []


def test_a_window_is_closed_before_its_time_and_owners_are_told() -> None:
    table = naming()
    close_window(table.season, "M3/m1", **by(table))
    assert overdue_waits(table.season, at=BEGAN + HOUR) == ["M3/m1"]
    assert noted() == [("window closed", "line-ups of round 1, match A (season 1): Half of us are ill.")]
    closed = "No more time: Name your line-up for round 1, match A was open until Tue 1 Sep 19:00 UTC."
    assert told(table, "widows") == [f"{closed} “Half of us are ill.”"]


def test_a_pause_over_the_deadline_leaves_what_was_left_to_the_second() -> None:
    table = naming()
    pause_clock(table.season, **by(table, at=BEGAN + 5 * HOUR - timedelta(seconds=10)))
    paused = window(table, "M3/m1")
    assert (paused.left, paused.closes_at) == (10, None)
    assert overdue_waits(table.season, at=BEGAN + 3 * DAY) == []
    resume_clock(table.season, **by(table, at=BEGAN + 3 * DAY))
    assert overdue_waits(table.season, at=BEGAN + 3 * DAY + timedelta(seconds=9)) == []
    assert overdue_waits(table.season, at=BEGAN + 3 * DAY + timedelta(seconds=10)) == ["M3/m1"]
    assert noted() == [
        ("clock paused", "the whole league (season 1): Half of us are ill."),
        ("clock resumed", "the whole league (season 1): Half of us are ill."),
    ]
    assert told(table, "saints") == [
        "The clock is stopped for the whole league. “Half of us are ill.”",
        "The clock is running again for the whole league. “Half of us are ill.”",
    ]


def test_a_window_whose_time_was_over_before_the_pause_has_none_left_after_it() -> None:
    table = naming()
    pause_clock(table.season, **by(table, at=BEGAN + 6 * HOUR))
    assert overdue_waits(table.season, at=BEGAN + 6 * HOUR) == []
    resume_clock(table.season, **by(table, at=BEGAN + 2 * DAY))
    assert overdue_waits(table.season, at=BEGAN + 2 * DAY) == ["M3/m1"]


def test_what_opens_while_the_league_is_paused_stands_still_with_its_full_time() -> None:
    table = naming(M4=4)
    pause_clock(table.season, **by(table))
    lined_up(table=table, announce=False)
    sync_windows(table.season, at=BEGAN + 2 * HOUR)
    assert (window(table, "M4/m1").left, window(table, "M4/m1").closes_at) == (4 * 3600, None)
    resume_clock(table.season, **by(table, at=BEGAN + DAY))
    assert window(table, "M4/m1").closes_at == BEGAN + DAY + 4 * HOUR


def test_a_window_that_is_paused_alone_leaves_the_others_running() -> None:
    table = naming()
    pause_clock(table.season, "M3/m1", **by(table))
    assert window(table, "M3/m1").left == 4 * 3600
    assert told(table, "razors") == ["The clock is stopped for line-ups of round 1, match A. “Half of us are ill.”"]
    resume_clock(table.season, "M3/m1", **by(table, at=BEGAN + DAY))
    assert window(table, "M3/m1").closes_at == BEGAN + DAY + 4 * HOUR


def test_the_draft_clock_stands_still_from_turn_to_turn_until_it_is_resumed() -> None:
    table = clocked(drafting(settled(rounds=1)), hours={"E6": 12})
    (first,) = sync_windows(table.season, at=BEGAN)
    pause_clock(table.season, "E6", **by(table))
    franchise = table.state.draft.order[0] if table.state.draft else ""
    table.give("pass_pick", by=franchise, franchise=franchise)
    (second,) = sync_windows(table.season, at=BEGAN + 2 * HOUR)
    assert (second.what == first.what, second.left, second.closes_at) == (False, 12 * 3600, None)
    resume_clock(table.season, "E6", **by(table, at=BEGAN + 3 * HOUR))
    assert window(table, second.what).closes_at == BEGAN + 15 * HOUR
    assert told(table, "razors")[-1] == "The clock is running again for the draft. “Half of us are ill.”"


def test_the_league_going_on_takes_what_was_paused_alone_along_but_not_a_paused_step() -> None:
    table = naming()
    pause_clock(table.season, "M3/m1", **by(table))
    pause_clock(table.season, **by(table))
    with pytest.raises(WindowPaused, match="with its step or the league: resume that"):
        resume_clock(table.season, "M3/m1", **by(table))
    pause_clock(table.season, "M3", **by(table))
    resume_clock(table.season, **by(table))
    assert window(table, "M3/m1").left == 4 * 3600
    resume_clock(table.season, "M3", **by(table))
    assert window(table, "M3/m1").closes_at == BEGAN + 5 * HOUR


@pytest.mark.parametrize(
    ("act", "refusal", "sentence"),
    [
        (
            lambda t: move_deadline(t.season, "E6/1", until=BEGAN + DAY, **by(t)),
            WindowNotOpen,
            f"it waits for {LINE_UPS}",
        ),
        (lambda t: close_window(t.season, "M4/m1", **by(t)), WindowNotOpen, "does not wait for 'M4/m1' now"),
        (lambda t: pause_clock(t.season, "M9", **by(t)), WindowNotOpen, "does not wait for 'M9' now"),
        (lambda t: resume_clock(t.season, "M3/m1", **by(t)), ClockRunning, f"The clock of {LINE_UPS} is not paused"),
        (lambda t: resume_clock(t.season, "E6", **by(t)), ClockRunning, "The clock is not paused for the draft."),
        (lambda t: resume_clock(t.season, **by(t)), ClockRunning, "not paused for the whole league"),
        (
            lambda t: [pause_clock(t.season, **by(t)), pause_clock(t.season, **by(t))],
            ClockPaused,
            "already paused for the whole league",
        ),
        (
            lambda t: [pause_clock(t.season, "M3/m1", **by(t))] * 2 + [pause_clock(t.season, "M3/m1", **by(t))],
            ClockPaused,
            f"The clock of {LINE_UPS} is already paused",
        ),
        (
            lambda t: [
                pause_clock(t.season, **by(t)),
                move_deadline(t.season, "M3/m1", until=BEGAN + DAY, **by(t)),
            ],
            WindowPaused,
            f"The clock of {LINE_UPS} is paused: resume it first.",
        ),
        (lambda t: close_window(t.season, "M3/m1", **by(t, "razors")), NotYours, "for its commissioners: ask one"),
        (lambda t: close_window(t.season, "M3/m1", **by(t, reason=" ")), ReasonMissing, "give a reason"),
        (lambda t: close_window(t.season, "M3/m1", **by(t, reason="x" * 151)), Malformed, "at most 150 characters"),
        (lambda t: close_window(t.season, "M3/m1", **by(t, reason="a\nb")), Malformed, "one line"),
    ],
)
def test_an_act_that_makes_no_sense_is_refused_in_a_sentence(
    act: Callable[[Table], Any], refusal: type[Refusal], sentence: str
) -> None:
    with pytest.raises(refusal, match=sentence):
        act(naming())


def test_an_act_that_is_refused_leaves_nothing_behind() -> None:
    table = naming()
    with pytest.raises(DeadlineTooSoon):
        move_deadline(table.season, "M3/m1", until=BEGAN, **by(table))
    assert (noted(), Notice.objects.count()) == ([], 0)


def test_a_league_without_a_calendar_has_no_clock_to_pause() -> None:
    table = announced()
    for act in (pause_clock, resume_clock):
        with pytest.raises(NoCalendar, match="has no calendar, so it has no deadlines: set one first"):
            act(table.season, **by(table))
    assert not Window.objects.exists()


def test_a_deadline_that_another_commissioner_moved_meanwhile_is_not_moved_unseen() -> None:
    table = naming()
    seen = window(table, "M3/m1").closes_at
    move_deadline(table.season, "M3/m1", until=BEGAN + 9 * HOUR, seen=seen, **by(table))
    with pytest.raises(DeadlineMoved) as raised:
        move_deadline(table.season, "M3/m1", until=BEGAN + 12 * HOUR, seen=seen, **by(table))
    assert "was moved to Wed 2 Sep 03:00 UTC after you opened this form" in raised.value.sentence
    assert window(table, "M3/m1").closes_at == BEGAN + 9 * HOUR
