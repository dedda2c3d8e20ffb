"""The cards a car is made of, as they are printed: engines, crew, armor, weapons, and what is optional. Rules CC-070
to CC-078, CC-081, CC-082, CC-091.

An action zone (AZ) is one box of a card's track; boxes are numbered from 1, at the left. Ranges are in inches.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

BUILD_LIMIT = 30
"""The most AZ a team's cars have together on a table of 48 by 48 inches (CC-070)."""
LEAST_AZ, MOST_AZ = 4, 7
"""How small and how large an engine may be (CC-071)."""
CREW_AZ = 2
"""The AZ of every crew card (CC-073)."""
MOST_ARMOR = 4
"""The largest armor card (CC-074)."""
ENGINE = "engine"
"""The key of the engine's own track among a car's components."""
ARMOR = "armor"
DRIVER, GUNNER, FIXER = "dangerous_driver", "gutsy_gunner", "fanatical_fixer"
MINES, RAM, TURBO, OIL, CALTROPS = "mines", "ram", "turbo", "oil", "caltrops"


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine:
    """An engine card (CC-071, CC-091).

    `plug` is the most speed tokens added in one activation, `track` the inches printed over its AZ from left to
    right, `plus` the AZ with a + symbol, from 1. `name` is empty for one that was written out.
    """

    name: str = ""
    plug: int
    track: tuple[int, ...]
    plus: tuple[int, ...]

    @property
    def az(self) -> int:
        """Its AZ: how many tokens it holds."""
        return len(self.track)


@dataclass(frozen=True, slots=True, kw_only=True)
class Weapon:
    """A weapon card (CC-075): its AZ, its range in inches, the blast that is added to each die, the damage tokens of
    a hit, and the dice of one attack. The ram strikes at contact, with as much damage as its engine has speed tokens.
    """

    name: str
    az: int
    range: int
    blast: int
    damage: int
    shots: int


def _engine(name: str, plug: int, track: str, plus: str) -> Engine:
    numbers, symbols = (tuple(map(int, each.split())) for each in (track, plus))
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
"""The engine cards by name (CC-091): plug, the numbers over the AZ, the AZ with a + symbol."""

CREW: Mapping[str, tuple[int, ...]] = {DRIVER: (1, 2), GUNNER: (1,), FIXER: (1,)}
"""The crew cards, and which of their two AZ have a + symbol (CC-073, CC-091)."""

WEAPONS: Mapping[str, Weapon] = {
    #                          name             AZ range blast damage shots
    "machine_gun": _weapon("machine gun", 2, 12, 1, 1, 3),
    "cannon": _weapon("cannon", 2, 24, 6, 2, 1),
    "flamethrower": _weapon("flamethrower", 3, 6, 8, 1, 1),
    "rifle": _weapon("rifle", 2, 18, 3, 1, 2),
    MINES: _weapon("mines", 4, 4, 10, 2, 1),
    RAM: _weapon("reinforced ram", 2, 0, 10, 0, 1),
}
"""The weapon cards by key, as printed (CC-075); the ram's damage is its engine's speed tokens (CC-078)."""
DROPPERS = (MINES, OIL, CALTROPS)
"""The cards that lay something, whose tokens are used up by it (CC-076, CC-082)."""
GUNS = tuple(key for key in WEAPONS if key not in {MINES, RAM})
"""The weapons that make attack actions with the tokens on them (CC-050, CC-051)."""

OPTIONAL: Mapping[str, int] = {TURBO: 1, OIL: 2, CALTROPS: 2}
"""The AZ of the cards that only a house rule lets in (CC-081, CC-082)."""

ALL_AZ: Mapping[str, int] = {
    **dict.fromkeys(CREW, CREW_AZ),
    **{key: weapon.az for key, weapon in WEAPONS.items()},
    **OPTIONAL,
}
"""The AZ of every card beside engine and armor."""

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
"""What people call each card."""
