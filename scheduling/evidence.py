"""How well a report is proven: by the log that came with it, and by what the site knows when it is accepted.

The log is played again from the faces it holds, by the ruleset and edition it names and from what was locked for the
match; then its report is compared with the claimed one. Whether its faces are the season's own is answered only for
the whole log, and only if it has too many faces to be guessed (`docs/api/packets.md`).

Rules DM-C-090, DM-M-140, HOUSE-006.
"""

from __future__ import annotations

import hmac
import math
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet, Subquery

from journal import entry_body as bodies
from journal.state import store
from league.access import CLOCK
from league.models import Batch, Calendar, Entry, MatchLog, Membership, Season
from league.models import Report as ReportRow
from league.packet_statements import packet_statement_digest
from league.queries.dice_keys import dice_of_match
from league.queries.matches import accepted_log_digests, is_report_replaced
from league.queries.report_claims import CLAIMED_GRADE, claims_of, evidence_grade_of, standing_claims
from league.queries.season_leaves import DiceAwaited
from rules.campaign.core import state
from rules.campaign.core.command import Command, tag_of
from rules.campaign.match_day.packet_builder import NotLocked, build_packet
from rules.campaign.match_day.reports import AcceptReport, figures_digest
from rules.campaign.match_day.resolution import acceptance_command
from rules.core.canonical_json import json_bytes
from rules.core.dice import BYTE_VALUES, Roll, Stream
from rules.core.refusals import Refusal, refusals_at_place
from rules.match.exhibition import ruleset_in
from rules.match.log_audit import LogAudit, LogFinding, audit_log
from rules.match.packet import Packet, packet_digest
from rules.match.registry import get_ruleset, rulesets
from rules.match.report import EVIDENCE, Report, Source
from rules.match.ruleset import log_digest
from sql.cached_sql import cached_sql

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


RUN_HERE, ACCEPT_COMMAND = "run_here", "accept_report"
GRADE_TEXTS = {
    "run_here": "run here",
    "rerun": "its log played again with the season's own dice",
    "legal": "a legal log of it",
    "attested": "two teams that claim the same",
    "claimed": "somebody's claim",
}
"""What a league demands, by grade."""


class EvidenceUntrue(Refusal):
    """The stated grade of evidence is not the one that the report has."""


class EvidenceTooWeak(Refusal):
    """The report has weaker evidence than the league requires."""


def with_evidence(
    row: Season,
    season: state.Season | None,
    commands: Sequence[Command],
    *,
    member: Membership,
    key: str,
    reason: str,
) -> list[Command]:
    """The commands, with the evidence of every accepted report filled in from the claims of its match.

    What was given under that key before keeps its evidence. Without a `season` it is loaded if there are any claims.
    Raises `EvidenceUntrue`, or `EvidenceTooWeak` for a report that a commissioner accepts without a reason.
    """
    graded = list(commands)
    for place, command in enumerate(graded):
        if isinstance(command, AcceptReport):
            with refusals_at_place(place):
                graded[place] = _grade_command(row, season, command, member=member, key=key, reason=reason)
    return graded


@dataclass(frozen=True, slots=True)
class StandingResult:
    """A standing result: its match, the entry that accepted it and when, its report, and its evidence."""

    match: str
    entry: int
    at: datetime
    document: Any
    evidence: str


def standing_result(season_id: str, match: str) -> StandingResult | None:
    """The result of a match as it stands after any amends, by the match's short id; None while there is none."""
    return next(_standing_results(_match_reports(f"{season_id}/{match}")), None)


def evidence_by_match(season_id: str) -> dict[str, str]:
    """How well each standing result of a season is proven, by its match's short id."""
    return {
        result.match: result.evidence
        for result in _standing_results(_annotate_reports(ReportRow.objects.filter(season_id=season_id)))
    }


@cached_sql
def _match_reports(match: str) -> QuerySet[Any]:
    return _annotate_reports(ReportRow.objects.filter(match_id=match))


def _annotate_reports(reports: QuerySet[ReportRow]) -> QuerySet[Any]:
    """Reports annotated with what their evidence is found by."""
    entries = Entry.objects.filter(season=OuterRef("season"), number=OuterRef("entry"))
    same = ReportRow.objects.filter(match_id=OuterRef("match_id"))
    return reports.annotate(
        by_hand=is_report_replaced(ReportRow.objects.filter(pk=OuterRef("pk"))),
        by_log=Exists(
            MatchLog.objects.filter(match_id=OuterRef("match_id"), pk=Subquery(accepted_log_digests(same)[:1]))
        ),
        actor=Subquery(entries.values("actor")[:1]),
        accepted_at=Subquery(entries.values("at")[:1]),
        body=Subquery(entries.values("body")[:1]),
    ).order_by("pk")


def _standing_results(results: Iterable[Any]) -> Iterator[StandingResult]:
    """Results with their evidence; one that an amend replaced is merely `claimed`."""
    for result in results:
        evidence = CLAIMED_GRADE
        if not result.by_hand:
            run_here = result.by_log and result.actor == CLOCK
            evidence = (
                RUN_HERE if run_here else bodies.load_body(result.body).command.get("evidence") or CLAIMED_GRADE
            )
        yield StandingResult(
            result.match_id.rsplit("/", 1)[-1], result.entry, result.accepted_at, result.document, evidence
        )


def refuse_added_evidence(row: Season, corrections: Mapping[int, Sequence[dict[str, Any]]]) -> None:
    """Raise `EvidenceUntrue` for an amend that adds evidence to a report."""
    for number, documents in corrections.items():
        for document in documents:
            if (
                document.get("type") == ACCEPT_COMMAND
                and document.get("evidence")
                and not _is_unchanged(row, number, document)
            ):
                raise EvidenceUntrue("An amend gives no evidence of its own: leave `evidence` out of the report.")


def _grade_command(
    row: Season, season: state.Season | None, command: AcceptReport, *, member: Membership, key: str, reason: str
) -> AcceptReport:
    claims = list(claims_of(row.pk, command.match))
    found = ""
    if claims:
        if (before := _earlier_evidence(row, key)) is not None:
            return replace(command, evidence=before.get(command.match, ""))
        season = season or store.load(row).season
        match = season.matches.get(command.match)
        if match is not None and match.step == "M4":
            standing = standing_claims(claims, packet=packet_statement_digest(row, season, command.match))
            found = evidence_grade_of(standing, figures_digest(command.report))
    if command.evidence not in ("", found):
        raise EvidenceUntrue(
            f"{command.match} is not proven by {command.evidence[:40]!r} but {found or CLAIMED_GRADE}: leave "
            "`evidence` out."
        )
    calendar: Calendar | None = getattr(member.league, "calendar", None)
    demanded = "" if calendar is None or row.forked_from else calendar.least_evidence
    if not reason.strip() and not meets_grade(found or CLAIMED_GRADE, demanded):
        raise EvidenceTooWeak(
            f"The league asks for {GRADE_TEXTS[demanded]} at least, and {command.match} has "
            f"{GRADE_TEXTS[found or CLAIMED_GRADE]}: "
            "wait for better evidence, or give a reason for accepting it anyway."
        )
    return replace(command, evidence=found)


def _earlier_evidence(row: Season, key: str) -> dict[str, str] | None:
    """The evidence of the reports accepted under a key, by match; None where the key is new."""
    batch = Batch.objects.filter(season=row, key=key).first()
    if batch is None:
        return None
    entries = Entry.objects.filter(
        season=row, number__gte=batch.first, number__lte=batch.last, command=ACCEPT_COMMAND
    )
    commands = [bodies.load_body(text).command for text in entries.values_list("body", flat=True)]
    return {command["match"]: command.get("evidence", "") for command in commands}


def _is_unchanged(row: Season, number: int, document: Mapping[str, Any]) -> bool:
    """Whether the entry accepted this same report with this same evidence."""
    text = (
        Entry.objects.filter(season=row, number=number, command=ACCEPT_COMMAND).values_list("body", flat=True).first()
    )
    return text is not None and bodies.load_body(text).command == document
