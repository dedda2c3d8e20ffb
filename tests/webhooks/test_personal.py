"""A person's own webhook gets their notices and nothing else: signed, sent again, and dead after the last try."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import msgspec
import pytest
from standardwebhooks import Webhook as Signing

from jobs.sweeper import sweep
from jobs.worker import run_due_jobs
from league.accounts import erase
from league.models import PersonalDelivery, PersonalWebhook
from scheduling.notices.inbox import notify
from scheduling.notices.mail import send_due_mail
from tests.api.webhook_receiver import Listener, listening
from tests.league.small_league import BEGAN, Table, announced
from tests.scheduling.calendar_league import DAY, clocked, member
from tests.scheduling.letters import choose, tell
from webhooks.addresses import AddressRefused
from webhooks.delivery import MOST_TRIES, RETRY_DELAYS, send_personal_messages
from webhooks.personal import NoPersonalWebhook, send_personal_test, set_personal_webhook

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _localhost(settings: Any) -> None:
    settings.WEBHOOKS_TO_LOCALHOST = True


@pytest.fixture
def listener() -> Iterator[Listener]:
    with listening() as running:
        yield running


def hooked(listener: Listener, shape: str = "standard") -> tuple[Table, PersonalWebhook]:
    """A league whose owner of the razors has a webhook, with no mail that waits."""
    table = clocked(announced())
    send_due_mail(at=BEGAN)
    user = member(table, "razors").user
    return table, set_personal_webhook(user=user, address=listener.url, shape=shape, at=BEGAN)


def sent(hook: PersonalWebhook, at: datetime) -> int:
    """Send the messages that are due at that time, and return how many were tried."""
    return send_personal_messages(hook.user_id, clock=lambda: at)


def test_only_ones_own_notices_are_sent_signed(listener: Listener) -> None:
    table, hook = hooked(listener)
    for who in ("razors", "saints"):
        tell(table, who, "announced")
    send_due_mail(at=BEGAN)
    run_due_jobs(clock=lambda: BEGAN)
    assert len(listener.sent) == 1
    headers, body = listener.sent[0]
    assert headers["webhook-id"] == PersonalDelivery.objects.get().message
    assert Signing(hook.secret).sign(headers["webhook-id"], BEGAN, body.decode()) == headers["webhook-signature"]
    document = msgspec.json.decode(body)
    assert (document["type"], document["data"]["says"]) == (
        "notice",
        "Rust Belt: The commissioner announces: Rain",
    )
    assert document["data"]["page"] == "http://localhost:8000/l/rust-belt/announcements/1/"


def test_a_channel_in_discord_gets_a_line_in_which_nothing_is_markup(listener: Listener) -> None:
    table, hook = hooked(listener, "discord")
    owner = member(table, "razors")
    arguments = {"announcement": 1, "title": "@everyone **rain**"}
    notify([owner], about="announced", key="k", at=BEGAN, arguments=arguments)
    send_due_mail(at=BEGAN)
    assert sent(hook, BEGAN) == 1
    document = msgspec.json.decode(listener.sent[0][1])
    assert "\\@everyone \\*\\*rain\\*\\*" in document["content"]
    assert document["allowed_mentions"] == {"parse": []}


def test_a_digest_is_one_message(listener: Listener) -> None:
    table, hook = hooked(listener)
    choose(hook.user, {(group, "webhook"): "daily" for group in ("announcements", "results")})
    for about in ("announced", "locked"):
        tell(table, "razors", about)
    for _ in range(2):
        send_due_mail(at=BEGAN + DAY)
    assert sent(hook, BEGAN + DAY) == 1
    document = msgspec.json.decode(listener.sent[0][1])
    assert document["type"] == "notice.digest"
    assert [notice["about"] for notice in document["data"]["notices"]] == ["announced", "locked"]


def test_what_is_not_taken_is_tried_again_and_dead_after_the_last_try(listener: Listener) -> None:
    _, hook = hooked(listener)
    listener.status = 500
    message, at = send_personal_test(user=hook.user, at=BEGAN), BEGAN
    for wait in (*RETRY_DELAYS, None):
        assert sent(hook, at) == 1
        at += wait or DAY
    message.refresh_from_db()
    assert (message.tries, message.next_at, message.taken_at) == (MOST_TRIES, None, None)


def test_the_sweep_finds_what_a_job_left_and_deletes_what_is_old(listener: Listener) -> None:
    _, hook = hooked(listener)
    listener.status = 500
    send_personal_test(user=hook.user, at=BEGAN)
    run_due_jobs(clock=lambda: BEGAN)
    listener.status, later = 200, BEGAN + RETRY_DELAYS[0]
    sweep(at=later)
    run_due_jobs(clock=lambda: later)
    assert PersonalDelivery.objects.get().taken_at == later
    sweep(at=later + 31 * DAY)
    assert not PersonalDelivery.objects.exists()


def test_one_that_is_gone_is_stopped_and_gets_no_further_messages(listener: Listener) -> None:
    table, hook = hooked(listener)
    listener.status = 410
    send_personal_test(user=hook.user, at=BEGAN)
    assert sent(hook, BEGAN) == 1
    hook.refresh_from_db()
    assert hook.stopped_at == BEGAN
    tell(table, "razors", "announced")
    send_due_mail(at=BEGAN)
    assert PersonalDelivery.objects.count() == 1
    with pytest.raises(NoPersonalWebhook):
        send_personal_test(user=hook.user, at=BEGAN)


@pytest.mark.parametrize("address", ["http://example.org/x", "https://10.0.0.1/x", "https://user@1.1.1.1/"])
def test_an_address_inside_or_without_tls_is_refused(address: str, settings: Any) -> None:
    settings.WEBHOOKS_TO_LOCALHOST = False
    table = clocked(announced())
    with pytest.raises(AddressRefused):
        set_personal_webhook(user=member(table).user, address=address, shape="discord", at=BEGAN)


def test_it_goes_with_the_account(listener: Listener) -> None:
    table, hook = hooked(listener)
    tell(table, "razors", "announced")
    send_due_mail(at=BEGAN)
    erase(user=hook.user, at=BEGAN)
    assert not PersonalWebhook.objects.exists()
    assert not PersonalDelivery.objects.exists()
