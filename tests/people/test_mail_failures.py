"""Addresses that take no mail: refused while a mail is sent, or returned later in a delivery report."""

from __future__ import annotations

import io
import sys
from smtplib import SMTPRecipientsRefused
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.core.management import CommandError, call_command
from pytest_django import Settings

from league.accounts import erase
from league.mail import MOST_REFUSALS, failure_of, read_bounces, record_refusal
from league.models import MailFailure
from league.views.accounts import AccountAdapter
from scheduling.notices.mail import send_due_mail
from tests.league.small_league import BEGAN, Table, announced
from tests.scheduling.calendar_league import HOUR, clocked, member
from tests.scheduling.letters import letters, tell

pytestmark = pytest.mark.django_db
REPORT = """\
From: MAILER-DAEMON@mx.example.net
To: league@example.net
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="AAA"

--AAA
Content-Type: text/plain

It could not be delivered.

--AAA
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net

Final-Recipient: rfc822; {address}
Action: {action}
Status: {status}
Diagnostic-Code: smtp; 550 {status} <{address}>: no such user

--AAA--
"""


class Refusing(EmailBackend):
    """A server that refuses every address, as `reply` says."""

    reply = (550, b"5.1.1 No such user")

    def send_messages(self, messages: Any) -> int:
        for message in messages:
            raise SMTPRecipientsRefused({message.to[0]: self.reply})
        return 0


class Full(Refusing):
    """A server that refuses for good, for another reason than the address."""

    reply = (552, b"5.2.2 Mailbox full")


class Busy(Refusing):
    """A server that refuses, and may take it at another time."""

    reply = (450, b"4.2.1 Try later")


def league() -> Table:
    """A league whose people have addresses, with no mail that waits."""
    table = clocked(announced())
    send_due_mail(at=BEGAN)
    mail.outbox.clear()
    return table


def told(table: Table, times: int, settings: Settings, backend: str) -> None:
    """Try so many mails to the owner of the razors on that server, and then one on a good one."""
    settings.EMAIL_BACKEND = f"tests.people.test_mail_failures.{backend}"
    for hours in range(times):
        tell(table, "razors", "locked", at=BEGAN + hours * HOUR)
        send_due_mail(at=BEGAN + hours * HOUR)
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    tell(table, "razors", "locked", at=BEGAN + times * HOUR)
    send_due_mail(at=BEGAN + times * HOUR)


@pytest.mark.parametrize(
    ("backend", "times", "sent"),
    [("Refusing", 1, 0), ("Full", MOST_REFUSALS - 1, 1), ("Full", MOST_REFUSALS, 0), ("Busy", 5, 1)],
)
def test_mail_stops_at_once_for_a_wrong_address_and_later_for_other_refusals(
    settings: Settings, backend: str, times: int, sent: int
) -> None:
    table = league()
    told(table, times, settings, backend)
    assert len(letters()) == sent
    if sent:
        assert not MailFailure.objects.exists()


def test_of_many_letters_of_one_job_none_is_tried_after_a_wrong_address(settings: Settings) -> None:
    table = league()
    for number in range(4):
        tell(table, "razors", "locked", at=BEGAN, key=f"k{number}")
    settings.EMAIL_BACKEND = "tests.people.test_mail_failures.Refusing"
    assert send_due_mail(at=BEGAN) == 0
    assert MailFailure.objects.get().refusals == 1


def test_what_is_off_the_site_comes_back_to_it_while_mail_does_not_reach_them() -> None:
    table = league()
    from tests.scheduling.letters import choose

    person = member(table, "razors").user
    choose(person, {("results", "site"): "off"})
    hidden = tell(table, "razors", "locked").notices.get(about="locked")
    record_refusal(user=person, said="5.1.1", at=BEGAN)
    shown = tell(table, "razors", "locked", at=BEGAN + HOUR).notices.get(about="locked", at=BEGAN + HOUR)
    assert (hidden.on_site, shown.on_site) == (False, True)


def test_another_address_or_one_confirmed_anew_is_mailed_again(rf: Any) -> None:
    table = league()
    person = member(table, "razors").user
    record_refusal(user=person, said="5.1.1", at=BEGAN)
    assert failure_of(person) is not None
    person.email = "new@example.org"
    person.save()
    assert failure_of(person) is None
    record_refusal(user=person, said="5.1.1", at=BEGAN)
    address = EmailAddress.objects.create(user=person, email=person.email, primary=True, verified=False)
    request = rf.get("/")
    request.session = {}
    from django.contrib.messages.storage.fallback import FallbackStorage

    request._messages = FallbackStorage(request)
    AccountAdapter(request).confirm_email(request, address)
    assert failure_of(person) is None


def test_a_delivery_report_is_recorded_for_whom_it_is_about(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    table = league()
    person = member(table, "razors").user
    report = REPORT.format(address=person.email.upper(), action="failed", status="5.1.1")
    _pipe(monkeypatch, report)
    call_command("record_bounce")
    assert "no more is mailed" in capsys.readouterr().out
    failure = failure_of(person)
    assert failure is not None
    assert failure.said.startswith("5.1.1 smtp; 550 5.1.1")
    _pipe(monkeypatch, REPORT.format(address="nobody@example.org", action="failed", status="5.1.1"))
    call_command("record_bounce")
    assert "nobody here has that address" in capsys.readouterr().out


@pytest.mark.parametrize(
    "report",
    [
        REPORT.format(address="a@example.org", action="delayed", status="4.4.1"),
        REPORT.format(address="a@example.org", action="failed", status="4.4.7"),
        REPORT.format(address="nonsense", action="failed", status="5.1.1"),
        "Subject: Hello\n\nI am on holiday.",
        "",
        "Content-Type: multipart/report; boundary=AAA\n\n--AAA\nContent-Type: message/delivery-status\n\n",
    ],
)
def test_other_mail_and_mere_delays_record_nothing(monkeypatch: pytest.MonkeyPatch, report: str) -> None:
    assert read_bounces(report.encode()) == []
    _pipe(monkeypatch, report)
    with pytest.raises(CommandError, match="nothing was recorded"):
        call_command("record_bounce")


def test_a_report_of_arbitrary_bytes_is_no_error() -> None:
    assert read_bounces(bytes(range(256)) * 10) == []


def test_what_was_refused_goes_with_the_account() -> None:
    table = league()
    record_refusal(user=member(table, "razors").user, said="5.1.1", at=BEGAN)
    erase(user=member(table, "razors").user, at=BEGAN)
    assert not MailFailure.objects.exists()


def _pipe(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
