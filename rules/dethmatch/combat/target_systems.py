"""The Autonomous Target System: its targets, and its fire. Rule DM-M-123."""

from __future__ import annotations

from rules.dethmatch.combat import shooting
from rules.dethmatch.match.fitted_car import Weapon
from rules.dethmatch.match.match import Play
from rules.dethmatch.match.state import CarSheet, Gun
from rules.dethmatch.weapons.targets import is_target
from rules.dethmatch.weapons.to_hit import Ready, bar_of_place, ready
from rules.dethmatch.weapons.weapon_use import (
    SYSTEM,
    Bar,
    Hand,
    NotUsed,
    SeatEmpty,
    ShotSpent,
    arms_of,
    bar_of_gun,
    bar_of_hand,
    hand_of,
    is_busy,
    keep_busy,
)

BERSERK_UP_TO = 2
"""The highest face on which a system switches to another target in arc (DM-M-123)."""


class NoSystem(NotUsed):
    """No Autonomous Target System is fixed to the weapon (DM-M-123)."""

    says = "No Autonomous Target System works the {weapon} in {mount} of {car}: fire it by hand."


def bar_of_designation(play: Play, hand: Hand, weapon: Weapon, gun: Gun) -> Bar | None:
    """Why an operator cannot set or drop the target of a system now: it is his shot for the phase (DM-M-123)."""
    crew = hand.crew
    if not weapon.autonomous or gun.destroyed:
        return NoSystem
    if crew is None:
        return SeatEmpty
    has_fired = any(each.fired == play.clock and each.mount in arms_of(crew) for each in hand.car.guns)
    return ShotSpent if has_fired or is_busy(play, crew) else None


def designate(play: Play, aimed: Ready, target: str) -> None:
    """Set the target of a system, or drop it where `target` is empty (DM-M-123)."""
    crew, gun = aimed.hand.crew, aimed.gun
    if crew is not None:
        keep_busy(play, crew)
    _aim(play, aimed.hand, gun, target)


def systems_fire(play: Play, car: CarSheet) -> None:
    """Let the systems of a car fire at their targets if they may from where it stands, once a phase (DM-M-123)."""
    for gun in car.guns:
        if gun.designated:
            _fire(play, hand_of(play, car, SYSTEM), gun)


def _fire(play: Play, hand: Hand, gun: Gun) -> None:
    """One system: it forgets a target that is gone; with another in arc it may switch to that (DM-M-123)."""
    car, weapon = hand.car, play.fits[hand.car.id].weapons.get(gun.mount)
    target = play.state.cars[gun.designated]
    if weapon is None or not weapon.autonomous or not is_target(car, target):
        _aim(play, hand, gun, "")
        return
    if bar_of_hand(play, hand) is not None or bar_of_gun(play, hand, gun, weapon.shots[0]) is not None:
        return
    aimed = ready(play, hand, weapon, gun, weapon.shots[0])
    covered = [
        each
        for each in play.state.cars.values()
        if is_target(car, each) and bar_of_place(play, aimed, car.at, car.facing, each.at) is None
    ]
    if target not in covered:
        return
    others = [each for each in covered if each is not target]
    if others and play.d6("berserk") <= BERSERK_UP_TO:
        target = others[play.pick(len(others), "berserk target")]
        _aim(play, hand, gun, target.id)
    shooting.shoot(play, aimed, target)


def _aim(play: Play, hand: Hand, gun: Gun, target: str) -> None:
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
