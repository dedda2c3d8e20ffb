"""A letter is turned off from itself: with one click of a mail program, or by a button on its page, and on again."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from django.test import Client
from pytest_django import Settings

from league.accounts import erase
from league.models import League, NoticeChoice
from scheduling.notices.letters import MailList, read_mail_list, sign_mail_list
from scheduling.notices.mail import send_due_mail
from tests.league.small_league import BEGAN, Table, announced
from tests.scheduling.calendar_league import DAY, HOUR, clocked, member
from tests.scheduling.letters import choose, letters, tell

pytestmark = pytest.mark.django_db
ONE_CLICK = {"List-Unsubscribe": "One-Click"}


@pytest.fixture
def table(settings: Settings) -> Table:
    """A league on a site with TLS, with no mail that waits."""
    settings.SITE_URL = "https://league.example"
    settings.ALLOWED_HOSTS = ["*"]
    found = clocked(announced())
    send_due_mail(at=BEGAN)
    mail.outbox.clear()
    return found


def letter_of(table: Table, about: str = "locked", **told: Any) -> EmailMessage:
    """The letter that the owner of the razors gets about something of that kind."""
    tell(table, "razors", about, **told)
    send_due_mail(at=told.get("at", BEGAN))
    return mail.outbox.pop()


def link_of(letter: EmailMessage) -> str:
    """The path of the address in a letter's header, which is also in its text."""
    address = letter.extra_headers["List-Unsubscribe"][1:-1]
    assert address in letter.body
    return urlsplit(address).path


def page(client: Client, path: str, **posted: str) -> str:
    """The text of the page's main part, after a GET, or a POST of those fields."""
    answer = client.post(path, posted) if posted else client.get(path)
    main = answer.content.decode().split('tabindex="-1">', 1)[1].split("</main>")[0]
    return " ".join(re.sub(r"<[^>]*>", " ", main).split())


def test_a_letter_has_the_headers_of_one_click_where_the_site_has_tls(table: Table, settings: Settings) -> None:
    letter = letter_of(table)
    assert letter.extra_headers["List-Unsubscribe"].startswith("<https://league.example/unsubscribe/")
    assert letter.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    settings.SITE_URL = "http://localhost:8000"
    assert "List-Unsubscribe-Post" not in letter_of(table, at=BEGAN + HOUR).extra_headers


def test_a_mail_program_turns_it_off_with_one_post_without_cookies(table: Table) -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.post(link_of(letter_of(table)), ONE_CLICK).status_code == 200
    for about in ("locked", "announced"):
        tell(table, "razors", about, at=BEGAN + HOUR)
    tell(table, "saints", "locked", at=BEGAN + HOUR)
    send_due_mail(at=BEGAN + HOUR)
    assert sorted(letters()) == ["Rust Belt: Announcement", "Rust Belt: Line-ups locked"]


def test_a_link_scanner_turns_nothing_off(table: Table) -> None:
    path = link_of(letter_of(table))
    for _ in range(2):
        assert "You get mail from Rust Belt about: Results." in page(Client(), path)
    assert not NoticeChoice.objects.exists()


def test_the_page_says_what_was_turned_off_and_undoes_it(table: Table) -> None:
    path = link_of(letter_of(table))
    assert "You no longer get mail from Rust Belt about: Results." in page(Client(), path, act="off")
    assert "Turn on again" in page(Client(), path)
    assert "You get mail from Rust Belt about: Results." in page(Client(), path, act="undo")
    assert letter_of(table, at=BEGAN + HOUR).subject == "Rust Belt: Line-ups locked"


def test_what_has_not_left_yet_is_not_sent_after_it(table: Table) -> None:
    choose(member(table, "razors").user, {("results", "mail"): "daily"})
    tell(table, "razors", "locked")
    send_due_mail(at=BEGAN + DAY)
    path = link_of(mail.outbox.pop())
    tell(table, "razors", "locked", at=BEGAN + DAY)
    send_due_mail(at=BEGAN + DAY)
    assert "You no longer get your daily digest." in page(Client(), path, **ONE_CLICK)
    assert send_due_mail(at=BEGAN + 3 * DAY) == 0


def test_a_digest_that_is_turned_on_again_has_the_groups_it_had(table: Table) -> None:
    person = member(table, "razors").user
    choose(person, {("results", "mail"): "daily", ("season", "mail"): "weekly", ("trades", "mail"): "off"})
    path = f"/unsubscribe/{sign_mail_list(MailList(person.pk, digests=('daily',)))}/"
    before = set(NoticeChoice.objects.values_list("group", "delivery"))
    page(Client(), path, act="off")
    assert set(NoticeChoice.objects.values_list("group", "delivery")) == {
        ("results", "off"),
        ("season", "weekly"),
        ("trades", "off"),
    }
    page(Client(), path, act="undo")
    assert set(NoticeChoice.objects.values_list("group", "delivery")) == before


def test_what_waits_for_them_stays_on_the_site(table: Table) -> None:
    path = link_of(letter_of(table, "turn"))
    assert "What waits for you is still in your inbox on the site." in page(Client(), path, act="off")
    tell(table, "razors", "turn", at=BEGAN + HOUR)
    assert send_due_mail(at=BEGAN + HOUR) == 0
    client = Client()
    client.force_login(member(table, "razors").user)
    assert "Name your line-up" in client.get("/inbox/").content.decode()


def test_a_token_of_nobody_or_a_changed_one_has_a_plain_page(table: Table) -> None:
    changed = f"{link_of(letter_of(table))[:-2]}x/"
    for path in (changed, "/unsubscribe/nonsense/"):
        answer = Client().get(path)
        assert (answer.status_code, Client().post(path).status_code) == (404, 404)
        assert "Nothing to turn off" in answer.content.decode()
    assert not NoticeChoice.objects.exists()


def test_a_token_is_bound_to_its_person_group_and_league() -> None:
    mail_list = MailList(7, "results", "rust-belt")
    assert read_mail_list(sign_mail_list(mail_list)) == mail_list
    assert read_mail_list(sign_mail_list(MailList(7, "gossip", "rust-belt"))) is None
    assert read_mail_list(sign_mail_list(MailList(7, digests=("hourly",)))) is None


def test_a_letter_of_a_league_or_account_that_is_gone_says_so_and_takes_a_click(table: Table) -> None:
    person = member(table, "razors").user
    path = link_of(letter_of(table))
    League.objects.update(gone_at=BEGAN)
    for answer in (Client().get(path), Client().post(path, {"act": "off"})):
        assert "The league that this mail was about was deleted" in answer.content.decode()
    assert (Client().get(path).status_code, Client().post(path, ONE_CLICK).status_code) == (410, 200)
    assert not NoticeChoice.objects.exists()
    of_another = sign_mail_list(MailList(person.pk, "results", "no-such-league"))
    assert Client().get(f"/unsubscribe/{of_another}/").status_code == 410
    League.objects.update(gone_at=None)
    erase(user=person, at=BEGAN)
    closed = Client().get(path)
    assert (closed.status_code, "is closed" in closed.content.decode()) == (410, True)
    assert not NoticeChoice.objects.exists()
