"""The autopilot's attacks: which weapon fires at which enemy. Rules RH-085, RH-088."""

from __future__ import annotations

from rules.rhad.combat.attacks import needed_to_hit, ready_seats, ready_weapons
from rules.rhad.first_autopilot.threats import can_hit, enemies, shot_value
from rules.rhad.ground.hexes import Place, hexes_apart
from rules.rhad.match.match import Match
from rules.rhad.match.orders import Attack
from rules.rhad.match.state import CarState

Shot = tuple[int, int, int, str]
"""A possible shot: its negated value, its range in hexes, the weapon's number, and the target's id. The best shot
sorts first.
"""


def choose_attacks(play: Match, car: CarState, at: Place, facing: int) -> tuple[Attack, ...]:
    """One attack for each seat that has not attacked this round, fired from the place where the car will be.

    The weapon and enemy with the highest product of chance to hit and mean damage come first; ties go to the nearer
    enemy, then to the first weapon (RH-088).
    """
    seats = ready_seats(play, car)
    if not seats:
        return ()
    guns = [(number, car.guns[number]) for number in ready_weapons(play, car)]
    shots = [
        (-shot_value(gun, needed_to_hit(play, gun, at, enemy.at)), hexes_apart(at, enemy.at), number, enemy.id)
        for enemy in enemies(play, car)
        for number, gun in guns
        if can_hit(play, gun, at, facing, enemy.at)
    ]
    attacks: list[Attack] = []
    for seat, (_, _, number, target) in zip(seats, _best_shot_per_weapon(sorted(shots)), strict=False):
        attacks.append(Attack(weapon=number, target=target, crew=seat))
    return tuple(attacks)


def _best_shot_per_weapon(shots: list[Shot]) -> list[Shot]:
    """The best shot of each weapon, in order of value."""
    best: dict[int, Shot] = {}
    for shot in shots:
        best.setdefault(shot[2], shot)
    return list(best.values())
