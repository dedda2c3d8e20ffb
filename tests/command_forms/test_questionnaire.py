"""The questionnaire: its questions, its draft, publishing, and who has acknowledged a version."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from explain.house_rule_questions import HOUSE_RULES, NUMBER
from league.models import AnswerVersion, Entry, Notice
from league.pages.questionnaire.answers import read_answer, to_form_value
from rules.campaign.core.switches import CHAPTERS, SWITCH_BY_NAME, clean_setting, every_switch
from rules.core.refusals import Refusal
from tests.command_forms.desk import Sitter
from tests.league.small_league import Table, announced, founded, signed
from tests.pages.season_pages import said

HOME = "/l/rust-belt/s1/questionnaires/house-rules/"
DRAFT = f"{HOME}draft/"
ROSTERS, DRAFTING = f"{HOME}sections/franchises-and-rosters/", f"{HOME}sections/the-draft/"


def boss(table: Table) -> Client:
    """A browser of the commissioner."""
    return Sitter(table.season, "boss").client


def revision() -> int:
    """The revision of the draft, or 0 without one."""
    return next(iter(AnswerVersion.objects.filter(published_at=None).values_list("revision", flat=True)), 0)


def answered(client: Client, **answers: str) -> Any:
    """Save answers in the draft. A `__` in a name stands for a dot."""
    typed = {f"q:{name.replace('__', '.')}": answer for name, answer in answers.items()}
    return client.post(HOME, {**typed, "revision": revision(), "act": "save"})


def published(client: Client, *, note: str = "We agreed on it.", step: str = "") -> Any:
    """Publish the draft."""
    return client.post(DRAFT, {"revision": revision(), "note": note, "step": step, "act": "publish"})


def test_the_questionnaire_asks_every_house_rule_once() -> None:
    ids = [question.id for question in HOUSE_RULES.questions()]
    assert sorted(ids) == sorted(switch.name for switch in every_switch())
    own = [switch.name for chapter in CHAPTERS for switch in chapter.switches]
    assert ids[: len(own)] == own
    assert sorted(own) == sorted(SWITCH_BY_NAME)


@pytest.mark.parametrize("question", HOUSE_RULES.questions(), ids=lambda question: question.id)
def test_a_question_is_whole_and_its_printed_answer_can_be_given(question: Any) -> None:
    assert question.chapter
    assert question.text.endswith(("?", "."))
    assert question.told
    assert read_answer(question, to_form_value(question.default)) == question.default
    for value, words in question.choices:
        assert words
        assert clean_setting(question.id, read_answer(question, value)) is not None


@pytest.mark.parametrize(
    ("id", "typed", "words"),
    [
        ("roster.max", "ten", "not a whole number: give one from 1 to 100"),
        ("roster.max", "0", "from 1 to 100"),
        ("draft.snake", "maybe", "on or off"),
        ("season.tiebreak", "luck", "is one of"),
        ("match.ruleset", "chess", "There is no ruleset"),
        ("dethmatch.race_points", "ten", "write one like it"),
    ],
)
def test_an_answer_that_cannot_be_is_refused_in_words(id: str, typed: str, words: str) -> None:
    with pytest.raises(Refusal, match=words):
        read_answer(HOUSE_RULES.by_id()[id], typed)
    assert HOUSE_RULES.by_id()["roster.max"].kind == NUMBER


@pytest.mark.django_db
def test_everybody_reads_the_questions_with_the_rule_the_answer_and_the_printed_one() -> None:
    founded(switches={"roster.min": 4})
    page = said(ROSTERS)
    assert "How many drivers is a roster advised to have? DM-C-060 Six are advised" in page
    assert "roster.min · printed: 6 4" in page
    assert "House rules, 10 of 215 questions" in page
    assert "1 answered otherwise than printed" in said(HOME)
    assert "Save in the draft" not in page + said(HOME)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("query", "asked"),
    [
        ("q=roster+advised", ["roster.min"]),
        ("q=DM-C-161", ["draft.contracts", "draft.contracts_top_two_bonus"]),
        ("only=changed", ["roster.min"]),
        ("only=coming", ["draft.snake"]),
        ("chapter=The+calendar", ["season.setup_single_window", "season.parallel_matches"]),
        ("q=nothing+like+it", []),
    ],
)
def test_questions_are_sought_by_words_state_and_chapter_in_the_address(query: str, asked: list[str]) -> None:
    table = founded(switches={"roster.min": 4})
    table.give("change_switch", switch="draft.snake", setting=True, step="E5", reason="So.")
    page = Client().get(f"{HOME}?{query}", follow=True).content.decode()
    assert re.findall(r'<span class="mono">([a-z_.]+)</span>', page) == asked
    assert ("No question matches." in page) is not asked


@pytest.mark.django_db
@pytest.mark.parametrize("query", ["?only=odd", "?chapter=%22%25", "?q=" + "x" * 300])
def test_nonsense_in_the_address_of_the_questionnaire_is_harmless(query: str) -> None:
    founded()
    assert Client().get(f"{HOME}{query}").status_code == 200


@pytest.mark.django_db
def test_answers_are_saved_in_a_draft_that_changes_nothing_yet() -> None:
    table = founded()
    client, length = boss(table), table.row.length
    assert answered(client, draft__snake="on", roster__max="12", roster__min="6").status_code == 302
    (draft,) = AnswerVersion.objects.all()
    assert draft.answers == {"draft.snake": True, "roster.max": 12}
    assert table.row.length == length
    page = client.get(DRAFTING).content.decode()
    assert "A draft with 2 answers" in page
    assert "draft: off → on" in page
    assert "A draft" not in Client().get(HOME).content.decode()
    answered(client, draft__snake="off")
    draft.refresh_from_db()
    assert draft.answers == {"roster.max": 12}
    answered(client, roster__max="10")
    assert not AnswerVersion.objects.exists()


@pytest.mark.django_db
def test_an_answer_that_cannot_be_read_is_told_beside_its_question_and_nothing_is_saved() -> None:
    table = founded()
    answer = answered(boss(table), roster__max="ten", draft__snake="on")
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "not a whole number: give one from 1 to 100" in page
    assert 'name="q:roster.max" value="ten"' in page
    assert 'aria-describedby="e-rostermax"' in page
    assert not AnswerVersion.objects.exists()


@pytest.mark.django_db
def test_of_two_who_write_on_the_draft_the_second_is_told() -> None:
    table = founded()
    client = boss(table)
    answered(client, draft__snake="on")
    late = client.post(HOME, {"q:roster.max": "12", "revision": 0})
    assert late.status_code == 409
    assert "Somebody else saved the draft in the meantime" in late.content.decode()
    assert client.post(DRAFT, {"revision": 0, "note": "x", "act": "publish"}).status_code == 409
    assert AnswerVersion.objects.get().answers == {"draft.snake": True}


@pytest.mark.django_db
@pytest.mark.rule("HOUSE-008")
def test_a_draft_is_published_in_one_batch_with_its_note_and_every_owner_is_told() -> None:
    table = founded()
    client, length = boss(table), table.row.length
    answered(client, draft__snake="on", roster__max="12", rhad__aggression="reckless")
    answer = published(client)
    assert answer["Location"] == f"{HOME}1/"
    assert table.state.switches == {"draft.snake": True, "roster.max": 12, "rhad.aggression": "reckless"}
    entries = list(Entry.objects.filter(season=table.season, number__gt=length).values_list("command", "reason"))
    assert entries == [("change_switch", "We agreed on it.")] * 3
    version = AnswerVersion.objects.get()
    assert (version.entry, version.was["roster.max"], version.standing["roster.max"]) == (length + 1, 10, 12)
    assert Notice.objects.filter(about="answers").count() == 3
    page = said(f"{HOME}1/", at="changes")
    assert "How large may a roster be? DM-C-060" in page
    assert "was 10 is 12" in page


@pytest.mark.django_db
def test_a_version_may_take_effect_from_a_step_on() -> None:
    table = founded()
    client = boss(table)
    answered(client, draft__snake="on", draft__picks="4")
    published(client, step="E5")
    assert [(switch.switch, switch.step) for switch in table.state.pending] == [
        ("draft.picks", "E5"),
        ("draft.snake", "E5"),
    ]
    assert table.state.setting("draft.snake") is False
    assert "in force from E5, franchise contracts, on" in said(f"{HOME}1/")
    assert "on from E5, franchise contracts, on" in said(f"{HOME}?q=draft.snake")


@pytest.mark.django_db
@pytest.mark.parametrize(("step", "words"), [("Z9", "There is no step"), ("S1", "has reached S1")])
def test_a_version_waits_for_no_step_that_is_past_or_is_none(step: str, words: str) -> None:
    table = founded()
    client = boss(table)
    answered(client, draft__snake="on")
    refused = published(client, step=step)
    assert refused.status_code == 422
    assert words in refused.content.decode()
    assert table.state.pending == []


@pytest.mark.django_db
def test_the_same_answers_sent_twice_are_saved_once() -> None:
    table = founded()
    client = boss(table)
    for _ in range(2):
        assert client.post(HOME, {"q:draft.snake": "on", "revision": 0}).status_code == 302
    assert AnswerVersion.objects.get().revision == 1


@pytest.mark.django_db
def test_limits_that_hang_together_are_published_in_an_order_that_holds() -> None:
    table = founded()
    client = boss(table)
    answered(client, roster__min="14", roster__max="16")
    assert published(client).status_code == 302
    assert (table.state.setting("roster.min"), table.state.setting("roster.max")) == (14, 16)


@pytest.mark.django_db
def test_a_draft_that_the_season_forbids_is_told_beside_its_answer_and_may_be_mended() -> None:
    table = signed(drivers=6, cars=3)
    client = boss(table)
    answered(client, roster__max="5", draft__snake="on", roster__min="4")
    assert "cannot be 5 as the season stands: Razors has 6 drivers" in client.get(DRAFT).content.decode()
    refused = published(client)
    assert refused.status_code == 422
    assert "cannot be 5" in refused.content.decode()
    assert table.state.switches == {}
    client.post(DRAFT, {"revision": revision(), "note": "So.", "leave_out": "roster.max"})
    assert published(client).status_code == 302
    assert table.state.switches == {"draft.snake": True, "roster.min": 4}


@pytest.mark.django_db
def test_a_version_is_published_with_a_note_and_once() -> None:
    table = founded()
    client = boss(table)
    answered(client, draft__snake="on")
    refused = published(client, note=" ")
    assert refused.status_code == 422
    assert "give a reason" in refused.content.decode()
    sent = {"revision": revision(), "note": "We agreed.", "act": "publish"}
    assert client.post(DRAFT, sent).status_code == 302
    length = table.row.length
    again = client.post(DRAFT, sent)
    assert again["Location"] == HOME
    assert table.row.length == length


@pytest.mark.django_db
@pytest.mark.parametrize(("note", "step"), [("So\x00.", ""), ("So\u202e.", ""), ("So.", "\x00")])
def test_a_note_with_marks_that_nobody_can_see_is_refused_before_it_is_saved(note: str, step: str) -> None:
    table = founded()
    client = boss(table)
    answered(client, draft__snake="on")
    refused = client.post(DRAFT, {"revision": revision(), "note": note, "step": step, "act": "save"})
    assert refused.status_code == 422
    assert "marks in it that nobody can see" in refused.content.decode()
    assert (AnswerVersion.objects.get().note, AnswerVersion.objects.get().step) == ("", "")


@pytest.mark.django_db
def test_a_draft_is_thrown_away() -> None:
    table = founded()
    client = boss(table)
    answered(client, draft__snake="on")
    client.post(DRAFT, {"revision": revision(), "act": "discard"})
    assert not AnswerVersion.objects.exists()
    assert client.get(DRAFT)["Location"] == HOME


@pytest.mark.django_db
def test_owners_acknowledge_a_version_and_who_has_not_is_shown() -> None:
    table = founded()
    client = boss(table)
    answered(client, draft__snake="on")
    published(client)
    razors = Sitter(table.season, "razors").client
    assert "I have read it" in razors.get(HOME).content.decode()
    assert "I have read it" not in client.get(HOME).content.decode()
    assert "Razors not yet" in said(HOME, at="readers")
    for _ in range(2):
        assert razors.post(f"{HOME}1/acknowledge/")["Location"] == f"{HOME}1/"
    readers = said(HOME, at="readers")
    assert "2 not yet" in readers
    assert "Razors acknowledged" in readers
    assert "I have read it" not in razors.get(HOME).content.decode()
    assert client.post(f"{HOME}1/acknowledge/").status_code == 403
    assert razors.post(f"{HOME}9/acknowledge/").status_code == 404


@pytest.mark.django_db
def test_earlier_versions_stay_readable_with_what_each_changed() -> None:
    table = founded()
    client = boss(table)
    for picks in ("4", "5"):
        answered(client, draft__picks=picks)
        published(client, note=f"{picks} picks.")
    versions = said(HOME, at="versions")
    assert versions.index("Version 2") < versions.index("Version 1")
    assert "was 3 is 4" in said(f"{HOME}1/", at="changes")
    assert "was 4 is 5" in said(f"{HOME}2/", at="changes")
    assert "How many picks has a franchise? 4 printed: 3" in said(f"{HOME}1/", at="standing")
    assert Client().get(f"{HOME}3/").status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize(("who", "status"), [("razors", 403), ("", 302)])
def test_only_commissioners_answer(who: str, status: int) -> None:
    table = founded()
    client = Sitter(table.season, who).client
    assert client.post(HOME, {"q:draft.snake": "on"}).status_code == status
    assert client.get(DRAFT).status_code == status


@pytest.mark.django_db
def test_the_inbox_leads_to_the_version() -> None:
    table = founded()
    client = boss(table)
    answered(client, draft__snake="on")
    published(client)
    page = Sitter(table.season, "razors").client.get("/inbox/").content.decode()
    assert "Version 1 of the house rules of season 1 was published: 1 changed. “We agreed on it.”" in page
    assert f'href="{HOME}1/"' in page


@pytest.mark.django_db
@pytest.mark.parametrize("who", ["boss", "razors"])
def test_the_questionnaire_is_made_of_few_queries(who: str, django_assert_max_num_queries: Any) -> None:
    table = announced()
    answered(boss(table), draft__snake="on")
    published(boss(table))
    client = Sitter(table.season, who).client
    client.get(HOME)
    with django_assert_max_num_queries(8):
        client.get(HOME)
