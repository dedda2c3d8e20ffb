"""A car on paper: what its build points bought, and how its document is read. Rules FW-001 to FW-004, FW-020 to
FW-023.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from rules.formule.weapons import EQUIPMENT, LINK_PRICE, Weapon
from rules.refusal import Refusal

WEAR = ("tires", "brakes", "fuel", "body", "engine", "road_holding")  # no mutant: order
"""The six characteristics that a race wears down (FW-002)."""
CHARACTERISTICS = (*WEAR, "armor")  # no mutant: order
LONGEST, MOST_WEAPONS, LARGEST = 60, 40, 1000
"""Characters of a text, weapons of a car, and the largest figure that is read."""


class DesignUnreadable(Refusal):
    """A document is no design: fields are missing, unknown or of the wrong kind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mounted:
    """A weapon and the side it is mounted on; `link` is the name it shares with the one it is coupled to (FW-003,
    FW-023).
    """

    key: str
    mount: str
    link: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """A car as it was drawn, in points of each characteristic (FW-002); nothing changes once it is bought."""

    name: str = ""
    tires: int
    brakes: int
    fuel: int
    body: int
    engine: int
    road_holding: int
    armor: int = 0
    weapons: tuple[Mounted, ...] = ()
    equipment: tuple[str, ...] = ()

    def points_of(self, characteristic: str) -> int:
        """The points of one of `CHARACTERISTICS`."""
        points: int = getattr(self, characteristic)
        return points

    def has(self, item: str) -> bool:
        """Whether an item of special equipment was bought."""
        return item in self.equipment

    @property
    def links(self) -> dict[str, list[int]]:
        """The weapons of each link by their numbers, under its name (FW-023)."""
        found: dict[str, list[int]] = {}
        for number, each in enumerate(self.weapons):
            if each.link:
                found.setdefault(each.link, []).append(number)
        return found

    def partner(self, number: int) -> int:
        """The weapon which that one is coupled to, by its number; -1 for none (FW-023)."""
        link = self.weapons[number].link
        return next((n for n, each in enumerate(self.weapons) if link and each.link == link and n != number), -1)


def points_spent(design: Design, weapons: Mapping[str, Weapon]) -> int:
    """The build points a design takes, at those prices; nothing for what is on no list (FW-001)."""
    return (
        sum(design.points_of(each) for each in CHARACTERISTICS)
        + sum(weapons[each.key].price for each in design.weapons if each.key in weapons)
        + sum(EQUIPMENT.get(each, 0) for each in design.equipment)
        + LINK_PRICE * len(design.links)
    )


def read_design(document: object) -> Design:
    """The design a document holds. Raises `DesignUnreadable`, which names everything that is wrong with its shape.

    What the rules say of the figures is not looked at here: see `faults`.
    """
    if wrong := list(shape_of(document)):
        raise DesignUnreadable(f"The design cannot be read: {'; '.join(wrong)}. Mend each of these.")
    return msgspec.convert(document, Design)


def document_of(design: Design) -> dict[str, Any]:
    """The document a design is read from, defaults left out."""
    document: dict[str, Any] = {"name": design.name} if design.name else {}
    document |= {each: design.points_of(each) for each in CHARACTERISTICS if each != "armor" or design.armor}
    if design.weapons:
        document["weapons"] = [
            {"key": each.key, "mount": each.mount} | ({"link": each.link} if each.link else {})
            for each in design.weapons
        ]
    if design.equipment:
        document["equipment"] = list(design.equipment)
    return document


def shape_of(document: object) -> Iterator[str]:
    """What keeps a document from being read as a design, as clauses; none when nothing does."""
    if not isinstance(document, Mapping):
        yield "the design is no object with fields"
        return
    known = {"name", *CHARACTERISTICS, "weapons", "equipment"}
    yield from (f"the design has no field {str(name)[:LONGEST]!r}" for name in document if name not in known)
    yield from (f"the design lacks {name!r}" for name in WEAR if name not in document)
    yield from _text(document, "name", "the design")
    for name in (each for each in CHARACTERISTICS if each in document):
        points = document[name]
        if type(points) is not int:
            yield f"{name} is not a whole number"
        elif abs(points) > LARGEST:
            yield f"{name} is larger than {LARGEST}"
    yield from _weapons(document.get("weapons", []))
    yield from _equipment(document.get("equipment", []))


def _weapons(weapons: object) -> Iterator[str]:
    if not isinstance(weapons, list | tuple):
        yield "weapons is no list"
        return
    if len(weapons) > MOST_WEAPONS:
        yield f"weapons has more than {MOST_WEAPONS} entries"
    for number, each in enumerate(weapons, start=1):
        where = f"weapon {number}"
        if not isinstance(each, Mapping):
            yield f"{where} is no object with fields"
            continue
        known = ("key", "mount", "link")
        yield from (f"{where} has no field {str(name)[:LONGEST]!r}" for name in each if name not in known)
        yield from (f"{where} lacks {name!r}" for name in ("key", "mount") if name not in each)
        for name in known:
            yield from _text(each, name, where)


def _equipment(equipment: object) -> Iterator[str]:
    if not isinstance(equipment, list | tuple):
        yield "equipment is no list"
        return
    if len(equipment) > MOST_WEAPONS:
        yield f"equipment has more than {MOST_WEAPONS} entries"
    for number, each in enumerate(equipment, start=1):
        if not isinstance(each, str):
            yield f"equipment {number} is not a text"


def _text(part: Mapping[Any, Any], name: str, where: str) -> Iterator[str]:
    if not isinstance(part.get(name, ""), str):
        yield f"{name} of {where} is not a text"
    elif len(part.get(name, "")) > LONGEST:
        yield f"{name} of {where} is longer than {LONGEST} characters"
