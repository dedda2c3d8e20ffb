"""Every command that people give has a form at the desk, with fields of the command."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from urllib.parse import urlencode

import pytest
from django.contrib.auth import get_user_model
from django.db import transaction
from django.test import Client

from league.pages.command_forms import chapters
from league.pages.command_forms.base import FORMS
from league.pages.registry_gaps import command_gaps
from rules.campaign.core.command import COMMAND_TYPES, Giver
from tests.command_forms.leagues_at_steps import at_the_shops
from tests.guards.findings import beyond, report
from tests.journeys.scriptless_person import Page

assert chapters


def given_by_people() -> list[str]:
    """The tags of all commands that people give."""
    found = sorted(tag for tag, row in COMMAND_TYPES.items() if row.by is not Giver.SEASON)
    assert found
    return found


def test_every_command_has_a_form() -> None:
    tags = given_by_people()
    gone = "A form gives {}, which is no command of people: take it out of league/pages/command_forms/chapters."
    problems = [command_gap.sentence for command_gap in command_gaps(set(tags), set(FORMS))]
    report([*problems, *beyond(FORMS, tags, gone)], seen=tags, of="commands")


def faults_of_form(tag: str) -> Iterator[str]:
    """Sentences about texts that a form lacks, and fields it has that are none of its command's."""
    form = FORMS[tag]
    where = f"{form.__module__.replace('.', '/')}.py"
    for name in ("title", "verb"):
        if not getattr(form, name, ""):
            yield f"The form of {tag} has no {name}: give {form.__name__} one in {where}."
    if form.document.__qualname__.startswith("CommandForm"):
        known = {field.name for field in fields(COMMAND_TYPES[tag].cls)}
        says = f"The form of {tag} asks for {{}}, which is no field of its command: rename it in {where}."
        yield from beyond(set(form.base_fields), known, says)


def test_a_form_says_what_its_button_does_and_asks_for_fields_of_its_command() -> None:
    report((fault for tag in sorted(FORMS) for fault in faults_of_form(tag)), seen=FORMS, of="forms")


@pytest.mark.django_db
def test_every_form_shows_all_it_asks_and_is_sent_by_its_own_button_without_scripts() -> None:
    """Sent unchanged, each is performed or refused.

    A form that starts with a choice by links has no button yet, and one whose time is past has none any more.
    """
    at_the_shops()
    client = Client(enforce_csrf_checks=True)
    client.force_login(get_user_model().objects.get(username="rust-belt-boss"))
    faults = []
    for tag in sorted(FORMS):
        address = f"/l/rust-belt/s1/do/{tag}/?franchise=razors&match=m1"
        answer = client.get(address)
        page, form = Page(answer.content.decode(), address=address), answer.context["form"]
        continues_by_link = any(node.said.get("href", "").startswith("?") for node in page.main.all("a"))
        buttons = [control for control in page.controls() if control.usable and control.said.get("value") == "give"]
        to_ask = [
            visible_field
            for visible_field in form.visible_fields()
            if getattr(visible_field.field, "choices", None) != []
        ]
        unseen = {field.html_name for field in to_ask} - page.asked()
        if getattr(form, "is_locked", False) or answer.context["shut"]:
            faults += [f"{tag}: has a button, and its time is past" for _ in buttons]
            continue
        faults += [f"{tag}: dead without scripts: {error}" for error in page.dead()]
        if unseen and not continues_by_link:
            faults.append(f"{tag}: does not show {', '.join(sorted(unseen))}")
        for button in buttons:
            posted = page.form_of(button)
            assert posted is not None
            with transaction.atomic():
                sent = urlencode(page.sent(posted, button))
                status = client.post(address, sent, content_type="application/x-www-form-urlencoded").status_code
                transaction.set_rollback(True)
            if status not in (302, 409, 422):
                faults.append(f"{tag}: answers {status}")
        if not buttons and not continues_by_link:
            faults.append(f"{tag}: has no button")
    where = "see its form in league/pages/command_forms/chapters and its template in templates/league/desk"
    report((f"{fault}: {where}." for fault in faults), seen=FORMS, of="forms")
