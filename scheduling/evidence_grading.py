"""How well a report that a commissioner accepts is proven: the site fills this in, and refuses any other grade.

Rules DM-C-090, HOUSE-006.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet, Subquery

from journal import entry_body as bodies
from journal.state import store
from league.access import CLOCK
from league.models import Batch, Calendar, Entry, MatchLog, Membership, Report, Season
from league.packet_statements import packet_statement_digest
from league.queries.match_logs import accepted_log_digests, is_report_replaced
from league.queries.report_claims import CLAIMED_GRADE, claims_of, evidence_grade_of, standing_claims
from rules.campaign.core import state
from rules.campaign.core.command import Command
from rules.campaign.match_day.reports import AcceptReport, figures_digest
from rules.core.refusals import Refusal, refusals_at_place
from scheduling.evidence import meets_grade
from sql.cached_sql import cached_sql

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
        for result in _standing_results(_annotate_reports(Report.objects.filter(season_id=season_id)))
    }


@cached_sql
def _match_reports(match: str) -> QuerySet[Any]:
    return _annotate_reports(Report.objects.filter(match_id=match))


def _annotate_reports(reports: QuerySet[Report]) -> QuerySet[Any]:
    """Reports annotated with what their evidence is found by."""
    entries = Entry.objects.filter(season=OuterRef("season"), number=OuterRef("entry"))
    same = Report.objects.filter(match_id=OuterRef("match_id"))
    return reports.annotate(
        by_hand=is_report_replaced(Report.objects.filter(pk=OuterRef("pk"))),
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
