"""All errors of a report are reported at once, with type, sentence and pointer, and the report changes nothing."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from api.errors import PROBLEM_TYPES_URL
from league.models import ReportClaim, ReportPart
from league.packet_statements import packet_statement_digest
from tests.api.api_callers import Program, at
from tests.api.report_faults import BASE, LONG, Case, document, named_cases, shape_cases
from tests.api.reportable_matches import TWO, locked, reporting, send
from tests.league.small_league import Table, signed

pytestmark = pytest.mark.django_db
DOCUMENT = Path(__file__).parents[2] / "docs/api/report-faults.md"
GROUPS = ("packet", "side", "heat", "log", "words", "report/teams", "report/drivers", "report/cars",
          "report/substitutes", "report/source")  # fmt: skip


def told(program: Program, table: Table, case: Case, *, key: str) -> tuple[int, str, str]:
    """Send a case; return the status, type and pointer of the answer for its error.

    Without that error the pointer is instead the text of all errors, and a success has neither.
    """
    sent = dict(case.sent)
    if sent.get("packet") == "":
        sent["packet"] = packet_statement_digest(table.row, table.state, "m1")
    answer = program.post(at(table, "/matches/m1/reports"), sent, key=key)
    problem = answer.json()
    if answer.status_code < 400:
        return answer.status_code, "", ""
    errors: list[Any] = problem.get("errors", [])
    found = [
        error
        for error in errors
        if error["pointer"] == case.pointer and error["type"] == PROBLEM_TYPES_URL + case.type
    ]
    assert all(len(error["detail"]) > 20 and error["detail"].endswith(".") for error in errors), errors
    assert problem["type"] in {error["type"] for error in errors}
    if not found:
        return answer.status_code, problem["type"].removeprefix(PROBLEM_TYPES_URL), str(errors)
    return answer.status_code, case.type, found[0]["pointer"]


def in_group(case: Case, group: str) -> bool:
    return case.field.strip("/").startswith(group)


def test_the_report_that_faults_are_put_into_has_none() -> None:
    table = locked(items=True)
    answer = send(table, "razors", {**BASE, "packet": packet_statement_digest(table.row, table.state, "m1")})
    assert answer.status_code == 201, answer.content


@pytest.mark.parametrize("group", GROUPS)
def test_every_fault_of_that_part_is_told_by_its_name_and_changes_nothing(group: str) -> None:
    table = locked(items=True)
    program, digest = reporting(table, "razors"), table.row.digest
    cases = [shape_case for shape_case in (*shape_cases(), *named_cases()) if in_group(shape_case, group)]
    assert cases
    expected = {(case.field, case.cause, case.type): (case.status, case.type, case.pointer) for case in cases}
    found = {
        (case.field, case.cause, case.type): told(program, table, case, key=f"{group}/{number}")
        for number, case in enumerate(cases)
    }
    assert found == expected
    assert (table.row.digest, ReportClaim.objects.count(), ReportPart.objects.count()) == (digest, 0, 0)


def test_no_fault_is_in_no_group() -> None:
    ungrouped = [
        shape_case
        for shape_case in (*shape_cases(), *named_cases())
        if not any(in_group(shape_case, group) for group in GROUPS) and shape_case.field not in ("", "/report")
    ]
    assert ungrouped == []


def test_the_request_and_the_report_themselves_are_held_to_their_shapes() -> None:
    table = locked(items=True)
    program = reporting(table, "razors")
    cases = [shape_case for shape_case in shape_cases() if shape_case.field in ("", "/report")]
    assert len(cases) == 4
    for number, case in enumerate(cases):
        assert told(program, table, case, key=f"whole/{number}") == (case.status, case.type, case.pointer)


def test_faults_are_told_together_and_the_problem_is_that_of_the_first() -> None:
    table = locked(items=True)
    sent: dict[str, Any] = {**BASE, "packet": packet_statement_digest(table.row, table.state, "m1")}
    drivers = [dict(driver) for driver in BASE["report"]["drivers"]]
    drivers[1]["criticals"] = -1
    drivers[2]["heats"] = [9]
    cars = [dict(car) for car in BASE["report"]["cars"]][:-1]
    answer = send(table, "razors", {**sent, "report": {**BASE["report"], "drivers": drivers, "cars": cars}})
    problem = answer.json()
    assert problem["type"] == f"{PROBLEM_TYPES_URL}figure-impossible"
    assert [(error["pointer"], error["type"].removeprefix(PROBLEM_TYPES_URL)) for error in problem["errors"]] == [
        ("/report/drivers/1/criticals", "figure-impossible"),
        ("/report/drivers/2/heats/0", "heats-impossible"),
        ("/report/cars", "car-missing"),
    ]
    again = send(table, "razors", {**sent, "report": {"teams": 1, "drivers": [{"driver": 2}]}}, key="shape")
    assert [
        (error["pointer"], error["type"].removeprefix(PROBLEM_TYPES_URL)) for error in again.json()["errors"]
    ] == [
        ("/report/teams", "wrong-kind"),
        ("/report/drivers/0/driver", "wrong-kind"),
        ("/report/cars", "field-missing"),
    ]


def pointed(answer: Any) -> list[tuple[str, str]]:
    """Pointer and type of each error of an answer."""
    return [(error["pointer"], error["type"].removeprefix(PROBLEM_TYPES_URL)) for error in answer.json()["errors"]]


def changed(table: Table, **lists: Any) -> dict[str, Any]:
    """The valid report with fields of its lines replaced: `drivers={1: {"kills": "x"}}`."""
    body = copy.deepcopy({**BASE, "packet": packet_statement_digest(table.row, table.state, "m1")})
    for name, lines in lists.items():
        for place, more in lines.items():
            body["report"][name][place] |= more
    return body


def test_a_wrong_shape_in_one_line_hides_nothing_that_is_false_in_another() -> None:
    table = locked(items=True)
    sent = changed(
        table,
        teams={0: {"points": "ten"}, 1: {"franchise": "ghosts"}},
        drivers={1: {"driver": "ghosts.d1"}, 3: {"scores": True}, 4: {"kills": 5000}},
        cars={0: {"ammunition": 5}, 1: {"car": "ghosts.car1"}},
    )
    answer = send(table, "razors", sent)
    assert pointed(answer) == [
        ("/report/teams/0/points", "wrong-kind"),
        ("/report/drivers/3/scores", "wrong-kind"),
        ("/report/cars/0/ammunition", "wrong-kind"),
        ("/report/teams/1/franchise", "team-not-in-match"),
        ("/report/drivers/1/driver", "driver-unknown"),
        ("/report/cars/1/car", "car-not-lined-up"),
        ("/report/drivers/4/kills", "kills-impossible"),
    ]


def test_a_missing_packet_hides_nothing_of_the_report_and_a_stale_one_is_told_before_it() -> None:
    table = locked(items=True)
    sent = changed(table, drivers={1: {"criticals": -1}})
    without = {name: value for name, value in sent.items() if name != "packet"}
    assert pointed(send(table, "razors", without)) == [
        ("/packet", "field-missing"),
        ("/report/drivers/1/criticals", "figure-impossible"),
    ]
    stale = {**sent, "packet": "0" * 64, "colour": "red"}
    assert pointed(send(table, "razors", stale, key="k2")) == [
        ("/colour", "field-unknown"),
        ("/packet", "stale-packet"),
    ]
    lost = {**sent, "packet": "0" * 64, "side": "widows"}
    assert pointed(send(table, "razors", lost, key="k3")) == [
        ("/side", "side-not-in-match"),
        ("/packet", "stale-packet"),
    ]


def test_nothing_is_told_that_hangs_on_what_cannot_be_read() -> None:
    table = locked(items=True)
    for number, (lists, wrong) in enumerate(
        [
            ({"drivers": {0: {"driver": 5}}}, "/report/drivers/0/driver"),
            ({"substitutes": {0: {"replaces": None}}}, "/report/substitutes/0/replaces"),
            ({"teams": {1: {"points": 7.5}}}, "/report/teams/1/points"),
            ({"cars": {2: {"car": []}}}, "/report/cars/2/car"),
            ({"drivers": {0: {"outt": True}}}, "/report/drivers/0/outt"),
        ]
    ):
        answer = send(table, "razors", changed(table, **lists), key=f"k{number}")
        assert [pointer for pointer, _ in pointed(answer)] == [wrong]


def test_a_side_that_is_not_in_the_match_hides_nothing_of_the_report() -> None:
    table = locked(items=True)
    sent = {**changed(table, drivers={1: {"criticals": -1}}), "side": "widows"}
    expected = [("/side", "side-not-in-match"), ("/report/drivers/1/criticals", "figure-impossible")]
    assert pointed(send(table, "razors", sent)) == expected
    assert pointed(send(table, "razors", {**sent, "packet": 5}, key="k2")) == [("/packet", "wrong-kind"), *expected]
    for number, more in enumerate(({"heat": 2}, {"report": 5})):
        last_error = pointed(send(table, "razors", {**sent, **more}, key=f"alone{number}"))[-1]
        assert last_error == ("/side", "side-not-in-match")


def test_who_has_no_side_in_the_match_hears_of_the_side_he_named_alone() -> None:
    table = signed(items=True)
    table.give("announce_round", round="r1", matches=[{"match": "m1", "event": "race", "franchises": [*TWO]}])
    for franchise in TWO:
        seats = [{"car": f"{franchise}.car{number}", "driver": f"{franchise}.d{number}"} for number in (1, 2)]
        table.give(
            "name_line_up", by=franchise, franchise=franchise, match="m1", seats=seats, words=f"{franchise} first"
        )
    table.give("lock_line_ups", match="m1")
    sent = {**changed(table, drivers={1: {"criticals": -1}}), "packet": "0" * 64}
    for number, more in enumerate(({}, {"colour": "red"})):
        answer = send(table, "widows", {**sent, **more, "side": "ghosts"}, key=f"k{number}")
        shape = [("/colour", "field-unknown")] if more else []
        assert pointed(answer) == [*shape, ("/side", "side-not-in-match")]
    assert pointed(send(table, "razors", {**sent, "side": "widows"})) == [
        ("/side", "side-not-in-match"),
        ("/packet", "stale-packet"),
    ]


def test_a_packet_is_not_called_stale_where_the_ruleset_it_is_of_cannot_be_read() -> None:
    table = locked(items=True)
    sent = {**changed(table, drivers={1: {"criticals": -1}}), "packet": "0" * 64}
    for number, part in enumerate(("source", "report")):
        source = {"ruleset": 5}
        more = {"source": source} if part == "source" else {"report": {**sent["report"], "source": source}}
        assert [pointer for pointer, _ in pointed(send(table, "razors", {**sent, **more}, key=f"k{number}"))] == [
            "/source/ruleset" if part == "source" else "/report/source/ruleset"
        ]


def test_what_is_false_in_the_requests_own_source_is_pointed_at_there_beside_what_is_out_of_shape() -> None:
    table = locked(items=True)
    sent = {**changed(table), "colour": "red", "source": {"version": LONG}}
    assert pointed(send(table, "razors", sent)) == [
        ("/colour", "field-unknown"),
        ("/source/version", "source-improper"),
    ]


def test_a_log_that_is_no_base64_hides_nothing_of_the_report() -> None:
    table = locked(items=True)
    sent = {**changed(table, drivers={1: {"criticals": -1}}), "log": "no base64"}
    expected = [("/log", "log-unreadable"), ("/report/drivers/1/criticals", "figure-impossible")]
    assert pointed(send(table, "razors", sent)) == expected
    odd = send(table, "razors", {**sent, "colour": "red", "side": "widows"}, key="k2")
    assert pointed(odd) == [("/colour", "field-unknown"), expected[0], ("/side", "side-not-in-match"), expected[1]]


def test_what_is_false_in_the_requests_own_source_is_pointed_at_there() -> None:
    table = locked(items=True)
    answer = send(table, "razors", {**changed(table), "source": {"version": LONG}})
    assert pointed(answer) == [("/source/version", "source-improper")]


def test_the_documents_table_is_that_of_the_faults() -> None:
    assert DOCUMENT.read_text() == document(), "run `python -m tests.api.report_faults` into the document"


def test_no_type_of_a_fault_stands_for_two_things_that_are_wrong() -> None:
    causes: dict[str, set[str]] = {}
    for shape_case in (*shape_cases(), *named_cases()):
        causes.setdefault(shape_case.type, set()).add(shape_case.cause)
    assert {kind: found for kind, found in causes.items() if len(found) > 1} == {}
