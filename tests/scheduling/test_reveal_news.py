"""Watch parties beside others: two commissioners at once, and what members and webhooks are told of a reveal."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest

from league.models import Window
from rules.match.registry import temporarily_installed
from scheduling.watch_parties import RevealChanged, RevealTooEarly, call_off_reveal, reveal_now, set_reveal
from tests.api.webhook_receiver import hook, listening
from tests.league.small_league import BEGAN
from tests.rules.ladder import LADDER
from tests.scheduling.calendar_league import DAY, HOUR, told
from tests.scheduling.test_watch_parties import REVEAL, by, climb_announced, held_back, locked, step, worked
from webhooks.events import EVENTS, REVEAL_EVENTS
from webhooks.messages import encode_body, example_message

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _ladder() -> Iterator[None]:
    with temporarily_installed(LADDER):
        yield


def test_before_the_clock_opens_the_line_ups_a_reveal_keeps_to_the_deadline_they_will_have() -> None:
    table = climb_announced()
    Window.objects.filter(what="M3/m1").delete()
    with pytest.raises(RevealTooEarly, match="open until Thu 3 Sep"):
        set_reveal(table.season, 1, until=BEGAN + DAY, **by(table))
    assert set_reveal(table.season, 1, until=REVEAL, **by(table)).at == REVEAL


@pytest.mark.parametrize(("shown", "changed"), [("", True), (REVEAL.isoformat(), False)])
def test_a_change_from_an_old_page_is_refused_with_what_another_commissioner_set(shown: str, changed: bool) -> None:
    table = climb_announced()
    set_reveal(table.season, 1, until=REVEAL, **by(table), seen="")
    acts: tuple[Callable[[], object], ...] = (
        lambda: set_reveal(table.season, 1, until=REVEAL + DAY, **by(table), seen=shown),
        lambda: call_off_reveal(table.season, 1, **by(table), seen=shown),
    )
    for act in acts:
        if changed:
            with pytest.raises(RevealChanged, match="was set to Fri 4 Sep 18:00 UTC since you opened this page"):
                act()
        else:
            act()
            shown = (REVEAL + DAY).isoformat()


def test_once_the_round_is_revealed_every_owner_and_commissioner_is_notified_once() -> None:
    table = held_back()
    worked(table, at=REVEAL - timedelta(seconds=1))
    assert told(table, "saints", about="revealed") == []
    for _ in range(2):
        worked(table, at=REVEAL)
    sentences = [told(table, who, about="revealed") for who in ("saints", "razors", "boss")]
    assert sentences == [["Round 1 is revealed: watch its matches."]] * 3


def test_a_round_that_was_revealed_by_hand_is_not_announced_again_at_the_time_that_was_set() -> None:
    table = held_back()
    early = REVEAL - HOUR
    reveal_now(table.season, 1, **by(table, at=early))
    for at in (early, REVEAL):
        worked(table, at=at)
    assert len(told(table, "saints", about="reveal_now")) == 1
    assert told(table, "saints", about="revealed") == []


def test_a_round_whose_line_ups_are_still_open_is_not_announced_as_revealed(settings: Any) -> None:
    settings.WEBHOOKS_TO_LOCALHOST = True
    table = climb_announced()
    with listening() as listener:
        webhook = hook(table, listener, "razors", "round.revealed")
        set_reveal(table.season, 1, until=REVEAL, **by(table))
        Window.objects.filter(what="M3/m1").update(closes_at=REVEAL + DAY)
        worked(table, at=REVEAL)
        assert step(table) == "M3"
        assert told(table, "saints", about="revealed") == []
        assert not webhook.deliveries.exists()


def test_webhooks_receive_each_change_of_a_reveal_and_the_reveal_itself_as_documented(settings: Any) -> None:
    settings.WEBHOOKS_TO_LOCALHOST = True
    table = climb_announced()
    with listening() as listener:
        webhook = hook(table, listener, "razors", *REVEAL_EVENTS)
        set_reveal(table.season, 1, until=REVEAL, **by(table))
        set_reveal(table.season, 1, until=REVEAL + DAY, **by(table))
        call_off_reveal(table.season, 1, **by(table))
        set_reveal(table.season, 1, until=REVEAL, **by(table))
        locked(table)
        reveal_now(table.season, 1, **by(table, at=BEGAN + HOUR))
        worked(table, at=BEGAN + 2 * HOUR)
        kinds = []
        for delivery in webhook.deliveries.order_by("pk"):
            document = json.loads(bytes(delivery.body))
            example = json.loads(encode_body(example_message(EVENTS[delivery.kind]), "standard"))
            assert document["data"].keys() == example["data"].keys()
            assert {type(value) for value in document["data"].values()} == {
                type(value) for value in example["data"].values()
            }
            assert document["data"]["read"].endswith("/api/v1/leagues/rust-belt/seasons/s1/reveals")
            assert document["data"]["page"].endswith("/l/rust-belt/s1/")
            kinds.append(delivery.kind)
    assert kinds == ["reveal.set", "reveal.moved", "reveal.called_off", "reveal.moved", "round.revealed"]
