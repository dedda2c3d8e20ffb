"""Benchmarks of the API: claiming, accepting and settling a report, and the standings, against bare endpoints on the
same database.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from typing import Any

from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from benchmarks.benchmark_league import AT, BenchmarkLeague, Document
from benchmarks.floor import transaction as floor
from benchmarks.floor.models import BARE_COPIES, BareAnswer, BareLine, BareResult, BareTotal, PageRow
from benchmarks.measure import Pair, Side, compare, per_single_run, repeat
from journal.state import store
from league.models import League, Membership, Season
from league.packet_statements import packet_statement_digest
from league.tokens import COMMISSION_SCOPE, READ_SCOPE, REPORT_SCOPE, create_token, record_token_use
from rules.core.terms import K
from scheduling.calendar import set_calendar

AIM_OF_TAKING, AIM_OF_SETTLING, AIM_OF_READING, AIM_OF_NOTHING_NEW = 2.5, 6.0, 3.0, 1.0
FRANCHISES, DRIVERS, CARS, VEHICLES = 24, 4, 3, 2
MATCH_TEAMS = ["f1", "f2"]
TIMES = 5
CONTENT_TYPE = "application/json"


class UnexpectedAnswer(AssertionError):
    """A measured request got another answer than it should."""


def workloads(rounds: int) -> list[Pair]:
    """Every pair of this chapter, on the database the program was started with."""
    claimed = report_pair("claimed", rounds, aim=AIM_OF_TAKING, hours=None)
    accepted = report_pair("accepted", rounds, aim=AIM_OF_TAKING, damaged=True)
    return [
        claimed,
        accepted,
        report_pair("accepted and settled", rounds, aim=AIM_OF_SETTLING),
        *reading_pairs(rounds),
    ]


def report_pair(what: str, rounds: int, *, aim: float, damaged: bool = False, hours: int | None = 0) -> Pair:
    """A report of a match of two teams, sent with the commissioner's token. It is accepted at once if `hours` is 0.

    Without damage it settles the match; after damage, the owners decide first.
    """
    ground = (
        BenchmarkLeague(f"api-{what.replace(' ', '-')}", FRANCHISES, DRIVERS, CARS).create_with_teams().begin_rounds()
    )
    ground.play_to_lock("r1", matches={"m1": MATCH_TEAMS}, vehicles=VEHICLES)
    boss = Membership._default_manager.get(handle=ground.handle)
    set_calendar(league=ground.league, member=boss, at=AT, agreed_hours=-1 if hours is None else hours)
    command = ground.accept_report_document("m1", MATCH_TEAMS, vehicles=VEHICLES, damaged=damaged)
    tables = [model for model in BARE_COPIES if model is not Membership]
    send = _report_sender(ground, command)
    BareTotal._default_manager.bulk_create(BareTotal(team=team) for team in ground.teams)
    start = floor.snapshot(tables)
    with CaptureQueriesContext(connection) as queries:
        send()
    floor.restore(start)
    pair = compare(
        f"a report {what}, {connection.vendor}",
        work=Side(send, lambda: floor.restore(start)),
        floor=Side(_bare_report_sender(command), _delete_bare_rows),
        rounds=rounds,
        aim=aim,
        notes={"queries": len(queries)},
    )
    BareTotal._default_manager.all().delete()
    return pair


def reading_pairs(rounds: int) -> list[Pair]:
    """The standings of 24 franchises, and the 304 answer to a client that has them already, against 24 bare rows."""
    ground = BenchmarkLeague("api-read", FRANCHISES, DRIVERS, CARS).create_with_teams().begin_rounds()
    pairs = [ground.teams[2 * number : 2 * number + 2] for number in range(FRANCHISES // 2)]
    matches = {f"m{number}": teams for number, teams in enumerate(pairs, start=1)}
    ground.play_to_lock("r1", matches=matches, vehicles=VEHICLES)
    for match, teams in matches.items():
        ground.give([ground.accept_report_document(match, teams, vehicles=VEHICLES, damaged=False)])
    PageRow._default_manager.bulk_create(
        PageRow(
            name=f"Team f{number}",
            href="",
            played=1,
            wins=number % 2,
            points=3 * number,
            criticals=2,
            form="W",
            balance=number * 12345 * K,
        )
        for number in range(1, FRANCHISES + 1)
    )
    client, path = Client(), f"/api/v1/leagues/{ground.league}/seasons/s1/standings"
    tag = _get(client, path, 200)["ETag"]
    known = {"if-none-match": tag}
    bare = repeat(TIMES, lambda: _get(client, f"/floor/rows/{FRANCHISES}", 200))
    return [
        _reading_pair("the standings", lambda: _get(client, path, 200), bare, AIM_OF_READING, rounds),
        _reading_pair(
            "standings that are known", lambda: _get(client, path, 304, known), bare, AIM_OF_NOTHING_NEW, rounds
        ),
    ]


def _reading_pair(name: str, get: Callable[[], Any], bare: Callable[[], None], aim: float, rounds: int) -> Pair:
    with CaptureQueriesContext(connection) as queries:
        get()
    pair = compare(
        f"{name}, {connection.vendor}",
        work=Side(repeat(TIMES, get)),
        floor=Side(bare),
        rounds=rounds,
        aim=aim,
        notes={"queries": len(queries)},
    )
    return per_single_run(pair, TIMES)


def _report_sender(ground: BenchmarkLeague, command: Document) -> Callable[[], None]:
    """A function that sends a report with the commissioner's token, each time under a new key."""
    boss = get_user_model()._default_manager.get(username=f"{ground.league}-boss")
    league = League._default_manager.get(pk=ground.league)
    api_token, token = create_token(
        league=league,
        user=boss,
        name="measured",
        scopes=[READ_SCOPE, REPORT_SCOPE, COMMISSION_SCOPE],
        at=timezone.now(),
    )
    record_token_use(api_token, at=timezone.now())
    client, path = Client(), f"/api/v1/leagues/{ground.league}/seasons/s1/matches/{command['match']}/reports"
    row = Season._default_manager.get(pk=ground.season)
    packet_digest = packet_statement_digest(row, store.load(row).season, command["match"])
    body = json.dumps({"packet": packet_digest, "report": command["report"]}).encode()

    def send() -> None:
        headers = {"authorization": f"Bearer {token}", "idempotency-key": secrets.token_hex(8)}
        _require_status(client.post(path, body, content_type=CONTENT_TYPE, headers=headers), 201)

    return send


def _bare_report_sender(command: Document) -> Callable[[], None]:
    client = Client()
    teams = [{"team": team["franchise"], "points": team["points"]} for team in command["report"]["teams"]]
    body = json.dumps({"match": command["match"], "teams": teams}).encode()

    def send() -> None:
        headers = {"idempotency-key": secrets.token_hex(8)}
        _require_status(client.post("/floor/results", body, content_type=CONTENT_TYPE, headers=headers), 201)

    return send


def _delete_bare_rows() -> None:
    for model in (BareLine, BareResult, BareAnswer):
        model._default_manager.all().delete()


def _get(client: Client, path: str, status: int, headers: dict[str, str] | None = None) -> Any:
    return _require_status(client.get(path, headers=headers or {}), status)


def _require_status(answer: Any, status: int) -> Any:
    if answer.status_code != status:
        raise UnexpectedAnswer(f"{answer.status_code} where {status} was to come: {answer.content[:300]!r}")
    return answer
