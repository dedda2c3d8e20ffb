"""The 24 talents and the four lists they are rolled on. Rules DM-C-019, DM-C-021 to DM-C-044."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.tables import D6, by_face


class Category(StrEnum):
    """The four lists of talents (DM-C-019)."""

    DRIVING = "driving"
    GUNNERY = "gunnery"
    TOUGHNESS_AND_AGILITY = "toughness_and_agility"
    GENERAL = "general"


@dataclass(frozen=True, slots=True)
class Talent:
    """A talent: its tag, its printed name, its list and the rule that says what it does."""

    tag: str
    name: str
    category: Category
    rule: str


PRINTED = {
    Category.DRIVING: ("Texas Steer", "Smooth Driver", "Dog-sledder", "Big foot", "Autobahn", "Adept"),
    Category.GUNNERY: ("Crack shot", "Marksman", "Gunslinger", "Eagle eyes", "Rapid-Fire", "Frosty"),
    Category.TOUGHNESS_AND_AGILITY: (
        "Ardent", "Ornery", "Stable", "Quick draw", "Sharp-witted", "Impetuous",
    ),
    Category.GENERAL: ("Pro", "Mechanic", "Tinkerer", "Face", "Iron-man", "Bail-Out!"),
}  # fmt: skip
FIRST_RULE = 21
STABLE = "stable_genetics"
MECHANIC = "mechanic"
TINKERER = "tinkerer"
FACE = "face"
ARDENT = "ardent"
IRON_MAN = "iron_man"


def _tag(name: str) -> str:
    if name == "Stable":
        return STABLE
    return name.lower().replace("!", "").replace("-", "_").replace(" ", "_")


TALENTS = tuple(
    Talent(_tag(name), name, category, f"DM-C-{FIRST_RULE + number:03}")
    for number, (category, name) in enumerate(
        (category, name) for category, names in PRINTED.items() for name in names
    )
)
BY_TAG = {talent.tag: talent for talent in TALENTS}
ON_FACE = {
    category: by_face(
        {(face,): talent for face, talent in enumerate((t for t in TALENTS if t.category is category), 1)},
        faces=D6,
    )
    for category in Category
}
"""Which talent a face gives on each list (DM-C-019)."""
