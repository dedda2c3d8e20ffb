"""A car design and how its document is read. Rules FW-001 to FW-004, FW-020 to FW-023."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.core.document_validation import read_design_document
from rules.formule.weapons import EQUIPMENT, LINK_PRICE, Weapon

WEAR = ("tires", "brakes", "fuel", "body", "engine", "road_holding")  # no mutant: order
"""The six characteristics that wear down in a race (FW-002)."""
CHARACTERISTICS = (*WEAR, "armor")  # no mutant: order


@dataclass(frozen=True, slots=True, kw_only=True)
class MountedWeapon:
    """A weapon and its mount. `link` is the name it shares with the weapon it is linked to (FW-003, FW-023)."""

    key: str
    mount: str
    link: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """A car's design, with the build points spent on each characteristic (FW-002)."""

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
        """Whether it has an item of special equipment."""
        return item in self.equipment

    @property
    def links(self) -> dict[str, list[int]]:
        """The numbers of the weapons in each link, by the link's name (FW-023)."""
        links: dict[str, list[int]] = {}
        for number, weapon in enumerate(self.weapons):
            if weapon.link:
                links.setdefault(weapon.link, []).append(number)
        return links

    def partner(self, number: int) -> int:
        """The number of the weapon that this one is linked to; -1 if it is not linked (FW-023)."""
        link = self.weapons[number].link
        return next((n for n, weapon in enumerate(self.weapons) if link and weapon.link == link and n != number), -1)


def points_spent(design: Design, weapons: Mapping[str, Weapon]) -> int:
    """The build points a design takes at those prices. Unknown weapons and items take none (FW-001)."""
    return (
        sum(design.points_of(characteristic) for characteristic in CHARACTERISTICS)
        + sum(weapons[weapon.key].price for weapon in design.weapons if weapon.key in weapons)
        + sum(EQUIPMENT.get(item, 0) for item in design.equipment)
        + LINK_PRICE * len(design.links)
    )


def read_design(document: object) -> Design:
    """Read a design from its document. Raises `DesignUnreadable`, which lists every error of its shape.

    It does not check the design by the rules: see `design_errors`.
    """
    return read_design_document(document, Design)
