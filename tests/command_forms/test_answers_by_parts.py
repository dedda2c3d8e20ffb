"""Questionnaires whose answers have parts: the referee's, from draft to version."""

from __future__ import annotations

import gzip
import re
from html import unescape
from urllib.parse import urlencode

import pytest
from django.core import mail
from django.test import Client

from explain import links
from league.models import AnswerVersion, Entry, Notice
from league.pages.form_recovery import MAX_FORM_LENGTH
from rules.match.referee.questionnaire import Question
from rules.match.registry import get_questionnaire
from tests.command_forms.answering import (
    DRAFT,
    GASES,
    HOME,
    HOUSE,
    LIST,
    MOBILITY,
    NO_DROP,
    RUBBER,
    answered,
    boss,
    printed,
    published,
    revision,
    sections,
    sent_as_shown,
    shown,
)
from tests.command_forms.desk import Sitter
from tests.league.small_league import announced, founded
from tests.pages.season_pages import said

pytestmark = pytest.mark.django_db
MOST_BYTES, MOST_SENT = 90_000, 20_000
"""The most bytes of a page of the referee's questions for a commissioner, as it is and compressed."""
QUESTIONS = [question for question in get_questionnaire("carwars").questions().values() if question.id != "CW-Q-000"]


def test_the_list_shows_each_version_in_force_what_differs_and_who_has_not_read_it() -> None:
    table = founded()
    client = boss(table)
    answered(client, {MOBILITY: "25"})
    published(client)
    page = said(LIST)
    assert "House rules 215 questions No version is published , everything as printed." in page
    assert "Referee's questionnaire 169 questions Version 1 is in force , 1 answered otherwise than printed." in page
    assert "Version 1 is not acknowledged yet by Razors, Saints, Widows (3 of 3)." in page
    assert "Questions of our own 0 questions No version is published , everything as at first." in page
    razors = Sitter(table.season, "razors").client
    assert "Read version 1" in said(LIST, razors)
    assert razors.post(f"{HOME}1/acknowledge/")["Location"] == f"{HOME}1/"
    assert "Version 1 is not acknowledged yet by Saints, Widows (2 of 3)." in said(LIST)
    assert "Read version 1" not in said(LIST, razors)


def test_every_question_has_its_words_printed_answer_authority_kind_and_what_acts_on_it() -> None:
    founded()
    pages = [Client().get(section).content.decode() for section in sections()]
    texts = [text for page in pages for text in shown(page).values()][1:]
    assert len(texts) == len(QUESTIONS) == 169
    for question, text in zip(QUESTIONS, texts, strict=True):
        assert f"{question.question} {question.id} Printed: {question.printed}" in text
        assert f"{question.kind} {question.authority} · {question.key}" in text
        assert acts_words(question) in text
    whole = "".join(pages)
    assert whole.count("<strong>Acts:</strong>") == 93
    assert whole.count("Acts once duels are resolved here.") == 24
    assert whole.count("Published text, nothing acts on it.") == 52 + 1
    assert "169 questions and the referee's comments, 0 answered otherwise than printed" in said(HOME)


def acts_words(question: Question) -> str:
    """What a question's line says of what acts on its answer."""
    if question.scope == "text":
        return "Published text, nothing acts on it."
    if question.scope == "engine":
        return f"Acts once duels are resolved here. {question.acts}"
    return f"Acts: {question.acts}"


def test_questions_are_selected_by_what_acts_by_section_by_difference_and_by_words() -> None:
    table = founded()
    client = boss(table)
    answered(client, {MOBILITY: "25"})
    published(client)
    answered(client, {GASES: "no"})
    selections = {
        "acts=later": 24,
        "acts=text": 53,
        "acts=now": 93,
        "chapter=Fire&q=.": 19,
        "chapter=Fire&acts=text": 4,
        "only=changed": 1,
        "q=CW-S-024": 2,
        "acts=odd&chapter=Fire&q=.": 19,
        "q=nothing+like+it": 0,
    }
    for query, count in selections.items():
        pages = [Client().get(f"{HOME}?{query}&page={number}").content.decode() for number in range(1, 16)]
        found = {anchor for page in pages for anchor in shown(page)}
        assert (query, len(found)) == (query, count)
        assert f"{count} question{'' if count == 1 else 's'} found" in " ".join(pages[0].split())
        assert ("No question matches." in pages[0]) is (count == 0)
    assert list(shown(client.get(f"{HOME}?only=drafted").content.decode())) == ["arenano_drop_gases"]


def test_answers_of_every_kind_are_saved_by_parts() -> None:
    table = founded()
    typed = {
        MOBILITY: "25",
        "q:duel.end_conditions:end_mode": "fixed_turn",
        "q:design.allowed_bodies:bodies": ["", "cycle", "car"],
        "q:crew.allowed_gear:gear": [""],
        "q:duel.mobility_kill_definition:definition": "It stands still.\r\nFor good.",
        NO_DROP: "no",
    }
    assert answered(boss(table), typed).status_code == 302
    draft = AnswerVersion.objects.get()
    assert {key: answer for key, answer in draft.answers.items() if key != "duel.end_conditions"} == {
        "duel.points": {**printed("duel.points"), "mobility_kill": 25},
        "design.allowed_bodies": {"bodies": ["car", "cycle"]},
        "crew.allowed_gear": {"gear": []},
        "duel.mobility_kill_definition": {"definition": "It stands still.\nFor good."},
        "arena.no_drop_zones": {**printed("arena.no_drop_zones"), "no_drop_zones": False},
    }
    assert draft.answers["duel.end_conditions"]["end_mode"] == "fixed_turn"


def test_a_form_that_is_sent_as_it_is_shown_changes_nothing_and_survives_a_log_in() -> None:
    table = founded()
    client = boss(table)
    parts = [part for question in [*QUESTIONS, get_questionnaire("carwars").question("referee.comments")]
             for part in question.parts]  # fmt: skip
    sent = 0
    for address in [HOME, *sections()]:
        page = client.get(address)
        fields = sent_as_shown(page.content.decode())
        assert answered(client, fields, home=address).status_code == 302
        assert len(urlencode(fields, doseq=True)) < MAX_FORM_LENGTH
        assert len(page.content) < MOST_BYTES
        assert len(gzip.compress(page.content)) < MOST_SENT
        sent += len(fields) if address != HOME else 0
    assert sent == len(parts)
    assert not AnswerVersion.objects.exists()


def test_a_section_is_saved_in_the_draft_of_all_sections_and_answers_there() -> None:
    table = founded()
    client = boss(table)
    answered(client, {MOBILITY: "25"})
    section = f"{HOME}sections/construction-the-referees-preferences/"
    saved = client.post(section, {RUBBER: "yes", "revision": revision(), "act": "save"})
    assert saved["Location"] == f"{section}#saved"
    assert "Saved: 2 answers in the draft." in client.get(section).content.decode().split('id="saved"')[1]
    assert set(AnswerVersion.objects.get().answers) == {"duel.points", "design.rubber_armour"}
    late = client.post(section, {RUBBER: "no", "revision": 1})
    assert late.status_code == 409
    assert "Somebody else saved the draft in the meantime" in late.content.decode()
    refused = client.post(section, {RUBBER: "maybe", "revision": revision()})
    assert refused.status_code == 422
    assert "is neither yes nor no" in refused.content.decode()
    assert Client().get(f"{HOME}sections/chess/").status_code == 404


def test_every_error_is_shown_at_its_part_in_an_open_section_and_nothing_typed_is_lost() -> None:
    table = founded()
    typed = {
        MOBILITY: "many",
        "q:duel.points:complete_kill_extra": "15",
        "q:duel.end_conditions:turn_limit": "500",
        "q:duel.start_speed:start_speed_least": "60",
        "q:arena.no_drop_partial:no_drop_partial": "perhaps",
        RUBBER: "maybe",
        "q:design.side_space_usage:items": ["", "weapons", "wings"],
    }
    refused = answered(boss(table), typed)
    page = unescape(refused.content.decode())
    assert refused.status_code == 422
    for sentence in (
        "Nothing was saved: 6 answers cannot be accepted. Correct them and save again",
        "'many' is not a number: give one from 0 to 1000 points.",
        "Give a number from 1 to 100 turns.",
        "40 is below “Lowest starting speed”, 60: raise the one or lower the other.",
        "'perhaps' is not a possible answer: choose “Pays for each square that is touched” or “Pays for",
        "'maybe' is neither yes nor no: choose one of them.",
        "'wings' cannot be chosen here: check only",
    ):
        assert sentence in page
    assert f'name="{MOBILITY}" value="many"' in page
    assert 'name="q:duel.points:complete_kill_extra" value="15"' in page
    assert 'aria-describedby="e-duelpoints-mobility_kill"' in page
    wrong = set(re.findall(r'<li class="question wrong[^"]*" id="([^"]+)"', page))
    assert len(wrong) == 6
    assert not AnswerVersion.objects.exists()


def test_a_part_that_means_nothing_beside_the_others_stays_as_it_was() -> None:
    table = founded()
    answered(boss(table), {"q:duel.surrender:surrender": "no", "q:duel.surrender:surrender_credit": "nobody"})
    assert not AnswerVersion.objects.exists()
    answered(boss(table), {"q:duel.surrender:surrender": "yes", "q:duel.surrender:surrender_credit": "nobody"})
    assert AnswerVersion.objects.get().answers["duel.surrender"]["surrender_credit"] == "nobody"
    page = unescape(boss(table).get(f"{HOME}?q=duel.surrender").content.decode())
    assert "Counts only if “Players may surrender” is answered with “yes”." in page


@pytest.mark.rule("HOUSE-012")
def test_a_draft_is_published_by_one_command_and_owners_are_told_of_which_questionnaire() -> None:
    table = founded()
    client, length = boss(table), table.row.length
    answered(client, {MOBILITY: "25"})
    assert "is Mobility kill: 20 points will be Mobility kill: 25 points" in said(DRAFT, client)
    assert published(client)["Location"] == f"{HOME}1/"
    entries = list(Entry.objects.filter(season=table.season, number__gt=length).values_list("command", "reason"))
    assert entries == [("answer_questions", "We agreed on it.")]
    version, points = AnswerVersion.objects.get(), {**printed("duel.points"), "mobility_kill": 25}
    assert (version.answers, version.was) == ({"duel.points": points}, {"duel.points": printed("duel.points")})
    assert (version.standing, version.entry) == ({"duel.points": points}, length + 1)
    assert table.state.answers == {"carwars": {"duel.points": points}}
    assert table.state.versions_in_force == {"carwars": 1}
    assert "was Mobility kill: 20 points is Mobility kill: 25 points" in said(f"{HOME}1/", at="changes")
    inbox = Sitter(table.season, "razors").client.get("/inbox/").content.decode()
    assert "Version 1 of the referee&#x27;s questionnaire of season 1 was published: 1 changed." in inbox
    assert f'href="{HOME}1/"' in inbox
    assert Notice.objects.filter(about="answers").count() == 3
    assert mail.outbox == []


@pytest.mark.rule("HOUSE-012")
def test_a_version_of_the_house_rules_is_noted_in_the_season() -> None:
    table = founded()
    client = boss(table)
    answered(client, {"q:draft.snake": "on"}, home=HOUSE)
    published(client, home=HOUSE)
    assert table.state.versions_in_force == {"house-rules": 1}
    assert "Version 1 is in force , 1 answered otherwise than printed." in said(LIST)


def test_of_two_who_write_on_a_draft_the_second_is_told_and_other_questionnaires_have_their_own() -> None:
    table = founded()
    client = boss(table)
    answered(client, {MOBILITY: "25"})
    answered(client, {"q:draft.snake": "on"}, home=HOUSE)
    late = client.post(HOME, {MOBILITY: "30", "revision": 0})
    assert late.status_code == 409
    assert "Somebody else saved the draft in the meantime" in late.content.decode()
    assert f'name="{MOBILITY}" value="30"' in late.content.decode()
    sent = {"revision": 0, "note": "My own reason.", "step": "r2", "act": "publish"}
    refused = client.post(DRAFT, sent)
    assert refused.status_code == 409
    assert 'value="My own reason."' in refused.content.decode()
    assert AnswerVersion.objects.count() == 2


@pytest.mark.rule("HOUSE-012")
def test_the_first_version_may_be_as_printed() -> None:
    table = founded()
    client = boss(table)
    assert "Draft it as printed" in client.get(HOME).content.decode()
    assert answered(client, {}, act="as_printed")["Location"] == DRAFT
    assert published(client, act="save").status_code == 302
    assert published(client)["Location"] == f"{HOME}1/"
    assert table.state.versions_in_force == {"carwars": 1}
    assert "With it everything is as printed." in said(f"{HOME}1/", at="standing")
    assert "Draft it as printed" not in client.get(HOME).content.decode()
    assert "Draft it as" not in client.get(HOUSE).content.decode()


@pytest.mark.rule("HOUSE-012")
def test_a_closed_section_says_so_and_the_draft_proposes_the_next_round() -> None:
    table = announced()
    client = boss(table)
    closed = said(f"{HOME}sections/construction-armor/")
    assert "Closed since the garage opened: these answers stand." in closed
    assert "Closed since round 1, match A was announced: these answers stand." in said(f"{HOME}sections/fire/")
    answered(client, {RUBBER: "yes", MOBILITY: "25"})
    draft = client.get(DRAFT).content.decode()
    assert '<option value="r2" selected>' in draft
    assert "“Construction: the referee&#x27;s preferences” is closed since the garage opened" in draft
    refused = published(client)
    text = " ".join(unescape(re.sub(r"<[^>]*>", " ", refused.content.decode())).split())
    assert refused.status_code == 422
    assert (
        "May a vehicle wear rubber armor? CW-Q-004 Construction: the referee's preferences closed when the garage "
        "opened: plan “May a vehicle wear rubber armor?” for a round to come, such as round 2." in text
    )
    assert published(client, step="r2").status_code == 302
    assert [planned.step for planned in table.state.pending_answers] == ["r2"]
    assert "yes from round 2, on" in said(f"{HOME}?q=rubber")
    assert "Version 1 from round 2, on" in said(LIST)


def test_an_open_section_is_published_at_once_while_others_are_closed() -> None:
    table = announced()
    client = boss(table)
    answered(client, {MOBILITY: "25"})
    draft = client.get(DRAFT).content.decode()
    assert "is closed since" not in draft
    assert published(client).status_code == 302
    assert table.state.answer("carwars", "duel.points")["mobility_kill"] == 25


@pytest.mark.parametrize(("step", "words"), [("Z9", "There is no step"), ("S1", "has reached S1")])
def test_a_version_waits_for_no_step_that_is_past_or_is_none(step: str, words: str) -> None:
    table = founded()
    client = boss(table)
    answered(client, {MOBILITY: "25"})
    refused = published(client, step=step)
    assert (refused.status_code, words in refused.content.decode()) == (422, True)
    assert table.state.versions_in_force == {}


def test_contradictions_are_shown_with_links_to_both_and_keep_nothing_from_being_published() -> None:
    table = founded()
    client = boss(table)
    answered(client, {NO_DROP: "no", GASES: "no"})
    for page in (DRAFT, f"{HOME}1/"):
        text = said(page, client, at="contradictions")
        assert (
            "Are smoke, paint and sand penalized in such a zone as well? CW-Q-167 is answered “no”. That makes no "
            "sense together with Are there zones in which dropped weapons are penalized, and by how much? CW-Q-165"
            in text
        )
        html = client.get(page).content.decode()
        assert f'href="{links.question_url(table.season, "carwars", "arena.no_drop_gases")}"' in html
        assert f'href="{links.question_url(table.season, "carwars", "arena.no_drop_zones")}"' in html
        if page == DRAFT:
            assert published(client).status_code == 302
    answered(client, {NO_DROP: "yes"})
    assert 'id="contradictions"' not in client.get(DRAFT).content.decode()
