"""Resolving attacks one after the other: the attack roll, what a hit does, then what the weapon risks. Rules
DM-M-017, DM-M-018, DM-M-093, DM-M-094, DM-M-097 to DM-M-100, DM-M-109, DM-M-111, DM-M-114, DM-M-116, DM-M-121,
DM-M-138.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.dethmatch.combat import heat_seeking, weapon_risks
from rules.dethmatch.crew.checks import Check, check, effective_trait, succeeds
from rules.dethmatch.damage import damage
from rules.dethmatch.driving.tires import firepower_bonus
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import INTACT_STATUSES, CarState
from rules.dethmatch.weapons.arcs import quadrant_toward
from rules.dethmatch.weapons.to_hit import MODIFIERS, ReadyWeapon
from rules.dethmatch.weapons.weapon_use import SYSTEM, WeaponUser, ammunition_for, mark_fired, spend, take_up
from rules.match.item_types import StatLine

RATE_3, RATE_3_PLUS = 1, 2
"""What a rate of 3 and a rate of 3+ add to the tire roll. Other rates add nothing (DM-M-111)."""
AIMED_AT_TIRES = 2
"""What aiming at the tires adds to the tire roll (DM-M-111)."""
RATE_ON_TIRES = 3
HARD_SHOT = 3
"""A shot that needs this face or lower counts as a serious failure when it misses, so a Marksman whose standing order
is `serious` throws it again (DM-M-145).
"""

AimedWeapon = tuple[ReadyWeapon, tuple[str, ...]]
"""A ready weapon, and the modifiers that its position and target add to the ones already in its skill."""


def number_to_hit(aimed: ReadyWeapon, applied: Sequence[str]) -> int:
    """Return the highest face that hits, after all modifiers (DM-M-097)."""
    return aimed.skill + sum(MODIFIERS[modifier] for modifier in applied)


def discharge(play: Match, pair: Sequence[AimedWeapon], target: CarState, *, at_tires: bool) -> None:
    """Fire a weapon, or a linked pair, at a target. This uses one attack of each weapon's rate (DM-M-018, DM-M-093).

    The first weapon is resolved completely before the second. If the first one bursts, it may cost the second weapon
    its ammunition, destroy the car, or take the shooter out of action, and then the second does not fire (DM-M-100,
    DM-M-109).
    """
    hand = pair[0][0].hand
    if hand.seat != SYSTEM:
        take_up(play, hand, pair[0][0].weapon.mount, target=target.id)
    for aimed, _ in pair:
        mark_fired(play, aimed.gun)
    hand.car.fired = True
    linked = len(pair) > 1 and play.settings.linked_counts_as_plus
    for aimed, applied in pair:
        if _fires_on(hand) and aimed.gun.ammunition >= ammunition_for(play, aimed.shot, both=aimed.both):
            _fire_one(play, aimed, applied, target, at_tires=at_tires, linked=linked)


def tire_bonus(shot: StatLine, *, linked: bool = False, at_tires: bool = False) -> int:
    """Return what a weapon adds to the tire roll of its target, not counting wheel guards.

    A linked weapon of rate 3 counts as 3+ (DM-M-111).
    """
    rate = 0
    if shot.rate == RATE_ON_TIRES:
        rate = RATE_3_PLUS if linked or shot.dice > 1 else RATE_3
    return rate + firepower_bonus(shot.firepower) + (AIMED_AT_TIRES if at_tires else 0)


def _fire_one(
    play: Match, aimed: ReadyWeapon, applied: tuple[str, ...], target: CarState, *, at_tires: bool, linked: bool
) -> None:
    """Fire one weapon: spend its ammunition, roll for a burst, then make each of its attacks (DM-M-017)."""
    hand, weapon, gun, shot = aimed.hand, aimed.weapon, aimed.gun, aimed.shot
    before = gun.ammunition
    spend(hand.car, gun, ammunition_for(play, shot, both=aimed.both))
    burst = weapon_risks.roll_burst(play, weapon.kind, both=aimed.both)
    if play.has_unrecorded_dice:
        play.note(
            "burst_roll", "DM-M-120", hand.car, crew=hand.by, mount=weapon.mount, weapon=weapon.kind, burst=burst
        )
    struck = target if burst else heat_seeking.homing_target(play, hand, weapon, target)
    play.note(
        "fire",
        "DM-M-093",
        hand.car,
        crew=hand.by,
        before={"ammunition": before},
        after={"ammunition": gun.ammunition},
        mount=weapon.mount,
        weapon=weapon.kind,
        target=struck.id,
        seat=hand.seat,
        at_tires=at_tires,
        burst=burst,
    )
    if burst:
        weapon_risks.burst_weapon(play, hand.car, weapon, gun)
        return
    if struck is not target:
        applied = heat_seeking.modifiers_at(applied, struck)
    for _ in range(shot.dice):
        if _fires_on(hand):
            _attack(play, aimed, applied, struck, at_tires=at_tires, linked=linked)


def _attack(
    play: Match, aimed: ReadyWeapon, applied: tuple[str, ...], target: CarState, *, at_tires: bool, linked: bool
) -> None:
    """Make one attack roll and resolve a hit in the printed order (DM-M-100).

    A hit on a car that is already destroyed is logged and has no further effect.
    """
    hand, weapon, shot = aimed.hand, aimed.weapon, aimed.shot
    rolled = _roll_attack(play, aimed, number_to_hit(aimed, applied))
    play.note(
        "hit" if rolled.passed else "miss",
        "DM-M-097",
        hand.car,
        crew=hand.by,
        target=target.id,
        mount=weapon.mount,
        needed=rolled.needed,
        face=rolled.face,
        modifiers=[*aimed.applied, *applied],
        rerolled=list(rolled.rerolled),
    )
    if rolled.passed and target.status in INTACT_STATUSES:
        damage.resolve_hit(
            play,
            target,
            quadrant=quadrant_toward(play, target, hand.car.at),
            pen=shot.penetration,
            firepower=shot.firepower,
            by=hand.by,
            cause=damage.SHOT,
            tire_bonus=tire_bonus(shot, linked=linked, at_tires=at_tires),
            at_tires=at_tires,
            hand=hand,
        )
    weapon_risks.after_attack(play, hand.car, weapon, aimed.gun, rolled.face)


def _fires_on(hand: WeaponUser) -> bool:
    """Whether the weapon can still fire: its car is intact and, unless a system fires it, the shooter is able
    (DM-M-100, DM-M-109).
    """
    return hand.car.status in INTACT_STATUSES and (hand.seat == SYSTEM or hand.crew is None or not hand.crew.out)


def _roll_attack(play: Match, aimed: ReadyWeapon, target_number: int) -> Check:
    """Make the attack roll. A Marksman may throw a miss again, and so may anybody with Pro (DM-C-028, DM-C-039,
    DM-M-114, DM-M-116).
    """
    hand = aimed.hand
    if hand.crew is None or hand.seat == SYSTEM:
        face = play.d6("to hit")
        return Check(succeeds(play, face, needed=target_number), target_number, face, ())
    standing_order = play.standing_order(hand.car)
    return check(
        play,
        hand.crew,
        "gunnery",
        penalty=effective_trait(play, hand.crew, "gunnery") - target_number,
        why="to hit",
        serious=target_number <= HARD_SHOT,
        sources=("marksman", "pro") if standing_order.pro == "always" else ("marksman",),
    )
