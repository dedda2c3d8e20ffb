"""The fire of Autonomous Target Systems. Rule DM-M-123."""

from __future__ import annotations

from rules.dethmatch.combat import shooting
from rules.dethmatch.combat.designation import record_target
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState, WeaponState
from rules.dethmatch.weapons.targets import is_target
from rules.dethmatch.weapons.to_hit import position_refusal, ready_weapon
from rules.dethmatch.weapons.weapon_use import (
    SYSTEM,
    WeaponUser,
    user_refusal,
    weapon_refusal,
    weapon_user,
)

BERSERK_UP_TO = 2
"""The highest face on which a system switches to another target in its arc (DM-M-123)."""


def systems_fire(play: Match, car: CarState) -> None:
    """Fire each of a car's systems at its target if it may fire from here, once a phase (DM-M-123)."""
    for gun in car.guns:
        if gun.designated:
            _fire(play, weapon_user(play, car, SYSTEM), gun)


def _fire(play: Match, hand: WeaponUser, gun: WeaponState) -> None:
    """Fire one system. It drops a target that is gone, and may switch to another one in its arc (DM-M-123)."""
    car, weapon = hand.car, play.fits[hand.car.id].weapons.get(gun.mount)
    target = play.state.cars[gun.designated]
    if weapon is None or not weapon.autonomous or not is_target(car, target):
        record_target(play, hand, gun, "")
        return
    if user_refusal(play, hand) is not None or weapon_refusal(play, hand, gun, weapon.shots[0]) is not None:
        return
    aimed = ready_weapon(play, hand, weapon, gun, weapon.shots[0])
    covered = [
        other
        for other in play.state.cars.values()
        if is_target(car, other) and position_refusal(play, aimed, car.at, car.facing, other.at) is None
    ]
    if target not in covered:
        return
    others = [other for other in covered if other is not target]
    if others and _goes_berserk(play, hand, gun):
        target = others[play.pick(len(others), "berserk target")]
        record_target(play, hand, gun, target.id)
    shooting.fire_weapon(play, aimed, target)


def _goes_berserk(play: Match, hand: WeaponUser, gun: WeaponState) -> bool:
    """Whether a system with another target in its arc switches to it (DM-M-123)."""
    switches = play.d6("berserk") <= BERSERK_UP_TO
    play.note("berserk", "DM-M-123", hand.car, crew=hand.by, mount=gun.mount, switches=switches)
    return switches
