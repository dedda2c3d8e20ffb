"""A member makes webhooks in their browser, sees the state of every message, and sends dead ones again."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from jobs.outbox_delivery import deliver_outbox
from league.models import Delivery, League, LeagueLog, Webhook
from league.role_changes import leave
from tests.api.webhook_receiver import Listener, listening
from tests.league.small_league import BEGAN, founded
from webhooks.delivery import send_due_messages
from webhooks.subscriptions import MOST_WEBHOOKS

pytestmark = pytest.mark.django_db
HOOKS = "/l/rust-belt/webhooks/"
MAKING = {"act": "make", "name": "the pit wall", "address": "https://8.8.8.8/a-secret-path", "shape": "standard"}


def browser(who: str) -> Client:
    client = Client()
    client.force_login(get_user_model().objects.get(username=f"rust-belt-{who}"))
    return client


def secret_in(answer: Any) -> str:
    """The secret that a page shows, or an empty text."""
    match = re.search(r'id="told"[^>]* value="(whsec_[^"]+)"', answer.content.decode())
    return match[1] if match else ""


def words(answer: Any) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", answer.content.decode()).split())


def test_a_webhook_is_made_and_its_secret_shown_once() -> None:
    founded()
    client = browser("razors")
    assert "No webhooks yet." in words(client.get(HOOKS))
    answer = client.post(HOOKS, {**MAKING, "kinds": ["match.settled", "trade.made"], "key": "k"})
    hook = Webhook.objects.get()
    assert (secret_in(answer), hook.kinds) == (hook.secret, ["match.settled", "trade.made"])
    assert "no-store" in answer["Cache-Control"]
    again = client.get(HOOKS)
    assert secret_in(again) == ""
    assert b"a-secret-path" not in again.content
    assert "the pit wall active https://8.8.8.8/… match.settled · trade.made" in words(again)
    assert client.post(HOOKS, {**MAKING, "key": "k"}).status_code == 422
    assert Webhook.objects.count() == 1


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"address": "https://127.0.0.1/x"}, "not on the public internet"),
        ({"address": "http://8.8.8.8/x"}, "needs TLS"),
        ({"address": "x"}, "valid URL"),
        ({"name": ""}, "Fill this in."),
        ({"kinds": ["match.lost"]}, "is not one of the choices"),
        ({"shape": "slack"}, "is not one of the choices"),
    ],
)
def test_what_is_wrong_with_a_webhook_is_said_and_what_was_typed_kept(typed: dict[str, Any], said: str) -> None:
    founded()
    answer = browser("razors").post(HOOKS, {**MAKING, **typed})
    assert answer.status_code == 422
    assert said in words(answer)
    assert not Webhook.objects.exists()
    assert (typed.get("address") or MAKING["address"]) in answer.content.decode()


def test_a_webhook_is_tried_and_the_page_says_what_came_of_it(settings: Any) -> None:
    settings.WEBHOOKS_TO_LOCALHOST = True
    founded()
    client = browser("razors")
    with listening() as listener:
        number = _made(client, listener)
        response = client.post(HOOKS, {"act": "test", "webhook": number}, follow=True)
        assert "A test is on its way" in words(response)
        assert "webhook.test waiting" in words(response)
        _send(number)
        assert len(listener.sent) == 1
        assert "webhook.test taken" in words(client.get(HOOKS))
        assert "It answered 204. 1 try" in words(client.get(HOOKS))


def test_dead_messages_are_sent_again_one_by_one_or_all(settings: Any) -> None:
    settings.WEBHOOKS_TO_LOCALHOST = True
    founded()
    client = browser("razors")
    with listening() as listener:
        number = _made(client, listener)
        deliver_outbox(at=BEGAN)
        Delivery.objects.update(next_at=None, tries=10, status=500, said="It answered 500.")
        dead = Delivery.objects.count()
        assert f"Send all {dead} dead messages again" in words(client.get(HOOKS))
        message = Delivery.objects.earliest("pk")
        client.post(HOOKS, {"act": "again", "webhook": number, "message": message.pk})
        _send(number)
        assert listener.ids == [message.message]
        client.post(HOOKS, {"act": "all_again", "webhook": number})
        _send(number)
        assert len(set(listener.ids)) == dead
        assert not Delivery.objects.filter(taken_at=None).exists()


def test_a_new_secret_is_shown_once_and_a_stopped_webhook_has_none() -> None:
    founded()
    client = browser("razors")
    old = secret_in(client.post(HOOKS, MAKING))
    number = Webhook.objects.get().pk
    new = secret_in(client.post(HOOKS, {"act": "secret", "webhook": number}))
    assert new == Webhook.objects.get().secret != old
    client.post(HOOKS, {"act": "stop", "webhook": number})
    assert Webhook.objects.get().stopped_at is not None
    answer = client.post(HOOKS, {"act": "secret", "webhook": number})
    assert (answer.status_code, secret_in(answer)) == (422, "")


def test_a_member_does_nothing_with_anothers_webhook() -> None:
    founded()
    browser("razors").post(HOOKS, MAKING)
    hook = Webhook.objects.get()
    dead = hook.deliveries.create(message="m", kind="x", body=b"{}", made_at=BEGAN)
    other_client = browser("saints")
    assert "the pit wall" not in words(other_client.get(f"{HOOKS}?of={hook.pk}"))
    for act in ("test", "secret", "stop", "again", "all_again"):
        answer = other_client.post(HOOKS, {"act": act, "webhook": hook.pk, "message": dead.pk})
        assert answer.status_code == 422, act
    assert other_client.post(HOOKS, {"act": "stop_of_member", "webhook": hook.pk, "reason": "x"}).status_code == 403
    hook.refresh_from_db()
    dead.refresh_from_db()
    assert (hook.stopped_at, dead.next_at, hook.deliveries.count()) == (None, None, 1)


def test_a_commissioner_stops_anothers_with_a_reason_and_does_no_more_with_it() -> None:
    founded()
    browser("razors").post(HOOKS, MAKING)
    hook = Webhook.objects.get()
    boss = browser("boss")
    assert "the pit wall rust-belt-razors active" in words(boss.get(HOOKS))
    for act in ("test", "secret", "stop"):
        assert boss.post(HOOKS, {"act": act, "webhook": hook.pk}).status_code == 422
    assert "give a reason" in words(boss.post(HOOKS, {"act": "stop_of_member", "webhook": hook.pk, "reason": " "}))
    boss.post(HOOKS, {"act": "stop_of_member", "webhook": hook.pk, "reason": "It tells strangers."})
    hook.refresh_from_db()
    assert hook.stopped_at is not None
    assert LeagueLog.objects.filter(what="webhook stopped", reason="It tells strangers.").count() == 1
    assert "stopped a webhook" in words(boss.get("/l/rust-belt/people/"))


def test_of_who_left_it_says_so() -> None:
    founded()
    browser("saints").post(HOOKS, MAKING)
    leave(league=League.objects.get(), user=get_user_model().objects.get(username="rust-belt-saints"), at=BEGAN)
    assert "its owner has left" in words(browser("boss").get(HOOKS))


def test_many_webhooks_and_messages_ask_no_more_of_the_database() -> None:
    founded()
    client = browser("razors")
    client.post(HOOKS, MAKING)
    client.get(HOOKS)
    few = _asked(client)
    for _ in range(MOST_WEBHOOKS - 1):
        client.post(HOOKS, MAKING)
    for hook in Webhook.objects.all():
        hook.deliveries.bulk_create(
            Delivery(webhook=hook, message=f"m{number}", kind="x", body=b"{}", made_at=BEGAN, next_at=timezone.now())
            for number in range(50)
        )
    assert _asked(client) == few <= 8
    response = client.get(HOOKS)
    older = re.search(r'href="(\?of=\d+&amp;before=\d+)#messages"', response.content.decode())
    assert older is not None
    assert "Older" in words(client.get(HOOKS + older[1].replace("&amp;", "&")))


def _asked(client: Client) -> int:
    with CaptureQueriesContext(connection) as queries:
        client.get(HOOKS)
    return len(queries)


def _made(client: Client, listener: Listener) -> int:
    client.post(HOOKS, {**MAKING, "address": listener.url})
    return Webhook.objects.get().pk


def _send(number: int) -> None:

    send_due_messages(number, clock=timezone.now)
