"""The duel in the log of a match: everything that its scorer was told, to be scored again. Rule CW-S-004."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from rules.core.refusals import Refusal
from rules.match.duels.scorer import Document
from rules.match.exhibition import ruleset_in
from rules.match.registry import get_ruleset


class NoDuel(Refusal):
    """The log is of a match that was not scored as a duel."""


@runtime_checkable
class DuelRuleset(Protocol):
    """A ruleset whose matches are duels."""

    def duel_document(self, log: bytes) -> Document:
        """The duel of a match with all its events. Raises `NoDuel`, and as `Ruleset.story` does."""


def is_match_log(document: object) -> bool:
    """Whether the content of a file is the log of a match, and not the file of a duel."""
    return isinstance(document, dict) and "digests" in document


def duel_of_log(log: bytes) -> Document:
    """The duel in the log of a match, by the ruleset that the log names.

    Raises `NoDuel` if its matches are no duels, and as `DuelRuleset.duel_document` does.
    """
    name = ruleset_in(log)
    ruleset: object = get_ruleset(name) if name else None
    if not isinstance(ruleset, DuelRuleset):
        raise NoDuel(
            "The log is of no match that was scored as a duel: give the file of a duel, or the log of a match that "
            "was one."
        )
    return ruleset.duel_document(log)
