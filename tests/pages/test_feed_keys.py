"""A person's key opens the calendar and the feed of one league as they may read them, and nothing else."""

from __future__ import annotations

import re
import sys
from datetime import timedelta
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from django.contrib.auth import get_user_model
from django.test import Client, RequestFactory
from django.utils import timezone
from django.views.debug import ExceptionReporter
from icalendar import Calendar

from config.middleware.feed_key import FeedKeyMiddleware
from league.access import viewer_of
from league.accounts import erase
from league.feed_key_access import KNOWN_SECONDS
from league.feed_keys import FeedKeyExists, FeedKeyReplaced, make_feed_key, replace_feed_key, revoke_feed_key
from league.models import FeedKey, League, Membership
from league.role_changes import hand_over, leave, remove
from league.sandboxes import create_sandbox
from rules.core.refusals import Refusal
from scheduling.league_life import archive_league
from scheduling.windows import sync_windows
from tests.league.small_league import Table, announced, founded
from tests.own_cache import empty_cache
from tests.pages.page_reader import reader, words
from tests.scheduling.calendar_league import clocked, member

pytestmark = pytest.mark.django_db
CALENDAR, FEED, PAGE = "/l/rust-belt/calendar.ics", "/l/rust-belt/journal.atom", "/l/rust-belt/people/calendar/"
OF_SEASON = "/l/rust-belt/s1/calendar.ics"


@pytest.fixture(autouse=True)
def _nobody_guessed_before() -> None:
    empty_cache()


def person(who: str) -> Any:
    return get_user_model().objects.get(username=f"rust-belt-{who}")


def closed_league() -> Table:
    """A league for members whose line-ups are awaited."""
    now = timezone.now()
    table = clocked(announced(), time_zone="Europe/Berlin", hours={"M3": 72})
    sync_windows(table.season, at=now)
    League.objects.filter(pk=table.league).update(public=False)
    return table


def key_of(table: Table, who: str) -> str:
    """The text of a new key."""
    return make_feed_key(league=table.row.league, user=person(who), at=timezone.now())[1]


def status(address: str, key: str, client: Client | None = None) -> int:
    return int((client or Client()).get(address, {"key": key}).status_code)


def summaries(key: str) -> dict[str, int]:
    """The events of the calendar that is fetched with a key, each with how many alarms it has."""
    content = Client().get(CALENDAR, {"key": key}).content
    return {str(it["summary"]): len(it.walk("VALARM")) for it in Calendar.from_ical(content).walk("VEVENT")}


def test_a_key_opens_the_calendar_and_the_feed_of_a_league_for_members() -> None:
    table = closed_league()
    key = key_of(table, "razors")
    for address in (CALENDAR, OF_SEASON, FEED):
        assert Client().get(address).status_code == 404
        answer = Client().get(address, {"key": key})
        assert answer.status_code == 200
        assert answer["Referrer-Policy"] == "no-referrer"
        assert "private" in answer["Cache-Control"]
        assert key.encode() not in answer.content
    stored = FeedKey.objects.get()
    assert key not in str(FeedKey.objects.values().get())
    assert key.startswith(stored.shown)
    assert stored.used_at is not None


def test_it_opens_no_page_no_file_no_api_and_no_form() -> None:
    table = closed_league()
    key = key_of(table, "boss")
    client = Client()
    for address in ("/l/rust-belt/", "/l/rust-belt/s1/", "/l/rust-belt/people/", "/l/rust-belt/s1/export.json",
                    "/l/rust-belt/s1/tables/standings.csv", "/api/v1/leagues/rust-belt"):  # fmt: skip
        assert status(address, key, client) in {302, 400, 404}, address
    assert client.post(f"{CALENDAR}?key={key}").status_code == 405
    assert client.post(f"{FEED}?key={key}").status_code == 405
    assert client.get("/api/v1/leagues/rust-belt", headers={"authorization": f"Bearer {key}"}).status_code == 401
    assert not client.session.keys()
    assert "_auth_user_id" not in client.session


def test_a_wrong_key_finds_what_a_league_that_does_not_exist_has() -> None:
    table = closed_league()
    key = key_of(table, "razors")
    missing = Client().get("/l/no-such-league/calendar.ics", {"key": "dmf_wrong"})
    answers = [Client().get(address, {"key": wrong}) for address in (CALENDAR, FEED) for wrong in ("", "dmf_wrong")]
    answers.append(reader("razors").get(CALENDAR, {"key": f"{key}x"}))
    assert {answer.status_code for answer in (*answers, missing)} == {404}

    def without_path(answer: Any) -> str:
        return re.sub(r'href="[^"]*next=[^"]*"', "", answer.content.decode())

    assert without_path(answers[0]) == without_path(missing)
    League.objects.filter(pk=table.league).update(public=True)
    assert status(CALENDAR, "dmf_wrong") == 404


def test_a_key_of_another_league_or_of_a_sandbox_opens_nothing() -> None:
    table = closed_league()
    other = founded(league="far-coast")
    League.objects.filter(pk=other.league).update(public=False)
    key = key_of(table, "razors")
    assert status("/l/far-coast/journal.atom", key) == 404
    owner = viewer_of(person("razors"), table.row.league)
    sandbox = create_sandbox(season=table.row, viewer=owner, at=timezone.now())
    assert status(f"/l/rust-belt/{sandbox.season.name}/calendar.ics", key) == 404
    assert status(OF_SEASON, key) == 200


def test_replacing_a_key_ends_the_old_one_at_once_and_revoking_ends_the_new_one() -> None:
    table = closed_league()
    league, user, now = table.row.league, person("razors"), timezone.now()
    old = key_of(table, "razors")
    assert status(CALENDAR, old) == 200
    with pytest.raises(FeedKeyExists):
        make_feed_key(league=league, user=user, at=now)
    new = replace_feed_key(league=league, user=user, at=now, seen=FeedKey.objects.get().shown)[1]
    assert (status(CALENDAR, old), status(CALENDAR, new)) == (404, 200)
    with pytest.raises(FeedKeyReplaced):
        replace_feed_key(league=league, user=user, at=now, seen=old[:10])
    with pytest.raises(FeedKeyReplaced):
        revoke_feed_key(league=league, user=user, seen=old[:10])
    assert status(CALENDAR, new) == 200
    assert revoke_feed_key(league=league, user=user)
    assert not revoke_feed_key(league=league, user=user)
    assert status(CALENDAR, new) == 404


def test_the_key_of_who_left_was_removed_or_was_erased_stops_for_good() -> None:
    table = closed_league()
    league, now = table.row.league, timezone.now()
    keys = {who: key_of(table, who) for who in ("razors", "saints", "widows")}
    leave(league=league, user=person("razors"), at=now)
    remove(league=league, user=person("saints"), by=member(table), at=now, reason="They never answer.")
    erase(user=person("widows"), at=now)
    assert {who: status(CALENDAR, key) for who, key in keys.items()} == dict.fromkeys(keys, 404)
    Membership.objects.filter(user=person("razors")).update(role=Membership.Role.SPECTATOR)
    assert status(CALENDAR, keys["razors"]) == 404
    assert not FeedKey.objects.exists()
    with pytest.raises(Refusal):
        make_feed_key(league=league, user=person("saints"), at=now)


def test_the_calendar_follows_the_role_and_reminds_only_of_what_waits_for_the_reader() -> None:
    table = closed_league()
    key = key_of(table, "razors")
    mine = [summary for summary, alarms in summaries(key).items() if summary.startswith("Your deadline") and alarms]
    assert mine == ["Your deadline: line-ups of round 1, match A"]
    hand_over(
        league=table.row.league, franchise="razors", user=person("boss"), by=member(table), at=timezone.now(),
        reason="They are away for a year.",
    )  # fmt: skip
    after = summaries(key)
    assert after["Deadline: line-ups of round 1, match A"] == 0
    assert not any(summary.startswith("Your") for summary in after)


def test_what_is_sealed_stays_sealed_in_the_feed_of_its_own_owner() -> None:
    table = closed_league()
    seats = [{"car": "razors.car3", "driver": "razors.d4"}]
    table.give("name_line_up", by="razors", franchise="razors", match="m1", seats=seats, words="only the rain knows")
    key = key_of(table, "razors")
    feed = ET.fromstring(Client().get(FEED, {"key": key}).content)  # noqa: S314 - it is our own
    assert "Name a line-up" not in ET.tostring(feed, encoding="unicode")
    assert b"d4" not in Client().get(CALENDAR, {"key": key}).content
    assert "Deadline: line-ups of round 1, match A" in summaries(key), "their own line-up is in"


def test_guesses_are_slowed_and_a_key_that_is_known_is_not() -> None:
    table = closed_league()
    key, later = key_of(table, "razors"), key_of(table, "saints")
    assert status(CALENDAR, key) == 200
    assert [status(CALENDAR, f"dmf_{number}") for number in range(30)] == [404] * 30
    refused = Client().get(CALENDAR, {"key": "dmf_31"})
    assert (refused.status_code, refused["Retry-After"]) == (429, "60")
    assert (status(CALENDAR, key), status(CALENDAR, later)) == (200, 429)
    assert Client().get(CALENDAR).status_code == 404
    assert timedelta(days=1).total_seconds() == KNOWN_SECONDS


def test_a_reader_that_has_the_calendar_gets_it_again_only_when_it_changed() -> None:
    table = closed_league()
    key = key_of(table, "razors")
    for address in (CALENDAR, OF_SEASON, FEED):
        first = Client().get(address, {"key": key})
        again = Client().get(address, {"key": key}, headers={"if-none-match": first["ETag"]})
        since = Client().get(address, {"key": key}, headers={"if-modified-since": first["Last-Modified"]})
        assert (again.status_code, since.status_code) == (304, 304), address
        assert again["Referrer-Policy"] == "no-referrer"
    tag = Client().get(CALENDAR, {"key": key})["ETag"]
    clocked(table, time_zone="America/St_Johns")
    assert Client().get(CALENDAR, {"key": key}, headers={"if-none-match": tag}).status_code == 200


def test_the_calendar_names_the_zone_and_how_often_to_look() -> None:
    table = closed_league()
    content = Client().get(CALENDAR, {"key": key_of(table, "razors")}).content.decode()
    assert "X-WR-TIMEZONE:Europe/Berlin" in content
    assert "X-PUBLISHED-TTL:PT1H" in content
    assert "REFRESH-INTERVAL;VALUE=DURATION:PT1H" in content
    assert re.search(r"\r\nDTSTART:\d{8}T\d{6}Z\r\n", content)
    assert "TZID" not in content


def test_no_error_report_and_no_log_has_the_key(caplog: pytest.LogCaptureFixture) -> None:
    seen: dict[str, str] = {}

    class Broken(Exception):
        """What a view raises that is broken."""

    def view(request: Any) -> Any:
        try:
            raise Broken
        except Broken:
            seen["report"] = ExceptionReporter(request, *sys.exc_info()).get_traceback_html()
            seen["request"] = repr(request) + request.get_full_path()
        raise Broken

    key = "dmf_" + "x7" * 9
    request = RequestFactory().get(CALENDAR, {"key": key, "q": "kept"})
    request.META["RAW_URI"] = f"{CALENDAR}?key={key}"
    with pytest.raises(Broken):
        FeedKeyMiddleware(view)(request)
    assert key not in seen["report"] + seen["request"]
    assert request.GET.dict() == {"q": "kept"}
    closed_league()
    Client().get(CALENDAR, {"key": key})
    assert key not in caplog.text


def test_a_member_makes_replaces_and_revokes_their_address_on_its_page() -> None:
    closed_league()
    client = reader("razors")
    assert "Make my address" in words(client, PAGE)
    made = client.post(PAGE, {"act": "make"}).content.decode()
    key = re.search(r'id="made"[^>]* value="http://testserver/l/rust-belt/calendar.ics\?key=(dmf_[\w-]+)"', made)
    assert key
    assert f'href="webcal://testserver/l/rust-belt/calendar.ics?key={key[1]}"' in made
    assert status(CALENDAR, key[1]) == 200
    shown = words(client, PAGE)
    assert key[1] not in shown
    assert f"{key[1][:10]}…" in shown
    again = client.post(PAGE, {"act": "make"})
    assert again.status_code == 422
    assert "You have an address already" in again.content.decode()
    assert client.post(PAGE, {"act": "replace", "seen": key[1][:10]}).status_code == 200
    assert client.post(PAGE, {"act": "replace", "seen": key[1][:10]}).status_code == 422
    assert status(CALENDAR, key[1]) == 404
    assert client.post(PAGE, {"act": "revoke"}).status_code == 302
    assert "Make my address" in words(client, PAGE)
    assert client.post(PAGE, {"act": "sing"}).status_code == 422


def test_a_key_that_leaked_is_replaced_and_revoked_in_an_archived_league_too() -> None:
    table = closed_league()
    leaked = key_of(table, "razors")
    boss = Membership.objects.get(handle=table.handle("boss"))
    archive_league(league=table.row.league, by=boss, at=timezone.now())
    client = reader("razors")
    assert status(CALENDAR, leaked) == 200
    assert client.post(PAGE, {"act": "replace", "seen": leaked[:10]}).status_code == 200
    assert status(CALENDAR, leaked) == 404
    assert client.post(PAGE, {"act": "revoke"}).status_code == 302
    assert not FeedKey.objects.exists()


def test_the_page_is_linked_where_the_feeds_are_and_nobody_else_has_one() -> None:
    closed_league()
    client = reader("razors")
    for address in ("/l/rust-belt/s1/tables/", "/l/rust-belt/people/", "/me/"):
        assert PAGE in client.get(address).content.decode(), address
    assert Client().get(PAGE).status_code == 404
    League.objects.update(public=True)
    assert Client().get(PAGE).status_code == 302
    assert PAGE not in Client().get("/l/rust-belt/s1/tables/").content.decode()
