"""Words that every match system shares: ids, money and traits."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import NewType

from rules.core.refusals import Malformed

FranchiseId = NewType("FranchiseId", str)
DriverId = NewType("DriverId", str)
CarId = NewType("CarId", str)
SponsorId = NewType("SponsorId", str)
RoundId = NewType("RoundId", str)
MatchId = NewType("MatchId", str)
ItemId = NewType("ItemId", str)
OfferId = NewType("OfferId", str)
TradeId = NewType("TradeId", str)
Credits = NewType("Credits", int)

K = 1000
"""The number of credits in 1k (DM-C-001)."""

ID_PATTERN = re.compile(r"[a-z0-9][a-z0-9\-]*(\.[a-z0-9][a-z0-9\-]*)*")
LONGEST_NAME = 60
VOWELS = "aeiou"
RESERVED = frozenset(
    {
        "acts",
        "amends",
        "announcements",
        "board",
        "calendar.ics",
        "clock",
        "cup",
        "d",
        "do",
        "draft",
        "drivers",
        "duels",
        "end",
        "export.json",
        "fair",
        "f",
        "franchises",
        "future",
        "heads",
        "holding",
        "house",
        "jobs",
        "journal",
        "journal.atom",
        "market",
        "names",
        "next",
        "people",
        "pool",
        "procedures",
        "questionnaire",
        "questionnaires",
        "questions",
        "records",
        "round-ups",
        "rulebook",
        "rules",
        "rulings",
        "sandboxes",
        "schedule",
        "search",
        "seats",
        "setup",
        "standings",
        "table",
        "tables",
        "tokens",
        "webhooks",
    }
)
"""Words that the site's URLs or the paths of dice use, so that no season or match may have them as its id."""


class Trait(StrEnum):
    """The four traits of a driver (DM-C-009)."""

    DRIVING = "driving"
    GUNNERY = "gunnery"
    INITIATIVE = "initiative"
    TOUGHNESS = "toughness"


def with_article(thing: str) -> str:
    """A noun with its indefinite article: `a driver`, `an item`."""
    return f"{'an' if thing[0] in VOWELS else 'a'} {thing}"


def printable_id(id: str) -> str:
    """An id for use in a sentence. A text that is not a valid id is quoted and cut."""
    return id if len(id) <= LONGEST_NAME and ID_PATTERN.fullmatch(id) else repr(id[:LONGEST_NAME])


def validate_id(text: str, *, thing: str) -> str:
    """The id itself: lowercase letters, digits and dashes, with single dots inside, at most 60 characters.

    Raises `Malformed` for any other text.
    """
    if len(text) > LONGEST_NAME or not ID_PATTERN.fullmatch(text):
        raise Malformed(
            f"{text[:80]!r} cannot be the id of {with_article(thing)}: use small letters, digits and dashes with "
            f"single dots inside, at most {LONGEST_NAME} characters, such as razors.d4."
        )
    return text


def validate_unreserved_id(text: str, *, thing: str) -> str:
    """The id itself. Raises `Malformed` if the site reserves that word."""
    if text in RESERVED:
        raise Malformed(f"No {thing} may be called {text!r}, which the site keeps for itself: choose another id.")
    return text


def in_k(credits: int) -> str:
    """An amount of credits in thousands: 13500 is `13.5k`."""
    thousands, rest = divmod(abs(credits), K)
    fraction = f".{rest:03}".rstrip("0") if rest else ""
    return f"{'-' if credits < 0 else ''}{thousands}{fraction}k"
