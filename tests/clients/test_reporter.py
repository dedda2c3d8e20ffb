"""A match played at a table of its own is reported from its log, once, and graded by the server."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from dethmetal_client import ApiProblem, Client, KeptKeys, Reporter, outcome_of
from dethmetal_client.canonical import canonical
from django.core.management import call_command

from rules.core.dice import Dice, KeyRing
from rules.match.packet import packet_from
from rules.match.registry import get_ruleset
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
    (key,) = json.loads((tmp_path / "m1.log.keys.json").read_bytes()).values()
    again = reported(reference, "grannies", "--log", str(log), "--ruleset", RULESET)
    assert again.returncode == 0
    signed, kept_answer = first.stdout.split("\n", 1)
    before = "The same was sent before, and this was the answer then: `reports` shows the current state."
    assert again.stdout == f"{signed}\n{before}\n{kept_answer}"
    assert reference.grade() == graded
    assert list(json.loads((tmp_path / "m1.log.keys.json").read_bytes()).values()) == [key]
    (claim,) = claims(reference, "grannies")
    own = claim["report"]["source"]
    assert (own["ruleset"], own["version"]) == (RULESET, str(json.loads(log.read_bytes())["edition"]))
    assert own["log_digest"] == claim["log"] == hashlib.sha256(log.read_bytes()).hexdigest()


def test_who_has_only_a_packet_has_the_site_play_it_and_reports_what_came_of_it(
    reference: Reference, tmp_path: Path
) -> None:
    packet, log, outcome = tmp_path / "packet.json", tmp_path / "m1.log", tmp_path / "m1.json"
    saved = asked(reference, "dead-reckoners", "packet", "--ruleset", RULESET, "--into", str(packet))
    assert saved.returncode == 0, saved.stderr
    call_command("resolve", str(packet), "--secret", "00ff", "--replay", str(log), "--report", str(outcome))
    words = ("--packet", str(packet), "--log", str(log), "--outcome", str(outcome))
    result = reported(reference, "dead-reckoners", *words)
    assert result.returncode == 0, result.stderr
    assert reference.grade() == "m1: legal, dice held by the reporter for dead-reckoners"
    altered = json.loads(packet.read_bytes())
    altered["claimed_as"] = "0" * 64
    packet.write_text(json.dumps(altered), encoding="utf-8")
    refused = reported(reference, "dead-reckoners", *words)
    assert (refused.returncode, "the packet of m1 says another digest" in refused.stderr) == (1, True)
    listing = asked(reference, "dead-reckoners", "reports")
    assert "for dead-reckoners: legal, own dice" in listing.stdout


def test_a_packet_of_other_line_ups_is_stale(reference: Reference, tmp_path: Path) -> None:
    with Client(reference.said["url"], reference.said["fixture"]["tokens"]["dead-reckoners"]) as client:
        reporter = Reporter(client, "fixture", "s1", "m1", KeptKeys(tmp_path / "keys.json"))
        before = replace(reporter.packet(), claimed_as="0" * 64)
        with pytest.raises(ApiProblem, match="stale-packet"):
            reporter.report(before, {"teams": [], "drivers": [], "cars": []})
    assert "stale-packet" in reference.grade()


def test_a_log_that_does_not_come_out_is_graded_down_and_the_entry_named(
    reference: Reference, tmp_path: Path
) -> None:
    log = tmp_path / "m1.log"
    log.write_bytes(played_at_the_table(reference, secret=b"of another table"))
    client = Client(reference.said["url"], reference.said["fixture"]["tokens"]["rust-saints"])
    with client:
        reporter = Reporter(client, "fixture", "s1", "m1", KeptKeys(tmp_path / "keys.json"))
        packet = reporter.packet(ruleset=RULESET)
        log_document = json.loads(log.read_bytes())
        path = next(path for path, faces in log_document["faces"].items() if faces)
        log_document["faces"][path] = altered(log_document["faces"][path])
        outcome = {**outcome_of(packet, log.read_bytes()), "source": {"ruleset": RULESET}}
        answer = reporter.report(packet, outcome, log=canonical(log_document))
    assert answer.own is not None
    assert answer.own.evidence == "claimed"
    assert answer.own.findings
    assert answer.own.findings[0].sentence in reference.grade()


def test_what_a_server_refuses_is_told_with_where_it_is_wrong(reference: Reference, tmp_path: Path) -> None:
    outcome = tmp_path / "outcome.json"
    outcome.write_text(json.dumps({"teams": [], "drivers": [], "cars": []}), encoding="utf-8")
    result = reported(reference, "loss-adjusters", "--outcome", str(outcome))
    assert result.returncode == 1
    assert result.stderr.startswith("422 ")
    assert "/report" in result.stderr
    assert reference.grade().startswith("m1: refused")
    assert claims(reference, "loss-adjusters") == []


def played_at_the_table(reference: Reference, *, secret: bytes = b"of the table itself") -> bytes:
    """The log of the fixture's match, played with the reporter's own dice."""
    with Client(reference.said["url"]) as client:
        packet = client.packet("fixture", "s1", "m1", ruleset=RULESET)["packet"]
    dice = Dice(KeyRing(secret, {"m1": ""}))
    return get_ruleset(RULESET).resolve(packet_from(canonical(packet)), dice).log


def altered(faces: str) -> str:
    """The faces of a path with the first changed."""
    return ("1" if faces[0] != "1" else "2") + faces[1:]


def claims(reference: Reference, side: str) -> list[dict[str, Any]]:
    """A team's claims about the fixture's match."""
    with Client(reference.said["url"]) as client:
        found: list[dict[str, Any]] = client.asking.get("/leagues/fixture/seasons/s1/matches/m1/reports")["claims"]
    return [claim for claim in found if claim["side"] == side]


def reported(reference: Reference, who: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the command `report` with the token of a franchise's owner."""
    return asked(reference, who, "report", *words)


def asked(reference: Reference, who: str, what: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command of the client on the fixture's match with the token of a franchise's owner."""
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
            what,
            "fixture/s1/m1",
            *words,
        ],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
