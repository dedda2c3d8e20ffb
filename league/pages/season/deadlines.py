"""A season's deadlines in the league's own time zone, and what a commissioner can do about them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from league.access import Viewer
from league.models import Calendar, League, Season
from league.queries.names import title_at
from league.queries.windows import open_windows
from league.times import clock_change_note, from_local_time, league_zone
from rules.campaign.steward.waits import REPORT_STEP
from scheduling.calendar import format_local_time, zone_of
from scheduling.notices import texts
from scheduling.windows import WHOLE_LEAGUE_KEY, WHOLE_LEAGUE_TEXT, step_of

MINUTE, HOUR, DAY = 60, 3600, 86_400
CLOCK_ACTIONS = ("extend", "close", "pause", "resume")
SOON = timedelta(hours=24)
"""How long before its end a deadline is marked as close."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deadline:
    """A window: what is waited for, and its deadline in local time and relative to now.

    `closes_at` is None while it is paused; `relative` then says how much time is left.
    """

    what: str
    about: str
    closes_at: datetime | None
    until: str
    relative: str
    look: str
    paused: bool
    with_all: bool
    """Whether it is paused with its step or the whole league, and resumes with that."""
    field: str
    """The deadline as the value of a form field, in the league's time zone."""


@dataclass(frozen=True, slots=True)
class Pausable:
    """A step, or the whole league if `what` is empty, which can be paused."""

    what: str
    about: str
    paused: bool


@dataclass(frozen=True, slots=True)
class RefusedClockAction:
    """A commissioner's action on the clock that was refused, to be shown again with the refusal."""

    act: str
    what: str
    until: str
    reason: str
    refusal: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Deadlines:
    """The clock of a season as a page shows it."""

    lines: tuple[Deadline, ...]
    still: tuple[str, ...]
    """What is paused as a whole, in words."""
    zone: str
    speaks: tuple[Pausable, ...]
    """What the viewer can pause or resume; empty unless they are a commissioner."""
    refused: RefusedClockAction | None

    def find(self, what: str) -> Deadline | None:
        """The window of a wait by its name, or by its step."""
        return next((line for line in self.lines if what in {line.what, step_of(line.what)}), None)


def deadlines(
    *,
    league: League,
    season: Season,
    viewer: Viewer,
    at: datetime,
    still_waited: Collection[str] = (),
    refused: RefusedClockAction | None = None,
) -> Deadlines | None:
    """The clock of a season at that time, in one query at most; None for a fork, or if the league has no calendar.

    The windows are those that were open at the clock's last look. A window of a match or turn is left out if
    `still_waited` (such as `M3/m4`, `E6/7`) does not name it, since its wait may be over by now.
    """
    calendar = calendar_or_none(league)
    if calendar is None or season.forked_from:
        return None
    named_steps = {step_of(wait) for wait in still_waited}
    lines = tuple(
        _line(window, calendar, at)
        for window in open_windows(season.pk)
        if window.what in still_waited or (step_of(window.what) == season.step and season.step not in named_steps)
    )
    return Deadlines(
        lines=lines,
        still=tuple(_wait_words("" if key == WHOLE_LEAGUE_KEY else key) for key in calendar.paused),
        zone=calendar.time_zone,
        speaks=_pausable(lines, calendar) if viewer.is_commissioner and not league.is_read_only else (),
        refused=refused,
    )


def calendar_or_none(league: League) -> Calendar | None:
    """The calendar that was loaded with the league, None if it has none."""
    return getattr(league, "calendar", None)


def parse_local_time(league: League, text: str, *, seen: datetime | None = None) -> datetime | None:
    """A form field's time in the league's time zone; None if it is not a time without an offset.

    `seen` is the time that the form was filled in with: of two that look the same, it is meant.
    """
    local, zone = _local_time(text), league_zone(league)
    return None if local is None or not zone else from_local_time(local, zone, seen=seen)


def understood_time(league: League, text: str, moment: datetime) -> str:
    """What a form field's time was read as, where a change of the clocks skips or repeats it; else empty."""
    local = _local_time(text)
    return "" if local is None else clock_change_note(local, league_zone(league), moment)


def _local_time(text: str) -> datetime | None:
    try:
        local = datetime.fromisoformat(text)
    except ValueError:
        return None
    return local if local.tzinfo is None else None


def relative_time(seconds: float) -> str:
    """How far away a moment is, such as "in 2 days 4 h" or "35 min ago"."""
    duration = duration_words(abs(seconds))
    return f"in {duration}" if seconds > 0 else f"{duration} ago"


def duration_words(seconds: float) -> str:
    """A duration in its two largest units, such as "2 days 4 h" or "35 min"."""
    days, hours, minutes = int(seconds // DAY), int(seconds % DAY // HOUR), int(seconds % HOUR // MINUTE)
    if days:
        return f"{days} day{'' if days == 1 else 's'}" + (f" {hours} h" if hours else "")
    if hours:
        return f"{hours} h" + (f" {minutes} min" if minutes else "")
    return f"{minutes} min" if minutes else "less than a minute"


def _line(window: Any, calendar: Calendar, at: datetime) -> Deadline:
    closes_at = window.closes_at
    paused = closes_at is None
    seconds = (window.left or 0) if closes_at is None else (closes_at - at).total_seconds()
    past, soon = seconds <= 0 and not paused, 0 < seconds < SOON.total_seconds()
    local = "" if closes_at is None else f"{closes_at.astimezone(zone_of(calendar)):%Y-%m-%dT%H:%M}"
    return Deadline(
        what=window.what,
        about=_wait_words(window.what, window.match_at),
        closes_at=closes_at,
        until="" if closes_at is None else format_local_time(calendar, closes_at),
        relative=f"{duration_words(seconds)} left" if paused else relative_time(seconds),
        look="" if paused else "bad" if past else "warn" if soon else "",
        paused=paused,
        with_all=not {WHOLE_LEAGUE_KEY, step_of(window.what)}.isdisjoint(calendar.paused),
        field=local,
    )


def _wait_words(wait: str, match_at: str | None = None) -> str:
    return texts.describe_wait(wait, match=title_at(match_at) if match_at else "") if wait else WHOLE_LEAGUE_TEXT


def _pausable(lines: Sequence[Deadline], calendar: Calendar) -> tuple[Pausable, ...]:
    """The steps that have a window or are paused, and the league; reporting cannot be paused."""
    steps = dict.fromkeys([*(step_of(line.what) for line in lines), *calendar.paused])
    shown_steps = [step for step in steps if step not in {WHOLE_LEAGUE_KEY, REPORT_STEP}]
    return (
        *(Pausable(step, _wait_words(step), step in calendar.paused) for step in shown_steps),
        Pausable("", WHOLE_LEAGUE_TEXT, WHOLE_LEAGUE_KEY in calendar.paused),
    )
