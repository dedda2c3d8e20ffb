"""Every kind of notice, by every channel, with every setting: as the table in `docs/notices.md` says."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from pytest_django import Settings

from league.models import PersonalDelivery, WaitingNotice
from scheduling.notices.choices import CHANNELS, DELIVERIES, GROUP_BY_KIND, NOTICE_GROUPS, NoticeSettings
from scheduling.notices.inbox import notify
from scheduling.notices.mail import send_due_mail
from scheduling.notices.texts import MAIL_SUBJECTS, NOTICE_SENTENCES
from tests.league.small_league import BEGAN, announced
from tests.scheduling.calendar_league import DAY, clocked, member
from tests.scheduling.letters import SENTENCES, choose, tell
from webhooks.personal import set_personal_webhook

DOCUMENT = Path(__file__).parents[2] / "docs" / "notices.md"
ARGUMENTS = {
    name: "1" if name in ("entry", "number", "announcement", "question", "version", "count") else "x"
    for sentence in NOTICE_SENTENCES.values()
    for name in re.findall(r"{(\w+)}", sentence)
}
"""Something for everything that a sentence names."""
WEEK = BEGAN + 8 * DAY


def test_every_kind_is_in_exactly_one_group() -> None:
    kinds = [kind for group in NOTICE_GROUPS.values() for kind in group.kinds]
    assert sorted(kinds) == sorted(NOTICE_SENTENCES) == sorted(MAIL_SUBJECTS), (
        "put a new kind of notice into one of NOTICE_GROUPS, and into the table of docs/notices.md"
    )


def test_the_documents_list_every_kind_with_its_group() -> None:
    rows = re.findall(r"^\| `([a-z_]+)` \| ([^|]+) \| `([a-z]+)` \| (yes)? ?\|$", DOCUMENT.read_text(), re.MULTILINE)
    assert [tuple(row) for row in rows] == [
        (kind, MAIL_SUBJECTS[kind], group, "yes" if found.asks else "")
        for group, found in NOTICE_GROUPS.items()
        for kind in found.kinds
    ]


def test_each_setting_of_each_channel_is_documented() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| (default.*) \|$", DOCUMENT.read_text(), re.MULTILINE))
    assert set(rows) == set(CHANNELS)
    for channel, cells in rows.items():
        offered = [bool(cell.strip()) for cell in cells.split("|")]
        assert offered == [delivery in DELIVERIES[channel] for delivery in ("now", "daily", "weekly", "off")]


@pytest.mark.parametrize("muted", [False, True])
def test_what_a_choice_means_for_every_kind_and_channel(muted: bool) -> None:
    for kind, channel in product(NOTICE_SENTENCES, CHANNELS):
        group = GROUP_BY_KIND[kind]
        asks = NOTICE_GROUPS[group].asks
        for delivery in DELIVERIES[channel]:
            choices = {("", group, channel): delivery, **({("here", "", ""): "off"} if muted else {})}
            settings: Any = NoticeSettings(choices=choices, webhook=object())  # type: ignore[arg-type]
            expected = "now" if asks and channel == "site" else "off" if muted and not asks else delivery
            assert settings.delivery(group, channel, "here") == expected, (kind, channel, delivery)
            assert settings.delivery(group, channel, "elsewhere") == (
                "now" if asks and channel == "site" else delivery
            )


@pytest.mark.django_db
@pytest.mark.parametrize("delivery", ["now", "daily", "weekly", "off"])
def test_a_notice_of_each_group_comes_once_by_each_channel_as_chosen(delivery: str) -> None:
    table = clocked(announced())
    person = member(table, "razors").user
    set_personal_webhook(user=person, address="https://1.1.1.1/x", shape="discord", at=BEGAN)
    choose(person, {(group, channel): delivery for group in NOTICE_GROUPS for channel in ("mail", "webhook")})
    assert {GROUP_BY_KIND[about] for about in SENTENCES} == set(NOTICE_GROUPS)
    for about in SENTENCES:
        tell(table, "razors", about)
    by_mail, by_hook = [], []
    for at in (BEGAN, BEGAN + DAY, WEEK, WEEK + DAY):
        mail.outbox.clear()
        send_due_mail(at=at)
        by_mail.append([str(message.subject) for message in mail.outbox])
        by_hook.append(PersonalDelivery.objects.count() - sum(by_hook))
    each, digest = len(NOTICE_GROUPS), f"Your {delivery} digest: {len(NOTICE_GROUPS)} notices from Rust Belt"
    counts = {"now": [each, 0, 0, 0], "daily": [0, 1, 0, 0], "weekly": [0, 0, 1, 0], "off": [0, 0, 0, 0]}[delivery]
    assert ([len(subjects) for subjects in by_mail], by_hook) == (counts, counts)
    if delivery in ("daily", "weekly"):
        assert [subject for subjects in by_mail for subject in subjects] == [digest]
    assert not WaitingNotice.objects.exists()


@pytest.mark.django_db
def test_a_letter_of_any_kind_contains_its_sentence_and_nothing_else_of_its_notice(settings: Settings) -> None:
    settings.WEBHOOKS_TO_LOCALHOST = True
    table = clocked(announced())
    owner = member(table, "razors")
    set_personal_webhook(user=owner.user, address="https://1.1.1.1/x", shape="standard", at=BEGAN)
    for kind in NOTICE_SENTENCES:
        arguments = {**ARGUMENTS, "driver_of_the_sealed_line_up": "SEALED-VEGA", "match": "m1", "season": "s1"}
        notify([owner], about=kind, key=f"k/{kind}", at=BEGAN, season=table.row, arguments=arguments)
    assert send_due_mail(at=BEGAN) == len(NOTICE_SENTENCES)
    choose(owner.user, {(group, "mail"): "daily" for group in NOTICE_GROUPS})
    for kind in NOTICE_SENTENCES:
        arguments = {**ARGUMENTS, "driver_of_the_sealed_line_up": "SEALED-VEGA", "match": "m1", "season": "s1"}
        notify([owner], about=kind, key=f"d/{kind}", at=BEGAN, season=table.row, arguments=arguments)
    assert send_due_mail(at=BEGAN + DAY) == 1
    sent = [str(message.message()) for message in mail.outbox]
    sent += [bytes(message.body).decode() for message in PersonalDelivery.objects.all()]
    assert len(sent) > 2 * len(NOTICE_SENTENCES)
    assert not any("SEALED-VEGA" in text for text in sent)
