"""Typed values for a league's answers about the times of matches and home nights."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedTime:
    """A time on offer: its number in the offer, and the teams that consent to it."""

    number: int
    time: str
    zone: str
    accepted: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeOffer:
    """Times that a team proposes; `awaited` are the teams that accepted none, `lapsed` says that nobody may."""

    side: str
    note: str
    times: tuple[OfferedTime, ...]
    awaited: tuple[str, ...]
    lapsed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SuggestedTime:
    """A team's home night, or the league's match night if `side` is empty."""

    time: str
    side: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchTime:
    """When a match is played. `version` is what the next act names as seen; `closed` is why nothing can be done."""

    match: str
    version: int
    standing: str
    plays_at: str | None
    called_off: str | None
    reason: str
    sides: tuple[str, ...]
    offer: TimeOffer | None
    due: str | None
    closed: str
    suggested: tuple[SuggestedTime, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HomeNight:
    """The evening on which a franchise is at home, or the league's match night if `franchise` is empty."""

    franchise: str
    night: str
    zone: str
