"""Serializers of claims, accepted results and appeals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet

from api.appeals.schemas import AppealOut
from api.reports.schemas import AcceptedOut, ClaimOut, DifferenceOut, FindingOut, HeatOut, ReportsOut, SaidOut
from journal.state import store
from league.models import Calendar, Match, ReportClaim, Season
from league.packet_statements import packet_statement_digest
from league.queries.report_claims import (
    CLAIMED_GRADE,
    agreed_claim,
    claim_differences,
    claim_rows_of,
    last_standing_claims,
    number_of,
    report_parts_of_match,
    standing_claims,
)
from league.queries.rulings import appeal_rows_against
from rules.campaign.match_day.reports import figures_digest
from scheduling.appeals import appeal_deadline
from scheduling.automatic_acceptance import accept_report_command
from scheduling.calendar import calendar_of
from scheduling.claims import ClaimResult
from scheduling.evidence import OWN_DICE_GRADE, standing_result
from sql.cached_sql import cached_sql

STEPS_BEFORE_LOCK = ("M2", "M3")
NO_CLAIM = ClaimResult(None)


def serialize_reports(
    row: Season, match: str, *, calendar: Calendar | None = None, claim_result: ClaimResult = NO_CLAIM
) -> ReportsOut | None:
    """The claims and the accepted result of a match; None if the season has no such match.

    `calendar` is the league's if the caller has read it already. `claim_result` is the outcome of a report that was
    just submitted, whose values save queries.
    """
    step = claim_result.step or next(iter(_match_steps(f"{row.pk}/{match}")), None)
    if step is None:
        return None
    claims = claim_result.claims or claim_rows_of(row.pk, match)
    packet, standing = _packet_and_claims(
        row, match, step, claims, locked=claim_result.claim.packet if claim_result.claim else ""
    )
    differences = claim_differences([claim.document for claim in standing]) if len(standing) > 1 else []
    accepted = (
        _serialize_accepted(row, match, calendar, claim_result)
        if step not in (*STEPS_BEFORE_LOCK, "M4", "void")
        else None
    )
    appeals = appeal_rows_against(row.pk, match) if accepted is not None else ()
    return ReportsOut(
        match=match,
        state=_reports_state(step, standing),
        packet=packet,
        claims=tuple(serialize_claim(claim, number=number_of(claim, claims)) for claim in standing),
        differences=tuple(
            DifferenceOut(
                part=difference.part,
                id=difference.who,
                field=difference.field,
                said=tuple(
                    SaidOut(side=claim.side, value=value)
                    for claim, value in zip(standing, difference.said, strict=True)
                ),
            )
            for difference in differences
        ),
        heats=tuple(
            HeatOut(side=part.side, heat=part.heat, at=part.at)
            for part in report_parts_of_match(row.pk, match, packet)
        )
        if step == "M4"
        else (),
        accepted=accepted,
        appeals=tuple(map(serialize_appeal, appeals)),
    )


def serialize_claim(claim: ReportClaim, *, number: int) -> ClaimOut:
    """A claim with its report. `number` counts the claims of the match from 1."""
    return ClaimOut(
        id=number,
        side=claim.side,
        at=claim.at,
        digest=claim.digest,
        evidence=claim.evidence or CLAIMED_GRADE,
        own_dice=claim.own_dice,
        findings=tuple(
            FindingOut(entry=finding["entry"], sentence=finding["sentence"]) for finding in claim.findings
        ),
        log=claim.log,
        report=claim.document,
    )


def serialize_appeal(appeal: Any) -> AppealOut:
    """An appeal, which comes from `appeals_of`, with its answer if it has one."""
    return AppealOut(
        id=appeal.number,
        match=appeal.match,
        entry=appeal.entry,
        side=appeal.side,
        said=appeal.said,
        at=appeal.at,
        answer=appeal.answer,
        answer_said=appeal.answer_said,
        answered_at=appeal.answered_at,
    )


@cached_sql
def _match_steps(match: str) -> QuerySet[Match, str]:
    return Match.objects.filter(pk=match).values_list("step", flat=True)


def _packet_and_claims(
    row: Season, match: str, step: str, claims: Sequence[ReportClaim], *, locked: str
) -> tuple[str, list[Any]]:
    """The digest of a packet and the claims about it: the locked packet at step M4, else that of the last claim."""
    if step != "M4":
        return (claims[-1].packet, last_standing_claims(claims)) if claims else ("", [])
    packet = locked or packet_statement_digest(row, store.load(row).season, match)
    return packet, standing_claims(claims, packet=packet)


def _reports_state(step: str, standing: Sequence[ReportClaim]) -> str:
    if step in STEPS_BEFORE_LOCK:
        return "early"
    if step != "M4":
        return "void" if step == "void" else "accepted"
    if not standing:
        return "awaited"
    if len({claim.digest for claim in standing}) > 1:
        return "disputed"
    return "agreed" if agreed_claim(standing) is not None else "claimed"


def _serialize_accepted(
    row: Season, match: str, calendar: Calendar | None, claim_result: ClaimResult
) -> AcceptedOut | None:
    if claim_result.entry is not None and claim_result.claim is not None:
        entry, digest, evidence, at = (
            claim_result.entry,
            claim_result.claim.digest,
            claim_result.evidence,
            claim_result.claim.at,
        )
    elif (stands := standing_result(row.pk, match)) is not None:
        digest = figures_digest(accept_report_command(stands.document, match=match).report)
        entry, evidence, at = stands.entry, stands.evidence, stands.at
    else:
        return None
    until = appeal_deadline(calendar or calendar_of(row.league_id), at)
    return AcceptedOut(
        entry=entry, digest=digest, evidence=evidence, own_dice=evidence == OWN_DICE_GRADE, at=at, appeals_until=until
    )
