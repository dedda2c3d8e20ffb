"""Reports that the calendar accepts without a commissioner.

If a league's calendar allows it, a report is accepted when two teams agree on it, when the league's own program made
it, or when its log was played again with the season's own dice, unless somebody claims otherwise. Rules DM-C-090,
HOUSE-006.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import QuerySet

from journal import BatchResult
from journal.entry_recorder import Attribution
from journal.state.integrity import refuse_broken_journal
from journal.state.store import LoadedSeason
from journal.writer import write
from league.access import CLOCK
from league.models import Calendar, Membership, ReportClaim, Season
from league.packet_statements import packet_statement_digest
from league.queries.report_claims import agreed_claim, claims_of, evidence_grade_of, standing_claims
from rules.campaign.core import state
from rules.campaign.core.codec import command_from_document
from rules.campaign.core.command import Command
from rules.campaign.match_day.reports import AcceptReport
from rules.campaign.steward.unattended import CommandBatch, CommandSource
from scheduling.evidence import meets_grade
from scheduling.windows import is_paused
from sql.cached_sql import cached_sql, pad_ids

ACCEPTANCE_REASON = "Nobody claims otherwise: accepted as the calendar says."
"""The reason recorded for a report that was accepted automatically; everybody may read it (HOUSE-007)."""
PROGRAM_KEY_PREFIX = "api/"
"""The prefix of the keys of claims that programs make."""


def accept_report_command(document: object, *, match: str, evidence: str = "") -> AcceptReport:
    """The command that accepts a claimed report. Raises `Malformed`."""
    command: Command = command_from_document({"type": "accept_report", "match": match, "report": document})
    assert isinstance(command, AcceptReport)  # noqa: S101 - the tag says so
    return replace(command, evidence=evidence)


def next_acceptance_move(
    row: Season, season: state.Season, calendar: Calendar, *, at: datetime
) -> CommandBatch | None:
    """The move that accepts the first report undisputed for the calendar's hours; None if there is none."""
    if calendar.agreed_hours is None:
        return None
    for match in season.matches.values():
        if match.step != "M4" or match.ruleset:
            continue
        claims = list(claims_of(row.pk, match.id))
        if claims:
            standing = standing_claims(claims, packet=packet_statement_digest(row, season, match.id))
            if (command := _due_accept_command(calendar, season, match.id, standing, at=at)) is not None:
                return CommandBatch(by=CommandSource.COMMISSIONER, commands=(command,))
    return None


def claim_to_accept(
    calendar: Calendar, season: state.Season, match: str, standing: Sequence[ReportClaim]
) -> tuple[ReportClaim, str] | None:
    """The claim that the calendar accepts without a commissioner, with its evidence; None if there is none.

    Two teams agree on it, the league's own program made it, or its log was played again with the season's own dice;
    nobody claims otherwise, and its evidence is as good as the league demands.
    """
    if calendar.agreed_hours is None or len({claim.digest for claim in standing}) != 1:
        return None
    evidence = evidence_grade_of(standing, standing[0].digest)
    if not meets_grade(evidence, calendar.least_evidence):
        return None
    if (agreed := agreed_claim(standing)) is not None:
        return agreed, evidence
    for claim in standing:
        if claim.evidence == "rerun" or _is_league_program_claim(season, match, claim):
            return claim, evidence
    return None


def _due_accept_command(
    calendar: Calendar, season: state.Season, match: str, standing: Sequence[ReportClaim], *, at: datetime
) -> AcceptReport | None:
    found = claim_to_accept(calendar, season, match, standing)
    if found is None:
        return None
    patience = timedelta(hours=(calendar.agreed_hours or 0) / settings.CLOCK_SPEED)
    if max(claim.at for claim in standing) + patience > at:
        return None
    return accept_report_command(found[0].document, match=match, evidence=found[1])


def _is_league_program_claim(season: state.Season, match: str, claim: ReportClaim) -> bool:
    """Whether a program of the league made a claim: one run by a commissioner who has no team in the match."""
    if claim.side or not claim.key.startswith(PROGRAM_KEY_PREFIX):
        return False
    league = claim.season_id.split("/", 1)[0]
    teams = [f"{league}/{line_up.franchise}" for line_up in season.line_ups_of(match)]
    return not _owned_franchises(getattr(claim, "person", None) or 0, pad_ids(teams))


@cached_sql
def _owned_franchises(person: int, franchises: tuple[str, ...]) -> QuerySet[Membership, str | None]:
    """Those of the franchises that a person owns."""
    own = Membership.objects.filter(user_id=person, role=Membership.Role.OWNER, franchise_id__in=franchises)
    return own.values_list("franchise_id", flat=True)


def accept_at_once(
    row: Season,
    loaded: LoadedSeason,
    calendar: Calendar,
    match: str,
    standing: Sequence[ReportClaim],
    *,
    at: datetime,
    words: str = "",
) -> BatchResult | None:
    """Accept a report at once where the calendar sets no waiting time; None if it is not accepted now.

    `words` come from the member who made the claim: the calendar has none of its own.
    """
    if row.forked_from or calendar.agreed_hours != 0 or is_paused(calendar, loaded.season.step):
        return None
    command = _due_accept_command(calendar, loaded.season, match, standing, at=at)
    if command is None:
        return None
    at = refuse_broken_journal(row, at=at)
    key = f"agreed/{match}/{row.length}"
    return write(
        row, loaded, [command], signature=Attribution(CLOCK, reason=ACCEPTANCE_REASON), at=at, key=key, words=words
    )
