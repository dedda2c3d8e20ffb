"""The client reads and publishes answers, puts questions and rules on them, runs a duel, and has one scored.

The answers are the site's own, which a scripted server repeats.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from dethmetal_client.__main__ import main

from api.duels.examples import DUEL
from api.season_duels.examples import OPEN_IN
from rules.match.registry import get_questionnaire
from tests.api.api_callers import Program, program_of
from tests.clients.scripted_server import Scripted
from tests.league.small_league import founded, lined_up

pytestmark = pytest.mark.django_db
BOOK, POINTS = "carwars", "duel.points"
WHERE = ("rust-belt", "s1", BOOK)
SEASON = ("rust-belt", "s1")
ANSWERS = f"/leagues/rust-belt/seasons/s1/questionnaires/{BOOK}"


def sent(server: Scripted) -> list[tuple[str, Any]]:
    """The path and the document of every request that a server received, without the random words."""
    received = []
    for path, _, body in server.asked:
        document = json.loads(body) if body else None
        if document:
            document.pop("words", None)
        received.append((path.removeprefix("/api/v1"), document))
    return received


def test_a_version_is_published_acknowledged_and_read(scripted: Callable[..., Scripted]) -> None:
    table = founded()
    points = {POINTS: {**get_questionnaire(BOOK).question(POINTS).printed_answer, "mobility_kill": 30}}
    version = {"answers": points, "note": "We agreed.", "step": ""}
    requests = [
        ("boss", f"{ANSWERS}/versions", version),
        ("razors", f"{ANSWERS}/versions/1/acknowledgement", {}),
        ("razors", f"{ANSWERS}/versions", None),
        ("razors", f"{ANSWERS}/versions/1", None),
        ("razors", f"{ANSWERS}/answers", None),
    ]
    responses = []
    for who, path, body in requests:
        program = program_of(table, who)
        responses.append(program.get(path) if body is None else program.post(path, body, key="k"))
    server = scripted(*((response.status_code, response.content) for response in responses))
    with server.client() as client:
        result = client.publish_answers(*WHERE, points, note="We agreed.", key="k")
        assert (result.version.number, result.length, bool(result.receipt)) == (1, table.row.length, True)
        assert client.acknowledge_answers(*WHERE, 1) == ("razors",)
        (read,) = client.answer_versions(*WHERE)
        assert read == client.answer_version(*WHERE, 1)
        assert (read.in_force, read.standing, read.acknowledged_by) == (True, points, ("razors",))
        assert (client.standing_answers(*WHERE).answers, result.version.answers) == (points, points)
    assert sent(server) == [(path, body) for _, path, body in requests]


def test_questions_are_read_and_a_duel_is_scored(scripted: Callable[..., Scripted]) -> None:
    responses = (
        Program().get("/questionnaires"),
        Program().get(f"/questionnaires/{BOOK}"),
        Program().post("/duels/score", DUEL),
    )
    server = scripted(*((response.status_code, response.content) for response in responses))
    with server.client() as client:
        summaries = {summary.id: summary for summary in client.questionnaires()}
        asked = client.questions(BOOK)
        assert sum(len(section.questions) for section in asked.sections) == summaries[BOOK].questions
        sheet = client.score_duel(DUEL)
    assert [(duelist.id, Fraction(duelist.total)) for duelist in sheet.duelists] == [("razors", 21), ("saints", -20)]
    assert (sheet.end, sheet.winners, [team.whole_points for team in sheet.teams]) == (None, (), [21, -20])
    assert sent(server) == [("/questionnaires", None), (f"/questionnaires/{BOOK}", None), ("/duels/score", DUEL)]


def test_a_question_is_put_ruled_on_read_and_another_withdrawn(scripted: Callable[..., Scripted]) -> None:
    table = lined_up()
    path = "/leagues/rust-belt/seasons/s1/questions"
    turret = {"put": "May it?", "cited": "", "match": "m1", "questionnaire": BOOK, "question": POINTS}
    beer = {"put": "Who brings the beer?", "cited": "", "match": "", "questionnaire": "", "question": ""}
    requests = [
        ("razors", path, turret),
        ("boss", f"{path}/1/ruling", {"answer": "Yes.", "cited": "Turrets turn."}),
        ("razors", f"{path}?match=m1&standing=answered", None),
        ("razors", path, beer),
        ("razors", f"{path}/2/withdrawal", {}),
    ]
    responses = []
    for number, (who, address, body) in enumerate(requests):
        program = program_of(table, who)
        responses.append(program.get(address) if body is None else program.post(address, body, key=f"k{number}"))
    server = scripted(*((response.status_code, response.content) for response in responses))
    with server.client() as client:
        asked = client.put_question(*SEASON, "May it?", match="m1", about=(BOOK, POINTS), key="k")
        ruled = client.rule_on_question(*SEASON, asked.number, "Yes.", cited="Turrets turn.", key="k")
        (read,) = client.put_questions(*SEASON, match="m1", standing="answered")
        assert (asked.standing, asked.question, read.answer, read.answer_cited) == (
            "waiting",
            POINTS,
            "Yes.",
            "Turrets turn.",
        )
        assert (ruled.length, ruled.question.entry, bool(ruled.receipt)) == (table.row.length, read.entry, True)
        second = client.put_question(*SEASON, "Who brings the beer?", key="k")
        assert client.withdraw_question(*SEASON, second.number, key="k").standing == "withdrawn"
    assert sent(server) == [(address, body) for _, address, body in requests]


def test_a_duel_is_opened_run_and_read(scripted: Callable[..., Scripted]) -> None:
    table = founded()
    path = "/leagues/rust-belt/seasons/s1/duels"
    close = {"key": "a", "act": "close", "phase": 1}
    requests: list[tuple[str, Any]] = [
        (path, OPEN_IN),
        (f"{path}/1/actions", {"actions": [close, {"key": "b", "act": "dance"}]}),
        (f"{path}/1", None),
        (path, None),
    ]
    program = program_of(table, "boss")
    responses = [
        program.get(address) if body is None else program.post(address, body, key="k") for address, body in requests
    ]
    server = scripted(*((response.status_code, response.content) for response in responses))
    with server.client() as client:
        duel = client.open_duel(*SEASON, OPEN_IN, key="k")
        done = client.act_in_duel(*SEASON, duel.number, requests[1][1]["actions"])
        assert [(result.key, result.ok, bool(result.sentence)) for result in done.results] == [
            ("a", True, False),
            ("b", False, True),
        ]
        assert (duel.version, done.duel.closed, done.duel.can_enter) == (0, 1, True)
        assert client.duel(*SEASON, 1) == done.duel
        (line,) = client.duels(*SEASON)
        assert (line.title, line.moment, line.ended) == (OPEN_IN["title"], "turn 1, phase 2", False)
    assert sent(server) == requests


def test_the_command_prints_a_sheet_with_what_is_left_to_decide(
    scripted: Callable[..., Scripted], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rolling = {**DUEL["events"][1], "phase": 3}
    unarmed = {"turn": 1, "phase": 3, "type": "armed", "of": "saints", "can_fire": False}
    response = Program().post("/duels/score", {**DUEL, "events": [rolling, unarmed]})
    server, duel = scripted((200, response.content)), tmp_path / "duel.json"
    duel.write_text(json.dumps(DUEL), encoding="utf-8")
    assert main(["--server", server.url, "score", str(duel)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split() for line in lines[:2]] == [["1", "razors", "21"], ["2", "saints", "-20"]]
    (proposal,) = response.json()["proposals"]
    assert lines[2:] == [f"to decide: {proposal['sentence']} [{proposal['rule']}]"]
