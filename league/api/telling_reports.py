"""What is claimed of a match, what stands, and appeals, as the API's shapes tell them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet

from league.api.shapes.reports import (
    AcceptedOut,
    AppealOut,
    ClaimOut,
    DifferenceOut,
    FindingOut,
    HeatOut,
    ReportsOut,
    SaidOut,
)
from league.clock.accepting import accepting
from league.clock.appeals import appeals_until
from league.clock.calendar import calendar_of
from league.clock.claiming import Claimed
from league.clock.proving import result_of
from league.evidence import OWN_DICE
from league.journal import store
from league.models import Calendar, Match, ReportClaim, Season
from league.packets import packet_of
from league.prepared import prepared
from league.queries.appeals import appeals_made
from league.queries.claims import (
    CLAIMED,
    agreed_claim,
    claims_made,
    differing,
    last_standing,
    number_of,
    parts_told,
    standing_claims,
)
from rules.campaign.match_day.report_acceptance import figures_digest

EARLY = ("M2", "M3")
NOTHING = Claimed(None)


def reports_told(
    row: Season, match: str, *, calendar: Calendar | None = None, came: Claimed = NOTHING
) -> ReportsOut | None:
    """Everything that is claimed of a match, and what stands; None where the season has no such match.

    `calendar` is that of the league where it was read already, and `came` what came of a report just now.
    """
    step = came.step or next(iter(_step(f"{row.pk}/{match}")), None)
    if step is None:
        return None
    claims = came.claims or claims_made(row.pk, match)
    packet, standing = _standing(row, match, step, claims, locked=came.claim.packet if came.claim else "")
    told = differing([each.document for each in standing]) if len(standing) > 1 else []
    accepted = _accepted(row, match, calendar, came) if step not in (*EARLY, "M4", "void") else None
    appeals = appeals_made(row.pk, match) if accepted is not None else ()
    return ReportsOut(
        match=match,
        state=_state(step, standing),
        packet=packet,
        claims=tuple(claim_told(each, number=number_of(each, claims)) for each in standing),
        differences=tuple(
            DifferenceOut(
                part=each.part,
                id=each.who,
                field=each.field,
                said=tuple(
                    SaidOut(side=claim.side, value=said) for claim, said in zip(standing, each.said, strict=True)
                ),
            )
            for each in told
        ),
        heats=tuple(HeatOut(side=each.side, heat=each.heat, at=each.at) for each in parts_told(row.pk, match, packet))
        if step == "M4"
        else (),
        accepted=accepted,
        appeals=tuple(map(appeal_told, appeals)),
    )


def claim_told(claim: ReportClaim, *, number: int) -> ClaimOut:
    """A claim with its report, by its number among those of its match."""
    return ClaimOut(
        id=number,
        side=claim.side,
        at=claim.at,
        digest=claim.digest,
        evidence=claim.evidence or CLAIMED,
        own_dice=claim.own_dice,
        findings=tuple(FindingOut(entry=each["entry"], sentence=each["sentence"]) for each in claim.findings),
        log=claim.log,
        report=claim.document,
    )


def appeal_told(appeal: Any) -> AppealOut:
    """An appeal as `appeals_of` has it, with its answer where it has one."""
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


@prepared
def _step(match: str) -> QuerySet[Match, str]:
    return Match.objects.filter(pk=match).values_list("step", flat=True)


def _standing(
    row: Season, match: str, step: str, claims: Sequence[ReportClaim], *, locked: str
) -> tuple[str, list[Any]]:
    """The digest of what is locked, or was when the match was claimed last, and the claims about that."""
    if step != "M4":
        return (claims[-1].packet, last_standing(claims)) if claims else ("", [])
    packet = locked or packet_of(row, store.load(row).season, match)
    return packet, standing_claims(claims, packet=packet)


def _state(step: str, standing: Sequence[ReportClaim]) -> str:
    if step in EARLY:
        return "early"
    if step != "M4":
        return "void" if step == "void" else "accepted"
    if not standing:
        return "awaited"
    if len({each.digest for each in standing}) > 1:
        return "disputed"
    return "agreed" if agreed_claim(standing) is not None else "claimed"


def _accepted(row: Season, match: str, calendar: Calendar | None, came: Claimed) -> AcceptedOut | None:
    if came.entry is not None and came.claim is not None:
        entry, digest, evidence, at = came.entry, came.claim.digest, came.evidence, came.claim.at
    elif (stands := result_of(row.pk, match)) is not None:
        digest = figures_digest(accepting(stands.document, match=match).report)
        entry, evidence, at = stands.entry, stands.evidence, stands.at
    else:
        return None
    until = appeals_until(calendar or calendar_of(row.league_id), at)
    return AcceptedOut(
        entry=entry, digest=digest, evidence=evidence, own_dice=evidence == OWN_DICE, at=at, appeals_until=until
    )
