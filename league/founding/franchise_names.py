"""Names for the franchises of a new league, and ids made from names."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from itertools import count

from rules.core.text_folding import as_written, words_of_id

FRANCHISE_NAMES = (
    "Municipal Hazard",
    "The Tow Zone",
    "Kerosene Sunday",
    "Third Gear Thieves",
    "Gravel and Sons",
    "The Asphalt Choir",
    "Sixty Grit",
    "Wrong Exit",
    "The Spare Parts",
    "Cinder Block Party",
    "Tarmac Widows",
    "The Late Brakers",
    "Overpass Saints",
    "Diesel and Daughters",
    "The Impound Lot",
    "Kindly Merge",
    "Hot Bitumen",
    "The Crash Barriers",
    "Flat Fixers Local",
    "Redline Rectory",
    "The Gasket Cases",
    "Dead Reckless",
    "Skidmark Society",
)
"""The length is a prime number, so that steps of any length reach every name."""
LONGEST_ID = 40


def suggest_names(league: str, count: int) -> tuple[str, ...]:
    """`count` names for the franchises of a league, always the same for the same league id."""
    seed = zlib.crc32(league.encode())
    first, step = seed % len(FRANCHISE_NAMES), 1 + (seed // len(FRANCHISE_NAMES)) % (len(FRANCHISE_NAMES) - 1)
    return tuple(FRANCHISE_NAMES[(first + number * step) % len(FRANCHISE_NAMES)] for number in range(count))


def id_from_name(name: str, *, otherwise: str) -> str:
    """An id for a name, such as `tow-zone` for `The Tow Zone`; `otherwise` if no letter or digit of it can be used.

    Different names may have the same one, so that it is no identity: see `free_id_from_name`.
    """
    words = words_of_id(name)
    if len(words) > 1 and words[0] == "the":
        words = words[1:]
    return "-".join(words)[:LONGEST_ID].strip("-") or otherwise


def free_id_from_name(name: str, *, otherwise: str, taken: Mapping[str, str]) -> str:
    """An id for a name that no other name has; a number is appended if needed.

    `taken` has the name of each id. The same name gets the same id again.
    """
    stem = id_from_name(name, otherwise=otherwise)
    ids = (stem if number == 1 else f"{stem}-{number}" for number in count(1))
    return next(id for id in ids if id not in taken or as_written(taken[id]) == as_written(name))
