"""The end of a season as jobs: each step once, waiting for people, and a report of the results."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from itertools import pairwise

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from journal import audit, perform
from league.access import NotYours
from league.models import Entry, Job, Membership, Season
from rules.campaign.core.command import COMMAND_TYPES
from scheduling.automatic_steps import END_STEPS, run_automatic_steps
from scheduling.calendar import set_calendar
from scheduling.season_end import SeasonEndNotReached, begin_season_end
from scheduling.season_end_report import SeasonNotOver, season_end_report
from scheduling.windows import sync_windows
from tests.running.leagues import Running

pytestmark = pytest.mark.django_db


def keys(league: Running) -> list[str]:
    """The keys of the jobs of the first season's end, in the order they were queued."""
    queued = Job.objects.filter(season=f"{league.league}/s1", kind="season_end").order_by("queued_at", "key")
    return [job.key.removeprefix(f"{league.league}/s1/") for job in queued]


def test_every_step_is_a_job_of_its_own_and_is_done_once() -> None:
    league = Running("steps", 4, b"one", rounds=1).found()
    league.run()
    assert keys(league) == list(END_STEPS)
    ended = Job.objects.filter(season="steps/s1", kind="season_end").order_by("key")
    assert [(job.state, job.failure, job.tries) for job in ended] == [("done", "", 1)] * 9
    assert all(job.done == job.total > 0 for job in ended)
    assert audit("steps/s1") == []


def test_a_job_delivered_twice_finds_its_step_done() -> None:
    league = Running("again", 3, b"one", rounds=1).found().to_the_end()
    league.work()
    digest, length = Season.objects.values_list("digest", "length").get(pk="again/s1")
    log_lengths = {job.key: len(job.log) for job in Job.objects.filter(kind="season_end")}
    Job.objects.filter(kind="season_end").update(state="queued", ended_at=None)
    league.work()
    assert {job.key: len(job.log) for job in Job.objects.filter(state="done", kind="season_end")} == {
        key: lines + 2 for key, lines in log_lengths.items()
    }
    assert Season.objects.values_list("digest", "length").get(pk="again/s1") == (digest, length)
    assert keys(league) == list(END_STEPS)


def test_people_have_their_time_at_the_season_end_and_each_turn_of_the_draft_is_waited_for() -> None:
    league = Running("turns", 3, b"one", owned=("f1", "f2", "f3"), rounds=1).found().to_the_end()
    steps = [league.row.step]
    while league.row.number == 1 and steps[-1] != "closed":
        sync_windows(league.season, at=league.at)
        run_automatic_steps(league.season, at=league.at)
        league.work()
        steps.append(Season.objects.get(pk="turns/s1").step)
        league.at += timedelta(hours=100)
    repeated_steps = [step for step, after in pairwise(steps) if step == after]
    assert {"E5", "E6", "E7"} <= set(repeated_steps)
    assert Season.objects.get(pk="turns/s1").step == "closed"
    assert len([key for key in keys(league) if key.startswith("E6/")]) > 1
    assert audit("turns/s1") == []


def test_an_owner_who_answers_in_time_keeps_his_answer() -> None:
    league = Running("own", 3, b"one", owned=("f1", "f2", "f3"), rounds=1).found().to_the_end()
    while league.row.step != "E5":
        league.tick()
    owner = Membership.objects.get(league="own", franchise="own/f1")
    none = COMMAND_TYPES["protect_drivers"].cls(franchise="f1", drivers=[])  # type: ignore[call-arg]
    perform(league.season, [none], actor=owner.handle, at=league.at, key="mine")
    sync_windows(league.season, at=league.at)
    league.at += timedelta(days=100)
    run_automatic_steps(league.season, at=league.at)
    league.work()
    protections = Entry.objects.filter(season="own/s1", command="protect_drivers").order_by("number")
    assert [(entry.actor == "steward", entry.on_behalf_of) for entry in protections] == [
        (False, ""),
        (True, "f2"),
        (True, "f3"),
    ]


def test_a_commissioner_begins_the_end_of_an_attended_season_and_the_jobs_go_on() -> None:
    league = Running("begun", 3, b"one", rounds=1).found()
    while league.state.all_rounds() == [] or league.state.all_rounds()[-1].step != "closed":
        if league.row.step == "M":
            set_calendar(league="begun", member=league.boss, at=league.at, unattended=True)
        sync_windows(league.season, at=league.at)
        league.at += timedelta(days=100)
        run_automatic_steps(league.season, at=league.at)
    Job.objects.all().delete()
    set_calendar(league="begun", member=league.boss, at=league.at, unattended=False)
    league.tick()
    assert (league.row.step, keys(league)) == ("E1", [])
    job = begin_season_end("begun/s1", member=league.boss, at=league.at)
    assert begin_season_end("begun/s1", member=league.boss, at=league.at) == job
    league.work()
    assert league.row.step == "closed"
    assert keys(league) == list(END_STEPS)


def test_only_a_commissioner_begins_and_only_when_the_rounds_are_over() -> None:
    league = Running("early", 3, b"one", owned=("f1",), rounds=1).found()
    with pytest.raises(SeasonEndNotReached, match="early/s1 is at S1"):
        begin_season_end("early/s1", member=league.boss, at=league.at)
    with pytest.raises(NotYours):
        begin_season_end("early/s1", member=Membership.objects.get(franchise="early/f1"), at=league.at)


def test_the_report_tells_every_step_and_every_franchises_money() -> None:
    league = Running("told", 3, b"one", rounds=1).found()
    league.run()
    row = Season.objects.get(pk="told/s1")
    lines = season_end_report(row)
    assert [line.split()[0] for line in lines if not line.startswith(" ")] == ["The", *END_STEPS, "Money"]
    ends = {franchise.id.rsplit("/", 1)[-1]: franchise.balance for franchise in row.franchises.all()}
    assert len([line for line in lines[lines.index("Money") + 1 :] if line.endswith(" now")]) == len(ends)
    last = Job.objects.get(key="told/s1/E9")
    assert [entry["line"] for entry in last.log][-len(lines) :] == lines
    printed = StringIO()
    call_command("season_end", "told/s1", "--report", stdout=printed)
    assert printed.getvalue().splitlines() == lines


def test_there_is_no_report_before_the_final_table() -> None:
    league = Running("before", 3, b"one").found()
    with pytest.raises(SeasonNotOver, match="before/s1 is at S1 and has no final table yet"):
        season_end_report(league.row)


def test_the_command_asks_for_the_job_and_says_so() -> None:
    league = Running("asked", 3, b"one", rounds=1).found().to_the_end()
    printed = StringIO()
    call_command("season_end", "asked/s1", stdout=printed)
    assert printed.getvalue().startswith("asked/s1/E1 is queued, job ")
    with pytest.raises(CommandError, match="There is no season 'none/s1'"):
        call_command("season_end", "none/s1")
    league.work()
    with pytest.raises(CommandError, match="asked/s1 is at closed"):
        call_command("season_end", "asked/s1")
