"""Questions put during play on their page: put, ruled on, taken back, and refused."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from journal import audit
from league.models import AnswerVersion, Entry, Membership, Notice, PutQuestion
from scheduling.notices.texts import notice_path
from scheduling.put_questions import MOST_WAITING
from tests.command_forms.desk import Sitter
from tests.league.league_cache import built_once
from tests.league.small_league import Table, lined_up

pytestmark = pytest.mark.django_db
PAGE = "/l/rust-belt/s1/questions/"
TEXT_QUESTION, TEXT_PART = "drop.mine_underbody", "rule"
"""A question of the questionnaire that is answered by a text."""


@built_once
def played() -> Table:
    return lined_up()


def words(answer: Any) -> str:
    page = answer.content.decode().split("<main", 1)[1].split("</main>")[0]
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", page)).split())


def client(table: Table, who: str) -> Client:
    return Sitter(table.season, who).client


def post(table: Table, who: str, act: str, **fields: Any) -> Any:
    return client(table, who).post(PAGE, {"act": act, **fields}, follow=True)


@pytest.mark.rule("HOUSE-014")
def test_an_owner_puts_a_question_and_the_commissioners_ruling_is_in_the_journal() -> None:
    table = played()
    asked = post(table, "razors", "ask", put="May a turret fire backward?", cited="Turrets turn.", match="m1")
    assert "Your question is asked" in words(asked)
    assert Notice.objects.filter(about="question_put").count() == 1
    length = Entry.objects.filter(season=table.season).count()
    ruled = post(table, "boss", "rule", number=1, answer="Yes, at −1.", cited="")
    assert "Ruling: Yes, at −1." in words(ruled)
    assert "Turrets turn." in words(ruled)
    assert Entry.objects.filter(season=table.season).count() == length + 1
    notice = Notice.objects.get(about="question_ruled")
    assert notice_path(notice) == f"{PAGE}#question-1"
    assert audit(table.season) == []


@pytest.mark.rule("HOUSE-014")
def test_a_stranger_reads_questions_and_rulings_and_is_offered_no_form() -> None:
    table = played()
    post(table, "razors", "ask", put="May a turret fire backward?")
    page = Client().get(PAGE)
    assert "May a turret fire backward?" in words(page)
    assert "Put a question" not in words(page)
    assert "Your ruling" not in words(page)


@pytest.mark.rule("HOUSE-014")
def test_a_question_about_a_question_of_the_questionnaire_shows_the_answer_in_force() -> None:
    table = played()
    page = client(table, "razors").get(PAGE, {"questionnaire": "carwars", "question": "duel.points"})
    assert "About CW-Q-147:" in words(page)
    assert "Mobility kill: 20 points" in words(page)
    post(table, "razors", "ask", put="And for a trike?", questionnaire="carwars", question="duel.points")
    ruled = post(table, "boss", "rule", number=1, answer="As for a car.")
    assert "Make it the rule: draft it for the next version" in words(ruled)
    assert "Make it the rule" not in words(Client().get(PAGE))


@pytest.mark.rule("HOUSE-012", "HOUSE-014")
def test_a_ruling_becomes_the_draft_of_the_next_version() -> None:
    table = played()
    post(table, "razors", "ask", put="And for a trike?", questionnaire="carwars", question=TEXT_QUESTION)
    ruled = post(table, "boss", "rule", number=1, answer="As for a car.").content.decode()
    (address,) = re.findall(r'href="([^"]*ruling=1[^"]*)"', ruled)
    boss = client(table, "boss")
    page = boss.get(unescape(address))
    assert "Ruling: As for a car." in words(page)
    assert page.content.decode().count('class="question') == 1
    assert "\nAs for a car.</textarea>" in page.content.decode()
    home = "/l/rust-belt/s1/questionnaires/carwars/"
    field = f"q:{TEXT_QUESTION}:{TEXT_PART}"
    unchanged = boss.post(home, {"revision": "0", "ruling": "1", "act": "save"}, follow=True)
    assert "Make the ruling the rule" in words(unchanged)
    boss.post(home, {"revision": "0", "ruling": "1", field: "As for a car.", "act": "save"})
    draft = AnswerVersion.objects.get(questionnaire="carwars")
    assert draft.answers[TEXT_QUESTION][TEXT_PART] == "As for a car."
    assert draft.note == "From the ruling on question 1."


def test_a_ruling_that_is_none_is_passed_over_on_the_questionnaires_page() -> None:
    table = played()
    for asker in (client(table, "boss"), Client()):
        page = asker.get("/l/rust-belt/s1/questionnaires/carwars/", {"ruling": "7"})
        assert "Make the ruling the rule" not in words(page)


@pytest.mark.rule("HOUSE-014")
@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"put": " "}, "The question has 1 to 1000 characters"),
        ({"put": "Why?", "match": "m9"}, "m9"),
        ({"put": "Why?", "questionnaire": "carwars", "question": "duel.nothing"}, "duel.nothing"),
        ({"put": "Why?", "question": "duel.points"}, "give the two, or neither"),
    ],
)
def test_a_question_that_cannot_be_put_is_refused_and_kept(fields: dict[str, str], sentence: str) -> None:
    table = played()
    answer = post(table, "razors", "ask", **fields)
    assert (answer.status_code, sentence in words(answer)) == (422, True)
    assert fields["put"].strip() in words(answer)
    assert not PutQuestion.objects.exists()


@pytest.mark.rule("HOUSE-014")
def test_the_same_question_twice_is_one_and_at_most_twenty_wait() -> None:
    table = played()
    for _ in range(2):
        post(table, "razors", "ask", put="Why?")
    assert PutQuestion.objects.count() == 1
    member = Membership.objects.get(handle=table.handle("razors"))
    PutQuestion.objects.bulk_create(
        PutQuestion(season=table.row, number=number, put=f"{number}?", actor=member.handle, at=table.at)
        for number in range(2, MOST_WAITING + 1)
    )
    refused = post(table, "razors", "ask", put="One more?")
    assert (refused.status_code, "take one back first" in words(refused)) == (422, True)


@pytest.mark.rule("HOUSE-014")
def test_a_question_is_taken_back_by_who_put_it_and_ruled_on_once() -> None:
    table = played()
    post(table, "razors", "ask", put="Why?")
    assert post(table, "saints", "withdraw", number=1).status_code == 422
    assert "Taken back." in words(post(table, "razors", "withdraw", number=1))
    refused = post(table, "boss", "rule", number=1, answer="Because.")
    assert (refused.status_code, "is already taken back" in words(refused)) == (422, True)
    assert "There is no such question" in words(post(table, "boss", "rule", number=7, answer="Because."))


@pytest.mark.rule("HOUSE-014")
def test_only_commissioners_rule() -> None:
    table = played()
    post(table, "razors", "ask", put="Why?")
    assert post(table, "razors", "rule", number=1, answer="Because.").status_code == 403
    assert client(table, "razors").get(PAGE).status_code == 200
    assert "log" in Client().post(PAGE, {"act": "ask", "put": "Why?"}).headers["Location"]


def test_thirty_rulings_are_a_page_of_as_many_queries_as_one(django_assert_max_num_queries: Any) -> None:
    table = played()
    for number in range(1, 3):
        post(table, "razors", "ask", put=f"{number}?")
        post(table, "boss", "rule", number=number, answer="Because.")
    reader = client(table, "razors")
    reader.get(PAGE)
    with django_assert_max_num_queries(14):
        reader.get(PAGE)


def test_a_form_without_a_button_is_refused_with_what_to_do() -> None:
    table = played()
    refused = post(table, "razors", "", put="Why?")
    assert (refused.status_code, "press one of the buttons" in words(refused)) == (422, True)
    assert not PutQuestion.objects.exists()
