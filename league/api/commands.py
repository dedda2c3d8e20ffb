"""Commands: every one of the registry at one address, given once under a key, or tried without one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from league.access import ReasonMissing, Viewer, refuse_unless_may_give_in
from league.api import examples
from league.api.keyed import refuse_unless_keyed
from league.api.once import batch_key, once
from league.api.problems import problem_of
from league.api.receipts import receipt_told
from league.api.schema import KEYED, MOST_COMMANDS, asked, problems, told
from league.api.shapes.journal import CommandsIn, EntryOut, GivenOut, TrialOut
from league.api.sight import IF_MATCH, refuse_unless_as_tagged, refuse_unless_tagged, refuse_unless_token, season_at
from league.api.signing import signing
from league.api.strictly import commands_from, faults_of_shape
from league.api.telling import entries_told, given_told
from league.api.telling_trials import trial_told
from league.clock.ruling import give_or_ask
from league.journal import Answer, Typed
from league.journal.visible_state import seen_by
from league.journal.writable import refuse_improper_words, refuse_unwritable
from league.models import Season
from league.pages.called import Names
from league.pages.desk.trial import trial
from league.queries.entries import chain
from rules.campaign.core.command import Command
from rules.core.refusals import Malformed, Refusal, refusals_at_place

CREATED, ACCEPTED = 201, 202


@extend_schema(
    operation_id="give_commands",
    summary="Give commands",
    description=(
        "All or none, with all that follows by itself; only what dice have fallen for stands whatever is refused "
        "after it (`left_out`). Answers 202 where somebody else is asked first."
    ),
    parameters=[KEYED, IF_MATCH],
    request=asked(CommandsIn, example=examples.COMMANDS),
    responses={
        201: told(GivenOut, "They were performed.", example=examples.GIVEN),
        202: told(GivenOut, "They wait for somebody's word.", example=examples.WAITS),
        **problems(400, 401, 403, 404, 406, 409, 412, 415, 422, 429),
    },
)
@api_view(["POST"])
def commands(request: Any, league: str, season: str) -> HttpResponse:
    """Give commands for one's franchise, or as the league's commissioner."""
    row, viewer = season_at(request, league, season)
    token = refuse_unless_token(request)
    refuse_unless_keyed(request)
    sent, asked_for = _read(request.data)
    member = signing(row, viewer, token, asked_for, on_behalf_of=sent.on_behalf_of)
    at = timezone.now()

    def given() -> tuple[int, msgspec.Struct]:
        typed = sent.typed
        refuse_unless_as_tagged(request, row, viewer)
        with _pointed_at():
            ruled = give_or_ask(
                row,
                None,
                asked_for,
                member=member,
                at=at,
                key=batch_key(request),
                on_behalf_of=sent.on_behalf_of,
                reason=sent.reason,
                seen=sent.seen,
                typed=None if typed is None else Typed(typed.faces, typist=member.handle, witness=typed.witness),
                words=sent.words,
            )
        if ruled.answer is None:
            return ACCEPTED, GivenOut(entries=(), length=row.length, waits=ruled.said)
        left_out, last = ruled.answer.left_out, ruled.answer.entries[-1].entry
        return CREATED, GivenOut(
            entries=_told(row, viewer, ruled.answer),
            length=max(each.number for each in ruled.answer.entries),
            left_out="" if left_out is None else left_out.sentence,
            receipt=receipt_told(last, at=at),
        )

    return once(request, given, at=at)


@extend_schema(
    operation_id="try_commands",
    summary="Try commands",
    description=(
        "What hangs on no die, the prices, and the throws with their odds; nothing changes, no face is told. They "
        "are played on the season as their sender may see it: what others named under seal is not in it."
    ),
    parameters=[IF_MATCH],
    request=asked(CommandsIn, example=examples.COMMANDS),
    responses={
        200: told(TrialOut, "What they would come to.", example=examples.TRIAL),
        **problems(400, 401, 403, 404, 406, 412, 415, 422, 429),
    },
)
@api_view(["POST"])
def trials(request: Any, league: str, season: str) -> Response:
    """Try commands that one may give."""
    row, viewer = season_at(request, league, season)
    token = refuse_unless_token(request)
    sent, asked_for = _read(request.data)
    member = signing(row, viewer, token, asked_for, on_behalf_of=sent.on_behalf_of)
    refuse_unless_tagged(request, row, viewer)
    signed = {"actor": member.handle, "on_behalf_of": sent.on_behalf_of, "reason": sent.reason}
    with _pointed_at():
        refuse_unwritable(asked_for)
        for place, each in enumerate(asked_for):
            with refusals_at_place(place):
                refuse_unless_may_give_in(row, each, **signed)
    now, reader = seen_by(row, viewer)
    tried = trial(now, asked_for, Names(row.pk), reader)
    return Response(trial_told(tried, None if tried.refused is None else problem_of(_pointing(tried.refused))))


def _told(row: Season, viewer: Viewer, answer: Answer) -> tuple[EntryOut, ...]:
    """What came of commands; as the journal tells it where some of it is sealed, or may have been amended since."""
    if not answer.repeated and not any(each.entry.seal for each in answer.entries):
        return given_told(answer.entries, Names(row.pk))
    numbers = [each.number for each in answer.entries]
    return entries_told(chain(row.pk, viewer).filter(number__in=numbers).order_by("number"), Names(row.pk))


def _read(sent: Any) -> tuple[CommandsIn, list[Command]]:
    """What was sent, and its commands. Raises all that is wrong with the shape of either at once, or `Malformed`."""
    listed = sent.get("commands") if isinstance(sent, dict) else None
    looked_at = listed if isinstance(listed, list) and len(listed) <= MOST_COMMANDS else []
    commands = commands_from({"/commands": looked_at}, beside=faults_of_shape(CommandsIn, sent))["/commands"]
    if not commands:
        raise Malformed(f"Send 1 to {MOST_COMMANDS} commands at a time: they are performed all or none.").at(
            "commands"
        )
    read = msgspec.convert(sent, CommandsIn)
    refuse_improper_words(read.words)
    return read, commands


@contextmanager
def _pointed_at() -> Iterator[None]:
    """Have what is refused meanwhile point at the command that it turned down, and within it."""
    try:
        yield
    except Refusal as no:
        raise _pointing(no) from None


def _pointing(no: Refusal) -> Refusal:
    """A refusal whose pointers are into a request of commands; a missing reason is the request's own."""
    if isinstance(no, ReasonMissing):
        return no.at("reason")
    if no.place is not None:
        for each in no.together or (no,):
            each.below(f"/commands/{no.place}")
    return no
