"""Schemas of draft queues."""

from __future__ import annotations

from typing import Literal

import msgspec


class DraftQueueOut(msgspec.Struct, frozen=True, kw_only=True):
    """Whom a franchise's standing orders pick when its turn's time is up, the first choice first."""

    franchise: str
    open: bool
    """Whether drivers are picked now, so that the queue may be changed here."""
    drivers: tuple[str, ...]
    """Short ids of the drivers in the queue, the first choice first."""
    gone: tuple[str, ...]
    """Those of them who may not be picked any more; the next change takes them out. Empty while nobody picks."""


class DraftQueueIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The queue that is to stand instead."""

    drivers: list[str]
    """Short ids of drivers who may be picked, the first choice first, each once."""


class DraftQueueChangeIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One change of a queue; everything else in it stays as it is."""

    act: Literal["add", "move", "remove"]
    """`add` puts a driver in, `move` to another place, `remove` takes one out."""
    driver: str
    """Short id of the driver."""
    place: int | None = None
    """Place in the queue, 1 for the first choice; null for the last place. Not for `remove`."""
