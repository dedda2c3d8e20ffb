"""Quirks: their table, and the effects of each further occurrence. Rules DM-C-012, DM-C-047 to DM-C-057."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.tables import TWO_D6, by_face
from rules.core.terms import Trait

QUIRK_NAMES = {
    "stupid": "Stupid",
    "heart_condition": "Heart condition",
    "arthritic": "Arthritic",
    "head_injury": "Head injury",
    "combat_fatigue": "Combat fatigue",
    "poor_health": "Poor health",
    "eye_problem": "Eye problem",
    "unhinged": "Unhinged",
}
QUIRK_BY_ROLL = by_face(
    {
        (2, 3): "stupid",
        (4,): "heart_condition",
        (5,): "arthritic",
        (6,): "head_injury",
        (7,): "combat_fatigue",
        (8,): "poor_health",
        (9,): "eye_problem",
        (10,): "heart_condition",
        (11, 12): "unhinged",
    },
    faces=TWO_D6,
)
"""The quirk table (DM-C-047). Rolls of 4 and 10 give the same quirk."""
LOWERED_TRAITS = {
    "arthritic": Trait.DRIVING,
    "head_injury": Trait.INITIATIVE,
    "poor_health": Trait.TOUGHNESS,
    "eye_problem": Trait.GUNNERY,
}
LARGEST_PENALTY = 2
SEASON_OUT_AT_SECOND = frozenset({"stupid", "unhinged"})
BARRED_AT_SECOND = frozenset({"arthritic", "eye_problem"})
RETIRES_AT_SECOND = frozenset(QUIRK_NAMES) - SEASON_OUT_AT_SECOND
AVAILABILITY_ORDER = ("available", "heart_out", "season_out", "barred", "retired")
"""Availabilities from best to worst. A driver has exactly one: the worst that applies (DM-C-012)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Consequence:
    """The effect of an occurrence besides the trait: an availability, and whether the driver must retire."""

    availability: str
    retiring: bool


def quirk_name(quirk: str) -> str:
    """The printed name of a quirk."""
    return QUIRK_NAMES[quirk]


def penalty(quirk: str, count: int) -> int:
    """How much that many occurrences of a quirk lower its trait: 1 for one, 2 for more (DM-C-047, DM-C-056)."""
    return min(count, LARGEST_PENALTY) if quirk in LOWERED_TRAITS else 0


def consequence(*, quirk: str, count: int, season_out_retires: bool = False) -> Consequence:
    """The effect of the occurrence with that number; the third and later add nothing new (DM-C-047, DM-C-056)."""
    if count < 2:
        return Consequence(availability="available", retiring=False)
    if quirk in SEASON_OUT_AT_SECOND:
        return Consequence(availability="season_out", retiring=season_out_retires)
    return Consequence(availability="barred" if quirk in BARRED_AT_SECOND else "available", retiring=True)


def graver_availability(first: str, second: str) -> str:
    """The worse of two availabilities (DM-C-012)."""
    return max(first, second, key=AVAILABILITY_ORDER.index)


def heart_fails_up_to(count: int) -> int:
    """The highest face on which a driver misses the match: 1, or 2 with the quirk twice or more (DM-C-049)."""
    return min(count, 2)
