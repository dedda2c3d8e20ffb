"""A program has a duel scored without a league: the sheet is that of the command, and every fault has its place."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from rest_framework.throttling import SimpleRateThrottle

from api.duels.examples import DUEL
from rules.carwars.questionnaire import questions
from tests.api.api_callers import Program, program_of
from tests.api.test_problems import told
from tests.league.small_league import founded

pytestmark = pytest.mark.django_db
EXAMPLE = Path(__file__).parents[2] / "examples" / "duels" / "three-cars.json"
SCORE = "/duels/score"
KILL = DUEL["events"][1]


def score(**changed: Any) -> Any:
    """The answer to the example of two cars, with other parts."""
    return Program().post(SCORE, {**DUEL, **changed})


def totals(**changed: Any) -> dict[str, str]:
    """The points of each duelist of that duel. Fails if it is not scored."""
    answer = score(**changed)
    assert answer.status_code == 200, answer.content
    return {duelist["id"]: duelist["total"] for duelist in answer.json()["duelists"]}


def faults(**changed: Any) -> list[tuple[str, str]]:
    """The type and the place of every fault of that duel."""
    problem = score(**changed).json()
    assert problem["status"] == 422
    assert all(fault["detail"].endswith(".") for fault in problem["errors"])
    return [(fault["type"].rpartition("/")[2], fault["pointer"]) for fault in problem["errors"]]


def test_the_sheet_is_the_one_that_the_command_prints() -> None:
    printed = StringIO()
    call_command("score", str(EXAMPLE), "--json", stdout=printed)
    answer = Program().post(SCORE, EXAMPLE.read_bytes())
    assert answer.status_code == 200, answer.content
    assert answer.json() == json.loads(printed.getvalue())


@pytest.mark.rule("CW-Q-147")
def test_it_is_scored_by_settings_or_by_answers_of_the_questionnaire() -> None:
    points = {"mobility_kill": 30}
    printed = questions()["duel.points"].printed_answer
    assert totals() == {"razors": "21", "saints": "-20"}
    assert totals(settings=points) == {"razors": "31", "saints": "-30"}
    assert totals(answers={"duel.points": {**printed, **points}}) == {"razors": "31", "saints": "-30"}
    assert faults(settings=points, answers={}) == [("malformed", "/answers")]


def test_it_needs_no_token_and_a_token_of_any_league_will_do() -> None:
    assert program_of(founded(), "razors").post(SCORE, DUEL).status_code == 200
    told(Program("dm_nobodys").post(SCORE, DUEL), 401, "not-logged-in")


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"duelists": []}, [("malformed", "/duelists")]),
        ({"duelists": [{"id": f"car{number}"} for number in range(40)]}, [("malformed", "/duelists")]),
        ({"duelists": [{"id": "razors"}, {"id": "razors"}]}, [("malformed", "/duelists/1/id")]),
        ({"settings": {"phases_per_turn": 400}}, [("malformed", "/settings/phases_per_turn")]),
        ({"settings": {"phase_count": 5}}, [("field-unknown", "/settings/phase_count")]),
        ({"closed": 1}, [("duel-events-refused", "/closed")]),
        ({"events": [{**KILL, "turn": 0}]}, [("duel-events-refused", "/events/0")]),
        ({"events": [KILL] * 5001}, [("duel-events-refused", "/events")]),
        (
            {"events": [{**KILL, "ruled": {"shares": {"razors": "1/2"}, "note": "Both."}}]},
            [("duel-events-refused", "/events/0")],
        ),
        ({"answers": {"duel.poinst": {}}}, [("unknown", "/answers/duel.poinst")]),
        ({"answers": {"duel.surrender": []}}, [("wrong-kind", "/answers/duel.surrender")]),
    ],
)
def test_what_cannot_be_scored_is_refused_with_its_place(changed: Any, expected: Any) -> None:
    assert faults(**changed) == expected


def test_events_of_the_wrong_form_are_refused_each_with_its_field() -> None:
    deep = {"type": "lost_control", "because": {"type": "attack", "by": 7}}
    wrong = [
        {"turn": 1, "phase": 1},
        {"turn": 1, "phase": 1, "type": 3},
        {"turn": 1, "phase": 1, "type": "explode"},
        {"turn": "1", "phase": 1, "type": "hit", "by": "razors"},
        {**KILL, "because": deep},
        {**KILL, "part": "wheel", "why": "?"},
    ]
    assert faults(events=wrong) == [
        ("field-missing", "/events/0/type"),
        ("wrong-kind", "/events/1/type"),
        ("not-one-of", "/events/2/type"),
        ("field-missing", "/events/3/on"),
        ("wrong-kind", "/events/3/turn"),
        ("wrong-kind", "/events/4/because/because/by"),
        ("not-one-of", "/events/5/part"),
        ("field-unknown", "/events/5/why"),
    ]


@pytest.mark.parametrize("wrong", [{**KILL, "turn": 99}, {**KILL, "turn": "1"}])
def test_of_very_many_faults_the_first_are_named_and_the_rest_counted(wrong: Any) -> None:
    problem = score(events=[wrong] * 300).json()
    assert len(problem["errors"]) == 21
    assert (problem["errors"][-1]["pointer"], problem["errors"][-1]["detail"]) == (
        "/events",
        "There are 280 faults more: correct those above, and try again.",
    )


def test_a_stranger_has_fewer_duels_scored_than_they_may_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", {"token": "600/minute", "address": "8/minute"})
    assert [score().status_code for _ in range(3)] == [200, 200, 429]
    assert Program().get("/leagues").status_code == 200
    assert program_of(founded(), "razors").post(SCORE, DUEL).status_code == 200
