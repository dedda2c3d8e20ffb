"""The form of a match's file: its fields and their defaults. Rules DM-C-009, DM-C-066, DM-M-010."""

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
"""The design points of a car, unless the file says otherwise (DM-C-066, DM-M-010)."""
BUDGETS = (PLAIN_DP, 63, 75, 81)
"""The design points a car may be built on (DM-C-066, DM-C-075, DM-M-010)."""
MOST_TRAIT = 20  # no mutant: far beyond what any campaign hands over
"""The largest distance of a trait from 0 (DM-C-011, DM-M-007)."""
MOST_CRITICALS = 20  # no mutant: more than any car stands
"""The most criticals a car may bring (DM-M-106)."""
COPIES = 9  # no mutant: a talent so often is a slip of the pen
"""The most times a competitor may have the same talent or quirk (DM-C-020, DM-C-047, DM-M-113)."""
LARGEST_FILE = 1024 * 1024  # no mutant: no rule prints it
"""The most bytes of a match's file."""


class PaperUnreadable(Malformed):
    """The file is not a readable description of a match."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompetitorSpec:
    """A person who may crew a car; a talent or quirk they have twice is listed twice."""

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
    """A car: the name of a `stock` design, or a `design` written out, or neither for one made to fit what the car
    carries.

    `items` are the kinds of the items it carries, and `criticals` those it has from before.
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
    """A team: its cars, and everyone who may crew them."""

    id: str
    cars: tuple[CarSpec, ...]
    crew: tuple[CompetitorSpec, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSpec:
    """The whole file. `setting` holds what the ruleset needs for a match besides, such as a track.

    `ruleset` names the ruleset it is meant for; the reader of the file has already chosen one.
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
    """The match that the bytes of a file describe. Raises `PaperUnreadable` with every error of form."""
    document = read_json(text)
    if errors := list(schema_error_clauses(document, MatchSpec, "match")):
        raise PaperUnreadable(f"The match cannot be read: {'; '.join(errors)}. Fix each of these.")
    return read_document(document, MatchSpec)


def read_json(text: bytes) -> Any:
    """The JSON of a file.

    Raises `PaperUnreadable` if it is not JSON, too long, or has a field twice in one object.
    """
    if len(text) > LARGEST_FILE:  # no mutant: the same
        raise PaperUnreadable(f"The file has {len(text)} bytes and a match takes {LARGEST_FILE} at most: shorten it.")
    try:
        document = msgspec.json.decode(text)
        duplicates = _duplicate_names(text)
    except (ValueError, RecursionError) as error:
        raise PaperUnreadable(json_error_sentence(text, error)) from None
    if duplicates:
        raise PaperUnreadable(
            f"The file has {' and '.join(duplicates)} more than once in one object: keep one of each."
        )
    return document


def json_error_sentence(text: bytes, why: Exception) -> str:
    """The sentence about bytes that are not JSON, and how to fix them."""
    if text.startswith((codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return f"The file is not JSON ({why}): write it as UTF-8 without a byte order mark."
    if isinstance(why, RecursionError):
        return "The file is nested too deeply to be the file of a match: give it as it was written."
    if isinstance(why, UnicodeDecodeError):
        return f"The file is not JSON ({why}): write it as UTF-8."
    if _has_lone_surrogate(text):
        return "The file is not JSON (a text in it has one half of a surrogate pair): write the whole character."
    return f"The file is not JSON ({why}): fix it there."


def _has_lone_surrogate(text: bytes) -> bool:
    """Whether a text in a file escapes one half of a surrogate pair alone, such as `\\ud800`, which cannot be
    encoded.
    """
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return False
    try:
        json.dumps(document, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return True
    return False


def _duplicate_names(text: bytes) -> list[str]:
    """The names of fields that occur twice in one object, which a JSON reader would ignore."""
    duplicates: list[str] = []

    def note_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
        duplicates.extend(repr(name[:40]) for name, times in Counter(name for name, _ in pairs).items() if times > 1)
        return dict(pairs)

    json.loads(text, object_pairs_hook=note_duplicates)
    return list(dict.fromkeys(duplicates))
