"""Setting and clearing the target of an Autonomous Target System. Rule DM-M-123."""

from __future__ import annotations

from rules.dethmatch.match.fitted_car import MountedWeapon
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import WeaponState
from rules.dethmatch.weapons.to_hit import ReadyWeapon
from rules.dethmatch.weapons.weapon_use import (
    NotUsed,
    SeatEmpty,
    ShotSpent,
    UseRefusal,
    WeaponUser,
    has_set_target,
    mark_target_set,
    weapons_used,
)


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
    record_target(play, aimed.hand, gun, target)


def record_target(play: Match, hand: WeaponUser, gun: WeaponState, target: str) -> None:
    """Set the target of a system and write the entry."""
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
