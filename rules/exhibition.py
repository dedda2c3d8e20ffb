"""Matches outside any league: what a ruleset answers that can play one from a file (DM-M-140)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from rules.refusal import Refusal
from rules.registry import named


class LeaguesOnly(Refusal):
    """The ruleset plays the matches of a league and none from a file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exhibition:
    """A match that was played from a file: its id, its tables, its story, and the log it can be played again from.

    The log is always the same bytes for the same file and secret.
    """

    match: str
    box_score: list[str]
    story: list[str]
    log: bytes


@runtime_checkable
class Exhibitor(Protocol):
    """A ruleset that plays a match which one file describes."""

    def exhibit(self, text: bytes, *, secret: bytes) -> Exhibition:
        """Play the match a file describes. Raises a refusal that names everything wrong with it."""

    def exhibit_again(self, log: bytes) -> Exhibition:
        """Play a match again from its log. Raises `Malformed`, `OtherEdition` or `LogContradicted`."""


def exhibitor(ruleset: str) -> Exhibitor:
    """The ruleset of that name as one that plays matches from files. Raises `Unknown` or `LeaguesOnly`."""
    found = named(ruleset)
    if not isinstance(found, Exhibitor):
        raise LeaguesOnly(f"{found.title} plays the matches of a league and none from a file: use another ruleset.")
    return found
