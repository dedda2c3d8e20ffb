"""Schemas of a referee's procedures and their uses."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec

from api.journal.schemas import ReceiptOut, RollOut


class ProcedureLineOut(msgspec.Struct, frozen=True, kw_only=True):
    """A procedure of a referee: what it is about, and what it is performed with."""

    procedure: str
    """Name of the procedure for programs, such as `choose_who_is_hit`."""
    name: str
    """What it is called on pages."""
    rule: str
    book: str
    """Id of the questionnaire by whose answers it goes."""
    chapter: str
    """Title of the chapter in which it stands."""
    summary: str
    """What it says, in a sentence."""
    dice: str
    """What is rolled for what; empty for a procedure without dice."""
    reads: tuple[str, ...]
    """Keys of the questions whose answers it reads."""


class ProceduresOut(msgspec.Struct, frozen=True, kw_only=True):
    """Every procedure of a referee, chapter after chapter."""

    procedures: tuple[ProcedureLineOut, ...]
    """The procedures, each chapter in the order of its rules."""


class ProcedureOut(ProcedureLineOut, frozen=True, kw_only=True):
    """A procedure with the schema of its inputs."""

    schema: dict[str, Any]
    """JSON Schema of its inputs, with the types within it under `$defs`."""


class ReadAnswerOut(msgspec.Struct, frozen=True, kw_only=True):
    """An answer that a procedure reads: as it is in force, and as it is printed."""

    key: str
    """Key of the question."""
    question: str
    """Number of the question, such as CW-Q-077."""
    asks: str
    """What is asked."""
    answer: str
    """The answer in force, in words."""
    printed: str
    """The printed answer, in words."""
    differs: bool
    """Whether the answer in force is other than the printed one."""


class SeasonProcedureOut(ProcedureLineOut, frozen=True, kw_only=True):
    """A procedure as it stands in a season, by the answers in force."""

    season: str
    version: int
    """Version of the answers in force; 0 where none is published, so that everything is as printed."""
    answers: tuple[ReadAnswerOut, ...]
    """Answers that it reads, in the order of the questions."""
    uses: int
    """How often it was performed in the season."""


class ProcedureIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a procedure is worked out from, without a league."""

    inputs: dict[str, Any] = {}
    """Inputs, as the schema of the procedure has them."""
    answers: dict[str, dict[str, Any]] = {}
    """Answers that differ from the printed ones, by key, each with all its parts."""
    faces: tuple[int, ...] = ()
    """Faces of the dice, in the order they are thrown; empty for a procedure that throws none."""


class ProcedureThrowOut(msgspec.Struct, frozen=True, kw_only=True):
    """One throw of a procedure."""

    sides: int
    """How many sides each of its dice has."""
    faces: tuple[int, ...]
    """Face of each die."""
    why: str
    """What the throw decided, in a few words."""


class OutcomeOut(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a procedure."""

    procedure: str
    """Name of the procedure for programs."""
    rule: str
    values: dict[str, Any]
    """Figures and words that it came to, by name."""
    says: tuple[str, ...]
    """How it got there, in sentences."""
    throws: tuple[ProcedureThrowOut, ...]
    """What was thrown, in order."""


class UseIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A use of a procedure in a season: its inputs, the duel that it serves, and faces thrown at a table."""

    inputs: dict[str, Any] = {}
    """Inputs, as the schema of the procedure has them."""
    duel: str = ""
    """Short id of the duel that it serves, such as its number on the site; empty for none."""
    turn: int = 0
    """Turn of the duel, 1 to 1000; 0 for none."""
    phase: int = 0
    """Phase of the turn, 1 to 10; 0 for none."""
    faces: tuple[int, ...] | None = None
    """Faces of dice that were thrown at a table, where the house rule `dice.by_hand` takes them; else null."""
    witness: str = ""
    """Who watched those dice; may be empty."""
    words: str = ""


class UseOut(msgspec.Struct, frozen=True, kw_only=True):
    """A use of a procedure: who performed it when, from what, and what it came to."""

    use: str
    """Id of the use in its season, under which its dice fall."""
    procedure: str
    """Name of the procedure for programs."""
    rule: str
    book: str
    """Id of the questionnaire by whose answers it went."""
    entry: int
    at: datetime
    """When it was performed."""
    actor: str
    """Opaque name of the member who performed it."""
    duel: str
    """Short id of the duel that it served; empty for none."""
    turn: int
    """Turn of the duel; 0 for none."""
    phase: int
    """Phase of the turn; 0 for none."""
    version: int
    """Version of the answers that were in force; 0 where none was published."""
    inputs: dict[str, Any]
    """Inputs, as they were given."""
    answers: dict[str, dict[str, Any]]
    """Answers it read that are not the printed ones, by key."""
    rolls: tuple[RollOut, ...]
    """Its throws, in order."""
    values: dict[str, Any] | None
    """Figures and words that it came to; null where the inputs turned out to be impossible once the dice had fallen.
    """
    says: tuple[str, ...]
    """How it got there, in sentences."""
    impossible: str
    """Why the inputs turned out to be impossible; empty where they did not."""


class UsesOut(msgspec.Struct, frozen=True, kw_only=True):
    """Uses of procedures in a season, the newest first."""

    season: str
    uses: tuple[UseOut, ...]
    """The uses, the newest first."""
    next: int | None
    """Send it as `before` for the next part; null at the end."""


class PerformedOut(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a procedure that was to be performed."""

    use: UseOut | None
    """The use; null where its dice are awaited, or another member is asked first."""
    length: int
    """How many entries the journal has now."""
    waits: str = ""
    """What it waits for, in a sentence; empty where it was performed."""
    receipt: ReceiptOut | None = None
