"""A person at the desk: opens a command's form, fills it in, tries it, and gives it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import unescape
from http import HTTPStatus
from typing import Any

from django.contrib.auth import get_user_model
from django.http import HttpResponse
from django.test import Client

from league.pages.command_forms.base import FACES_FIELD_PREFIX
from tests.journeys.scriptless_person import Page

HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)"(?: value="([^"]*)")?')


@dataclass
class Sitter:
    """Somebody logged in, or a stranger, at the desk of a season."""

    season: str
    who: str = ""
    client: Client = field(default_factory=Client)

    def __post_init__(self) -> None:
        if self.who:
            league = self.season.split("/")[0]
            self.client.force_login(get_user_model().objects.get(username=f"{league}-{self.who}"))

    def at(self, tag: str) -> str:
        """The address of a command's form."""
        league, season = self.season.split("/")
        return f"/l/{league}/{season}/do/{tag}/"

    def open(self, tag: str, **asked: str) -> HttpResponse:
        """The form as a link with those fields opens it."""
        return self.client.get(self.at(tag), asked)  # type: ignore[return-value]

    def filled(self, tag: str, **fields: Any) -> dict[str, Any]:
        """What the form would send: its hidden fields as it shows them, and those.

        A field that the page does not show cannot be filled in by anybody without scripts: it fails the test. Only
        faces of real dice are asked for one after the other, by the answers.
        """
        asked = {name: str(each) for name, each in fields.items() if isinstance(each, str | int)}
        answer = self.open(tag, **asked)
        html = answer.content.decode()
        shown = Page(html).asked() if answer.status_code == HTTPStatus.OK else fields.keys()
        unseen = {
            each
            for each in fields
            if each not in shown and not ("real_dice" in shown and each[:5] == FACES_FIELD_PREFIX)
        }
        assert not unseen, f"the form of {tag} does not show {', '.join(sorted(unseen))}"
        return {**{name: unescape(value) for name, value in HIDDEN.findall(html)}, **fields}

    def give(self, tag: str, **fields: Any) -> HttpResponse:
        """Open the form, fill it in and send it."""
        return self.send(tag, self.filled(tag, **fields))

    def send(self, tag: str, sent: dict[str, Any], *, act: str = "give") -> HttpResponse:
        """Send what was filled in."""
        return self.client.post(self.at(tag), {**sent, "act": act})  # type: ignore[return-value]
