"""Schemas of the times of matches and of home nights."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

import msgspec

TimeStanding = Annotated[str, msgspec.Meta(extra_json_schema={"enum": ["open", "agreed", "off"]})]
Act = Literal["propose", "counter", "move", "accept", "decline", "set", "call_off", "missed"]


class OfferedTimeOut(msgspec.Struct, frozen=True, kw_only=True):
    """A time on offer."""

    number: int
    """Its number in the offer, by which it is accepted."""
    time: datetime
    """When the match would be played, in UTC."""
    zone: str
    """Time zone in which it was typed, such as Europe/Berlin."""
    accepted: tuple[str, ...]
    """Short ids of the teams that consent to it, the one that proposed it included."""


class TimeOfferOut(msgspec.Struct, frozen=True, kw_only=True):
    """Times that a team proposes; one of them is agreed on once every team accepted it."""

    side: str
    """Short id of the team that proposes them."""
    note: str
    """What it adds, empty for nothing."""
    times: tuple[OfferedTimeOut, ...]
    """The times, the earliest first."""
    awaited: tuple[str, ...]
    """Short ids of the teams that have accepted none of them."""
    lapsed: bool
    """Whether who proposed them has left the team, so that they cannot be accepted."""


class SuggestedTimeOut(msgspec.Struct, frozen=True, kw_only=True):
    """A time that would suit: a team's home night, or the league's match night."""

    time: datetime
    """When such an evening is next, in UTC."""
    side: str
    """Short id of the team that is at home then; empty for the league's match night."""


class MatchTimeOut(msgspec.Struct, frozen=True, kw_only=True):
    """When the teams of a match play it, and what they propose. It is in no journal.

    A new time may be on offer while the agreed one stands.
    """

    match: str
    version: int
    """How often anything was done about it, 0 before the first time: send it along with what you do."""
    standing: TimeStanding
    """Whether a time is agreed on, was called off, or neither."""
    plays_at: datetime | None
    """The time that is agreed on; null while there is none."""
    called_off: datetime | None
    """The time that was called off; null if none was, or another is agreed on since."""
    reason: str
    """Why it was set or called off last, empty if nobody said."""
    sides: tuple[str, ...]
    """Short ids of the teams that take part; one that forfeited does not."""
    offer: TimeOfferOut | None
    """The times on offer, shown to the teams and commissioners; null for others, or where there are none."""
    due: datetime | None
    """When the report is due: later times are refused. Null if there is no deadline."""
    closed: str
    """Why the time cannot be changed now, in a sentence; empty if it can."""
    suggested: tuple[SuggestedTimeOut, ...]
    """Evenings that would suit, for the teams and commissioners; the next ones first."""


class MatchTimeIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a team, or a commissioner, does about the time of a match.

    `propose`, `counter` and `move` need `times`; `accept` needs `number`; `set` needs `time` and `reason`, and only a
    commissioner may do it; `call_off` may have a `reason`, and needs one from a commissioner; `missed` needs `said`.
    """

    act: Act
    """What is done."""
    seen: int | None = None
    """Version of the match's time that was read: 422 where anybody acted since. Null is not checked."""
    side: str | None = None
    """Short id of the team that acts; null for the one team you run in the match, or for a commissioner."""
    times: tuple[str, ...] = ()
    """One to five times, as ISO 8601 with their offsets."""
    note: str = ""
    """A line of at most 200 characters for the other teams."""
    number: int | None = None
    """Number of the time on offer that is accepted."""
    time: str | None = None
    """The time that a commissioner sets, as ISO 8601 with its offset."""
    reason: str = ""
    """Why a time is set or called off, in a line of at most 200 characters."""
    said: Literal["absent", "played_later"] | None = None
    """What became of a time that has passed: a team did not come, or the match was played later."""
    about: str = ""
    """Short id of the team that did not come."""


class HomeNightOut(msgspec.Struct, frozen=True, kw_only=True):
    """The evening on which a franchise is usually at home."""

    franchise: str
    """Short id of the franchise; empty for the league's match night."""
    night: str
    """Day of the week and time of day, such as `WED 19:30`."""
    zone: str
    """Time zone in which it is meant, such as Europe/Berlin."""


class HomeNightsOut(msgspec.Struct, frozen=True, kw_only=True):
    """The home nights of a league."""

    league: str
    """Short id of the league."""
    home_nights: tuple[HomeNightOut, ...]
    """The home nights by franchise, the league's match night first."""


class HomeNightIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A home night that is set or taken away."""

    night: str
    """Day of the week and time of day in your zone, such as `WED 19:30`; empty for none."""
    franchise: str = ""
    """Short id of the franchise; empty for the league's match night, which commissioners set."""
