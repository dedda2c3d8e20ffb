"""`manage.py clock SEASON`: what a season waits for, until when, and what its clock would do; or let it."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import datetime
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from journal.state.visible import public_state
from league.management.cli_actor import DatabaseCommand, answer_lines, member_or_error, refusal_error, season_or_error
from league.models import Calendar, Season, Window
from league.queries.windows import open_windows
from rules.campaign.core import state
from rules.core.refusals import Refusal
from scheduling import clock_controls
from scheduling.calendar import calendar_of, deadline, format_local_time, zone_of
from scheduling.clock_tick import tick
from scheduling.waits import REPORT_STEP, Wait, current_waits
from scheduling.windows import is_paused, window_hours

WHOLE_LEAGUE_ARGUMENT = "league"
"""What is said to pause the whole league."""

EARLIEST_YEAR, LATEST_YEAR = 1970, 2999
"""The years a league is played in."""


class Command(DatabaseCommand):
    """Prints one line for each thing the season waits for; nothing is changed unless an act is asked for."""

    if_stopped = "What was printed stands, and the rest was done whole or not at all: give the same command again."
    help = "Show what a season waits for and until when, let its clock tick, or move a deadline."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The season, the moment, and at most one act."""
        parser.add_argument("season")
        parser.add_argument(
            "--at", default="", metavar="ISO", help="another moment than now, such as 2026-11-24T20:00"
        )
        act = parser.add_mutually_exclusive_group()
        act.add_argument("--tick", action="store_true", help="let the clock tick once")
        act.add_argument("--extend", metavar="WHAT", help="give a window until a later moment, with --until")
        act.add_argument("--close", metavar="WHAT", help="end a window's time now")
        act.add_argument("--pause", metavar="WHAT", help=f"a window, a step such as E6, or {WHOLE_LEAGUE_ARGUMENT!r}")
        act.add_argument("--resume", metavar="WHAT", help="what was paused")
        parser.add_argument("--until", default="", metavar="ISO", help="the new deadline; league time unless it says")
        parser.add_argument("--reason", default="", help="why; everyone may read it")
        parser.add_argument("--as", dest="user", default="", help="the user name of the commissioner who acts")

    def handle(self, *args: Any, **options: Any) -> None:
        """Act where that is asked, and print; a refusal ends it with its sentence."""
        row = season_or_error(options["season"])
        calendar = calendar_of(row.league_id)
        at = _parse_moment(calendar, options["at"]) if options["at"] else timezone.now()
        try:
            self._run_act(row, calendar, at, options)
        except Refusal as no:
            raise refusal_error(no) from None
        row.refresh_from_db()
        self._print(row, calendar_of(row.league_id), at)

    def _run_act(self, row: Season, calendar: Calendar, at: datetime, options: dict[str, Any]) -> None:
        if options["tick"]:
            for answer in tick(row.pk, at=at):
                for line in answer_lines(answer, facts=False):
                    self.stdout.write(line)
            return
        named = {name: options[name] for name in ("extend", "close", "pause", "resume") if options[name]}
        if not named:
            return
        ((act, what),) = named.items()
        by = {"member": member_or_error(row.league_id, options["user"]), "at": at, "reason": options["reason"]}
        if act == "extend":
            if not options["until"]:
                raise CommandError("Say until when with --until, such as --until 2026-11-24T20:00.")
            clock_controls.extend_window(row.pk, what, until=_parse_moment(calendar, options["until"]), **by)
        elif act == "close":
            clock_controls.close_window(row.pk, what, **by)
        else:
            {"pause": clock_controls.pause_clock, "resume": clock_controls.resume_clock}[act](
                row.pk, "" if what == WHOLE_LEAGUE_ARGUMENT else what, **by
            )

    def _print(self, row: Season, calendar: Calendar, at: datetime) -> None:
        season = public_state(row)
        self.stdout.write(f"{row.pk} at {season.step}, {format_local_time(calendar, at)}")
        windows = {window.what: window for window in open_windows(row.pk)}
        awaited = current_waits(season)
        for wait in awaited:
            whom = ", ".join(wait.franchises) or ("the commissioner" if wait.step == REPORT_STEP else "nobody")
            self.stdout.write(
                f"  {wait.what}: {_window_text(season, calendar, wait, windows.get(wait.what), at)}; of {whom}"
            )
        if not awaited:
            self.stdout.write("  It waits for no answer.")


def _window_text(season: state.Season, calendar: Calendar, wait: Wait, window: Window | None, at: datetime) -> str:
    if window is None:
        if is_paused(calendar, wait.what):
            return "opens, paused, with the next tick"
        closes = deadline(calendar, opened_at=at, hours=window_hours(calendar, season, wait.step))
        return f"opens with the next tick, until {format_local_time(calendar, closes)}"
    if window.closes_at is None:
        return f"paused, with {_duration_text(window.left or 0)} left"
    until = format_local_time(calendar, window.closes_at)
    if window.closes_at > at:
        return f"open until {until}"
    after = "the report is missing" if wait.step == REPORT_STEP else "standing orders answer with the next tick"
    return f"over since {until}, {after}"


def _duration_text(seconds: int) -> str:
    hours, rest = divmod(seconds, 3600)
    return f"{hours} h {rest // 60} min"


def _parse_moment(calendar: Calendar, text: str) -> datetime:
    """A moment as it was typed, in the league's own time unless it says which. Raises `CommandError`."""
    try:
        moment = parse_datetime(text)
    except ValueError:
        moment = None
    if moment is None or not EARLIEST_YEAR <= moment.year <= LATEST_YEAR:
        raise CommandError(f"{text!r} is no moment: write it as 2026-11-24T20:00.")
    return moment if moment.tzinfo else moment.replace(tzinfo=zone_of(calendar))
