"""Names for the franchises of a new league, and ids made from names."""

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
"""The length is a prime number, so that steps of any length reach every name."""
LONGEST_ID = 40


def suggest_names(league: str, count: int) -> tuple[str, ...]:
    """`count` names for the franchises of a league, always the same for the same league id."""
    seed = zlib.crc32(league.encode())
    first, step = seed % len(FRANCHISE_NAMES), 1 + (seed // len(FRANCHISE_NAMES)) % (len(FRANCHISE_NAMES) - 1)
    return tuple(FRANCHISE_NAMES[(first + number * step) % len(FRANCHISE_NAMES)] for number in range(count))


def id_from_name(name: str, *, otherwise: str) -> str:
    """The id made from a name, such as `tow-zone` from `The Tow Zone`; `otherwise` if no character can be used."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    words = re.findall(r"[a-z0-9]+", plain.replace("'", ""))
    if len(words) > 1 and words[0] == "the":
        words = words[1:]
    return "-".join(words)[:LONGEST_ID].strip("-") or otherwise
