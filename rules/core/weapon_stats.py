"""Stat lines of everything that is mounted, as two books print them.

Rules DM-M-013 to DM-M-016, DM-M-119, DM-M-121, DM-M-122.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Firepower:
    """Damage as printed: a die with that many `sides`, 0 for none, plus a fixed amount."""

    sides: int = 0
    plus: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class StatLine:
    """A stat line: attacks per turn, dice per shot, penetration, firepower, ammunition, and the far edge of each
    range band in hexes.
    """

    rate: int
    dice: int
    """2 if the rate is printed with a `+` (DM-M-017), else 1."""
    penetration: int
    firepower: Firepower
    short: int
    long: int
    """0 if the band is printed empty."""
    furthest: int
    ammunition: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaponKind:
    """A kind of weapon as a match uses it; its price is in another book.

    `mount` is `light`, `heavy`, `rocket` or `special`, and empty for what is thrown out of the car (DM-M-013,
    DM-M-122). `shots` are its stat lines, the single shot first if it has two. They are empty for what does not
    shoot, or shoots as the rocket pack it is made from (DM-M-121). A weapon with `delta` counts 1 in the armor total
    (DM-M-016).
    """

    name: str
    mount: str
    shots: tuple[StatLine, ...] = ()
    delta: bool = False


ONE, D2, D3 = Firepower(plus=1), Firepower(sides=2), Firepower(sides=3)
"""Firepower 1, 1d2 and 1d3, as the tables print them (DM-M-015)."""
NO_DAMAGE = Firepower()


def stat_line(  # noqa: PLR0917 - the printed columns in their order
    rate: int,
    dice: int,
    penetration: int,
    firepower: Firepower,
    short: int,
    long: int,
    furthest: int,
    ammunition: int,
) -> StatLine:
    """A stat line from the printed columns in their order: 2 `dice` for a rate with a `+`, 0 for an empty band."""
    return StatLine(
        rate=rate,
        dice=dice,
        penetration=penetration,
        firepower=firepower,
        short=short,
        long=long,
        furthest=furthest,
        ammunition=ammunition,
    )


def weapon_row(name: str, mount: str, *shots: StatLine, delta: bool = False) -> WeaponKind:
    """A row of the tables: the name of a weapon, the mount it needs, and its stat lines."""
    return WeaponKind(name=name, mount=mount, shots=shots, delta=delta)


# The columns of a stat line are R, dice, P, F, S, L, M and A (DM-M-015).
PRINTED_WEAPONS = {
    "machinegun": weapon_row("Machinegun", "light", stat_line(3, 1, 0, ONE, 3, 6, 12, 10)),
    "heavy_machinegun": weapon_row("Heavy machinegun", "light", stat_line(3, 1, 1, ONE, 3, 6, 12, 10)),
    "recoilless_rifle": weapon_row("Recoilless rifle", "light", stat_line(1, 1, 2, D2, 1, 3, 8, 6)),
    "heavy_recoilless_rifle": weapon_row("Heavy recoilless rifle", "heavy", stat_line(1, 1, 3, D3, 1, 3, 8, 5)),
    "at_rifle": weapon_row("Anti-tank rifle", "heavy", stat_line(1, 1, 2, ONE, 3, 7, 18, 6)),
    "heavy_at_rifle": weapon_row("Heavy anti-tank rifle", "heavy", stat_line(1, 1, 3, D2, 3, 7, 18, 5), delta=True),
    "light_rockets": weapon_row("Light rockets", "rocket", stat_line(2, 1, 0, ONE, 2, 4, 9, 4)),
    "rockets": weapon_row("Rockets", "rocket", stat_line(2, 1, 1, D2, 2, 4, 9, 3)),
    "heavy_rockets": weapon_row("Heavy rockets", "rocket", stat_line(2, 1, 2, D3, 2, 4, 9, 2)),
    "oil_jet": weapon_row("Oil-jet", "special", stat_line(3, 1, 0, NO_DAMAGE, 1, 0, 1, 3)),
    "caltrops": weapon_row("Caltrops", "special", stat_line(3, 1, 0, NO_DAMAGE, 1, 0, 1, 3)),
    "smoke_launcher": weapon_row("Smoke launcher", "special", stat_line(1, 1, 0, NO_DAMAGE, 2, 0, 2, 2)),
}
"""The printed weapon table (DM-M-015)."""

RARE_WEAPONS = {
    "autocannon": weapon_row("Autocannon", "heavy", stat_line(2, 1, 2, ONE, 3, 7, 18, 6)),
    "at_gun": weapon_row("AT Gun", "heavy", stat_line(1, 1, 4, D2, 3, 7, 18, 5), delta=True),
    "vulcan_gun": weapon_row("Vulcan gun", "light", stat_line(3, 2, 0, ONE, 3, 6, 12, 6)),
    "smoke_grenade": weapon_row("Smoke grenade", ""),
    "deployable_mines": weapon_row("Deployable mines", ""),
    "cluster_rockets": weapon_row("Cluster rockets", "rocket", stat_line(3, 1, 1, D2, 2, 4, 9, 4)),
    "heavy_cluster_rockets": weapon_row("Heavy cluster rockets", "rocket", stat_line(3, 1, 2, D2, 2, 4, 8, 3)),
    "anti_tank_guided_missile": weapon_row(
        "Anti-tank guided missile", "rocket", stat_line(1, 1, 8, Firepower(sides=3, plus=3), 18, 0, 18, 1)
    ),
    "laser": weapon_row("Laser", "light", stat_line(3, 2, 1, ONE, 4, 7, 18, 10)),
    "twin_heavy_machineguns": weapon_row(
        "Twin-linked heavy machineguns", "light", stat_line(3, 2, 1, ONE, 3, 6, 12, 10)
    ),
    "dual_recoilless_rifle": weapon_row(
        "Dual-barreled recoilless rifle",
        "light",
        stat_line(2, 1, 2, D2, 1, 3, 8, 6),
        stat_line(1, 2, 2, D2, 1, 2, 6, 6),
    ),
    "railgun": weapon_row("Electromagnetic weapon (railgun)", "heavy", stat_line(1, 1, 6, D3, 3, 7, 18, 3)),
    "pulsed_laser": weapon_row("Pulsed laser", "heavy", stat_line(3, 1, 2, D2, 4, 7, 18, 10)),
    "bomb_launcher": weapon_row("Bomb launcher", "heavy", stat_line(1, 1, 4, Firepower(sides=3, plus=1), 1, 3, 8, 5)),
    "booster_rockets": weapon_row("Booster rockets", "rocket"),
    "heat_seeking_rockets": weapon_row("Heat-seeking rockets", "rocket"),
    "kami_bomb": weapon_row("Kami-bomb", "rocket"),
}
"""Weapons that are found or invented (DM-M-119, DM-M-121, DM-M-122)."""

WEAPON_KINDS: dict[str, WeaponKind] = PRINTED_WEAPONS | RARE_WEAPONS


def stat_lines(kind: str, *, variant: str = "") -> tuple[StatLine, ...]:
    """The stat lines of a kind; heat-seeking rockets have those of the pack given as `variant` (DM-M-121)."""
    return WEAPON_KINDS[variant or kind].shots
