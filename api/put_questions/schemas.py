"""Schemas of questions put during play, and of the rulings on them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import msgspec

from api.journal.schemas import ReceiptOut

Standing = Annotated[str, msgspec.Meta(extra_json_schema={"enum": ["waiting", "answered", "withdrawn"]})]


class PutQuestionOut(msgspec.Struct, frozen=True, kw_only=True):
    """A question about the rules that a member put to the commissioners, with their ruling (HOUSE-014)."""

    number: int
    """Number of the question in its season, 1 for the first."""
    standing: Standing
    """Whether it waits for a ruling, is answered by one, or was withdrawn by who put it."""
    match: str | None
    """Short id of the match it came up in; null for none."""
    questionnaire: str | None
    """Id of the questionnaire whose question it is about; null for none."""
    question: str | None
    """Key of the question it is about; null for none."""
    put: str
    """The question in the member's words."""
    cited: str
    """Text of the rules that it cites; may be empty."""
    franchise: str | None
    """Short id of the franchise whose owner put it; null for a commissioner, and for somebody who has left."""
    at: datetime
    """When it was put."""
    own: bool
    """Whether you put it."""
    answer: str | None
    """The ruling; null before there is one, and after an amend struck it."""
    answer_cited: str | None
    """Text of the rules that the ruling cites, may be empty; null where there is no ruling."""
    answered_at: datetime | None
    """When it was ruled on or withdrawn; null while it waits."""
    entry: int | None
    """Number of the entry with the ruling; null before there is one."""


class PutQuestionsOut(msgspec.Struct, frozen=True, kw_only=True):
    """Questions of a season and the rulings on them, the newest first. Those withdrawn are left out."""

    season: str
    waiting: int
    """How many questions of the season wait for a ruling."""
    questions: tuple[PutQuestionOut, ...]
    """The questions, the newest first."""
    next: int | None
    """Send it as `before` for the next part; null at the end."""


class PutQuestionIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A question to the commissioners, and what it is about."""

    put: str
    """The question, in 1 to 1,000 characters that everybody may read."""
    cited: str = ""
    """Text of the rules that it is about, in at most 1,000 characters; may be empty."""
    match: str = ""
    """Short id of the match it came up in; empty for none."""
    questionnaire: str = ""
    """Id of the questionnaire whose question it is about; empty for none."""
    question: str = ""
    """Key of the question it is about, sent with `questionnaire`; empty for none."""


class QuestionRulingIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A commissioner's ruling on a question."""

    answer: str
    """The ruling, in 1 to 1,000 characters that everybody may read."""
    cited: str = ""
    """Text of the rules that it is drawn from, in at most 1,000 characters; empty for what the question cites."""
    words: str = ""


class RuledQuestionOut(msgspec.Struct, frozen=True, kw_only=True):
    """A question that was ruled on."""

    question: PutQuestionOut
    """The question with its ruling."""
    length: int
    """How many entries the journal has now."""
    receipt: ReceiptOut | None = None
