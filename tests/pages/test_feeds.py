"""The journal as a feed and the deadlines as a calendar: what a stranger may read, and nothing sealed."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from xml.etree import ElementTree as ET

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from icalendar import Calendar, Component

from franchises.models import Franchise
from journal.amends.misread_dice import Misreading
from league.models import Calendar as LeagueCalendar
from league.models import Entry, League, Season
from league.pages.season.feeds import build_calendar
from league.renaming import rename
from league.views.feeds import NAMESPACE
from scheduling.clock_controls import move_deadline, pause_clock, resume_clock
from scheduling.windows import sync_windows
from tests.journal.misread_league import PARTY, misread, partied
from tests.league.small_league import BEGAN, Table, announced, founded, settled
from tests.pages.large_league import grown
from tests.pages.page_reader import reader
from tests.scheduling.calendar_league import clocked, member

pytestmark = pytest.mark.django_db
FEED, CALENDAR = "/l/rust-belt/journal.atom", "/l/rust-belt/s1/calendar.ics"
ATOM = "{http://www.w3.org/2005/Atom}"


def entries(client: Client | None = None) -> list[dict[str, str]]:
    """The feed's entries of the journal with title, link and summary."""
    return [item for item in items(client) if "/round-ups/" not in item["href"]]


def items(client: Client | None = None) -> list[dict[str, str]]:
    """Everything in the feed with title, link and summary, round-ups included."""
    answer = (client or Client()).get(FEED)
    assert answer["Content-Type"].startswith("application/atom+xml")
    feed = ET.fromstring(answer.content)  # noqa: S314 - it is our own
    return [
        {
            "title": element.findtext(f"{ATOM}title", ""),
            "href": element.find(f"{ATOM}link").get("href", ""),  # type: ignore[union-attr]
            "told": element.findtext(f"{ATOM}summary", ""),
        }
        for element in feed.findall(f"{ATOM}entry")
    ]


def sealed() -> Table:
    table = announced()
    seats = [{"car": "razors.car3", "driver": "razors.d4"}]
    table.give("name_line_up", by="razors", franchise="razors", match="m1", seats=seats, words="only the rain knows")
    return table


def naming() -> Table:
    """A league naming line-ups, with a window of thirty hours."""
    table = clocked(announced(), time_zone="UTC", hours={"M3": 30})
    sync_windows(table.season, at=BEGAN)
    return table


def components(at: datetime = BEGAN, season: str = "rust-belt/s1") -> dict[str, Component]:
    """The events of the season's calendar as it is fetched at a time, by summary."""
    row = Season.objects.select_related("league__calendar").get(pk=season)
    content, _ = build_calendar(league=row.league, season=row, at=at, site=lambda href: f"https://site{href}")
    return {str(component["summary"]): component for component in Calendar.from_ical(content).walk("VEVENT")}


def events(season: str = "rust-belt/s1") -> dict[str, dict[str, object]]:
    """The properties of those events."""
    return {summary: dict(component) for summary, component in components(season=season).items()}


def alarms(at: datetime) -> list[tuple[timedelta, str]]:
    """The alarms of the line-ups' deadline in a calendar that is fetched at a time: when, and their words."""
    deadline = components(at)["Deadline: line-ups of round 1, match A"]
    return [(alarm["TRIGGER"].dt, str(alarm["DESCRIPTION"])) for alarm in deadline.walk("VALARM")]


def test_the_newest_entry_comes_first_with_what_came_of_it_in_its_title() -> None:
    table = settled()
    listed = entries()
    length = Season.objects.get(pk=table.season).length
    assert [int(item["href"].rsplit("/", 2)[1]) for item in listed] == sorted(
        range(length - len(listed) + 1, length + 1)
    )[::-1]
    assert all(item["href"].startswith("http://testserver/l/rust-belt/s1/journal/") for item in listed)
    assert any(item["title"].startswith("Settle match: ") for item in listed)


def test_a_round_that_is_settled_has_its_round_up_in_the_feed() -> None:
    table = settled()
    (round_up,) = (item for item in items() if "/round-ups/" in item["href"])
    assert round_up["title"] == "Round 1 in short"
    assert round_up["href"] == f"http://testserver/l/{table.season}/round-ups/1/"
    assert "Razors" in round_up["told"]
    page = Client().get(f"/l/{table.season}/round-ups/1/").content.decode()
    text = re.sub(r"<[^>]+>", "", page)
    sentences = re.findall(r"<p>(.*?)</p>", round_up["told"])
    assert sentences
    assert [sentence for sentence in sentences if sentence not in text] == []


def test_a_round_in_which_a_match_is_not_settled_has_none() -> None:
    announced()
    assert [item for item in items() if "/round-ups/" in item["href"]] == []
    assert Client().get("/l/rust-belt/s1/round-ups/1/").status_code == 404


def test_markup_in_a_reason_is_text_in_the_feed() -> None:
    table = founded()
    table.give("adjust_balance", franchise="razors", amount=1000, reason="<b>Won</b> a bet.")
    assert "&lt;b&gt;Won&lt;/b&gt; a bet." in entries()[0]["told"]


@pytest.mark.parametrize("who", ["stranger", "razors", "boss"])
def test_a_sealed_entry_is_in_nobodys_feed_not_even_its_owners(who: str) -> None:
    sealed()
    for entry in entries(reader(who)):
        assert "Name a line-up" not in entry["title"]
        assert "rain" not in entry["told"]


def newest() -> tuple[dict[str, str], str, str]:
    """The feed's element for the newest head: its attributes, its text, and when the feed was updated."""
    feed = ET.fromstring(Client().get(FEED).content)  # noqa: S314 - it is our own
    (head,) = feed.findall(f"{{{NAMESPACE}}}head")
    return head.attrib, head.text or "", feed.findtext(f"{ATOM}updated", "")


def test_the_feed_names_the_newest_head_and_every_item_its_own() -> None:
    table = settled()
    row = table.row
    assert newest()[:2] == ({"season": table.season, "entry": str(row.length)}, row.head)
    hashes = dict(Entry.objects.filter(season=row).values_list("number", "hash"))
    summaries = {int(entry["href"].rsplit("/", 2)[1]): entry["told"] for entry in entries()}
    assert all(sentence.endswith(f"<p>Head: {number}:{hashes[number]}</p>") for number, sentence in summaries.items())


def test_a_sealed_entry_moves_the_head_and_the_date_of_the_feed_and_adds_no_item() -> None:
    table = announced()
    before, listed = newest(), entries()
    seats = [{"car": "razors.car3", "driver": "razors.d4"}]
    table.at = BEGAN + timedelta(days=3)
    table.give("name_line_up", by="razors", franchise="razors", match="m1", seats=seats)
    after = newest()
    assert (after[0]["entry"], after[1]) == (str(table.row.length), table.row.head)
    assert after[1] != before[1]
    assert after[2].startswith(f"{BEGAN + timedelta(days=3):%Y-%m-%d}")
    assert entries() == listed


@pytest.mark.parametrize("address", [FEED, CALENDAR])
def test_a_league_for_members_has_neither_feed_nor_calendar_for_strangers(address: str) -> None:
    table = announced()
    League.objects.filter(pk=table.league).update(public=False)
    assert Client().get(address).status_code == 404
    assert reader("razors").get(address).status_code == 200


def test_a_league_without_a_season_has_no_feed() -> None:
    League.objects.create(pk="empty", name="Empty", founded_at=BEGAN)
    assert Client().get("/l/empty/journal.atom").status_code == 404


def test_a_deadline_is_an_event_at_its_moment_that_leads_to_its_match() -> None:
    naming()
    calendar_events = events()
    deadline = calendar_events["Deadline: line-ups of round 1, match A"]
    assert deadline["DTSTART"].dt == BEGAN + timedelta(hours=30)  # type: ignore[attr-defined]
    assert str(deadline["URL"]) == "https://site/l/rust-belt/s1/m1/"
    assert str(deadline["UID"]) == "deadline-M3-m1@rust-belt.s1"


def test_a_round_lasts_from_its_first_window_to_its_last() -> None:
    naming()
    round = events()["Round 1"]
    assert (round["DTSTART"].dt, round["DTEND"].dt) == (BEGAN, BEGAN + timedelta(hours=30))  # type: ignore[attr-defined]
    assert "Round 1, match A" in str(round["DESCRIPTION"])


def test_what_stands_still_has_no_deadline_in_the_calendar() -> None:
    table = naming()
    pause_clock(table.season, member=member(table), at=BEGAN, reason="Half of us are ill.")
    assert not any(event.startswith("Deadline") for event in events())


def test_the_calendar_reminds_when_the_site_does_and_never_in_the_past() -> None:
    naming()
    assert alarms(BEGAN) == [(-timedelta(hours=15), "15 h left: line-ups of round 1, match A")]
    assert alarms(BEGAN + timedelta(hours=15)) == []
    LeagueCalendar.objects.update(reminder_hours=2)
    assert alarms(BEGAN) == [(-timedelta(hours=2), "2 h left: line-ups of round 1, match A")]
    LeagueCalendar.objects.update(reminder_hours=0)
    assert alarms(BEGAN) == []


def test_a_deadline_that_was_moved_is_the_same_event_known_as_changed() -> None:
    table = naming()
    before = components()["Deadline: line-ups of round 1, match A"]
    again = components(BEGAN + timedelta(hours=1))["Deadline: line-ups of round 1, match A"]
    assert before.to_ical() == again.to_ical()
    moved_at, until = BEGAN + timedelta(hours=2), BEGAN + timedelta(hours=40)
    move_deadline(table.season, "M3/m1", until=until, member=member(table), at=moved_at, reason="Somebody is away.")
    after = components(moved_at)["Deadline: line-ups of round 1, match A"]
    assert after["UID"] == before["UID"]
    assert (before["SEQUENCE"], after["SEQUENCE"]) == (0, 2)
    assert after["LAST-MODIFIED"].dt == after["DTSTAMP"].dt == moved_at
    assert after["DTSTART"].dt == until
    rounds = [components(at)["Round 1"] for at in (BEGAN, moved_at)]
    assert [round["LAST-MODIFIED"].dt for round in rounds] == [moved_at, moved_at]


def test_a_rename_changes_calendar_and_feed_for_programs_that_ask_by_time_alone() -> None:
    table = naming()
    before = {address: Client().get(address) for address in (FEED, CALENDAR)}
    renamed_at = BEGAN + timedelta(days=400)
    rename(
        league=League.objects.get(),
        kind="franchise",
        subject="razors",
        name="Night Owls",
        memberships=[member(table, "razors")],
        at=renamed_at,
    )
    for address, answer in before.items():
        since = {"if-modified-since": answer["Last-Modified"]}
        assert Client().get(address, headers=since).status_code == 200, address
    deadline = components()["Deadline: line-ups of round 1, match A"]
    assert "Night Owls" in deadline["DESCRIPTION"]
    assert (deadline["LAST-MODIFIED"].dt, deadline["SEQUENCE"]) == (renamed_at, 0)


def test_a_window_that_pauses_and_goes_on_moves_its_event_each_time() -> None:
    table = naming()
    pause_clock(table.season, member=member(table), at=BEGAN, reason="Half of us are ill.")
    resume_clock(table.season, member=member(table), at=BEGAN + timedelta(hours=5), reason="We are well again.")
    event = components(BEGAN + timedelta(hours=5))["Deadline: line-ups of round 1, match A"]
    assert (event["SEQUENCE"], event["DTSTART"].dt) == (4, BEGAN + timedelta(hours=35))


def test_a_league_that_keeps_no_calendar_has_an_empty_one() -> None:
    announced()
    assert events() == {}
    assert Client().get(CALENDAR).content.startswith(b"BEGIN:VCALENDAR")


AWKWARD = "Rust, Salt; \\n <b>&amp;\r\nSUMMARY:Forged\rx\x0b\x1b\uffff"
"""A name as no form takes it but an old row may have it."""


def test_the_texts_of_a_calendar_are_escaped_and_add_no_lines_or_properties() -> None:
    naming()
    League.objects.update(name=AWKWARD)
    Franchise.objects.filter(pk="rust-belt/razors").update(name=AWKWARD)
    content = Client().get(CALENDAR).content.decode()
    unfolded = content.replace("\r\n ", "")
    name = r"Rust\, Salt\; \\n <b>&amp\;\nSUMMARY:Forged\nx"
    assert f"\r\nX-WR-CALNAME:{name}\\, season 1\r\n" in unfolded
    assert f"\r\nCATEGORIES:{name}\r\n" in unfolded
    assert "\r\nSUMMARY:Forged" not in unfolded
    assert not re.search(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\r(?!\n)|(?<!\r)\n", content)
    read = AWKWARD.replace("\r\n", "\n").replace("\r", "\n").rstrip("\x0b\x1b\uffff")
    assert read in str(events()["Round 1"]["DESCRIPTION"])


def test_the_texts_of_a_feed_are_escaped_and_without_what_xml_cannot_have() -> None:
    settled()
    League.objects.update(name=AWKWARD)
    Franchise.objects.filter(pk="rust-belt/razors").update(name=AWKWARD)
    feed = ET.fromstring(Client().get(FEED).content)  # noqa: S314 - it is our own
    title = feed.findtext(f"{ATOM}title", "")
    assert title.replace("\n", " ") == "Rust, Salt; \\n <b>&amp; SUMMARY:Forged x: journal"
    assert any("<b>&amp;" in item["title"] for item in items())
    assert all("<b>&amp;" not in item["told"] for item in items()), "the names in its HTML are escaped"


@pytest.mark.statements
@pytest.mark.parametrize("address", [FEED, CALENDAR])
def test_neither_asks_more_of_a_large_league(address: str) -> None:
    grown(24)
    with CaptureQueriesContext(connection) as queries:
        assert Client().get(address).status_code == 200
    assert len(queries) <= (6 if address == FEED else 5), "the feed asks once for its round-ups"


def test_the_feed_says_of_a_misread_die_what_stood_there_who_said_so_and_who_approved_it() -> None:
    table = partied()
    result = misread(table, Misreading(PARTY, 1, 1, 2), approved_by=table.handle("saints"))
    summaries = {entry["href"].rstrip("/").rpartition("/")[2]: entry["told"] for entry in entries()}
    assert f"Misread: die 1 of {PARTY} was entered as 1 and shows 2." in summaries[str(result.number)]
    assert (
        f"Die 1 of {PARTY} was entered as 1 and shows 2, says a commissioner; the owner of Saints approved it "
        f"(amend {result.number}). The marshal read the sheet wrongly." in summaries[str(table.row.by_hand[PARTY])]
    )


def test_the_feed_says_of_what_nobody_does_alone_that_nobody_else_approved_it() -> None:
    table = partied()
    result = misread(table, Misreading(PARTY, 1, 1, 2))
    summaries = {entry["href"].rstrip("/").rpartition("/")[2]: entry["told"] for entry in entries()}
    assert "This needs a second person, and nobody else approved it." in summaries[str(result.number)]
