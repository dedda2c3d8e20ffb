"""Every example request of the document is sent to a league in which it makes sense, and succeeds.

Only values that a server makes, such as a packet's digest, are replaced.
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from copy import deepcopy
from datetime import timedelta
from typing import Any

import jsonschema
import pytest
from django.utils import timezone

from api.documentation.views import openapi_document
from api.response_examples import response_examples
from league.models import Membership
from league.queries.season_leaves import REVEAL
from league.tokens import COMMISSION_SCOPE, READ_SCOPE, REPORT_SCOPE, act_scope
from scheduling.appointments import propose
from scheduling.meetings import set_home_night
from tests.api.api_callers import Program, at, program_of
from tests.api.example_leagues import NUMBERED, READ, RUNNING
from tests.api.prepared_operations import set_own_webhook, whole_program
from tests.api.test_document import operations
from tests.api.test_reveals import announced_here, held_back_here, soon
from tests.journal.awaited_seasons import AWAITING
from tests.league.small_league import Table, closed, founded, settled, signed
from tests.pages.test_match_time import league as meeting_soon
from tests.scheduling.calendar_league import member

pytestmark = pytest.mark.django_db
TEAMS = ("scrappers", "wolves")
PUBLIC = "93.184.216.34"
"""A public address, to which the host of the example is made to resolve."""
EXAMPLES = {
    operation["operationId"]: next(iter(content["examples"].values()))["value"]
    for _, _, operation in operations()
    for content in operation.get("requestBody", {}).get("content", {}).values()
}
"""The example body of every operation that takes one."""
METHODS = {operation["operationId"]: method for _, method, operation in operations()}


def hiring(table: Table | None = None) -> Table:
    """A league of eleven entries, in which the scrappers hire their fourth driver next."""
    table = table or founded(franchises=TEAMS)
    for franchise, number in [
        ("scrappers", 1),
        ("scrappers", 2),
        ("scrappers", 3),
        *(("wolves", n) for n in range(1, 9)),
    ]:
        if table.row.length < 11:
            driver = f"{franchise}.d{number}"
            table.give("hire_rookie", by=franchise, franchise=franchise, driver=driver, name=f"{franchise} {number}")
    assert table.row.length == 11
    return table


def hired() -> Table:
    """The same league, with the fourth driver hired by entry 12."""
    table = hiring()
    table.give("hire_rookie", by="scrappers", franchise="scrappers", driver="scrappers.d4", name="Vega")
    return table


def unseated() -> Table:
    """A league in which nobody owns the scrappers."""
    table = founded(franchises=TEAMS)
    Membership.objects.filter(franchise=f"{table.league}/scrappers").delete()
    return table


def locked() -> Table:
    """A league whose match is locked, with one car of each team."""
    table = signed(franchises=TEAMS)
    match = {"match": "m1", "event": "race", "franchises": list(TEAMS), "vehicles_per_team": 1}
    table.give("announce_round", round="r1", matches=[match])
    for team in TEAMS:
        seats = [{"car": f"{team}.car1", "driver": f"{team}.d1"}]
        table.give("name_line_up", by=team, franchise=team, match="m1", seats=seats)
    table.give("lock_line_ups", match="m1")
    return table


def claimed() -> Table:
    """The same league, with the scrappers' report claimed."""
    table = locked()
    claim(table, "scrappers")
    return table


def disputed() -> Table:
    """The same league, with a different claim of the wolves."""
    table = claimed()
    teams = deepcopy(EXAMPLES["report_match"]["report"]["teams"])
    teams[0]["points"] += 1
    claim(table, "wolves", teams=teams)
    return table


def accepted() -> Table:
    """The league of `claimed`, with the report accepted."""
    table = claimed()
    answer = commissioner(table).post(
        at(table, "/matches/m1/ruling"), {"claim": standing(table)["claims"][0]["id"]}, key="ruled"
    )
    assert answer.status_code == 201, answer.content
    return table


def appealed() -> Table:
    """The same league, with an appeal of the wolves."""
    table = accepted()
    answer = owner(table, "wolves").post(at(table, "/matches/m1/appeals"), EXAMPLES["make_appeal"], key="appeal")
    assert answer.status_code == 201, answer.content
    return table


def asked() -> Table:
    """A league in which the wolves have put the example's question."""
    table = locked()
    answer = owner(table, "wolves").post(at(table, "/questions"), EXAMPLES["put_question"], key="question")
    assert answer.status_code == 201, answer.content
    return table


def at_table() -> Table:
    """A league whose commissioner has opened the example's duel."""
    table = founded(franchises=TEAMS)
    answer = commissioner(table).post(at(table, "/duels"), EXAMPLES["open_duel"], key="duel")
    assert answer.status_code == 201, answer.content
    return table


def over() -> Table:
    """A league whose season is closed."""
    return closed(settled(table=None, rounds=1))


def awaiting() -> Table:
    """A league in which words are awaited for a party of the scrappers."""
    table = founded(franchises=TEAMS, dice=AWAITING[REVEAL])
    table.holds = True
    table.give("throw_party", by="scrappers", franchise="scrappers", spend_k=10)
    return table


Sent = tuple[Program, str, dict[str, Any]]


def claim(table: Table, who: str, **otherwise: Any) -> Any:
    """Send the example's report for a team, with some parts replaced."""
    packet = owner(table, who).get(at(table, "/matches/m1/packet")).json()["claimed_as"]
    report = {**EXAMPLES["report_match"]["report"], **otherwise}
    sent = {**EXAMPLES["report_match"], "side": who, "packet": packet, "report": report}
    answer = owner(table, who).post(at(table, "/matches/m1/reports"), sent, key=f"claim {who}")
    assert answer.status_code == 201, answer.content
    return answer


def standing(table: Table) -> dict[str, Any]:
    """What the API returns about the reports of m1."""
    found: dict[str, Any] = owner(table, "wolves").get(at(table, "/matches/m1/reports")).json()
    return found


def owner(table: Table, who: str) -> Program:
    """A program of an owner, with all their scopes."""
    return program_of(table, who, READ_SCOPE, REPORT_SCOPE, act_scope(who))


def commissioner(table: Table) -> Program:
    """A program of the commissioner, with all their scopes."""
    return program_of(table, "boss", READ_SCOPE, REPORT_SCOPE, COMMISSION_SCOPE)


def packet_of(table: Table) -> dict[str, Any]:
    """The field by which a report names the packet of m1."""
    return {"packet": owner(table, "wolves").get(at(table, "/matches/m1/packet")).json()["claimed_as"]}


def boxed(table: Table) -> dict[str, Any]:
    """Make a sandbox as the scrappers; return its path parameter."""
    response = owner(table, "scrappers").post(at(table, "/sandboxes"), EXAMPLES["make_sandbox"], key="box")
    return {"sandbox": response.json()["name"]}


def hooked(table: Table) -> dict[str, Any]:
    """Make a webhook as the scrappers and send it a test; return its path parameter."""
    address = f"/leagues/{table.league}/webhooks"
    webhook = owner(table, "scrappers").post(address, EXAMPLES["make_webhook"], key="hook").json()["webhook"]
    owner(table, "scrappers").post(f"{address}/{webhook['number']}/test", {}, key="try")
    return {"number": webhook["number"]}


def proposed() -> Table:
    """A league whose first match has a time on offer, and suggestions for others."""
    table, at = meeting_soon(), timezone.now()
    razors = member(table, "razors")
    propose(table.season, "m1", side="razors", times=[soon()], note="At ours?", seen=0, member=razors, at=at)
    for franchise, days in (("razors", 2), ("", 3)):
        who = razors if franchise else member(table)
        night = f"{at + timedelta(days=days):%a} 19:30".upper()
        set_home_night(league=razors.league, franchise=franchise, night=night, member=who, at=at)
    return table


ASKED: dict[str, tuple[Callable[[], Table], str, Callable[[Table], dict[str, Any]]]] = {
    **READ,
    "appeals": (appealed, "wolves", lambda _: {}),
    "deliveries": (hired, "scrappers", hooked),
    "index": (hired, "scrappers", lambda _: {}),
    "keys": (locked, "scrappers", lambda _: {}),
    "match_time": (proposed, "saints", lambda _: {}),
    "home_nights": (proposed, "saints", lambda _: {}),
    "packet": (locked, "scrappers", lambda _: {}),
    "personal_messages": (hired, "boss", set_own_webhook),
    "personal_webhook": (hired, "boss", set_own_webhook),
    "problem_kind": (hired, "scrappers", lambda _: {}),
    "problem_kinds": (hired, "scrappers", lambda _: {}),
    "reveals": (held_back_here, "razors", lambda _: {}),
    "reports": (disputed, "scrappers", lambda _: {}),
    "sandbox": (hired, "scrappers", boxed),
    "sandboxes": (hired, "scrappers", boxed),
    "seasons": (hired, "scrappers", lambda _: {}),
    "webhook": (hired, "scrappers", hooked),
    "webhook_events": (hired, "scrappers", lambda _: {}),
    "webhooks": (hired, "scrappers", hooked),
}
"""For GET operations: how to make a league the example fits, who reads, and path parameters only it knows.

All other GET operations have stored answers as their examples (`response_examples`).
"""
READS = {operation["operationId"]: (path, operation) for path, method, operation in operations() if method == "get"}


PERFORMED: dict[str, tuple[Callable[[], Table], str, str, Callable[[Table], dict[str, Any]]]] = {
    **RUNNING,
    "seat_member": (unseated, "boss", "/leagues/rust-belt/members", lambda _: {}),
    "open_season": (over, "boss", "/leagues/rust-belt/seasons", lambda _: {}),
    "give_commands": (hiring, "scrappers", "/commands", lambda _: {}),
    "try_commands": (hiring, "scrappers", "/trials", lambda _: {}),
    "amend": (hired, "boss", "/amends", lambda _: {}),
    "preview_amend": (hired, "boss", "/amends/preview", lambda _: {}),
    "report_match": (locked, "scrappers", "/matches/m1/reports", packet_of),
    "rule_on_reports": (
        claimed,
        "boss",
        "/matches/m1/ruling",
        lambda table: {"claim": standing(table)["claims"][0]["id"]},
    ),
    "make_appeal": (accepted, "wolves", "/matches/m1/appeals", lambda _: {}),
    "answer_appeal": (appealed, "boss", "/appeals/{appeal}/answer", lambda _: {}),
    "give_awaited": (awaiting, "wolves", "/awaited/{awaited}", lambda _: {}),
    "make_sandbox": (hired, "scrappers", "/sandboxes", lambda _: {}),
    "make_webhook": (hired, "scrappers", "/leagues/rust-belt/webhooks", lambda _: {}),
    "set_personal_webhook": (hired, "scrappers", "/me/webhook", lambda _: {}),
    "work_out_procedure": (hired, "wolves", "/procedures/choose_who_is_hit", lambda _: {}),
    "perform_procedure": (hired, "boss", "/procedures/choose_who_is_hit", lambda _: {}),
    "publish_answers": (hired, "boss", "/questionnaires/house-rules/versions", lambda _: {}),
    "save_notice_settings": (hired, "wolves", "/leagues/rust-belt/notice-settings", lambda _: {}),
    "mark_notices_read": (hired, "wolves", "/leagues/rust-belt/inbox/read", lambda _: {}),
    "put_question": (locked, "wolves", "/questions", lambda _: {}),
    "rule_on_question": (asked, "boss", "/questions/1/ruling", lambda _: {}),
    "open_duel": (hired, "boss", "/duels", lambda _: {}),
    "act_in_duel": (at_table, "boss", "/duels/1/actions", lambda _: {}),
    "score_duel": (hired, "wolves", "/duels/score", lambda _: {}),
    "set_reveal": (announced_here, "boss", "/reveals", lambda _: {"at": soon().isoformat()}),
    "arrange_match_time": (meeting_soon, "razors", "/matches/m1/time", lambda _: {"times": [soon().isoformat()]}),
    "set_home_night": (meeting_soon, "razors", "/leagues/rust-belt/home-nights", lambda _: {}),
    "stop_webhook": (hired, "scrappers", "/leagues/rust-belt/webhooks/{webhook}/stop", lambda _: {}),
}
"""For each example body: how to make a league it fits, who sends it, where, and fields only that league knows."""


def test_every_example_that_is_sent_is_performed_here() -> None:
    assert sorted(PERFORMED) == sorted(EXAMPLES)


def test_every_example_of_what_is_read_is_asked_here_or_was_answered_so() -> None:
    assert sorted([*ASKED, *response_examples()]) == sorted(READS)


@pytest.mark.parametrize("name", sorted(READS))
def test_every_part_of_an_address_has_an_example(name: str) -> None:
    assert all(
        "example" in parameter for parameter in READS[name][1].get("parameters", ()) if parameter["in"] == "path"
    )
    assert all(
        "example" in parameter for parameter in READS[name][1].get("parameters", ()) if parameter.get("required")
    )


@pytest.mark.parametrize("name", sorted(ASKED))
def test_what_is_asked_in_an_example_is_answered_in_the_shape_of_its_answer(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found_at(PUBLIC, monkeypatch)
    world, who, known_to_league = ASKED[name]
    table = world()
    path, operation = READS[name]
    parts = {
        parameter["name"]: parameter["example"]
        for parameter in operation.get("parameters", ())
        if parameter["in"] == "path"
    }
    address = path.removeprefix("/api/v1").format(**{**parts, **known_to_league(table)})
    answer = whole_program(table, who).get(address)
    assert answer.status_code == 200, answer.content
    content = operation["responses"]["200"]["content"]["application/json"]
    (example,) = (answer_example["value"] for answer_example in content["examples"].values())
    document = answer.json()
    jsonschema.validate(document, {**content["schema"], "components": openapi_document()["components"]})
    assert set(document) == set(example)
    for part, lines in example.items():
        if isinstance(lines, list) and lines and isinstance(lines[0], dict):
            assert document[part], f"{name} is answered with no {part}"
            assert set(document[part][0]) >= set(lines[0])
    if name == "problem_kind":
        assert document == example


@pytest.mark.parametrize("name", sorted(response_examples()))
def test_what_was_answered_so_is_of_the_shape_of_its_operation(name: str) -> None:
    content = READS[name][1]["responses"]["200"]["content"]["application/json"]
    (example,) = (answer_example["value"] for answer_example in content["examples"].values())
    assert example == response_examples()[name]
    jsonschema.validate(example, {**content["schema"], "components": openapi_document()["components"]})


HERE = ("127.0.0.1", "localhost", "::1")


def found_at(number: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every host name but those of this machine resolve to an address. Caches and databases stay reachable."""
    addresses = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (number, 443))]
    getaddrinfo = socket.getaddrinfo

    def resolve(host: Any, *args: Any, **options: Any) -> Any:
        return getaddrinfo(host, *args, **options) if host in HERE else addresses

    monkeypatch.setattr(socket, "getaddrinfo", resolve)


@pytest.mark.parametrize("name", sorted(PERFORMED))
def test_an_example_is_performed(name: str, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.API_CONFORMANCE = True
    found_at(PUBLIC, monkeypatch)
    world, who, path, known_to_league = PERFORMED[name]
    table = world()
    program = whole_program(table, who)
    for placeholder, number in NUMBERED.items():
        if placeholder in path:
            path = path.replace(placeholder, str(number()))
    if "{appeal}" in path:
        path = path.format(appeal=standing(table)["appeals"][0]["id"])
    if "{awaited}" in path:
        path = path.format(awaited=table.row.awaited[0]["entry"])
    if "{webhook}" in path:
        response = program.post(f"/leagues/{table.league}/webhooks", EXAMPLES["make_webhook"], key="made")
        path = path.format(webhook=response.json()["webhook"]["number"])
    alone = path.startswith(("/leagues", "/me", "/seats", "/templates")) or name in (
        "score_duel",
        "work_out_procedure",
    )
    address = path if alone else at(table, path)
    send = getattr(program, METHODS[name])
    answer = send(address, {**EXAMPLES[name], **known_to_league(table)}, key="example")
    assert 200 <= answer.status_code < 300, answer.content
