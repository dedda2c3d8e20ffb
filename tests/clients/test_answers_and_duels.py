"""The client reads questionnaires and answers, publishes and acknowledges a version, and has a duel scored.

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
from rules.match.registry import get_questionnaire
from tests.api.api_callers import Program, program_of
from tests.clients.scripted_server import Scripted
from tests.league.small_league import founded

pytestmark = pytest.mark.django_db
BOOK, POINTS = "carwars", "duel.points"
WHERE = ("rust-belt", "s1", BOOK)
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
