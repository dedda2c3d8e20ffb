"""Schemas of seats that leagues offer and people ask for."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

import msgspec

Pace = Literal["any", "live", "fast", "weekly", "slow"]
"""How fast a league plays."""
Experience = Literal["any", "new", "some", "much"]
"""For whom a seat is."""


class SeatAdOut(msgspec.Struct, frozen=True, kw_only=True):
    """A league's advertisement of free seats. Of a league for members only it says nothing else about it."""

    league: str
    name: str
    """Name of the league."""
    franchises: tuple[str, ...]
    """Names of the free franchises; empty in a league for members only."""
    free: int
    """Number of seats that are advertised and still free."""
    system: str
    """Match system of the league by its name, or `reported`; empty before its first season."""
    note: str
    """What the league says of it."""
    time_zone: str
    """Time zone of the league's deadlines."""
    pace: Pace
    """How fast the league plays."""
    experience: Experience
    """For whom the seats are."""
    expires_at: datetime
    """When the advertisement ends unless it is renewed."""


class SeatSeekerOut(msgspec.Struct, frozen=True, kw_only=True):
    """A person who looks for a seat."""

    name: str
    """Display name of the person."""
    note: str
    """What they look for."""
    time_zone: str
    """Their time zone; empty if they do not show it."""
    expires_at: datetime
    """When it ends unless it is renewed."""


class SeatsOut(msgspec.Struct, frozen=True, kw_only=True):
    """The seats that are offered, and the people who look for one."""

    seats: tuple[SeatAdOut, ...]
    """The advertisements of leagues, the newest first."""
    seekers: tuple[SeatSeekerOut, ...]
    """The people who look for a seat, the newest first; empty without a token."""


class SeatRequestOut(msgspec.Struct, frozen=True, kw_only=True):
    """A request for a seat."""

    number: int
    """Number of the request, which its answer names."""
    name: str
    """Display name of who asked."""
    note: str
    """What they say of themselves."""
    state: Literal["open", "given", "declined", "withdrawn"]
    """What became of it."""
    franchise: str | None
    """Short id of the franchise that was given; null if none was."""
    asked_at: datetime
    """When it was asked for."""


class SeatRequestsOut(msgspec.Struct, frozen=True, kw_only=True):
    """The requests for seats of a league that wait for an answer."""

    league: str
    requests: tuple[SeatRequestOut, ...]
    """The open requests, the oldest first."""
    free: tuple[str, ...]
    """Short ids of the franchises that can be given."""


class SeatAdIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a league advertises for 30 days."""

    franchises: list[str]
    """Short ids of the franchises that are offered; nobody owns them."""
    note: str = ""
    """What people should know, in at most 600 characters."""
    time_zone: str = "UTC"
    """Time zone of the league's deadlines, such as Europe/Berlin."""
    pace: Pace = "any"
    """How fast the league plays."""
    experience: Experience = "any"
    """For whom the seats are."""


class SeatNoteIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a person says who asks for a seat."""

    note: str = ""
    """Who you are and what you have played, in at most 600 characters."""


class SeatWantedIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a person looks for."""

    note: str = ""
    """What you look for, in at most 600 characters."""
    time_zone: str = ""
    """Your time zone, such as Europe/Berlin; empty to show none."""


class SeatAnswerIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The answer to a request for a seat."""

    answer: Literal["given", "declined"]
    """Whether the person gets a seat."""
    franchise: str = ""
    """Short id of the franchise that is given; empty if declined."""
    note: str = ""
    """What you say to it, in at most 600 characters."""
