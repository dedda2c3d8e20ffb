"""Schemas of jobs."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

import msgspec


class JobLineOut(msgspec.Struct, frozen=True, kw_only=True):
    """A line that a job reported while it ran."""

    at: datetime
    """When the job reported it."""
    said: str
    """What the job reported, in a sentence."""


class JobOut(msgspec.Struct, frozen=True, kw_only=True):
    """A job: `state` is `queued`, `running`, `done`, `failed` or `cancelled`, and `says` the same in words.

    `total` is 0 while nobody knows how much there is to do; `due_at` is when a job that is queued for later may
    begin. `log` is given only where one job is asked for, the latest line first.
    """

    id: str
    """Id of the job, a UUID."""
    kind: str
    """Kind of the job, such as `season_end`."""
    title: str
    """What the job does, in a few words."""
    about: str
    """Which step of the season or which match it is for, in words; empty for other jobs."""
    season: str | None
    """Id of the season it is for; null where it is for none."""
    state: str
    """Where it stands: `queued`, `running`, `done`, `failed` or `cancelled`."""
    says: str
    """The same in words for people."""
    done: int
    """How many steps of it are done."""
    total: int
    """How many steps it has; 0 while nobody knows."""
    tries: int
    """How often it was begun."""
    most_tries: int
    """How often it is begun at most."""
    asked_by: str
    """Who asked for it, in words."""
    failure: str
    """Why its last try failed, in a sentence; empty where none did."""
    queued_at: datetime
    """When it was queued."""
    due_at: datetime | None
    """When it may begin, where it is queued for later; else null."""
    started_at: datetime | None
    """When its last try began; null before the first."""
    ended_at: datetime | None
    """When it ended; null before."""
    log: tuple[JobLineOut, ...] = ()
    """Lines it reported, the latest first; empty in lists of jobs."""


class JobsOut(msgspec.Struct, frozen=True, kw_only=True):
    """The jobs of a league, the newest first; `next` is what to ask `after` for older ones, null at the end."""

    league: str
    jobs: tuple[JobOut, ...]
    """The jobs you may see, the newest first."""
    next: str | None


class JobActIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a commissioner does about a job."""

    act: Literal["cancel", "again"]
    """`cancel` gives it up where that is safe, `again` queues it once more."""
