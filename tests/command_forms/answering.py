"""Answers that a commissioner drafts and publishes on the pages of questionnaires, for tests."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from django.test import Client

from league.models import AnswerVersion
from rules.match.registry import get_questionnaire
from tests.command_forms.desk import Sitter
from tests.journeys.scriptless_person import CONTROLS, Page
from tests.league.small_league import Table

LIST = "/l/rust-belt/s1/questionnaires/"
HOME, OWN, HOUSE = f"{LIST}carwars/", f"{LIST}own/", f"{LIST}house-rules/"
DRAFT = f"{HOME}draft/"
MOBILITY, NO_DROP = "q:duel.points:mobility_kill", "q:arena.no_drop_zones:no_drop_zones"
GASES, RUBBER = "q:arena.no_drop_gases:no_drop_gases", "q:design.rubber_armour:allowed"
MUSIC: dict[str, Any] = {
    "key": "arena.music",
    "section": "The arena",
    "question": "Which music is played?",
    "kind": "text",
    "default": "None.",
}


def boss(table: Table) -> Client:
    """A browser of the commissioner."""
    return Sitter(table.season, "boss").client


def revision(home: str = HOME) -> int:
    """The revision of the draft, or 0 without one."""
    drafts = AnswerVersion.objects.filter(published_at=None, questionnaire=home.split("/")[-2])
    return next(iter(drafts.values_list("revision", flat=True)), 0)


def answered(client: Client, fields: dict[str, Any], *, home: str = HOME, act: str = "save") -> Any:
    """Save answers in the draft, by the names of their fields."""
    return client.post(home, {**fields, "revision": revision(home), "act": act})


def published(client: Client, *, step: str = "", home: str = HOME, act: str = "publish") -> Any:
    """Publish the draft."""
    sent = {"revision": revision(home), "note": "We agreed on it.", "step": step, "act": act}
    return client.post(f"{home}draft/", sent)


def asked(table: Table, **fields: Any) -> None:
    """Ask a question of the league's own."""
    table.give("ask_question", question={**MUSIC, **fields}, reason="We wondered.")


def withdraw(sitter: Sitter, key: str) -> None:
    """Withdraw a question of the league's own."""
    sent = sitter.filled("withdraw_question", question_key=key, reason="Nobody minds.", act="give")
    assert sitter.client.post(sitter.at("withdraw_question"), sent)["Location"] == OWN


def shown(page: str) -> dict[str, str]:
    """The text of every question on a page, by its anchor."""
    items = re.findall(r'<li class="question[^"]*" id="([^"]+)">(.*?)</li>', page, flags=re.DOTALL)
    return {anchor: " ".join(unescape(re.sub(r"<[^>]*>", " ", item)).split()) for anchor, item in items}


def sections(home: str = HOME) -> list[str]:
    """The addresses of the pages of a questionnaire's sections."""
    page = Client().get(home).content.decode()
    return list(dict.fromkeys(re.findall(rf'href="({home}sections/[^/"]+/)"', page.split('id="contents"')[1])))


def sent_as_shown(page: str) -> dict[str, list[str]]:
    """What a browser sends of the form with the answers, if nothing is typed."""
    form = next(
        form for form in Page(page).root.all("form") if 'name="revision"' in page and list(form.all("select"))
    )
    form = next(
        form
        for form in Page(page).root.all("form")
        if any(control.said.get("name", "").startswith("q:") for control in form.all(*CONTROLS))
    )
    fields: dict[str, list[str]] = {}
    for control in form.all(*CONTROLS):
        if control.tag != "button" and control.said.get("name", "").startswith("q:"):
            fields.setdefault(control.said["name"], []).extend(control.value)
    return fields


def printed(key: str) -> dict[str, Any]:
    """The printed answer to a question of the referee."""
    return get_questionnaire("carwars").question(key).printed_answer
