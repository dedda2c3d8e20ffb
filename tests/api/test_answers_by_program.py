"""Programs read questionnaires and a season's answers, publish versions of them, and take note of those."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from jobs.outbox_delivery import deliver_outbox
from league.models import AnswerVersion, Delivery, Entry, Notice
from rules.campaign.core.switches import every_switch
from rules.match.registry import get_questionnaire
from tests.api.api_callers import Program, at, program_of
from tests.api.test_problems import told
from tests.api.webhook_receiver import Listener, hook
from tests.league.small_league import BEGAN, Table, announced, founded, signed

pytestmark = pytest.mark.django_db
BOOK, HOUSE, OWN = "carwars", "house-rules", "own"
POINTS, COMBAT, SHOP = "duel.points", "fire.sustained_los", "round.idle_may_shop"
MUSIC = {"key": "arena.music", "section": "The arena", "question": "Which music?", "kind": "text", "default": "None."}


def answered(key: str, **parts: Any) -> dict[str, Any]:
    """The printed answer to a question of the book, with other values for some parts."""
    return {key: {**get_questionnaire(BOOK).question(key).printed_answer, **parts}}


def read(table: Table, questionnaire: str, part: str, who: str = "") -> Any:
    """What a program reads of a season's answers. Fails if the answer is not 200."""
    program = program_of(table, who) if who else Program()
    answer = program.get(at(table, f"/questionnaires/{questionnaire}/{part}"))
    assert answer.status_code == 200, answer.content
    return answer.json()


def publish(table: Table, questionnaire: str, answers: Any, *, key: str = "first", **more: Any) -> Any:
    """The response to a commissioner's program that publishes a version."""
    body = {"answers": answers, "note": "We agreed on it.", **more}
    return program_of(table, "boss").post(at(table, f"/questionnaires/{questionnaire}/versions"), body, key=key)


def published(table: Table, questionnaire: str, answers: Any, **more: Any) -> Any:
    """A version that was published. Fails if it was refused."""
    response = publish(table, questionnaire, answers, **more)
    assert response.status_code == 201, response.content
    return response.json()["version"]


def faults(response: Any) -> list[tuple[str, str]]:
    """The type and the place of every fault of a refused request."""
    assert response.status_code == 422, response.content
    return [(fault["type"].rpartition("/")[2], fault["pointer"]) for fault in response.json()["errors"]]


def test_every_question_is_read_with_its_printed_answer_and_what_acts_on_it() -> None:
    house, book = (Program().get(f"/questionnaires/{id}").json() for id in (HOUSE, BOOK))
    listed = Program().get("/questionnaires").json()["questionnaires"]
    for found, summary in zip((house, book), listed, strict=True):
        questions = [question for section in found["sections"] for question in section["questions"]]
        assert (summary["id"], summary["sections"], summary["questions"]) == (
            found["id"],
            len(found["sections"]),
            len(questions),
        )
        assert Program().get(summary["read"].removeprefix("/api/v1")).json() == found
        assert all(question["parts"] and question["printed"] and question["question"] for question in questions)
    settings = {
        question["key"]: question["parts"][0]["printed"]
        for section in house["sections"]
        for question in section["questions"]
    }
    assert settings == {switch.name: switch.default for switch in every_switch()}
    scopes = [question["scope"] for section in book["sections"] for question in section["questions"]]
    assert {scope: scopes.count(scope) for scope in ("helper", "scorer", "league", "design", "engine")} == {
        "helper": 58,
        "scorer": 22,
        "league": 7,
        "design": 6,
        "engine": 24,
    }
    tag = Program().get(f"/questionnaires/{BOOK}")["ETag"]
    assert Program().get(f"/questionnaires/{BOOK}", **{"if-none-match": tag}).status_code == 304
    told(Program().get("/questionnaires/chess"), 404, "not-found")


@pytest.mark.rule("HOUSE-012")
def test_a_version_is_published_read_and_acknowledged() -> None:
    table = signed()
    version = published(table, BOOK, answered(POINTS, mobility_kill=25))
    assert (version["number"], version["in_force"], version["was"]) == (1, True, answered(POINTS))
    assert version["answers"] == version["standing"] == answered(POINTS, mobility_kill=25)
    assert read(table, BOOK, "answers")["answers"] == version["answers"]
    assert read(table, BOOK, "versions/1") == version
    assert table.state.answers[BOOK] == version["answers"]
    assert Entry.objects.get(season=table.season, number=version["entry"]).command == "answer_questions"
    assert Notice.objects.filter(about="answers").count() == len(table.franchises)
    note = at(table, f"/questionnaires/{BOOK}/versions/1/acknowledgement")
    for _ in range(2):
        response = program_of(table, "razors").post(note, {})
        assert response.json() == {"number": 1, "acknowledged_by": ["razors"]}
    told(program_of(table, "boss").post(note, {}), 403, "scope-missing")
    told(program_of(table, "razors").post(note.replace("/1/", "/2/"), {}), 404, "not-found")
    second = published(table, BOOK, answered(POINTS), key="second")
    first, latest = read(table, BOOK, "versions", who="saints")["versions"]
    assert (first["in_force"], first["acknowledged_by"]) == (False, ["razors"])
    assert (latest, latest["standing"]) == (second, {})


@pytest.mark.rule("HOUSE-008")
def test_the_house_rules_are_published_as_a_questionnaire_of_one_part_each() -> None:
    table = founded()
    version = published(table, HOUSE, {SHOP: {"setting": True}, "roster.max": {"setting": 9}})
    assert version["was"] == {SHOP: {"setting": False}, "roster.max": {"setting": 10}}
    assert (table.state.setting(SHOP), table.state.setting("roster.max")) == (True, 9)
    assert read(table, HOUSE, "answers")["version"] == 1
    assert Entry.objects.filter(season=table.season, command="change_switch").count() == 2
    published(table, BOOK, {}, key="book")
    (old,) = Program().get(at(table, "/questionnaire")).json()["versions"]
    assert old["answers"] == {SHOP: True, "roster.max": 9}
    assert old["entry"] == version["entry"]


@pytest.mark.rule("HOUSE-012")
def test_a_version_may_wait_for_a_step_and_the_first_may_change_nothing() -> None:
    table = signed()
    assert published(table, BOOK, {})["standing"] == {}
    version = published(table, BOOK, answered(POINTS, mobility_kill=25), key="later", step="r2")
    assert (version["in_force"], version["step"]) == (False, "r2")
    standing = read(table, BOOK, "answers")
    assert (standing["version"], standing["answers"]) == (1, {})
    assert standing["planned"] == [{"version": 2, "step": "r2", "answers": version["answers"]}]
    published(table, HOUSE, {SHOP: {"setting": True}}, key="house", step="r3")
    assert read(table, HOUSE, "answers")["planned"] == [
        {"version": 1, "step": "r3", "answers": {SHOP: {"setting": True}}}
    ]


@pytest.mark.rule("HOUSE-013")
def test_what_the_league_asks_itself_is_read_with_its_answers() -> None:
    table = founded()
    table.give("ask_question", question=MUSIC, reason="We like music.")
    table.give("ask_question", question={**MUSIC, "key": "arena.beer"}, reason="And beer.")
    published(table, OWN, {"arena.music": {"answer": "Polka."}})
    withdraw = {"commands": [{"type": "withdraw_question", "key": "arena.beer"}], "reason": "No beer."}
    assert program_of(table, "boss").post(at(table, "/commands"), withdraw, key="w").status_code == 201
    standing = read(table, OWN, "answers")
    assert (standing["answers"], standing["withdrawn"]) == ({"arena.music": {"answer": "Polka."}}, ["arena.beer"])
    (section,) = standing["sections"]
    assert [question["key"] for question in section["questions"]] == ["arena.beer", "arena.music"]
    assert [part["longest"] for part in section["questions"][1]["parts"]] == [2000]
    assert read(table, BOOK, "answers")["sections"] == []
    told(Program().get("/questionnaires/own"), 404, "not-found")


def test_the_same_key_publishes_once_and_a_second_commissioner_is_told_of_a_draft() -> None:
    table = founded()
    first = publish(table, BOOK, answered(POINTS, mobility_kill=25))
    again = publish(table, BOOK, answered(POINTS, mobility_kill=25))
    assert (again.content, again["Idempotent-Replayed"]) == (first.content, "true")
    assert AnswerVersion.objects.count() == 1
    drafted = {"drafted_by": table.handle("boss"), "drafted_at": BEGAN}
    AnswerVersion.objects.create(season=table.row, questionnaire=BOOK, number=2, answers={}, **drafted)
    problem = told(publish(table, BOOK, answered(POINTS), key="second"), 422, "draft-stands")
    assert problem["detail"].startswith("A commissioner is drafting version 2 on the site")
    assert [version["number"] for version in read(table, BOOK, "versions")["versions"]] == [1]
    told(Program().get(at(table, f"/questionnaires/{BOOK}/versions/2")), 404, "not-found")


@pytest.mark.parametrize(
    ("questionnaire", "changed", "expected"),
    [
        (BOOK, {"answers": answered(POINTS)}, ("nothing-drafted", None)),
        (BOOK, {"answers": {"duel.poinst": {}}}, ("unknown", "/answers/duel.poinst")),
        (BOOK, {"answers": answered(POINTS, mobility_kill=-1)}, ("malformed", "/answers/duel.points/mobility_kill")),
        (BOOK, {"answers": answered(POINTS, wheels=4)}, ("malformed", "/answers/duel.points/wheels")),
        (BOOK, {"answers": {POINTS: {"mobility_kill": None}}}, ("wrong-kind", "/answers/duel.points/mobility_kill")),
        (BOOK, {"step": "r99"}, ("malformed", "/step")),
        (HOUSE, {"answers": {SHOP: {"setting": True}}, "step": "M9"}, ("malformed", "/step")),
        (BOOK, {"note": "x" * 151}, ("malformed", "/note")),
        (BOOK, {"note": ""}, ("reason-missing", "/note")),
        (HOUSE, {"answers": {SHOP: {"set": True}}}, ("malformed", "/answers/round.idle_may_shop")),
        (HOUSE, {"answers": {SHOP: {"setting": 3}}}, ("malformed", "/answers/round.idle_may_shop")),
        (HOUSE, {"answers": {"round.idle": {"setting": True}}}, ("unknown", "/answers/round.idle")),
        (HOUSE, {"answers": {}}, ("nothing-drafted", None)),
    ],
)
def test_an_answer_that_is_none_is_refused_with_its_place_and_nothing_is_written(
    questionnaire: str, changed: Any, expected: Any
) -> None:
    table = founded()
    length = table.row.length
    response = publish(table, questionnaire, **{"answers": {}, **changed})
    kind, pointer = expected
    problem = told(response, 422, kind)
    assert [fault["pointer"] for fault in problem.get("errors", ())] == ([] if pointer is None else [pointer])
    assert (table.row.length, AnswerVersion.objects.count()) == (length, 0)


@pytest.mark.rule("HOUSE-012")
def test_a_closed_section_and_a_step_that_is_past_are_refused_at_their_place() -> None:
    table = announced()
    closed = publish(table, BOOK, answered(COMBAT, **_other(COMBAT)))
    assert faults(closed) == [("answer-refused", f"/answers/{COMBAT}")]
    assert "such as round r2" in closed.json()["detail"]
    past = publish(table, BOOK, answered(COMBAT, **_other(COMBAT)), key="past", step="S1")
    assert faults(past) == [("step-past", "/step")]


def test_a_version_is_read_in_as_few_queries_whatever_it_says() -> None:
    table = founded()
    path = at(table, f"/questionnaires/{BOOK}/versions")
    counts = []
    for number in range(1, 4):
        published(table, BOOK, answered(POINTS, mobility_kill=20 + number), key=f"k{number}")
        with CaptureQueriesContext(connection) as queries:
            assert Program().get(path).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[-1] <= 4


def test_a_webhook_receives_each_published_version_once(settings: Any) -> None:
    settings.WEBHOOKS_TO_LOCALHOST = True
    table = founded()
    webhook = hook(table, Listener(url="http://127.0.0.1:9/hook"), "saints", "answers.published")
    published(table, HOUSE, {SHOP: {"setting": True}, "roster.max": {"setting": 9}})
    published(table, BOOK, answered(POINTS, mobility_kill=25), key="book", step="r2")
    bare_answers = answered(COMBAT, **_other(COMBAT))
    table.give("answer_questions", questionnaire=BOOK, version=3, answers=bare_answers, reason="As we said.")
    deliver_outbox(at=BEGAN)
    house, book, bare = (json.loads(bytes(delivery.body))["data"] for delivery in webhook.deliveries.order_by("pk"))
    assert (house["questionnaire"], house["version"], house["in_force_from"]) == (HOUSE, 1, "")
    assert house["questions"] == ["roster.max", SHOP]
    assert house["says"] == "Version 1 of the house rules was published."
    assert house["read"].endswith("/api/v1/leagues/rust-belt/seasons/s1/questionnaires/house-rules/versions/1")
    assert (book["in_force_from"], book["questions"]) == ("r2", [POINTS])
    assert book["says"] == "Version 1 of the referee's questionnaire was published, in force from r2 on."
    assert bare["read"].endswith(f"/entries/{bare['entry']}")
    for message in (house, book):
        assert Program().get(message["read"].partition("/api/v1")[2]).json()["entry"] == message["entry"]
    assert Delivery.objects.count() == 3


def _other(key: str) -> dict[str, Any]:
    """Another value for the first part of an answer, which is a choice or a number."""
    part = get_questionnaire(BOOK).question(key).parts[0]
    values = (part.lowest, part.highest) if part.kind == "number" else part.values
    return {part.name: next(value for value in values if value != part.default)}
