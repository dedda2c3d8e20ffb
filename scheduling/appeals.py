"""Appeals: a team objects to a result that was accepted, and a commissioner answers.

An appeal changes no season. If it is upheld, a commissioner corrects the result by an ordinary amend.
Rules DM-C-090, HOUSE-006.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from django.conf import settings
from django.db import IntegrityError, transaction

from franchises.models import Franchise
from journal.input_validation import LONGEST_REASON
from league.access import NotYours, owns
from league.models import Appeal, Calendar, Entry, LineUp, Membership, Season
from league.queries.report_claims import accepted_report
from league.queries.rulings import arbiters
from rules.core.readable_text import is_readable
from rules.core.refusals import Malformed, Refusal
from scheduling.calendar import calendar_of
from scheduling.notices.mail import notify_and_mail

ANSWERED_ALONE_NOTE = "They answered alone, on their own match: the league has nobody else who could."
UPHELD, DISMISSED = Appeal.Answer.UPHELD, Appeal.Answer.DISMISSED


class NothingToAppeal(Refusal):
    """The match has no accepted result to appeal against."""


class AppealLate(Refusal):
    """The time to appeal against a result is over."""


class AppealedAlready(Refusal):
    """The team has already appealed against that result."""


class NoSuchAppeal(Refusal):
    """The season has no appeal with that number."""


class AppealAnswered(Refusal):
    """The appeal has already been upheld or dismissed."""


def appeal_deadline(calendar: Calendar, accepted_at: datetime) -> datetime | None:
    """The deadline for appeals against a result that was accepted then; None where the league has no appeals."""
    if not calendar.appeal_hours:
        return None
    return accepted_at + timedelta(hours=calendar.appeal_hours / settings.CLOCK_SPEED)


@transaction.atomic
def file_appeal(row: Season, *, match: str, side: str, member: Membership, said: str, at: datetime) -> Appeal:
    """Appeal for a team against the result of its match; the same text again is the same appeal.

    Raises `NotYours`, `NothingToAppeal`, `AppealLate`, `AppealedAlready`, or `Malformed` without a reason.
    """
    teams = match_teams(row, match)
    if side not in teams or not owns(member, side):
        raise NotYours(
            f"Only the owners of {' and '.join(sorted(teams)) or match} may appeal against the result of {match}."
        )
    said = _clean_reason(said, "An appeal")
    accepted = accepted_report(row.pk, match)
    if accepted is None:
        raise NothingToAppeal(f"{match} has no result yet: claim the report you stand by instead.")
    appeal = Appeal.objects.filter(season=row, entry=accepted.entry, side=side).first()
    if appeal is not None:
        if appeal.said == said:
            return appeal
        raise AppealedAlready(f"{side} appealed against that result before: wait for the answer.")
    accepted_at = Entry.objects.values_list("at", flat=True).get(season=row, number=accepted.entry)
    until = appeal_deadline(calendar_of(row.league_id), accepted_at)
    if row.step == "closed" or until is None or at > until:
        raise AppealLate(f"The time to appeal against the result of {match} is over: speak to a commissioner.")
    try:
        with transaction.atomic():
            appeal = Appeal.objects.create(
                season=row, match=match, entry=accepted.entry, side=side, actor=member.handle, said=said, at=at
            )
    except IntegrityError:
        raise AppealedAlready(f"{side} appealed against that result just now: wait for the answer.") from None
    notify_and_mail(
        arbiters(row.league_id, teams=teams, side=side),
        about="appealed",
        key=f"appealed/{row.pk}/{appeal.pk}",
        at=at,
        season=row,
        arguments={
            "match": match,
            "franchise": Franchise.objects.get(pk=f"{row.league_id}/{side}").name,
            "said": said,
        },
    )
    return appeal


@transaction.atomic
def answer_appeal(
    row: Season, number: int, answer: str, *, members: Collection[Membership], said: str, at: datetime
) -> Appeal:
    """Uphold or dismiss an appeal, with a reason; repeating the same answer changes nothing.

    Nobody answers an appeal about their own match while somebody else can; if nobody else can, the answer says that
    it was given alone. Raises `NoSuchAppeal`, `NotYours`, `AppealAnswered`, or `Malformed`.
    """
    appeal = Appeal.objects.select_for_update().filter(season=row, pk=number).first()
    if appeal is None:
        raise NoSuchAppeal("There is no such appeal in this season: look at those that wait.")
    if answer not in (UPHELD, DISMISSED):
        raise Malformed(f"An appeal is {UPHELD} or {DISMISSED}: answer one of them.").at("answer")
    said = _clean_reason(said, "An answer")
    teams = match_teams(row, appeal.match)
    by_id = {arbiter.pk: arbiter for arbiter in arbiters(row.league_id, teams=teams, side=appeal.side)}
    answerer = next((member for member in members if member.pk in by_id), None)
    if answerer is None:
        raise NotYours("That appeal is for somebody else to answer: a commissioner who has no team in the match.")
    if _has_team_in_match(answerer, teams):
        said = f"{said[: LONGEST_REASON - len(ANSWERED_ALONE_NOTE) - 1]} {ANSWERED_ALONE_NOTE}"
    if appeal.answer != Appeal.Answer.OPEN:
        if (appeal.answer, appeal.answered_by, appeal.answer_said) == (answer, answerer.handle, said):
            return appeal
        raise AppealAnswered(
            f"That appeal is already {appeal.get_answer_display().lower()}: there is nothing left to answer."
        )
    appeal.answer, appeal.answered_by, appeal.answered_at, appeal.answer_said = answer, answerer.handle, at, said
    appeal.save()
    notify_and_mail(
        Membership.objects.filter(handle=appeal.actor),
        about=f"appeal_{answer}",
        key=f"appeal_{answer}/{appeal.pk}",
        at=at,
        season=row,
        arguments={"match": appeal.match, "said": said},
    )
    return appeal


def match_teams(row: Season, match: str) -> frozenset[str]:
    """The franchises of a match by their short names; empty if there is no such match."""
    ids = LineUp.objects.filter(match_id=f"{row.pk}/{match}").values_list("franchise_id", flat=True)
    return frozenset(id.rsplit("/", 1)[-1] for id in ids)


def _has_team_in_match(member: Membership, teams: frozenset[str]) -> bool:
    return member.role == Membership.Role.COMMISSIONER and any(owns(member, team) for team in sorted(teams))


def _clean_reason(text: str, thing: str) -> str:
    text = text.strip()
    if not text or len(text) > LONGEST_REASON or not is_readable(text, line_breaks=True):
        raise Malformed(
            f"{thing} has a reason that everybody can read, of at most {LONGEST_REASON} characters: say why."
        ).at("reason")
    return text
