"""Many concurrent reports of one match, with the server killed halfway, give one outcome and nothing half-written."""

from __future__ import annotations

import http.client
import json
import os
import signal
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import pytest

from tests.jobs.harness import Program, Redis, Site, free_port, get, wait_for

pytestmark = pytest.mark.long
REPORTS, CLIENTS, KILLED_AFTER = 200, 8, 60
PREPARE = """
import json
from tests.api.api_callers import token_of
from tests.api.reportable_matches import document, locked
from tests.scheduling.calendar_league import clocked
table = clocked(locked(), agreed_hours=0)
scopes = {"boss": ("read", "report", "commission"), "razors": ("read", "report"), "saints": ("read", "report")}
tokens = {who: token_of(table, who, *each)[1] for who, each in scopes.items()}
sent = document(table)
sent["report"]["cars"] = [{"car": each["car"]} for each in sent["report"]["cars"]]
print(json.dumps({"tokens": tokens, "sent": sent, "season": table.season}))
"""
AUDIT = """
from journal import audit
from league.models import Season, Settlement, StoredAnswer
print([each.sentence for each in audit(Season.objects.get().pk)], StoredAnswer.objects.filter(status=0).count())
print(Settlement.objects.count(), Settlement.objects.values("franchise").distinct().count())
"""
IN_USE = b"/problems/key-in-use"
"""In the answer to a request whose key is in use: the client sends it again."""
REFUSED = {"stale-packet", "result-stands", "malformed-request"}
"""The only problem types that a report of this storm may get."""


@dataclass(frozen=True)
class Sent:
    """A request, which a client repeats until it is answered."""

    token: str
    key: str
    body: bytes


@dataclass
class Storm:
    """Clients of a server: the counts of their final answers and of their repetitions."""

    port: int
    address: str
    answered: int = 0
    again: int = 0

    def ask(self, sent: Sent) -> tuple[int, bytes]:
        """Send a request, under its key, until there is an answer; return status and body."""
        deadline = time.monotonic() + 180
        while time.monotonic() < deadline:
            client = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
            try:
                headers = {
                    "Authorization": f"Bearer {sent.token}",
                    "Idempotency-Key": sent.key,
                    "Content-Type": "application/json",
                }
                client.request("POST", self.address, sent.body, headers)
                answer = client.getresponse()
                body = answer.read()
            except (OSError, http.client.HTTPException):
                self.again += 1
                time.sleep(0.2)
                continue
            finally:
                client.close()
            if answer.status < 500 and IN_USE not in body:
                self.answered += 1
                return answer.status, body
            self.again += 1
            time.sleep(0.2)
        raise AssertionError(f"{sent.key} was never answered")

    def read(self, token: str) -> dict[str, Any]:
        """The API's document about the reports of the match."""
        client = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        client.request("GET", self.address, headers={"Authorization": f"Bearer {token}"})
        reports: dict[str, Any] = json.loads(client.getresponse().read())
        client.close()
        return reports


def requests(tokens: dict[str, str], sent: dict[str, Any]) -> list[Sent]:
    """Two hundred reports: new ones, repeated ones and stale ones. Some of the new ones are broken JSON.

    Most stale ones come first, so that the server is killed at about the time the report is accepted.
    """
    planned: list[Sent] = []
    people = sorted(tokens)
    for number in range(REPORTS):
        token = tokens[people[number % len(people)]]
        if number % 3 == 1:
            planned.append(planned[-1])
        elif number % 3 == 2:
            other = json.loads(json.dumps(sent))
            other["packet"] = "0" * 64
            other["report"]["drivers"][0]["kills"] = number
            planned.append(Sent(token, f"stale-{number}", json.dumps(other).encode()))
        else:
            text = json.dumps(sent).encode()
            planned.append(Sent(token, f"fresh-{number}", text[: number + 1] if number % 30 == 0 else text))
    stale = [request for request in planned if request.key.startswith("stale")][: KILLED_AFTER - 1]
    return stale + [request for request in planned if request not in stale]


def stormed(site: Site, *command: str) -> None:
    """Prepare a match, send the storm to a server started by this command, kill it once, and check the result."""
    ready = json.loads(site.do(PREPARE).splitlines()[-1])
    port = free_port()
    arguments = [word.format(port=port) for word in command]

    def start() -> Program:
        program = site.start(*arguments, API_RATE_TOKEN="100000/minute")
        wait_for(lambda: get(port, "/healthz")[0] == 200 or program.running.poll() is not None, "the server")
        assert program.running.poll() is None, program.output
        return program

    first = start()
    league, season = ready["season"].split("/")
    storm = Storm(port, f"/api/v1/leagues/{league}/seasons/{season}/matches/m1/reports")
    sent = requests(ready["tokens"], ready["sent"])

    def kill() -> None:
        wait_for(lambda: storm.answered >= KILLED_AFTER, "the middle of the storm")
        os.killpg(first.running.pid, signal.SIGKILL)
        first.running.wait()
        start()

    killer = threading.Thread(target=kill)
    killer.start()
    with ThreadPoolExecutor(CLIENTS) as pool:
        answers = list(pool.map(storm.ask, sent))
    killer.join()

    accepted_entry = storm.read(ready["tokens"]["boss"])["accepted"]["entry"]
    outcomes: Counter[str] = Counter()
    by_key: dict[str, set[bytes]] = {}
    for request, (status, body) in zip(sent, answers, strict=True):
        document = json.loads(body)
        by_key.setdefault(request.key, set()).add(body)
        if status in (200, 201):
            document = document if document["entry"] else storm.read(request.token)["accepted"]
            assert document["entry"] == accepted_entry
            outcomes["accepted"] += 1
        else:
            name = document["type"].rpartition("/")[2]
            assert name in REFUSED, body
            outcomes[name] += 1
    print(f"storm of {len(sent)}: {dict(outcomes)}, {storm.again} asked again")
    assert storm.again, "the server was killed while nobody waited for it"
    assert all(len(body) == 1 for body in by_key.values())
    assert outcomes["accepted"]
    assert min(outcomes[name] for name in REFUSED)
    assert accepted_entry
    findings, settled = site.do(AUDIT).splitlines()[-2:]
    assert findings == "[] 0"
    assert settled == "2 2"
    assert len(site.rows("SELECT number FROM league_entry WHERE command = 'accept_report'")) == 1


def test_one_process_on_sqlite_ends_it_with_one_outcome(migrated_site: Site) -> None:
    stormed(migrated_site, "manage.py", "serve", "--no-example", "--port", "{port}")


@pytest.mark.postgres
@pytest.mark.redis
def test_two_processes_on_postgresql_end_it_with_one_outcome(shared_site: Site, redis_server: Redis) -> None:
    assert redis_server.running
    stormed(
        shared_site,
        *("-m", "gunicorn", "--config", "python:config.gunicorn", "--workers", "2", "--bind", "127.0.0.1:{port}"),
    )
