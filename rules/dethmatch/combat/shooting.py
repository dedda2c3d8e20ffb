"""Shooting: what may be fired at whom now, with what chance, and firing it. Rules DM-M-018, DM-M-043, DM-M-093 to
DM-M-100, DM-M-118, DM-M-119, DM-M-123, DM-M-133.
"""

from __future__ import annotations

from rules.core.weapon_stats import WEAPON_KINDS
from rules.dethmatch.combat import attacks, target_systems
from rules.dethmatch.events.event import event_of
from rules.dethmatch.match.match import Play
from rules.dethmatch.match.orders import FireOrder
from rules.dethmatch.match.state import CarSheet
from rules.dethmatch.weapons.targets import is_target
from rules.dethmatch.weapons.to_hit import Ready, bar_of_place, needed_from, placed, range_of, ready
from rules.dethmatch.weapons.weapon_use import (
    SYSTEM,
    Bar,
    Hand,
    NotUsed,
    WeaponTaken,
    bar_of_competitor,
    bar_of_gun,
    bar_of_hand,
    gun_in,
    hand_of,
    refused,
)

FLAGGED = 2
"""Points a team loses for a shot nobody ordered while weapons are held (DM-M-133)."""
DROPPED = frozenset({"oil_jet", "caltrops", "smoke_launcher", "booster_rockets", "kami_bomb"})
"""What sits in a mount and does not shoot (DM-M-101, DM-M-104, DM-M-121)."""


class NoSuchWeapon(NotUsed):
    """The mount holds nothing that shoots, or no second barrel (DM-M-015, DM-M-119)."""

    says = "{car} has no weapon in {mount} that shoots so: name a mount with one."


class NoSuchTarget(NotUsed):
    """There is nothing to shoot at: no car of that name, the car itself, or one that is gone (DM-M-093)."""

    says = "{car} cannot fire at {target}: name another car that is on the map and not destroyed."


def legal_fire(play: Play, car: CarSheet, order: FireOrder, *, involuntary: bool = False) -> Ready:
    """Raise unless an order may be carried out where the car stands now; the weapon made ready is the answer.

    Raises a `NotUsed` for the first reason against it: the car, the seat, weapons held, the weapon, the competitor,
    its rate of fire and magazine, the target, then arc, range and sight (DM-M-093 to DM-M-095).
    """
    hand = hand_of(play, car, order.seat)
    bar = bar_of_hand(play, hand, involuntary=involuntary)
    aimed: Ready | None = None
    if bar is None:
        aimed, bar = _taken(play, hand, order.mount, order.target, both=order.both)
    weapon = "" if aimed is None else WEAPON_KINDS[aimed.weapon.kind].name
    if bar is None and aimed is not None:
        bar = _bar_of_target(play, aimed, order)
    if bar is not None or aimed is None:
        raise refused(bar or NoSuchWeapon, hand, mount=order.mount, weapon=weapon, target=order.target)
    return aimed


def _bar_of_target(play: Play, aimed: Ready, order: FireOrder) -> Bar | None:
    """Why a weapon cannot be fired at a target; a system may be told of one that its weapon does not cover yet, or of
    none at all (DM-M-123).
    """
    car, target = aimed.hand.car, play.state.cars.get(order.target)
    if order.seat == SYSTEM and not order.target:
        return None
    if target is None or not is_target(car, target):
        return NoSuchTarget
    return None if order.seat == SYSTEM else bar_of_place(play, aimed, car.at, car.facing, target.at)


def readied(play: Play, car: CarSheet, seat: str, *, involuntary: bool = False) -> list[Ready]:
    """Every weapon that may be fired from a seat now, wherever it points; a linked pair once, a weapon with two stat
    lines for each of them. Ask `hitting.needed_from` where it reaches (DM-M-018, DM-M-093, DM-M-119).
    """
    hand = hand_of(play, car, seat)
    if bar_of_hand(play, hand, involuntary=involuntary) is not None:
        return []
    target = hand.crew.aim if hand.crew else ""
    found: list[Ready] = []
    pairs: set[str] = set()
    for weapon in play.fits[car.id].weapons.values():
        if weapon.mount in pairs:
            continue
        pairs.add(weapon.partner)
        for both in (False, True)[: len(weapon.shots)]:
            aimed, bar = _taken(play, hand, weapon.mount, target, both=both)
            if aimed is not None and bar is None:
                found.append(aimed)
    return found


def aims(
    play: Play, car: CarSheet, seat: str = "driver", *, involuntary: bool = False
) -> list[tuple[FireOrder, int]]:
    """Every shot that may be fired now, each with what it needs to hit, weapon by weapon (DM-M-097)."""
    found: list[tuple[FireOrder, int]] = []
    for aimed in readied(play, car, seat, involuntary=involuntary):
        for target in play.state.cars.values():
            if not is_target(car, target) or not suits(aimed, target):
                continue
            needed = needed_from(play, aimed, car.at, car.facing, target)
            if needed is not None:
                order = FireOrder(mount=aimed.weapon.mount, target=target.id, seat=seat, both=aimed.both)
                found.append((order, needed))
    return found


def shots(play: Play, car: CarSheet, seat: str = "driver") -> list[FireOrder]:
    """Every shot that may be fired now from a seat (DM-M-043)."""
    return [order for order, _ in aims(play, car, seat)]


def suits(aimed: Ready, target: CarSheet) -> bool:
    """Whether a second weapon of a turn would be at the target of the first, and a system has not that target already
    (DM-M-094, DM-M-123).
    """
    if aimed.hand.seat == SYSTEM:
        return aimed.gun.designated != target.id
    crew = aimed.hand.crew
    return "gunslinger" not in aimed.applied or (crew is not None and crew.aim == target.id)


def to_hit(play: Play, car: CarSheet, order: FireOrder) -> int:
    """What the die must not exceed, after every modifier. Raises as `legal_fire` (DM-M-097)."""
    aimed = legal_fire(play, car, order)
    return attacks.needed(aimed, _modifiers(play, aimed, order))


def fire(play: Play, car: CarSheet, order: FireOrder, *, involuntary: bool = False) -> None:
    """Carry out a fire order: every attack of it, one after the other. Raises as `legal_fire` (DM-M-100).

    `involuntary` is a shot nobody ordered; while weapons are held it costs the team points (DM-M-133).
    """
    aimed = legal_fire(play, car, order, involuntary=involuntary)
    if involuntary and event_of(play).weapons_held(play):
        team = play.state.teams[car.team]
        before = team.penalty
        team.penalty += FLAGGED
        play.note(
            "flagged",
            "DM-M-133",
            car,
            crew=aimed.hand.by,
            before={"penalty": before},
            after={"penalty": team.penalty},
        )
    if order.seat == SYSTEM:
        target_systems.designate(play, aimed, order.target)
        return
    shoot(play, aimed, play.state.cars[order.target], at_tires=order.at_tires)


def shoot(play: Play, aimed: Ready, target: CarSheet, *, at_tires: bool = False) -> None:
    """Fire a weapon that may be fired, and with it the one it is linked to, at a target (DM-M-018, DM-M-100)."""
    order = FireOrder(mount=aimed.weapon.mount, target=target.id, at_tires=at_tires)
    pair = [(each, _modifiers(play, each, order)) for each in _together(play, aimed, target)]
    attacks.discharge(play, pair, target, at_tires=at_tires)


def _modifiers(play: Play, aimed: Ready, order: FireOrder) -> tuple[str, ...]:
    """The modifiers of an order that depend on where the car stands and what is aimed at (DM-M-097, DM-M-099)."""
    car, target = aimed.hand.car, play.state.cars[order.target]
    far = range_of(play, aimed, car.at, target.at)
    applied = placed(play, aimed, car.at, car.facing, target, far=far)
    return (*applied, "at_the_tires") if order.at_tires else applied


def _together(play: Play, aimed: Ready, target: CarSheet) -> list[Ready]:
    """The weapon, and the one linked to it where that can fire too (DM-M-018)."""
    hand, partner = aimed.hand, aimed.weapon.partner
    weapon, gun = play.fits[hand.car.id].weapons.get(partner), gun_in(hand.car, partner)
    if weapon is None or gun is None or gun.designated or hand.seat == SYSTEM:
        return [aimed]
    shot = weapon.shots[aimed.both]
    other = ready(play, hand, weapon, gun, shot, both=aimed.both)
    if bar_of_gun(play, hand, gun, shot, both=aimed.both) is not None:
        return [aimed]
    if bar_of_place(play, other, hand.car.at, hand.car.facing, target.at) is not None:
        return [aimed]
    return [aimed, other]


def _taken(play: Play, hand: Hand, mount: str, target: str, *, both: bool) -> tuple[Ready | None, Bar | None]:
    """A weapon made ready in those hands, and the reason against it whatever it points at.

    Where the weapon cannot fire and the one linked to it can, that is made ready (DM-M-018, DM-M-119).
    """
    weapons = play.fits[hand.car.id].weapons
    weapon, gun = weapons.get(mount), gun_in(hand.car, mount)
    if weapon is None or gun is None or weapon.kind in DROPPED or len(weapon.shots) <= both:
        return None, NoSuchWeapon
    shot = weapon.shots[both]
    bar = bar_of_gun(play, hand, gun, shot, both=both)
    if bar is not None:
        other = gun_in(hand.car, weapon.partner)
        if other is not None and bar_of_gun(play, hand, other, shot, both=both) is None:
            weapon, gun, bar = weapons[weapon.partner], other, None
    if hand.seat == SYSTEM:
        bar = target_systems.bar_of_designation(play, hand, weapon, gun)
    elif gun.designated:
        bar = WeaponTaken
    elif bar is None:
        bar = bar_of_competitor(play, hand, (weapon.mount, weapon.partner), target=target)
    return ready(play, hand, weapon, gun, shot, both=both), bar
