"""Mail for notices: one per notice, claimed before it is sent, so that no crash causes a second one."""

from __future__ import annotations

import re
from pathlib import Path
from smtplib import SMTPRecipientsRefused
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.backends.locmem import EmailBackend
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from jobs.worker import run_job
from journal.gate import open_gate
from league.models import Job, League, Membership, Notice, Season
from scheduling.clock_controls import send_reminder
from scheduling.clock_tick import tick
from scheduling.notices.inbox import notify
from scheduling.notices.mail import enqueue_mail, send_due_mail
from tests.league.small_league import BEGAN, Table, announced, founded
from tests.scheduling.calendar_league import DAY, HOUR, clocked, member
from tools.source_index import SITE_PACKAGES

pytestmark = pytest.mark.django_db
HERE = "tests.scheduling.test_notice_mail"
CHECKOUT = Path(__file__).parents[2]


class Crash(BaseException):
    """The program dies."""


class Crashing(EmailBackend):
    """The program dies while the second mail is being sent."""

    def send_messages(self, messages: Any) -> int:
        if mail.outbox:
            raise Crash
        return int(super().send_messages(messages))


class OutOfReach(BaseEmailBackend):
    """A backend whose server cannot be reached."""

    def open(self) -> bool:
        raise ConnectionRefusedError


class Fussy(EmailBackend):
    """A server that rejects the address of the razors."""

    def send_messages(self, messages: Any) -> int:
        for message in messages:
            if "razors" in message.to[0]:
                raise SMTPRecipientsRefused({})
        return int(super().send_messages(messages))


def told_all() -> Table:
    """A league whose three owners have notices that it is their turn, with no mail sent yet."""
    table = clocked(announced())
    tick(table.season, at=BEGAN)
    return table


def test_every_notice_is_mailed_once_and_says_what_to_do_by_when_and_where(settings: Settings) -> None:
    settings.SITE_URL = "https://league.example/"
    settings.DEFAULT_FROM_EMAIL = "Dethmetal <noreply@league.example>"
    table = told_all()
    assert (send_due_mail(at=BEGAN), send_due_mail(at=BEGAN)) == (3, 0)
    assert sorted(message.to[0] for message in mail.outbox) == [
        f"rust-belt-{franchise}@example.org" for franchise in ("razors", "saints", "widows")
    ]
    first = mail.outbox[0]
    assert first.subject == "Rust Belt: Your turn"
    assert first.body == (
        "Name your line-up for round 1, match A by Thu 3 Sep 20:00 UTC.\n\n"
        "https://league.example/l/rust-belt/s1/m1/\n\nRust Belt\n"
        f"-- \nNewest head of rust-belt/s1: entry {table.row.length}, {table.row.head}\n"
        "Keep this mail: it shows whether anything up to that entry is changed later. To check an export:\n"
        f"python3 verify.py rust-belt.s1.json --head {table.row.length}:{table.row.head}\n\n"
        "You get this mail as a member of Rust Belt: What waits for you.\n"
        f"To turn off mail of this kind from Rust Belt: {first.extra_headers['List-Unsubscribe'][1:-1]}\n"
        "To choose what you get, and when: https://league.example/me/notices/\n"
    )
    notice = Notice.objects.order_by("pk")[0]
    assert first.extra_headers["Message-ID"] == f"<notice-{notice.pk}@league.example>"
    assert (notice.mail_claimed_at, notice.mailed_at) == (BEGAN, BEGAN)


def test_the_head_in_a_mail_is_the_newest_when_it_is_sent_and_that_of_the_season_it_is_about() -> None:
    table = told_all()
    table.give("adjust_balance", franchise="razors", amount=1000, reason="A bet.")
    with open_gate():
        Season.objects.create(**_copied(table, "rust-belt/s2", number=2))
        Season.objects.create(**_copied(table, "rust-belt/try", number=3, forked_from=table.season))
    people = [member(table, "razors")]
    notify(people, about="closed", key="s1", at=BEGAN, season=table.row, arguments={"season": "Season 1"})
    notify(people, about="announced", key="a1", at=BEGAN, arguments={"announcement": 1, "title": "Rain"})
    with CaptureQueriesContext(connection) as queries:
        assert send_due_mail(at=BEGAN) == 5
    of_season, of_league = (f"Newest head of rust-belt/{name}: entry {table.row.length}," for name in ("s1", "s2"))
    assert [of_season in message.body for message in mail.outbox] == [True] * 4 + [False]
    assert of_league in mail.outbox[-1].body
    heads = [
        captured_query
        for captured_query in queries.captured_queries
        if captured_query["sql"].startswith('SELECT "league_season"')
    ]
    assert len(heads) == 1


def _copied(table: Table, id: str, **columns: Any) -> dict[str, Any]:
    """The columns of another season of the league."""
    row = {field.attname: getattr(table.row, field.attname) for field in Season._meta.concrete_fields}
    return {**row, "id": id, "name": id.rpartition("/")[2], **columns}


def test_a_league_without_entries_has_mail_without_a_head() -> None:
    league = League.objects.create(pk="empty", name="Empty", founded_at=BEGAN)
    person = get_user_model().objects.create_user("ethel", email="ethel@example.org")
    spectator = Membership.objects.create(league=league, user=person, handle="ethel", role="spectator")
    notify([spectator], about="announced", key="a1", at=BEGAN, arguments={"announcement": 1, "title": "Rain"})
    assert send_due_mail(at=BEGAN) == 1
    assert mail.outbox[0].body.partition("\n-- \n")[0].endswith("/l/empty/announcements/1/\n\nEmpty")


def test_a_crash_between_claim_and_sending_leaves_that_one_unsent_for_good(settings: Settings) -> None:
    told_all()
    settings.EMAIL_BACKEND = f"{HERE}.Crashing"
    with pytest.raises(Crash):
        send_due_mail(at=BEGAN)
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    assert send_due_mail(at=BEGAN + DAY) == 1
    claimed = [bool(notice.mailed_at) for notice in Notice.objects.order_by("pk")]
    assert (len(mail.outbox), claimed) == (2, [True, False, True])
    assert not Notice.objects.filter(mail_claimed_at=None).exists()


def test_a_notice_another_sender_claimed_meanwhile_is_left_to_him(settings: Settings) -> None:
    told_all()
    settings.EMAIL_BACKEND = f"{HERE}.Racing"
    assert send_due_mail(at=BEGAN) == 1
    assert len(mail.outbox) == 3


class Racing(EmailBackend):
    """While the first mail is being sent, another sender sends all the others."""

    def send_messages(self, messages: Any) -> int:
        count = int(super().send_messages(messages))
        if len(mail.outbox) == 1:
            assert send_due_mail(at=BEGAN) == 2
        return count


def test_a_server_out_of_reach_leaves_everything_to_be_sent_later(settings: Settings) -> None:
    told_all()
    settings.EMAIL_BACKEND = f"{HERE}.OutOfReach"
    with pytest.raises(ConnectionRefusedError):
        send_due_mail(at=BEGAN)
    assert Notice.objects.filter(mail_claimed_at=None).count() == 3
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    assert send_due_mail(at=BEGAN) == 3


def test_an_address_the_server_refuses_holds_up_nobody_else(settings: Settings) -> None:
    told_all()
    settings.EMAIL_BACKEND = f"{HERE}.Fussy"
    assert send_due_mail(at=BEGAN) == 2
    assert Notice.objects.filter(mailed_at=None).count() == 1
    assert send_due_mail(at=BEGAN) == 0


def test_who_has_no_address_or_may_not_log_in_is_passed_over_and_gets_no_old_mail_later() -> None:
    told_all()
    people = get_user_model().objects
    people.filter(username="rust-belt-saints").update(email="")
    people.filter(username="rust-belt-widows").update(is_active=False)
    assert send_due_mail(at=BEGAN) == 1
    people.update(email="late@example.org", is_active=True)
    assert send_due_mail(at=BEGAN) == 0


def test_the_oldest_go_first_and_no_more_than_asked_for() -> None:
    told_all()
    assert [send_due_mail(at=BEGAN, limit=2), send_due_mail(at=BEGAN, limit=2)] == [2, 1]
    message_ids = [message.extra_headers["Message-ID"] for message in mail.outbox]
    assert message_ids == [
        f"<notice-{pk}@localhost>" for pk in Notice.objects.order_by("pk").values_list("pk", flat=True)
    ]


def test_mail_is_asked_for_once_for_what_there_is_and_again_an_hour_later() -> None:
    told_all()
    enqueue_mail(at=BEGAN)
    assert Job.objects.filter(kind="send_mail").count() == 1
    enqueue_mail(at=BEGAN + HOUR)
    assert Job.objects.filter(kind="send_mail").count() == 2
    for job in Job.objects.filter(kind="send_mail"):
        run_job(job.pk, clock=lambda: BEGAN + HOUR)
    assert {job.state for job in Job.objects.filter(kind="send_mail")} == {"done"}
    assert len(mail.outbox) == 3
    enqueue_mail(at=BEGAN + DAY)
    assert Job.objects.filter(kind="send_mail").count() == 2


def test_a_name_with_a_line_break_in_it_cannot_add_a_header() -> None:
    table = clocked(founded())
    league = table.row.league
    league.name = "Rust\r\nBcc: all@example.org"
    league.save()
    notify([member(table)], about="locked", key="k", at=BEGAN, arguments={"match": "m1"})
    assert send_due_mail(at=BEGAN) == 1
    assert mail.outbox[0].subject == "Rust Bcc: all@example.org: Line-ups locked"


def test_a_reminder_asks_for_its_mail_where_the_league_has_no_calendar_that_would() -> None:
    table = announced()
    send_reminder(table.season, "M3/m1", member=member(table), at=BEGAN)
    assert Job.objects.filter(kind="send_mail").exists()


def test_notices_are_given_together_with_their_mail_except_at_a_tick_which_enqueues_it_once() -> None:
    sources = {
        path.relative_to(CHECKOUT).as_posix(): path.read_text(encoding="utf-8")
        for folder in SITE_PACKAGES
        for path in sorted((CHECKOUT / folder).rglob("*.py"))
    }
    assert sum("notify_and_mail(" in source for source in sources.values()) > 10
    alone = [
        name
        for name, source in sources.items()
        if "from scheduling" in source and re.search(r"(?<!def )\bnotify\(", source)
    ]
    assert sorted(alone) == ["scheduling/clock_tick.py", "scheduling/notices/mail.py"], (
        "call scheduling.notices.mail.notify_and_mail there, or the mail waits for something else"
    )
