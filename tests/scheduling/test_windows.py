"""Windows open with a season's waits and close with them, whatever the clock does meanwhile."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from journal import fork_season
from league.models import Window
from rules.campaign.steward.waits import Wait, current_waits
from rules.core.refusals import Unknown
from scheduling.windows import overdue_waits, sync_windows
from tests.league.small_league import (
    BEGAN,
    Table,
    announced,
    drafting,
    founded,
    lined_up,
    report,
    settled,
    shopping,
    signed,
)
from tests.scheduling.calendar_league import DAY, HOUR, clocked, member, window

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def ended(**options: object) -> Table:
    """A league whose only round is over."""
    return settled(rounds=1, **options)


def test_hiring_garage_and_party_are_one_window_that_stays_open_to_the_end() -> None:
    table = founded()
    awaited = ("razors", "saints", "widows")
    assert current_waits(table.state) == [Wait("S1", "S1", awaited, to_the_end=True)]
    for franchise in table.franchises:
        for number in range(1, 7):
            table.give("hire_rookie", by=franchise, franchise=franchise, driver=f"{franchise}.d{number}")
        for number in range(1, 4):
            table.give("buy_car", by=franchise, franchise=franchise, car=f"{franchise}.car{number}")
    assert current_waits(table.state) == [Wait("S1", "S1", (), to_the_end=True)]


def test_each_step_of_the_setup_is_a_window_where_they_are_separate() -> None:
    table = founded(switches={"season.setup_single_window": False})
    waits = []
    for franchise in table.franchises:
        for number in range(1, 7):
            table.give("hire_rookie", by=franchise, franchise=franchise, driver=f"{franchise}.d{number}")
    waits += current_waits(table.state)
    table.give("next_setup_step")
    for franchise in table.franchises:
        for number in range(1, 4):
            table.give("buy_car", by=franchise, franchise=franchise, car=f"{franchise}.car{number}")
    waits += current_waits(table.state)
    table.give("next_setup_step")
    waits += current_waits(table.state)
    assert waits == [Wait(step, step, (), to_the_end=True) for step in ("S1", "S2", "S3")]


def test_a_match_is_waited_for_step_by_step_and_only_of_whom_it_needs() -> None:
    table = announced()
    assert current_waits(table.state) == [Wait("M3/m1", "M3", table.franchises, match="m1")]
    lined_up(table=table, announce=False)
    assert current_waits(table.state) == [Wait("M4/m1", "M4", (), match="m1")]
    table.give("accept_report", match="m1", report=report(table))
    assert current_waits(table.state) == [Wait("M5.4/m1", "M5.4", ("widows",), match="m1")]
    table.give("decide_repairs", by="widows", franchise="widows", match="m1")
    assert current_waits(table.state) == [Wait("M5.10/m1", "M5.10", table.franchises, match="m1")]
    table.give("finish_shopping", by="saints", franchise="saints", match="m1")
    assert current_waits(table.state) == [Wait("M5.10/m1", "M5.10", ("razors", "widows"), match="m1")]
    table.give("end_shopping", match="m1", reason="Time.")
    assert current_waits(table.state) == []


def test_line_ups_that_are_all_named_are_waited_for_no_more() -> None:
    table = announced()
    for franchise in table.franchises:
        seats = [{"car": f"{franchise}.car1", "driver": f"{franchise}.d1"}]
        table.give("name_line_up", by=franchise, franchise=franchise, match="m1", seats=seats)
    assert current_waits(table.state) == []


def test_two_matches_of_a_round_are_two_waits() -> None:
    table = signed(franchises=("razors", "saints", "vipers", "widows"))
    pairs = {"m1": ["razors", "saints"], "m2": ["vipers", "widows"]}
    plans = [{"match": match, "event": "race", "franchises": teams} for match, teams in pairs.items()]
    table.give("announce_round", round="r1", matches=plans)
    assert [(current_wait.what, current_wait.franchises) for current_wait in current_waits(table.state)] == [
        ("M3/m1", ("razors", "saints")),
        ("M3/m2", ("vipers", "widows")),
    ]


def test_every_turn_of_the_draft_is_a_wait_of_its_own_with_a_number_that_comes_once() -> None:
    table = drafting(ended())
    numbers, turns = [], 0
    while table.state.step == "E6":
        (wait,) = current_waits(table.state)
        numbers.append(int(wait.what.removeprefix("E6/")))
        (franchise,) = wait.franchises
        table.give("pass_pick", by=franchise, franchise=franchise)
        turns += 1
    assert numbers == sorted(set(numbers))
    assert (turns, numbers[0]) == (3, 1)


def test_a_window_opens_with_a_wait_and_closes_with_it() -> None:
    table = clocked(announced())
    at = BEGAN + DAY
    (opened,) = sync_windows(table.season, at=at)
    assert (opened.what, opened.opened_at, opened.closed_at) == ("M3/m1", at, None)
    assert opened.closes_at == datetime(2026, 9, 4, 20, 0, tzinfo=UTC)
    lined_up(table=table, announce=False)
    (following,) = sync_windows(table.season, at=at + HOUR)
    assert (following.what, window(table, "M3/m1").closed_at) == ("M4/m1", at + HOUR)


def test_windows_are_kept_twice_as_once() -> None:
    table = clocked(announced())
    first = sync_windows(table.season, at=BEGAN)
    assert sync_windows(table.season, at=BEGAN + 30 * HOUR) == first
    assert list(Window.objects.values_list("what", "opened_at")) == [("M3/m1", BEGAN)]


def test_a_window_is_past_from_its_deadline_on_and_not_before() -> None:
    table = clocked(announced(), hours={"M3": 5})
    sync_windows(table.season, at=BEGAN)
    second = timedelta(seconds=1)
    assert overdue_waits(table.season, at=BEGAN + 5 * HOUR - second) == []
    assert overdue_waits(table.season, at=BEGAN + 5 * HOUR) == ["M3/m1"]
    lined_up(table=table, announce=False)
    sync_windows(table.season, at=BEGAN + 5 * HOUR)
    assert overdue_waits(table.season, at=BEGAN + 6 * HOUR) == []


def test_a_clock_that_steps_back_opens_closes_and_shortens_nothing() -> None:
    table = clocked(announced(), hours={"M3": 5})
    sync_windows(table.season, at=BEGAN + HOUR)
    for at in (BEGAN, BEGAN + HOUR, BEGAN - 30 * DAY):
        sync_windows(table.season, at=at)
    opened = window(table, "M3/m1")
    assert (opened.opened_at, opened.closes_at, opened.closed_at) == (BEGAN + HOUR, BEGAN + 6 * HOUR, None)
    lined_up(table=table, announce=False)
    sync_windows(table.season, at=BEGAN + 2 * HOUR)
    sync_windows(table.season, at=BEGAN + HOUR)
    assert window(table, "M3/m1").closed_at == BEGAN + 2 * HOUR
    assert Window.objects.count() == 2


def test_what_is_waited_for_again_keeps_the_deadline_it_had() -> None:
    table = clocked(announced(), hours={"M3": 5})
    sync_windows(table.season, at=BEGAN)
    Window.objects.update(closed_at=BEGAN + HOUR)
    (again,) = sync_windows(table.season, at=BEGAN + 2 * HOUR)
    assert (again.opened_at, again.closes_at) == (BEGAN, BEGAN + 5 * HOUR)


def test_a_line_up_that_fell_is_not_waited_for_again_where_everybody_would_see_it() -> None:
    table = clocked(announced(), hours={"M3": 5})
    sync_windows(table.season, at=BEGAN)
    for franchise in table.franchises:
        seats = [{"car": f"{franchise}.car1", "driver": f"{franchise}.d1"}]
        table.give("name_line_up", by=franchise, franchise=franchise, match="m1", seats=seats)
    assert sync_windows(table.season, at=BEGAN + HOUR) == []
    table.give("adjust_driver", driver="razors.d1", availability="season_out", reason="He bit the referee.")
    assert current_waits(table.state) == [Wait("M3/m1", "M3", ("razors",), match="m1")]
    assert sync_windows(table.season, at=BEGAN + 2 * HOUR) == []
    assert overdue_waits(table.season, at=BEGAN + 5 * HOUR) == []
    assert overdue_waits(table.season, at=BEGAN + 5 * HOUR, unattended=True) == ["M3/m1"]


def test_what_is_waited_for_again_after_its_deadline_has_its_full_time_once_more() -> None:
    table = clocked(announced(), hours={"M3": 5})
    sync_windows(table.season, at=BEGAN)
    Window.objects.update(closed_at=BEGAN + HOUR)
    (again,) = sync_windows(table.season, at=BEGAN + 7 * HOUR)
    assert (again.opened_at, again.closes_at, again.closed_at) == (BEGAN + 7 * HOUR, BEGAN + 12 * HOUR, None)
    assert Window.objects.count() == 1


@pytest.mark.switch("shop.deadline_hours", 7)
def test_a_house_rule_on_shopping_comes_before_the_calendar() -> None:
    table = clocked(shopping(switches={"shop.deadline_hours": 7}), hours={"M5.10": 3})
    (opened,) = sync_windows(table.season, at=BEGAN)
    assert (opened.what, opened.closes_at) == ("M5.10/m1", BEGAN + 7 * HOUR)


def test_a_rehearsal_has_no_windows() -> None:
    table = clocked(announced())
    fork_season(table.season, "trial", secret=b"trial", at=BEGAN)
    assert sync_windows("rust-belt/trial", at=BEGAN) == []
    assert not Window.objects.exists()


def test_a_season_that_is_not_there_has_none() -> None:
    with pytest.raises(Unknown, match="no season 'rust-belt/s9'"):
        sync_windows("rust-belt/s9", at=BEGAN)


def test_setting_the_hours_leaves_open_windows_their_time() -> None:
    table = clocked(announced(), hours={"M3": 5})
    sync_windows(table.season, at=BEGAN)
    clocked(table, hours={"M3": 1})
    sync_windows(table.season, at=BEGAN + 2 * HOUR)
    assert overdue_waits(table.season, at=BEGAN + 2 * HOUR) == []
    assert member(table).role == "commissioner"
