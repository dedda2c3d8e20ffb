"""A league's own questions, answers that programs publish, and the addresses of all questionnaires."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from journal.state import store
from league.models import AnswerVersion
from league.pages.questionnaire.versions import AnswerRefused, DraftChanged, NothingDrafted, publish, save_draft
from tests.command_forms.answering import (
    HOME,
    HOUSE,
    LIST,
    MOBILITY,
    OWN,
    answered,
    asked,
    boss,
    printed,
    published,
    withdraw,
)
from tests.command_forms.desk import Sitter
from tests.league.small_league import announced, founded, signed
from tests.pages.season_pages import said

pytestmark = pytest.mark.django_db


def test_versions_published_by_a_command_alone_keep_their_numbers() -> None:
    table = founded()
    client = boss(table)
    answered(client, {MOBILITY: "25"})
    answers = {"duel.points": {**printed("duel.points"), "mobility_kill": 30}}
    table.give("answer_questions", questionnaire="carwars", version=1, answers=answers, reason="By hand.")
    assert published(client)["Location"] == f"{HOME}2/"
    assert table.state.versions_in_force == {"carwars": 2}
    assert AnswerVersion.objects.get().was["duel.points"]["mobility_kill"] == 30


@pytest.mark.rule("HOUSE-013")
def test_a_league_asks_answers_rewords_and_withdraws_questions_of_its_own() -> None:
    table = founded()
    sitter = Sitter(table.season, "boss")
    client = sitter.client
    assert "This league asks no question of its own." in said(OWN)
    fields = {"question_key": "arena.music", "section": "The arena", "question": "Which music is played?"}
    sent = sitter.filled("ask_question", **fields, kind="text", default="None.", reason="We wondered.", act="give")
    assert client.post(sitter.at("ask_question"), sent)["Location"] == OWN
    assert "Which music is played? Published text, nothing acts on it. arena.music · at first: None." in said(OWN)
    page = client.get(OWN).content.decode()
    reworded = unescape(next(iter(re.findall(r'href="([^"]*do/ask_question/\?[^"]*question_key[^"]*)"', page))))
    assert 'value="Which music is played?"' in client.get(reworded).content.decode()
    answered(client, {"q:arena.music:answer": "Loud."}, home=OWN)
    assert published(client, home=OWN)["Location"] == f"{OWN}1/"
    assert table.state.answer("own", "arena.music") == {"answer": "Loud."}
    assert "Reword" not in client.get(OWN).content.decode()
    withdraw(sitter, "arena.music")
    assert "This league asks no question of its own." in said(OWN)
    assert "Which music is played? asked no more was None. is Loud." in said(f"{OWN}1/", at="changes")


def test_many_questions_of_its_own_have_pages_by_section() -> None:
    table = founded()
    for number in range(20):
        asked(table, key=f"arena.q{number}", section=("The arena", "Арена")[number % 2])
    home = said(OWN)
    assert "Choose a section." in home
    assert "No question matches." not in home
    question = Client().get(f"{OWN}?question=arena.q7")
    assert question["Location"] == f"{OWN}sections/section/"
    assert "arena.q7" in said(question["Location"])
    arena = Client().get(f"{OWN}?chapter=The+arena")
    assert arena["Location"] == f"{OWN}sections/the-arena/"
    assert said(arena["Location"]).count("Which music is played?") == 10
    found = [said(f"{OWN}?q=music&page={number}") for number in (1, 2, 9)]
    assert all("20 questions found" in page for page in found)
    assert sum(page.count("Which music is played?") for page in found[:2]) == 20
    assert found[1] == found[2]


def test_a_question_that_is_withdrawn_falls_out_of_the_draft() -> None:
    table = founded()
    client = boss(table)
    for key in ("arena.music", "arena.band"):
        asked(table, key=key, question=f"Which {key}?")
    answered(client, {"q:arena.music:answer": "Loud.", "q:arena.band:answer": "Ours."}, home=OWN)
    withdraw(Sitter(table.season, "boss"), "arena.music")
    assert published(client, home=OWN).status_code == 302
    assert table.state.answers == {"own": {"arena.band": {"answer": "Ours."}}}


def test_owners_may_put_a_question_about_a_question() -> None:
    table = founded()
    page = Sitter(table.season, "razors").client.get(f"{HOME}?q=duel.points").content.decode()
    assert "/l/rust-belt/s1/questions/?questionnaire=carwars&amp;question=duel.points" in page
    assert "/s1/questions/?" not in Client().get(f"{HOME}?q=duel.points").content.decode()


def test_the_addresses_of_old_lead_to_the_house_rules_for_good() -> None:
    table = founded()
    old, client = "/l/rust-belt/s1/questionnaire/", boss(table)
    for rest in ("", "draft/", "1/", "?only=changed"):
        answer = client.get(f"{old}{rest}")
        assert (answer.status_code, answer["Location"]) == (301, f"{HOUSE}{rest}")
    sent = client.post(old, {"q:draft.snake": "on", "revision": 0}, follow=True)
    assert sent.redirect_chain[0] == (HOUSE, 308)
    assert AnswerVersion.objects.get().answers == {"draft.snake": True}


def test_an_unknown_questionnaire_is_not_there_in_words() -> None:
    founded()
    for rest in ("", "draft/", "1/"):
        assert Client().get(f"{LIST}carwors/{rest}").status_code == 404


def test_programs_draft_and_publish_by_the_same_functions() -> None:
    table = founded()
    row, at = table.row, timezone.now()
    given: dict[str, Any] = {"questionnaire": "carwars", "actor": table.handle("boss"), "at": at}
    answers = {"duel.points": {**printed("duel.points"), "mobility_kill": 25}}
    draft = save_draft(row, answers, **given, revision=0, note="Agreed.")
    assert draft is not None
    with pytest.raises(DraftChanged):
        save_draft(row, {}, **given, revision=0)
    with pytest.raises(DraftChanged):
        publish(row, **given, revision=7)
    assert publish(row, **given, revision=draft.revision).number == 1
    with pytest.raises(NothingDrafted):
        publish(row, **given, revision=1)


def test_an_answer_that_the_season_cannot_take_names_its_question() -> None:
    table = signed()
    given: dict[str, Any] = {"questionnaire": "carwars", "actor": table.handle("boss"), "at": timezone.now()}
    answers = {"design.rubber_armour": {"allowed": True}, "crew.pfe_space": {"takes_space": "always"}}
    draft = save_draft(table.row, answers, **given, revision=0, note="Agreed.")
    assert draft is not None
    with pytest.raises(AnswerRefused, match="closed when the garage opened") as refused:
        publish(table.row, **given, revision=draft.revision)
    found = [getattr(refusal, "question", "") for refusal in refused.value.together]
    assert sorted(found) == ["crew.pfe_space", "design.rubber_armour"]
    assert store.load(table.row).season.answers == {}


@pytest.mark.parametrize("who", ["boss", "razors"])
def test_the_pages_are_made_of_few_queries(who: str, django_assert_max_num_queries: Any) -> None:
    table = announced()
    answered(boss(table), {MOBILITY: "25"})
    published(boss(table))
    asked(table)
    client = Sitter(table.season, who).client
    for page in (LIST, HOME, OWN, f"{HOME}1/"):
        client.get(page)
        with django_assert_max_num_queries(8):
            client.get(page)
