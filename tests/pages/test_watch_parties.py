"""Pages of a round that is revealed at a set time: countdown, commissioners' forms, and nothing before its time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from icalendar import Calendar as Ical

from jobs.worker import run_due_jobs
from league.models import Calendar, Delivery, Match, Outbox, Reveal
from rules.match.registry import temporarily_installed
from scheduling.clock_tick import tick
from scheduling.watch_parties import set_reveal
from tests.league.resolved_leagues import PAIR
from tests.league.small_league import Table
from tests.pages.page_reader import reader
from tests.pages.season_pages import said
from tests.rules.ladder import LADDER
from tests.scheduling.calendar_league import DAY, HOUR, member
from tests.scheduling.test_watch_parties import climb_announced, locked, named

pytestmark = pytest.mark.django_db

HOME, SCHEDULE, MATCH, BOARD = (f"/l/rust-belt/s1/{page}" for page in ("", "schedule/", "m1/", "board/"))


@pytest.fixture(autouse=True)
def _ladder() -> Iterator[None]:
    with temporarily_installed(LADDER):
        yield


def in_days(days: int) -> datetime:
    """A moment that many days from now, at a full hour."""
    return (timezone.now() + timedelta(days=days)).replace(minute=0, second=0, microsecond=0)


def held_back(days: int = 3) -> Table:
    """A league whose locked match is played in that many days."""
    table = climb_announced()
    set_reveal(table.season, 1, until=in_days(days), member=member(table), at=in_days(0))
    return locked(table)


def post(act: str, **fields: str) -> tuple[Client, int]:
    """A commissioner's post to the schedule, and its status."""
    client = reader("boss")
    return client, client.post(SCHEDULE, {"act": act, "round": "1", **fields}).status_code


@pytest.mark.rule("HOUSE-006")
@pytest.mark.parametrize("address", [HOME, MATCH])
def test_home_and_match_count_down_to_the_reveal(address: str) -> None:
    held_back()
    page = Client().get(address).content.decode()
    assert 'data-countdown="' in page
    assert "countdown.js" in page
    assert "live.js" in page
    assert 'data-then="/l/rust-belt/s1/m1/replay/"' in page
    assert 'data-live="false"' in page
    assert f'datetime="{in_days(3).isoformat()}" data-local="deadline"' in page


def test_schedule_and_front_page_say_when_the_round_is_revealed() -> None:
    held_back()
    moment = f'<time datetime="{in_days(3).isoformat()}"'
    assert moment in Client().get(SCHEDULE).content.decode()
    front = Client().get("/").content.decode()
    assert f"Watch party, round 1: {moment}" in front


def test_the_home_names_nobody_who_is_awaited_while_a_round_is_held_back() -> None:
    table = held_back()
    tick(table.season, at=timezone.now())
    assert "The season waits for the commissioner" not in said(HOME)
    assert "The site plays it when its round is revealed." in said(MATCH)
    for address in (HOME, SCHEDULE, MATCH):
        assert "locked until the reveal" in said(address)
        assert "awaiting the report" not in said(address)


def test_a_page_goes_live_at_the_reveal_and_leads_to_the_replays_after_it() -> None:
    held_back()
    Reveal.objects.update(at=timezone.now())
    page = Client().get(HOME).content.decode()
    assert 'data-live="true"' in page
    assert "data-countdown" not in page
    tick("rust-belt/s1", at=timezone.now())
    run_due_jobs(clock=timezone.now)
    assert Match.objects.get().step == "M5.4"
    after = said(HOME, at="reveal")
    assert "Watch in this order: Round 1, match A" in after
    assert 'data-live="true"' not in Client().get(HOME).content.decode()


def test_hours_after_the_reveal_a_page_no_longer_looks_again_by_itself() -> None:
    held_back()
    Reveal.objects.update(at=timezone.now() - HOUR)
    assert 'data-live="true"' not in Client().get(MATCH).content.decode()


def test_a_commissioner_sets_moves_and_calls_off_a_reveal_on_the_schedule() -> None:
    climb_announced()
    assert "Make it a watch party" in said(SCHEDULE, reader("boss"))
    assert "watch party" not in said(SCHEDULE, reader("razors")).casefold()
    _, status = post("reveal", until=f"{in_days(9):%Y-%m-%dT%H:%M}")
    assert (status, Reveal.objects.get().at) == (302, in_days(9))
    _, status = post("reveal", until=f"{in_days(10):%Y-%m-%dT%H:%M}")
    assert (status, Reveal.objects.get().at) == (302, in_days(10))
    _, status = post("reveal_off")
    assert (status, Reveal.objects.get().at) == (302, None)


IMPOSSIBLE_TIMES = ("", "soon", "2020-01-01T20:00", "2026-13-01T20:00", "0001-01-01T00:00", "9999-12-31T23:59")


@pytest.mark.parametrize("typed", IMPOSSIBLE_TIMES)
def test_a_time_that_is_refused_is_shown_again_in_the_rounds_form(typed: str) -> None:
    climb_announced()
    client = reader("boss")
    answer = client.post(SCHEDULE, {"act": "reveal", "round": "1", "until": typed})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'reveal-form" open>' in page
    assert f'name="until" value="{typed}"' in page
    assert not Reveal.objects.exists()


@pytest.mark.parametrize("number", ["", "2", "one", "9" * 50])
def test_a_round_that_does_not_exist_has_no_reveal(number: str) -> None:
    climb_announced()
    assert post("reveal", round=number, until=f"{in_days(9):%Y-%m-%dT%H:%M}")[1] == 422


def test_a_planned_round_says_when_it_can_be_made_a_watch_party() -> None:
    climb_announced()
    sentence = "A planned round can be made a watch party once it is announced, while its line-ups are open."
    assert sentence not in said(SCHEDULE, reader("boss"))
    assert reader("boss").post(SCHEDULE, {"act": "all", "size": "2"}).status_code == 302
    assert said(SCHEDULE, reader("boss")).count(sentence) == 1
    assert sentence not in said(SCHEDULE, reader("razors"))
    plan = re.search(r'href="([^"]*)">Change<', reader("boss").get(SCHEDULE).content.decode())
    assert plan is not None
    assert "while its line-ups are open, you can make it a watch party" in said(plan[1], reader("boss"))


def test_an_owner_sets_no_reveal() -> None:
    climb_announced()
    assert reader("razors").post(SCHEDULE, {"act": "reveal", "round": "1"}).status_code == 403


def test_the_standing_time_is_set_on_the_schedule() -> None:
    table = climb_announced()
    for day, clock, kept in (("SAT", "20:00", "SAT 20:00"), ("SAT", "25:00", "SAT 20:00"), ("", "20:00", "")):
        post("standing", day=day, clock=clock)
        table.row.league.calendar.refresh_from_db()
        assert type(table.row.league.calendar).objects.get().standing_reveal == kept


def test_the_board_says_that_the_season_waits_for_the_reveal_and_gives_it_now() -> None:
    held_back()
    board = said(BOARD, reader("boss"), at="next")
    assert "Round 1 waits for its reveal" in board
    assert "Reveal now" in board
    assert "Round 1, match A the match It is played here" in said(BOARD, reader("boss"), at="waits")
    assert reader("boss").post(BOARD, {"act": "reveal_now", "round": "1"}).status_code == 302
    run_due_jobs(clock=timezone.now)
    assert Match.objects.get().step == "M5.4"
    assert reader("boss").post(BOARD, {"act": "reveal_now", "round": "1"}).status_code == 422
    assert reader("boss").post(BOARD, {"act": "reveal_now", "round": "x"}).status_code == 422


@pytest.mark.rule("DM-C-087")
def test_before_the_lock_the_board_and_the_match_say_that_it_is_played_and_offer_a_watch_party() -> None:
    table = named(climb_announced())
    offer = f'href="{SCHEDULE}#round-1">Reveal this round at a set time</a>'
    played = "The site then plays the match: at once, or at the time of its watch party."
    board = reader("boss").get(BOARD).content.decode()
    assert f"The line-ups are shown to everybody and cannot be changed after. {played}" in board
    assert "opens what is sealed" not in board
    assert played in reader("boss").get("/l/rust-belt/s1/do/lock_line_ups/?match=m1").content.decode()
    assert [offer in reader(who).get(MATCH).content.decode() for who in ("boss", PAIR[0])] == [True, False]
    assert offer in board
    assert 'id="round-1"' in reader("boss").get(SCHEDULE).content.decode()
    set_reveal(table.season, 1, until=in_days(3), member=member(table), at=in_days(0))
    assert [offer in reader("boss").get(address).content.decode() for address in (BOARD, MATCH)] == [False, False]


def test_a_league_without_a_calendar_is_offered_no_watch_party() -> None:
    table = named(climb_announced())
    Calendar.objects.filter(league=table.league).delete()
    for address in (BOARD, MATCH):
        assert "Reveal this round" not in reader("boss").get(address).content.decode()


def test_going_on_until_people_are_asked_does_not_reveal_the_round() -> None:
    held_back()
    reader("boss").post(BOARD, {"act": "on", "key": "k"})
    run_due_jobs(clock=timezone.now)
    assert Match.objects.get().step == "M4"


def test_calendars_have_the_watch_party_and_no_deadline_of_a_report() -> None:
    table = held_back()
    tick(table.season, at=timezone.now())
    events = Ical.from_ical(Client().get(f"{HOME}calendar.ics").content).walk("VEVENT")
    by_name = {str(event["summary"]): event for event in events}
    assert by_name["Watch party: round 1"].decoded("dtstart") == in_days(3).astimezone(UTC)
    assert not any(name.startswith("Deadline") for name in by_name)
    assert int(by_name["Watch party: round 1"]["sequence"]) == 0


def test_nothing_that_anybody_reads_changes_between_the_lock_and_the_reveal() -> None:
    """Between the lock and the reveal the season stays byte for byte as it was, for a stranger and for its people."""
    table = held_back()
    tick(table.season, at=timezone.now())
    addresses = [
        f"/l/rust-belt/s1/{page}"
        for page in ("m1/", "m1/replay/", "standings/", "journal/", "export.json", "tables/")
    ]
    addresses += [
        "/",
        "/l/rust-belt/",
        "/l/rust-belt/search/?q=razors",
        "/inbox/",
        f"{HOME}schedule/",
        f"{HOME}drivers/",
    ]
    addresses += ["/l/rust-belt/journal.atom", "/l/rust-belt/records/", *(f"/l/rust-belt/f/{id}/" for id in PAIR)]
    addresses += [f"/api/v1/leagues/rust-belt/seasons/s1/{noun}" for noun in ("standings", "matches/m1", "entries")]

    def read() -> list[tuple[str, int, str]]:
        told = []
        for who in ("stranger", "razors", "boss"):
            client = Client() if who == "stranger" else reader(who)
            told += [(address, (answer := client.get(address)).status_code, plain(answer)) for address in addresses]
        return told

    before, length, waiting = read(), table.row.length, Outbox.objects.count()
    assert {status for _, status, _ in before} <= {200, 302, 404}
    tick(table.season, at=timezone.now() + DAY)
    run_due_jobs(clock=lambda: timezone.now() + DAY)
    assert (table.row.length, Outbox.objects.count(), Delivery.objects.count()) == (length, waiting, 0)
    assert read() == before


def plain(answer: Any) -> str:
    """The text of an answer without what differs in any two: countdowns and tokens of forms."""

    text = (answer.getvalue() if answer.streaming else answer.content).decode()
    text = re.sub(r'data-countdown="\d+"[^<]*', "", text)
    return re.sub(r'(csrfmiddlewaretoken|nonce|name="key")[^>]*', "", text)
