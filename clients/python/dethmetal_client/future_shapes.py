"""Typed values for what becomes of a league."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Deletion:
    """A request to delete a league; until `confirmed_at` is set the league goes on."""

    asked_by: str
    asked_at: str
    reason: str
    days: int
    confirmed_at: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Handover:
    """An open offer to run a league; `own` says whether it was made to the token's person."""

    number: int
    giver: str
    taker: str
    own: bool
    steps_down: bool
    note: str
    until: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Taker:
    """A member to whom a league can be offered."""

    member: int
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Future:
    """What becomes of a league. While `archived_at` or `delete_at` is set, it can only be read."""

    league: str
    public: bool
    archived_at: str | None
    delete_at: str | None
    deletion: Deletion | None
    handovers: tuple[Handover, ...]
    takers: tuple[Taker, ...]
