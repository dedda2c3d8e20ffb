"""What of a car depends on its design alone, worked out once. Rules CC-071 to CC-078."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rules.carcult.cards import DRIVER, ENGINE, FIXER, GUNNER, GUNS, RAM, WEAPONS, Weapon
from rules.carcult.designs.design import Design
from rules.carcult.match.state import FREE, SPEED


class DesignFeatures(NamedTuple):
    """The components of a design by what they are for, by their names; `guns` with the most harmful first.

    `symbols` has the components with a + symbol, and the AZ of those symbols counted from 0.
    """

    symbols: tuple[tuple[str, tuple[int, ...]], ...]
    guns: tuple[tuple[str, Weapon], ...]
    drivers: tuple[str, ...]
    gunners: tuple[str, ...]
    fixers: tuple[str, ...]
    rams: tuple[str, ...]


@lru_cache(maxsize=512)
def features_of(design: Design) -> DesignFeatures:
    """The features of a design."""
    cards = design.components

    def names_of(key: str) -> tuple[str, ...]:
        return tuple(name for name, card in cards.items() if card.key == key)

    guns = [(name, WEAPONS[card.key]) for name, card in cards.items() if card.key in GUNS]
    guns.sort(key=lambda gun: (-gun[1].shots * gun[1].damage * (4 + gun[1].blast), gun[0]))
    return DesignFeatures(
        symbols=tuple((name, tuple(az - 1 for az in card.plus)) for name, card in cards.items() if card.plus),
        guns=tuple(guns),
        drivers=names_of(DRIVER),
        gunners=names_of(GUNNER),
        fixers=names_of(FIXER),
        rams=names_of(RAM),
    )


def next_tokens(features: DesignFeatures, tracks: dict[str, list[int]]) -> int:
    """How many speed tokens a car generates in its next activation, once only its engine has any (CC-013, CC-015)."""
    total = 0
    for name, symbols in features.symbols:
        track = tracks[name]
        uncovered = (FREE,) if name == ENGINE else (FREE, SPEED)
        for az in symbols:
            if track[az] in uncovered:
                total += 1
    return total
