"""Pages name matches, rounds, seasons and trades: "Round 2, match A". Their ids are for programs and proofs."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from tests.journeys.whole_site import STRANGER, looks, whole_site

ID_SHOWN = re.compile(r"(?<![\w/.:#-])[mrst][0-9]+[a-z]?\b(?!\s*=|/)")
"""An id by itself. Paths of dice, in which an id stands before a slash, are what people compare with a proof."""
FOR_PROGRAMS = frozenset({"code", "pre", "script", "style", "samp", "kbd", "textarea"})
SHOWN_ATTRIBUTES = frozenset({"aria-label", "title", "alt", "placeholder"})
FOR_PEOPLE_WHO_PROGRAM = frozenset({"docs"})
"""The pages about the API, which takes and gives ids."""


class VisibleTexts(HTMLParser):
    """The texts of a page that people read, with those of labels and pictures."""

    def __init__(self) -> None:
        super().__init__()
        self.inside: list[str] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in FOR_PROGRAMS:
            self.inside.append(tag)
        self.texts += [value for name, value in attrs if name in SHOWN_ATTRIBUTES and value]

    def handle_endtag(self, tag: str) -> None:
        if self.inside and self.inside[-1] == tag:
            self.inside.pop()

    def handle_data(self, data: str) -> None:
        if not self.inside and data.strip():
            self.texts.append(" ".join(data.split()))


def ids_shown(page: str) -> list[str]:
    """The texts of a page that show an id."""
    visible = VisibleTexts()
    visible.feed(page)
    return [text for text in visible.texts if ID_SHOWN.search(text)]


@pytest.mark.parametrize(
    "text", ["Match m4", "<b>r2</b>", '<a title="t3">trade</a>', "the line-ups of m12 are locked", "m2a"]
)
def test_an_id_in_a_text_is_found(text: str) -> None:
    assert len(ids_shown(f"<p>{text}</p>")) == 1


@pytest.mark.parametrize(
    "text", ["<code>m4</code>", "m2/settle/saints.d1/advancement", "razors.m4", "M3", '<a href="/s1/m4/">here</a>']
)
def test_what_is_no_id_or_is_for_programs_is_not(text: str) -> None:
    assert ids_shown(f"<p>{text}</p>") == []


@pytest.mark.long
@pytest.mark.django_db
def test_no_page_shows_the_id_of_a_match_round_season_or_trade() -> None:
    whole_site()
    shown = []
    for name, look in looks():
        client = Client()
        if look.who != STRANGER:
            client.force_login(get_user_model().objects.get(username=look.who))
        if name not in FOR_PEOPLE_WHO_PROGRAM:
            page = client.get(look.at(name)).content.decode()
            shown += [f"{name}, {look.who or 'stranger'}: {text}" for text in ids_shown(page)]
    assert not "\n".join(shown)
