"""The Autonomous Target System: its targets and its fire. Rule DM-M-123."""

from __future__ import annotations

from rules.dethmatch.combat import shooting
from rules.dethmatch.match.fitted_car import MountedWeapon
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState, WeaponState
from rules.dethmatch.weapons.targets import is_target
from rules.dethmatch.weapons.to_hit import ReadyWeapon, position_refusal, ready_weapon
from rules.dethmatch.weapons.weapon_use import (
    SYSTEM,
    NotUsed,
    SeatEmpty,
    ShotSpent,
    UseRefusal,
    WeaponUser,
    has_set_target,
    mark_target_set,
    user_refusal,
    weapon_refusal,
    weapon_user,
    weapons_used,
)

BERSERK_UP_TO = 2
"""The highest face on which a system switches to another target in its arc (DM-M-123)."""


class NoSystem(NotUsed):
    """No Autonomous Target System is fixed to the weapon (DM-M-123)."""

    says = "No Autonomous Target System works the {weapon} in {mount} of {car}: fire it by hand."


def designation_refusal(play: Match, hand: WeaponUser, weapon: MountedWeapon, gun: WeaponState) -> UseRefusal | None:
    """Return why an operator cannot set or clear a system's target now, or None. Doing so uses their shot of the
    phase (DM-M-123).
    """
    crew = hand.crew
    if not weapon.autonomous or gun.destroyed:
        return NoSystem
    if crew is None:
        return SeatEmpty
    has_fired = any(
        state.fired == play.elapsed_phases and state.mount in weapons_used(crew) for state in hand.car.guns
    )
    return ShotSpent if has_fired or has_set_target(play, crew) else None


def designate(play: Match, aimed: ReadyWeapon, target: str) -> None:
    """Set the target of a system, or clear it where `target` is empty (DM-M-123)."""
    crew, gun = aimed.hand.crew, aimed.gun
    if crew is not None:
        mark_target_set(play, crew)
    _record_target(play, aimed.hand, gun, target)


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
        _record_target(play, hand, gun, "")
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
    if others and play.d6("berserk") <= BERSERK_UP_TO:
        target = others[play.pick(len(others), "berserk target")]
        _record_target(play, hand, gun, target.id)
    shooting.fire_weapon(play, aimed, target)


def _record_target(play: Match, hand: WeaponUser, gun: WeaponState, target: str) -> None:
    before, gun.designated = gun.designated, target
    play.note(
        "target",
        "DM-M-123",
        hand.car,
        crew=hand.by,
        before={"designated": before},
        after={"designated": target},
        mount=gun.mount,
    )
