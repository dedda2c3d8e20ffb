"""Schemas of appeals and their answers."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

import msgspec

AppealStatus = Annotated[str, msgspec.Meta(extra_json_schema={"enum": ["open", "upheld", "dismissed"]})]


class AppealOut(msgspec.Struct, frozen=True, kw_only=True):
    """A team's appeal against a result; `answer` is `open`, `upheld` or `dismissed`.

    A result is amended after an appeal against it is upheld. `id` is its number in its season: 1 for the first that
    was made.
    """

    id: int
    """Number of the appeal in its season, 1 for the first."""
    match: str
    entry: int
    """Number of the entry that accepted the result it is against."""
    side: str
    """Short id of the team that appeals."""
    said: str
    """Why the result is wrong, in the team's words."""
    at: datetime
    """When the appeal was made."""
    answer: AppealStatus
    """State of the appeal: not answered yet, or how it was answered."""
    answer_said: str
    """The reason of the answer; empty while it is open."""
    answered_at: datetime | None
    """When it was answered; null while it is open."""


class AppealIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Why a result is wrong; `side` is the team that appeals, found from the token where it is left out."""

    reason: str
    """Why the result is wrong, in at most 1,000 characters."""
    side: str | None = None
    """Short id of the team that appeals; null for the one team you run in the match."""


class AnswerIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The answer to an appeal, `upheld` or `dismissed`, and why."""

    answer: Literal["upheld", "dismissed"]
    """What becomes of the appeal."""
    reason: str
    """Why, in at most 1,000 characters that everybody may read."""


class AppealsOut(msgspec.Struct, frozen=True, kw_only=True):
    """The appeals against results of a season, the newest first."""

    season: str
    appeals: tuple[AppealOut, ...]
    """The appeals of the season, the newest first."""
