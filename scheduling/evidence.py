"""How well a claimed report is proven by the log that came with it.

The log is played again from the faces it holds, by the ruleset and edition it names and from what was locked for the
match; then its report is compared with the claimed one. Whether its faces are the season's own is answered only for
the whole log, and only if it has too many faces to be guessed (`docs/api/packets.md`).
Rules DM-C-090, DM-M-140.
"""

from __future__ import annotations

import hmac
import math
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields

from league.models import Entry, MatchLog, Season
from league.queries.match_dice import dice_of_match
from league.queries.season_leaves import DiceAwaited
from rules.campaign.core import state
from rules.campaign.core.command import tag_of
from rules.campaign.match_day.packet_builder import NotLocked, build_packet
from rules.campaign.match_day.reports import AcceptReport
from rules.campaign.match_day.resolution import acceptance_command
from rules.core.canonical_json import json_bytes
from rules.core.dice import BYTE_VALUES, Roll, Stream
from rules.core.refusals import Refusal
from rules.match.exhibition import ruleset_in
from rules.match.log_audit import LogAudit, LogFinding, audit_log
from rules.match.packet import Packet, packet_digest
from rules.match.registry import get_ruleset, rulesets
from rules.match.report import EVIDENCE, Report, Source
from rules.match.ruleset import log_digest

__all__ = [
    "EVIDENCE_GRADES",
    "LogFinding",
    "LogTooLong",
    "LogUnpacked",
    "ReportEvidence",
    "assess_report",
    "decompress_log",
    "meets_grade",
]

EVIDENCE_GRADES = EVIDENCE
"""How well a report may be proven, the best first: played here, played again with the season's own dice, a log in
which every order and shot is legal, agreed on by two teams, one side's word.
"""
OWN_DICE_GRADE = "legal"
"""The grade of a result whose log was played with dice that the reporter held themselves."""
LONGEST_LOG = 2_000_000
"""The most bytes of an unpacked log; that of a match of twelve cars is a fifteenth of this."""
LEAST_ENTROPY_BITS = 128
"""The least bits of chance in a log's faces for comparing it with the season's own dice: fewer could be guessed."""
ZLIB_OR_GZIP_WBITS = 32 + zlib.MAX_WBITS
"""Reads both zlib and gzip."""
UNREADABLE_LOG_MESSAGE = (
    "No ruleset here reads it: name the one that wrote it in `source.ruleset`, and hear what is wrong with it."
)
"""The message for a log that names no ruleset and that none can play."""
REPORT_LINE_KEYS: Mapping[str, str] = {
    "teams": "franchise",
    "drivers": "driver",
    "cars": "car",
    "substitutes": "driver",
}
"""The lists of a report, and the field that identifies each one's lines."""


class LogTooLong(Refusal):
    """The log is longer than the log of any match."""


class LogUnpacked(Refusal):
    """The log is neither a JSON object nor compressed by zlib or gzip, or is incomplete."""


@dataclass(frozen=True, slots=True)
class ReportEvidence:
    """How well a report is proven: one of `EVIDENCE_GRADES`, and whether the reporter held the dice themselves.

    `findings` say what is wrong with its log; `report_differs` names, by JSON pointers, where log and report differ:
    `/drivers/2/criticals: the log has 1, the report 3`. The report's source is compared with the log as well.
    `ruleset` is the one that played the log, whatever the result; empty where none could.
    """

    grade: str
    own_dice: bool = False
    findings: tuple[LogFinding, ...] = ()
    report_differs: tuple[str, ...] = ()
    ruleset: str = field(default="", compare=False)


def meets_grade(grade: str, demanded: str) -> bool:
    """Whether a grade is as good as the one demanded; "" demands nothing, and no grade is worse than any grade."""
    if not demanded:
        return True
    return grade in EVIDENCE_GRADES and EVIDENCE_GRADES.index(grade) <= EVIDENCE_GRADES.index(demanded)


def assess_report(row: Season, season: state.Season, match: str, report: Report, log: bytes | None) -> ReportEvidence:
    """How well a log proves a claimed report of a locked match: `rerun`, `legal` or `claimed`.

    `log` is a log as a ruleset writes it, which may also hold its `entries`, and may be compressed. Without one the
    report is `claimed`. Problems in the log are findings and raise nothing. Raises `NotLocked` unless the match
    awaits its report.
    """
    if log is None:
        return ReportEvidence("claimed")
    try:
        text = decompress_log(log)
        looked, played = _examine_log(season, match, report, text)
    except NotLocked:
        raise
    except Refusal as refusal:
        return ReportEvidence("claimed", findings=(LogFinding(0, refusal.sentence),))
    by = "" if played is None else played.ruleset
    if looked.resolution is None or played is None:
        return ReportEvidence("claimed", findings=looked.findings, ruleset=by)
    comes = acceptance_command(season, looked.resolution.report, match=match).report
    logs = (text, looked.resolution.log)
    if differs := (*_report_differences(report, comes), *_source_differences(report.source, played, logs)):
        return ReportEvidence("claimed", own_dice=True, report_differs=differs, ruleset=by)
    if _uses_season_dice(row, season, match, text, looked.rolls):
        return ReportEvidence("rerun", ruleset=by)
    return ReportEvidence("legal", own_dice=True, ruleset=by)


def decompress_log(log: bytes) -> bytes:
    """Unpack a log that was sent plain or compressed by zlib or gzip.

    Raises `LogTooLong`, having unpacked no more than a log may be long, or `LogUnpacked`.
    """
    text, complete = (log, True) if log[:1].isspace() or log[:1] in (b"{", b"[") else _decompress_bounded(log)
    if len(text) > LONGEST_LOG:
        raise LogTooLong(f"The log is longer than {LONGEST_LOG} bytes, and no match makes such a one: send its own.")
    if not text:
        raise LogUnpacked(
            "The log is neither a JSON object nor compressed by zlib or gzip: send it as its ruleset wrote it."
        )
    if not complete:
        raise LogUnpacked("The log breaks off before its end: send all of it.")
    return text


def _decompress_bounded(log: bytes) -> tuple[bytes, bool]:
    """Unpack at most one byte more than a log may have; also whether that was the whole stream."""
    unpacking = zlib.decompressobj(ZLIB_OR_GZIP_WBITS)
    try:
        return unpacking.decompress(log, LONGEST_LOG + 1), unpacking.eof
    except zlib.error:
        return b"", False


def _examine_log(season: state.Season, match: str, report: Report, log: bytes) -> tuple[LogAudit, Packet | None]:
    """Audit the log by the ruleset that it, the report's source or the match names; else by one that can read it.

    Also returns the packet it was played from, None if no ruleset could play it. If no ruleset is named, those that
    cannot play the match are skipped. A ruleset that rejects the log as a whole is skipped too, unless its packet is
    the one the report's source names: the log may be another ruleset's. Raises what `build_packet` raises, and
    `Malformed`.
    """
    name = ruleset_in(log) or report.source.ruleset or season.match(match).ruleset
    if name:
        played = build_packet(season, match, by=name)
        return audit_log(get_ruleset(name), played, log), played
    for ruleset in rulesets():
        try:
            played = build_packet(season, match, by=ruleset.name)
        except NotLocked:
            raise
        except Refusal:
            continue
        audit = audit_log(ruleset, played, log)
        if audit.resolution is not None or audit.findings[0].entry:
            return audit, played
        if report.source.packet and packet_digest(played) == report.source.packet:
            return audit, played
    return LogAudit(findings=(LogFinding(0, UNREADABLE_LOG_MESSAGE),)), None


# --------------------------------------------------------------------------------------------- whose dice they are


def _uses_season_dice(row: Season, season: state.Season, match: str, log: bytes, rolls: Sequence[Roll]) -> bool:
    """Whether a log's match was thrown with the season's own dice, and by nobody who could have known them.

    All faces are compared at once, and only if they hold too much chance to be guessed: neither the answer nor its
    timing reveals a single face. A log that was stored here is the season's own. Once a report of the match was
    accepted its key may have been published, so from then on only a stored log counts.
    """
    if MatchLog.objects.filter(pk=log_digest(log), match_id=f"{row.pk}/{match}").exists():
        return True
    if sum(len(roll.faces) * math.log2(roll.sides) for roll in rolls) < LEAST_ENTROPY_BITS:
        return False
    try:
        key = dice_of_match(row, match, words=season.match(match).words).key
    except DiceAwaited:
        return False
    streams: dict[str, Stream] = {}
    claimed, own = bytearray(), bytearray()
    for roll in rolls:
        stream = streams.get(roll.path)
        if stream is None:
            stream = streams[roll.path] = Stream(roll.path, key=key)
        claimed += bytes(face % BYTE_VALUES for face in roll.faces)
        own += bytes(stream.throw(roll.sides, "") % BYTE_VALUES for _ in roll.faces)
    return hmac.compare_digest(claimed, own) and not _was_ever_accepted(row, match)


def _was_ever_accepted(row: Season, match: str) -> bool:
    """Whether a report of the match was ever accepted, even if that was amended since."""
    entries = Entry.objects.filter(season=row, command=tag_of(AcceptReport))
    return any(match in subjects for subjects in entries.values_list("subjects", flat=True))


# --------------------------------------------------------------------------------------- how report and log differ


def _report_differences(report: Report, comes: Report) -> Iterator[str]:
    """Where a report differs from its log: a JSON pointer, and what each has. Sources are not compared."""
    for part, known_by in REPORT_LINE_KEYS.items():
        lines, own = getattr(report, part), {getattr(line, known_by): line for line in getattr(comes, part)}
        for number, line in enumerate(lines):
            if (played := own.pop(getattr(line, known_by), None)) is None:
                yield f"/{part}/{number}: the log has no {getattr(line, known_by)}"
                continue
            for figure in fields(line):
                claimed, logged = _as_json(getattr(line, figure.name)), _as_json(getattr(played, figure.name))
                if claimed != logged:
                    yield f"/{part}/{number}/{figure.name}: the log has {logged}, the report {claimed}"
        yield from (f"/{part}: the log has {missing} too" for missing in sorted(own))


def _source_differences(source: Source, played: Packet, logs: Sequence[bytes]) -> Iterator[str]:
    """Where a report's source differs from its log: a pointer, and what each has.

    `logs` are the log as it was sent and as its match writes it, without `entries`. What a source leaves out is no
    contradiction, and neither is the seed, which no log contains.
    """
    own: Mapping[str, Sequence[str]] = {
        "ruleset": (played.ruleset,),
        "version": (str(played.edition),),
        "log_digest": [log_digest(log) for log in logs],
        "packet": (packet_digest(played),),
    }
    for name, known in own.items():
        if (claimed := getattr(source, name)) and claimed not in known:
            yield f"/source/{name}: the log has {_as_json(known[0])}, the report {_as_json(claimed)}"


def _as_json(value: object) -> str:
    """A value as JSON, lists sorted."""
    return json_bytes(sorted(value) if isinstance(value, list) else value).decode()
