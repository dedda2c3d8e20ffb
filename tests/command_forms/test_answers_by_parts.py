"""Questionnaires whose answers have parts: the referee's, and the one that a league asks itself."""

from __future__ import annotations

import gzip
import re
from html import unescape
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from journal.state import store
from league.models import AnswerVersion, Entry, Notice
from league.pages.form_recovery import MAX_FORM_LENGTH
from league.pages.questionnaire.versions import AnswerRefused, DraftChanged, NothingDrafted, publish, save_draft
from rules.match.questionnaire import Question
from rules.match.registry import get_questionnaire
from tests.command_forms.desk import Sitter
from tests.journeys.scriptless_person import CONTROLS, Page
from tests.league.small_league import Table, announced, founded, signed
from tests.pages.season_pages import said

pytestmark = pytest.mark.django_db
LIST = "/l/rust-belt/s1/questionnaires/"
HOME, OWN, HOUSE = f"{LIST}carwars/", f"{LIST}own/", f"{LIST}house-rules/"
DRAFT = f"{HOME}draft/"
MOST_BYTES, MOST_SENT = 320_000, 60_000
"""The most bytes of the referee's page for a commissioner, as it is and compressed."""
MOBILITY, NO_DROP = "q:duel.points:mobility_kill", "q:arena.no_drop_zones:no_drop_zones"
GASES, RUBBER = "q:arena.no_drop_gases:no_drop_gases", "q:design.rubber_armour:allowed"
QUESTIONS = [question for question in get_questionnaire("carwars").questions().values() if question.id != "CW-Q-000"]
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


def test_the_list_shows_each_version_in_force_what_differs_and_who_has_not_read_it() -> None:
    table = founded()
    client = boss(table)
    answered(client, {MOBILITY: "25"})
    published(client)
    page = said(LIST)
    assert "House rules 200 questions No version is published , everything as printed." in page
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
    page = Client().get(HOME).content.decode()
    texts = list(shown(page).values())[1:]
    assert len(texts) == len(QUESTIONS) == 169
    for question, text in zip(QUESTIONS, texts, strict=True):
        assert f"{question.question} {question.id} Printed: {question.printed}" in text
        assert f"{question.kind} {question.authority} · {question.key}" in text
        assert acts_words(question) in text
    assert page.count("<strong>Acts:</strong>") == 93
    assert page.count("Acts once duels are resolved here.") == 24
    assert page.count("Published text, nothing acts on it.") == 52 + 1
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
        "chapter=Fire": 19,
        "chapter=Fire&acts=text": 4,
        "only=changed": 1,
        "q=CW-S-024": 2,
        "acts=odd": 170,
        "q=nothing+like+it": 0,
    }
    for query, count in selections.items():
        page = Client().get(f"{HOME}?{query}").content.decode()
        assert (query, len(shown(page))) == (query, count)
        assert ("No question is like that." in page) is (count == 0)
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


def printed(key: str) -> dict[str, Any]:
    """The printed answer to a question of the referee."""
    return get_questionnaire("carwars").question(key).printed_answer


def test_a_form_that_is_sent_as_it_is_shown_changes_nothing_and_survives_a_log_in() -> None:
    table = founded()
    client = boss(table)
    page = client.get(HOME)
    fields = sent_as_shown(page.content.decode())
    parts = [part for question in [*QUESTIONS, get_questionnaire("carwars").question("referee.comments")]
             for part in question.parts]  # fmt: skip
    assert len(fields) == len(parts)
    assert answered(client, fields).status_code == 302
    assert not AnswerVersion.objects.exists()
    assert len(urlencode(fields, doseq=True)) < MAX_FORM_LENGTH
    assert len(page.content) < MOST_BYTES
    assert len(gzip.compress(page.content)) < MOST_SENT


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
        "Nothing was saved: 6 answers cannot be so. Correct them and save again",
        "'many' is no number: give one from 0 to 1000 points.",
        "Give a number from 1 to 100 turns.",
        "40 is below “Lowest starting speed”, 60: raise the one or lower the other.",
        "'perhaps' is no possible answer: choose “Pays for each square that is touched” or “Pays for",
        "'maybe' is neither yes nor no: choose one of them.",
        "'wings' cannot be chosen here: check only",
    ):
        assert sentence in page
    assert f'name="{MOBILITY}" value="many"' in page
    assert 'name="q:duel.points:complete_kill_extra" value="15"' in page
    assert 'aria-describedby="e-duelpoints-mobility_kill"' in page
    assert len(re.findall(r'<details class="why panel questions" open>', page)) == 3
    assert not AnswerVersion.objects.exists()


def test_a_part_that_means_nothing_beside_the_others_stays_as_it_was() -> None:
    table = founded()
    answered(boss(table), {"q:duel.surrender:surrender": "no", "q:duel.surrender:surrender_credit": "nobody"})
    assert not AnswerVersion.objects.exists()
    answered(boss(table), {"q:duel.surrender:surrender": "yes", "q:duel.surrender:surrender_credit": "nobody"})
    assert AnswerVersion.objects.get().answers["duel.surrender"]["surrender_credit"] == "nobody"
    page = unescape(boss(table).get(HOME).content.decode())
    assert "Counts only if “Players may surrender” is answered with “yes”." in page


@pytest.mark.rule("HOUSE-012")
def test_a_draft_is_published_by_one_command_and_owners_are_told_of_which_questionnaire() -> None:
    table = founded()
    client, length = boss(table), table.row.length
    answered(client, {MOBILITY: "25"})
    assert "Mobility kill: 20 points Mobility kill: 25 points" in said(DRAFT, client)
    assert published(client)["Location"] == f"{HOME}1/"
    entries = list(Entry.objects.filter(season=table.season, number__gt=length).values_list("command", "reason"))
    assert entries == [("answer_questions", "We agreed on it.")]
    version, points = AnswerVersion.objects.get(), {**printed("duel.points"), "mobility_kill": 25}
    assert (version.answers, version.was) == ({"duel.points": points}, {"duel.points": printed("duel.points")})
    assert (version.standing, version.entry) == ({"duel.points": points}, length + 1)
    assert table.state.answers == {"carwars": {"duel.points": points}}
    assert table.state.versions_in_force == {"carwars": 1}
    assert "Mobility kill: 20 points Mobility kill: 25 points" in said(f"{HOME}1/", at="changes")
    inbox = Sitter(table.season, "razors").client.get("/inbox/").content.decode()
    assert "Version 1 of the referee&#x27;s questionnaire of s1 was published: 1 changed." in inbox
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
    assert "saved by somebody else meanwhile" in late.content.decode()
    assert f'name="{MOBILITY}" value="30"' in late.content.decode()
    sent = {"revision": 0, "note": "My own reason.", "step": "r2", "act": "publish"}
    refused = client.post(DRAFT, sent)
    assert refused.status_code == 409
    assert 'value="My own reason."' in refused.content.decode()
    assert AnswerVersion.objects.count() == 2


def test_versions_published_by_a_command_alone_keep_their_numbers() -> None:
    table = founded()
    client = boss(table)
    answered(client, {MOBILITY: "25"})
    answers = {"duel.points": {**printed("duel.points"), "mobility_kill": 30}}
    table.give("answer_questions", questionnaire="carwars", version=1, answers=answers, reason="By hand.")
    assert published(client)["Location"] == f"{HOME}2/"
    assert table.state.versions_in_force == {"carwars": 2}
    assert AnswerVersion.objects.get().was["duel.points"]["mobility_kill"] == 30


@pytest.mark.rule("HOUSE-012")
def test_the_first_version_may_be_as_printed() -> None:
    table = founded()
    client = boss(table)
    assert "Draft it as printed" in client.get(HOME).content.decode()
    assert answered(client, {}, act="as_printed")["Location"] == DRAFT
    assert published(client, act="save").status_code == 302
    assert published(client)["Location"] == f"{HOME}1/"
    assert table.state.versions_in_force == {"carwars": 1}
    assert "With it the season is played as printed." in said(f"{HOME}1/", at="standing")
    assert "Draft it as printed" not in client.get(HOME).content.decode()
    assert "Draft it as" not in client.get(HOUSE).content.decode()


@pytest.mark.rule("HOUSE-012")
def test_a_closed_section_says_so_and_the_draft_proposes_the_next_round() -> None:
    table = announced()
    client = boss(table)
    page = said(HOME)
    assert "Closed since the garage opened: these answers stand." in page
    assert "Closed since match m1 was announced: these answers stand." in page
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
            "Are smoke, paint and sand penalized in such a zone as well? CW-Q-167 is answered “no”. That means "
            "nothing beside Are there zones in which dropped weapons are penalized, and by how much? CW-Q-165" in text
        )
        html = client.get(page).content.decode()
        assert f'href="{HOME}#arenano_drop_gases"' in html
        assert f'href="{HOME}#arenano_drop_zones"' in html
        if page == DRAFT:
            assert published(client).status_code == 302
    answered(client, {NO_DROP: "yes"})
    assert 'id="contradictions"' not in client.get(DRAFT).content.decode()


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
    assert "Which music is played? asked no more None. Loud." in said(f"{OWN}1/", at="changes")


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
