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
    """When the job reported it."""
    said: str
    """What the job reported, in a sentence."""


class JobOut(msgspec.Struct, frozen=True, kw_only=True):
    """A job: `state` is `queued`, `running`, `done`, `failed` or `cancelled`, and `says` the same in words.

    `total` is 0 while nobody knows how much there is to do; `due_at` is until when one that is queued waits. `log` is
    told of a job that is asked for alone, the latest line first.
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


class AwaitedOut(msgspec.Struct, frozen=True, kw_only=True):
    """A franchise a season waits for: at which step, about which match, and what it is asked, in words.

    `wait` is the name of the window that is open for it, where the league keeps a calendar.
    """

    franchise: str
    """Short id of the franchise that the season waits for."""
    name: str
    """What the franchise is called."""
    wait: str
    """Name of the window that is open for it, such as `M3/m4`, where the league keeps a calendar."""
    match: str | None
    """Short id of the match it is about; null where it is about none."""
    asked: str
    """What its owner is asked to do, in words."""


class ResultAwaitedOut(msgspec.Struct, frozen=True, kw_only=True):
    """A locked match without a result: the commissioner is awaited there, and no owner.

    `reporters` are the franchises whose owners may report it, as commissioners may; none where it is played here.
    `wait` is the name of its window; `asked` says what it waits for, in words.
    """

    match: str
    wait: str
    """Name of the window that is open for it, such as `M4/m4`, where the league keeps a calendar."""
    asked: str
    """What the match waits for, in words."""
    reporters: tuple[str, ...]
    """Short ids of the franchises whose owners may report it; empty where it is played here."""


class AwaitedAllOut(msgspec.Struct, frozen=True, kw_only=True):
    """The franchises without whose answer a season does not go on, and the matches whose result it waits for.

    The reader's own franchises come first; matches are in the order of the schedule. `dice` are those that were asked
    for and have not fallen, in the order of their entries.
    """

    season: str
    step: str
    """Step the season has reached."""
    awaited: tuple[AwaitedOut, ...]
    """Franchises the season waits for, your own first; empty where no owner is asked."""
    results: tuple[ResultAwaitedOut, ...] = ()
    """Locked matches that lack a result, in the order of the schedule."""
    dice: tuple[AwaitedDiceOut, ...] = ()
    """Dice that were asked for and have not fallen, in the order of their entries."""


class RulingOut(msgspec.Struct, frozen=True, kw_only=True):
    """A ruling of a commissioner on a match or a franchise of their own.

    `standing` is `waiting` until somebody else answered it, then `confirmed`, `declined` or `withdrawn`, or `alone`
    where nobody else could. It is of `commands`, or of an amend of the entries in `corrects` and of `misread` dice,
    whose preview is an entry. `said` is the answer; `entry` is null until it is performed. `own` says that the reader
    proposed it.
    """

    number: int
    """Place of the ruling in its season, from 1 on."""
    at: datetime
    """When it was proposed."""
    standing: str
    """Where it stands: `waiting`, `confirmed`, `declined`, `withdrawn` or `alone`."""
    franchise: str
    """Short id of the commissioner's own franchise that it touches."""
    match: str | None
    """Short id of the match it is on; null where it is on none."""
    commands: tuple[dict[str, Any], ...]
    """Commands it would give; empty where it is an amend."""
    corrects: tuple[int, ...]
    """Numbers of the entries it would amend."""
    misread: tuple[MisreadDieOut, ...]
    """Dice that it says were misread."""
    preview: int | None
    """Number of the entry that previews the amend; null for commands."""
    reason: str
    """Why the commissioner rules so; everybody may read it."""
    said: str
    """What was answered, in the words of whoever did; may be empty."""
    answered_at: datetime | None
    """When it was answered; null while it waits."""
    entry: int | None
    """Number of the entry that performed it; null before."""
    own: bool
    """Whether you proposed it."""


class RulingsOut(msgspec.Struct, frozen=True, kw_only=True):
    """The rulings of a season after a number, the oldest first; `next` is what to ask `after` for more."""

    season: str
    waiting: int
    """How many rulings of the season wait for an answer."""
    rulings: tuple[RulingOut, ...]
    """The rulings after the number that was sent, the oldest first."""
    next: int | None


class HitOut(msgspec.Struct, frozen=True, kw_only=True):
    """Something that was found: `page`, `franchise`, `driver`, `car`, `match`, `house rule` or `rule`, and its page.

    `id` is its short id, or the name by which the rules know it, and empty for pages; `season` a match's.
    """

    kind: str
    """What it is: page, `franchise`, `driver`, `car`, `match`, house rule or `rule`."""
    id: str
    """Short id of it, or the name by which the rules know it; empty for pages."""
    season: str | None
    """Id of the season of a match; null for all else."""
    name: str
    """What it is called."""
    beside: str
    """What is said beside its name, such as a driver's franchise; may be empty."""
    page: str
    """Address of its page on the site."""


class FoundOut(msgspec.Struct, frozen=True, kw_only=True):
    """What some words find in a league, the best first; `more` says that there is more than was asked for."""

    league: str
    found: tuple[HitOut, ...]
    """What was found, the best first."""
    more: bool
    """Whether more was found than `limit` lets through."""
