"""Conditional requests: `If-Match` refuses a write if the season has changed; `If-None-Match` saves a read."""

from __future__ import annotations

from typing import Any

import pytest

from api.idempotency import REPLAYED_HEADER
from api.procedures.examples import USE_IN
from api.put_questions.examples import RULING_IN
from api.season_duels.examples import ACTIONS_IN, OPEN_IN
from league.models import Appeal, ReportClaim
from league.queries.season_leaves import REVEAL
from league.tokens import COMMISSION_SCOPE, READ_SCOPE, REPORT_SCOPE, act_scope
from tests.api.api_callers import V1, Program, at, program_of
from tests.api.example_answers import ruled_on
from tests.api.reportable_matches import document, locked, reporting
from tests.api.test_appeals import WHY, accepted, appeals
from tests.api.test_document import operations
from tests.api.test_permissions import (
    AMEND,
    ANSWERS,
    PARTS,
    open_table,
    parts_in,
    published_version,
    waiting_question,
)
from tests.api.test_problems import told
from tests.api.test_reveals import announced_here, soon
from tests.league.small_league import Table, announced, founded
from tests.pages.test_awaited_page import partying
from tests.scheduling.calendar_league import clocked

pytestmark = pytest.mark.django_db
STALE = '"0-stale"'
NAMES = {**PARTS, "sandbox": "none", "delivery": "1", "claim": "1"}
WRITES = [(path, method, operation) for path, method, operation in operations() if method != "get"]
METHODS = {operation["operationId"]: method for _, method, operation in WRITES}
HELD = {
    operation["operationId"]
    for _, _, operation in WRITES
    if any(parameter["name"] == "If-Match" for parameter in operation.get("parameters", ()))
}
OWN_TAGS = {
    "set_standing_orders", "clear_standing_orders", "replace_draft_queue", "change_draft_queue", "set_calendar"
}  # fmt: skip
"""Writes that are held against the tag of what they change, and not of a season."""
HELD -= OWN_TAGS
WITHOUT = {"end_sandbox", "make_template", "preview_standing_orders"}
"""Requests below a season's address that are held against no tag."""


def tag(table: Table, program: Program) -> str:
    """The `ETag` of the season for a program."""
    answer = program.get(at(table))
    assert answer.status_code == 200
    found: str = answer["ETag"]
    return found


def asked(table: Table, name: str) -> tuple[str, dict[str, Any], Program]:
    """The path and body of a valid request to an operation, and a program that may send it."""
    boss = program_of(table, "boss", READ_SCOPE, REPORT_SCOPE, COMMISSION_SCOPE)
    hire = {"type": "hire_rookie", "franchise": "razors", "driver": "razors.d1", "name": "Vega"}
    return {
        "give_commands": lambda: ("/commands", {"commands": [hire]}, program_of(table, "razors")),
        "try_commands": lambda: ("/trials", {"commands": [hire]}, program_of(table, "razors")),
        "report_match": lambda: ("/matches/m1/reports", document(table), reporting(table, "razors")),
        "rule_on_reports": lambda: ("/matches/m1/ruling", {"claim": 1, "reason": "So it was."}, boss),
        "make_appeal": lambda: ("/matches/m1/appeals", {"reason": WHY}, reporting(table, "saints")),
        "answer_appeal": lambda: (
            f"/appeals/{appeals(table).json()['id']}/answer",
            {"answer": "dismissed", "reason": "It was."},
            boss,
        ),
        "give_awaited": lambda: (
            f"/awaited/{table.row.awaited[0]['entry']}",
            {"hash": "c3" * 32},
            program_of(table, "razors"),
        ),
        "arrange_match_time": lambda: (
            "/matches/m1/time",
            {"act": "propose", "times": [soon().isoformat()]},
            program_of(table, "razors"),
        ),
        "set_reveal": lambda: ("/reveals", {"round": 1, "at": soon().isoformat()}, boss),
        "perform_procedure": lambda: ("/procedures/choose_who_is_hit", USE_IN, boss),
        "amend": lambda: ("/amends", AMEND, boss),
        "acknowledge_answers": lambda: (
            "/questionnaires/house-rules/versions/1/acknowledgement",
            {},
            program_of(table, "razors"),
        ),
        "put_question": lambda: ("/questions", {"put": "May a wreck be pushed?"}, program_of(table, "razors")),
        "rule_on_question": lambda: ("/questions/1/ruling", RULING_IN, boss),
        "withdraw_question": lambda: ("/questions/1/withdrawal", {}, program_of(table, "razors")),
        "open_duel": lambda: ("/duels", OPEN_IN, boss),
        "act_in_duel": lambda: ("/duels/1/actions", ACTIONS_IN, boss),
        "publish_answers": lambda: ("/questionnaires/house-rules/versions", ANSWERS, boss),
        "act_on_clock": lambda: ("/clock", {"act": "pause", "reason": "A holiday."}, boss),
        "draw_up_rounds": lambda: ("/plans", {"size": 2}, boss),
        "set_round_plan": lambda: ("/plans/1", {"matches": []}, boss),
        "discard_round_plans": lambda: ("/plans", None, boss),
        "advance": lambda: ("/advance", {"most": 1}, boss),
        "answer_ruling": lambda: (
            "/rulings/1/answer",
            {"answer": "withdraw"},
            program_of(table, "boss", READ_SCOPE, COMMISSION_SCOPE),
        ),
        "preview_amend": lambda: ("/amends/preview", AMEND, boss),
        "make_sandbox": lambda: (
            "/sandboxes",
            {"days": 1},
            program_of(table, "razors", READ_SCOPE, act_scope("razors")),
        ),
    }[name]()


def begun(name: str) -> Table:
    """A season in which `asked` has a valid request for the operation."""
    if begin := {
        "make_appeal": accepted,
        "answer_appeal": accepted,
        "arrange_match_time": announced,
        "set_reveal": announced_here,
        "answer_ruling": ruled_on,
    }.get(name):
        return begin()
    if name in ("report_match", "rule_on_reports"):
        table = locked()
        if name == "rule_on_reports":
            sent = reporting(table, "razors").post(at(table, "/matches/m1/reports"), document(table), key="first")
            assert sent.status_code == 201, sent.content
        return table
    if name == "acknowledge_answers":
        table = founded()
        published_version(table)
        return table
    if name == "act_on_clock":
        return clocked(founded())
    if name in ("rule_on_question", "withdraw_question", "act_in_duel"):
        table = founded()
        waiting_question(table)
        open_table(table)
        return table
    return partying(REVEAL) if name == "give_awaited" else founded()


def test_every_write_in_a_season_can_be_held_against_its_tag() -> None:
    within = {operation["operationId"] for path, _, operation in WRITES if "/seasons/{season}" in path}
    assert within - WITHOUT - OWN_TAGS == HELD


@pytest.mark.parametrize("name", sorted(HELD))
def test_a_write_is_refused_where_anything_happened_since_and_performed_where_nothing_did(name: str) -> None:
    table = begun(name)
    path, body, program = asked(table, name)
    before, current_tag = table.row.length, tag(table, program)
    counts = (ReportClaim.objects.count(), Appeal.objects.count())
    send = getattr(program, METHODS[name])
    problem = told(send(at(table, path), body, key="k1", **{"if-match": STALE}), 412, "out-of-date")
    assert "read it again" in problem["detail"]
    told(send(at(table, path), body, key="k2", **{"if-match": ""}), 412, "out-of-date")
    assert (table.row.length, ReportClaim.objects.count(), Appeal.objects.count()) == (before, *counts)
    done = send(at(table, path), body, key="k3", **{"if-match": f"{STALE}, {current_tag.removeprefix('W/')}"})
    assert done.status_code < 300, done.content


@pytest.mark.parametrize("name", ["give_commands", "amend"])
def test_what_was_done_once_is_answered_again_though_its_tag_is_old_by_then(name: str) -> None:
    table = begun(name)
    path, body, program = asked(table, name)
    condition = {"if-match": tag(table, program)}
    first, again = (program.post(at(table, path), body, key="k", **condition) for _ in range(2))
    assert first.status_code == 201
    assert (again.content, again[REPLAYED_HEADER]) == (first.content, "true")


def test_any_tag_is_named_by_a_star() -> None:
    table = begun("give_commands")
    path, body, program = asked(table, "give_commands")
    assert program.post(at(table, path), body, key="k", **{"if-match": " * "}).status_code == 201


@pytest.mark.parametrize(
    ("path", "method", "name"),
    [
        (path, how, operation["operationId"])
        for path, how, operation in WRITES
        if operation["operationId"] not in HELD | OWN_TAGS
    ],
)
def test_a_write_that_is_held_against_no_tag_takes_no_condition(path: str, method: str, name: str) -> None:
    table = founded()
    program = program_of(table, "boss")
    parts = {**NAMES, **parts_in(path, table)}
    address = path.removeprefix(V1).format(**parts)
    headers = {"if-match": "*"}
    answer = (
        program.delete(address, **headers) if method == "delete" else program.post(address, {}, key="k", **headers)
    )
    assert "`If-Match`" in told(answer, 400, "condition-not-taken")["detail"], name


def test_reading_takes_no_notice_of_if_match() -> None:
    table = founded()
    assert Program().get(at(table), **{"if-match": STALE}).status_code == 200


@pytest.mark.parametrize("part", ["", "/standings", "/matches"])
def test_an_answer_is_known_by_its_tag_weak_or_not_among_others_or_by_a_star(part: str) -> None:
    table = founded()
    tag_sent = Program().get(at(table, part))["ETag"]
    strong = tag_sent.removeprefix("W/")
    for sent in (tag_sent, strong, f'"other", {strong}', f"{tag_sent},{STALE}", "*", " * "):
        answer = Program().get(at(table, part), **{"if-none-match": sent})
        assert (answer.status_code, answer["ETag"], answer.content) == (304, tag_sent, b""), sent
    for sent in ("", STALE, strong.strip('"'), '"*"'):
        assert Program().get(at(table, part), **{"if-none-match": sent}).status_code == 200, sent


def test_the_catalogue_is_known_by_its_tag_alike() -> None:
    strong = Program().get("/catalogue/commands")["ETag"].removeprefix("W/")
    for sent in (strong, "*"):
        assert Program().get("/catalogue/commands", **{"if-none-match": sent}).status_code == 304


def test_nothing_that_is_not_there_is_known_by_a_star() -> None:
    table = announced()
    for part in ("/matches/m99", "/matches/m99/packet", "/drivers/nobody", "/entries/9999"):
        assert Program().get(at(table, part), **{"if-none-match": "*"}).status_code == 404, part
    assert Program().get(at(table, "/matches/m1/packet"), **{"if-none-match": "*"}).status_code == 422
