"""Every kind of notice leads to one page, which is there, from the inbox, the API, mail and webhooks alike."""

from __future__ import annotations

from typing import Any

import pytest
from django.core import mail
from django.test import RequestFactory
from django.urls import Resolver404, resolve

from api.inbox.views import _serialize_notice
from league.models import Notice
from league.pages.people.inbox import inbox_page
from scheduling.notices.inbox import notify
from scheduling.notices.mail import send_due_mail
from scheduling.notices.planning import hook_notices
from scheduling.notices.texts import LIFE_NOTICES, NOTICE_SENTENCES, REPORT_NOTICES, TIME_NOTICES, notice_path
from tests.league.small_league import BEGAN, Table, announced
from tests.scheduling.calendar_league import clocked, member
from webhooks.personal import notices_delivery, set_personal_webhook

pytestmark = pytest.mark.django_db
LEAGUE, SEASON = "/l/rust-belt", "/l/rust-belt/s1"
TRADES = tuple(kind for kind in NOTICE_SENTENCES if kind.startswith("trade_"))
OF_A_STEP = ("turn", "turn_paused", "reminder", "reminded", "extended")
OF_A_MATCH = ("reminder_report", "line_up_fallen", "locked", "appealed", "appeal_upheld", "appeal_dismissed")
SAID: dict[str, dict[str, Any]] = {
    **{kind: {"match": "m1", "step": "M3"} for kind in OF_A_STEP},
    **{kind: {"match": "m1", "what": "m1"} for kind in (*REPORT_NOTICES, *OF_A_MATCH, *TIME_NOTICES)},
    **{kind: {"question": 1} for kind in ("question_put", "question_ruled")},
    **{kind: {"market_of": "razors"} for kind in TRADES},
    "seat_given": {"subject": "razors"},
    "settled": {"match": "m1", "card_of": "razors"},
    "amended": {"entry": "3"},
    "answers": {"questionnaire": "house-rules", "version": "2"},
    "announced": {"announcement": 4},
    "name_vetoed": {"kind": "franchise", "subject": "razors"},
    "shortened": {"step": "E7"},
}
"""What notices of a kind name; the others name nothing that their page depends on."""
OF_THE_LEAGUE = {*LIFE_NOTICES, "announced", "name_vetoed", "seat_asked", "seat_given", "seat_declined"}
"""Kinds of notices that name no season."""
PAGES = {
    **dict.fromkeys(NOTICE_SENTENCES, f"{SEASON}/"),
    **{kind: f"{SEASON}/m1/" for kind, said in SAID.items() if "match" in said},
    **dict.fromkeys(REPORT_NOTICES, f"{SEASON}/m1/report/"),
    **dict.fromkeys(TIME_NOTICES, f"{SEASON}/m1/time/"),
    **dict.fromkeys(("question_put", "question_ruled"), f"{SEASON}/questions/#question-1"),
    **dict.fromkeys(TRADES, f"{LEAGUE}/f/razors/market/"),
    **dict.fromkeys([kind for kind in NOTICE_SENTENCES if kind.startswith("ruling_")], f"{SEASON}/rulings/"),
    **dict.fromkeys(LIFE_NOTICES, f"{LEAGUE}/future/"),
    **dict.fromkeys(("picked", "passed"), f"{SEASON}/draft/"),
    "settled": f"{SEASON}/m1/reward/razors/",
    "amended": f"{SEASON}/amends/3/",
    "answers": f"{SEASON}/questionnaires/house-rules/2/",
    "announced": f"{LEAGUE}/announcements/4/",
    "name_vetoed": f"{LEAGUE}/names/franchise/razors/",
    "shortened": f"{SEASON}/pool/",
    "job_failed": f"{LEAGUE}/jobs/",
    "seat_asked": f"{LEAGUE}/seats/",
    "seat_given": f"{LEAGUE}/f/razors/",
    "seat_declined": "/seats/",
}


def told_of_everything() -> Table:
    """A league whose owner was notified once of every kind."""
    table = clocked(announced())
    for kind in NOTICE_SENTENCES:
        arguments: dict[str, Any] = {"until": "", "asked": "", **SAID.get(kind, {})}
        filled = dict.fromkeys(ARGUMENT_NAMES[kind], "x") | arguments
        season = None if kind in OF_THE_LEAGUE else table.row
        notify([member(table, "razors")], about=kind, key=kind, at=BEGAN, season=season, arguments=filled)
    return table


ARGUMENT_NAMES = {
    kind: {part.partition("}")[0] for part in sentence.split("{")[1:]} for kind, sentence in NOTICE_SENTENCES.items()
}
"""What the sentence of each kind fills in."""


def test_every_kind_has_its_page_and_all_channels_lead_there() -> None:
    table = told_of_everything()
    owner = member(table, "razors").user
    found = list(Notice.objects.select_related("member__league", "member__user", "season"))
    assert {notice.about: notice_path(notice) for notice in found} == PAGES
    listed, page = {}, inbox_page(owner, before=None)
    while True:
        listed |= {line.id: line.href for line in page["letters"]}
        if page["older"] is None:
            break
        page = inbox_page(owner, before=page["older"])
    assert {notice.about: listed[notice.pk] for notice in found} == PAGES
    assert {notice.about: _serialize_notice(notice, 1, {}, "UTC").page for notice in found} == PAGES
    assert {hook.about: hook.page for hook in hook_notices(found, {})} == PAGES
    send_due_mail(at=BEGAN)
    for kind, path in PAGES.items():
        assert any(f"{path}\n" in message.body for message in mail.outbox), kind


@pytest.mark.parametrize("path", sorted({path.partition("#")[0] for path in PAGES.values()}))
def test_the_page_is_an_address_of_the_site(path: str) -> None:
    try:
        assert resolve(path).url_name
    except Resolver404:
        pytest.fail(f"No page is at {path}.")


def test_a_digest_by_webhook_leads_to_the_inbox() -> None:
    table = told_of_everything()
    hook = set_personal_webhook(
        user=member(table, "razors").user, address="https://1.1.1.1/x", shape="standard", at=BEGAN
    )
    several = hook_notices(Notice.objects.select_related("member__league", "season").order_by("pk")[:2], {})
    body = bytes(notices_delivery(hook, several, key="digest/1", at=BEGAN).body).decode()
    assert resolve("/inbox/").url_name == "inbox"
    assert f'{RequestFactory().get("/inbox/").path}"' in body
    assert "/me/inbox/" not in body
