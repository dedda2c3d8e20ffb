"""Events of a league are sent to those who may see them: signed, at least once, and to public addresses only."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone
from standardwebhooks import Webhook as Signing

from jobs.outbox_delivery import deliver_outbox
from jobs.sweeper import sweep
from jobs.worker import run_due_jobs
from league.accounts import erase
from league.models import Delivery, Job, Webhook
from league.role_changes import leave
from tests.api.webhook_receiver import Listener, drip, hook, listening, told
from tests.league.small_league import BEGAN, founded
from webhooks import delivery
from webhooks.addresses import Destination, resolve_destination
from webhooks.delivery import MOST_TRIES, RETRY_DELAYS, send_due_messages
from webhooks.publisher import MOST_WAITING, OVERFLOW_SENTENCE
from webhooks.subscriptions import (
    MOST_WEBHOOKS,
    NotDead,
    TooManyWebhooks,
    TriedAlready,
    WebhookStopped,
    resend_dead_messages,
    resend_message,
    rotate_secret,
    send_test,
    stop_webhook,
)
from webhooks.transport import PostResult, post_message

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


@pytest.fixture(autouse=True)
def _localhost(settings: Any) -> None:
    settings.WEBHOOKS_TO_LOCALHOST = True


@pytest.fixture
def listener() -> Iterator[Listener]:
    with listening() as running:
        yield running


def sent(webhook: Webhook, at: datetime) -> int:
    """Send the messages that are due at that time, and return how many were tried."""
    return send_due_messages(webhook.pk, clock=lambda: at)


def test_what_happens_is_sent_signed_so_that_the_library_takes_it(listener: Listener) -> None:
    table = founded()
    webhook = hook(table, listener)
    table.give("hire_rookie", by="razors", franchise="razors", driver="razors.d1", name="Vega")
    deliver_outbox(at=BEGAN)
    assert listener.sent == []
    assert sent(webhook, timezone.now()) == len(listener.sent) > 0
    headers, body = listener.sent[-1]
    document = Signing(webhook.secret).verify(body, headers)
    assert document["type"] == "driver.hired"
    assert document["data"]["says"].startswith("Razors hired Vega")
    assert document["data"]["driver"] == "razors.d1"
    assert document["data"]["read"] == "http://localhost:8000/api/v1/leagues/rust-belt/seasons/s1/entries/6"
    assert sent(webhook, timezone.now()) == 0


def test_jobs_send_it_and_the_sweep_finds_what_they_left(listener: Listener) -> None:
    table = founded()
    webhook = hook(table, listener)
    listener.status = 500
    now = BEGAN
    deliver_outbox(at=now)
    run_due_jobs(clock=lambda: now)
    first = len(listener.sent)
    assert first == webhook.deliveries.count() > 0
    later = now + RETRY_DELAYS[0]
    run_due_jobs(clock=lambda: later)
    assert len(listener.sent) == first
    listener.status = 200
    sweep(at=later)
    run_due_jobs(clock=lambda: later)
    assert len(listener.sent) == 2 * first
    assert not webhook.deliveries.exclude(taken_at=later).exists()
    assert set(Job.objects.filter(kind="send_webhook").values_list("state", flat=True)) == {"done"}


def test_it_is_tried_at_the_times_that_are_promised_and_then_it_is_dead(listener: Listener) -> None:
    webhook = hook(founded(), listener)
    listener.status = 500
    at = BEGAN
    test_message = send_test(webhook=webhook, at=at)
    for wait in (*RETRY_DELAYS, None):
        assert sent(webhook, at - SECOND) == 0
        assert sent(webhook, at) == 1
        test_message.refresh_from_db()
        assert test_message.next_at == (None if wait is None else at + wait)
        at += wait or timedelta()
    assert (test_message.tries, test_message.status, test_message.taken_at, test_message.said) == (
        MOST_TRIES,
        500,
        None,
        "It answered 500.",
    )
    assert listener.ids == [test_message.message] * MOST_TRIES
    assert sum(RETRY_DELAYS, timedelta()) > timedelta(days=3)


def test_a_dead_message_is_sent_again_under_its_old_id(listener: Listener) -> None:
    webhook = hook(founded(), listener)
    test_message = send_test(webhook=webhook, at=BEGAN)
    with pytest.raises(NotDead):
        resend_message(webhook=webhook, delivery=test_message.pk, at=BEGAN)
    Delivery.objects.filter(pk=test_message.pk).update(next_at=None, tries=MOST_TRIES)
    resend_message(webhook=webhook, delivery=test_message.pk, at=BEGAN)
    assert sent(webhook, BEGAN) == 1
    test_message.refresh_from_db()
    assert (test_message.taken_at, test_message.tries, listener.ids) == (BEGAN, 1, [test_message.message])
    assert resend_dead_messages(webhook=webhook, at=BEGAN) == 0
    Delivery.objects.filter(pk=test_message.pk).update(taken_at=None)
    assert resend_dead_messages(webhook=webhook, at=BEGAN) == 1
    assert sent(webhook, BEGAN) == 1


def test_who_dies_while_sending_has_lost_nothing(listener: Listener) -> None:
    """An attempt whose end was never recorded is made again when the next one is due."""
    webhook = hook(founded(), listener)
    test_message = send_test(webhook=webhook, at=BEGAN)
    assert delivery._claim_next_message(webhook, at=BEGAN) is not None
    assert sent(webhook, BEGAN) == 0
    assert sent(webhook, BEGAN + RETRY_DELAYS[0]) == 1
    test_message.refresh_from_db()
    assert test_message.taken_at == BEGAN + RETRY_DELAYS[0]
    Delivery.objects.filter(pk=test_message.pk).update(tries=MOST_TRIES, taken_at=None, next_at=BEGAN)
    assert sent(webhook, BEGAN) == 0
    test_message.refresh_from_db()
    assert test_message.next_at is None


def test_a_redirect_is_not_followed(listener: Listener) -> None:
    with listening() as elsewhere:
        webhook = hook(founded(), listener)
        listener.status, listener.headers = 307, {"Location": elsewhere.url}
        test_message = send_test(webhook=webhook, at=BEGAN)
        assert sent(webhook, BEGAN) == 1
        test_message.refresh_from_db()
        assert (test_message.status, test_message.taken_at, elsewhere.sent) == (307, None, [])


def test_what_is_gone_is_stopped(listener: Listener) -> None:
    webhook = hook(founded(), listener)
    listener.status = 410
    test_message = send_test(webhook=webhook, at=BEGAN)
    sent(webhook, BEGAN)
    webhook.refresh_from_db()
    test_message.refresh_from_db()
    assert (webhook.stopped_at, test_message.next_at) == (BEGAN, None)
    for refused in (send_test, resend_dead_messages):
        with pytest.raises(WebhookStopped):
            refused(webhook=webhook, at=BEGAN)
    with pytest.raises(WebhookStopped):
        rotate_secret(webhook=webhook)


def test_who_asks_to_be_left_alone_is(listener: Listener) -> None:
    webhook = hook(founded(), listener)
    listener.status, listener.headers = 429, {"Retry-After": "90"}
    test_message = send_test(webhook=webhook, at=BEGAN)
    sent(webhook, BEGAN)
    test_message.refresh_from_db()
    assert test_message.next_at == BEGAN + timedelta(seconds=90)


def test_an_address_that_drips_its_answer_is_cut_off(listener: Listener) -> None:
    listener.answers = drip
    began = time.monotonic()
    answer = post_message(resolve_destination(listener.url), b"{}", {}, seconds=0.5)
    assert (answer.status, answer.said) == (None, "It did not answer in time.")
    assert time.monotonic() - began < 3


def test_what_is_behind_a_silent_address_waits_with_it_and_goes_out_when_it_answers() -> None:
    """One attempt counts for everything due to that address, so others do not wait for each timeout."""
    table = founded()
    with listening() as silent:
        webhook = hook(table, silent)
    deliver_outbox(at=BEGAN)
    waiting = webhook.deliveries.count()
    assert waiting > 1
    assert sent(webhook, BEGAN) == 1
    assert set(webhook.deliveries.values_list("tries", "next_at", "status")) == {(1, BEGAN + RETRY_DELAYS[0], None)}
    table.give("hire_rookie", by="razors", franchise="razors", driver="razors.d1", name="Vega")
    deliver_outbox(at=BEGAN + SECOND)
    assert webhook.deliveries.filter(next_at=BEGAN + RETRY_DELAYS[0]).count() > waiting
    assert sent(webhook, BEGAN + RETRY_DELAYS[0]) == 1
    with listening() as back:
        Webhook.objects.filter(pk=webhook.pk).update(address=back.url)
        at = BEGAN + RETRY_DELAYS[0] + RETRY_DELAYS[1]
        assert sent(webhook, at) == len(set(back.ids)) == webhook.deliveries.filter(taken_at=at).count() > waiting


def test_what_nobody_takes_for_long_is_stopped(listener: Listener) -> None:
    table = founded()
    webhook = hook(table, listener)
    Delivery.objects.bulk_create(
        Delivery(webhook=webhook, message=f"m{number}", kind="x", body=b"{}", made_at=BEGAN, next_at=BEGAN)
        for number in range(MOST_WAITING)
    )
    deliver_outbox(at=BEGAN)
    webhook.refresh_from_db()
    assert webhook.stopped_at == BEGAN
    run_due_jobs(clock=lambda: BEGAN)
    assert set(webhook.deliveries.values_list("next_at", "said")) == {(None, OVERFLOW_SENTENCE)}


def test_who_left_is_told_nothing_and_his_webhooks_stop(listener: Listener) -> None:
    table = founded()
    webhook = hook(table, listener, "saints")
    send_test(webhook=webhook, at=BEGAN)
    leave(league=webhook.league, user=webhook.user, at=BEGAN)
    assert sent(webhook, BEGAN) == 0
    webhook.refresh_from_db()
    assert (webhook.stopped_at, listener.sent) == (BEGAN, [])
    another = hook(table, listener, "widows")
    leave(league=another.league, user=another.user, at=BEGAN)
    deliver_outbox(at=BEGAN)
    another.refresh_from_db()
    assert (another.stopped_at, told(another)) == (BEGAN, [])


def test_who_is_forgotten_leaves_no_webhook_behind(listener: Listener) -> None:
    table = founded()
    webhook = hook(table, listener)
    send_test(webhook=webhook, at=BEGAN)
    erase(user=webhook.user, at=BEGAN)
    assert not Webhook.objects.exists()
    assert not Delivery.objects.exists()


def test_a_new_secret_signs_from_then_on_and_the_old_one_no_more(listener: Listener) -> None:
    webhook = hook(founded(), listener)
    old = webhook.secret
    new = rotate_secret(webhook=webhook)
    assert new != old
    now = datetime.now(tz=UTC)
    send_test(webhook=webhook, at=now)
    sent(webhook, now)
    ((headers, body),) = listener.sent
    assert Signing(new).verify(body, headers)["type"] == "webhook.test"
    with pytest.raises(Exception, match="No matching signature"):
        Signing(old).verify(body, headers)


def test_a_person_has_so_many_webhooks_and_stopped_ones_do_not_count(listener: Listener) -> None:
    table = founded()
    webhooks = [hook(table, listener) for _ in range(MOST_WEBHOOKS)]
    with pytest.raises(TooManyWebhooks):
        hook(table, listener)
    stop_webhook(webhook=webhooks[0], at=BEGAN)
    hook(table, listener)
    send_test(webhook=webhooks[1], at=BEGAN)
    with pytest.raises(TriedAlready):
        send_test(webhook=webhooks[1], at=BEGAN)


def test_old_messages_are_swept_those_that_were_taken_first(listener: Listener) -> None:
    webhook = hook(founded(), listener)
    deliver_outbox(at=BEGAN)
    ids = list(webhook.deliveries.values_list("pk", flat=True))
    Delivery.objects.update(next_at=None)
    Delivery.objects.filter(pk=ids[0]).update(taken_at=BEGAN)
    sweep(at=BEGAN + timedelta(days=31))
    assert set(webhook.deliveries.values_list("pk", flat=True)) == set(ids[1:])
    sweep(at=BEGAN + timedelta(days=91))
    assert not webhook.deliveries.exists()


def test_an_answer_that_never_came_is_told_apart_from_one_that_says_no(listener: Listener) -> None:
    assert post_message(Destination(listener.url, False, "x", 9, ("127.0.0.1",)), b"", {}) == PostResult(
        None, "It could not be reached."
    )
