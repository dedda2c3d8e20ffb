"""A user of the desk, who opens a command's form, fills it in, previews it, and sends it."""

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
    """A logged-in member, or an anonymous visitor, at the desk of a season."""

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
        """Open the form by a link with these query parameters."""
        return self.client.get(self.at(tag), asked)  # type: ignore[return-value]

    def filled(self, tag: str, **fields: Any) -> dict[str, Any]:
        """The form data to send: the form's hidden fields and the given fields.

        The test fails if the page does not show a given field, since nobody without scripts could fill it in. Faces
        of real dice are an exception: later answers ask for them one after another.
        """
        query = {name: str(value) for name, value in fields.items() if isinstance(value, str | int)}
        answer = self.open(tag, **query)
        html = answer.content.decode()
        names = Page(html).asked() if answer.status_code == HTTPStatus.OK else fields.keys()
        unseen = {
            name
            for name in fields
            if name not in names and not ("real_dice" in names and name[:5] == FACES_FIELD_PREFIX)
        }
        assert not unseen, f"the form of {tag} does not show {', '.join(sorted(unseen))}"
        return {**{name: unescape(value) for name, value in HIDDEN.findall(html)}, **fields}

    def give(self, tag: str, **fields: Any) -> HttpResponse:
        """Open the form, fill it in and send it."""
        return self.send(tag, self.filled(tag, **fields))

    def send(self, tag: str, sent: dict[str, Any], *, act: str = "give") -> HttpResponse:
        """Post form data."""
        return self.client.post(self.at(tag), {**sent, "act": act})  # type: ignore[return-value]
