"""The client rules on reports, appeals, answers appeals and reads results, by its command line and in Python."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from dethmetal_client import ApiProblem, Client
from dethmetal_client.__main__ import main

from tests.clients.conftest import CHECKOUT, Reference

pytestmark = [pytest.mark.long, pytest.mark.once]
MATCH = "fixture/s1/m1"
REPORT = CHECKOUT / "examples" / "first-laps" / "s1" / "reports" / "m1.json"


def test_a_match_is_claimed_disputed_ruled_on_and_appealed_against(
    reference: Reference, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tokens = reference.said["fixture"]["tokens"]

    def run_command(who: str, *words: str) -> str:
        status = main(["--server", reference.said["url"], "--token", tokens[who], *words])
        output, errors = capsys.readouterr()
        assert (status, errors) == (0, ""), errors
        return output

    outcome = json.loads(REPORT.read_bytes())
    ours, theirs = tmp_path / "ours.json", tmp_path / "theirs.json"
    ours.write_text(json.dumps(outcome), encoding="utf-8")
    outcome["drivers"][0]["scores"] = 2
    theirs.write_text(json.dumps(outcome), encoding="utf-8")
    assert run_command("grannies", "report", MATCH, "--outcome", str(ours)).endswith(f"{MATCH}: claimed\n")
    assert run_command("rust-saints", "report", MATCH, "--heat", f"1={theirs}").endswith(f"{MATCH}: disputed\n")
    reports = run_command("grannies", "reports", MATCH)
    assert "differs: scores of rust-saints.d1 in drivers: " in reports
    with Client(reference.said["url"], tokens["commissioner"]) as client:
        claims = {claim.side: claim.id for claim in client.reports("fixture", "s1", "m1").claims}
        before = client.season("fixture", "s1").entries
        ruling = ("rule", MATCH, str(claims["grannies"]), "--reason", "I was there.")
        ruled = run_command("commissioner", *ruling)
        assert f"#{before + 1} accept_report" in ruled
        assert run_command("commissioner", *ruling) == ruled
        result = client.result("fixture", "s1", "m1")
        assert (result.accepted_by, len(result.points)) == (before + 1, 4)
        accepted = client.reports("fixture", "s1", "m1").accepted
        assert accepted is not None
        assert (accepted.entry, accepted.evidence) == (before + 1, "claimed")
        facts = list(client.facts("fixture", "s1", kind="points_scored"))
        assert {fact.command for fact in facts} == {"open_settlement"}
        changed = list(client.entries("fixture", "s1", after=before))
        assert changed[0].number == before + 1
        with pytest.raises(ApiProblem) as caught:
            client.log("fixture", "s1", "m1")
        assert caught.value.status == 404
        appeal = run_command("rust-saints", "appeal", MATCH, "--reason", "It was two.")
        assert appeal == f"appeal 1 of rust-saints against entry {before + 1}: open\n"
        run_command("commissioner", "answer", "fixture/s1", "1", "dismissed", "--reason", "It was one.")
        (appeal_read,) = client.appeals("fixture", "s1")
    assert (appeal_read.side, appeal_read.answer, appeal_read.answer_said) == (
        "rust-saints",
        "dismissed",
        "It was one.",
    )
    assert "appeal 1 of rust-saints, dismissed: It was two." in run_command("grannies", "reports", MATCH)
    assert f"accepted by entry {before + 1}: claimed, appeals until " in run_command("grannies", "reports", MATCH)
    assert f"#{before + 1} accept_report" in run_command("grannies", "entries", "fixture/s1", "--after", str(before))
    assert run_command("grannies", "matches", "fixture/s1").startswith("m1     round 1, ")
    assert run_command("grannies", "standings", "fixture/s1").count("\n") == 4


def test_a_trial_tells_what_would_come_and_a_command_that_is_given_comes_to_it(
    reference: Reference, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = tmp_path / "order.json"
    command.write_text('{"type": "close_setup"}', encoding="utf-8")
    words = ["--server", reference.said["url"], "--token", reference.said["fixture"]["tokens"]["commissioner"]]
    assert main([*words, "try", "fixture/s1", str(command)]) == 0
    output = capsys.readouterr().out
    assert output.startswith("It would be refused: ")
    assert "it is too late for it" in output
    assert main([*words, "give", "fixture/s1", str(command)]) == 1
    assert capsys.readouterr().err.startswith("422 out-of-step: ")
