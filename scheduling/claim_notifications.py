"""Who is notified of a claim: the match's other owners, commissioners once all agree or any differ, and webhooks."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings

from league.models import Calendar, ReportClaim, Season
from league.queries.report_claims import agreed_claim
from league.queries.webhooks import any_active_webhook
from rules.campaign.core import state
from scheduling.automatic_acceptance import claim_to_accept
from scheduling.calendar import time_arguments
from scheduling.notices import inbox, texts
from scheduling.notices.mail import notify_and_mail
from webhooks.publisher import publish_claim


def notify_of_claim(
    row: Season,
    season: state.Season,
    claim: ReportClaim,
    standing: Sequence[ReportClaim],
    calendar: Calendar,
    *,
    at: datetime,
) -> None:
    """Notify the owners of the other teams and, once all agree or any differ, the commissioners."""
    disputed = len({other.digest for other in standing}) > 1
    if not row.forked_from and any_active_webhook(row.league_id):
        teams = [line_up.franchise for line_up in season.line_ups_of(claim.match)]
        publish_claim(
            season=row, match=claim.match, side=claim.side, claim=claim.pk, teams=teams, disputed=disputed, at=at
        )
    arguments = {"match": claim.match, "step": "M4"}
    opponents = [line_up.franchise for line_up in season.line_ups_of(claim.match) if line_up.franchise != claim.side]
    if agreed_claim(standing) is not None:
        inbox.withdraw_report_requests(row, claim.match, at=at)
        then = {"then": "accept it, or rule differently"}
        if claim_to_accept(calendar, season, claim.match, standing) is not None:
            due = at + timedelta(hours=(calendar.agreed_hours or 0) / settings.CLOCK_SPEED)
            then = time_arguments(calendar, due, "then")
            then["then"] = f"{texts.ACCEPTED_THEN} {then['then']}"
        notify_and_mail(
            inbox.league_commissioners(row.league_id),
            about="report_agreed",
            key=f"report_agreed/{row.pk}/{claim.pk}",
            at=at,
            season=row,
            arguments={**arguments, **then},
        )
    else:
        claimed = {other.side for other in standing if other.digest == claim.digest}
        silent = [franchise for franchise in opponents if franchise not in claimed]
        person: Any = next(getattr(other, "person", 0) for other in standing if other.pk == claim.pk)
        notify_and_mail(
            [owner for owner in inbox.franchise_owners(row.league_id, silent) if owner.user_id != person],
            about="report_claimed",
            key=f"report_claimed/{row.pk}/{claim.pk}",
            at=at,
            season=row,
            arguments=arguments,
        )
    if disputed:
        notify_and_mail(
            inbox.league_commissioners(row.league_id),
            about="report_disputed",
            key=f"report_disputed/{row.pk}/{claim.match}/{claim.packet[:16]}",
            at=at,
            season=row,
            arguments=arguments,
        )
