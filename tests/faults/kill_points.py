"""Named moments at which a worker kills itself, patched into the site's functions in the program that is to die.

A strike is `{"when": moment, "tag": command}`, or `{"when": "before", "sitting": number}`. With `"alone"` every batch
is a sitting of its own. A program that a test starts takes its strike from `STRIKE`. The tested code contains none of
this.
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
from scheduling.notices import mail

STRUCK = (
    unattended_moves.perform_moves,
    unattended_moves.save_recorded,
    store.save,
    worker.finish_job,
    outbox.mark_sent,
    mail._claim_notice,
    mail.compose_event,
)
"""The functions around which a worker may die, in the order of the methods in `armed`."""
IN_A_STEP = ("before", "performed", "saved", "written", "committed", "ending", "alone")
"""Moments in a sitting: before its transaction; performed, but nothing written; tables written, but no entry; all
written, but not committed; committed; before the job's row says it is done; committed, with one batch a sitting."""
IN_TELLING = ("delivered", "handed out", "claimed", "mailed")
"""Moments in telling members: receivers wrote their rows, but the outbox is not marked; that is committed; a mail is
claimed, but not sent; it is sent, but not marked as sent."""


def die() -> NoReturn:
    """End the program as `kill -9` does."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise SystemExit  # not reached; for NoReturn


class Armed:
    """One strike, and the sittings of this program so far. The methods replace functions of the site."""

    def __init__(self, when: str, tag: str, sitting: int) -> None:
        self.when, self.tag, self.sitting = when, tag, sitting
        self.sittings: list[list[str]] = []
        self.done = False

    def sits(self, sound: Callable[..., Any], *args: Any, **options: Any) -> Any:
        """Begin a sitting."""
        self.sittings.append([])
        if self.when == "before" and len(self.sittings) == self.sitting:
            die()
        if self.when == "alone":
            options["most"] = 1
        return sound(*args, **options)

    def performs(
        self, sound: Callable[..., Any], pen: EntryRecorder, season: Any, command: Any, **options: Any
    ) -> None:
        """Perform a command."""
        sound(pen, season, command, **options)
        tag = tag_of(type(command))
        if self.sittings:
            self.sittings[-1].append(tag)
        if self.when == "performed" and tag == self.tag:
            die()

    def writes_down(self, sound: Callable[..., Any], pen: EntryRecorder, *args: Any, **options: Any) -> None:
        """Write the entries of a sitting."""
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
        """Write the season's tables."""
        sound(*args, **options)
        if self.when == "saved" and self.done:
            die()

    def ends(self, sound: Callable[..., Any], *args: Any, **options: Any) -> Any:
        """Write a job's end."""
        if self.when == "ending" and self.done:
            die()
        return sound(*args, **options)

    def marks(self, sound: Callable[..., Any], rows: Any, **options: Any) -> Any:
        """Mark rows of the outbox as sent. The worker dies only at rows that led to notices."""
        led_to_notices = any(
            Notice.objects.filter(key__endswith=f"/{row.season_id}/{row.entry}").exists() for row in rows
        )
        if self.when == "delivered" and led_to_notices:
            die()
        sent = sound(rows, **options)
        if self.when == "handed out" and led_to_notices:
            transaction.on_commit(die)
        return sent

    def claims(self, sound: Callable[..., Any], notice: Notice, **options: Any) -> bool:
        """Claim a notice's mail."""
        claimed: bool = sound(notice, **options)
        if self.when == "claimed" and claimed:
            die()
        return claimed

    def mails(self, sound: Callable[..., Any], *arguments: Any) -> Any:
        """Compose a mail about an event. At `mailed` the worker dies after sending it, before that is noted."""
        mail = sound(*arguments)
        if self.when == "mailed":
            original_send = mail.send

            def send_and_die() -> NoReturn:
                original_send()
                die()

            mail.send = send_and_die
        return mail


def armed(strike: dict[str, Any] | None) -> list[list[str]]:
    """Arm this program; return the list of its sittings' command tags, which grows while it works."""
    details = strike or {}
    fault = Armed(details.get("when", ""), details.get("tag", ""), details.get("sitting", 0))
    replacements = (fault.sits, fault.writes_down, fault.saves, fault.ends, fault.marks, fault.claims, fault.mails)
    wrappers = {
        original: _instead_of(original, function) for original, function in zip(STRUCK, replacements, strict=True)
    }
    for module, name, original in places():
        setattr(module, name, wrappers[original])
    original = EntryRecorder.perform

    def performs(pen: EntryRecorder, season: Any, command: Any, **options: Any) -> None:
        fault.performs(original, pen, season, command, **options)

    EntryRecorder.perform = performs  # type: ignore[method-assign]
    return fault.sittings


@functools.cache
def places() -> list[tuple[ModuleType, str, Callable[..., Any]]]:
    """All places that `STRUCK` functions were imported to: the module, the name there, and the function.

    The search runs once. A program that forks calls this first, for all its workers.
    """
    functions = {id(function): function for function in STRUCK}
    return [
        (module, name, functions[id(value)])
        for module in list(sys.modules.values())
        for name, value in list(getattr(module, "__dict__", {}).items())
        if id(value) in functions
    ]


def _instead_of(sound: Callable[..., Any], faulty: Callable[..., Any]) -> Callable[..., Any]:
    """A wrapper that calls `faulty` with the original function first."""

    @functools.wraps(sound)
    def call(*args: Any, **options: Any) -> Any:
        return faulty(sound, *args, **options)

    return call


if "STRIKE" in os.environ:
    armed(json.loads(os.environ["STRIKE"]))
