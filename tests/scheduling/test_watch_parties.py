"""A round that is revealed at a set time: nothing of it is played before, and its deadlines run from then on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.management import CommandError
from django.utils import timezone

from jobs.worker import run_due_jobs
from journal import audit
from journal.entry_body import load_body
from journal.match_results import take
from league.access import NotYours
from league.models import Calendar, Entry, Job, LeagueLog, Match, MatchLog, Report, Reveal, Window
from rules.campaign.match_day.resolution import resolve_packet
from rules.core.dice import Dice
from rules.core.refusals import Refusal, Unknown
from rules.match.packet import Packet
from rules.match.registry import temporarily_installed
from rules.match.ruleset import Resolution
from scheduling.automatic_steps import run_automatic_steps
from scheduling.calendar import NoCalendar, set_calendar, standing_reveal_after
from scheduling.clock_tick import tick
from scheduling.watch_parties import (
    AlreadyRevealed,
    LineUpsStillOpen,
    NoReveal,
    NothingToReveal,
    RevealTooEarly,
    RevealTooLate,
    call_off_reveal,
    reveal_now,
    set_reveal,
)
from tests.journal.amends import amended, number_of
from tests.journal.test_verify_matches import deep
from tests.league.resolved_leagues import PAIR, climbing
from tests.league.small_league import BEGAN, Table, signed
from tests.rules.ladder import LADDER, Ladder
from tests.scheduling.calendar_league import DAY, HOUR, clocked, delivered, member, told, window
from tests.scheduling.test_commands import said

pytestmark = pytest.mark.django_db

REVEAL = BEGAN + 3 * DAY
"""When the round is revealed: one day after its line-ups' deadline."""


@pytest.fixture(autouse=True)
def _ladder() -> Iterator[None]:
    with temporarily_installed(LADDER):
        yield


def climb_announced(*, ruleset: str = "ladder", **calendar: Any) -> Table:
    """A league with a calendar whose first round is announced; its line-ups are due within 48 hours."""
    table = clocked(signed(franchises=PAIR), **calendar)
    planned = {"match": "m1", "event": "ladder", "franchises": list(PAIR), "ruleset": ruleset}
    if ruleset == "reported":
        planned["event"] = "arena_race"
    table.give("announce_round", round="r1", matches=[planned])
    tick(table.season, at=BEGAN)
    return table


def named(table: Table) -> Table:
    """The same, with all line-ups named."""
    for franchise in PAIR:
        seats = [{"car": f"{franchise}.car1", "driver": f"{franchise}.d1"}]
        seats.append({"car": f"{franchise}.car2", "driver": f"{franchise}.d2"})
        table.give("name_line_up", by=franchise, franchise=franchise, match="m1", seats=seats)
    return table


def locked(table: Table) -> Table:
    """The same, with all line-ups named and locked."""
    named(table).give("lock_line_ups", match="m1")
    return table


def held_back() -> Table:
    """A league whose only match is locked, and played at the reveal."""
    table = climb_announced()
    set_reveal(table.season, 1, until=REVEAL, **by(table))
    return locked(table)


def by(table: Table, who: str = "boss", **changes: Any) -> dict[str, Any]:
    """The member and the time of an act."""
    return {"member": member(table, who), "at": BEGAN, **changes}


def worked(table: Table, *, at: Any) -> None:
    """Let the outbox, the clock and every job run at that time."""
    delivered(at)
    tick(table.season, at=at)
    run_due_jobs(clock=lambda: at)


def step(table: Table) -> str:
    return Match.objects.get(pk=f"{table.season}/m1").step


@pytest.mark.rule("HOUSE-006")
def test_a_match_is_played_at_the_reveal_and_not_a_second_before() -> None:
    table = held_back()
    worked(table, at=REVEAL - timedelta(seconds=1))
    assert (step(table), MatchLog.objects.count(), Job.objects.filter(kind="resolve_match").count()) == ("M4", 0, 0)
    worked(table, at=REVEAL)
    assert step(table) == "M5.4"
    assert audit(table.season) == []


@pytest.mark.rule("DM-C-090")
def test_the_reveal_changes_no_die_of_the_match() -> None:
    table = held_back()
    packet_taken = take(table.season, "m1")
    expected = resolve_packet(packet_taken.packet, packet_taken.dice())
    worked(table, at=REVEAL)
    assert MatchLog.objects.get().digest == expected.report.source.log_digest


def test_a_line_up_that_an_amend_corrects_before_the_reveal_is_the_one_that_is_played() -> None:
    table = held_back()
    number = number_of(table, "name_line_up", franchise="razors")
    naming = load_body(Entry.objects.get(season=table.season, number=number).body).command
    amended(table, {number: [{**naming, "seats": naming["seats"][:1]}]})
    assert step(table) == "M4"
    worked(table, at=REVEAL)
    assert step(table) == "M5.4"
    razors = [car["car"] for car in Report.objects.get().document["cars"] if car["car"].startswith("razors")]
    assert razors == ["razors.car1"]
    assert audit(table.season) == []
    assert deep(table) == (1, [], [])


def test_a_job_plays_the_round_at_the_reveal_without_waiting_for_the_clock() -> None:
    held_back()
    run_due_jobs(clock=lambda: REVEAL - timedelta(seconds=1))
    assert not MatchLog.objects.exists()
    run_due_jobs(clock=lambda: REVEAL)
    assert MatchLog.objects.count() == 1


def test_a_job_from_before_the_watch_party_was_set_waits_for_the_reveal() -> None:
    table = locked(climb_announced())
    run_automatic_steps(table.season, at=BEGAN)
    assert Job.objects.get(kind="resolve_match").state == Job.State.QUEUED
    amended(table, {number_of(table, "lock_line_ups"): []})
    set_reveal(table.season, 1, until=REVEAL, **by(table))
    table.give("lock_line_ups", match="m1")
    run_due_jobs(clock=lambda: REVEAL - timedelta(seconds=1))
    assert (step(table), MatchLog.objects.count()) == ("M4", 0)
    assert Job.objects.get(kind="resolve_match").log[-1]["line"] == "m1 is played when its round is revealed."
    run_due_jobs(clock=lambda: REVEAL)
    assert step(table) == "M5.4"
    assert audit(table.season) == []


@dataclass(frozen=True)
class SlowLadder(Ladder):
    """The ladder, with something that happens while a match is played."""

    meanwhile: Callable[[], None] = lambda: None

    def resolve(self, packet: Packet, dice: Dice) -> Resolution:
        self.meanwhile()
        return super().resolve(packet, dice)


def test_a_match_that_was_being_played_when_the_watch_party_was_set_waits_for_the_reveal() -> None:
    def set_party() -> None:
        if not Reveal.objects.exists():
            amended(table, {number_of(table, "lock_line_ups"): []})
            set_reveal(table.season, 1, until=REVEAL, **by(table))
            table.give("lock_line_ups", match="m1")

    with temporarily_installed(SlowLadder(name="slow", meanwhile=set_party)):
        table = locked(climb_announced(ruleset="slow"))
        run_automatic_steps(table.season, at=BEGAN)
        run_due_jobs(clock=lambda: BEGAN + HOUR)
        assert Reveal.objects.exists()
        assert (step(table), MatchLog.objects.count()) == ("M4", 0)
        run_due_jobs(clock=lambda: REVEAL)
        assert step(table) == "M5.4"


def test_the_journal_says_nothing_between_the_lock_and_the_reveal() -> None:
    table = held_back()
    length = table.row.length
    worked(table, at=REVEAL - HOUR)
    assert table.row.length == length
    assert Entry.objects.filter(season=table.season).latest("number").command == "lock_line_ups"


def test_the_result_is_due_from_the_reveal_on_and_what_follows_too() -> None:
    table = held_back()
    worked(table, at=BEGAN)
    assert window(table, "M4/m1").closes_at == (REVEAL + 3 * DAY).replace(hour=20)
    worked(table, at=REVEAL)
    tick(table.season, at=REVEAL)
    decisions = Window.objects.get(season=table.season, what="M5.4/m1")
    assert decisions.opened_at == REVEAL
    assert not told(table, about="report_missing")


def test_a_reveal_is_moved_and_the_deadline_of_the_result_with_it() -> None:
    table = held_back()
    worked(table, at=BEGAN)
    later = REVEAL + DAY
    set_reveal(table.season, 1, until=later, **by(table))
    assert window(table, "M4/m1").closes_at == (later + 3 * DAY).replace(hour=20)
    worked(table, at=REVEAL)
    assert step(table) == "M4"
    worked(table, at=later)
    assert step(table) == "M5.4"
    assert Reveal.objects.get().changes == 1


def test_a_commissioner_reveals_a_locked_round_now() -> None:
    table = held_back()
    reveal_now(table.season, 1, **by(table, at=BEGAN + HOUR))
    run_due_jobs(clock=lambda: BEGAN + HOUR)
    assert step(table) == "M5.4"


def test_a_reveal_that_is_called_off_lets_the_match_be_played_at_once() -> None:
    table = held_back()
    call_off_reveal(table.season, 1, **by(table, at=BEGAN + HOUR))
    run_due_jobs(clock=lambda: BEGAN + HOUR)
    assert step(table) == "M5.4"
    with pytest.raises(NoReveal):
        call_off_reveal(table.season, 1, **by(table, at=BEGAN + HOUR))


def test_the_command_line_sets_shows_gives_and_calls_off_reveals() -> None:
    table = climb_announced()
    lines = said("reveal", table.season)
    assert lines == ["  No round has a reveal: matches are played as soon as they are locked."]
    until = timezone.now().replace(microsecond=0, second=0) + 9 * DAY
    for options in (("--until", f"{until:%Y-%m-%dT%H:%M}"), ("--off",), ("--until", f"{until:%Y-%m-%dT%H:%M}")):
        lines = said("reveal", table.season, "1", *options)
    assert lines == [f"  round 1 is revealed {until:%a} {until.day} {until:%b %H:%M} UTC"]
    with pytest.raises(CommandError, match="still open"):
        said("reveal", table.season, "1", "--now")
    locked(table)
    assert "to be resolved here when its round is revealed" in said("advance", table.season)[0]
    assert said("reveal", table.season, "1", "--now")[-1].startswith("  round 1 was revealed ")
    with pytest.raises(CommandError, match="Name the round"):
        said("reveal", table.season, "--now")


@pytest.mark.parametrize("when", ["SAT 24:00", "SAT", "sat 20:00", "SAT 20:00 "])
def test_a_standing_reveal_is_a_day_and_a_time(when: str) -> None:
    table = clocked(signed(franchises=PAIR))
    with pytest.raises(CommandError, match="name a day and a time such as SAT 20:00"):
        said("calendar", table.league, "--reveal", when)
    assert "  reveals     SAT 20:00" in said("calendar", table.league, "--reveal", "SAT 20:00")
    assert not any("reveals" in line for line in said("calendar", table.league, "--reveal", "never"))


@pytest.mark.parametrize(
    ("moment", "found"),
    [
        ("2026-09-05T17:59", "2026-09-05T18:00"),  # a Saturday, in summer
        ("2026-09-05T18:00", "2026-09-05T18:00"),
        ("2026-09-05T18:01", "2026-09-12T18:00"),
        ("2026-10-24T18:01", "2026-10-31T19:00"),  # over the end of summer time
        ("2026-09-06T00:00", "2026-09-12T18:00"),
    ],
)
def test_a_standing_reveal_is_at_the_leagues_own_time_of_day(moment: str, found: str) -> None:
    calendar = Calendar(time_zone="Europe/Berlin", standing_reveal="SAT 20:00")
    after = standing_reveal_after(calendar, datetime.fromisoformat(f"{moment}+00:00"))
    assert after == datetime.fromisoformat(f"{found}+00:00")


def test_owners_are_told_and_the_log_keeps_who_set_it() -> None:
    table = held_back()
    call_off_reveal(table.season, 1, **by(table, at=BEGAN + HOUR))
    assert told(table, "saints", about="reveal_set") == [
        "The matches of round 1 are played and revealed together, Fri 4 Sep 18:00 UTC."
    ]
    assert len(told(table, "saints", about="reveal_off")) == 1
    noted = LeagueLog.objects.filter(what="reveal").order_by("pk").values_list("actor", "subject")
    boss = table.handle("boss")
    assert list(noted) == [
        (boss, "round 1 (s1): at Fri 4 Sep 18:00 UTC"),
        (boss, "round 1 (s1): called off"),
    ]


def test_the_same_time_again_changes_nothing() -> None:
    table = held_back()
    set_reveal(table.season, 1, until=REVEAL, **by(table))
    assert Reveal.objects.get().changes == 0
    assert len(told(table, "saints", about="reveal_set")) == 1


@pytest.mark.parametrize(
    ("until", "refusal", "sentence"),
    [
        (BEGAN, RevealTooEarly, "Tue 1 Sep 18:00 UTC has passed: name a later time."),
        (
            BEGAN + DAY,
            RevealTooEarly,
            (
                "Line-ups of round 1 are open until Thu 3 Sep 20:00 UTC: name that time or a later one. To play "
                "earlier, close the line-ups on the board first."
            ),
        ),
        (BEGAN + 91 * DAY, RevealTooLate, "A reveal is at most 90 days away: name an earlier time."),
    ],
)
def test_a_reveal_is_never_before_the_line_ups_lock(until: Any, refusal: type[Refusal], sentence: str) -> None:
    table = climb_announced()
    with pytest.raises(refusal) as raised:
        set_reveal(table.season, 1, until=until, **by(table))
    assert (raised.value.sentence, Reveal.objects.count()) == (sentence, 0)


def test_a_round_that_was_revealed_is_not_moved_called_off_or_revealed_again() -> None:
    table = held_back()
    worked(table, at=REVEAL)
    late = by(table, at=REVEAL)
    with pytest.raises(AlreadyRevealed):
        set_reveal(table.season, 1, until=REVEAL + DAY, **late)
    for act in (reveal_now, call_off_reveal):
        with pytest.raises(AlreadyRevealed):
            act(table.season, 1, **late)


def test_a_locked_round_without_a_reveal_cannot_be_held_back_any_more() -> None:
    table = locked(climb_announced())
    with pytest.raises(AlreadyRevealed):
        set_reveal(table.season, 1, until=REVEAL, **by(table))


def test_line_ups_that_are_open_are_locked_before_a_round_is_revealed_now() -> None:
    table = climb_announced()
    with pytest.raises(NoReveal):
        reveal_now(table.season, 1, **by(table))
    set_reveal(table.season, 1, until=REVEAL, **by(table))
    with pytest.raises(LineUpsStillOpen):
        reveal_now(table.season, 1, **by(table))


def test_only_a_commissioner_sets_when_a_round_is_revealed() -> None:
    table = climb_announced()
    with pytest.raises(NotYours):
        set_reveal(table.season, 1, until=REVEAL, **by(table, "razors"))
    with pytest.raises(Unknown):
        set_reveal(table.season, 2, until=REVEAL, **by(table))


def test_a_round_that_people_report_has_nothing_to_reveal() -> None:
    table = climb_announced(ruleset="reported")
    with pytest.raises(NothingToReveal, match="those who were at the table know its results already"):
        set_reveal(table.season, 1, until=REVEAL, **by(table))


def test_a_league_without_a_calendar_has_no_reveals() -> None:
    table = climbing()
    with pytest.raises(NoCalendar):
        set_reveal(table.season, 1, until=REVEAL, **by(table))


def test_a_standing_reveal_is_the_first_such_time_after_the_line_ups_deadline() -> None:
    table = climb_announced(standing_reveal="SAT 20:00", time_zone="Europe/Berlin")
    reveal = Reveal.objects.get()
    assert reveal.at == (BEGAN + 4 * DAY).replace(hour=18)  # Saturday 5 September, 20:00 in Berlin
    assert reveal.number == 1
    locked(table)
    worked(table, at=reveal.at - HOUR)
    assert step(table) == "M4"
    worked(table, at=reveal.at)
    assert step(table) == "M5.4"


def test_a_standing_reveal_that_was_called_off_for_a_round_does_not_come_back() -> None:
    table = climb_announced(standing_reveal="SAT 20:00")
    call_off_reveal(table.season, 1, **by(table))
    run_automatic_steps(table.season, at=BEGAN + HOUR)
    assert Reveal.objects.get().at is None


def test_a_standing_reveal_set_after_the_lock_holds_back_nothing() -> None:
    table = locked(climb_announced())
    run_automatic_steps(table.season, at=BEGAN)
    set_calendar(league=table.league, member=member(table), at=BEGAN, standing_reveal="SAT 20:00")
    run_automatic_steps(table.season, at=BEGAN)
    assert not Reveal.objects.exists()
    run_due_jobs(clock=lambda: BEGAN)
    assert step(table) == "M5.4"
