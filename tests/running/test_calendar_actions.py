"""What the calendar does by itself, and what it leaves to people who are active."""

from __future__ import annotations

from datetime import timedelta

import pytest

from journal import fork_season, perform
from journal.unattended_moves import CLOCK_REASON
from league.invitations import invite
from league.models import Entry, Job, Season
from rules.campaign.core.command import COMMAND_TYPES, Giver
from rules.core.refusals import Unknown
from scheduling.automatic_steps import run_automatic_steps
from scheduling.calendar import set_calendar
from scheduling.clock_controls import pause_clock
from scheduling.windows import sync_windows
from tests.running.leagues import Running

pytestmark = pytest.mark.django_db


def given(league: Running, *, by: str) -> list[str]:
    """The tags of the commands that `by` gave in the first season after founding, in order of first use."""
    entries = Entry.objects.filter(season=f"{league.league}/s1", number__gt=league.founding_entries, actor=by)
    return list(dict.fromkeys(entries.order_by("number").values_list("command", flat=True)))


def test_nobody_is_answered_for_while_his_time_is_not_over() -> None:
    league = Running("early", 3, b"one", owned=("f1", "f2", "f3")).found()
    sync_windows(league.season, at=league.at)
    assert run_automatic_steps(league.season, at=league.at + timedelta(hours=1)) == []


def test_in_the_first_setup_a_seat_without_an_owner_has_an_owners_time_and_is_then_answered_for() -> None:
    league = Running("seat", 3, b"one", owned=("f1", "f2")).found()
    sync_windows(league.season, at=league.at)
    assert run_automatic_steps(league.season, at=league.at + timedelta(minutes=1)) == []
    run_automatic_steps(league.season, at=league.at + timedelta(days=100))
    answered = Entry.objects.filter(season=league.season, number__gt=league.founding_entries, actor="steward")
    assert set(answered.values_list("on_behalf_of", flat=True)) >= {"f1", "f2", "f3"}


def test_after_the_setup_a_seat_without_an_owner_is_answered_for_at_once() -> None:
    league = Running("seat", 3, b"one", owned=("f1", "f2")).found()
    league.run(until="M")
    lined_up = Entry.objects.filter(season=league.season, actor="steward", command="name_line_up")
    assert set(lined_up.values_list("on_behalf_of", flat=True)) == {"f3"}


def test_seats_wait_for_the_owners_who_are_invited_to_them() -> None:
    league = Running("seat", 3, b"one").found()
    invite(league=league.row.league, by=league.boss, role="owner", franchise="f3", at=league.at)
    assert run_automatic_steps(league.season, at=league.at + timedelta(minutes=1)) == []


def test_a_league_of_seats_without_owners_waits_for_its_setup_to_be_over() -> None:
    league = Running("empty", 3, b"one").found()
    sync_windows(league.season, at=league.at)
    assert len(run_automatic_steps(league.season, at=league.at)) > 0
    assert run_automatic_steps(league.season, at=league.at + timedelta(hours=1)) == []
    assert league.row.step == "S1"


def test_twice_is_once() -> None:
    league = Running("twice", 3, b"one").found()
    sync_windows(league.season, at=league.at)
    late = league.at + timedelta(days=100)
    first = run_automatic_steps(league.season, at=late)
    digest = league.row.digest
    assert len(first) > 0
    assert run_automatic_steps(league.season, at=late) == []
    assert league.row.digest == digest


def test_an_attended_league_has_its_owners_answered_for_and_waits_for_its_commissioner() -> None:
    league = Running("attended", 3, b"one", owned=("f1", "f2", "f3")).found(unattended=False)
    for _ in range(5):
        league.tick()
    assert league.row.step == "S1"
    assert given(league, by="clock") == []
    assert "buy_car" in given(league, by="steward")
    perform(
        league.season, [COMMAND_TYPES["close_setup"].cls()], actor=league.boss.handle, at=league.at, key="by hand"
    )
    for _ in range(5):
        league.tick()
    assert given(league, by="clock") == []
    assert league.row.step == "M"


def test_steps_of_the_calendar_say_why_and_are_only_the_commissioners() -> None:
    league = Running("why", 3, b"one", rounds=1).found()
    league.run()
    entries = Entry.objects.filter(season="why/s1", actor="clock")
    assert set(entries.values_list("reason", "on_behalf_of")) == {(CLOCK_REASON, "")}
    assert {COMMAND_TYPES[tag].by for tag in given(league, by="clock")} == {Giver.COMMISSIONER}
    assert {COMMAND_TYPES[tag].by for tag in given(league, by="steward")} == {Giver.OWNER}
    assert {COMMAND_TYPES[tag].by for tag in given(league, by="season")} == {Giver.SEASON}


def test_a_result_that_people_report_is_waited_for_however_late_it_is() -> None:
    league = Running("reported", 3, b"one").found(results="reported")
    for _ in range(8):
        league.tick()
    assert [match.step for match in league.state.matches.values()] == ["M4"]


def test_a_commissioner_who_is_there_has_his_time_before_the_stand_in_reports() -> None:
    league = Running("there", 3, b"one", owned=("f1", "f2", "f3")).found()
    league.run(until="M")
    set_calendar(league="there", member=league.boss, at=league.at, unattended=False)
    league.tick()
    lock = COMMAND_TYPES["lock_line_ups"].cls(match="m1")  # type: ignore[call-arg]
    perform(league.season, [lock], actor=league.boss.handle, at=league.at, key="by hand")
    sync_windows(league.season, at=league.at)
    assert run_automatic_steps(league.season, at=league.at + timedelta(hours=71)) == []
    late = run_automatic_steps(league.season, at=league.at + timedelta(hours=100))
    assert [batch_result.entries[0].command["type"] for batch_result in late] == ["accept_report"]


def test_nothing_is_done_in_a_league_that_is_paused() -> None:
    league = Running("paused", 3, b"one").found()
    sync_windows(league.season, at=league.at)
    pause_clock(league.season, member=league.boss, at=league.at, reason="Holidays.")
    assert run_automatic_steps(league.season, at=league.at + timedelta(days=100)) == []


def test_a_rehearsal_has_no_calendar() -> None:
    league = Running("fork", 3, b"one").found()
    copy = fork_season(league.season, "trial", secret=b"trial", at=league.at)
    assert run_automatic_steps(copy.pk, at=league.at + timedelta(days=100)) == []


def test_a_season_that_is_not_there_cannot_go_on() -> None:
    with pytest.raises(Unknown, match="There is no season 'no/s1'"):
        run_automatic_steps("no/s1", at=Running("x", 2, b"x").at)


def test_a_league_that_is_still_founded_is_left_to_its_founders() -> None:
    league = Running("young", 3, b"one").found(set_up=False)
    for _ in range(3):
        league.tick()
    assert league.row.step == "S0"


def test_a_key_that_a_member_took_does_not_stop_the_clock() -> None:
    league = Running("taken", 3, b"one").found()
    number = league.founding_entries
    raise_balance = COMMAND_TYPES["adjust_balance"].cls(franchise="f1", amount=1000)  # type: ignore[call-arg]
    perform(
        league.season,
        [raise_balance],
        actor=league.boss.handle,
        at=league.at,
        key=f"clock/{number + 1}/f1",
        reason="A gift.",
    )
    sync_windows(league.season, at=league.at)
    run_automatic_steps(league.season, at=league.at)
    assert Entry.objects.get(season=league.season, number=number + 2).batch.key == f"clock/{number + 1}/f1+"


def test_the_next_season_has_the_rounds_the_rules_and_a_secret_that_nobody_chose() -> None:
    league = Running("next", 3, b"one", rounds=1).found()
    league.run()
    first, second = Season.objects.filter(league="next").order_by("number")
    assert (second.name, second.number, second.rounds_planned, second.step) == ("s2", 2, 1, "S1")
    assert second.switches == first.switches
    assert second.secret != first.secret
    assert run_automatic_steps("next/s1", at=league.at) == []
    assert Season.objects.filter(league="next").count() == 2


def test_an_attended_league_opens_no_season_by_itself() -> None:
    league = Running("stop", 3, b"one", rounds=1).found().to_the_end()
    set_calendar(league="stop", member=league.boss, at=league.at, unattended=False)
    league.run()
    league.tick()
    assert list(Season.objects.filter(league="stop").values_list("name", "step")) == [("s1", "closed")]
    assert set(Job.objects.filter(season="stop/s1").values_list("state", flat=True)) == {"done"}
