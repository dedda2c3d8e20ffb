"""The membership by which a token's person gives commands, and whether the token has the scope for it."""

from __future__ import annotations

from typing import Any

from api.errors import ScopeMissing
from api.request_context import league_commissioner, require_token
from explain.links import short_id
from league.access import Viewer
from league.models import AccessToken, Membership, Season
from league.sandboxes import maker_membership
from league.tokens import COMMISSION_SCOPE, act_scope, may_give_commands
from rules.campaign.core.command import Command, Giver, command_type, tag_of
from rules.core.refusals import Refusal


class AnotherHand(Refusal):
    """A batch mixes commands of different people: of two franchises, or of a franchise and the commissioner."""


class LeftToSeason(Refusal):
    """A sandbox or rehearsal leaves what belongs to its league, such as standing orders and the clock, as it is."""


def refuse_in_fork(row: Season, what: str) -> None:
    """Raise `LeftToSeason` in a sandbox or rehearsal; `what` names what belongs to the league."""
    if row.forked_from:
        raise LeftToSeason(
            f"{row.pk} is a copy and leaves {what} as they are: name the season itself, {row.forked_from}."
        )


def franchise_actor(viewer: Viewer, token: AccessToken, franchise: str) -> Membership:
    """The membership by which a token acts for a franchise: its owner's, else a commissioner's.

    Whether a commissioner may is for the domain to say. Raises `ScopeMissing`.
    """
    if act_scope(franchise) not in token.scopes and COMMISSION_SCOPE in token.scopes:
        return _member_with_scope(viewer, token, COMMISSION_SCOPE, "")
    return _member_with_scope(viewer, token, act_scope(franchise), franchise)


def scope_of_member(member: Membership) -> str:
    """The scope by which a token acts for a member; empty for a spectator, and for an owner without a franchise."""
    if member.role == Membership.Role.COMMISSIONER:
        return COMMISSION_SCOPE
    return act_scope(short_id(member.franchise_id)) if member.franchise_id else ""


def season_commissioner(request: Any, row: Season, viewer: Viewer) -> Membership:
    """The membership by which a token acts as commissioner of a season: in a sandbox, that of its maker.

    Raises `NotAuthenticated` or `ScopeMissing`.
    """
    return _sandbox_maker(row, viewer, require_token(request)) or league_commissioner(request, viewer)


def acting_member(
    row: Season, viewer: Viewer, token: AccessToken, commands: list[Command], *, on_behalf_of: str
) -> Membership:
    """The membership by which a token's person gives these commands.

    That is the sandbox's maker, else a commissioner if they act `on_behalf_of` an owner or give no owner's command,
    else the owner of the franchise that the commands name. Raises `ScopeMissing`, or `AnotherHand` if the commands
    belong to different members.
    """
    if (maker := _sandbox_maker(row, viewer, token)) is not None:
        return maker
    owners = [_owning_franchise(command) for command in commands]
    franchise = owners[0]
    if on_behalf_of or not any(owners):
        return _member_with_scope(viewer, token, COMMISSION_SCOPE, "")
    for place, owner in enumerate(owners):
        if owner != franchise:
            raise AnotherHand(
                f"All commands of a batch have one giver: the first is {_describe_giver(franchise)}, and this one is "
                f"{_describe_giver(owner)}. Send the commands of others separately."
            ).at("commands", place)
    if act_scope(franchise) not in token.scopes and COMMISSION_SCOPE in token.scopes:
        raise ScopeMissing(
            f"That is for the owner of {franchise} to give: a commissioner names {franchise} in `on_behalf_of` and "
            f"says why in `reason`; a token with {act_scope(franchise)!r} gives it as the owner."
        ).at("on_behalf_of")
    return _member_with_scope(viewer, token, act_scope(franchise), franchise)


def _owning_franchise(command: Command) -> str:
    """The franchise whose owner gives a command; empty for a command of the commissioner."""
    by_owner = command_type(tag_of(type(command))).by is Giver.OWNER
    return str(getattr(command, "franchise", "")) if by_owner else ""


def _describe_giver(owner: str) -> str:
    return f"for the owner of {owner[:80]}" if owner else "for the commissioner"


def _sandbox_maker(row: Season, viewer: Viewer, token: AccessToken) -> Membership | None:
    """The membership of a sandbox's maker, who is its commissioner and every owner; None if the season is no sandbox.

    Raises `ScopeMissing` if the token may not give commands.
    """
    maker = maker_membership(row, viewer)
    if maker is not None and not may_give_commands(token):
        raise ScopeMissing(f"The token {token.shown}… may give no commands: make one that may act or commission.")
    return maker


def _member_with_scope(viewer: Viewer, token: AccessToken, scope: str, franchise: str) -> Membership:
    if scope in token.scopes:
        for membership in viewer.memberships:
            if franchise and short_id(membership.franchise_id or "") == franchise:
                return membership
            if not franchise and membership.role == Membership.Role.COMMISSIONER:
                return membership
        raise ScopeMissing(f"The token's person no longer has the role in the league that {scope!r} is for.")
    raise ScopeMissing(f"The token {token.shown}… was made without {scope!r}: make one that has it.")
