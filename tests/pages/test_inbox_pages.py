"""The inbox: a person's notices from all their leagues, and the bell with the number of unread ones."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.models import Membership, Notice
from scheduling.notices.inbox import notify
from tests.journal.amends import REASON, amended, lost_by
from tests.league.small_league import BEGAN, Table, founded, lined_up, settled
from tests.pages.page_reader import main_of, reader, words
from tests.scheduling.calendar_league import member

pytestmark = pytest.mark.django_db

INBOX = "/inbox/"
UNTIL = "Tue 1 Sep 20:00 UTC"


def told(table: Table, who: str = "razors", about: str = "turn", *, minute: int = 0, **arguments: Any) -> Notice:
    """Give a member a notice."""
    at = BEGAN + timedelta(minutes=minute)
    notice_arguments = {"asked": "Name your line-up for m1", "until": UNTIL, "match": "m1", "step": "M3", **arguments}
    key = f"{about}/{Notice.objects.count()}"
    notify([member(table, who)], about=about, key=key, at=at, season=table.row, arguments=notice_arguments)
    return Notice.objects.get(member=member(table, who), key=key)


def bell(client: Client, address: str) -> list[str]:
    """The labels of the bell on a page, on a wide screen and on a phone."""
    return re.findall(r'aria-label="(Inbox[^"]*)"', client.get(address).content.decode())


def test_a_stranger_is_asked_who_he_is() -> None:
    answer = Client().get(INBOX)
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/login/?next=/inbox/")
    assert bell(Client(), "/") == []


def test_an_empty_inbox_says_what_comes_into_it() -> None:
    founded()
    assert "No notices yet." in words(reader("razors"), INBOX)


def test_what_leagues_told_a_person_stands_newest_first_with_what_is_new_marked() -> None:
    table, other = founded(), founded(league="other")
    both = get_user_model().objects.get(username="rust-belt-razors")
    Membership.objects.filter(handle=other.handle("saints")).update(user=both)
    told(table, minute=1)
    told(other, "saints", "paused", minute=2, what="the draft", reason="Power cut.")
    told(table, "saints", minute=3)
    text = words(reader("razors"), INBOX)
    assert text.index("Clock paused new") < text.index("Your turn new")
    assert "The clock is stopped for the draft. “Power cut.”" in text
    assert text.count(f"Name your line-up for m1 by {UNTIL}.") == 1
    assert bell(reader("razors"), "/l/rust-belt/") == ["Inbox, 2 unread"] * 2


@pytest.mark.parametrize(
    ("about", "arguments", "href"),
    [
        ("turn", {}, "/l/rust-belt/s1/m1/"),
        ("turn", {"match": "", "step": "E6"}, "/l/rust-belt/s1/draft/"),
        ("turn", {"match": "", "step": "E8"}, "/l/rust-belt/s1/pool/"),
        ("turn", {"match": "", "step": "S1"}, "/l/rust-belt/s1/"),
        ("picked", {"match": "", "step": "E6", "driver": "saints.d4"}, "/l/rust-belt/s1/draft/"),
        ("job_failed", {"match": "", "title": "The clock", "failure": "Ask again."}, "/l/rust-belt/jobs/"),
    ],
)
def test_a_notice_leads_to_where_it_acts(about: str, arguments: dict[str, str], href: str) -> None:
    told(lined_up(), about=about, **arguments)
    assert f'<a class="name" href="{href}">' in main_of(reader("razors"), INBOX)
    assert reader("razors").get(href).status_code == 200


def test_a_notice_of_an_amend_leads_to_what_it_came_to() -> None:
    table = settled()
    result = amended(table, lost_by(table))
    told(table, about="amended", season="s1", entry=str(result.number), reason=REASON)
    href = f"/l/rust-belt/s1/amends/{result.number}/"
    assert f'<a class="name" href="{href}">The season was amended</a>' in main_of(reader("razors"), INBOX)
    assert reader("razors").get(href).status_code == 200


def test_one_is_marked_as_read_and_then_all_that_are_shown() -> None:
    table = founded()
    first, second, third = (told(table, minute=minute) for minute in range(3))
    client = reader("razors")
    assert client.post(INBOX, {"notice": [second.pk]})["Location"] == INBOX
    assert set(Notice.objects.filter(read_at=None)) == {first, third}
    later = told(table, minute=9)
    client.post(INBOX, {"notice": [first.pk, third.pk, "x", ""]})
    assert set(Notice.objects.filter(read_at=None)) == {later}
    assert bell(client, "/") == ["Inbox, 1 unread"] * 2


def test_reading_the_page_marks_nothing_and_nobody_marks_what_is_anothers() -> None:
    table = founded()
    theirs = told(table, "saints")
    reader("saints").get(INBOX)
    reader("razors").post(INBOX, {"notice": [theirs.pk]})
    theirs.refresh_from_db()
    assert theirs.read_at is None


def test_thirty_notices_fill_a_page_and_the_rest_is_a_link_away() -> None:
    table = founded()
    for minute in range(32):
        told(table, minute=minute // 2)
    page = main_of(reader("razors"), INBOX)
    assert page.count('class="letter unread"') == 30
    older = re.findall(r'href="(\?before=\d+)"', page)
    assert main_of(reader("razors"), f"{INBOX}{older[0]}").count('class="letter unread"') == 2


def test_the_bell_asks_for_nothing_more_on_any_page_and_the_inbox_as_little_for_many() -> None:
    table = lined_up()
    pages = ("/", "/l/rust-belt/", "/l/rust-belt/s1/journal/", "/l/rust-belt/f/razors/", INBOX)
    told(table, minute=0)
    few = [_queries(page) for page in pages]
    for minute in range(1, 29):
        told(table, minute=minute)
    assert [_queries(page) for page in pages] == few
    assert bell(reader("razors"), "/l/rust-belt/f/razors/") == ["Inbox, 29 unread"] * 2


def test_more_than_ninety_nine_are_not_counted_out() -> None:
    table = founded()
    for minute in range(100):
        told(table, minute=minute)
    assert '<span class="count" aria-hidden="true">99+</span>' in reader("razors").get("/").content.decode()


def _queries(address: str) -> int:
    client = reader("razors")
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    return len(queries)
