"""Names the site suggests for rookies and cars, so that one tap hires or buys; the owner may think of better ones."""

from __future__ import annotations

import zlib
from collections.abc import Iterable

CAR_NAMES = (
    "Rust Bucket", "Second Mortgage", "Loose Change", "Widow's Peak", "Hot Gravel", "Plan B", "Bad Penny",
    "Scrap Value", "Long Division", "Last Invoice", "Tin Halo", "Night Shift", "Small Print", "Dead Weight",
    "Cold Start", "Third Degree", "Lead Foot", "Wet Paint", "No Refunds", "Sunday Driver",
)  # fmt: skip
"""Names of cars."""


def suggest_names(names: tuple[str, ...], *, franchise: str, taken: Iterable[str], many: int = 1) -> list[str]:
    """The next names nobody has yet; franchises begin at different places, so that two seldom suggest the same."""
    used = {each.casefold() for each in taken}
    start = zlib.crc32(franchise.encode()) % len(names)
    turned = names[start:] + names[:start]
    return [each for each in turned if each.casefold() not in used][:many]
