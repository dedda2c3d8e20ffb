"""Until when a season waits for whom, in the league's own time, and what a commissioner may do about it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from league.access import Viewer
from league.models import Calendar, League, Season, Window
from league.queries.windows import open_windows
from scheduling import notices
from scheduling.calendar import format_local_time, zone_of
from scheduling.clock_controls import WHOLE_LEAGUE_TEXT
from scheduling.waits import REPORT_STEP
from scheduling.windows import WHOLE_LEAGUE_KEY, step_of

MINUTE, HOUR, DAY = 60, 3600, 86_400
CLOCK_ACTIONS = ("extend", "close", "pause", "resume")
SOON = timedelta(hours=24)
"""How long before its end a deadline is marked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deadline:
    """A window: what is waited for, and until when in words of the league's time and from now.

    `closes_at` is None while it stands still; `relative` then says what is left.
    """

    what: str
    about: str
    closes_at: datetime | None
    until: str
    relative: str
    look: str
    paused: bool
    with_all: bool
    """It stands still with its step or the league, and goes on with that."""
    field: str
    """Its present end as a form's field holds it, in the league's time."""


@dataclass(frozen=True, slots=True)
class Pausable:
    """Something that can stand still as a whole: a step, or the league (`what` is empty)."""

    what: str
    about: str
    paused: bool


@dataclass(frozen=True, slots=True)
class RefusedClockAction:
    """What a commissioner's form asked of the clock and was refused, to be shown again with the reason why."""

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
    """What stands still as a whole, in words."""
    zone: str
    speaks: tuple[Pausable, ...]
    """What a commissioner may let stand still or go on; nothing for anybody else."""
    refused: RefusedClockAction | None

    def find(self, what: str) -> Deadline | None:
        """The window of a wait by its name, or of the turn of a step."""
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
    """The clock of a season at that moment, None where the league keeps no calendar: in one query, or none.

    The windows are those that were open when the clock looked last, without those of matches and turns that have gone
    on since: `still_waited` names the others (`M3/m4`, `E6/7`).
    """
    calendar = calendar_or_none(league)
    if calendar is None or season.forked_from:
        return None
    by_name = {step_of(each) for each in still_waited}
    lines = tuple(
        _line(window, calendar, at)
        for window in open_windows(season.pk)
        if window.what in still_waited or (step_of(window.what) == season.step and season.step not in by_name)
    )
    return Deadlines(
        lines=lines,
        still=tuple(_wait_words("" if each == WHOLE_LEAGUE_KEY else each) for each in calendar.paused),
        zone=calendar.time_zone,
        speaks=_pausable(lines, calendar) if viewer.is_commissioner else (),
        refused=refused,
    )


def calendar_or_none(league: League) -> Calendar | None:
    """The calendar of a league that came with its row, None where none was set."""
    return getattr(league, "calendar", None)


def parse_local_time(league: League, text: str) -> datetime | None:
    """A moment out of a form's field, which is in the league's time; None when it is none."""
    calendar = calendar_or_none(league)
    try:
        named = datetime.fromisoformat(text)
    except ValueError:
        return None
    if calendar is None or named.tzinfo is not None:
        return None
    return named.replace(tzinfo=zone_of(calendar))


def relative_time(seconds: float) -> str:
    """How far away a moment is: "in 2 days 4 h", "35 min ago"."""
    duration = duration_words(abs(seconds))
    return f"in {duration}" if seconds > 0 else f"{duration} ago"


def duration_words(seconds: float) -> str:
    """A stretch of time in its two largest parts: "2 days 4 h", "35 min"."""
    days, hours, minutes = int(seconds // DAY), int(seconds % DAY // HOUR), int(seconds % HOUR // MINUTE)
    if days:
        return f"{days} day{'' if days == 1 else 's'}" + (f" {hours} h" if hours else "")
    if hours:
        return f"{hours} h" + (f" {minutes} min" if minutes else "")
    return f"{minutes} min" if minutes else "less than a minute"


def _line(window: Window, calendar: Calendar, at: datetime) -> Deadline:
    closes_at = window.closes_at
    paused = closes_at is None
    seconds = (window.left or 0) if closes_at is None else (closes_at - at).total_seconds()
    over, soon = seconds <= 0 and not paused, 0 < seconds < SOON.total_seconds()
    local = "" if closes_at is None else f"{closes_at.astimezone(zone_of(calendar)):%Y-%m-%dT%H:%M}"
    return Deadline(
        what=window.what,
        about=_wait_words(window.what),
        closes_at=closes_at,
        until="" if closes_at is None else format_local_time(calendar, closes_at),
        relative=f"{duration_words(seconds)} left" if paused else relative_time(seconds),
        look="" if paused else "bad" if over else "warn" if soon else "",
        paused=paused,
        with_all=not {WHOLE_LEAGUE_KEY, step_of(window.what)}.isdisjoint(calendar.paused),
        field=local,
    )


def _wait_words(what: str) -> str:
    return notices.describe_wait(what) if what else WHOLE_LEAGUE_TEXT


def _pausable(lines: Sequence[Deadline], calendar: Calendar) -> tuple[Pausable, ...]:
    """The steps that something is waited for at, or that stand still, and the league."""
    steps = dict.fromkeys([*(step_of(line.what) for line in lines), *calendar.paused])
    named = [step for step in steps if step not in {WHOLE_LEAGUE_KEY, REPORT_STEP}]
    return (
        *(Pausable(each, _wait_words(each), each in calendar.paused) for each in named),
        Pausable("", WHOLE_LEAGUE_TEXT, WHOLE_LEAGUE_KEY in calendar.paused),
    )
