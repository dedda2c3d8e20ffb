"""Refusals and previews on forms are plain sentences, without tags, keys, codes or ids."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest

from explain.plain_words import to_plain_words
from league.pages.command_forms import chapters
from league.pages.command_forms.base import FORMS
from rules.campaign.core.command import COMMAND_TYPES, STEP_NAMES, Giver
from tests.command_forms.desk import HIDDEN, Sitter
from tests.command_forms.leagues_at_steps import picking, reckoned
from tests.league.small_league import Table, founded

pytestmark = pytest.mark.django_db
assert chapters

SPOKEN = re.compile(
    r'<section class="comes-to".*?</section>|<(?:div|p) class="alert alert-danger".*?</(?:div|p)>'
    r'|<ul class="errorlist".*?</ul>',
    re.DOTALL,
)
"""The parts of a page with a form's preview or its errors."""
RAW = re.compile(
    r"\b[a-z]+(?:_[a-z0-9]+)+\b|\b[a-z][a-z0-9-]*\.[a-z]+[0-9]+\b"
    r"|\b(?:S[0-3]|E[1-9]|M[2-5](?:\.[0-9]+)?)\b(?!, |: |\.[0-9])"
)
"""A tag, an id, or the code of a step without its name."""


def spoken(page: str) -> list[str]:
    """The texts of a page's previews and errors, without markup."""
    return [" ".join(unescape(re.sub(r"<[^>]+>", " ", part)).split()) for part in SPOKEN.findall(page)]


def sayings(table: Table) -> dict[str, list[str]]:
    """The texts of every form as it opens and as it is previewed unchanged, by the command's tag."""
    sitters = {
        giver: Sitter(table.season, who) for giver, who in ((Giver.OWNER, "razors"), (Giver.COMMISSIONER, "boss"))
    }
    driver = next((driver.id for driver in table.state.roster("razors")), "")
    fields = {"franchise": "razors", "driver": driver, "match": next(iter(table.state.matches), "")}
    texts: dict[str, list[str]] = {}
    for tag, form in FORMS.items():
        sitter = sitters[form.row_of().by]
        opened = sitter.open(tag, **fields).content.decode()
        sent = {**{name: unescape(value) for name, value in HIDDEN.findall(opened)}, **fields, "reason": "So."}
        preview = sitter.send(tag, sent, act="try").content.decode()
        texts[tag] = [*spoken(opened), *spoken(preview)]
    return texts


@pytest.mark.long
@pytest.mark.parametrize("build", [founded, reckoned, picking])
def test_no_form_says_a_tag_a_key_or_an_id(build: Callable[[], Table]) -> None:
    texts_by_tag = sayings(build())
    assert any(texts_by_tag.values())
    raw = {
        (tag, found, text[:160])
        for tag, texts in texts_by_tag.items()
        for text in texts
        for found in RAW.findall(text)
    }
    assert raw == set()


@pytest.mark.parametrize("tag", sorted(COMMAND_TYPES))
def test_a_command_is_called_by_the_title_of_its_form(tag: str) -> None:
    title = FORMS[tag].title if tag in FORMS else tag.replace("_", " ").capitalize()
    assert to_plain_words(f"{tag} comes later.") == f"“{title}” comes later."


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("The season is at S1 (hiring) and m1 waits.", "The season is at hiring and match m1 waits."),
        ("Match m1 is at M5.10 (shopping).", "Match m1 is at shopping."),
        ("m2 of round r3 comes first.", "Match m2 of round 3 comes first."),
        ("draft.picks is 3 as it stands.", "“How many picks has a franchise?” is 3 as it stands."),
        ("razors.d1 is heart_out.", "razors.d1 is out of this match with their heart."),
        ("Go on to E6, the draft, when E5 is over.", "Go on to E6, the draft, when franchise contracts is over."),
    ],
)
def test_a_sentence_of_the_rules_is_said_plainly(sentence: str, said: str) -> None:
    assert to_plain_words(sentence) == said


def test_every_step_has_a_name_to_be_said_by() -> None:
    sentences = [to_plain_words(f"It waits for {step} ({name}).") for step, name in STEP_NAMES.items()]
    assert sentences == [f"It waits for {name}." for name in STEP_NAMES.values()]


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        (
            "a is replaced more than once: name one substitute for him.",
            "a is replaced more than once: name one substitute for them.",
        ),
        (
            "a is not out of action and cannot be replaced by b: report him out, or mend his heats.",
            "a is not out of action and cannot be replaced by b: report them out, or correct their heats.",
        ),
    ],
)
def test_a_refusal_says_they_of_a_driver(stored: str, shown: str) -> None:
    assert to_plain_words(stored) == shown
