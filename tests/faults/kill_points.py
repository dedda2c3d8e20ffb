"""Named moments of a worker's life at which it kills itself, put into our functions in the program that is to die.

A strike is `{"when": moment, "tag": command}`, or `{"when": moment, "sitting": number}` for what comes before one.
Where it says `"alone"` every batch is a sitting of its own. A program that a test starts takes it from `STRIKE`.
Nothing of this is in the code that is tested.
"""

from __future__ import annotations

import functools
import json
import os
import signal
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any, NoReturn

from django.db import transaction

from jobs import worker
from journal import outbox, unattended_moves
from journal.entry_recorder import EntryRecorder
from journal.state import store
from league.models import Notice
from rules.campaign.core.command import tag_of
from scheduling import notice_mail

STRUCK = (
    unattended_moves.perform_moves,
    unattended_moves.save_recorded,
    store.save,
    worker.finish_job,
    outbox.mark_sent,
    notice_mail._claim_notice,
    notice_mail.compose_mail,
)
"""The functions of ours at whose moments a worker dies."""
IN_A_STEP = ("before", "performed", "saved", "written", "committed", "ending", "alone")
"""Before its transaction; performed and nothing written; the tables written and no entry; all written and not
committed; committed; before the job's row says it is done; committed, where every batch is committed by itself."""
IN_TELLING = ("delivered", "handed out", "claimed", "mailed")
"""Receivers wrote their rows and the outbox is not marked; that is committed; a mail is claimed and not sent; it is
sent and not noted."""


def die() -> NoReturn:
    """End as `kill -9` ends it."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise SystemExit  # never reached: no signal is as sure


class Armed:
    """One strike, and what was written in this program so far."""

    def __init__(self, when: str, tag: str, sitting: int) -> None:
        self.when, self.tag, self.sitting = when, tag, sitting
        self.sittings: list[list[str]] = []
        self.done = False

    def sits(self, sound: Callable[..., Any], *args: Any, **options: Any) -> Any:
        """A sitting begins."""
        self.sittings.append([])
        if self.when == "before" and len(self.sittings) == self.sitting:
            die()
        if self.when == "alone":
            options["most"] = 1
        return sound(*args, **options)

    def performs(
        self, sound: Callable[..., Any], pen: EntryRecorder, season: Any, command: Any, **options: Any
    ) -> None:
        """A command is performed."""
        sound(pen, season, command, **options)
        tag = tag_of(type(command))
        if self.sittings:
            self.sittings[-1].append(tag)
        if self.when == "performed" and tag == self.tag:
            die()

    def writes_down(self, sound: Callable[..., Any], pen: EntryRecorder, *args: Any, **options: Any) -> None:
        """A sitting is written down."""
        ours = any(entry.command == self.tag for entry in pen.entries)
        if ours and self.when == "saved":
            self.done = True
        sound(pen, *args, **options)
        if ours and self.when == "written":
            die()
        if ours and self.when in {"committed", "alone"}:
            transaction.on_commit(die)
        self.done = self.done or ours

    def saves(self, sound: Callable[..., Any], *args: Any, **options: Any) -> None:
        """The season's tables are written."""
        sound(*args, **options)
        if self.when == "saved" and self.done:
            die()

    def ends(self, sound: Callable[..., Any], *args: Any, **options: Any) -> Any:
        """A job's end is written."""
        if self.when == "ending" and self.done:
            die()
        return sound(*args, **options)

    def marks(self, sound: Callable[..., Any], rows: Any, **options: Any) -> Any:
        """The outbox is marked as sent: rows of which receivers told somebody, or those that concern nobody."""
        told = any(Notice.objects.filter(key__endswith=f"/{row.season_id}/{row.entry}").exists() for row in rows)
        if self.when == "delivered" and told:
            die()
        sent = sound(rows, **options)
        if self.when == "handed out" and told:
            transaction.on_commit(die)
        return sent

    def claims(self, sound: Callable[..., Any], notice: Notice, **options: Any) -> bool:
        """A notice's mail is claimed."""
        claimed: bool = sound(notice, **options)
        if self.when == "claimed" and claimed:
            die()
        return claimed

    def mails(self, sound: Callable[..., Any], notice: Notice, *heads: Any) -> Any:
        """A mail is made; one that is to be sent and not noted kills when it was."""
        made = sound(notice, *heads)
        if self.when == "mailed":
            sends = made.send

            def send() -> NoReturn:
                sends()
                die()

            made.send = send
        return made


def armed(strike: dict[str, Any] | None) -> list[list[str]]:
    """Arm this program; the tags of the commands of each sitting, filled as it works."""
    given = strike or {}
    fault = Armed(given.get("when", ""), given.get("tag", ""), given.get("sitting", 0))
    faulty = (fault.sits, fault.writes_down, fault.saves, fault.ends, fault.marks, fault.claims, fault.mails)
    instead = {sound: _instead_of(sound, function) for sound, function in zip(STRUCK, faulty, strict=True)}
    for module, name, sound in places():
        setattr(module, name, instead[sound])
    sound = EntryRecorder.perform

    def performs(pen: EntryRecorder, season: Any, command: Any, **options: Any) -> None:
        fault.performs(sound, pen, season, command, **options)

    EntryRecorder.perform = performs  # type: ignore[method-assign]
    return fault.sittings


@functools.cache
def places() -> list[tuple[ModuleType, str, Callable[..., Any]]]:
    """Wherever a function at whose moments a worker dies was imported to: the module, its name there, itself.

    They are looked for once: a program that forks does so before, for all its workers.
    """
    sound = {id(each): each for each in STRUCK}
    return [
        (module, name, sound[id(held)])
        for module in list(sys.modules.values())
        for name, held in list(getattr(module, "__dict__", {}).items())
        if id(held) in sound
    ]


def _instead_of(sound: Callable[..., Any], faulty: Callable[..., Any]) -> Callable[..., Any]:
    """A faulty function in a sound one's place."""

    @functools.wraps(sound)
    def put(*args: Any, **options: Any) -> Any:
        return faulty(sound, *args, **options)

    return put


if "STRIKE" in os.environ:
    armed(json.loads(os.environ["STRIKE"]))
