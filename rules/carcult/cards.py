"""The printed cards a car is made of: engines, crew, armor, weapons and optional cards. Rules CC-070 to CC-078,
CC-081, CC-082, CC-091.

An action zone (AZ) is one box of a card's track. AZ are numbered from 1 at the left. Ranges are in inches.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

BUILD_LIMIT = 30
"""The most AZ that the cars of a team have together on a table of 48 by 48 inches (CC-070)."""
LEAST_AZ, MOST_AZ = 4, 7
"""The fewest and the most AZ of an engine (CC-071)."""
CREW_AZ = 2
"""The AZ of each crew card (CC-073)."""
MOST_ARMOR = 4
"""The most AZ of an armor card (CC-074)."""
ENGINE = "engine"
"""The name of the engine's track among a car's components."""
ARMOR = "armor"
DRIVER, GUNNER, FIXER = "dangerous_driver", "gutsy_gunner", "fanatical_fixer"
MINES, RAM, TURBO, OIL, CALTROPS = "mines", "ram", "turbo", "oil", "caltrops"


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine:
    """An engine card (CC-071, CC-091).

    `plug` is the most speed tokens that may be added in one activation. `track` has the inches printed over its AZ,
    from left to right. `plus` has the AZ with a + symbol, from 1. `name` is empty for an engine that a design writes
    out.
    """

    name: str = ""
    plug: int
    track: tuple[int, ...]
    plus: tuple[int, ...]

    @property
    def az(self) -> int:
        """Its AZ, which is how many tokens it holds."""
        return len(self.track)


@dataclass(frozen=True, slots=True, kw_only=True)
class Weapon:
    """A weapon card (CC-075).

    `range` is in inches, `blast` is added to each die, `damage` is the damage tokens of a hit, and `shots` the dice
    of one attack. The reinforced ram attacks on contact, and its damage is the speed tokens on its car's engine.
    """

    name: str
    az: int
    range: int
    blast: int
    damage: int
    shots: int


def _engine(name: str, plug: int, track: str, plus: str) -> Engine:
    numbers, symbols = (tuple(map(int, text.split())) for text in (track, plus))
    return Engine(name=name, plug=plug, track=numbers, plus=symbols)


def _weapon(name: str, az: int, *printed: int) -> Weapon:
    inches, blast, damage, shots = printed
    return Weapon(name=name, az=az, range=inches, blast=blast, damage=damage, shots=shots)


ENGINES: Mapping[str, Engine] = {
    engine.name: engine
    for engine in (
        _engine("buzzbox", 3, "4 8 12 16", "2 3 4"),
        _engine("streetfighter", 2, "3 6 9 12 15", "3 4 5"),
        _engine("hauler", 2, "2 5 8 11 14 17", "3 4 5 6"),
        _engine("warwagon", 1, "2 4 6 8 10 12 14", "3 4 5 6 7"),
        _engine("jackrabbit", 2, "5 10 14 18", "3 4"),
        _engine("razorback", 3, "4 7 10 13 16", "4 5"),
        _engine("packmule", 3, "2 4 6 9 12 15", "4 5 6"),
        _engine("juggernaut", 2, "1 3 6 9 11 13 16", "4 5 6 7"),
    )
}
"""The engine cards by name: plug, the inches over the AZ, and the AZ with a + symbol (CC-091)."""

CREW: Mapping[str, tuple[int, ...]] = {DRIVER: (1, 2), GUNNER: (1,), FIXER: (1,)}
"""The crew cards, each with those of its two AZ that have a + symbol (CC-073, CC-091)."""

WEAPONS: Mapping[str, Weapon] = {
    #                          name             AZ range blast damage shots
    "machine_gun": _weapon("machine gun", 2, 12, 1, 1, 3),
    "cannon": _weapon("cannon", 2, 24, 6, 2, 1),
    "flamethrower": _weapon("flamethrower", 3, 6, 8, 1, 1),
    "rifle": _weapon("rifle", 2, 18, 3, 1, 2),
    MINES: _weapon("mines", 4, 4, 10, 2, 1),
    RAM: _weapon("reinforced ram", 2, 0, 10, 0, 1),
}
"""The weapon cards by key (CC-075). The ram's damage is the speed tokens on its car's engine (CC-078)."""
DROPPERS = (MINES, OIL, CALTROPS)
"""The cards that lay markers, which uses up their AZ (CC-076, CC-082)."""
GUNS = tuple(key for key in WEAPONS if key not in {MINES, RAM})
"""The weapons that attack with the speed tokens on them (CC-050, CC-051)."""

OPTIONAL: Mapping[str, int] = {TURBO: 1, OIL: 2, CALTROPS: 2}
"""The AZ of the cards that are only allowed by a house rule (CC-081, CC-082)."""

ALL_AZ: Mapping[str, int] = {
    **dict.fromkeys(CREW, CREW_AZ),
    **{key: weapon.az for key, weapon in WEAPONS.items()},
    **OPTIONAL,
}
"""The AZ of every card except engines and armor."""

NAMES: Mapping[str, str] = {
    DRIVER: "dangerous driver",
    GUNNER: "gutsy gunner",
    FIXER: "fanatical fixer",
    ARMOR: "armor",
    TURBO: "turbo",
    OIL: "oil dropper",
    CALTROPS: "caltrops dropper",
    ENGINE: "engine",
    **{key: weapon.name for key, weapon in WEAPONS.items()},
}
"""The name of each card as people read it."""
