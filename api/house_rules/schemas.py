"""Schemas of house rules, their changes, and the questionnaire."""

from __future__ import annotations

from datetime import datetime

import msgspec

Setting = bool | int | str


class SwitchOut(msgspec.Struct, frozen=True, kw_only=True):
    """A house rule: its setting in the season, the printed one, and the entry that set it, null for the opening's."""

    switch: str
    """Name of the house rule, such as `money.rounding`."""
    setting: Setting
    """How the season plays it."""
    printed: Setting
    """How the book prints it."""
    changed: bool
    """Whether its setting in the season differs from the printed one."""
    since: int | None
    """Number of the entry that set it last; null where it is as the season was opened."""
    rule: str
    """Number of the rule that it bends."""


class PendingOut(msgspec.Struct, frozen=True, kw_only=True):
    """A house rule that changes when the season reaches a step: `S1` to `E9`, or `r4` for round 4."""

    switch: str
    """Name of the house rule."""
    setting: Setting
    """What it will be set to."""
    step: str
    """Step from which it is so: S1 to E9, or r4 for the fourth round."""
    rule: str
    """Number of the rule that it bends."""


class HouseRulesOut(msgspec.Struct, frozen=True, kw_only=True):
    """Every house rule of a season by name, and those that are to change; the catalogue has what each one asks."""

    season: str
    edition: str
    """Edition of the campaign's rules that the season is played by."""
    switches: tuple[SwitchOut, ...]
    """Every house rule with its setting, those of the campaign first."""
    pending: tuple[PendingOut, ...]
    """House rules that change later, in the order they were given."""


class AnswersOut(msgspec.Struct, frozen=True, kw_only=True):
    """A published version of the answers: what it changed and what that was, when it took effect, and its entry.

    `acknowledged_by` are the franchises whose owners have taken note of it.
    """

    number: int
    """Number of the version, 1 for the first."""
    answers: dict[str, Setting]
    """Settings that the version changed, by the house rule's name."""
    was: dict[str, Setting]
    """Settings these had before, by the house rule's name."""
    note: str
    """The commissioner's note on it; may be empty."""
    step: str
    """Step from which it is so; empty where it took effect at once."""
    published_at: datetime
    """When it was published."""
    entry: int
    """Number of the first entry that set its answers."""
    acknowledged_by: tuple[str, ...]
    """Short ids of the franchises whose owners have taken note of it."""


class QuestionnaireOut(msgspec.Struct, frozen=True, kw_only=True):
    """The published versions of a season's answers to the questionnaire of its house rules, the oldest first."""

    season: str
    versions: tuple[AnswersOut, ...]
    """The published versions, the oldest first."""
