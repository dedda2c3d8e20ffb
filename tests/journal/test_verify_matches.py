"""Logs of matches resolved here: replayed by `verify --deep`, exported with the season, imported unchanged."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable, Iterator
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from journal import entry_body as bodies
from journal.gate import open_gate
from journal.transfer.league_import import import_league
from journal.transfer.season_export import season_document
from journal.verify import verify_matches
from league.models import MatchLog, Season
from rules.core.refusals import Malformed
from rules.match.packet import packet_bytes, packet_from
from rules.match.registry import temporarily_installed
from tests.journal.amends import amended, number_of
from tests.journal.exported_leagues import emptied, exported
from tests.league.resolved_leagues import climbing, resolved, results
from tests.league.small_league import Table, report
from tests.rules.ladder import LADDER, Ladder
from tests.verifier.test_findings import found

pytestmark = [pytest.mark.long, pytest.mark.django_db]
Document = dict[str, Any]


@pytest.fixture(autouse=True)
def _ladder() -> Iterator[None]:
    with temporarily_installed(LADDER):
        yield


def deep(table: Table) -> tuple[int, list[str], list[str]]:
    """The number of logs replayed, why others were not, and the findings with their entries."""
    verification = verify_matches(table.season)
    return (
        verification.played,
        verification.passed_over,
        [f"{finding.entry}: {finding.sentence}" for finding in verification.findings],
    )


def test_every_match_resolved_here_is_played_again_from_its_log() -> None:
    table = resolved(climbing())
    assert deep(table) == (1, [], [])
    assert deep(climbing(table=_over(table), match="m2")) == (1, [], [])
    assert deep(resolved(table)) == (2, [], [])


def _over(table: Table) -> Table:
    """The league with its first round settled."""
    table.give("end_decisions", match="m1", reason="The week is over.")
    table.give("end_shopping", match="m1", reason="The week is over.")
    return table


def _edited(log: bytes) -> bytes:
    document = json.loads(log)
    document["told"] = document["told"][1:]
    return json.dumps(document).encode()


def _heavier(packet: bytes) -> bytes:
    return packet.replace(b'"heats":1', b'"heats":2')


@pytest.mark.parametrize(
    ("column", "change", "sentences"),
    [
        ("log", _edited, ["the log of m1 is not the one", "m1 comes out otherwise than its log says"]),
        ("log", lambda _: b"{", ["the log of m1 is not the one", "This is no log of a ladder"]),
        ("packet", _heavier, ["the packet of m1 is not the one it was resolved from"]),
        ("packet", lambda _: b"{", ["This is no packet of a match"]),
    ],
    ids=["log", "no log", "packet", "no packet"],
)
def test_a_log_that_was_changed_is_named(column: str, change: Callable[[bytes], bytes], sentences: list[str]) -> None:
    table = resolved(climbing())
    log = MatchLog.objects.get()
    with open_gate():
        MatchLog.objects.update(**{column: bodies.compress(change(bodies.decompress(getattr(log, column))))})
    (entry,) = results(table)
    _, _, found_wrong = deep(table)
    assert len(found_wrong) == len(sentences)
    for finding, sentence in zip(found_wrong, sentences, strict=True):
        assert finding.startswith(f"{entry.number}: {sentence}")


def test_a_log_that_is_gone_or_unreadable_is_named() -> None:
    table = resolved(climbing())
    (entry,) = results(table)
    with open_gate():
        MatchLog.objects.update(log=b"dust")
    assert deep(table)[2][0].startswith(f"{entry.number}: The log of rust-belt/s1/m1 cannot be read")
    with open_gate():
        MatchLog.objects.all().delete()
    assert deep(table) == (0, [], [f"{entry.number}: the log of m1 is not kept"])


class Generous(Ladder):
    """A ladder whose report gives the first team more points than its log says."""

    def resolve(self, packet: Any, dice: Any) -> Any:
        """The same log with a different report."""
        resolution = super().resolve(packet, dice)
        resolution.report.teams[0:1] = [
            type(team)(franchise=team.franchise, points=team.points + 50, rank=1)
            for team in resolution.report.teams[:1]
        ]
        resolution.report.teams[1:] = [
            type(team)(franchise=team.franchise, points=team.points, rank=2) for team in resolution.report.teams[1:]
        ]
        return resolution


def test_a_ruleset_that_was_changed_without_an_edition_is_found_out() -> None:
    with temporarily_installed(Ladder(name="fair")):
        table = resolved(climbing(ruleset="fair"))
        assert deep(table) == (1, [], [])
    with temporarily_installed(Generous(name="fair")):
        (entry,) = results(table)
        assert deep(table) == (
            1,
            [],
            [f"{entry.number}: m1 comes out otherwise when it is played again from its log"],
        )


def test_a_log_of_another_edition_or_of_nobody_is_passed_over() -> None:
    with temporarily_installed(Ladder(name="old")):
        table = resolved(climbing(ruleset="old"))
    with temporarily_installed(Ladder(name="old", edition=2)):
        assert deep(table) == (0, ["m1: edition 1 of old is not here"], [])
    table.give("end_decisions", match="m1", reason="The week is over.")


def test_a_reported_match_has_nothing_to_look_into() -> None:
    table = climbing(ruleset="reported", heats=2)
    table.give(
        "accept_report", match="m1", report=report(table, source={"ruleset": "ladder", "log_digest": "0" * 64})
    )
    assert deep(table) == (0, [], [])


def test_a_report_put_right_by_hand_is_the_commissioners_and_no_fault_of_the_log() -> None:
    table = resolved(climbing())
    (entry,) = results(table)
    command = bodies.load_body(entry.body).command
    command["report"]["drivers"][0]["scores"] = 9
    amended(table, {number_of(table, "accept_report"): [command]})
    assert deep(table) == (1, [], [])


def test_verifying_deeply_says_how_many_and_ends_badly_when_anything_is_wrong() -> None:
    table = resolved(climbing())
    output = StringIO()
    call_command("verify", table.season, deep=True, stdout=output)
    assert "matches played again from their logs: 1; passed over: 0" in output.getvalue()
    with open_gate():
        MatchLog.objects.all().delete()
    with pytest.raises(CommandError, match="1 finding"):
        call_command("verify", table.season, deep=True, stdout=output)
    assert "the log of m1 is not kept" in output.getvalue()


# ------------------------------------------------------------------------------------------- exports


def exported_season(table: Table) -> Document:
    """The public export of the season."""
    return dict(json.loads(season_document(Season.objects.get(pk=table.season))))


def test_a_public_export_holds_the_log_and_what_it_was_played_from() -> None:
    table = resolved(climbing())
    (log,) = exported_season(table)["logs"]
    match_log = MatchLog.objects.get()
    assert (log["digest"], log["match"], log["ruleset"], log["edition"]) == (match_log.digest, "m1", "ladder", 1)
    assert zlib.decompress(base64.b64decode(log["log"])) == bodies.decompress(match_log.log)
    assert packet_bytes(packet_from(json.dumps(log["packet"]).encode())) == bodies.decompress(match_log.packet)


def test_a_season_without_logs_is_exported_as_ever() -> None:
    assert "logs" not in exported_season(climbing(ruleset="reported"))


def test_an_imported_league_has_its_logs_byte_for_byte_and_verifies_deeply() -> None:
    table = resolved(climbing())
    text, before = exported(), list(MatchLog.objects.values())
    emptied()
    import_league(text)
    assert list(MatchLog.objects.values()) == before
    assert exported() == text
    assert deep(table) == (1, [], [])


@pytest.mark.parametrize("log", ["", "dust", base64.b64encode(zlib.compress(b"another", 6)).decode()])
def test_a_log_that_is_not_what_its_digest_says_is_not_imported(log: str) -> None:
    resolved(climbing())
    document = json.loads(exported())
    document["seasons"][0]["logs"][0]["log"] = log
    emptied()
    with pytest.raises(Malformed, match="The log of m1 is not what its digest says"):
        import_league(json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode())


def _gone(document: Document) -> None:
    del document["logs"]


def _log_changed(document: Document) -> None:
    document["logs"][0]["log"] = base64.b64encode(zlib.compress(b"another", 6)).decode()


def _packet_changed(document: Document) -> None:
    document["logs"][0]["packet"]["surface"] = "elm"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (_gone, "the log or packet that m1 was resolved from is not kept"),
        (_log_changed, "the log of m1 is not what its digest says"),
        (_packet_changed, "the log or packet that m1 was resolved from is not kept"),
    ],
    ids=["gone", "log", "packet"],
)
def test_verify_py_holds_the_logs_of_an_export_to_their_digests(
    change: Callable[[Document], None], sentence: str
) -> None:
    document = exported_season(resolved(climbing()))
    assert found(document) == []
    change(document)
    assert [sentence for _, sentence in found(document)] == [sentence]
