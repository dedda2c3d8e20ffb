"""Schemas of members, invitations, and the log of a league."""

from __future__ import annotations

from datetime import datetime

import msgspec


class PartOut(msgspec.Struct, frozen=True, kw_only=True):
    """A role in a league, `commissioner`, `owner` of a franchise or `spectator`, and since when."""

    role: str
    """What they are: `commissioner`, `owner` or `spectator`."""
    franchise: str | None
    """Short id of the franchise an owner has; null for other roles."""
    since: datetime | None
    """When they took that part; null where it was not noted."""


class PersonOut(msgspec.Struct, frozen=True, kw_only=True):
    """A member with all their parts; `own` says that it is the reader."""

    name: str
    """Name by which members see the person."""
    own: bool
    """Whether it is the person of your token."""
    parts: tuple[PartOut, ...]
    """Their parts in the league: an owner of two franchises has two."""


class FreeSeatOut(msgspec.Struct, frozen=True, kw_only=True):
    """A franchise that nobody owns."""

    franchise: str
    name: str
    """What the franchise is called."""


class InvitationOut(msgspec.Struct, frozen=True, kw_only=True):
    """An open invitation: its role, how many more people may use it, and until when; its link is never shown.

    `franchise` is null where it is for none in particular.
    """

    number: int
    """Number by which it is taken back."""
    role: str
    """Role in which people join by it."""
    franchise: str | None
    """Short id of the franchise that its owner gets; null where it is for none in particular."""
    left: int
    """How many more people it lets in."""
    until: datetime
    """When it expires."""
    made_by: str
    """Name of the member who made it."""


class PeopleOut(msgspec.Struct, frozen=True, kw_only=True):
    """Everybody who has a part in a league, commissioners first.

    `free` and `invitations` are for commissioners, and empty for all others.
    """

    league: str
    people: tuple[PersonOut, ...]
    """The members with their parts, commissioners first."""
    free: tuple[FreeSeatOut, ...]
    """Franchises that nobody owns, for commissioners; else empty."""
    invitations: tuple[InvitationOut, ...]
    """Invitations that stand, for commissioners; else empty."""


class LeagueActOut(msgspec.Struct, frozen=True, kw_only=True):
    """Something that was done to a league outside its seasons: its kind, and who did what to whom, in words."""

    number: int
    """Place of the act in the log of the league, from 1 on."""
    at: datetime
    """When it was done."""
    kind: str
    """Kind of the act, such as joined."""
    who: str
    """Name of the member who did it."""
    done: str
    """What they did, in words that go on after their name."""
    subject: str
    """Whom or what they did it to, in words; may be empty."""
    reason: str
    """Why they did it, where they had to say; else empty."""


class LeagueActsOut(msgspec.Struct, frozen=True, kw_only=True):
    """The log of a league after a number, the oldest first; `next` is what to ask `after` for more."""

    league: str
    acts: tuple[LeagueActOut, ...]
    """The acts after the number that was sent, the oldest first."""
    next: int | None
