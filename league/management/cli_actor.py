"""What management commands share: database errors, seasons and members from options, and printing of results."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.core.management.base import CommandError
from django.db import OperationalError, ProgrammingError, transaction
from django.utils.dateparse import parse_datetime

from journal import BatchResult
from journal.entry_body import load_body
from journal.state.visible import log_sealed_attempts
from journal.writer import OutOfDate, lock_season
from league.access import ReasonMissing
from league.management.stoppable_command import StoppableCommand
from league.models import Batch, Calendar, Membership, Season
from league.queries.entries import has_sealed_entries
from rules.campaign.core.facts import fact_sentence
from rules.core.refusals import Refusal
from scheduling.calendar import zone_of
from sql.busy_errors import is_busy

MISSING_TABLE_ERRORS = ("no such table", 'relation "')
"""Parts of the messages by which SQLite and PostgreSQL report a missing table."""
UNREACHABLE_ERRORS = ("connection failed", "could not connect", "Connection refused", "unable to open database")
"""Parts of their messages for a database that cannot be reached."""
UNDECODABLE_ERRORS = ("Could not decode to UTF-8",)
"""Part of SQLite's message for a text column that holds other bytes."""
DISK_FULL_ERRORS = ("disk is full", "No space left")
"""Parts of their messages for a full disk."""


BUSY_SENTENCE = (
    "Another program writes to the database and did not let this one have its turn: try again in a moment."
)
"""The error of a command whose wait for the database timed out."""


class DatabaseCommand(StoppableCommand):
    """A command that reports common database errors in a sentence.

    It runs no system checks, since they import every page and URL of the site. `migrate` and `check` run them.
    """

    requires_system_checks = []

    def execute(self, *args: Any, **options: Any) -> Any:
        """Run the command.

        Raises `CommandError` if the database is unreachable, busy or full, has no tables, or has undecodable text.
        """
        try:
            return super().execute(*args, **options)
        except (OperationalError, ProgrammingError) as error:
            if is_busy(error):
                raise CommandError(BUSY_SENTENCE) from None
            if any(words in str(error) for words in MISSING_TABLE_ERRORS):
                raise CommandError("The database has no tables yet: run manage.py migrate first.") from None
            if any(words in str(error) for words in UNREACHABLE_ERRORS):
                raise CommandError("The database is out of reach: start it, or correct DATABASE_URL.") from None
            if any(words in str(error) for words in UNDECODABLE_ERRORS):
                raise CommandError(
                    "A row of the database holds what is no text: restore the last backup before going on."
                ) from None
            if any(words in str(error) for words in DISK_FULL_ERRORS):
                raise CommandError(
                    "There is no room left on the disk, and nothing was written: make room, and ask again."
                ) from None
            raise


def refusal_error(refusal: Refusal) -> CommandError:
    """A refusal as the error of a command. A missing reason names the option `--reason`."""
    if isinstance(refusal, ReasonMissing):
        return CommandError(f"{refusal.sentence.removesuffix('.')} with --reason.")
    return CommandError(refusal.sentence)


def season_or_error(id: str) -> Season:
    """The season of that id. Raises `CommandError` if there is none."""
    season = Season.objects.filter(pk=id).first()
    if season is None:
        raise CommandError(f"There is no season {id!r}: name it as league/season.")
    return season


def member_or_error(league: str, user: str, *, franchise: str = "") -> Membership:
    """The membership of the person with that user name; without one, the league's first commissioner.

    If the person has several memberships, that of `franchise` is preferred. Raises `CommandError` if there is none.
    """
    members = Membership.objects.filter(league_id=league).exclude(role=Membership.Role.FORMER).order_by("role", "pk")
    condition = {"user__username": user} if user else {"role": Membership.Role.COMMISSIONER}
    candidates = list(members.filter(**condition))
    if not candidates:
        subject = user or "A commissioner"
        raise CommandError(f"{subject} is not a member of {league}: name one with --as.")
    return next(
        (member for member in candidates if franchise and member.franchise_id == f"{league}/{franchise}"),
        candidates[0],
    )


def add_seen_option(parser: ArgumentParser, *, refused: str) -> None:
    """Add the option `--seen` for the last entry the user read; `refused` says when the command is refused."""
    parser.add_argument(
        "--seen", type=int, default=None, metavar="ENTRY", help=f"the entry you read last: refused where {refused}"
    )


@contextmanager
def hold_unchanged(season: str, seen: int | None, *, key: str) -> Iterator[None]:
    """Lock a season in the state after entry `seen` while something is done under a key; None does not lock it.

    Raises `OutOfDate` if the season has another last entry by now, unless the key has been used before.
    """
    if seen is None:
        yield
        return
    with log_sealed_attempts(), transaction.atomic():
        last = lock_season(season).length
        if last != seen and not Batch.objects.filter(season=season, key=key).exists():
            raise OutOfDate(f"The last entry of {season} is {last} by now, not {seen}: read what came since.")
        yield


def answer_lines(answer: BatchResult, *, facts: bool = True) -> Iterator[str]:
    """The lines that report a batch: each entry, and with `facts` its facts and their rules."""
    for entry in answer.entries:
        yield f"#{entry.number} {entry.command['type']}"
        if load_body(entry.entry.body).unapproved:
            yield "    not approved by anybody else: it is marked so for good"
        if facts:
            yield from (f"    {fact_sentence(fact)} [{fact.rule}]" for fact in entry.facts)
    if answer.left_out is not None:
        yield answer.left_out.sentence


def digest_line(season: str, answer: BatchResult) -> str:
    """The season's digest after a batch. It is withheld while entries are sealed, which could be guessed from it."""
    return "The digest is told once what is sealed is open." if has_sealed_entries(season) else answer.digest


def parse_secret(text: str) -> bytes:
    """A season's secret from hex digits. Raises `CommandError`."""
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise CommandError(
            f"{text!r} is no season secret: give an even number of hex digits, such as 00ff."
        ) from None


EARLIEST_YEAR, LATEST_YEAR = 1970, 2999
"""The range of years that the options accept."""


def parse_moment(calendar: Calendar, text: str) -> datetime:
    """A typed time, in the league's time zone unless it names one. Raises `CommandError`."""
    try:
        moment = parse_datetime(text)
    except ValueError:
        moment = None
    if moment is None or not EARLIEST_YEAR <= moment.year <= LATEST_YEAR:
        raise CommandError(f"{text!r} is no moment: write it as 2026-11-24T20:00.")
    return moment if moment.tzinfo else moment.replace(tzinfo=zone_of(calendar))
