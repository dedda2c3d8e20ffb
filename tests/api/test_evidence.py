"""A claimed report gets the grade its log proves, and checking a log reveals nothing about the season's dice."""

from __future__ import annotations

import dataclasses
import gzip
import json
import time
import zlib
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from journal import entry_body as bodies
from journal.gate import open_gate
from league.models import MatchLog
from rules.campaign.match_day.packet_builder import NotLocked
from rules.match.log_audit import with_entries
from rules.match.packet import packet_bytes, packet_digest
from rules.match.registry import get_ruleset
from rules.match.report import Report, Source
from rules.match.ruleset import log_digest
from scheduling import evidence
from scheduling.evidence import EVIDENCE_GRADES, ReportEvidence, assess_report, meets_grade
from tests.journal.amends import amended, number_of
from tests.league.small_league import Table, announced
from tests.league.tables import AtATable, locked_for_a_table, played_at_a_table, played_by_the_season

pytestmark = pytest.mark.django_db
EDITION = get_ruleset("rhad").edition
BOOKS = ("dethmatch", "formule", "rhad", "carcult")


def proof(table: Table, report: Report, log: bytes | None) -> ReportEvidence:
    """The evidence for a report of match m1 with this log."""
    return assess_report(table.row, table.state, "m1", report, log)


def document(played: AtATable, *, entries: bool = False) -> Any:
    """A log decoded from JSON, with its entries if asked for."""
    log = with_entries(get_ruleset(played.packet.ruleset), played.packet, played.log) if entries else played.log
    return json.loads(log)


def written(log: Any) -> bytes:
    """Encode a decoded log."""
    return msgspec.json.encode(log)


@pytest.mark.parametrize("ruleset", BOOKS)
def test_an_honest_log_is_legal_with_a_tables_own_dice_and_rerun_with_the_seasons(
    ruleset: str,
) -> None:
    table = locked_for_a_table()
    own_dice, season_dice = played_at_a_table(table, ruleset), played_by_the_season(table, ruleset)
    assert proof(table, own_dice.report, own_dice.log) == ReportEvidence("legal", own_dice=True)
    assert proof(table, season_dice.report, season_dice.log) == ReportEvidence("rerun")


@pytest.mark.parametrize("ruleset", BOOKS)
def test_a_log_may_tell_its_entries_and_may_come_compressed(ruleset: str) -> None:
    table = locked_for_a_table()
    own = played_at_a_table(table, ruleset)
    full = written(document(own, entries=True))
    assert len(full) > 2 * len(own.log)
    for sent in (full, zlib.compress(full), gzip.compress(own.log), b" " + own.log):
        assert proof(table, own.report, sent) == ReportEvidence("legal", own_dice=True)


@pytest.mark.parametrize("ruleset", BOOKS)
def test_one_altered_roll_one_extra_hit_and_one_missing_shot_are_named(
    ruleset: str,
) -> None:
    table = locked_for_a_table(event="last_car")
    own = played_at_a_table(table, ruleset)
    log = document(own, entries=True)
    kinds = ("attack", "shot", "hits", "hazard")
    number = next(
        place_in_log
        for place_in_log, entry in enumerate(log["entries"], 1)
        if entry["kind"] in kinds and entry["rolls"]
    )
    entry = log["entries"][number - 1]
    roll = entry["rolls"][0]
    thrown = log["faces"][roll["path"]].split()
    rolls = [earlier_roll for entry in log["entries"][: number - 1] for earlier_roll in entry["rolls"]]
    place = sum(len(earlier_roll["faces"]) for earlier_roll in rolls if earlier_roll["path"] == roll["path"])
    thrown[place] = f"{roll['faces'][0] % roll['sides'] + 1}{''.join(thrown[place].partition('/')[1:])}"
    altered = {**log, "faces": {**log["faces"], roll["path"]: " ".join(thrown)}}
    extra = {**log, "entries": [*log["entries"][:number], entry, *log["entries"][number:]]}
    missing = {**log, "entries": [*log["entries"][: number - 1], *log["entries"][number:]]}
    for changed, named in ((altered, number), (extra, number + 1), (missing, number)):
        found = proof(table, own.report, written(changed))
        assert (found.grade, found.own_dice) == ("claimed", False)
        (finding,) = found.findings
        assert finding.entry == named
        assert f"Entry {named} (" in finding.sentence


def test_a_report_that_says_more_than_its_log_is_told_field_by_field() -> None:
    table = locked_for_a_table()
    own = played_at_a_table(table, "rhad")
    drivers = list(own.report.drivers)
    hits = drivers[1].criticals
    drivers[1] = dataclasses.replace(drivers[1], criticals=hits + 2, kills=7)
    cars = [dataclasses.replace(own.report.cars[0], devices_lost=["b", "a"]), *own.report.cars[1:-1]]
    last = own.report.cars[-1].car
    found = proof(table, dataclasses.replace(own.report, drivers=drivers, cars=cars), own.log)
    assert (found.grade, found.own_dice, found.findings) == ("claimed", True, ())
    assert found.report_differs == (
        f"/drivers/1/criticals: the log has {hits}, the report {hits + 2}",
        f"/drivers/1/kills: the log has {own.report.drivers[1].kills}, the report 7",
        '/cars/0/devices_lost: the log has [], the report ["a","b"]',
        f"/cars: the log has {last} too",
    )


def test_the_order_of_a_reports_lines_and_its_source_do_not_matter() -> None:
    table = locked_for_a_table()
    own = played_at_a_table(table, "formule")
    turned = dataclasses.replace(
        own.report,
        teams=own.report.teams[::-1],
        drivers=own.report.drivers[::-1],
        source=Source(ruleset="formule", seed="x"),
    )
    assert proof(table, turned, own.log).grade == "legal"


def test_without_a_log_a_report_is_claimed() -> None:
    table = locked_for_a_table()
    own = played_at_a_table(table, "rhad")
    assert proof(table, own.report, None) == ReportEvidence("claimed")


def test_a_match_that_is_not_locked_has_no_proof() -> None:
    table = announced()
    with pytest.raises(NotLocked):
        proof(table, Report(teams=[], drivers=[], cars=[]), b'{"packet": {"ruleset": "rhad"}}')


# --------------------------------------------------------------------------------------- files that are not logs


def bomb() -> bytes:
    """A log that unpacks to 50 million bytes. Only its test calls this, since it is slow."""
    return zlib.compress(b"{" + b" " * 50_000_000)


@pytest.mark.parametrize(
    ("log", "said"),
    [
        (b"", "neither a JSON object nor compressed"),
        (b"5", "neither a JSON object nor compressed"),
        (b"null", "neither a JSON object nor compressed"),
        (b" 5", "is no log of a RHAD match"),
        (zlib.compress(b"5"), "is no log of a RHAD match"),
        (zlib.compress(b""), "neither a JSON object nor compressed"),
        (zlib.compress(b'{"orders": []}')[:-1], "breaks off before its end"),
        (gzip.compress(b'{"orders": []}')[:-3], "breaks off before its end"),
        (b"{", "is no log of a RHAD match"),
        (b"\x00\xff", "neither a JSON object nor compressed"),
        (b"x" * 5_000_000, "neither a JSON object nor compressed"),
        (b"{" + b" " * 5_000_000, "longer than 2000000 bytes"),
        (bomb, "longer than 2000000 bytes"),
        (b'{"orders": ' + b"[" * 100_000, "is no log of a RHAD match"),
        (b'{"ruleset": 7}', '"ruleset" of the file is not a text'),
        (b'{"packet": {"ruleset": "chess"}}', "There is no ruleset"),
        (b'{"edition": %d, "orders": [], "faces": {}, "digests": []}' % EDITION, "is no log of a RHAD match"),
    ],
    ids=[
        "empty",
        "5",
        "null",
        "space and 5",
        "5 in zlib",
        "nothing in zlib",
        "most of zlib",
        "most of gzip",
        "broken",
        "bytes",
        "5 MB of nothing",
        "5 MB of JSON",
        "bomb",
        "deep",
        "7",
        "chess",
        "other",
    ],
)
def test_what_is_no_log_is_a_finding_about_the_whole_and_soon_said(
    log: bytes | Callable[[], bytes], said: str
) -> None:
    log = log() if callable(log) else log
    table = locked_for_a_table()
    report = Report(teams=[], drivers=[], cars=[], source=Source(ruleset="rhad"))
    began = time.process_time()
    found = proof(table, report, log)
    assert time.process_time() - began < 5
    assert found.grade == "claimed"
    (finding,) = found.findings
    assert finding.entry == 0
    assert said in finding.sentence


def test_a_log_is_as_long_as_may_be_and_not_a_byte_longer_however_it_is_sent() -> None:
    longest = b"{" + b" " * (evidence.LONGEST_LOG - 1)
    for packed in (bytes, zlib.compress, gzip.compress):
        assert evidence.decompress_log(packed(longest)) == longest
        with pytest.raises(evidence.LogTooLong):
            evidence.decompress_log(packed(longest + b" "))
        assert evidence.decompress_log(packed(b"{")) == b"{"


def test_a_log_of_what_was_locked_before_or_of_another_edition_is_a_finding_about_the_whole() -> None:
    table = locked_for_a_table()
    own = played_at_a_table(table, "rhad")
    other = document(own)
    other["packet"]["teams"][0]["seats"].pop()
    later = {**document(own), "edition": 99}
    for log, message in (
        (other, "the log of another match than m1"),
        (later, "edition 99 of RHAD and this is edition"),
    ):
        (finding,) = proof(table, own.report, written(log)).findings
        assert (finding.entry, message in finding.sentence) == (0, True), finding


def test_a_log_that_names_no_ruleset_is_read_by_the_one_that_wrote_it() -> None:
    table = locked_for_a_table()
    own = played_at_a_table(table, "dethmatch")
    assert b'"ruleset"' not in own.log
    assert proof(table, dataclasses.replace(own.report, source=Source()), own.log).grade == "legal"


def test_a_log_of_no_known_ruleset_that_none_reads_is_called_that_and_no_other_books_log() -> None:
    table = locked_for_a_table()
    own = played_at_a_table(table, "dethmatch")
    broken = written({**document(own), "edition": 99})
    unnamed = dataclasses.replace(own.report, source=Source())
    for log in (broken, b"{}", own.log[:-9]):
        found = proof(table, unnamed, log)
        (finding,) = found.findings
        assert finding.sentence.startswith("No ruleset here reads it: name the one that wrote it in `source.ruleset`")
        assert (found.grade, finding.entry, found.ruleset) == ("claimed", 0, "")


@pytest.mark.parametrize("named_by", ["ruleset", "packet"])
def test_a_broken_log_is_judged_by_the_ruleset_that_the_source_names_or_whose_packet_it_names(named_by: str) -> None:
    table = locked_for_a_table()
    own = played_at_a_table(table, "dethmatch")
    source = Source(**{named_by: {"ruleset": "dethmatch", "packet": packet_digest(own.packet)}[named_by]})
    report = dataclasses.replace(own.report, source=source)
    found = proof(table, report, written({**document(own), "edition": 99}))
    (finding,) = found.findings
    assert "edition 99 of Dethmatch" in finding.sentence
    assert found.ruleset == "dethmatch"


def test_a_ruleset_that_cannot_play_the_match_does_not_stop_the_one_that_wrote_the_log() -> None:
    table = locked_for_a_table(heats=2)
    own = played_at_a_table(table, "dethmatch")
    assert proof(table, dataclasses.replace(own.report, source=Source()), own.log).grade == "legal"


# --------------------------------------------------------------------------------------------- the season's dice


def with_another_face(table: Table, played: AtATable) -> bytes:
    """The log of a match with one face altered that changes nothing in its report."""
    log, report = document(played), dataclasses.replace(played.report, source=Source())
    for path, thrown in log["faces"].items():
        faces = thrown.split()
        face, slash, sides = faces[0].partition("/")
        other = 1 + int(face) % int(sides or 6)
        changed = {**log, "faces": {**log["faces"], path: " ".join([f"{other}{slash}{sides}", *faces[1:]])}}
        if proof(table, report, written(changed)).grade == "legal":
            return written(changed)
    raise AssertionError("something comes of every face")


def test_a_log_that_is_the_seasons_but_for_one_face_tells_nothing_of_the_others() -> None:
    table = locked_for_a_table()
    seasons = played_by_the_season(table, "carcult")
    nearly = with_another_face(table, seasons)
    report = dataclasses.replace(seasons.report, source=Source())
    assert proof(table, report, nearly) == ReportEvidence("legal", own_dice=True)
    assert proof(table, report, seasons.log) == ReportEvidence("rerun")


def test_a_log_with_so_few_faces_that_they_could_be_guessed_is_not_compared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = locked_for_a_table()
    seasons = played_by_the_season(table, "rhad")
    monkeypatch.setattr(evidence, "LEAST_ENTROPY_BITS", 100_000)
    assert proof(table, seasons.report, seasons.log) == ReportEvidence("legal", own_dice=True)


def test_once_a_result_was_accepted_its_key_may_be_known_and_only_a_log_kept_here_is_the_seasons() -> None:
    table = locked_for_a_table()
    seasons = played_by_the_season(table, "rhad")
    report = msgspec.to_builtins(dataclasses.replace(seasons.report, source=Source()))
    table.give("accept_report", match="m1", report=report)
    amended(table, {number_of(table, "accept_report"): []})
    assert table.state.match("m1").step == "M4"
    assert proof(table, seasons.report, seasons.log) == ReportEvidence("legal", own_dice=True)
    with open_gate():
        MatchLog.objects.create(
            digest=log_digest(seasons.log),
            season=table.row,
            match_id="rust-belt/s1/m1",
            ruleset="rhad",
            edition=EDITION,
            packet=bodies.compress(packet_bytes(seasons.packet)),
            log=bodies.compress(seasons.log),
        )
    assert proof(table, seasons.report, seasons.log) == ReportEvidence("rerun")


def test_the_dice_of_another_match_or_season_are_not_the_seasons() -> None:
    table = locked_for_a_table()
    other = played_at_a_table(table, "rhad", secret=b"another season")
    assert proof(table, other.report, other.log) == ReportEvidence("legal", own_dice=True)


# --------------------------------------------------------------------------------------------------------- grades


def test_a_grade_is_as_good_as_one_demanded_if_it_stands_no_later() -> None:
    for place, grade in enumerate(EVIDENCE_GRADES):
        assert [meets_grade(grade, evidence_grade) for evidence_grade in EVIDENCE_GRADES] == [
            place <= other for other in range(len(EVIDENCE_GRADES))
        ]
        assert meets_grade(grade, "")
    assert meets_grade("", "")
    assert not meets_grade("", "claimed")
    assert not meets_grade("guessed", "claimed")
