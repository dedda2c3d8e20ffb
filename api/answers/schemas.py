"""Schemas of the answers of a season, and of the versions they are published in."""

from __future__ import annotations

from datetime import datetime

import msgspec

from api.journal.schemas import ReceiptOut
from api.questionnaires.schemas import Answers, SectionOut


class PlannedAnswersOut(msgspec.Struct, frozen=True, kw_only=True):
    """Answers that come into force when the season reaches a step."""

    version: int | None
    """Number of the version; null for a house rule that was changed without one."""
    step: str
    """Step from which they are in force: S1 to E9, or r4 for the fourth round."""
    answers: Answers
    """Answers that change then."""


class ContradictionOut(msgspec.Struct, frozen=True, kw_only=True):
    """An answer that means nothing beside another."""

    question: str
    """Key of the question whose answer means nothing."""
    other: str
    """Key of the question whose answer makes it so."""
    sentence: str
    """What to do, in a sentence."""


class StandingAnswersOut(msgspec.Struct, frozen=True, kw_only=True):
    """The answers that a season plays by: everything else is answered as printed."""

    season: str
    questionnaire: str
    """Id of the questionnaire."""
    version: int | None
    """Number of the version in force; null while none is."""
    answers: Answers
    """Answers in force that are not the printed ones. The answer to a house rule has the one part `setting`."""
    planned: tuple[PlannedAnswersOut, ...]
    """Answers that come into force later, the next first."""
    contradictions: tuple[ContradictionOut, ...]
    """Answers in force that mean nothing beside others."""
    sections: tuple[SectionOut, ...]
    """What the league asks itself, for the questionnaire `own`; else none, since their questions do not change."""
    withdrawn: tuple[str, ...]
    """Keys of the questions in `sections` that the league asks no more."""


class AnswerVersionOut(msgspec.Struct, frozen=True, kw_only=True):
    """A published version of the answers to a questionnaire: what it changed, and everything that stood with it."""

    number: int
    """Number of the version, 1 for the first."""
    in_force: bool
    """Whether it is the version in force."""
    answers: Answers
    """Answers that it changed."""
    was: Answers
    """The same answers before it."""
    standing: Answers
    """Every answer that is not the printed one, once it is in force."""
    note: str
    """The commissioner's note on it; may be empty."""
    step: str
    """Step from which it is so; empty where it took effect at once."""
    published_at: datetime
    """When it was published."""
    entry: int
    """Number of the first entry that published it."""
    acknowledged_by: tuple[str, ...]
    """Short ids of the franchises whose owners have taken note of it."""


class AnswerVersionsOut(msgspec.Struct, frozen=True, kw_only=True):
    """The published versions of the answers to a questionnaire."""

    season: str
    questionnaire: str
    """Id of the questionnaire."""
    versions: tuple[AnswerVersionOut, ...]
    """The published versions, the oldest first."""


class AnswersIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A version of answers to publish. The first version may change nothing: then all is answered as printed."""

    answers: Answers = {}
    """Answers that change, by key, each with a value for every part; a house rule has the one part `setting`."""
    note: str
    """Note on it that everybody may read, in at most 150 characters; it is the reason of its entries."""
    step: str = ""
    """Step from which it is in force: S1 to E9, or r4 for the fourth round; empty for at once."""
    words: str = ""


class PublishedAnswersOut(msgspec.Struct, frozen=True, kw_only=True):
    """A version that was published."""

    version: AnswerVersionOut
    """The version as it reads."""
    length: int
    """How many entries the journal has now."""
    receipt: ReceiptOut | None = None


class AcknowledgedOut(msgspec.Struct, frozen=True, kw_only=True):
    """Who has taken note of a version."""

    number: int
    """Number of the version."""
    acknowledged_by: tuple[str, ...]
    """Short ids of the franchises whose owners have taken note of it."""
