"""The people of a league, what was done to it outside its seasons, and what one of them was told."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec


class PartOut(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody is in a league: `commissioner`, `owner` of a franchise, or `spectator`, and since when."""

    role: str
    franchise: str | None
    since: datetime | None


class PersonOut(msgspec.Struct, frozen=True, kw_only=True):
    """A member with all their parts; `own` says that it is the reader."""

    name: str
    own: bool
    parts: tuple[PartOut, ...]


class FreeSeatOut(msgspec.Struct, frozen=True, kw_only=True):
    """A franchise that nobody owns."""

    franchise: str
    name: str


class InvitationOut(msgspec.Struct, frozen=True, kw_only=True):
    """An invitation that stands: as what it lets how many more people in, and until when. Its link is never told.

    `franchise` is null where it is of none in particular.
    """

    role: str
    franchise: str | None
    left: int
    until: datetime
    made_by: str


class PeopleOut(msgspec.Struct, frozen=True, kw_only=True):
    """Everybody who has a part in a league, commissioners first.

    `free` and `invitations` are for commissioners, and empty for all others.
    """

    league: str
    people: tuple[PersonOut, ...]
    free: tuple[FreeSeatOut, ...]
    invitations: tuple[InvitationOut, ...]


class LeagueActOut(msgspec.Struct, frozen=True, kw_only=True):
    """Something that was done to a league outside its seasons: its kind, and who did what to whom, in words."""

    number: int
    at: datetime
    kind: str
    who: str
    done: str
    subject: str
    reason: str


class LeagueActsOut(msgspec.Struct, frozen=True, kw_only=True):
    """The log of a league after a number, the oldest first; `next` is what to ask `after` for more."""

    league: str
    acts: tuple[LeagueActOut, ...]
    next: int | None


class NoticeOut(msgspec.Struct, frozen=True, kw_only=True):
    """Something the reader was told: its kind, its words, what fills them, and the page on which it stands."""

    number: int
    about: str
    subject: str
    sentence: str
    arguments: dict[str, Any]
    season: str | None
    at: datetime
    read: bool
    page: str


class InboxOut(msgspec.Struct, frozen=True, kw_only=True):
    """What the reader was told in a league after a number, the oldest first; `unread` of all of it they have not
    read.

    `next` is what to ask `after` for more, null at the end.
    """

    league: str
    unread: int
    notices: tuple[NoticeOut, ...]
    next: int | None
