"""A program sets, tries, reads and removes its person's own webhook, with a token that may act on their account."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth import get_user_model

from league.models import Job, PersonalDelivery, PersonalWebhook
from league.role_changes import leave
from tests.api.api_callers import Program, program_of
from tests.clients.conftest import scripted  # noqa: F401 - a fixture
from tests.clients.scripted_server import Scripted
from tests.league.small_league import BEGAN, Table, founded

pytestmark = pytest.mark.django_db
HOOK = "/me/webhook"
SENT = {"address": "https://1.1.1.1/secret-path", "shape": "standard"}


def program(table: Table, who: str = "razors") -> Program:
    """A program that may act on its person's account."""
    return program_of(table, who, "account")


def test_it_is_set_read_tried_and_removed_and_its_secret_is_told_once() -> None:
    mine = program(founded())
    assert mine.get(HOOK).json()["state"] == "none"
    made = mine.post(HOOK, SENT, key="a")
    assert made.status_code == 201
    assert made.json()["secret"] == PersonalWebhook.objects.get().secret
    assert mine.post(HOOK, SENT, key="a").json() == made.json()
    read = mine.get(HOOK)
    assert (read.json()["state"], read.json()["host"]) == ("active", "https://1.1.1.1/…")
    assert "secret" not in read.content.decode()
    tried = mine.post(f"{HOOK}/test", {}, key="b")
    assert (tried.status_code, tried.json()["state"]) == (201, "waiting")
    assert mine.post(f"{HOOK}/test", {}, key="c").status_code == 422
    (listed,) = mine.get(f"{HOOK}/messages").json()["messages"]
    assert (listed["kind"], "body" in listed) == ("notice.test", False)
    assert mine.post(f"{HOOK}/removal", {}, key="d").json()["state"] == "none"
    assert mine.post(f"{HOOK}/removal", {}, key="e").json()["state"] == "none"
    assert not PersonalWebhook.objects.exists()
    assert mine.post(f"{HOOK}/test", {}, key="f").status_code == 422


def test_a_dead_message_is_sent_again_with_all_its_tries_and_no_other_persons_is() -> None:
    table = founded()
    mine, other = program(table), program(table, "saints")
    for owner in (mine, other):
        owner.post(HOOK, SENT, key="a")
        owner.post(f"{HOOK}/test", {}, key="b")
    number = mine.get(f"{HOOK}/messages").json()["messages"][0]["number"]
    again = f"{HOOK}/messages/{number}/again"
    assert mine.post(again, {}, key="c").status_code == 422
    PersonalDelivery.objects.update(next_at=None, tries=11, said="Nobody answered.")
    assert mine.get(HOOK).json()["dead"] == 1
    jobs = Job.objects.count()
    sent = mine.post(again, {}, key="d").json()
    assert (sent["state"], sent["tries"], sent["said"]) == ("waiting", 0, "")
    assert Job.objects.count() == jobs + 1
    assert other.post(again, {}, key="e").status_code == 404
    assert mine.post(f"{HOOK}/messages/{2**70}/again", {}, key="f").status_code == 404


def test_messages_are_listed_newest_first_page_by_page() -> None:
    mine = program(founded())
    mine.post(HOOK, SENT, key="a")
    for number in range(3):
        PersonalDelivery.objects.create(
            webhook=PersonalWebhook.objects.get(), message=f"m{number}", kind="notice", body=b"{}", made_at=BEGAN
        )
    first = mine.get(f"{HOOK}/messages?limit=2").json()
    assert [it["message"] for it in first["messages"]] == ["m2", "m1"]
    rest = mine.get(f"{HOOK}/messages?limit=2&before={first['next']}").json()
    assert ([it["message"] for it in rest["messages"]], rest["next"]) == (["m0"], None)


@pytest.mark.parametrize(
    "body", [{"address": "https://127.0.0.1/x"}, {"address": "http://1.1.1.1/x"}, {**SENT, "shape": "fax"}, {}]
)
def test_an_address_that_cannot_be_used_is_refused_and_the_old_one_stays(body: dict[str, Any]) -> None:
    mine = program(founded())
    mine.post(HOOK, SENT, key="a")
    assert mine.post(HOOK, body, key="b").status_code == 422
    assert PersonalWebhook.objects.get().address == SENT["address"]


def test_tokens_of_one_league_cannot_turn_the_notices_of_all_to_another_address() -> None:
    table = founded()
    for scopes in (("read", "report", "act:razors"), ("read",)):
        weak = program_of(table, "razors", *scopes)
        for answer in (weak.post(HOOK, SENT, key="a"), weak.get(HOOK), weak.get(f"{HOOK}/messages")):
            assert (answer.status_code, answer.json()["type"].rpartition("/")[2]) == (403, "scope-missing")
    assert Program().post(HOOK, SENT, key="a").status_code == 401
    left = program(table)
    leave(league=table.row.league, user=get_user_model().objects.get(username="rust-belt-razors"), at=BEGAN)
    assert left.post(HOOK, SENT, key="b").status_code == 403
    assert not PersonalWebhook.objects.exists()


def test_a_token_for_the_account_accepts_no_offer_to_run_the_league() -> None:
    table = founded()
    answer = program_of(table, "razors", "read", "account").post(
        f"/leagues/{table.league}/handovers/1/answer", {"answer": "accepted"}, key="a"
    )
    assert answer.status_code == 403


def test_the_client_sets_tries_lists_resends_and_removes(scripted: Callable[..., Scripted]) -> None:  # noqa: F811 - the fixture
    mine = program(founded())
    made, tried = mine.post(HOOK, SENT, key="a"), mine.post(f"{HOOK}/test", {}, key="b")
    listed = mine.get(f"{HOOK}/messages")
    PersonalDelivery.objects.update(next_at=None)
    number = tried.json()["number"]
    again = mine.post(f"{HOOK}/messages/{number}/again", {}, key="c")
    answers = [made, mine.get(HOOK), tried, listed, again, mine.post(f"{HOOK}/removal", {}, key="d")]
    server = scripted(*((answer.status_code, answer.content) for answer in answers))
    with server.client() as client:
        assert client.set_personal_webhook(SENT["address"], key="a").secret == made.json()["secret"]
        assert client.personal_webhook().state == "active"
        assert client.try_personal_webhook(key="b").number == number
        assert [message.number for message in client.personal_messages(before=9).messages] == [number]
        assert client.send_personal_again(number, key="c").state == "waiting"
        assert client.remove_personal_webhook(key="d").state == "none"
    asked = [(path.removeprefix("/api/v1"), json.loads(body) if body else None) for path, _, body in server.asked]
    assert asked == [
        (HOOK, SENT),
        (HOOK, None),
        (f"{HOOK}/test", {}),
        (f"{HOOK}/messages?before=9", None),
        (f"{HOOK}/messages/{number}/again", {}),
        (f"{HOOK}/removal", {}),
    ]
