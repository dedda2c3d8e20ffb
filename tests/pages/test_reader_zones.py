"""Pages, mail and feeds show times in the zone that their reader chose, with the league's beside it."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from icalendar import Calendar as ICal

from league.accounts import set_time_zone
from league.models import League, Notice, Preferences, Season, Window
from league.pages.season.deadlines import parse_local_time, understood_time
from league.pages.season.feeds import build_calendar
from league.times import Zones
from scheduling.clock_controls import move_deadline
from scheduling.clock_tick import tick
from scheduling.notices.letters import compose_mail
from scheduling.notices.texts import notice_text
from tests.league.small_league import BEGAN, Table, announced, founded, settled
from tests.pages.page_reader import main_of, reader, words
from tests.scheduling.calendar_league import clocked, member, told

pytestmark = pytest.mark.django_db
HOME = "/l/rust-belt/s1/"
UNTIL = datetime(2026, 10, 25, 1, 30, tzinfo=UTC)
"""The second 02:30 in Berlin on the day on which the clocks go back there."""


def person(who: str) -> Any:
    return get_user_model().objects.get(username=f"rust-belt-{who}")


def naming(zone: str = "Europe/Berlin") -> Table:
    """A league whose line-ups are awaited until then."""
    table = clocked(announced(), time_zone=zone, hours={"M3": 30})
    tick(table.season, at=BEGAN)
    Window.objects.update(closes_at=UNTIL)
    return table


def deadline_of(html: str) -> str:
    """The first deadline of a page, as its element shows it."""
    found = re.search(rf'<time[^>]*datetime="{re.escape(UNTIL.isoformat())}"[^>]*>([^<]*)</time>', html)
    assert found, "the page shows no such deadline"
    return found[1]


def choose(who: str, zone: str) -> None:
    set_time_zone(user=person(who), name=zone)


@pytest.mark.parametrize(
    ("zone", "shown"),
    [
        ("Pacific/Kiritimati", "Sun 25 Oct 15:30 UTC+14 (02:30 CET in the league)"),
        ("America/St_Johns", "Sat 24 Oct 23:00 NDT (Sun 25 Oct 02:30 CET in the league)"),
        ("Europe/Berlin", "Sun 25 Oct 02:30 CET"),
        ("", "Sun 25 Oct 02:30 CET"),
    ],
)
def test_page_mail_and_feed_agree_on_a_deadline_when_the_clocks_go_back(zone: str, shown: str) -> None:
    table = naming()
    choose("razors", zone)
    moved = UNTIL + timedelta(hours=3)
    move_deadline(table.season, "M3/m1", until=moved, member=member(table), at=BEGAN, reason="Somebody is away.")
    move_deadline(
        table.season, "M3/m1", until=UNTIL, member=member(table), at=BEGAN + timedelta(hours=1), reason="Not so."
    )
    client = reader("razors")
    assert deadline_of(main_of(client, HOME)) == shown
    notice = Notice.objects.get(member=member(table, "razors"), about="shortened")
    notice = Notice.objects.select_related("member__user__preferences", "member__league__calendar").get(pk=notice.pk)
    assert f"until {shown}. “Not so.”" in compose_mail(notice).body
    assert f"until {shown}. “Not so.”" in words(client, "/inbox/")
    row = Season.objects.select_related("league__calendar").get(pk=table.season)
    content, _ = build_calendar(league=row.league, season=row, at=BEGAN, site=str)
    events = {str(it["summary"]): it["DTSTART"].dt for it in ICal.from_ical(content).walk("VEVENT")}
    assert events["Deadline: line-ups of round 1, match A"] == UNTIL


def test_a_stranger_sees_the_leagues_zone_and_a_script_may_show_the_browsers() -> None:
    naming("America/St_Johns")
    html = main_of(Client(), HOME)
    assert deadline_of(html) == "Sat 24 Oct 23:00 NDT"
    assert 'data-local="deadline" data-zone="America/St_Johns">Sat 24 Oct' in html
    choose("razors", "Europe/Berlin")
    assert "data-local" not in main_of(reader("razors"), HOME)


def test_what_was_done_names_the_readers_zone_and_the_leagues_beside_it() -> None:
    clocked(founded(), time_zone="Europe/Berlin")
    choose("razors", "Pacific/Kiritimati")
    assert re.search(r"\d+ Sep 2026, \d\d:\d\d UTC\+14 \(\d", words(reader("razors"), "/l/rust-belt/s1/journal/"))


def test_old_notices_keep_their_words_and_bad_moments_harm_nobody() -> None:
    zones = Zones("Pacific/Kiritimati", "Europe/Berlin")
    old = {"asked": "Name it", "until": "Tue 24 Nov 20:00 CET"}
    for arguments in (old, {**old, "until_at": "soon"}, {**old, "until_at": 7}, {**old, "until_at": "2026-11-24"}):
        text = notice_text(Notice(about="turn", arguments=arguments), {}, zones)
        assert text.sentence == "Name it by Tue 24 Nov 20:00 CET."
    new = {**old, "until_at": "2026-11-24T19:00:00+00:00"}
    assert notice_text(Notice(about="turn", arguments=new), {}).sentence == "Name it by Tue 24 Nov 20:00 CET."
    assert notice_text(Notice(about="turn", arguments=new), {}, zones).sentence == (
        "Name it by Wed 25 Nov 09:00 UTC+14 (Tue 24 Nov 20:00 CET in the league)."
    )
    agreed = {"match": "m1", "then": "it is accepted automatically x", "then_at": "2026-11-24T19:00:00+00:00"}
    sentence = notice_text(Notice(about="report_agreed", arguments=agreed), {}, Zones(league="UTC")).sentence
    assert sentence.endswith("it is accepted automatically Tue 24 Nov 19:00 UTC.")


def test_the_notices_of_the_clock_hold_the_moment_beside_its_words() -> None:
    table = naming()
    notice = Notice.objects.filter(member=member(table, "razors"), about="turn").get()
    assert datetime.fromisoformat(notice.arguments["until_at"]) == BEGAN + timedelta(hours=30)
    assert told(table, "razors", about="turn")[0].endswith(f"by {notice.arguments['until']}.")


def test_the_zone_of_an_owner_stands_beside_their_name_for_members_alone() -> None:
    table = settled()
    choose("razors", "america/st_johns")
    League.objects.update(public=True)
    assert "America/St Johns" in words(reader("saints"), "/l/rust-belt/people/")
    number = member(table, "razors").pk
    assert "America/St Johns" in words(reader("boss"), f"/l/rust-belt/people/{number}/")
    match = "/l/rust-belt/s1/m1/"
    assert "owner in America/St Johns" in words(reader("saints"), match)
    assert "Johns" not in words(Client(), match)
    set_time_zone(user=person("razors"), name="America/St_Johns", shown=False)
    assert "Johns" not in words(reader("saints"), "/l/rust-belt/people/") + words(reader("saints"), match)


def test_a_person_sets_hides_and_clears_their_zone_on_their_page() -> None:
    founded()
    client = reader("razors")
    assert "data-zone-offer hidden" in client.get("/me/").content.decode()
    sent = {"act": "zone", "time_zone": "Berlim", "shown": "on"}
    refused = client.post("/me/", sent)
    assert refused.status_code == 422
    assert 'value="Berlim"' in refused.content.decode()
    assert "did you mean Europe/Berlin" in refused.content.decode()
    assert not Preferences.objects.exists()
    assert client.post("/me/", {**sent, "time_zone": "EUROPE/berlin"}).status_code == 302
    row = Preferences.objects.get()
    assert (row.time_zone, row.zone_shown) == ("Europe/Berlin", True)
    assert "data-zone-offer" not in client.get("/me/").content.decode() + client.get("/").content.decode()
    client.post("/me/", {"act": "zone", "time_zone": ""})
    row.refresh_from_db()
    assert (row.time_zone, row.zone_shown) == ("", False)
    taken = client.post("/me/", {"act": "zone_offer", "back": "home", "time_zone": "Asia/Calcutta"})
    assert taken["Location"] == "/"
    row.refresh_from_db()
    assert (row.time_zone, row.zone_shown) == ("Asia/Calcutta", False)


def test_a_commissioners_time_that_the_clocks_skip_is_said_as_it_was_understood() -> None:
    league = clocked(founded(), time_zone="America/St_Johns").row.league
    text = "2027-03-14T02:15"
    moment = parse_local_time(league, text)
    assert moment == datetime(2027, 3, 14, 5, 45, tzinfo=UTC)
    assert understood_time(league, text, moment) == (
        "The clocks skip 02:15 that day, so it was read as Sun 14 Mar 03:15 NDT."
    )
    assert understood_time(league, "2027-03-15T02:15", moment) == ""
    assert understood_time(league, "tonight", moment) == ""


@pytest.mark.statements
def test_a_page_with_many_times_asks_for_the_zone_once() -> None:
    settled()
    client = reader("razors")
    queries = []
    for zone in ("", "Pacific/Kiritimati"):
        choose("razors", zone)
        client.get("/l/rust-belt/s1/journal/")
        with CaptureQueriesContext(connection) as captured:
            client.get("/l/rust-belt/s1/journal/")
        queries.append(len(captured))
        assert sum("league_preferences" in query["sql"] for query in captured) <= 1
    assert queries[0] == queries[1]
