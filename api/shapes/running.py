"""Jobs, whom a season waits for, rulings that wait for a second word, and what is found by words."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec

from api.shapes.awaited_dice import AwaitedDiceOut
from api.shapes.journal import MisreadDieOut


class JobLineOut(msgspec.Struct, frozen=True, kw_only=True):
    """A line that a job told on its way."""

    at: datetime
    said: str


class JobOut(msgspec.Struct, frozen=True, kw_only=True):
    """A job: `state` is `queued`, `running`, `done`, `failed` or `cancelled`, and `says` the same in words.

    `total` is 0 while nobody knows how much there is to do; `due_at` is until when one that is queued waits. `log` is
    told of a job that is asked for alone, the latest line first.
    """

    id: str
    kind: str
    title: str
    about: str
    season: str | None
    state: str
    says: str
    done: int
    total: int
    tries: int
    most_tries: int
    asked_by: str
    failure: str
    queued_at: datetime
    due_at: datetime | None
    started_at: datetime | None
    ended_at: datetime | None
    log: tuple[JobLineOut, ...] = ()


class JobsOut(msgspec.Struct, frozen=True, kw_only=True):
    """The jobs of a league, the newest first; `next` is what to ask `after` for older ones, null at the end."""

    league: str
    jobs: tuple[JobOut, ...]
    next: str | None


class AwaitedOut(msgspec.Struct, frozen=True, kw_only=True):
    """A franchise a season waits for: at which step, about which match, and what it is asked, in words.

    `wait` is the name of the window that is open for it, where the league keeps a calendar.
    """

    franchise: str
    name: str
    wait: str
    match: str | None
    asked: str


class ResultAwaitedOut(msgspec.Struct, frozen=True, kw_only=True):
    """A locked match without a result: the commissioner is awaited there, and no owner.

    `reporters` are the franchises whose owners may report it, as commissioners may; none where it is played here.
    `wait` is the name of its window; `asked` says what it waits for, in words.
    """

    match: str
    wait: str
    asked: str
    reporters: tuple[str, ...]


class AwaitedAllOut(msgspec.Struct, frozen=True, kw_only=True):
    """The franchises without whose answer a season does not go on, and the matches whose result it waits for.

    The reader's own franchises come first; matches are in the order of the schedule. `dice` are those that were asked
    for and have not fallen, in the order of their entries.
    """

    season: str
    step: str
    awaited: tuple[AwaitedOut, ...]
    results: tuple[ResultAwaitedOut, ...] = ()
    dice: tuple[AwaitedDiceOut, ...] = ()


class RulingOut(msgspec.Struct, frozen=True, kw_only=True):
    """A ruling of a commissioner on a match or a franchise of their own.

    `standing` is `waiting` until somebody else answered it, then `confirmed`, `declined` or `withdrawn`, or `alone`
    where nobody else could. It is of `commands`, or of an amend of the entries in `corrects` and of `misread` dice,
    whose preview is an entry. `said` is the answer; `entry` is null until it is performed. `own` says that the reader
    proposed it.
    """

    number: int
    at: datetime
    standing: str
    franchise: str
    match: str | None
    commands: tuple[dict[str, Any], ...]
    corrects: tuple[int, ...]
    misread: tuple[MisreadDieOut, ...]
    preview: int | None
    reason: str
    said: str
    answered_at: datetime | None
    entry: int | None
    own: bool


class RulingsOut(msgspec.Struct, frozen=True, kw_only=True):
    """The rulings of a season after a number, the oldest first; `next` is what to ask `after` for more."""

    season: str
    waiting: int
    rulings: tuple[RulingOut, ...]
    next: int | None


class HitOut(msgspec.Struct, frozen=True, kw_only=True):
    """Something that was found: `page`, `franchise`, `driver`, `car`, `match`, `house rule` or `rule`, and its page.

    `id` is its short id, or the name by which the rules know it, and empty for pages; `season` a match's.
    """

    kind: str
    id: str
    season: str | None
    name: str
    beside: str
    page: str


class FoundOut(msgspec.Struct, frozen=True, kw_only=True):
    """What some words find in a league, the best first; `more` says that there is more than was asked for."""

    league: str
    found: tuple[HitOut, ...]
    more: bool
