"""`manage.py calendar LEAGUE`: print or set the calendar of a league."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from league.management.cli_actor import DatabaseCommand, member_or_error
from league.models import Calendar, League
from rules.campaign.core.command import STEP_NAMES
from rules.core.refusals import Refusal
from rules.match.report import EVIDENCE
from scheduling.calendar import (
    ANY_EVIDENCE,
    DEFAULT_HOURS,
    NEVER_ACCEPT,
    RESULT_SOURCES,
    calendar_of,
    set_calendar,
    step_hours,
)

ON_OFF = {"on": True, "off": False}
NEVER = "never"
HOUSE_DEFAULT = "house"
"""The value that restores the default hours of a step."""


class Command(DatabaseCommand):
    """Prints the calendar, with a star at hours that differ from the default."""

    if_stopped = "The calendar was set whole or not at all: give the same command again."
    help = "Read or set the calendar of a league: its zone, the hours of each step, whether it runs by itself."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the league, the settings, and the acting member."""
        parser.add_argument("league")
        parser.add_argument("--zone", default=None, help="a time zone such as Europe/Berlin, or UTC")
        parser.add_argument(
            "--hours",
            nargs="+",
            default=[],
            metavar="STEP=HOURS",
            help=f"such as M3=48; M3={HOUSE_DEFAULT} for the house's",
        )
        parser.add_argument("--unattended", choices=list(ON_OFF), default=None, help="whether it runs by itself")
        parser.add_argument("--results", choices=RESULT_SOURCES, default=None, help="who reports matches")
        parser.add_argument("--reminder", type=int, default=None, metavar="HOURS", help="how long before a deadline")
        parser.add_argument(
            "--agreed",
            default=None,
            metavar="HOURS",
            help=f"after how many hours a report that the teams agree on is accepted by itself; {NEVER} for never",
        )
        parser.add_argument(
            "--evidence",
            choices=[ANY_EVIDENCE, *EVIDENCE],
            default=None,
            help="how well a report must be proven to be accepted",
        )
        parser.add_argument(
            "--appeals",
            type=int,
            default=None,
            metavar="HOURS",
            help="for how many hours teams may appeal against a result; 0 for not at all",
        )
        parser.add_argument(
            "--missed",
            type=int,
            default=None,
            metavar="HOURS",
            help="how long after its agreed time a match without a report counts as missed; 0 for never",
        )
        parser.add_argument(
            "--reveal",
            default=None,
            metavar="WHEN",
            help=f"when every round is revealed, such as 'SAT 20:00'; {NEVER} for each match once it is locked",
        )
        parser.add_argument("--as", dest="user", default="", help="the user name of the commissioner who sets it")

    def handle(self, *args: Any, **options: Any) -> None:
        """Apply the settings, and print the calendar. Raises `CommandError` for a refusal."""
        league = options["league"]
        if not League.objects.filter(pk=league).exists():
            raise CommandError(f"There is no league {league!r}: name one there is.")
        arguments: dict[str, Any] = {
            "time_zone": options["zone"],
            "hours": _parse_hours(options["hours"]) or None,
            "unattended": ON_OFF.get(options["unattended"]),
            "results": options["results"],
            "reminder_hours": options["reminder"],
            "agreed_hours": _parse_agreed(options["agreed"]),
            "least_evidence": options["evidence"],
            "appeal_hours": options["appeals"],
            "missed_hours": options["missed"],
            "standing_reveal": "" if options["reveal"] == NEVER else options["reveal"],
        }
        try:
            if any(value is not None for value in arguments.values()):
                set_calendar(
                    league=league, member=member_or_error(league, options["user"]), at=timezone.now(), **arguments
                )
        except Refusal as refusal:
            raise CommandError(refusal.sentence) from None
        self._print(calendar_of(league))

    def _print(self, calendar: Calendar) -> None:
        if calendar._state.adding:
            self.stdout.write("No calendar is set: the clock leaves the league alone. The house's own would be:")
        self.stdout.write(f"  zone        {calendar.time_zone}")
        self.stdout.write(f"  unattended  {'on' if calendar.unattended else 'off'}")
        self.stdout.write(f"  results     {calendar.results}")
        self.stdout.write(f"  reminder    {calendar.reminder_hours} h before a deadline")
        if calendar.agreed_hours is not None:
            self.stdout.write(f"  agreed      accepted after {calendar.agreed_hours} h")
        if calendar.least_evidence:
            self.stdout.write(f"  evidence    {calendar.least_evidence} or better")
        self.stdout.write(f"  appeals     within {calendar.appeal_hours} h")
        if calendar.missed_hours:
            self.stdout.write(f"  missed      {calendar.missed_hours} h after the time of a match")
        if calendar.standing_reveal:
            self.stdout.write(f"  reveals     {calendar.standing_reveal}")
        if calendar.paused:
            self.stdout.write(f"  paused      {', '.join(calendar.paused)}")
        for step, default in DEFAULT_HOURS.items():
            hours = step_hours(calendar, step)
            self.stdout.write(f"{'*' if hours != default else ' '} {step:<6}{hours:>5} h  {STEP_NAMES[step]}")


def _parse_agreed(text: str | None) -> int | None:
    if text is None or text == NEVER:
        return None if text is None else NEVER_ACCEPT
    if not text.isdecimal():
        raise CommandError(f"{text!r} is no number of hours: say --agreed 24, or --agreed {NEVER}.")
    return int(text)


def _parse_hours(options: list[str]) -> dict[str, int | None]:
    hours: dict[str, int | None] = {}
    for option in options:
        step, _, value = option.partition("=")
        if value != HOUSE_DEFAULT and not value.isdecimal():
            raise CommandError(f"{option!r} gives no hours: say them as M3=48, or M3={HOUSE_DEFAULT}.")
        if step in hours:
            raise CommandError(f"The hours of {step} are given twice: give them once.")
        hours[step] = None if value == HOUSE_DEFAULT else int(value)
    return hours
