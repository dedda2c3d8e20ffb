"""`manage.py resolve` plays a league's match packet with its user's own dice, and the site finds the log legal."""

from __future__ import annotations

import copy
import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from rules.campaign.core.codec import command_from_document
from rules.campaign.match_day.packet_builder import build_packet
from rules.campaign.match_day.reports import AcceptReport
from rules.core.canonical_json import json_digest, without_defaults
from rules.match.exhibition import edition_in
from rules.match.registry import rulesets
from rules.match.ruleset import log_digest
from scheduling.evidence import ReportEvidence, assess_report
from tests.league.small_league import Table
from tests.league.tables import locked_for_a_table

pytestmark = pytest.mark.django_db
Document = dict[str, Any]


def answered(table: Table, ruleset: str) -> Document:
    """The part of the site's packet document that says what is to be played, for a match that people report."""
    packet = without_defaults(build_packet(table.state, "m1", by=ruleset))
    return {"packet": packet, "digest": json_digest(packet), "claimed_as": "", "dice": {}, "signed": {}}


def written(folder: Path, document: Document) -> Path:
    """A file that contains the document."""
    file = folder / "m1.packet.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    return file


def resolved(file: Path, *options: str) -> list[str]:
    """The lines that the command prints."""
    call_command("resolve", str(file), *options, stdout=(output := io.StringIO()))
    return output.getvalue().splitlines()


@pytest.mark.parametrize("ruleset", [registered.name for registered in rulesets()])
def test_a_packet_comes_to_a_log_and_a_report_that_the_site_finds_legal(tmp_path: Path, ruleset: str) -> None:
    table = locked_for_a_table()
    file, log, report = written(tmp_path, answered(table, ruleset)), tmp_path / "m1.log", tmp_path / "m1.json"
    output = resolved(file, "--secret", "00ff", "--replay", str(log), "--report", str(report))
    assert output[0] == "The secret is 00ff."
    assert output[-3:] == [
        f"The log of m1 is {log_digest(log.read_bytes())}.",
        f"Kept in {log}: play it again with --again.",
        f"What came of it is in {report}.",
    ]
    command = command_from_document(
        {"type": "accept_report", "match": "m1", "report": json.loads(report.read_bytes())}
    )
    assert isinstance(command, AcceptReport)
    assert assess_report(table.row, table.state, "m1", command.report, log.read_bytes()) == ReportEvidence(
        "legal", own_dice=True
    )
    assert resolved(log, "--again")[-1] == "m1 came out as its log has it."
    assert resolved(file, "--secret", "00ff") == output[:-2]
    assert resolved(file, "--secret", "00fe") != output[:-2]


def test_the_packet_alone_is_played_as_well_as_the_whole_answer(tmp_path: Path) -> None:
    answer = answered(locked_for_a_table(), "rhad")
    output = resolved(written(tmp_path, answer), "--secret", "01", "--ruleset", "rhad")
    assert resolved(written(tmp_path, answer["packet"]), "--secret", "01") == output


def changed(answer: Document, **more: Any) -> Document:
    """The packet alone, with changed fields."""
    return {**answer["packet"], **more}


def traitless(answer: Document) -> list[Document]:
    """The packet's teams, with one driver's traits removed."""
    teams: list[Document] = copy.deepcopy(answer["packet"]["teams"])
    teams[0]["seats"][0]["driver"]["traits"] = {}
    return teams


def test_a_packet_that_cannot_be_played_is_refused_in_a_sentence(tmp_path: Path) -> None:
    table = locked_for_a_table()
    answer, for_people = answered(table, "rhad"), answered(table, "")
    edition = answer["packet"]["edition"]
    seatless = [{"franchise": "razors", "seats": [{"car": {}}]}]
    for document, options, sentence in (
        ({**answer, "digest": "0" * 64}, (), "The packet of m1 does not come to its digest: get it again."),
        (for_people, (), "was made for people and holds no designs: get it with ?ruleset=NAME"),
        (for_people, ("--ruleset", "rhad"), "get it with ?ruleset=rhad and play that"),
        (answer, ("--ruleset", "formule"), "is one of rhad: leave --ruleset out, or get the packet again with"),
        (changed(answer, edition=edition + 1), (), f"is of edition {edition + 1} of RHAD and this is edition"),
        (changed(answer, ruleset="chess"), (), "There is no ruleset 'chess'"),
        (changed(answer, teams=seatless), (), "This is no packet of a match"),
        (changed(answer, teams=traitless(answer)), (), "cannot be played: its packet is none that was ever locked"),
        (answer, ("--again",), "The file is that of a match, and no log: leave --again out"),
    ):
        with pytest.raises(CommandError) as raised:
            resolved(written(tmp_path, document), *options)
        assert sentence in str(raised.value)


def test_a_report_is_of_a_packet_and_not_of_an_example_and_is_written_beside_the_log_or_not_at_all(
    tmp_path: Path,
) -> None:
    file, log = written(tmp_path, answered(locked_for_a_table(), "rhad")), tmp_path / "m1.log"
    example = Path(__file__).parents[2] / "examples" / "matches" / "street-duel.json"
    for match, report, sentence in (
        (example, tmp_path / "m1.json", "Only the packet of a league's match comes to a report"),
        (file, tmp_path / "nowhere" / "m1.json", "m1.json cannot be written (No such file or directory)"),
        (file, tmp_path, "cannot be written (Is a directory)"),
        (file, log, "The log and the report are two things: name a file for each."),
    ):
        with pytest.raises(CommandError) as raised:
            resolved(match, "--replay", str(log), "--report", str(report))
        assert sentence in str(raised.value)
    assert [path.name for path in tmp_path.iterdir()] == ["m1.packet.json"]


@pytest.mark.parametrize(
    ("log", "edition"),
    [
        (b'{"edition": 3}', 3),
        (b'{"edition": 1000000}', 0),
        (b'{"edition": -1}', 0),
        (b'{"edition": "3"}', 0),
        (b"{}", 0),
        (b"[", 0),
        (b"\xff", 0),
    ],
)
def test_the_edition_a_log_names_is_read_off_it(log: bytes, edition: int) -> None:
    assert edition_in(log) == edition
