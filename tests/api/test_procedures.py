"""Programs read a referee's procedures, work them out without a league, and perform them in a season."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest
from rest_framework.throttling import SimpleRateThrottle

from api.procedures.examples import USE_IN, WORK
from api.procedures.serializers import input_schema
from journal import audit
from league.models import ProcedureUse
from league.queries.season_leaves import BEACON
from rules.carwars.procedures.table import all_procedures
from rules.match.registry import get_questionnaire
from tests.api.api_callers import Program, at, program_of
from tests.api.test_problems import told
from tests.journal.awaited_seasons import AWAITING
from tests.league.small_league import founded, signed

pytestmark = pytest.mark.django_db
CREW = "/procedures/choose_who_is_hit"


def faults(answer: Any) -> list[tuple[str, str]]:
    """The type and the place of every fault of a refused request."""
    problem = answer.json()
    assert problem["status"] == 422, answer.content
    return [(fault["type"].rpartition("/")[2], fault["pointer"]) for fault in problem["errors"]]


def test_every_procedure_is_listed_and_read_with_the_schema_of_its_inputs() -> None:
    listed = Program().get("/procedures").json()["procedures"]
    assert {line["procedure"]: line["rule"] for line in listed} == {
        tag: procedure.rule for tag, procedure in all_procedures().items()
    }
    read = Program().get(CREW)
    assert read.json()["reads"] == ["fire.crew_hit_allocation"]
    jsonschema.validate(WORK["inputs"], read.json()["schema"])
    assert Program().get(CREW, **{"if-none-match": read["ETag"]}).status_code == 304
    assert Program().get("/procedures/chess").status_code == 404


@pytest.mark.parametrize("tag", all_procedures())
def test_every_field_of_the_inputs_is_described(tag: str) -> None:
    schema = input_schema(all_procedures()[tag].inputs)
    jsonschema.Draft202012Validator.check_schema(schema)
    lacking = [
        f"{name}.{field}"
        for name, component in schema["$defs"].items()
        for field, said in component.get("properties", {}).items()
        if not said.get("description")
    ]
    assert lacking == []


@pytest.mark.rule("CW-P-042", "CW-Q-077")
def test_a_procedure_is_worked_out_from_inputs_answers_and_faces_alone() -> None:
    answer = Program().post(CREW, WORK)
    assert answer.status_code == 200, answer.content
    assert answer.json() == {
        "procedure": "choose_who_is_hit",
        "rule": "CW-P-042",
        "values": {"hurt": ["Bob"]},
        "says": ["Attack 1 hurts Bob."],
        "throws": [{"sides": 2, "faces": [2], "why": "who is hurt by attack 1"}],
    }
    answers = {"fire.crew_hit_allocation": {"who": "driver_first"}}
    by_others = Program().post(CREW, {"inputs": WORK["inputs"], "answers": answers}).json()
    assert (by_others["values"], by_others["throws"]) == ({"hurt": ["Ann"]}, [])
    assert ProcedureUse.objects.count() == 0


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"inputs": {}}, [("malformed", "/inputs/aboard")]),
        (
            {"inputs": {"aboard": [7, ""], "attacks": 99}},
            [("malformed", "/inputs/aboard/0"), ("malformed", "/inputs/aboard/1"), ("malformed", "/inputs/attacks")],
        ),
        ({"inputs": {"aboard": ["Ann", "Ann"]}}, [("inputs-impossible", "/inputs")]),
        ({"inputs": []}, [("wrong-kind", "/inputs")]),
        ({"faces": []}, [("faces-missing", "/faces")]),
        ({"faces": [3]}, [("face-impossible", "/faces")]),
        ({"faces": [1, 2]}, [("faces-left-over", "/faces")]),
        ({"faces": ["1"]}, [("wrong-kind", "/faces/0")]),
        ({"answers": {"fire.crew": {}}}, [("unknown", "/answers/fire.crew")]),
        (
            {"answers": {"fire.crew_hit_allocation": {"who": "the dog"}}},
            [("malformed", "/answers/fire.crew_hit_allocation/who")],
        ),
        ({"dice": 2}, [("field-unknown", "/dice")]),
    ],
)
def test_what_cannot_be_worked_out_is_refused_with_its_place(changes: dict[str, Any], expected: Any) -> None:
    assert faults(Program().post(CREW, {**WORK, **changes})) == expected


def test_a_stranger_works_out_fewer_procedures_than_they_may_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", {"token": "600/minute", "address": "8/minute"})
    assert [Program().post(CREW, WORK).status_code for _ in range(3)] == [200, 200, 429]


@pytest.mark.rule("HOUSE-015")
def test_a_commissioner_performs_a_procedure_and_everybody_reads_the_use() -> None:
    table = signed()
    boss = program_of(table, "boss")
    answer = boss.post(at(table, CREW), USE_IN, key="first")
    assert answer.status_code == 201, answer.content
    performed = answer.json()
    use = performed["use"]
    assert (use["use"], use["entry"], performed["length"]) == ("p1", table.row.length, table.row.length)
    assert use["says"] == [f"Attack 1 hurts {use['values']['hurt'][0]}."]
    assert [roll["path"] for roll in use["rolls"]] == ["procedures/p1"]
    assert boss.post(at(table, CREW), USE_IN, key="first").json() == performed
    assert boss.post(at(table, CREW), USE_IN, key="second").json()["use"]["use"] == "p2"
    read = Program().get(at(table, "/procedures?duel=duel1&limit=1")).json()
    assert ([line["use"] for line in read["uses"]], read["next"]) == (["p2"], table.row.length)
    following = Program().get(at(table, f"/procedures?duel=duel1&before={read['next']}")).json()
    assert (following["uses"], following["next"]) == ([use], None)
    assert Program().get(at(table, "/procedures?procedure=spinout")).json()["uses"] == []
    assert Program().get(at(table, CREW)).json()["uses"] == 2
    assert audit(table.season) == []


@pytest.mark.rule("HOUSE-015")
def test_a_use_goes_by_the_answers_in_force() -> None:
    table = signed()
    answers = {"fire.crew_hit_allocation": {"who": "driver_first"}}
    table.give("answer_questions", questionnaire="carwars", version=4, answers=answers, reason="We agreed.")
    read = Program().get(at(table, CREW)).json()
    question = get_questionnaire("carwars").question("fire.crew_hit_allocation")
    (line,) = read["answers"]
    assert (read["version"], line["key"], line["question"], line["differs"]) == (4, question.key, "CW-Q-077", True)
    use = program_of(table, "boss").post(at(table, CREW), USE_IN, key="first").json()["use"]
    assert (use["version"], use["answers"], use["values"], use["rolls"]) == (4, answers, {"hurt": ["Ann"]}, [])


@pytest.mark.rule("HOUSE-011", "HOUSE-015")
def test_faces_are_taken_where_dice_are_thrown_at_a_table() -> None:
    table = signed()
    boss = program_of(table, "boss")
    assert boss.post(at(table, CREW), {**USE_IN, "faces": [2]}, key="first").status_code == 422
    table.give("change_switch", switch="dice.by_hand", setting="commissioners", reason="We meet at a table.")
    assert faults(boss.post(at(table, CREW), {**USE_IN, "faces": []}, key="none")) == [("faces-missing", "/faces")]
    assert faults(boss.post(at(table, CREW), {**USE_IN, "faces": [3]}, key="high")) == [("face-impossible", "/faces")]
    assert faults(boss.post(at(table, CREW), {**USE_IN, "faces": [1, 1]}, key="many")) == [("malformed", "/faces")]
    typed = {**USE_IN, "faces": [2], "witness": "Cy"}
    use = boss.post(at(table, CREW), typed, key="typed").json()["use"]
    assert (use["values"], use["rolls"][0]["by_hand"]) == ({"hurt": ["Bob"]}, True)


def test_what_cannot_be_performed_is_refused_with_its_place() -> None:
    table = signed()
    boss = program_of(table, "boss")
    wrong = {"inputs": {"aboard": []}, "duel": "duel1"}
    assert faults(boss.post(at(table, CREW), wrong, key="a")) == [("malformed", "/inputs/aboard")]
    assert faults(boss.post(at(table, CREW), {**USE_IN, "turn": 1001}, key="b")) == [("malformed", "/turn")]
    assert faults(boss.post(at(table, CREW), {**USE_IN, "duel": "7"}, key="d")) == [("unknown", "/duel")]
    told(boss.post(at(table, CREW), USE_IN), 400, "key-missing")
    assert boss.post(at(table, "/procedures/chess"), USE_IN, key="c").status_code == 404
    assert ProcedureUse.objects.count() == 0


def test_a_use_whose_dice_are_awaited_answers_so_and_is_there_once_they_fell() -> None:
    table = founded(dice=AWAITING[BEACON])
    table.holds = True
    answer = program_of(table, "boss").post(at(table, CREW), USE_IN, key="first")
    assert (answer.status_code, answer.json()["use"]) == (202, None)
    assert answer.json()["waits"] == "Its dice are awaited: it is performed once they fall."
    assert ProcedureUse.objects.count() == 0
