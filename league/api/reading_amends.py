"""What is read of amends: what was put right, what was taken back, and what followed from it."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from league.access import Viewer
from league.api.addresses import season_address
from league.api.examples_reading import example_of
from league.api.querying import LARGEST, LINE_LIMIT, TAGGED, line_limit, number_asked, whole_number
from league.api.schema import problems, told
from league.api.shapes.amends import AmendLineOut, AmendOut, AmendsOut, ChangeOut, CorrectionOut, RetoldOut
from league.api.sight import season_at, unless_known
from league.api.telling import misread_die_told, roll_told
from league.journal import body as bodies
from league.journal.body import Amended, Retelling
from league.journal.differences import told_of
from league.journal.followed import thrown_after
from league.journal.misread_dice import misread_in
from league.journal.timeline import AMENDS
from league.models import Season
from league.pages.amends import amend_told, entries_amended, itself_and_before, outline, stood_before
from league.queries.entries import given

AFTER_AMEND = number_asked("after", "Amends after that entry.", otherwise=0)
AMENDS_READ = extend_schema(
    methods=["GET"],
    operation_id="amends",
    summary="The amends of a season",
    description=f"Previews are among them. {TAGGED}",
    parameters=[AFTER_AMEND, LINE_LIMIT],
    responses={
        200: told(AmendsOut, "The oldest first.", example=example_of("amends")),
        **problems(401, 403, 404, 406, 429),
    },
)
"""How the document tells of reading them, beside the amending of entries at the same address."""


def amend_list(request: Any, league: str, season: str) -> Response:
    """The amends of a season, previews among them."""
    row, viewer = season_at(request, league, season)
    after, limit = whole_number(request, "after", most=LARGEST), line_limit(request)

    def made() -> AmendsOut:
        fetched = list(given(row.pk, viewer, AMENDS).filter(number__gt=after).order_by("number")[: limit + 1])
        shown = tuple(_line(each) for each in fetched[:limit])
        return AmendsOut(season=row.pk, amends=shown, next=shown[-1].number if len(fetched) > limit else None)

    return unless_known(request, row, viewer, made, of=f"amends {after} {limit}")


@extend_schema(
    operation_id="amended",
    summary="What an amend came to",
    description=f"A preview is told alike, and changed nothing. {TAGGED}",
    responses={
        200: told(AmendOut, "What it put right, and all that followed.", example=example_of("amended")),
        **problems(401, 403, 404, 406, 429),
    },
)
@api_view(["GET"])
def amended(request: Any, league: str, season: str, number: int) -> Response:
    """One amend of a season by the number of its entry."""
    row, viewer = season_at(request, league, season)
    return unless_known(request, row, viewer, lambda: _amend(row, viewer, number), of=f"amend {number}")


def _amend(row: Season, viewer: Viewer, number: int) -> AmendOut:
    entries: list[Any] = itself_and_before(row, viewer, number)
    if not entries:
        raise Http404(
            f"Entry {number} of {row.pk} is no amend and no preview of one: see {season_address(row.pk, 'amends')}."
        )
    body = bodies.read(entries[0].read_body)
    came = body.amended or Amended()
    corrections = {int(at): documents for at, documents in body.command["corrections"].items()}
    stood = stood_before(entries[1:])
    own = {
        at: bodies.read(each.read_body).command
        for at, each in entries_amended(row, viewer, corrections).items()
        if each.may_read
    }
    return AmendOut(
        season=row.pk,
        amend=_line(entries[0]),
        corrections=tuple(
            CorrectionOut(
                number=at,
                was=tuple(stood[at]) if at in stood else (own[at],) if at in own else None,
                now=tuple(documents),
                taken_back=at in own and list(documents) == [own[at]],
            )
            for at, documents in sorted(corrections.items())
        ),
        stands=tuple(_retold(at, each) for at, each in sorted(came.stands().items())),
        differences=tuple(
            ChangeOut(
                about=each.about,
                subject=each.subject,
                what=each.what,
                was=each.was,
                now=each.now,
                words=told_of(each),
            )
            for each in came.differences
        ),
        warnings=tuple(came.warnings),
        obstacles=tuple(came.obstacles),
        to_come=tuple(each.said() for each in came.to_come),
        odds=tuple(each.said(plays=came.plays) for each in came.odds),
        thrown=(*came.thrown, *thrown_after(row, number)),
        misread=tuple(map(misread_die_told, misread_in(body.command))),
        unapproved=came.unapproved,
        approved_by=body.approved_by,
    )


def _line(entry: Any) -> AmendLineOut:
    said = outline(entry)
    line = amend_told(entry, said)
    return AmendLineOut(
        number=line.number,
        saved=line.saved,
        at=line.at,
        actor=entry.read_actor,
        reason=line.reason,
        corrects=tuple(sorted(map(int, said.command["corrections"]))),
        different=line.different,
        refused=line.refused,
        followed=line.followed,
        warnings=line.warnings,
    )


def _retold(number: int, stands: Retelling) -> RetoldOut:
    return RetoldOut(
        number=number,
        standing=stands.standing,
        since=stands.since,
        because=stands.because,
        commands=tuple(stands.commands),
        rolls=tuple(map(roll_told, stands.thrown())),
    )
