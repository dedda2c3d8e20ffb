"""Nothing that leaves the site reveals what is sealed: letters, digests, webhooks, calendars and feeds with a key.

Seasons that differ only in a sealed choice send everybody else the same, from the choice until just before it opens.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import transaction
from django.test import Client
from django.utils import timezone

from franchises.standing_orders import set_standing_orders
from jobs.outbox_delivery import deliver_outbox
from league.feed_keys import make_feed_key
from league.models import Delivery, League, PersonalDelivery, PersonalWebhook, Webhook
from rules.match.registry import temporarily_installed
from scheduling.announcements import post_announcement
from scheduling.clock_tick import tick
from scheduling.notices import receivers
from scheduling.notices.choices import NOTICE_GROUPS
from scheduling.notices.inbox import notify
from scheduling.notices.mail import send_due_mail
from scheduling.watch_parties import set_reveal
from tests.guards.findings import report
from tests.guards.sealed_pairs import NAMED, OUT, SCENES, Sent, differences, hashes, line_up, settled_text
from tests.league.league_cache import built_once
from tests.league.small_league import BEGAN, Table, drafting, settled, signed
from tests.own_cache import empty_cache
from tests.rules.ladder import LADDER
from tests.sampling import only
from tests.scheduling.calendar_league import DAY, HOUR, clocked, member
from tests.scheduling.letters import choose
from webhooks import publisher
from webhooks.events import SELECTABLE_EVENTS

pytestmark = [pytest.mark.long, pytest.mark.once, pytest.mark.django_db]  # PostgreSQL does not reset ids of rows
assert receivers.notify_steward_acts
assert publisher.rows_with_listeners
MOMENTS = (timedelta(), 15 * HOUR, 47 * HOUR)
"""When the site sends what is due, counted from the choice: at once, after digests and quiet hours, and before the
deadline.
"""
NOTICE_NUMBER = re.compile(r"<notice-\d+@")
"""The number of a notice in the headers of its letter, which counts those of the whole site."""
WORDS = "only the rain knows"
Act = Callable[[Table], object]
Clock = Callable[[datetime], None]


@dataclass(frozen=True)
class Choice:
    """A season in which something sealed is chosen in one of two ways, and who may know which."""

    build: Callable[[], Table]
    ways: tuple[Act, Act]
    insiders: frozenset[str] = frozenset({"razors"})


def gives(who: str, sent: Sent, *then: tuple[str, Sent]) -> Act:
    """Give a command, and after it others."""

    def act(table: Table) -> None:
        for giver, document in ((who, sent), *then):
            arguments = dict(document)
            reason = "For the show." if giver == "boss" else ""
            table.give(arguments.pop("type"), by=giver, reason=reason, **arguments)

    return act


def orders(**document: Any) -> Act:
    """Set the standing orders of the razors."""
    return lambda table: set_standing_orders(
        franchise="razors", document=document, member=member(table, "razors"), at=table.now
    )


@built_once
def with_party() -> Table:
    """A season at its line-ups, whose round is revealed at a watch party four days later."""
    table = clocked(signed(cars=4))
    match = {"match": "m1", "event": "ladder", "ruleset": "ladder", "franchises": list(table.franchises)}
    table.give("announce_round", round="r1", matches=[match])
    tick(table.season, at=table.now)
    set_reveal(table.season, 1, until=BEGAN + 4 * DAY, member=member(table), at=table.now)
    return table


def _scene(tag: str, number: int = 0, *, insiders: tuple[str, ...] = ("razors",)) -> Choice:
    scene = SCENES[tag][number]
    first, second = (gives(*way, *scene.then) for way in scene.ways)
    return Choice(lambda: clocked(scene.build()), (first, second), frozenset(insiders))


CHOICES: dict[str, Choice] = {
    "a line-up": _scene("name_line_up"),
    "a line-up that became illegal": _scene("name_line_up", 1),
    "a line-up before a watch party": Choice(with_party, (gives(*NAMED[0]), gives(*NAMED[1]))),
    "a line-up with a driver who is out": Choice(
        with_party,
        (gives(*line_up("razors", 1, words=WORDS), ("boss", OUT)), gives(*line_up("razors", 2, 3), ("boss", OUT))),
    ),
    "protected drivers": _scene("protect_drivers"),
    "a trade": _scene("propose_trade", insiders=("razors", "saints")),
    "standing orders": Choice(
        with_party, (orders(drivers=["razors.d3", "razors.d4"]), orders(drivers=["razors.d1"], reserve_k=200))
    ),
    "a draft queue": Choice(
        lambda: clocked(drafting(settled(rounds=1))),
        (orders(draft_queue=["saints.d3"]), orders(draft_queue=["widows.d3", "saints.d3"])),
    ),
}
"""Everything sealed, by what it is."""
OFTEN = ["a line-up that became illegal", "a line-up with a driver who is out", "a trade", "a draft queue"]
"""Those that CI tries; a nightly run tries all."""
SETTINGS: dict[str, dict[str, Any]] = {
    "razors": {},
    "saints": {"choices": {(group, "mail"): "daily" for group in NOTICE_GROUPS}},
    "widows": {"quiet": (20, 8)},
    "boss": {"choices": {(group, "webhook"): "daily" for group in NOTICE_GROUPS}},
}
"""What each person chose about their notices."""


def subscribed(table: Table) -> dict[str, str]:
    """Give everybody settings, webhooks and a calendar address of their own; the keys of the addresses."""
    league, keys = League.objects.get(pk=table.league), {}
    for who, chosen in SETTINGS.items():
        user = member(table, who).user
        choose(user, **chosen)
        hook = {"address": "https://hook.example.org/", "secret": "whsec_AAAA", "made_at": BEGAN}
        PersonalWebhook.objects.create(user=user, shape="discord" if who == "widows" else "standard", **hook)
        Webhook.objects.create(league=league, user=user, name=who, kinds=list(SELECTABLE_EVENTS), **hook)
        keys[who] = make_feed_key(league=league, user=user, at=BEGAN)[1]
    return keys


def sent_to_others(
    table: Table, act: Act, insiders: frozenset[str], clock: Callable[[datetime], None]
) -> dict[str, str]:
    """Everything the site sends to those who may not know what was chosen, by its receiver and place."""
    keys = {who: key for who, key in subscribed(table).items() if who not in insiders}
    act(table)
    table.give("adjust_balance", franchise="widows", amount=1, reason="A gift.")
    post_announcement(
        league=table.row.league, by=member(table), at=table.now, title="Rain", text="Rain.", pinned=False, key="rain"
    )
    began, found = table.now, dict[str, str]()
    for number, after in enumerate(MOMENTS):
        moment = began + after
        clock(moment)
        tick(table.season, at=moment)
        deliver_outbox(at=moment)
        send_due_mail(at=moment)
        replacements = hashes(table)
        for name, text in (*_mails(), *_messages(), *(_feeds(keys) if after != MOMENTS[1] else ())):
            if name.split()[0] not in insiders:
                place = sum(known.startswith(f"{name} of moment {number} ") for known in found)
                found[f"{name} of moment {number} {place}"] = settled_text(text, replacements)
        mail.outbox.clear()
    return found


def _mails() -> Iterator[tuple[str, str]]:
    for letter in mail.outbox:
        who = letter.to[0].partition("@")[0].removeprefix("rust-belt-")
        parts = [letter.subject, letter.body, *(str(part) for part, _ in getattr(letter, "alternatives", ()))]
        text = "\n".join([*parts, json.dumps(letter.extra_headers, default=str)])
        yield f"{who} letter", NOTICE_NUMBER.sub("<notice of the site@", text)


def _messages() -> Iterator[tuple[str, str]]:
    for row in PersonalDelivery.objects.order_by("pk").select_related("webhook__user"):
        yield f"{_who(row.webhook.user)} webhook", bytes(row.body).decode()
    for event in Delivery.objects.order_by("pk").select_related("webhook__user"):
        yield f"{_who(event.webhook.user)} event", bytes(event.body).decode()


def _who(user: Any) -> str:
    return str(user.get_username().removeprefix("rust-belt-"))


def _feeds(keys: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for file in ("calendar.ics", "journal.atom"):
        for who, key in keys.items():
            yield f"{who} {file}", Client().get(f"/l/rust-belt/{file}", {"key": key}).content.decode()
        yield f"stranger {file}", Client().get(f"/l/rust-belt/{file}").content.decode()


def both(choice: Choice, clock: Clock) -> tuple[dict[str, str], dict[str, str]]:
    """What is sent after each way of a choice, both times from the same league."""
    table, results = choice.build(), []
    deliver_outbox(at=table.now)
    for act in choice.ways:
        empty_cache()
        before = transaction.savepoint()  # no `atomic`: parts of the site refuse to run within one
        results.append(sent_to_others(replace(table), act, insiders=choice.insiders, clock=clock))
        transaction.savepoint_rollback(before)
    return results[0], results[1]


@pytest.fixture(autouse=True)
def _ladder() -> Iterator[None]:
    with temporarily_installed(LADDER):
        yield


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Sets the site's clock, which the feeds read."""

    def put(at: datetime) -> None:
        monkeypatch.setattr(timezone, "now", lambda: at)

    return put


@pytest.mark.parametrize("what", only(OFTEN, list(CHOICES)))
def test_what_is_sent_to_others_tells_nothing(what: str, clock: Clock) -> None:
    first, second = both(CHOICES[what], clock)
    kinds = {name.partition(" ")[2].partition(" of moment")[0] for name in first}
    assert kinds >= {"letter", "webhook", "event", "calendar.ics", "journal.atom"}
    assert not [name for name, text in first.items() if WORDS in text]
    report(differences(first, second), seen=first, of="messages")


def test_a_notice_that_says_what_was_chosen_is_caught(clock: Clock) -> None:
    def telling(act: Act, title: str) -> Act:
        def act_and_notify(table: Table) -> None:
            act(table)
            arguments = {"announcement": 1, "title": title}
            notify([member(table, "widows")], about="announced", key="leak", at=table.now, arguments=arguments)

        return act_and_notify

    choice = CHOICES["a line-up"]
    leaking = Choice(choice.build, (telling(choice.ways[0], "one"), telling(choice.ways[1], "two")))
    found = list(differences(*both(leaking, clock)))
    receivers = {sentence.partition(" of moment ")[0] for sentence in found}
    assert {"widows letter", "widows webhook"} <= receivers
