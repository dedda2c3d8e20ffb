"""The form of a match's file: what a person may write, and what it is when they do not. Rules DM-C-009, DM-C-066,
DM-M-010."""

from __future__ import annotations

import codecs
import json
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import msgspec

from rules.core.document_validation import read_document, schema_error_clauses
from rules.core.refusals import Malformed

PLAIN_DP = 60
"""What a car is built on unless the file says otherwise (DM-C-066, DM-M-010)."""
BUDGETS = (PLAIN_DP, 63, 75, 81)
"""The design points a car may be built on (DM-C-066, DM-C-075, DM-M-010)."""
MOST_TRAIT = 20  # no mutant: far beyond what any campaign hands over
"""No trait is farther from 0 than that (DM-C-011, DM-M-007)."""
MOST_CRITICALS = 20  # no mutant: more than any car stands
"""The criticals a car may bring (DM-M-106)."""
COPIES = 9  # no mutant: a talent so often is a slip of the pen
"""How often somebody may have one talent or quirk (DM-C-020, DM-C-047, DM-M-113)."""
LARGEST_FILE = 1024 * 1024  # no mutant: no rule prints it
"""A match's file may have that many bytes."""


class PaperUnreadable(Malformed):
    """The file is not a readable description of a match."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompetitorSpec:
    """Somebody who may crew a car; a talent or quirk they have twice is listed twice."""

    id: str
    driving: int = 3
    gunnery: int = 3
    initiative: int = 3
    toughness: int = 3
    talents: tuple[str, ...] = ()
    quirks: tuple[str, ...] = ()
    worn: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CarSpec:
    """A car: a `stock` design by name or a `design` written out, and with neither one made for what it carries.

    `items` are what it carries, by kind; `criticals` stand from before.
    """

    driver: str
    gunner: str = ""
    id: str = ""
    stock: str = ""
    design: dict[str, Any] | None = None
    dp: int = PLAIN_DP
    criticals: int = 0
    items: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamSpec:
    """A team: its cars, and everybody who may crew them."""

    id: str
    cars: tuple[CarSpec, ...]
    crew: tuple[CompetitorSpec, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSpec:
    """The file as a whole; `setting` is what the ruleset asks of a match besides, such as a track.

    `ruleset` says by whose rules it is meant to be played; whoever reads it has chosen already.
    """

    event: str
    teams: tuple[TeamSpec, ...]
    ruleset: str = ""
    match: str = "match"
    surface: str = ""
    heats: int = 1
    setting: dict[str, Any] = field(default_factory=dict)
    switches: dict[str, Any] = field(default_factory=dict)


def read_spec(text: bytes) -> MatchSpec:
    """What the bytes of a file say. Raises `PaperUnreadable` with everything that is of the wrong form."""
    document = read_json(text)
    if wrong := list(schema_error_clauses(document, MatchSpec, "match")):
        raise PaperUnreadable(f"The match cannot be read: {'; '.join(wrong)}. Mend each of these.")
    return read_document(document, MatchSpec)


def read_json(text: bytes) -> Any:
    """The JSON of a file. Raises `PaperUnreadable` for what is none, too long, or has a field twice in one object."""
    if len(text) > LARGEST_FILE:  # no mutant: the same
        raise PaperUnreadable(f"The file has {len(text)} bytes and a match takes {LARGEST_FILE} at most: shorten it.")
    try:
        document = msgspec.json.decode(text)
        twice = _duplicate_names(text)
    except (ValueError, RecursionError) as no:
        raise PaperUnreadable(json_error_sentence(text, no)) from None
    if twice:
        raise PaperUnreadable(f"The file has {' and '.join(twice)} more than once in one object: keep one of each.")
    return document


def json_error_sentence(text: bytes, why: Exception) -> str:
    """The sentence for bytes that are no JSON, and how they are mended."""
    if text.startswith((codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return f"The file is no JSON ({why}): write it as UTF-8 without a byte order mark."
    if isinstance(why, UnicodeDecodeError):
        return f"The file is no JSON ({why}): write it as UTF-8."
    if _has_lone_surrogate(text):
        return "The file is no JSON (a text in it has one half of a surrogate pair): write the whole character."
    return f"The file is no JSON ({why}): mend it there."


def _has_lone_surrogate(text: bytes) -> bool:
    """Whether a text in a file escapes one half of a pair alone, such as `\\ud800`, which no bytes can be made of."""
    try:
        read = json.loads(text)
    except (ValueError, RecursionError):
        return False
    try:
        json.dumps(read, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return True
    return False


def _duplicate_names(text: bytes) -> list[str]:
    """The names of fields that one object of a file has twice, which a reader of JSON would pass over."""
    found: list[str] = []

    def note_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found.extend(repr(name[:40]) for name, times in Counter(name for name, _ in pairs).items() if times > 1)
        return dict(pairs)

    json.loads(text, object_pairs_hook=note_duplicates)
    return list(dict.fromkeys(found))
