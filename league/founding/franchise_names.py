"""What the franchises of a new league are called until somebody calls them otherwise, and the ids made of names."""

from __future__ import annotations

import re
import unicodedata
import zlib

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
"""A prime number of them, so that steps of any length come to all."""
LONGEST_ID = 40


def suggest_names(league: str, count: int) -> tuple[str, ...]:
    """So many names for the franchises of a league, always the same for the same league."""
    drawn = zlib.crc32(league.encode())
    first, step = drawn % len(FRANCHISE_NAMES), 1 + (drawn // len(FRANCHISE_NAMES)) % (len(FRANCHISE_NAMES) - 1)
    return tuple(FRANCHISE_NAMES[(first + each * step) % len(FRANCHISE_NAMES)] for each in range(count))


def id_from_name(name: str, *, otherwise: str) -> str:
    """The id made of a name: `The Tow Zone` is `tow-zone`; `otherwise` where nothing of it can be in an id."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    words = re.findall(r"[a-z0-9]+", plain.replace("'", ""))
    if len(words) > 1 and words[0] == "the":
        words = words[1:]
    return "-".join(words)[:LONGEST_ID].strip("-") or otherwise
