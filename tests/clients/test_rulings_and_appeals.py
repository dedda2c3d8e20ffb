"""The client rules, appeals, answers and reads what came of it, from its command line and in Python."""

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

    def said(who: str, *words: str) -> str:
        ends = main(["--server", reference.said["url"], "--token", tokens[who], *words])
        out, wrong = capsys.readouterr()
        assert (ends, wrong) == (0, ""), wrong
        return out

    came = json.loads(REPORT.read_bytes())
    ours, theirs = tmp_path / "ours.json", tmp_path / "theirs.json"
    ours.write_text(json.dumps(came), encoding="utf-8")
    came["drivers"][0]["scores"] = 2
    theirs.write_text(json.dumps(came), encoding="utf-8")
    assert said("grannies", "report", MATCH, "--outcome", str(ours)).endswith(f"{MATCH}: claimed\n")
    assert said("rust-saints", "report", MATCH, "--heat", f"1={theirs}").endswith(f"{MATCH}: disputed\n")
    told = said("grannies", "reports", MATCH)
    assert "differs: scores of rust-saints.d1 in drivers: " in told
    with Client(reference.said["url"], tokens["commissioner"]) as client:
        claims = {claim.side: claim.id for claim in client.reports("fixture", "s1", "m1").claims}
        before = client.season("fixture", "s1").entries
        ruling = ("rule", MATCH, str(claims["grannies"]), "--reason", "I was there.")
        ruled = said("commissioner", *ruling)
        assert f"#{before + 1} accept_report" in ruled
        assert said("commissioner", *ruling) == ruled
        result = client.result("fixture", "s1", "m1")
        assert (result.accepted_by, len(result.points)) == (before + 1, 4)
        accepted = client.reports("fixture", "s1", "m1").accepted
        assert accepted is not None
        assert (accepted.entry, accepted.evidence) == (before + 1, "claimed")
        facts = list(client.facts("fixture", "s1", kind="points_scored"))
        assert {fact.command for fact in facts} == {"open_settlement"}
        changed = list(client.entries("fixture", "s1", after=before))
        assert changed[0].number == before + 1
        with pytest.raises(ApiProblem) as no:
            client.log("fixture", "s1", "m1")
        assert no.value.status == 404
        appeal = said("rust-saints", "appeal", MATCH, "--reason", "It was two.")
        assert appeal == f"appeal 1 of rust-saints against entry {before + 1}: open\n"
        said("commissioner", "answer", "fixture/s1", "1", "dismissed", "--reason", "It was one.")
        (made,) = client.appeals("fixture", "s1")
    assert (made.side, made.answer, made.answer_said) == ("rust-saints", "dismissed", "It was one.")
    assert "appeal 1 of rust-saints, dismissed: It was two." in said("grannies", "reports", MATCH)
    assert f"accepted by entry {before + 1}: claimed, appeals until " in said("grannies", "reports", MATCH)
    assert f"#{before + 1} accept_report" in said("grannies", "entries", "fixture/s1", "--after", str(before))
    assert said("grannies", "matches", "fixture/s1").startswith("m1     round 1, ")
    assert said("grannies", "standings", "fixture/s1").count("\n") == 4


def test_a_trial_tells_what_would_come_and_a_command_that_is_given_comes_to_it(
    reference: Reference, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = tmp_path / "order.json"
    command.write_text('{"type": "close_setup"}', encoding="utf-8")
    words = ["--server", reference.said["url"], "--token", reference.said["fixture"]["tokens"]["commissioner"]]
    assert main([*words, "try", "fixture/s1", str(command)]) == 0
    told = capsys.readouterr().out
    assert told.startswith("It would be refused: ")
    assert "it is too late for it" in told
    assert main([*words, "give", "fixture/s1", str(command)]) == 1
    assert capsys.readouterr().err.startswith("422 out-of-step: ")
