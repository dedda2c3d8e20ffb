"""Stat lines of everything that goes on a mount, as two books print them. Rules DM-M-013 to DM-M-016, DM-M-119,
DM-M-121, DM-M-122.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Firepower:
    """Damage as printed: a fixed amount, or a die of that many sides, plus what is added."""

    sides: int = 0
    plus: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Shot:
    """A stat line: attacks a turn, dice for each shot, penetration, firepower, the far edge of each band in hexes."""

    rate: int
    dice: int
    """2 where the rate is printed with a `+` (DM-M-017)."""
    penetration: int
    firepower: Firepower
    short: int
    long: int
    """0 where the band is printed empty."""
    furthest: int
    ammunition: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """What a weapon is in a match; prices are another book's.

    `mount` is `light`, `heavy`, `rocket`, `special`, or nothing for what is thrown out of the car (DM-M-013,
    DM-M-122). `shots` are its stat lines, the single shot first where it has two; none for what does not shoot, or
    shoots as the pack it is made from (DM-M-121). `delta` counts 1 in the armor total (DM-M-016).
    """

    name: str
    mount: str
    shots: tuple[Shot, ...] = ()
    delta: bool = False


ONE, D2, D3 = Firepower(plus=1), Firepower(sides=2), Firepower(sides=3)
"""Firepower 1, 1d2 and 1d3, as the tables print them (DM-M-015)."""
NO_DAMAGE = Firepower()


def line(  # noqa: PLR0917 - the printed columns in their order
    rate: int,
    dice: int,
    penetration: int,
    firepower: Firepower,
    short: int,
    long: int,
    furthest: int,
    ammunition: int,
) -> Shot:
    """A stat line in the order of the printed columns; 2 dice for a rate with a `+`, 0 for an empty band."""
    return Shot(
        rate=rate,
        dice=dice,
        penetration=penetration,
        firepower=firepower,
        short=short,
        long=long,
        furthest=furthest,
        ammunition=ammunition,
    )


def arm(name: str, mount: str, *shots: Shot, delta: bool = False) -> Arm:
    """A row of the tables: what it is called, the mount it goes on, its stat lines."""
    return Arm(name=name, mount=mount, shots=shots, delta=delta)


# The columns of a stat line are R, dice, P, F, S, L, M and A (DM-M-015).
LISTED = {
    "machinegun": arm("Machinegun", "light", line(3, 1, 0, ONE, 3, 6, 12, 10)),
    "heavy_machinegun": arm("Heavy machinegun", "light", line(3, 1, 1, ONE, 3, 6, 12, 10)),
    "recoilless_rifle": arm("Recoilless rifle", "light", line(1, 1, 2, D2, 1, 3, 8, 6)),
    "heavy_recoilless_rifle": arm("Heavy recoilless rifle", "heavy", line(1, 1, 3, D3, 1, 3, 8, 5)),
    "at_rifle": arm("Anti-tank rifle", "heavy", line(1, 1, 2, ONE, 3, 7, 18, 6)),
    "heavy_at_rifle": arm("Heavy anti-tank rifle", "heavy", line(1, 1, 3, D2, 3, 7, 18, 5), delta=True),
    "light_rockets": arm("Light rockets", "rocket", line(2, 1, 0, ONE, 2, 4, 9, 4)),
    "rockets": arm("Rockets", "rocket", line(2, 1, 1, D2, 2, 4, 9, 3)),
    "heavy_rockets": arm("Heavy rockets", "rocket", line(2, 1, 2, D3, 2, 4, 9, 2)),
    "oil_jet": arm("Oil-jet", "special", line(3, 1, 0, NO_DAMAGE, 1, 0, 1, 3)),
    "caltrops": arm("Caltrops", "special", line(3, 1, 0, NO_DAMAGE, 1, 0, 1, 3)),
    "smoke_launcher": arm("Smoke launcher", "special", line(1, 1, 0, NO_DAMAGE, 2, 0, 2, 2)),
}
"""The printed weapon table (DM-M-015)."""

RARE = {
    "autocannon": arm("Autocannon", "heavy", line(2, 1, 2, ONE, 3, 7, 18, 6)),
    "at_gun": arm("AT Gun", "heavy", line(1, 1, 4, D2, 3, 7, 18, 5), delta=True),
    "vulcan_gun": arm("Vulcan gun", "light", line(3, 2, 0, ONE, 3, 6, 12, 6)),
    "smoke_grenade": arm("Smoke grenade", ""),
    "deployable_mines": arm("Deployable mines", ""),
    "cluster_rockets": arm("Cluster rockets", "rocket", line(3, 1, 1, D2, 2, 4, 9, 4)),
    "heavy_cluster_rockets": arm("Heavy cluster rockets", "rocket", line(3, 1, 2, D2, 2, 4, 8, 3)),
    "anti_tank_guided_missile": arm(
        "Anti-tank guided missile", "rocket", line(1, 1, 8, Firepower(sides=3, plus=3), 18, 0, 18, 1)
    ),
    "laser": arm("Laser", "light", line(3, 2, 1, ONE, 4, 7, 18, 10)),
    "twin_heavy_machineguns": arm("Twin-linked heavy machineguns", "light", line(3, 2, 1, ONE, 3, 6, 12, 10)),
    "dual_recoilless_rifle": arm(
        "Dual-barreled recoilless rifle",
        "light",
        line(2, 1, 2, D2, 1, 3, 8, 6),
        line(1, 2, 2, D2, 1, 2, 6, 6),
    ),
    "railgun": arm("Electromagnetic weapon (railgun)", "heavy", line(1, 1, 6, D3, 3, 7, 18, 3)),
    "pulsed_laser": arm("Pulsed laser", "heavy", line(3, 1, 2, D2, 4, 7, 18, 10)),
    "bomb_launcher": arm("Bomb launcher", "heavy", line(1, 1, 4, Firepower(sides=3, plus=1), 1, 3, 8, 5)),
    "booster_rockets": arm("Booster rockets", "rocket"),
    "heat_seeking_rockets": arm("Heat-seeking rockets", "rocket"),
    "kami_bomb": arm("Kami-bomb", "rocket"),
}
"""What is found or invented (DM-M-119, DM-M-121, DM-M-122)."""

ARMS: dict[str, Arm] = LISTED | RARE


def shots_of(kind: str, *, variant: str = "") -> tuple[Shot, ...]:
    """The stat lines of a kind; heat-seeking rockets have those of the pack named as `variant` (DM-M-121)."""
    return ARMS[variant or kind].shots
