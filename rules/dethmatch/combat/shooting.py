"""Shooting: what may be fired at whom now, with what chance, and firing it. Rules DM-M-018, DM-M-043, DM-M-093 to
DM-M-100, DM-M-118, DM-M-119, DM-M-123, DM-M-133.
"""

from __future__ import annotations

from rules.dethmatch.combat import attacks, designation
from rules.dethmatch.events.event import event_of
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.orders import FireOrder
from rules.dethmatch.match.state import CarState
from rules.dethmatch.weapons.targets import is_target
from rules.dethmatch.weapons.to_hit import (
    ReadyWeapon,
    needed_from_hex,
    position_modifiers,
    position_refusal,
    range_of,
    ready_weapon,
)
from rules.dethmatch.weapons.weapon_use import (
    SYSTEM,
    NotUsed,
    UseRefusal,
    WeaponTaken,
    WeaponUser,
    competitor_refusal,
    make_refusal,
    user_refusal,
    weapon_in_mount,
    weapon_refusal,
    weapon_user,
)
from rules.match.catalog import WEAPON_KINDS

FLAG_PENALTY = 2
"""The points a team loses for an involuntary shot while weapons are held (DM-M-133)."""
NON_SHOOTING_KINDS = frozenset({"oil_jet", "caltrops", "smoke_launcher", "booster_rockets", "kami_bomb"})
"""Kinds of weapon that sit in a mount and cannot shoot (DM-C-144, DM-C-146, DM-C-175, DM-M-101,
DM-M-104, DM-M-121).
"""


class NoSuchWeapon(NotUsed):
    """The mount holds no weapon that shoots, or the weapon has no second barrel (DM-M-015, DM-M-119)."""

    says = "{car} has no weapon in {mount} that shoots so: name a mount with one."


class NoSuchTarget(NotUsed):
    """The target does not exist, is the car itself, or is gone (DM-M-093)."""

    says = "{car} cannot fire at {target}: name another car that is on the map and not destroyed."


def check_fire_order(play: Match, car: CarState, order: FireOrder, *, involuntary: bool = False) -> ReadyWeapon:
    """Return the ready weapon of a fire order that may be carried out from where the car is now.

    Raises a `NotUsed` for the first reason against it, in this order: the car, the seat, weapons held, the weapon,
    its rate of fire and magazine, the competitor, the target, then arc, range and sight (DM-M-093 to DM-M-095).
    """
    hand = weapon_user(play, car, order.seat)
    refusal = user_refusal(play, hand, involuntary=involuntary)
    aimed: ReadyWeapon | None = None
    if refusal is None:
        aimed, refusal = _take_weapon(play, hand, order.mount, order.target, both=order.both)
    weapon = "" if aimed is None else WEAPON_KINDS[aimed.weapon.kind].name
    if refusal is None and aimed is not None:
        refusal = _target_refusal(play, aimed, order)
    if refusal is not None or aimed is None:
        raise make_refusal(refusal or NoSuchWeapon, hand, mount=order.mount, weapon=weapon, target=order.target)
    return aimed


def _target_refusal(play: Match, aimed: ReadyWeapon, order: FireOrder) -> UseRefusal | None:
    """Return why a weapon cannot be fired at a target, or None.

    A system may be given a target that its weapon does not cover yet, or no target at all (DM-M-123).
    """
    car, target = aimed.hand.car, play.state.cars.get(order.target)
    if order.seat == SYSTEM and not order.target:
        return None
    if target is None or not is_target(car, target):
        return NoSuchTarget
    return None if order.seat == SYSTEM else position_refusal(play, aimed, car.at, car.facing, target.at)


def usable_weapons(play: Match, car: CarState, seat: str, *, involuntary: bool = False) -> list[ReadyWeapon]:
    """Return every weapon that may be fired from a seat now, wherever it points (DM-M-018, DM-M-093, DM-M-119).

    A linked pair is listed once, and a weapon with two stat lines once for each of them. Ask `needed_from_hex` for
    what it needs to hit.
    """
    hand = weapon_user(play, car, seat)
    if user_refusal(play, hand, involuntary=involuntary) is not None:
        return []
    target = hand.crew.aim if hand.crew else ""
    usable: list[ReadyWeapon] = []
    pairs: set[str] = set()
    for weapon in play.fits[car.id].weapons.values():
        if weapon.mount in pairs:
            continue
        pairs.add(weapon.partner)
        for both in (False, True)[: len(weapon.shots)]:
            aimed, refusal = _take_weapon(play, hand, weapon.mount, target, both=both)
            if aimed is not None and refusal is None:
                usable.append(aimed)
    return usable


def possible_shots(
    play: Match, car: CarState, seat: str = "driver", *, involuntary: bool = False
) -> list[tuple[FireOrder, int]]:
    """Return every shot that may be fired now, with the highest face that hits, weapon by weapon (DM-M-097)."""
    shots: list[tuple[FireOrder, int]] = []
    for aimed in usable_weapons(play, car, seat, involuntary=involuntary):
        for target in play.state.cars.values():
            if not is_target(car, target) or not suits_target(aimed, target):
                continue
            needed = needed_from_hex(play, aimed, car.at, car.facing, target)
            if needed is not None:
                order = FireOrder(mount=aimed.weapon.mount, target=target.id, seat=seat, both=aimed.both)
                shots.append((order, needed))
    return shots


def possible_fire_orders(play: Match, car: CarState, seat: str = "driver") -> list[FireOrder]:
    """Return an order for every shot that may be fired from a seat now (DM-M-043)."""
    return [order for order, _ in possible_shots(play, car, seat)]


def suits_target(aimed: ReadyWeapon, target: CarState) -> bool:
    """Whether the user of a weapon may choose a target for it (DM-C-029, DM-M-094, DM-M-123).

    A second weapon of a turn must fire at the first one's target. A system is not given the target it already has.
    """
    if aimed.hand.seat == SYSTEM:
        return aimed.gun.designated != target.id
    crew = aimed.hand.crew
    return "gunslinger" not in aimed.applied or (crew is not None and crew.aim == target.id)


def to_hit(play: Match, car: CarState, order: FireOrder) -> int:
    """Return the highest face that hits, after every modifier. Raises as `check_fire_order` does (DM-M-097)."""
    aimed = check_fire_order(play, car, order)
    return attacks.number_to_hit(aimed, _modifiers(play, aimed, order))


def fire(play: Match, car: CarState, order: FireOrder, *, involuntary: bool = False) -> None:
    """Carry out a fire order with all its attacks. Raises as `check_fire_order` does (DM-M-100).

    An `involuntary` shot was not ordered; while weapons are held it costs the team points (DM-M-133).
    """
    aimed = check_fire_order(play, car, order, involuntary=involuntary)
    if involuntary and event_of(play).weapons_held(play):
        team = play.state.teams[car.team]
        before = team.penalty
        team.penalty += FLAG_PENALTY
        play.note(
            "flagged",
            "DM-M-133",
            car,
            crew=aimed.hand.by,
            before={"penalty": before},
            after={"penalty": team.penalty},
        )
    if order.seat == SYSTEM:
        designation.designate(play, aimed, order.target)
        return
    fire_weapon(play, aimed, play.state.cars[order.target], at_tires=order.at_tires)


def fire_weapon(play: Match, aimed: ReadyWeapon, target: CarState, *, at_tires: bool = False) -> None:
    """Fire a weapon that may be fired, together with its linked weapon if there is one (DM-M-018, DM-M-100)."""
    order = FireOrder(mount=aimed.weapon.mount, target=target.id, at_tires=at_tires)
    pair = [(weapon, _modifiers(play, weapon, order)) for weapon in _together(play, aimed, target)]
    attacks.discharge(play, pair, target, at_tires=at_tires)


def _modifiers(play: Match, aimed: ReadyWeapon, order: FireOrder) -> tuple[str, ...]:
    """Return the modifiers that depend on the car's position and on what is aimed at (DM-M-097, DM-M-099)."""
    car, target = aimed.hand.car, play.state.cars[order.target]
    far = range_of(play, aimed, car.at, target.at)
    applied = position_modifiers(play, aimed, car.at, car.facing, target, far=far)
    return (*applied, "at_the_tires") if order.at_tires else applied


def _together(play: Match, aimed: ReadyWeapon, target: CarState) -> list[ReadyWeapon]:
    """Return the weapon, and its linked weapon if that can fire too (DM-M-018)."""
    hand, partner = aimed.hand, aimed.weapon.partner
    weapon, gun = play.fits[hand.car.id].weapons.get(partner), weapon_in_mount(hand.car, partner)
    if weapon is None or gun is None or gun.designated or hand.seat == SYSTEM:
        return [aimed]
    shot = weapon.shots[aimed.both]
    other = ready_weapon(play, hand, weapon, gun, shot, both=aimed.both)
    if weapon_refusal(play, hand, gun, shot, both=aimed.both) is not None:
        return [aimed]
    if position_refusal(play, other, hand.car.at, hand.car.facing, target.at) is not None:
        return [aimed]
    return [aimed, other]


def _take_weapon(
    play: Match, hand: WeaponUser, mount: str, target: str, *, both: bool
) -> tuple[ReadyWeapon | None, UseRefusal | None]:
    """Return a weapon made ready for a user, and the reason it cannot be fired wherever it points, if any.

    If the weapon cannot fire and its linked weapon can, the linked one is made ready (DM-M-018, DM-M-119).
    """
    weapons = play.fits[hand.car.id].weapons
    weapon, gun = weapons.get(mount), weapon_in_mount(hand.car, mount)
    if weapon is None or gun is None or weapon.kind in NON_SHOOTING_KINDS or len(weapon.shots) <= both:
        return None, NoSuchWeapon
    shot = weapon.shots[both]
    refusal = weapon_refusal(play, hand, gun, shot, both=both)
    if refusal is not None:
        other = weapon_in_mount(hand.car, weapon.partner)
        if other is not None and weapon_refusal(play, hand, other, shot, both=both) is None:
            weapon, gun, refusal = weapons[weapon.partner], other, None
    if hand.seat == SYSTEM:
        refusal = designation.designation_refusal(play, hand, weapon, gun)
    elif gun.designated:
        refusal = WeaponTaken
    elif refusal is None:
        refusal = competitor_refusal(play, hand, (weapon.mount, weapon.partner), target=target)
    return ready_weapon(play, hand, weapon, gun, shot, both=both), refusal
