"""A match played at somebody's own table is reported from its log, once, and graded by the server."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from dethmetal_client import Client, KeptKeys, Reporter, outcome_of
from dethmetal_client.canonical import canonical

from rules.dice import Dice, KeyRing
from rules.packed import packet_from
from rules.registry import named
from tests.clients.conftest import CHECKOUT, Reference

pytestmark = [pytest.mark.long, pytest.mark.once]
RULESET = "dethmatch"


def test_the_reporter_posts_a_log_once_and_the_reference_server_grades_it(
    reference: Reference, tmp_path: Path
) -> None:
    log = tmp_path / "m1.log"
    log.write_bytes(played_at_the_table(reference))
    first = reported(reference, "grannies", "--log", str(log), "--ruleset", RULESET)
    assert first.returncode == 0, first.stderr
    assert "signed by " in first.stdout
    assert ": legal, own dice" in first.stdout
    graded = reference.grade()
    assert graded.startswith("m1: legal, dice held by the reporter for grannies")
    (kept,) = json.loads((tmp_path / "m1.log.keys.json").read_bytes()).values()
    again = reported(reference, "grannies", "--log", str(log), "--ruleset", RULESET)
    assert (again.returncode, again.stdout) == (0, first.stdout)
    assert reference.grade() == graded
    assert list(json.loads((tmp_path / "m1.log.keys.json").read_bytes()).values()) == [kept]
    assert len(claims(reference, "grannies")) == 1


def test_a_log_that_does_not_come_out_is_graded_down_and_the_entry_named(
    reference: Reference, tmp_path: Path
) -> None:
    log = tmp_path / "m1.log"
    log.write_bytes(played_at_the_table(reference, secret=b"of another table"))
    client = Client(reference.said["url"], reference.said["fixture"]["tokens"]["rust-saints"])
    with client:
        reporter = Reporter(client, "fixture", "s1", "m1", KeptKeys(tmp_path / "keys.json"))
        packet = reporter.packet(ruleset=RULESET)
        honest = json.loads(log.read_bytes())
        path = next(path for path, faces in honest["faces"].items() if faces)
        honest["faces"][path] = altered(honest["faces"][path])
        told = reporter.report(packet, outcome_of(packet, log.read_bytes()), log=canonical(honest))
    (claim,) = (each for each in told["reports"]["claims"] if each["id"] == told["claim"])
    assert claim["evidence"] == "claimed"
    assert claim["findings"]
    assert claim["findings"][0]["sentence"] in reference.grade()


def test_what_a_server_refuses_is_told_with_where_it_is_wrong(reference: Reference, tmp_path: Path) -> None:
    outcome = tmp_path / "outcome.json"
    outcome.write_text(json.dumps({"teams": [], "drivers": [], "cars": []}), encoding="utf-8")
    said = reported(reference, "loss-adjusters", "--outcome", str(outcome))
    assert said.returncode == 1
    assert said.stderr.startswith("422 ")
    assert "/report" in said.stderr
    assert reference.grade().startswith("m1: refused")
    assert claims(reference, "loss-adjusters") == []


def played_at_the_table(reference: Reference, *, secret: bytes = b"of the table itself") -> bytes:
    """The log of the fixture's match, played with dice of the reporter's own."""
    with Client(reference.said["url"]) as client:
        packet = client.packet("fixture", "s1", "m1", ruleset=RULESET)["packet"]
    dice = Dice(KeyRing(secret, {"m1": ""}))
    return named(RULESET).resolve(packet_from(canonical(packet)), dice).log


def altered(faces: str) -> str:
    """The faces of a path with the first of them another."""
    return ("1" if faces[0] != "1" else "2") + faces[1:]


def claims(reference: Reference, side: str) -> list[dict[str, Any]]:
    """What a team claims of the fixture's match."""
    with Client(reference.said["url"]) as client:
        found: list[dict[str, Any]] = client.asking.get("/leagues/fixture/seasons/s1/matches/m1/reports")["claims"]
    return [each for each in found if each["side"] == side]


def reported(reference: Reference, who: str, *words: str) -> subprocess.CompletedProcess[str]:
    """The command-line reporter, run with the token of a franchise's owner."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join((str(CHECKOUT), str(CHECKOUT / "clients" / "python"))),
        "DETHMETAL_TOKEN": reference.said["fixture"]["tokens"][who],
    }
    return subprocess.run(
        [
            sys.executable,
            "-m",
            "dethmetal_client",
            "--server",
            reference.said["url"],
            "report",
            "fixture/s1/m1",
            *words,
        ],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
