"""Fill in every form of every page with its own choices and press each of its buttons. All is rolled back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urljoin

from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client

from league.pages.command_forms import chapters
from league.pages.command_forms.base import FORMS
from league.pages.command_forms.opening_sheet_table import template_csv
from tests.guards.page_requests import asked_for
from tests.guards.sealed_pairs import Sent, addresses, hashes, settled_text, sitting
from tests.journeys.scriptless_person import PRESSED, TICKED, UNSENT, Node, Page
from tests.league.small_league import Table

assert chapters  # which registers the forms
ABOUT = "franchise={franchise}&match=m1&driver={franchise}.d1&car={franchise}.car1&trade=razors.t1"
"""The query with which a command's form is opened."""
TYPED = {"number": "1", "reason": "For the show.", "date": "2026-09-04", "datetime-local": "2026-09-04T18:00"}
"""Text for empty fields, by kind or name. Other fields get a word."""
GIVEN = 302
"""The status of the answer to a command that was performed."""


def form_pages(role: str) -> dict[str, str]:
    """Paths of pages that may have a form, by name: all URLs of the site and the forms of all commands."""
    franchise = "razors" if role in ("boss", "stranger") else role
    about = ABOUT.format(franchise=franchise)
    desk = {f"form of {tag}": f"/l/rust-belt/s1/do/{tag}/?{about}" for tag in FORMS}
    return desk | {name: path for name, path in addresses() if not name.startswith("api_")}


def pressed(table: Table, role: str, chosen: Mapping[str, str], *, choice: int = 0) -> dict[str, str]:
    """The answers to a role of each page and of each button of its forms, by page and button.

    Lists keep the choice of the page. Where it has none, the first is chosen, or the last with `choice=-1`.
    """
    client, replacements, answers = sitting(table, role), hashes(table), {}
    last = table.row.length
    for name, path in chosen.items():
        for number in {last, last - 1} if "{number}" in path else {last}:
            address = path.format(number=number)
            with asked_for(name, by=role):
                response = client.get(address)
            if response.streaming or "html" not in response.headers.get("content-type", ""):
                continue
            html = response.content.decode()
            answers[f"{name} {number}"] = settled_text(f"{response.status_code} {html}", replacements)
            for button, sent in buttons(Page(html, address=address), choice=choice):
                with asked_for(f"{name}, sent by {button}", by=role):
                    answer = _send(client, sent)
                answers[f"{name} {number}: {button}"] = settled_text(answer, replacements)
    return answers


def buttons(page: Page, *, choice: int) -> Iterator[tuple[str, Sent]]:
    """Each button of the POST forms in a page's main part, with the form data it sends."""
    for number, button in enumerate(page.controls()):
        form = page.form_of(button)
        if button.kind not in PRESSED or not button.usable or form is None or not _is_in(page.main, button):
            continue
        if form.said.get("method", "").lower() == "post":
            yield f"{number} {page.name(button)}", _filled(page, form, button, choice)


def _is_in(part: Node, button: Node) -> bool:
    return any(node is part for node in button.up())


def _filled(page: Page, form: Node, button: Node, choice: int) -> Sent:
    sent: Sent = {"": urljoin(page.address, form.said.get("action", ""))}
    for control in page.controls(form):
        name = control.said.get("name")
        if not name or "disabled" in control.said:
            continue
        if control.kind == "file":
            sent[name] = SimpleUploadedFile("sheet.csv", template_csv().encode())
        if control.kind in (*PRESSED, *UNSENT) and control is not button:
            continue
        if values := [value for value in control.value if value] or _chosen(control, choice):
            sent.setdefault(name, []).extend(values)
    return sent


def _chosen(control: Node, choice: int) -> list[str]:
    """Values for a control that has none."""
    if control.tag == "select":
        offered = [option.said.get("value", option.text) for option in control.all("option")]
        return [value for value in offered if value][choice:][:1]
    if control.kind in TICKED:
        return [control.said.get("value", "on")] if "required" in control.said else []
    if control.kind == "hidden":
        return []
    return [TYPED.get(control.kind) or TYPED.get(control.said["name"], "A word")]


def _send(client: Client, sent: Sent) -> str:
    """The status and page of the answer, or the status and target of a redirect."""
    fields = {name: value for name, value in sent.items() if name}
    with transaction.atomic():
        answer: Any = client.post(sent[""], fields)
        client.cookies.pop("messages", None)  # else the next page would show them
        transaction.set_rollback(True)
    if answer.status_code == GIVEN:
        return f"{GIVEN} {answer.headers['location']}"
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return f"{answer.status_code} {body.decode()}"
