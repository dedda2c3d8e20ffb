"""Deadlines: what a season waits for, until when in the league's time, and a commissioner's control of its clock."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.access import viewer_of
from league.models import LeagueLog, Window
from league.pages.season.deadlines import deadlines, duration_words, parse_local_time, relative_time
from league.pages.season.season import season_page
from scheduling.clock_controls import pause_clock
from scheduling.windows import sync_windows
from tests.league.small_league import BEGAN, Table, announced, drafting, founded, lined_up, settled
from tests.pages.large_league import ending, grown, to_step
from tests.pages.page_reader import main_of, reader, words
from tests.pages.season_pages import said
from tests.scheduling.calendar_league import HOUR, clocked, member, window

pytestmark = [pytest.mark.django_db, pytest.mark.long]

HOME, DRAFT, CLOCK = "/l/rust-belt/s1/", "/l/rust-belt/s1/draft/", "/l/rust-belt/s1/clock/"
REASON = "Half of us are ill."


def naming(zone: str = "UTC", *, at: datetime = BEGAN, **options: Any) -> Table:
    """A league naming line-ups, with a window of thirty hours from `at`."""
    table = clocked(announced(**options), time_zone=zone, hours={"M3": 30, "E6": 12})
    sync_windows(table.season, at=at)
    return table


def now_naming() -> Table:
    """The same with its window opened now, since forms use the real time."""
    return naming(at=timezone.now())


def picking(at: datetime | None = None) -> Table:
    """A league at the first turn of its draft."""
    table = clocked(drafting(settled(rounds=1)), hours={"E6": 12})
    sync_windows(table.season, at=at or timezone.now())
    return table


def asked(client: Client, act: str, wait: str = "M3/m1", *, on: str = "season", **fields: str) -> Any:
    return client.post(CLOCK, {"act": act, "what": wait, "on": on, "reason": REASON, **fields}, follow=True)


def test_a_league_without_a_calendar_has_no_deadlines() -> None:
    announced()
    assert 'id="clock"' not in main_of(reader("boss"), HOME)


def test_a_season_says_what_it_waits_for_until_when_and_whom() -> None:
    naming("Europe/Berlin")
    text = said(HOME, at="clock")
    assert text.startswith(
        "Deadlines league time: Europe/Berlin line-ups of round 1, match A until Thu 3 Sep 02:00 CEST"
    )
    assert text.endswith("Razors Saints Widows")


def test_a_deadline_is_told_from_now_as_well() -> None:
    table = naming()
    league, season, viewer = table.row.league, table.row, reader_of(table)
    shown_deadlines = deadlines(league=league, season=season, viewer=viewer, at=BEGAN + HOUR, still_waited=("M3/m1",))
    assert shown_deadlines is not None
    assert [(line.until, line.relative, line.look) for line in shown_deadlines.lines] == [
        ("Thu 3 Sep 00:00 UTC", "in 1 day 5 h", "")
    ]


def reader_of(table: Table, who: str = "razors") -> Any:
    """An owner as the viewer of a page."""
    return viewer_of(get_user_model().objects.get(username=f"rust-belt-{who}"), table.row.league)


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (2 * 86_400 + 4 * 3600 + 59, "in 2 days 4 h"),
        (86_400, "in 1 day"),
        (3 * 3600 + 5 * 60, "in 3 h 5 min"),
        (3600, "in 1 h"),
        (35 * 60, "in 35 min"),
        (20, "in less than a minute"),
        (-90, "1 min ago"),
        (-86_400 * 3, "3 days ago"),
    ],
)
def test_how_far_away_a_moment_is_is_told_in_its_two_largest_parts(seconds: int, told: str) -> None:
    assert relative_time(seconds) == told
    assert duration_words(abs(seconds)) in told


def test_a_deadline_within_a_day_is_marked_and_one_that_is_past_says_since_when() -> None:
    table = naming()
    looks = []
    for hours in (5, 7, 31):
        context = season_page(
            league=table.row.league, season=table.row, viewer=reader_of(table), at=BEGAN + hours * HOUR
        )
        line = context["clock"].lines[0]
        looks.append((line.relative, line.look))
    assert looks == [("in 1 day 1 h", ""), ("in 23 h", "warn"), ("1 h ago", "bad")]


def test_an_owner_whose_turn_it_is_sees_his_deadline_first() -> None:
    naming()
    text = words(reader("razors"), HOME)
    assert "Your turn. Razors have to name their line-up, Round 1, match A , until Thu 3 Sep 00:00 UTC" in text
    assert text.index("Your turn.") < text.index("Standings")


def test_whoever_has_answered_is_awaited_no_more() -> None:
    table = naming()
    seats = [{"car": "saints.car1", "driver": "saints.d1"}]
    table.give("name_line_up", by="saints", franchise="saints", match="m1", seats=seats)
    assert said(HOME, at="clock").endswith("Razors Widows")


def test_a_match_that_has_gone_on_since_the_clock_looked_has_no_deadline_for_it() -> None:
    table = naming()
    lined_up(1, table, announce=False)
    assert Window.objects.get().what == "M3/m1"
    assert "No deadline is running." in said(HOME, reader("boss"), at="clock")


def test_a_report_awaits_the_commissioner() -> None:
    table = clocked(lined_up())
    sync_windows(table.season, at=BEGAN)
    text = said(HOME, at="clock")
    assert "the report of round 1, match A until" in text
    assert "The season waits for the commissioner." in text


def test_a_setup_that_awaits_nobody_is_open_to_all_until_its_deadline() -> None:
    table = clocked(founded())
    sync_windows(table.season, at=BEGAN)
    assert "hiring until Fri 4 Sep 20:00 UTC" in said(HOME, at="clock")


def test_a_paused_window_says_what_is_left() -> None:
    table = naming()
    pause_clock(table.season, "M3/m1", member=member(table), at=BEGAN + HOUR, reason=REASON)
    assert "line-ups of round 1, match A paused 1 day 5 h left" in said(HOME, at="clock")
    assert "Your turn. Razors have to name their line-up, Round 1, match A : paused 1 day 5 h left" in words(
        reader("razors"), HOME
    )


def test_only_a_commissioner_is_shown_the_forms_and_only_he_may_send_them() -> None:
    table = now_naming()
    for who, status in (("stranger", 302), ("razors", 403)):
        assert "<form" not in main_of(reader(who), HOME)
        assert reader(who).post(CLOCK, {"act": "close", "what": "M3/m1", "reason": REASON}).status_code == status
    assert main_of(reader("boss"), HOME).count("<form") == 3
    assert reader("boss").get(CLOCK)["Location"] == HOME
    assert not LeagueLog.objects.filter(what="window closed").exists()
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(get_user_model().objects.get(username="rust-belt-boss"))
    assert asked(strict, "close").status_code == 403
    assert window(table, "M3/m1").closes_at > timezone.now() + HOUR


def test_a_clock_of_a_league_that_is_not_public_is_not_there_for_strangers() -> None:
    announced(public=False)
    assert asked(Client(), "close").status_code == 404


def test_more_time_is_given_in_the_leagues_own_time() -> None:
    table = naming("Europe/Berlin", at=timezone.now())
    until = timezone.now().replace(microsecond=0, second=0) + 3 * 24 * HOUR
    answer = asked(reader("boss"), "extend", until=f"{moment_in(table, until):%Y-%m-%dT%H:%M}")
    assert ", and everybody affected is notified." in answer.content.decode()
    assert window(table, "M3/m1").closes_at == until
    assert LeagueLog.objects.filter(what="window extended").count() == 1


def moment_in(table: Table, at: datetime) -> datetime:
    return at.astimezone(ZoneInfo(table.row.league.calendar.time_zone))


def test_a_moment_is_read_in_the_leagues_time_or_not_at_all() -> None:
    league = naming("Europe/Berlin").row.league
    assert parse_local_time(league, "2026-09-03T20:00") == datetime(2026, 9, 3, 18, 0, tzinfo=UTC)
    for text in ("", "tomorrow", "2026-09-03T20:00+02:00"):
        assert parse_local_time(league, text) is None


def test_a_refused_form_is_shown_again_with_what_was_written_and_why_not() -> None:
    now_naming()
    early = f"{timezone.now() + HOUR:%Y-%m-%dT%H:%M}"
    answer = asked(reader("boss"), "extend", until=early, reason="We <b>hurry</b>.")
    page = answer.content.decode()
    assert answer.status_code == 422
    refusal = (
        r'role="alert">A deadline that is moved to an earlier time leaves at least an hour: choose [^<]+ or later'
    )
    assert re.search(refusal, page)
    assert 'value="We &lt;b&gt;hurry&lt;/b&gt;."' in page
    assert f'value="{early}"' in page


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"act": "extend", "until": ""}, "Say until when: give a day and a time."),
        (
            {"act": "close", "reason": " "},
            "is shown to everyone: give a reason.",
        ),
        (
            {"act": "close", "what": "M5.4/m1"},
            "for “bills and repairs of round 1, match A” now: it waits for line-ups of round 1, match A.",
        ),
        ({"act": "resume"}, "The clock of line-ups of round 1, match A is not paused."),
        ({"act": "wind"}, "The clock knows extend, close, pause and resume: ask for one of them."),
    ],
)
def test_what_the_clock_cannot_do_is_said_on_the_page(fields: dict[str, str], sentence: str) -> None:
    now_naming()
    answer = asked(reader("boss"), **{"act": "close", **fields})
    assert answer.status_code == 422
    assert sentence in answer.content.decode()


def test_a_window_is_closed_paused_and_goes_on() -> None:
    table = now_naming()
    client = reader("boss")
    assert "The clock is stopped." in asked(client, "pause").content.decode()
    assert window(table, "M3/m1").left is not None
    assert "The clock is running again." in asked(client, "resume").content.decode()
    assert window(table, "M3/m1").left is None
    assert "Time is up" in asked(client, "close").content.decode()
    assert window(table, "M3/m1").closes_at <= timezone.now()


def test_the_whole_league_stands_still_and_says_so() -> None:
    now_naming()
    client = reader("boss")
    asked(client, "pause", "")
    text = said(HOME, client, at="clock")
    assert "The clock is stopped for the whole league." in text
    assert "It is paused together with others: resume it below." in text
    asked(client, "resume", "")
    assert "stands still for the whole league" not in said(HOME, client, at="clock")


def test_the_draft_shows_its_clock_and_its_pause() -> None:
    picking()
    assert "turn 1 of the draft" in said(DRAFT, at="clock")
    assert "in 1" in said(DRAFT, at="clock")
    answer = asked(reader("boss"), "pause", "E6", on="draft")
    assert answer.redirect_chain[-1][0] == f"{DRAFT}#clock"
    text = said(DRAFT, at="clock")
    assert "The clock is stopped for the draft." in text
    assert "turn 1 of the draft paused" in text
    again = asked(reader("boss"), "pause", "E6", on="draft")
    assert again.status_code == 422
    assert "<h1>Draft</h1>" in again.content.decode()


def test_pages_of_a_league_with_a_calendar_ask_for_their_windows_once() -> None:
    table = ending(grown(8))
    to_step(table, "E6")
    bare = {address: _queries(address) for address in (HOME, DRAFT)}
    clocked(table)
    sync_windows(table.season, at=BEGAN)
    assert {address: _queries(address) for address in (HOME, DRAFT)} == {
        address: times + 1 for address, times in bare.items()
    }
    assert max(bare.values()) + 1 <= 12


def _queries(address: str) -> int:
    client = Client()
    client.force_login(get_user_model().objects.get(username="rust-belt-owner"))
    with CaptureQueriesContext(connection) as asked_of:
        assert client.get(address).status_code == 200
    return len(asked_of)


def test_the_clock_of_a_rehearsal_is_not_shown() -> None:
    table = naming()
    row = table.row
    row.forked_from = "rust-belt/s0"
    at = BEGAN + timedelta(hours=1)
    assert deadlines(league=row.league, season=row, viewer=reader_of(table), at=at) is None


def test_the_form_of_a_deadline_knows_what_it_showed() -> None:
    table = now_naming()
    boss = reader("boss")
    later = [f"{window(table, 'M3/m1').closes_at + hours * HOUR:%Y-%m-%dT%H:%M}" for hours in (24, 48)]
    shown = re.search(r'name="seen" value="([^"]+)"', main_of(boss, f"{HOME}board/"))
    assert shown is not None
    assert "The deadline is moved" in asked(boss, "extend", until=later[0], seen=shown[1]).content.decode()
    refused = asked(boss, "extend", until=later[1], seen=shown[1])
    assert refused.status_code == 422
    assert "after you opened this form" in refused.content.decode()
    assert "The deadline is moved" in asked(boss, "extend", until=later[1], seen="2026-13-45T99").content.decode()
