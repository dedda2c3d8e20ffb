"""Programs put questions about the rules, rule on them, take them back, and read them."""

from __future__ import annotations

from typing import Any

import pytest

from journal import audit
from league.models import Entry, Membership, Notice, PutQuestion
from league.tokens import COMMISSION_SCOPE, READ_SCOPE, REPORT_SCOPE
from scheduling.put_questions import MOST_WAITING
from tests.api.api_callers import Program, at, program_of
from tests.api.test_problems import told
from tests.command_forms.desk import Sitter
from tests.league.small_league import Table, lined_up

pytestmark = pytest.mark.django_db
TURRET = {"put": "May a turret fire backward?", "cited": "Turrets turn.", "match": "m1"}
POINTS = {"questionnaire": "carwars", "question": "duel.points"}
YES = {"answer": "Yes, at −1."}


def put(table: Table, who: str = "razors", *, key: str = "put", **fields: Any) -> Any:
    """The response to a question that a program of a member puts."""
    return program_of(table, who).post(at(table, "/questions"), fields or TURRET, key=key)


def rule(table: Table, number: int = 1, *, who: str = "boss", key: str = "rule", **fields: Any) -> Any:
    """The response to a ruling on a question."""
    return program_of(table, who).post(at(table, f"/questions/{number}/ruling"), fields or YES, key=key)


def withdraw(table: Table, number: int = 1, *, who: str = "razors", key: str = "withdraw") -> Any:
    """The response to the withdrawal of a question."""
    return program_of(table, who).post(at(table, f"/questions/{number}/withdrawal"), {}, key=key)


def listed(table: Table, query: str = "") -> Any:
    """What a stranger reads of the season's questions."""
    answer = Program().get(at(table, f"/questions{query}"))
    assert answer.status_code == 200, answer.content
    return answer.json()


@pytest.mark.rule("HOUSE-014")
def test_a_question_is_put_ruled_on_and_read_by_everybody() -> None:
    table = lined_up()
    answer = put(table)
    assert answer.status_code == 201, answer.content
    asked = answer.json()
    assert {name: asked[name] for name in TURRET} == TURRET
    assert (asked["number"], asked["standing"], asked["franchise"], asked["own"]) == (1, "waiting", "razors", True)
    assert (asked["answer"], asked["answer_cited"], asked["answered_at"], asked["entry"]) == (None, None, None, None)
    assert Notice.objects.get(about="question_put").member.handle == table.handle("boss")
    ruled = rule(table)
    assert ruled.status_code == 201, ruled.content
    body, length = ruled.json(), table.row.length
    question = body["question"]
    assert (body["length"], bool(body["receipt"]), question["entry"]) == (length, True, length)
    assert (question["standing"], question["answer"], question["answer_cited"]) == (
        "answered",
        "Yes, at −1.",
        "Turrets turn.",
    )
    assert Entry.objects.get(season=table.season, number=length).command == "give_ruling"
    assert Notice.objects.get(about="question_ruled").member.handle == table.handle("razors")
    assert listed(table) == {
        "season": table.season,
        "waiting": 0,
        "questions": [question],
        "next": None,
    }
    assert audit(table.season) == []


@pytest.mark.rule("HOUSE-014")
def test_what_is_sent_twice_is_done_once() -> None:
    table = lined_up()
    first = put(table)
    assert put(table).content == first.content
    again = put(table, key="other")
    assert (again.status_code, again.json()["number"]) == (200, 1)
    ruled = rule(table)
    length = table.row.length
    assert rule(table).content == ruled.content
    assert (table.row.length, PutQuestion.objects.count()) == (length, 1)
    told(rule(table, answer="No."), 422, "key-reused")
    told(rule(table, key="other", answer="No."), 422, "question-closed")
    told(program_of(table, "razors").post(at(table, "/questions"), TURRET), 400, "key-missing")


@pytest.mark.rule("HOUSE-014")
def test_the_list_goes_by_match_by_standing_and_in_parts() -> None:
    table = lined_up()
    put(table)
    put(table, "saints", key="b", put="And for a trike?", **POINTS)
    put(table, "boss", key="c", put="Who brings the beer?")
    rule(table, 2)
    newest = listed(table)["questions"]
    assert [question["number"] for question in newest] == [3, 2, 1]
    assert [question["franchise"] for question in newest] == [None, "saints", "razors"]
    assert {name: newest[1][name] for name in POINTS} == POINTS
    assert [question["number"] for question in listed(table, "?match=m1")["questions"]] == [1]
    assert [question["number"] for question in listed(table, "?standing=waiting")["questions"]] == [3, 1]
    assert [question["number"] for question in listed(table, "?standing=answered")["questions"]] == [2]
    part = listed(table, "?limit=2")
    assert ([question["number"] for question in part["questions"]], part["waiting"], part["next"]) == ([3, 2], 2, 2)
    rest = listed(table, "?limit=2&before=2")
    assert ([question["number"] for question in rest["questions"]], rest["next"]) == ([1], None)
    told(Program().get(at(table, "/questions?standing=withdrawn")), 400, "query-wrong")
    told(Program().get(at(table, "/questions?match=M%20")), 400, "query-wrong")
    tag = Program().get(at(table, "/questions"))["ETag"]
    assert Program().get(at(table, "/questions"), **{"if-none-match": tag}).status_code == 304
    put(table, key="d", put="And for a bus?")
    assert Program().get(at(table, "/questions"), **{"if-none-match": tag}).status_code == 200


@pytest.mark.rule("HOUSE-014")
def test_only_who_put_a_question_withdraws_it_and_only_while_it_waits() -> None:
    table = lined_up()
    put(table)
    told(withdraw(table, who="saints"), 403, "not-yours")
    assert listed(table)["waiting"] == 1
    answer = withdraw(table, key="mine")
    assert (answer.status_code, answer.json()["standing"]) == (200, "withdrawn")
    assert listed(table)["questions"] == []
    told(withdraw(table, key="again"), 422, "question-closed")
    told(rule(table), 422, "question-closed")
    told(withdraw(table, 2, key="none"), 404, "no-such-question")
    told(rule(table, 2**40, key="none"), 404, "no-such-question")


@pytest.mark.rule("HOUSE-014")
@pytest.mark.parametrize(
    ("fields", "kind", "pointer"),
    [
        ({"put": " "}, "malformed", "/put"),
        ({"put": "a" * 1001}, "malformed", "/put"),
        ({"put": "Why?", "cited": "a\x00b"}, "malformed", "/cited"),
        ({"put": "Why?", "match": "m9"}, "unknown", "/match"),
        ({"put": "Why?", "question": "duel.points"}, "malformed", "/questionnaire"),
        ({"put": "Why?", "questionnaire": "carwars"}, "malformed", "/question"),
        ({"put": "Why?", "questionnaire": "chess", "question": "a"}, "unknown", "/questionnaire"),
        ({"put": "Why?", "questionnaire": "carwars", "question": "duel.nothing"}, "unknown", "/question"),
        ({"put": 7}, "wrong-kind", "/put"),
        ({"cited": "Turrets turn."}, "field-missing", "/put"),
        ({"put": "Why?", "why": "So."}, "field-unknown", "/why"),
    ],
)
def test_a_question_that_cannot_be_put_is_refused_with_its_place(fields: Any, kind: str, pointer: str) -> None:
    table = lined_up()
    problem = told(put(table, **fields), 422, kind)
    assert [fault["pointer"] for fault in problem["errors"]] == [pointer]
    assert PutQuestion.objects.count() == 0


@pytest.mark.rule("HOUSE-014")
@pytest.mark.parametrize(
    ("fields", "pointer"),
    [({"answer": " "}, "/answer"), ({"answer": "Yes.", "cited": "a" * 1001}, "/cited"),
     ({"answer": "Yes.", "words": "abc"}, "/words")],
)  # fmt: skip
def test_a_ruling_that_cannot_be_given_is_refused_with_its_place(fields: dict[str, str], pointer: str) -> None:
    table = lined_up()
    put(table)
    problem = told(rule(table, **fields), 422, "malformed")
    assert [fault["pointer"] for fault in problem["errors"]] == [pointer]
    assert listed(table)["waiting"] == 1


@pytest.mark.rule("HOUSE-014")
def test_a_member_has_only_so_many_questions_waiting() -> None:
    table = lined_up()
    PutQuestion.objects.bulk_create(
        PutQuestion(season=table.row, number=number, put=f"Why {number}?", actor=table.handle("razors"), at=table.at)
        for number in range(1, MOST_WAITING + 1)
    )
    told(put(table), 422, "questions-waiting")
    assert put(table, "saints").status_code == 201


@pytest.mark.rule("HOUSE-014")
def test_a_token_puts_questions_for_the_part_it_acts_for() -> None:
    table = lined_up()
    for scopes in ((READ_SCOPE,), (REPORT_SCOPE,)):
        program = program_of(table, "razors", *scopes)
        told(program.post(at(table, "/questions"), TURRET, key="k"), 403, "scope-missing")
    told(Program().post(at(table, "/questions"), TURRET, key="k"), 401, "not-logged-in")
    told(rule(table, who="razors"), 403, "scope-missing")
    boss = program_of(table, "boss", READ_SCOPE, COMMISSION_SCOPE)
    Membership.objects.filter(handle=table.handle("boss")).update(role=Membership.Role.SPECTATOR)
    told(boss.post(at(table, "/questions"), TURRET, key="k"), 403, "scope-missing")
    assert PutQuestion.objects.count() == 0


@pytest.mark.rule("HOUSE-014")
def test_the_page_and_a_program_read_the_same_questions() -> None:
    table = lined_up()
    page = "/l/rust-belt/s1/questions/"
    Sitter(table.season, "razors").client.post(page, {"act": "ask", "put": "May a wreck be pushed?"})
    assert listed(table)["questions"][0]["put"] == "May a wreck be pushed?"
    rule(table)
    assert "Yes, at −1." in Sitter(table.season, "razors").client.get(page).content.decode()
