"""By which of his memberships a person's program gives what it gives, and whether its token may."""

from __future__ import annotations

from typing import Any

from league.access import Viewer
from league.api.problems import ScopeMissing
from league.api.sight import commissioner_at, refuse_unless_token
from league.models import AccessToken, Membership, Season
from league.pages.routes import local
from league.sandboxes import maker_in
from league.tokens import COMMISSION, act_for, may_play
from rules.campaign.core.command import Command, Giver, command_type, tag_of
from rules.core.refusals import Refusal


class AnotherHand(Refusal):
    """A batch holds commands that different people give: one franchise's, and another's or the commissioner's."""


def commissioner_in(request: Any, row: Season, viewer: Viewer) -> Membership:
    """The membership by which a token commissions a season: a commissioner's, or in a sandbox its maker's.

    Raises `NotAuthenticated` or `ScopeMissing`.
    """
    return _maker(row, viewer, refuse_unless_token(request)) or commissioner_at(request, viewer)


def signing(
    row: Season, viewer: Viewer, token: AccessToken, commands: list[Command], *, on_behalf_of: str
) -> Membership:
    """The membership by which a token's person gives these commands. Raises `ScopeMissing` or `AnotherHand`."""
    if (maker := _maker(row, viewer, token)) is not None:
        return maker
    owners = [_owner(each) for each in commands]
    franchise = owners[0]
    if on_behalf_of or not any(owners):
        return _member(viewer, token, COMMISSION, "")
    for place, owner in enumerate(owners):
        if owner != franchise:
            raise AnotherHand(
                f"One batch is given by one hand: the first command is {_whose(franchise)}, and this one is "
                f"{_whose(owner)}. Send what others are to give apart."
            ).at("commands", place)
    if act_for(franchise) not in token.scopes and COMMISSION in token.scopes:
        raise ScopeMissing(
            f"That is for the owner of {franchise} to give: a commissioner names {franchise} in `on_behalf_of` and "
            f"says why in `reason`; a token with {act_for(franchise)!r} gives it as the owner."
        ).at("on_behalf_of")
    return _member(viewer, token, act_for(franchise), franchise)


def _owner(command: Command) -> str:
    """The franchise whose owner gives a command; empty where the league's commissioner does."""
    by_owner = command_type(tag_of(type(command))).by is Giver.OWNER
    return str(getattr(command, "franchise", "")) if by_owner else ""


def _whose(owner: str) -> str:
    return f"for the owner of {owner[:80]}" if owner else "for the commissioner"


def _maker(row: Season, viewer: Viewer, token: AccessToken) -> Membership | None:
    """The maker of a sandbox, who is commissioner and every owner there; None where the season is none."""
    maker = maker_in(row, viewer)
    if maker is not None and not may_play(token):
        raise ScopeMissing(f"The token {token.shown}… may give no commands: make one that may act or commission.")
    return maker


def _member(viewer: Viewer, token: AccessToken, scope: str, franchise: str) -> Membership:
    if scope in token.scopes:
        for each in viewer.memberships:
            if franchise and local(each.franchise_id or "") == franchise:
                return each
            if not franchise and each.role == Membership.Role.COMMISSIONER:
                return each
        raise ScopeMissing(f"The token's person has no longer the part in the league that {scope!r} is for.")
    raise ScopeMissing(f"The token {token.shown}… was made without {scope!r}: make one that has it.")
