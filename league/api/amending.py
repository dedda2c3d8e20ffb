"""Amends: what was wrongly entered is put right by program, after a look at what follows from it."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view

from league.access import Viewer
from league.api.examples_founding import AMEND, AMEND_WAITS, AMENDED
from league.api.keyed import refuse_unless_keyed
from league.api.once import batch_key, once
from league.api.reading_amends import AMENDS_READ, amend_list
from league.api.receipts import receipt_told
from league.api.schema import KEYED, MOST_COMMANDS, asked, problems, told
from league.api.shapes.amending import AmendedOut, AmendIn, StandsOut
from league.api.sight import IF_MATCH, refuse_unless_as_tagged, season_at
from league.api.signing import commissioner_in
from league.api.strictly import commands_from, read_strictly
from league.clock.ruling import amend_or_ask
from league.journal import Typed, preview_amend
from league.journal.body import Amended, read
from league.journal.differences import told_of
from league.journal.followed import thrown_after
from league.journal.misread_dice import Misreading, misread_from
from league.journal.writable import refuse_improper_words
from league.models import Entry, Membership, Season
from rules.core.refusals import Malformed, refuse_any

CREATED, ACCEPTED = 201, 202
MOST_DIGITS = 9


@AMENDS_READ
@extend_schema(
    methods=["POST"],
    operation_id="amend",
    summary="Amend entries",
    description="Everything after them follows again, on the dice it had. Answers 202 where somebody else is asked.",
    parameters=[KEYED, IF_MATCH],
    request=asked(AmendIn, example=AMEND),
    responses={
        201: told(AmendedOut, "It is put right.", example=AMENDED),
        202: told(AmendedOut, "It waits for somebody's word.", example=AMEND_WAITS),
        **problems(400, 401, 403, 404, 406, 409, 412, 415, 422, 429),
    },
)
@api_view(["GET", "POST"])
def amends(request: Any, league: str, season: str) -> HttpResponse:
    """Read what was amended; or put other commands there, as a commissioner or the maker of a sandbox."""
    if request.method == "GET":
        return amend_list(request, league, season)
    row, viewer, member, sent = _asked(request, league, season)
    corrections, misread, at = _corrections(sent), _misread(sent), timezone.now()

    def made() -> tuple[int, msgspec.Struct]:
        refuse_unless_as_tagged(request, row, viewer)
        came = amend_or_ask(
            row,
            corrections,
            member=member,
            at=at,
            key=batch_key(request),
            reason=sent.reason,
            typed=_typed(sent, member),
            misread=misread,
            words=sent.words,
        )
        if came.ruling is not None:
            return ACCEPTED, AmendedOut(number=0, length=row.length, waits=came.said)
        entry = Entry.objects.select_related("season").get(season=row, number=came.number)
        return CREATED, msgspec.structs.replace(_told(row, came.number), receipt=receipt_told(entry, at=at))

    return once(request, made, at=at)


@extend_schema(
    operation_id="preview_amend",
    summary="See what an amend would come to",
    description="It shows no face that has not fallen, and is an entry that all can read; nothing else changes.",
    parameters=[KEYED, IF_MATCH],
    request=asked(AmendIn, example=AMEND),
    responses={
        201: told(AmendedOut, "What would follow, and what is in its way.", example=AMENDED),
        **problems(400, 401, 403, 404, 406, 409, 412, 415, 422, 429),
    },
)
@api_view(["POST"])
def amend_preview(request: Any, league: str, season: str) -> HttpResponse:
    """Preview an amend, as a commissioner."""
    row, viewer, member, sent = _asked(request, league, season)
    corrections, misread, at = _corrections(sent), _misread(sent), timezone.now()

    def previewed() -> tuple[int, msgspec.Struct]:
        refuse_unless_as_tagged(request, row, viewer)
        came = preview_amend(
            row.pk,
            corrections,
            actor=member.handle,
            at=at,
            key=batch_key(request),
            reason=sent.reason,
            typed=_typed(sent, member),
            misread=misread,
        )
        return CREATED, _told(row, came.number)

    return once(request, previewed, at=at)


def _asked(request: Any, league: str, season: str) -> tuple[Season, Viewer, Membership, AmendIn]:
    row, viewer = season_at(request, league, season)
    member = commissioner_in(request, row, viewer)
    refuse_unless_keyed(request)
    sent = read_strictly(AmendIn, request.data)
    refuse_improper_words(sent.words)
    return row, viewer, member, sent


def _corrections(sent: AmendIn) -> dict[int, list[dict[str, Any]]]:
    """The corrections by number.

    Raises `Malformed` for a number that is none, or for every correction that is too long, or all that is no command.
    """
    refuse_any(
        Malformed(f"A correction has at most {MOST_COMMANDS} commands, and this one {len(documents)}.").at(
            "corrections", number
        )
        for number, documents in sent.corrections.items()
        if len(documents) > MOST_COMMANDS
    )
    made: dict[int, list[dict[str, Any]]] = {}
    for number, documents in sent.corrections.items():
        if not (number.isascii() and number.isdecimal() and len(number) <= MOST_DIGITS) or int(number) in made:
            no = Malformed(f"{number[:40]!r} names no entry, or one twice: name each by its number, as in 812.")
            raise no.at("corrections", number)
        made[int(number)] = documents
    commands_from({f"/corrections/{number}": documents for number, documents in sent.corrections.items()})
    return made


def _misread(sent: AmendIn) -> list[Misreading]:
    """The misread dice. Raises `Malformed` for one that has no number, or is named twice."""
    return misread_from(msgspec.to_builtins(sent.misread))


def _typed(sent: AmendIn, member: Membership) -> Typed | None:
    return None if sent.typed is None else Typed(sent.typed.faces, typist=member.handle, witness=sent.typed.witness)


def _told(row: Season, number: int) -> AmendedOut:
    entry = Entry.objects.get(season=row, number=number)
    amended = read(entry.body).amended or Amended()
    stands = amended.stands()
    return AmendedOut(
        number=number,
        length=Season.objects.values_list("length", flat=True).get(pk=row.pk),
        stands=tuple(
            StandsOut(number=at, standing=each.standing, because=each.because) for at, each in sorted(stands.items())
        ),
        differences=tuple(told_of(each) for each in amended.differences),
        warnings=tuple(amended.warnings),
        obstacles=tuple(amended.obstacles),
        to_come=tuple(each.said() for each in amended.to_come),
        odds=tuple(each.said(plays=amended.plays) for each in amended.odds),
        thrown=(*amended.thrown, *thrown_after(row, number)),
        unapproved=amended.unapproved,
    )
