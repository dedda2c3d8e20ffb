"""The 24 talents and the four lists they are rolled on. A talent overrides a general rule that contradicts it.

Rules DM-C-006, DM-C-019, DM-C-021 to DM-C-044.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.core.tables import D6, by_face


class Category(StrEnum):
    """The four lists of talents (DM-C-019)."""

    DRIVING = "driving"
    GUNNERY = "gunnery"
    TOUGHNESS_AND_AGILITY = "toughness_and_agility"
    GENERAL = "general"


@dataclass(frozen=True, slots=True)
class Talent:
    """A talent: its tag and printed name, its list and its face on that list, its rule, and its effect."""

    tag: str
    name: str
    category: Category
    face: int
    rule: str
    effect: str


STABLE_GENETICS = "stable_genetics"
MECHANIC = "mechanic"
TINKERER = "tinkerer"
FACE = "face"
ARDENT = "ardent"
IRON_MAN = "iron_man"

TALENTS = (
    Talent(
        "texas_steer",
        "Texas Steer",
        Category.DRIVING,
        1,
        "DM-C-021",
        "The hazard class of obstacles is 1 less, never below 0.",
    ),
    Talent(
        "smooth_driver",
        "Smooth Driver",
        Category.DRIVING,
        2,
        "DM-C-022",
        "Re-rolls any failed driver's-option check once.",
    ),
    Talent(
        "dog_sledder",
        "Dog-sledder",
        Category.DRIVING,
        3,
        "DM-C-023",
        "Snow counts 1 hazard less; ice multiplies the turn mode by 1.5 instead of 2.",
    ),
    Talent(
        "big_foot", "Big foot", Category.DRIVING, 4, "DM-C-024", "Up to three checks, not two, to shed extra speed."
    ),
    Talent("autobahn", "Autobahn", Category.DRIVING, 5, "DM-C-025", "One more driver's-option check a turn."),
    Talent("adept", "Adept", Category.DRIVING, 6, "DM-C-026", "Once a heat, re-rolls one failed driving check."),
    Talent(
        "crack_shot",
        "Crack shot",
        Category.GUNNERY,
        1,
        "DM-C-027",
        "Once a turn, re-rolls one damage or penetration roll and keeps the second.",
    ),
    Talent("marksman", "Marksman", Category.GUNNERY, 2, "DM-C-028", "Once a heat, re-rolls one missed attack."),
    Talent(
        "gunslinger",
        "Gunslinger",
        Category.GUNNERY,
        3,
        "DM-C-029",
        "May fire two different weapons at one target in a turn, both at −1; a linked pair is one weapon.",
    ),
    Talent(
        "eagle_eyes",
        "Eagle eyes",
        Category.GUNNERY,
        4,
        "DM-C-030",
        "The range of their attacks is 1 less, never below 1.",
    ),
    Talent(
        "rapid_fire",
        "Rapid-Fire",
        Category.GUNNERY,
        5,
        "DM-C-031",
        "May fire in consecutive phases any weapon with rate of fire left.",
    ),
    Talent(
        "frosty",
        "Frosty",
        Category.GUNNERY,
        6,
        "DM-C-032",
        "No handling check from weapon damage, no penalty for shooting out of control, −1 in a spin or rollover.",
    ),
    Talent(
        ARDENT,
        "Ardent",
        Category.TOUGHNESS_AND_AGILITY,
        1,
        "DM-C-033",
        "The first fatigue point of an unbroken run of matches is ignored.",
    ),
    Talent(
        "ornery",
        "Ornery",
        Category.TOUGHNESS_AND_AGILITY,
        2,
        "DM-C-034",
        "Ignores the first flesh wound of a match; a first wound that would put the driver out becomes a flesh "
        "wound. No help when the car is destroyed.",
    ),
    Talent(
        STABLE_GENETICS,
        "Stable",
        Category.TOUGHNESS_AND_AGILITY,
        3,
        "DM-C-035",
        "+1 on the toughness check against a new quirk.",
    ),
    Talent(
        "quick_draw",
        "Quick draw",
        Category.TOUGHNESS_AND_AGILITY,
        4,
        "DM-C-036",
        "Once a heat, fires during another player's move, out of turn.",
    ),
    Talent(
        "sharp_witted",
        "Sharp-witted",
        Category.TOUGHNESS_AND_AGILITY,
        5,
        "DM-C-037",
        "Counts as having rolled 7 when initiative totals tie; two such drivers roll off.",
    ),
    Talent(
        "impetuous",
        "Impetuous",
        Category.TOUGHNESS_AND_AGILITY,
        6,
        "DM-C-038",
        "Once a heat, may move before everyone; this does not affect shooting.",
    ),
    Talent(
        "pro", "Pro", Category.GENERAL, 1, "DM-C-039", "Once a heat, re-rolls one failed skill check of any kind."
    ),
    Talent(
        MECHANIC,
        "Mechanic",
        Category.GENERAL,
        2,
        "DM-C-040",
        "Extra repair checks between heats at skill 3, 1 higher for each further copy.",
    ),
    Talent(
        TINKERER,
        "Tinkerer",
        Category.GENERAL,
        3,
        "DM-C-041",
        "After each match that the driver finishes, a 6 on one die finds a device on the tinkering tables.",
    ),
    Talent(
        FACE,
        "Face",
        Category.GENERAL,
        4,
        "DM-C-042",
        "Brings 2d6k of income after every match, even while out of action.",
    ),
    Talent(
        IRON_MAN,
        "Iron-man",
        Category.GENERAL,
        5,
        "DM-C-043",
        "A toughness check after a match: success means no fatigue point.",
    ),
    Talent(
        "bail_out",
        "Bail-Out!",
        Category.GENERAL,
        6,
        "DM-C-044",
        "Re-rolls one out-of-action result caused by the car being destroyed.",
    ),
)
"""Every talent, by list, in the order of the book (DM-C-019)."""
TALENT_BY_TAG = {talent.tag: talent for talent in TALENTS}
TALENT_BY_FACE = {
    category: by_face({(talent.face,): talent for talent in TALENTS if talent.category is category}, faces=D6)
    for category in Category
}
"""The talent for each face, by list (DM-C-019)."""
