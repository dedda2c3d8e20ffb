"""Reports as the teams claim them, before one is accepted: made, told to the other side, and taken where all agree.

A claim changes no season. Where the league's calendar says so, the clock accepts a report that the teams agree on;
else, and wherever they differ, the commissioner does. Who runs two teams does not agree with himself.
Rules DM-C-090, HOUSE-006.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction

from league.access import NotYours, owns
from league.clock import mail, notices
from league.clock.calendar import calendar_of, told_time
from league.journal import store
from league.models import Calendar, Membership, ReportClaim, Season
from league.queries.claims import agreed_claim, claim_under, claims_of, standing_claims
from rules.campaign import state
from rules.campaign.codec import command_from
from rules.campaign.command import Command
from rules.campaign.packet import packet
from rules.campaign.report_checks import refuse_false
from rules.campaign.reporting import AcceptReport, report_digest
from rules.campaign.unattended import By, Move
from rules.canonical import plain
from rules.packed import packet_digest
from rules.refusal import Refusal
from rules.report import Report


class ClaimKeyReused(Refusal):
    """Another report was claimed under that key before."""


class PlayedHere(Refusal):
    """A ruleset resolves the match, and nobody claims what came of it."""


def packet_of(season: state.Season, match: str) -> str:
    """The digest of what is locked for a match. Raises `NotLocked` unless it awaits its report."""
    return packet_digest(packet(season, match))


@transaction.atomic
def claim_report(
    season_id: str, *, match: str, side: str, report: Report, member: Membership, key: str, at: datetime
) -> ReportClaim:
    """Claim what came of a match for a team, or for the commissioner where `side` is empty.

    The same again under the same key does nothing more. The other side is told of it, and the commissioners once all
    agree. Raises `NotYours`, `NotLocked`, `PlayedHere`, `ClaimKeyReused`, or what `AcceptReport` would raise of such
    a report.
    """
    row = Season.objects.select_related("league").get(pk=season_id)
    season = store.load(row).season
    digest = report_digest(report)
    if (made := claim_under(season_id, key)) is not None:
        if (made.match, made.side, made.digest) != (match, side, digest):
            raise ClaimKeyReused("That form was sent before with another report: open the match's report again.")
        return made
    if season.match(match).ruleset:
        raise PlayedHere(f"{match} is played here from its line-ups: nobody reports it, so wait for its result.")
    locked_as = packet_of(season, match)
    _refuse_stranger(season, match, side, member)
    refuse_false(season, season.match(match), report)
    claim = ReportClaim.objects.create(
        season=row,
        match=match,
        side=side,
        packet=locked_as,
        digest=digest,
        document=plain(report),
        actor=member.handle,
        at=at,
        key=key,
    )
    _tell(row, season, claim, at=at)
    return claim


def accepting(document: object, *, match: str) -> AcceptReport:
    """The command that accepts a claimed report. Raises `Malformed`."""
    made: Command = command_from({"type": "accept_report", "match": match, "report": document})
    assert isinstance(made, AcceptReport)  # noqa: S101 - the tag says so
    return made


def agreed_move(row: Season, season: state.Season, calendar: Calendar, *, at: datetime) -> Move | None:
    """The acceptance of the first report that teams have agreed on for as long as the calendar asks; None of none."""
    if calendar.agreed_hours is None:
        return None
    patience = timedelta(hours=calendar.agreed_hours / settings.CLOCK_SPEED)
    for match in season.matches.values():
        if match.step != "M4" or match.ruleset:
            continue
        standing = standing_claims(claims_of(row.pk, match.id), packet=packet_of(season, match.id))
        agreed = agreed_claim(standing)
        if agreed is not None and max(each.at for each in standing) + patience <= at:
            return Move(by=By.COMMISSIONER, commands=(accepting(agreed.document, match=match.id),))
    return None


def _refuse_stranger(season: state.Season, match: str, side: str, member: Membership) -> None:
    if not side:
        if member.role != Membership.Role.COMMISSIONER:
            raise NotYours("That is for the league's commissioners: claim the report for your own franchise.")
        return
    season.line_up(match, side)
    if not owns(member, side):
        raise NotYours(f"{side} is not yours: its owner claims its report.")


def _tell(row: Season, season: state.Season, claim: ReportClaim, *, at: datetime) -> None:
    """Tell the owners of the other teams; once all agree, the commissioners."""
    standing = standing_claims(claims_of(row.pk, claim.match), packet=claim.packet)
    arguments = {"match": claim.match, "step": "M4"}
    others = [each.franchise for each in season.line_ups_of(claim.match) if each.franchise != claim.side]
    told = 0
    if agreed_claim(standing) is not None:
        calendar = calendar_of(row.league_id)
        then = "accept it, or rule otherwise"
        if calendar.agreed_hours is not None:
            due = at + timedelta(hours=calendar.agreed_hours / settings.CLOCK_SPEED)
            then = f"it is accepted by itself {told_time(calendar, due)}"
        told += notices.tell(
            notices.commissioners(row.league_id),
            about="report_agreed",
            key=f"report_agreed/{row.pk}/{claim.pk}",
            at=at,
            season=row,
            arguments={**arguments, "then": then},
        )
    else:
        claimed = {each.side for each in standing if each.digest == claim.digest}
        person: Any = next(getattr(each, "person", 0) for each in standing if each.pk == claim.pk)
        told += notices.tell(
            notices.owners(row.league_id, [each for each in others if each not in claimed]).exclude(user_id=person),
            about="report_claimed",
            key=f"report_claimed/{row.pk}/{claim.pk}",
            at=at,
            season=row,
            arguments=arguments,
        )
    if told:
        mail.ask(at=at)
