"""Windows: each thing a season waits for has one, with a deadline; it closes as soon as the wait is over.

Whether a window is open depends on the season's state and never on the clock: setting the clock back opens, shortens
and closes nothing. Everything here locks the season's row while it looks, so concurrent calls are safe.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q

from journal.state import store
from journal.writer import lock_season
from league.models import Calendar, Membership, Season, Window
from league.queries.match_times import reveal_of
from league.queries.names import title_in_season
from rules.campaign.core import state
from rules.campaign.core.command import PUBLIC_READER
from rules.campaign.core.visible_state import hide_from_reader
from rules.campaign.match_day.line_ups import invalid_line_ups
from rules.campaign.steward.waits import REPORT_STEP, Wait, current_waits
from scheduling.calendar import calendar_of, deadline, step_hours
from scheduling.notices import inbox, texts

LINE_UP_STEP = "M3"
"""The step of a match at which line-ups are named."""
WHOLE_LEAGUE_KEY = "*"
WHOLE_LEAGUE_TEXT = "the whole league"
"""The key under which the whole league is paused."""


@dataclass(frozen=True, slots=True)
class WindowSnapshot:
    """What a season waits for at a moment, as everybody may see it, with the open window of each wait.

    A line-up that was named is not awaited again when somebody in it may no longer be fielded: that would reveal who
    is in it.
    """

    row: Season
    season: state.Season
    calendar: Calendar
    waits: list[Wait]
    windows: dict[str, Window]
    fallen: list[state.LineUp]
    """The line-ups that may not be fielded as they were named: for their owners' eyes only."""


def sync_windows(season_id: str, *, at: datetime) -> list[Window]:
    """Open a window for every new wait of a season, close those of waits that are over, and return the open ones.

    Raises `Unknown`. A rehearsal has no clock, and so no windows.
    """
    snapshot = sync_and_snapshot(season_id, at=at)
    return [snapshot.windows[wait.what] for wait in snapshot.waits]


@transaction.atomic
def sync_and_snapshot(season_id: str, *, at: datetime) -> WindowSnapshot:
    """The same, and the season as it was when its windows were looked at."""
    row = lock_season(season_id)
    season = store.load(row).season
    fallen = invalid_line_ups(season)
    hide_from_reader(season, PUBLIC_READER)
    calendar = calendar_of(row.league_id)
    awaited = [] if row.forked_from else current_waits(season)
    whats = {wait.what for wait in awaited}
    Window.objects.filter(season=row, closed_at=None).exclude(what__in=whats).update(closed_at=at)
    found = {window.what: window for window in Window.objects.filter(season=row, what__in=whats)}
    for wait in awaited:
        window = found.setdefault(wait.what, Window(season=row, what=wait.what))
        if window.pk is None or window.closed_at is not None:
            since = _time_runs_from(row, season, wait, at=at)
            _open_window(window, calendar, hours=window_hours(calendar, season, wait.step), since=since, at=at)
    return WindowSnapshot(row, season, calendar, awaited, found, [] if row.forked_from else fallen)


def overdue_waits(season_id: str, *, at: datetime, unattended: bool = False) -> list[str]:
    """Waits of a season that are past their deadline and not paused, the longest past first.

    In an `unattended` league this includes line-ups that nobody appears to be awaited for any more: one may have to
    be named again, and no commissioner is there to see to it.
    """
    overdue = Window.objects.filter(season_id=season_id, closes_at__lte=at)
    overdue = (
        overdue.filter(Q(closed_at=None) | Q(what__startswith=f"{LINE_UP_STEP}/"))
        if unattended
        else overdue.filter(closed_at=None)
    )
    return list(overdue.order_by("closes_at", "what").values_list("what", flat=True))


def step_of(what: str) -> str:
    """The step of a wait by its name: `E6` of `E6/7`."""
    return what.partition("/")[0]


def wait_prompt(snapshot: WindowSnapshot, wait: Wait) -> str:
    """What a wait asks, in words; hiring, garage and party are one question if they share a window (DM-C-063)."""
    single = bool(snapshot.season.setting("season.setup_single_window"))
    return texts.step_prompt(wait.step, match=title_in_season(snapshot.season, wait.match), single_window=single)


def wait_words(snapshot: WindowSnapshot, what: str) -> str:
    """A wait or a step by its name in words: "line-ups of round 4, match A", "the whole league" if it is empty."""
    match = what.partition("/")[2]
    return texts.describe_wait(what, match=title_in_season(snapshot.season, match)) if what else WHOLE_LEAGUE_TEXT


def concerned_members(snapshot: WindowSnapshot, wait: Wait) -> list[Membership]:
    """Whom a wait concerns: the owners it awaits, all owners if it stays open to the end, or the commissioners."""
    if wait.to_the_end:
        return list(inbox.season_owners(snapshot.row))
    return awaited_members(snapshot, wait)


def awaited_members(snapshot: WindowSnapshot, wait: Wait) -> list[Membership]:
    """Whose answer a wait needs to end: owners', or the commissioners' for a report."""
    if wait.step == REPORT_STEP:
        return list(inbox.league_commissioners(snapshot.row.league_id))
    return inbox.franchise_owners(snapshot.row.league_id, wait.franchises)


def window_hours(calendar: Calendar, season: state.Season, step: str) -> int:
    """The hours of a step: the calendar's, except for shops where the season has a house rule (DM-C-104)."""
    if step == "M5.10" and (ruled := season.number_setting("shop.deadline_hours")):
        return ruled
    return step_hours(calendar, step)


def is_paused(calendar: Calendar, what: str) -> bool:
    """Whether the league, or the step of that wait, is paused."""
    return not {WHOLE_LEAGUE_KEY, step_of(what)}.isdisjoint(calendar.paused)


def pause_window(window: Window, *, at: datetime) -> None:
    """Pause a window; it keeps its remaining time, to the second."""
    if window.closes_at is not None:
        window.left = max(0, round((window.closes_at - at).total_seconds()))
        window.closes_at = None
        save_change(window, at=at)


def resume_windows(windows: Iterable[Window], *, at: datetime) -> None:
    """Resume windows with the time they had left."""
    for window in windows:
        if window.left is not None:
            window.closes_at, window.left = at + timedelta(seconds=window.left), None
            save_change(window, at=at)


def _time_runs_from(row: Season, season: state.Season, wait: Wait, *, at: datetime) -> datetime:
    """From when the time of a wait that begins now is counted: of a result that is revealed later, from then on."""
    if wait.step != REPORT_STEP or not (match := season.match(wait.match)).ruleset:
        return at
    reveal = reveal_of(row.pk, season.rounds[match.round].number)
    return at if reveal is None or reveal.at is None else max(at, reveal.at)


def _open_window(window: Window, calendar: Calendar, *, hours: int, since: datetime, at: datetime) -> None:
    """Open a window with its full time; one that reopens before its deadline keeps that deadline."""
    unspent = window.pk is not None and (window.closes_at is None or window.closes_at > at)
    if not unspent:
        window.opened_at, window.left = at, None
        window.closes_at = deadline(calendar, opened_at=since, hours=hours)
    window.closed_at = None
    if window.pk is None:
        window.save()
    else:
        save_change(window, at=at)
    if is_paused(calendar, window.what):
        pause_window(window, at=at)


def save_change(window: Window, *, at: datetime) -> None:
    """Save a window whose deadline was changed, or that was opened again."""
    window.changes += 1
    window.changed_at = at
    window.save()


def reminder_time(calendar: Calendar, *, opened_at: datetime, closes_at: datetime) -> datetime | None:
    """When those a window awaits are reminded of its deadline; None in a league that does not remind.

    The calendar says how long before the deadline; for a window shorter than twice that, it is halfway.
    """
    if not calendar.reminder_hours:
        return None
    before = timedelta(hours=calendar.reminder_hours / settings.CLOCK_SPEED)
    return closes_at - min(before, (closes_at - opened_at) / 2)
