"""The job that loads an example league from its archive, beside the pages: whole or not at all, and once.

It may be stopped at any moment and begins again; nothing of a league is in the database before all of it is.
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
from journal.transfer.import_staging import StagedImport, StagedLeague, write_staged_league
from league.example_archives import log_ins
from league.example_archives.archive import read_archive
from league.example_archives.catalog import ARCHIVE, Example, example_in, examples
from league.example_archives.fresh_start import go_on_here
from league.example_archives.log_ins import LogIn
from league.models import Job, League
from league.queries.jobs import LOAD_EXAMPLE
from rules.core.refusals import Malformed, Refusal

GLANCE = 0.2
"""Seconds between two looks at how far a league is, and at whether to stop."""
ITERATIONS = 1000
"""How often the password of an example's person is hashed: it was drawn by lot, and nobody guesses it by trying.

The usual million takes seconds for all of them. Django hashes it anew when it is first given.
"""
GIVEN_UP = "--no-example"
"""Who gave the loading up, in the job's log."""


class ExampleMissing(Refusal):
    """The archive of the example league is missing from this checkout, or cannot be read."""


@dataclass(frozen=True, slots=True)
class _Person:
    """Somebody of an example: the user name they have here, their password, and the user or its password's hash."""

    user: str
    password: str
    hash: str = ""
    known: Any = None


def ask_for_examples(*, at: datetime) -> list[Job]:
    """Ask for every example to be loaded into a database that holds no other league; the jobs that are to be done.

    A database that was given examples before is given no new ones, but loading that was stopped, given up or failed
    is asked for again.
    """
    ours = {_key(each): each for each in examples()}
    earlier = {each.key: each for each in Job.objects.filter(kind=LOAD_EXAMPLE)}
    others = League.objects.exclude(pk__in=[mine.league for mine in ours.values()])
    if not earlier and (log_ins.file().exists() or others.exists()):
        return []
    jobs = []
    for place, (key, example) in enumerate(ours.items()):
        job = earlier.get(key)
        if job is None:
            arguments = {"folder": example.folder.name, "name": example.name}
            in_order = at + timedelta(milliseconds=place)
            job = queue.enqueue(LOAD_EXAMPLE, key=key, at=in_order, arguments=arguments)
        elif job.state in (Job.State.FAILED, Job.State.CANCELLED):
            job = queue.retry_job(job, at=at, asked_by="")
        if job.state in (Job.State.QUEUED, Job.State.RUNNING):
            jobs.append(job)
    return jobs


def give_examples_up(*, at: datetime) -> None:
    """Give the loading up of what is not loaded yet."""
    for job in Job.objects.filter(kind=LOAD_EXAMPLE, state__in=[Job.State.QUEUED, Job.State.RUNNING]):
        queue.cancel_job(job.pk, at=at, asked_by=GIVEN_UP)


@job_kind(
    LOAD_EXAMPLE,
    title="Loading an example league",
    cancellable=True,
    resumes="Loading {name} goes on at the next start.",
)
def load(run: JobRun) -> None:
    """The body of the job. Raises `ExampleMissing`, and as restoring a league does."""
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
    except (Malformed, msgspec.MsgspecError) as no:
        text = f"{_named(example)} holds no league that can be read ({str(no).rstrip('.')}): get a whole checkout."
        raise ExampleMissing(text) from None
    finally:
        preparation.stop()
    made = (
        LogIn(people[member.user].user, people[member.user].password, member.part, example.name) for member in members
    )
    log_ins.keep(made, league=example.name)
    entries = _bring_in(prepared, people, at=run.now())
    run.progress(entries, entries, f"{example.name}: {entries} entries.")


class _Member(msgspec.Struct):
    user: str
    role: str
    franchise: str = ""

    @property
    def part(self) -> str:
        """What they are in the league, in words."""
        return f"{self.role} of {self.franchise}" if self.franchise else self.role


class _Members(msgspec.Struct):
    members: list[_Member]


def _key(example: Example) -> str:
    return f"{LOAD_EXAMPLE} {example.league}"


def _export_of(example: Example) -> bytes:
    try:
        return read_archive(example.archive)
    except Malformed as no:
        text = no.sentence.replace(str(example.archive), _named(example))
        raise ExampleMissing(text) from None


def _named(example: Example) -> str:
    """The archive of an example, as the beginning of a sentence."""
    return f"The archive of {example.name}, {example.archive.relative_to(settings.BASE_DIR)},"


def _people(run: JobRun, names: Iterable[str]) -> dict[str, _Person]:
    """The people of an example by the names they have in it.

    Nobody who signed up here is taken for one of them: a name that is somebody else's gets a number.
    """
    kept = {log_in.user: log_in.password for log_in in log_ins.log_ins()}
    people = {}
    for name in names:
        run.raise_if_cancelled()
        here, number = name, 1
        while (found := _users().filter(username=here).first()) and not _is_ours(found, kept):
            number += 1
            here = f"{name}-{number}"
        password = kept[here] if here in kept else log_ins.new_password()
        people[name] = _Person(here, password, known=found) if found else _Person(here, password, _hashed(password))
    return people


def _is_ours(user: Any, kept: dict[str, str]) -> bool:
    """Whether a user is a person of an example that was loaded before."""
    name = user.get_username()
    return name in kept and check_password(kept[name], user.password)


def _hashed(password: str) -> str:
    hasher = get_hasher()
    if not isinstance(hasher, PBKDF2PasswordHasher):
        return make_password(password)
    return str(hasher.encode(password, hasher.salt(), iterations=ITERATIONS))


@transaction.atomic
def _bring_in(prepared: StagedLeague, people: dict[str, _Person], *, at: datetime) -> int:
    """Make the people and the league, and let it go on here; how many entries it came with."""
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
