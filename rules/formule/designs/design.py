"""A car on paper: what its build points bought, and how its document is read. Rules FW-001 to FW-004, FW-020 to
FW-023.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.core.document_validation import read_design_document
from rules.formule.weapons import EQUIPMENT, LINK_PRICE, Weapon

WEAR = ("tires", "brakes", "fuel", "body", "engine", "road_holding")  # no mutant: order
"""The six characteristics that a race wears down (FW-002)."""
CHARACTERISTICS = (*WEAR, "armor")  # no mutant: order


@dataclass(frozen=True, slots=True, kw_only=True)
class MountedWeapon:
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
    weapons: tuple[MountedWeapon, ...] = ()
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
        for number, weapon in enumerate(self.weapons):
            if weapon.link:
                found.setdefault(weapon.link, []).append(number)
        return found

    def partner(self, number: int) -> int:
        """The weapon which that one is coupled to, by its number; -1 for none (FW-023)."""
        link = self.weapons[number].link
        return next((n for n, weapon in enumerate(self.weapons) if link and weapon.link == link and n != number), -1)


def points_spent(design: Design, weapons: Mapping[str, Weapon]) -> int:
    """The build points a design takes, at those prices; nothing for what is on no list (FW-001)."""
    return (
        sum(design.points_of(characteristic) for characteristic in CHARACTERISTICS)
        + sum(weapons[weapon.key].price for weapon in design.weapons if weapon.key in weapons)
        + sum(EQUIPMENT.get(item, 0) for item in design.equipment)
        + LINK_PRICE * len(design.links)
    )


def read_design(document: object) -> Design:
    """The design a document holds. Raises `DesignUnreadable`, which names everything that is wrong with its shape.

    What the rules say of the figures is not looked at here: see `faults`.
    """
    return read_design_document(document, Design)
