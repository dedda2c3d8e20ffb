"""Schemas of invitations that are made and taken back."""

from __future__ import annotations

from typing import Literal

import msgspec

from api.people.schemas import InvitationOut


class InvitationIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An invitation to make. With a `franchise` its link is that franchise's claim link."""

    role: Literal["owner", "spectator", "commissioner"]
    """Role in which people join by it."""
    franchise: str = ""
    """Short id of a franchise without an owner, for one owner; empty to let owners choose."""
    days: int = 14
    """For how many days it is valid."""
    uses: int = 1
    """How many people it lets in; 1 where it names a franchise."""


class MadeInvitationOut(msgspec.Struct, frozen=True, kw_only=True):
    """An invitation that was made. Its link lets people in, and is in this answer and in no other."""

    invitation: InvitationOut
    """The invitation, as the list of open ones has it."""
    link: str
    """Address to pass on; empty where the same request is repeated, since the site keeps none."""


class InvitationsOut(msgspec.Struct, frozen=True, kw_only=True):
    """The invitations of a league that still let somebody in."""

    league: str
    invitations: tuple[InvitationOut, ...]
    """The open invitations, the newest first."""
