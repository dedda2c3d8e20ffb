"""Reports sent to one league, and to 64 leagues, by eight clients at once, with one or two server processes, compared
with a bare endpoint.

Every request goes over HTTP to a temporary gunicorn. Afterwards every season is audited: whatever was answered is
recorded exactly once, and all sums agree.
"""

from __future__ import annotations

import http.client
import json
import os
import secrets
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from django.contrib.auth import get_user_model
from django.db import connection
from django.utils import timezone

from benchmarks.benchmark_league import AT, BenchmarkLeague, Document
from benchmarks.floor.models import BareTotal
from benchmarks.measure import Pair, pair_from_times
from journal import audit
from journal.state import store
from league.models import League, Membership, Season
from league.packet_statements import packet_statement_digest
from league.tokens import READ_SCOPE, REPORT_SCOPE, create_token
from scheduling.calendar import set_calendar

CHECKOUT = Path(__file__).resolve().parent.parent
CLIENTS, LEAGUES, MATCHES = 8, 64, 32
SERVER_COUNTS = (1, 2)
MOST_SECONDS = 60.0
HOST = "testserver"
"""The host name that the benchmark settings allow."""


class UnexpectedLoadAnswer(AssertionError):
    """A request under load got another answer than it should, or a season is not consistent afterwards."""


Request = tuple[str, dict[str, str], bytes]
"""The URL path, headers and body of a POST request that is answered with 201."""


def workloads(_rounds: int) -> list[Pair]:
    """Throughput of reports accepted and settled, on the database the program was started with."""
    pairs = []
    for number in SERVER_COUNTS:
        one_league = [BenchmarkLeague(f"load-one-{number}", 2 * MATCHES, 2, 1)]
        many_leagues = [BenchmarkLeague(f"load-{number}-{index}", 2, 2, 1) for index in range(LEAGUES)]
        for name, grounds in (("one league", one_league), (f"{LEAGUES} leagues", many_leagues)):
            requests = [request for ground in grounds for request in _report_requests(ground)]
            first = _report_requests(
                BenchmarkLeague(f"load-first-{number}-{len(grounds)}", 2 * CLIENTS * number, 2, 1)
            )
            with running_server(number) as port:
                send_concurrently(port, first + [_bare_request(request) for request in first])
                bare = send_concurrently(port, [_bare_request(request) for request in requests])
                measured = send_concurrently(port, requests)
            _audit_leagues(grounds)
            pairs.append(_load_pair(f"{len(requests)} reports by {CLIENTS} clients, {name}", number, measured, bare))
    return pairs


def send_concurrently(port: int, requests: Sequence[Request]) -> tuple[float, list[float]]:
    """Send all requests from all clients. The result is the seconds in total and the seconds of each request.

    Raises `UnexpectedLoadAnswer`.
    """
    shares = [requests[number::CLIENTS] for number in range(CLIENTS)]

    def client(share: Sequence[Request]) -> list[float]:
        http_connection = http.client.HTTPConnection("127.0.0.1", port, timeout=MOST_SECONDS)
        took = []
        for address, headers, body in share:
            began = time.perf_counter()
            http_connection.request(
                "POST", address, body, {"Host": HOST, "Content-Type": "application/json", **headers}
            )
            response = http_connection.getresponse()
            content = response.read()
            took.append(time.perf_counter() - began)
            if response.status != 201:
                raise UnexpectedLoadAnswer(f"{address} answered {response.status}: {content[:300]!r}")
        http_connection.close()
        return took

    began = time.perf_counter()
    with ThreadPoolExecutor(CLIENTS) as pool:
        took = [seconds for share in pool.map(client, shares) for seconds in share]
    return time.perf_counter() - began, took


@contextmanager
def running_server(workers: int) -> Iterator[int]:
    """The port of the site with the floor's endpoints, served by that many processes."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "gunicorn", "--config", "python:config.gunicorn", "--log-level", "error"]
    program = subprocess.Popen(
        [*command, "--bind", f"127.0.0.1:{port}", "--workers", str(workers)],
        cwd=CHECKOUT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "benchmarks.settings"},
        stdout=sys.stderr,
    )
    try:
        _wait_until(lambda: _is_healthy(port))
        yield port
    finally:
        program.terminate()
        program.wait()


def _wait_until(is_done: Callable[[], bool]) -> None:
    deadline = time.monotonic() + MOST_SECONDS
    while not is_done():
        if time.monotonic() > deadline:
            raise TimeoutError("the server did not answer")
        time.sleep(0.05)


def _is_healthy(port: int) -> bool:
    http_connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        http_connection.request("GET", "/healthz", headers={"Host": HOST})
        return http_connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        http_connection.close()


def _report_requests(ground: BenchmarkLeague) -> list[Request]:
    """Requests that report every match of a locked round of that league, with its commissioner's token."""
    ground.create_with_teams().begin_rounds()
    pairs = [ground.teams[first : first + 2] for first in range(0, ground.franchises, 2)]
    teams = {f"m{number}": pair for number, pair in enumerate(pairs, start=1)}
    ground.play_to_lock("r1", matches=teams, vehicles=1)
    BareTotal._default_manager.bulk_create((BareTotal(team=team) for team in ground.teams), ignore_conflicts=True)
    boss = get_user_model()._default_manager.get(username=f"{ground.league}-boss")
    league = League._default_manager.get(pk=ground.league)
    _, token = create_token(
        league=league, user=boss, name="load", scopes=[READ_SCOPE, REPORT_SCOPE], at=timezone.now()
    )
    member = Membership._default_manager.get(handle=ground.handle)
    set_calendar(league=ground.league, member=member, at=AT, agreed_hours=0)
    row = Season._default_manager.get(pk=ground.season)
    season = store.load(row).season
    return [
        (
            f"/api/v1/leagues/{ground.league}/seasons/s1/matches/{match}/reports",
            {"Authorization": f"Bearer {token}", "Idempotency-Key": secrets.token_hex(8)},
            json.dumps(
                {"packet": packet_statement_digest(row, season, match), "report": _report(ground, match, pair)}
            ).encode(),
        )
        for match, pair in teams.items()
    ]


def _report(ground: BenchmarkLeague, match: str, teams: list[str]) -> Document:
    report: Document = ground.accept_report_document(match, teams, vehicles=1, damaged=False)["report"]
    return report


def _bare_request(request: Request) -> Request:
    """A request with the same result for the bare endpoint."""
    document: Document = json.loads(request[2])
    teams = [{"team": team["franchise"], "points": team["points"]} for team in document["report"]["teams"]]
    body = json.dumps({"match": request[0].split("/")[-2], "teams": teams}).encode()
    return "/floor/results", {"Idempotency-Key": secrets.token_hex(8)}, body


def _audit_leagues(grounds: Sequence[BenchmarkLeague]) -> None:
    """Raise `UnexpectedLoadAnswer` unless every season agrees with its journal, sums included."""
    for ground in grounds:
        if findings := audit(ground.season):
            raise UnexpectedLoadAnswer(f"{ground.season}: {findings[0].sentence}")


def _load_pair(name: str, workers: int, measured: tuple[float, list[float]], bare: tuple[float, list[float]]) -> Pair:
    notes: dict[str, object] = {"server processes": workers, "cores": os.cpu_count()}
    for side, (total, took) in (("work", measured), ("floor", bare)):
        cuts = statistics.quantiles(took, n=100, method="inclusive")
        percentiles = ", ".join(f"p{percentile} {cuts[percentile - 1] * 1000:.0f} ms" for percentile in (50, 95, 99))
        notes[side] = f"{len(took) / total:.0f} a second, {percentiles}"
    pair = pair_from_times(
        f"{name}, {connection.vendor}",
        work=[measured[0] / len(measured[1])] * 2,
        floor=[bare[0] / len(bare[1])] * 2,
    )
    pair.notes.update(notes)
    return pair
