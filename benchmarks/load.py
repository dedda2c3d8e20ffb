"""Eight clients at once hammer one league, and 64, served by one or two processes, against a bare endpoint.

Every request goes over HTTP to a gunicorn of its own. Afterwards every season is audited: what was answered stands,
once, and all sums agree.
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
"""What the settings of benchmarks answer to."""


class UnexpectedLoadAnswer(AssertionError):
    """A request under load was answered otherwise than it should be, or a season does not add up after it."""


Request = tuple[str, dict[str, str], bytes]
"""An address, headers and a body that is posted to it and answered 201."""


def workloads(_rounds: int) -> list[Pair]:
    """Throughput of reports accepted and settled, on the database the program was started with."""
    pairs = []
    for number in SERVER_COUNTS:
        one = [BenchmarkLeague(f"load-one-{number}", 2 * MATCHES, 2, 1)]
        many = [BenchmarkLeague(f"load-{number}-{index}", 2, 2, 1) for index in range(LEAGUES)]
        for name, grounds in (("one league", one), (f"{LEAGUES} leagues", many)):
            requests = [request for ground in grounds for request in _report_requests(ground)]
            first = _report_requests(
                BenchmarkLeague(f"load-first-{number}-{len(grounds)}", 2 * CLIENTS * number, 2, 1)
            )
            with running_server(number) as port:
                send_concurrently(port, first + [_bare_request(request) for request in first])
                bare = send_concurrently(port, [_bare_request(request) for request in requests])
                taken = send_concurrently(port, requests)
            _audit_leagues(grounds)
            pairs.append(_load_pair(f"{len(requests)} reports by {CLIENTS} clients, {name}", number, taken, bare))
    return pairs


def send_concurrently(port: int, requests: Sequence[Request]) -> tuple[float, list[float]]:
    """Send all of them from all clients; the seconds it took in all, and each of them took.

    Raises `UnexpectedLoadAnswer`.
    """
    shares = [requests[number::CLIENTS] for number in range(CLIENTS)]

    def client(share: Sequence[Request]) -> list[float]:
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=MOST_SECONDS)
        took = []
        for address, headers, body in share:
            began = time.perf_counter()
            line.request("POST", address, body, {"Host": HOST, "Content-Type": "application/json", **headers})
            answer = line.getresponse()
            said = answer.read()
            took.append(time.perf_counter() - began)
            if answer.status != 201:
                raise UnexpectedLoadAnswer(f"{address} answered {answer.status}: {said[:300]!r}")
        line.close()
        return took

    began = time.perf_counter()
    with ThreadPoolExecutor(CLIENTS) as pool:
        took = [each for share in pool.map(client, shares) for each in share]
    return time.perf_counter() - began, took


@contextmanager
def running_server(workers: int) -> Iterator[int]:
    """The site with the floor beside it, served by so many processes, and its port."""
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


def _wait_until(asked: Callable[[], bool]) -> None:
    until = time.monotonic() + MOST_SECONDS
    while not asked():
        if time.monotonic() > until:
            raise TimeoutError("the server did not answer")
        time.sleep(0.05)


def _is_healthy(port: int) -> bool:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        line.request("GET", "/healthz", headers={"Host": HOST})
        return line.getresponse().status == 200
    except OSError:
        return False
    finally:
        line.close()


def _report_requests(ground: BenchmarkLeague) -> list[Request]:
    """A league with a round of locked matches, and the reports of all of them by its commissioner's token."""
    ground.create_with_teams().begin_rounds()
    pairs = [ground.teams[at : at + 2] for at in range(0, ground.franchises, 2)]
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


def _bare_request(asked: Request) -> Request:
    """The same result for the bare endpoint."""
    sent: Document = json.loads(asked[2])
    teams = [{"team": each["franchise"], "points": each["points"]} for each in sent["report"]["teams"]]
    body = json.dumps({"match": asked[0].split("/")[-2], "teams": teams}).encode()
    return "/floor/results", {"Idempotency-Key": secrets.token_hex(8)}, body


def _audit_leagues(grounds: Sequence[BenchmarkLeague]) -> None:
    """Raises `UnexpectedLoadAnswer` unless every season is as its journal says, sums and all."""
    for ground in grounds:
        if found := audit(ground.season):
            raise UnexpectedLoadAnswer(f"{ground.season}: {found[0].sentence}")


def _load_pair(name: str, workers: int, taken: tuple[float, list[float]], bare: tuple[float, list[float]]) -> Pair:
    notes: dict[str, object] = {"server processes": workers, "cores": os.cpu_count()}
    for side, (whole, took) in (("work", taken), ("floor", bare)):
        cuts = statistics.quantiles(took, n=100, method="inclusive")
        told = ", ".join(f"p{at} {cuts[at - 1] * 1000:.0f} ms" for at in (50, 95, 99))
        notes[side] = f"{len(took) / whole:.0f} a second, {told}"
    pair = pair_from_times(
        f"{name}, {connection.vendor}",
        work=[taken[0] / len(taken[1])] * 2,
        floor=[bare[0] / len(bare[1])] * 2,
    )
    pair.notes.update(notes)
    return pair
