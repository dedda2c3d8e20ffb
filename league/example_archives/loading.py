"""The background job that loads an example league from its archive, and how it goes on here.

It may be stopped at any time and starts over later. A league is written in one transaction.

Anybody may know the contents of an archive, including its secret. So the newest season takes a fresh secret
(HOUSE-010) before any command is given in it: two sites get different dice, and nobody knows them in advance.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import PBKDF2PasswordHasher, check_password, get_hasher, make_password
from django.db import transaction

from jobs import queue
from jobs.kinds import JobRun, job_kind
from journal.dice.fresh_dice import take_fresh_dice
from journal.state import store
from journal.transfer.import_staging import StagedImport, StagedLeague, write_staged_league
from journal.unattended_moves import give_as_clock
from league.example_archives import log_ins
from league.example_archives.catalog import ARCHIVE, Example, example_in, examples, read_archive
from league.example_archives.log_ins import LogIn
from league.invitations import LONGEST_DAYS, free_franchises, invite
from league.models import Calendar, Job, League, Membership, Season
from league.queries.jobs import LOAD_EXAMPLE
from league.queries.round_plans import with_planned_matches
from league.queries.season_leaves import Seeds
from rules.campaign.match_day.announcing import AnnounceRound
from rules.campaign.steward import next_commissioner_command
from rules.core.refusals import Malformed, Refusal
from scheduling.announcements import post_announcement


def go_on_here(league: League, *, at: datetime) -> None:
    """Give the newest season of a league that was just loaded fresh dice.

    If the league has a calendar, also announce the next round and offer the franchises without an owner. Call it in
    the transaction that writes the league.
    """
    newest = Season.objects.filter(league=league, forked_from="").latest("number", "opened_at")
    row = take_fresh_dice(newest.pk, seeds=Seeds.fresh(), at=at)
    if not Calendar.objects.filter(league=league).exists():
        return
    season = store.load(row).season
    command = with_planned_matches(next_commissioner_command(season), row.pk, season)
    if isinstance(command, AnnounceRound):
        give_as_clock(row.pk, [command], at=at, key=f"loaded/{row.length}")
    _open_seats(league, row, at=at)


def _open_seats(league: League, row: Season, *, at: datetime) -> None:
    free = list(free_franchises(league))
    if not free:
        return
    members = Membership.objects.filter(league=league).select_related("user").order_by("pk")
    commissioner = members.filter(role=Membership.Role.COMMISSIONER)[0]
    owner = Membership.Role.OWNER
    _, token = invite(league=league, by=commissioner, role=owner, at=at, days=LONGEST_DAYS, uses=len(free))
    text = (
        f"Franchises without an owner can be taken over. [Take one of them](/join/{token}/): you get its drivers, "
        f"cars and money as they are, and name its line-up for the next round.\n\n"
        f"The clock stands still until the commissioner lets it go on, under Deadlines on the "
        f"[Board](/l/{row.pk}/board/). When all line-ups are in, or their time is over, the match is played here. "
        f"The commissioner is `{commissioner.user.get_username()}`, whose password was printed when the server was "
        "started."
    )
    post_announcement(
        league=league, by=commissioner, title="Seats are free", text=text, pinned=True, key="free seats", at=at
    )


GLANCE = 0.2
"""Seconds between two checks of the progress and of a cancellation."""
ITERATIONS = 1000
"""Hash iterations for the passwords of example people, which are random and cannot be guessed.

The usual million would take seconds for all of them. Django rehashes a password at its first use.
"""
GIVEN_UP = "--no-example"
"""Who canceled the loading, in the job's log."""


class ExampleMissing(Refusal):
    """The archive of the example league is missing from this checkout, or cannot be read."""


@dataclass(frozen=True, slots=True)
class _Person:
    """A person of an example: user name and password on this site, and the known user or the hash of the password."""

    user: str
    password: str
    hash: str = ""
    known: Any = None


def ask_for_examples(*, at: datetime) -> list[Job]:
    """Queue the loading of all examples if the database has no other league. Returns the jobs that will run.

    A database that got examples before gets no new ones, but jobs that were interrupted, canceled or failed are
    queued again.
    """
    examples_by_key = {_key(example): example for example in examples()}
    jobs_by_key = {job.key: job for job in Job.objects.filter(kind=LOAD_EXAMPLE)}
    other_leagues = League.objects.exclude(pk__in=[example.league for example in examples_by_key.values()])
    if not jobs_by_key and (log_ins.file().exists() or other_leagues.exists()):
        return []
    jobs = []
    for place, (key, example) in enumerate(examples_by_key.items()):
        job = jobs_by_key.get(key)
        if job is None:
            arguments = {"folder": example.folder.name, "name": example.name}
            queued_at = at + timedelta(milliseconds=place)
            job = queue.enqueue(LOAD_EXAMPLE, key=key, at=queued_at, arguments=arguments)
        elif job.state in (Job.State.FAILED, Job.State.CANCELLED):
            job = queue.retry_job(job, at=at, asked_by="")
        if job.state in (Job.State.QUEUED, Job.State.RUNNING):
            jobs.append(job)
    return jobs


def give_examples_up(*, at: datetime) -> None:
    """Cancel the loading of examples that are not loaded yet."""
    for job in Job.objects.filter(kind=LOAD_EXAMPLE, state__in=[Job.State.QUEUED, Job.State.RUNNING]):
        queue.cancel_job(job.pk, at=at, asked_by=GIVEN_UP)


@job_kind(
    LOAD_EXAMPLE,
    title="Loading an example league",
    cancellable=True,
    resumes="Loading {name} goes on at the next start.",
)
def load(run: JobRun) -> None:
    """The job: load an example. Raises `ExampleMissing`, and the refusals of an import."""
    folder = str(run.arguments["folder"])
    example = example_in(folder)
    if example is None:
        raise ExampleMissing(
            f"Its archive, examples/{folder}/{ARCHIVE}, is not in this checkout: get a whole one, or start with "
            "--no-example."
        )
    if League.objects.filter(pk=example.league).exists():
        run.note(f"There is a league {example.league} already: it was left as it is.")
        return
    export = _export_of(example)
    preparation = StagedImport(export)
    try:
        members = msgspec.json.decode(export, type=_Members).members
        people = _people(run, sorted({member.user for member in members}))
        while not preparation.wait(GLANCE):
            run.progress(preparation.done, preparation.total)
            run.raise_if_cancelled()
        prepared = preparation.result()
    except (Malformed, msgspec.MsgspecError) as error:
        text = f"{_named(example)} holds no league that can be read ({str(error).rstrip('.')}): get a whole checkout."
        raise ExampleMissing(text) from None
    finally:
        preparation.stop()
    new_log_ins = (
        LogIn(people[member.user].user, people[member.user].password, member.part, example.name) for member in members
    )
    log_ins.keep(new_log_ins, league=example.name)
    entries = _bring_in(prepared, people, at=run.now())
    run.progress(entries, entries, f"{example.name}: {entries} entries.")


class _Member(msgspec.Struct):
    user: str
    role: str
    franchise: str = ""

    @property
    def part(self) -> str:
        """Their role in the league, in words."""
        return f"{self.role} of {self.franchise}" if self.franchise else self.role


class _Members(msgspec.Struct):
    members: list[_Member]


def _key(example: Example) -> str:
    return f"{LOAD_EXAMPLE} {example.league}"


def _export_of(example: Example) -> bytes:
    try:
        return read_archive(example.archive)
    except Malformed as refusal:
        text = refusal.sentence.replace(str(example.archive), _named(example))
        raise ExampleMissing(text) from None


def _named(example: Example) -> str:
    """The name of an example's archive as the beginning of a sentence."""
    return f"The archive of {example.name}, {example.archive.relative_to(settings.BASE_DIR)},"


def _people(run: JobRun, names: Iterable[str]) -> dict[str, _Person]:
    """The people of an example on this site, by their user names in the example.

    If somebody else has the user name on this site, a number is added to it.
    """
    passwords = {log_in.user: log_in.password for log_in in log_ins.log_ins()}
    people = {}
    for name in names:
        run.raise_if_cancelled()
        local_name, number = name, 1
        while (found := _users().filter(username=local_name).first()) and not _is_ours(found, passwords):
            number += 1
            local_name = f"{name}-{number}"
        password = passwords[local_name] if local_name in passwords else log_ins.new_password()
        people[name] = (
            _Person(local_name, password, known=found) if found else _Person(local_name, password, _hashed(password))
        )
    return people


def _is_ours(user: Any, passwords: dict[str, str]) -> bool:
    """Whether a user was made for an example: their user name and password are those of a stored log-in."""
    name = user.get_username()
    return name in passwords and check_password(passwords[name], user.password)


def _hashed(password: str) -> str:
    hasher = get_hasher()
    if not isinstance(hasher, PBKDF2PasswordHasher):
        return make_password(password)
    return str(hasher.encode(password, hasher.salt(), iterations=ITERATIONS))


@transaction.atomic
def _bring_in(prepared: StagedLeague, people: dict[str, _Person], *, at: datetime) -> int:
    """Create the users, write the league, and continue it on this site. Returns its number of entries."""
    users = {
        name: person.known
        or _users().create(username=person.user, email=f"{person.user}@example.com", password=person.hash)
        for name, person in people.items()
    }
    restored = write_staged_league(prepared, users=users)
    go_on_here(restored.league, at=at)
    return restored.entries


def _users() -> Any:
    return get_user_model()._default_manager
