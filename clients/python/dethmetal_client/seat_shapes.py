"""Typed values for seats that leagues offer and people ask for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatAd:
    """A league's advertisement of free seats."""

    league: str
    name: str
    franchises: tuple[str, ...]
    free: int
    system: str
    note: str
    time_zone: str
    pace: str
    experience: str
    expires_at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatSeeker:
    """A person who looks for a seat."""

    name: str
    note: str
    time_zone: str
    expires_at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Seats:
    """The seats that are offered, and the people who look for one."""

    seats: tuple[SeatAd, ...]
    seekers: tuple[SeatSeeker, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRequest:
    """A request for a seat; `state` is `open`, `given`, `declined` or `withdrawn`."""

    number: int
    name: str
    note: str
    state: str
    franchise: str | None
    asked_at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRequests:
    """The requests for seats of a league that wait for an answer, and the franchises that can be given."""

    league: str
    requests: tuple[SeatRequest, ...]
    free: tuple[str, ...]
