"""What the commands have in common: who speaks, what they were answered, and how a season's secret is read."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.base import CommandError
from django.db import OperationalError, ProgrammingError, transaction

from journal import BatchResult
from journal.entry_body import load_body
from journal.state.visible import log_sealed_attempts
from journal.writer import OutOfDate, lock_season
from league.access import ReasonMissing
from league.management.stoppable_command import StoppableCommand
from league.models import Batch, Membership, Season
from league.queries.entries import has_sealed_entries
from rules.campaign.core.fact_sentences import fact_sentence
from rules.core.refusals import Refusal
from sql.busy_errors import is_busy

MISSING_TABLE_ERRORS = ("no such table", 'relation "')
"""How the two databases say that a table is missing."""
UNREACHABLE_ERRORS = ("connection failed", "could not connect", "Connection refused", "unable to open database")
"""How they say that they cannot be reached."""
UNDECODABLE_ERRORS = ("Could not decode to UTF-8",)
"""How SQLite says that a column of a text holds other bytes."""
DISK_FULL_ERRORS = ("disk is full", "No space left")
"""How they say that there is no room to write."""


BUSY_SENTENCE = (
    "Another program writes to the database and did not let this one have its turn: try again in a moment."
)
"""What a command says that waited for the database in vain."""


class DatabaseCommand(StoppableCommand):
    """A command that says in a sentence when the database has no tables yet, is busy for too long, or is full.

    It runs no system checks: they import every page and address of the site. `migrate` and `check` run them.
    """

    requires_system_checks = []

    def execute(self, *args: Any, **options: Any) -> Any:
        """Run it. Raises `CommandError` where the database is out of reach, busy or full, or has no tables."""
        try:
            return super().execute(*args, **options)
        except (OperationalError, ProgrammingError) as no:
            if is_busy(no):
                raise CommandError(BUSY_SENTENCE) from None
            if any(words in str(no) for words in MISSING_TABLE_ERRORS):
                raise CommandError("The database has no tables yet: run manage.py migrate first.") from None
            if any(words in str(no) for words in UNREACHABLE_ERRORS):
                raise CommandError("The database is out of reach: start it, or mend DATABASE_URL.") from None
            if any(words in str(no) for words in UNDECODABLE_ERRORS):
                raise CommandError(
                    "A row of the database holds what is no text: restore the last backup before going on."
                ) from None
            if any(words in str(no) for words in DISK_FULL_ERRORS):
                raise CommandError(
                    "There is no room left on the disk, and nothing was written: make room, and ask again."
                ) from None
            raise


def refusal_error(no: Refusal) -> CommandError:
    """A refusal as a command ends with it; one that wants a reason says where to give it."""
    if isinstance(no, ReasonMissing):
        return CommandError(f"{no.sentence.removesuffix('.')} with --reason.")
    return CommandError(no.sentence)


def season_or_error(id: str) -> Season:
    """The season of that id, or a `CommandError`."""
    season = Season.objects.filter(pk=id).first()
    if season is None:
        raise CommandError(f"There is no season {id!r}: name it as league/season.")
    return season


def member_or_error(league: str, user: str, *, franchise: str = "") -> Membership:
    """The member of a league with that user name, its first commissioner without one.

    Of several places a person has, the one with `franchise` comes first.
    """
    members = Membership.objects.filter(league_id=league).exclude(role=Membership.Role.FORMER).order_by("role", "pk")
    wanted = {"user__username": user} if user else {"role": Membership.Role.COMMISSIONER}
    found = list(members.filter(**wanted))
    if not found:
        who = user or "A commissioner"
        raise CommandError(f"{who} is not a member of {league}: name one with --as.")
    return next(
        (member for member in found if franchise and member.franchise_id == f"{league}/{franchise}"), found[0]
    )


def add_seen_option(parser: ArgumentParser, *, refused: str) -> None:
    """The option by which somebody says which entry they read last; `refused` is what refuses the command."""
    parser.add_argument(
        "--seen", type=int, default=None, metavar="ENTRY", help=f"the entry you read last: refused where {refused}"
    )


@contextmanager
def hold_unchanged(season: str, seen: int | None, *, key: str) -> Iterator[None]:
    """Hold a season while something is done in it under a key, as it was after entry `seen`; None holds nothing.

    Raises `OutOfDate` where it has another last entry by now, unless that was done under the key before.
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
    """An answer in lines: each entry, and with `facts` what came of it by which rule."""
    for entry in answer.entries:
        yield f"#{entry.number} {entry.command['type']}"
        if load_body(entry.entry.body).unapproved:
            yield "    not approved by anybody else: it is marked so for good"
        if facts:
            yield from (f"    {fact_sentence(fact)} [{fact.rule}]" for fact in entry.facts)
    if answer.left_out is not None:
        yield answer.left_out.sentence


def digest_line(season: str, answer: BatchResult) -> str:
    """The season's digest after an answer, unless what is still sealed could be guessed from it."""
    return "The digest is told once what is sealed is open." if has_sealed_entries(season) else answer.digest


def parse_secret(text: str) -> bytes:
    """A season's secret from hex digits."""
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise CommandError(
            f"{text!r} is no season secret: give an even number of hex digits, such as 00ff."
        ) from None
