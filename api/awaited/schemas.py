"""Schemas of what a season waits for, its windows, and the calendar."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec

from api.awaited_dice.schemas import AwaitedDiceOut


class WindowOut(msgspec.Struct, frozen=True, kw_only=True):
    """The window of something a season waits for, such as `M3/m4` or `E6/7`.

    A paused one has `left` seconds and no time at which it closes.
    """

    what: str
    """Name of what is waited for: the step, then the match or the turn, such as `M3/m4` or `E6/7`."""
    opened_at: datetime
    """When the window was opened last."""
    closes_at: datetime | None
    """When its time is over; null while it is paused."""
    left: int | None
    """Seconds it will have again when it goes on; null while it is not paused."""


class CalendarOut(msgspec.Struct, frozen=True, kw_only=True):
    """How a league keeps time: `hours` are the lengths of those windows that differ from the default, by step.

    A report that nobody disputes is accepted after `agreed_hours`, by a commissioner where that is null. It needs the
    grade `least_evidence` or better, any where that is empty, and may be appealed for `appeal_hours`. `unattended`
    says that the clock gives the commissioner's own commands.
    """

    hours: dict[str, int]
    """Hours of the windows that differ from the house's own, by their step."""
    reminder_hours: int
    """How many hours before a deadline members are reminded."""
    unattended: bool
    """Whether the clock gives the commissioner's commands as well when they are due."""
    agreed_hours: int | None
    """Hours after which an undisputed report is accepted by itself; null leaves it to a commissioner."""
    least_evidence: str
    """Worst grade of evidence that is accepted without a reason; empty where any is."""
    appeal_hours: int
    """Hours for which teams may appeal against a result; 0 for never."""


class WindowsOut(msgspec.Struct, frozen=True, kw_only=True):
    """The open windows of a season, the next deadline first, in a league that keeps a calendar.

    `calendar` is for members, and null for others and where there is none.
    """

    season: str
    time_zone: str
    """Name of the time zone the league goes by, such as Europe/Berlin; UTC where it keeps no calendar."""
    calendar: CalendarOut | None
    """How the league keeps time, for members; else null."""
    windows: tuple[WindowOut, ...]
    """The windows that are open, the next deadline first."""


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
    """A locked match without a result: the season waits for the commissioner there, and for no owner.

    `reporters` are the franchises whose owners may report it, besides commissioners; none where it is played here.
    `wait` is the name of its window; `asked` is what it waits for, in words.
    """

    match: str
    wait: str
    """Name of the window that is open for it, such as `M4/m4`, where the league keeps a calendar."""
    asked: str
    """What the match waits for, in words."""
    reporters: tuple[str, ...]
    """Short ids of the franchises whose owners may report it; empty where it is played here."""


class AwaitedCommandOut(msgspec.Struct, frozen=True, kw_only=True):
    """A command that may be given now, with a body for `…/commands` to fill in and send.

    Where the season waits for it (`needed`), the body has commands by the house's own standing orders, which are
    accepted as they stand. Elsewhere it names what is determined, and the fields in `open` are filled in by `schema`.
    """

    type: str
    """Type of the command."""
    by: str
    """Who gives it: `owner`, or `commissioner`."""
    franchise: str | None
    """Short id of the franchise whose owner gives it; null for a commissioner's."""
    match: str | None
    """Short id of the match it is about; null where it is about none."""
    subjects: dict[str, str]
    """Short ids of what it is about, by the field of the command: what is determined already."""
    needed: bool
    """Whether the season waits for it; else it may be given and nobody waits."""
    may_give: bool
    """Whether you may give it: as its owner, or as a commissioner, for an owner with a reason."""
    until: datetime | None
    """The deadline; null where there is none, or while the clock is paused."""
    schema: str
    """Address of the command, with its JSON Schema."""
    open: tuple[str, ...]
    """Fields that the example leaves to you: required ones of the command, and the reason of the request."""
    example: dict[str, Any] | None
    """Body for `…/commands`; null where you may not give it."""


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
    commands: tuple[AwaitedCommandOut, ...] = ()
    """Commands that may be given now; those the season waits for first, your own before others'."""
