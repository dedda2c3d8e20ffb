"""`manage.py clock SEASON`: print what a season waits for and until when, let its clock tick, or move a deadline."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import datetime
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from journal.state.visible import public_state
from league.management.cli_actor import (
    DatabaseCommand,
    answer_lines,
    member_or_error,
    parse_moment,
    refusal_error,
    season_or_error,
)
from league.models import Calendar, Season, Window
from league.queries.windows import open_windows
from rules.campaign.core import state
from rules.campaign.steward.waits import REPORT_STEP, Wait, current_waits
from rules.core.refusals import Refusal
from scheduling import clock_controls
from scheduling.calendar import calendar_of, deadline, format_local_time
from scheduling.clock_tick import tick
from scheduling.windows import is_paused, window_hours

WHOLE_LEAGUE_ARGUMENT = "league"
"""The value that pauses or resumes the whole league."""


class Command(DatabaseCommand):
    """Prints a line for each thing the season waits for. It changes nothing unless an action is given."""

    if_stopped = "What was printed stands, and the rest was done whole or not at all: give the same command again."
    help = "Show what a season waits for and until when, let its clock tick, or move a deadline."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the season, the time, and at most one action."""
        parser.add_argument("season")
        parser.add_argument(
            "--at", default="", metavar="ISO", help="another moment than now, such as 2026-11-24T20:00"
        )
        act = parser.add_mutually_exclusive_group()
        act.add_argument("--tick", action="store_true", help="let the clock tick once")
        act.add_argument(
            "--extend", metavar="WHAT", help="move a window's deadline to a later or an earlier moment, with --until"
        )
        act.add_argument("--close", metavar="WHAT", help="end a window's time now")
        act.add_argument("--pause", metavar="WHAT", help=f"a window, a step such as E6, or {WHOLE_LEAGUE_ARGUMENT!r}")
        act.add_argument("--resume", metavar="WHAT", help="what was paused")
        parser.add_argument("--until", default="", metavar="ISO", help="the new deadline; league time unless it says")
        parser.add_argument("--reason", default="", help="why; everyone may read it")
        parser.add_argument("--as", dest="user", default="", help="the user name of the commissioner who acts")

    def handle(self, *args: Any, **options: Any) -> None:
        """Perform the action if there is one, and print. Raises `CommandError` for a refusal."""
        row = season_or_error(options["season"])
        calendar = calendar_of(row.league_id)
        at = parse_moment(calendar, options["at"]) if options["at"] else timezone.now()
        try:
            self._run_act(row, calendar, at, options)
        except Refusal as refusal:
            raise refusal_error(refusal) from None
        row.refresh_from_db()
        self._print(row, calendar_of(row.league_id), at)

    def _run_act(self, row: Season, calendar: Calendar, at: datetime, options: dict[str, Any]) -> None:
        if options["tick"]:
            for batch in tick(row.pk, at=at):
                for line in answer_lines(batch, facts=False):
                    self.stdout.write(line)
            return
        actions = {name: options[name] for name in ("extend", "close", "pause", "resume") if options[name]}
        if not actions:
            return
        ((act, what),) = actions.items()
        arguments = {"member": member_or_error(row.league_id, options["user"]), "at": at, "reason": options["reason"]}
        if act == "extend":
            if not options["until"]:
                raise CommandError("Say until when with --until, such as --until 2026-11-24T20:00.")
            clock_controls.move_deadline(row.pk, what, until=parse_moment(calendar, options["until"]), **arguments)
        elif act == "close":
            clock_controls.close_window(row.pk, what, **arguments)
        else:
            {"pause": clock_controls.pause_clock, "resume": clock_controls.resume_clock}[act](
                row.pk, "" if what == WHOLE_LEAGUE_ARGUMENT else what, **arguments
            )

    def _print(self, row: Season, calendar: Calendar, at: datetime) -> None:
        season = public_state(row)
        self.stdout.write(f"{row.pk} at {season.step}, {format_local_time(calendar, at)}")
        windows = {window.what: window for window in open_windows(row.pk)}
        awaited = current_waits(season)
        for wait in awaited:
            people = ", ".join(wait.franchises) or ("the commissioner" if wait.step == REPORT_STEP else "nobody")
            self.stdout.write(
                f"  {wait.what}: {_window_text(season, calendar, wait, windows.get(wait.what), at)}; of {people}"
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
