"""A storm of reports of one match, the server killed in the middle of it: one outcome, and nothing half-written."""

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
"""Of a request that is being performed still: whoever is told so asks again."""
REFUSED = {"stale-packet", "result-stands", "malformed-request"}
"""What a report of this storm may be told instead of its outcome, and nothing else."""


@dataclass(frozen=True)
class Sent:
    """A request as a client sends it, and sends it again until it is answered."""

    token: str
    key: str
    body: bytes


@dataclass
class Storm:
    """Clients that send their requests to a server, and what each of them was answered at last."""

    port: int
    address: str
    answered: int = 0
    again: int = 0

    def ask(self, sent: Sent) -> tuple[int, bytes]:
        """The answer to a request, asked for under its key until there is one."""
        until = time.monotonic() + 180
        while time.monotonic() < until:
            line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
            try:
                headers = {
                    "Authorization": f"Bearer {sent.token}",
                    "Idempotency-Key": sent.key,
                    "Content-Type": "application/json",
                }
                line.request("POST", self.address, sent.body, headers)
                answer = line.getresponse()
                said = answer.read()
            except (OSError, http.client.HTTPException):
                self.again += 1
                time.sleep(0.2)
                continue
            finally:
                line.close()
            if answer.status < 500 and IN_USE not in said:
                self.answered += 1
                return answer.status, said
            self.again += 1
            time.sleep(0.2)
        raise AssertionError(f"{sent.key} was never answered")

    def read(self, token: str) -> dict[str, Any]:
        """What stands of the match."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        line.request("GET", self.address, headers={"Authorization": f"Bearer {token}"})
        told: dict[str, Any] = json.loads(line.getresponse().read())
        line.close()
        return told


def requests(tokens: dict[str, str], sent: dict[str, Any]) -> list[Sent]:
    """Two hundred reports: fresh ones, the same once more, and stale ones; of the fresh some cannot be read.

    Most of the stale ones come first, so that the server is killed about when the match is accepted.
    """
    made: list[Sent] = []
    people = sorted(tokens)
    for number in range(REPORTS):
        token = tokens[people[number % len(people)]]
        if number % 3 == 1:
            made.append(made[-1])
        elif number % 3 == 2:
            other = json.loads(json.dumps(sent))
            other["packet"] = "0" * 64
            other["report"]["drivers"][0]["kills"] = number
            made.append(Sent(token, f"stale-{number}", json.dumps(other).encode()))
        else:
            text = json.dumps(sent).encode()
            made.append(Sent(token, f"fresh-{number}", text[: number + 1] if number % 30 == 0 else text))
    stale = [each for each in made if each.key.startswith("stale")][: KILLED_AFTER - 1]
    return stale + [each for each in made if each not in stale]


def stormed(site: Site, *command: str) -> None:
    """Prepare a match, let the storm loose on such a server, kill it once, and look at what is left."""
    ready = json.loads(site.do(PREPARE).splitlines()[-1])
    port = free_port()
    begin = [each.format(port=port) for each in command]

    def started() -> Program:
        program = site.start(*begin, API_RATE_TOKEN="100000/minute")
        wait_for(lambda: get(port, "/healthz")[0] == 200 or program.running.poll() is not None, "the server")
        assert program.running.poll() is None, program.output
        return program

    first = started()
    league, season = ready["season"].split("/")
    storm = Storm(port, f"/api/v1/leagues/{league}/seasons/{season}/matches/m1/reports")
    sent = requests(ready["tokens"], ready["sent"])

    def kill() -> None:
        wait_for(lambda: storm.answered >= KILLED_AFTER, "the middle of the storm")
        os.killpg(first.running.pid, signal.SIGKILL)
        first.running.wait()
        started()

    killer = threading.Thread(target=kill)
    killer.start()
    with ThreadPoolExecutor(CLIENTS) as pool:
        answers = list(pool.map(storm.ask, sent))
    killer.join()

    stands = storm.read(ready["tokens"]["boss"])["accepted"]["entry"]
    ends: Counter[str] = Counter()
    by_key: dict[str, set[bytes]] = {}
    for asked, (status, said) in zip(sent, answers, strict=True):
        told = json.loads(said)
        by_key.setdefault(asked.key, set()).add(said)
        if status in (200, 201):
            told = told if told["entry"] else storm.read(asked.token)["accepted"]
            assert told["entry"] == stands
            ends["accepted"] += 1
        else:
            name = told["type"].rpartition("/")[2]
            assert name in REFUSED, said
            ends[name] += 1
    print(f"storm of {len(sent)}: {dict(ends)}, {storm.again} asked again")
    assert storm.again, "the server was killed while nobody waited for it"
    assert all(len(said) == 1 for said in by_key.values())
    assert ends["accepted"]
    assert min(ends[each] for each in REFUSED)
    assert stands
    wrong, settled = site.do(AUDIT).splitlines()[-2:]
    assert wrong == "[] 0"
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
