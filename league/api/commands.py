"""Commands: every one of the registry at one address, given once under a key, or tried without one."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from league.access import Viewer, refuse_unless_may_give_in
from league.api import examples
from league.api.once import batch_key, once
from league.api.problems import ScopeMissing
from league.api.rendering import read_as
from league.api.schema import KEYED, asked, problems, told
from league.api.shapes.journal import CommandsIn, EntryOut, GivenOut, ThrowOut, TrialOut
from league.api.sight import IF_MATCH, refuse_unless_as_tagged, refuse_unless_token, season_at
from league.api.telling import entries_told, given_told
from league.clock.ruling import give_or_ask
from league.journal import Answer, Typed, store
from league.models import AccessToken, Membership, Season
from league.pages.desk.trial import trial
from league.pages.routes import local
from league.pages.telling import Names
from league.queries.entries import chain
from league.sandboxes import maker_in
from league.tokens import COMMISSION, act_for, may_play
from rules.campaign.codec import command_from
from rules.campaign.command import Command, Giver, command_type, tag_of
from rules.refusal import Malformed

CREATED, ACCEPTED = 201, 202
MOST_COMMANDS = 100


@extend_schema(
    operation_id="give_commands",
    summary="Give commands",
    description="All or none, with all that follows by itself. Answers 202 where somebody else is asked first.",
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
    sent = read_as(CommandsIn, request.data)
    asked_for = _read(sent)
    member = _signing(row, viewer, token, asked_for, on_behalf_of=sent.on_behalf_of)
    at = timezone.now()

    def given() -> tuple[int, msgspec.Struct]:
        typed = sent.typed
        refuse_unless_as_tagged(request, row, viewer)
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
        )
        if ruled.answer is None:
            return ACCEPTED, GivenOut(entries=(), length=row.length, waits=ruled.said)
        return CREATED, GivenOut(
            entries=_told(row, viewer, ruled.answer), length=max(each.number for each in ruled.answer.entries)
        )

    return once(request, given, at=at)


@extend_schema(
    operation_id="try_commands",
    summary="Try commands",
    description="What commands would come to as far as it hangs on no die; nothing changes, and no face is told.",
    request=asked(CommandsIn, example=examples.COMMANDS),
    responses={
        200: told(TrialOut, "What they would come to.", example=examples.TRIAL),
        **problems(400, 401, 403, 404, 406, 415, 422, 429),
    },
)
@api_view(["POST"])
def trials(request: Any, league: str, season: str) -> Response:
    """Try commands that one may give."""
    row, viewer = season_at(request, league, season)
    token = refuse_unless_token(request)
    sent = read_as(CommandsIn, request.data)
    asked_for = _read(sent)
    member = _signing(row, viewer, token, asked_for, on_behalf_of=sent.on_behalf_of)
    for each in asked_for:
        refuse_unless_may_give_in(row, each, actor=member.handle, on_behalf_of=sent.on_behalf_of, reason=sent.reason)
    tried = trial(store.load(row).season, asked_for, Names(row.pk))
    return Response(
        TrialOut(
            facts=tuple(each.sentence for each in tried.told),
            throws=tuple(ThrowOut(dice=each.dice, why=each.why) for each in tried.throws),
            refusal=tried.refusal,
            opens_seal=tried.opens,
        )
    )


def _told(row: Season, viewer: Viewer, answer: Answer) -> tuple[EntryOut, ...]:
    """What came of commands; as the journal tells it where some of it is sealed, or may have been amended since."""
    if not answer.repeated and not any(each.entry.seal for each in answer.entries):
        return given_told(answer.entries, Names(row.pk))
    numbers = [each.number for each in answer.entries]
    return entries_told(chain(row.pk, viewer).filter(number__in=numbers).order_by("number"), Names(row.pk))


def _read(sent: CommandsIn) -> list[Command]:
    if not 1 <= len(sent.commands) <= MOST_COMMANDS:
        raise Malformed(f"Send 1 to {MOST_COMMANDS} commands at a time: they are performed all or none.")
    return [command_from(each) for each in sent.commands]


def _signing(
    row: Season, viewer: Viewer, token: AccessToken, commands: list[Command], *, on_behalf_of: str
) -> Membership:
    """The membership by which a token's person gives these commands. Raises `ScopeMissing`."""
    if (maker := maker_in(row, viewer)) is not None:
        if may_play(token):
            return maker
        raise ScopeMissing(f"The token {token.shown}… may give no commands: make one that may act or commission.")
    for_owners = [each for each in commands if command_type(tag_of(type(each))).by is Giver.OWNER]
    owners = {str(getattr(each, "franchise", "")) for each in for_owners}
    if on_behalf_of or not owners:
        return _member(viewer, token, COMMISSION, "")
    if len(owners) > 1 or len(for_owners) < len(commands):
        raise Malformed("One batch is given by one hand: send what others are to give apart.")
    franchise = owners.pop()
    return _member(viewer, token, act_for(franchise), franchise)


def _member(viewer: Viewer, token: AccessToken, scope: str, franchise: str) -> Membership:
    if scope in token.scopes:
        for each in viewer.memberships:
            if franchise and local(each.franchise_id or "") == franchise:
                return each
            if not franchise and each.role == Membership.Role.COMMISSIONER:
                return each
        raise ScopeMissing(f"The token's person has no longer the part in the league that {scope!r} is for.")
    raise ScopeMissing(f"The token {token.shown}… was made without {scope!r}: make one that has it.")
