"""What a car's guns may do at a distance in rows, before it is known in which lanes they will be. Rules FW-023,
FW-024, FW-032 to FW-037, FW-106, FW-118.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rules.formule.car import wear
from rules.formule.combat.to_hit import ADJACENT, HITS_AT, gear_of, shooter_gear_modifier, weather_modifier
from rules.formule.match.match import Match
from rules.formule.match.state import CarState
from rules.formule.settings import Settings
from rules.formule.weapons import COMPUTER, COMPUTER_BONUS

FARTHEST = 20
"""The longest range of a weapon (FW-010)."""
SURE_FACES = wear.BLACK_DIE + 1 - HITS_AT
"""How many faces of the black die hit without a modifier (FW-033)."""
BESIDE = 0.5
"""The share of places a row apart or beside that the gun of a side covers."""
Damage = tuple[float, ...]
"""The damage expected of a car's best shot: `damage[ZERO + rows]` at a target so many rows ahead."""
ZERO = 2 * FARTHEST + 31
"""The index of no rows in a `Damage`, which reaches as far as a shot from anywhere on the longest move."""
NO_DAMAGE: Damage = (0.0,) * (2 * ZERO + 1)


class Gun(NamedTuple):
    """A gun that a car may fire: its number in the design, and what it adds to the roll in this weather."""

    number: int
    mount: str
    reach: int
    damage: int
    added: int


Volleys = tuple[tuple[Gun, ...], ...]


def hit_chance(added: float) -> float:
    """The chance of a hit with that modifier (FW-033)."""
    return min(max((SURE_FACES + added) / float(wear.BLACK_DIE), 0.0), 1.0)


def shared_modifier(play: Match, car: CarState) -> int:
    """What a car adds to the roll of each of its guns in its gear (FW-024, FW-034, FW-056)."""
    computer = COMPUTER_BONUS if play.has(car, COMPUTER) else 0
    return shooter_gear_modifier(play.settings, gear_of(car)) + computer - wear.wound_penalty(car)


def volleys_of(play: Match, car: CarState) -> Volleys:
    """The guns of a car that work and have ammunition; those that fire together are one volley (FW-023)."""
    usable = tuple([
        (number, state.key, state.mount, state.link)
        for number, state in enumerate(car.weapons)
        if state.ammunition and state.works
    ])  # fmt: skip
    settings = play.settings
    return _volleys(usable, play.setup.weather, settings.laser_temp_rain, settings.mg_row) if usable else ()


@lru_cache(maxsize=1024)
def _volleys(
    usable: tuple[tuple[int, str, str, str], ...], weather: str, laser_temp_rain: bool, mg_row: str
) -> Volleys:
    weapons = Settings(mg_row=mg_row).weapons
    volleys: dict[str, list[Gun]] = {}
    for number, key, mount, link in usable:
        weapon = weapons[key]
        if not weapon.is_dropper:
            added = weapon.bonus + weather_modifier(weather, weapon, laser_temp_rain=laser_temp_rain)
            gun = Gun(number, mount, weapon.reach, weapon.damage, added)
            volleys.setdefault(link or str(number), []).append(gun)
    return tuple([tuple(guns) for guns in volleys.values()])


def damage_of(play: Match, car: CarState) -> Damage:
    """What a car's best volley does at each distance (FW-031, FW-032)."""
    volleys = volleys_of(play, car)
    return _expected_damage(volleys, shared_modifier(play, car)) if volleys else NO_DAMAGE


@lru_cache(maxsize=2048)
def _expected_damage(volleys: Volleys, shared: int) -> Damage:
    return tuple(
        max(sum(_gun_damage(gun, shared, rows) for gun in guns) for guns in volleys)
        for rows in range(-ZERO, ZERO + 1)
    )


def _gun_damage(gun: Gun, shared: int, rows: int) -> float:
    if abs(rows) > gun.reach:
        return 0.0
    share = 1.0
    if gun.mount == "front":
        share = float(rows > 0)
    elif gun.mount == "rear":
        share = float(rows < 0)
    elif gun.mount in {"left", "right"}:
        share = BESIDE * (abs(rows) <= 1)
    return share * gun.damage * hit_chance(shared + gun.added + (ADJACENT if abs(rows) <= 1 else 0))
