"""What a shot needs to hit: range bands and every modifier. Rules DM-M-015, DM-M-018, DM-M-077, DM-M-094 to DM-M-097,
DM-M-121, DM-M-123.

A `ReadyWeapon` has everything about a weapon that depends neither on where its car is nor on its target. Code that
weighs many hexes makes it once and calls `needed_from_hex` for each hex.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rules.dethmatch.crew.checks import effective_trait
from rules.dethmatch.match.fitted_car import MountedWeapon
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState, Control, CrewState, WeaponState
from rules.dethmatch.weapons.arcs import (
    SMOKE_DOUBLES,
    hexes_apart,
    is_in_arc,
    quadrant_of,
    sight_blocked,
    smoke_between,
)
from rules.dethmatch.weapons.weapon_use import DRIVER, SYSTEM, NotUsed, UseRefusal, WeaponUser, weapons_used
from rules.match.item_types import StatLine

MODIFIERS: Mapping[str, int] = {
    "short_range": 1,
    "long_range": 0,
    "extreme_range": -1,
    "low_handling": -1,
    "out_of_control": -1,
    "spinning": -2,
    "fast_target": -1,
    "rough_ground": -1,
    "off_the_front": -1,
    "at_the_tires": -1,
    "gunslinger": -1,
    "targeting_device": 1,
    "helmet_sight": 1,
}
"""The modifiers of gunnery (DM-C-029, DM-C-120, DM-C-134, DM-M-077, DM-M-097)."""
OUT_OF_CONTROL: Mapping[Control, str] = {
    Control.MINOR_SKID: "out_of_control",
    Control.FISHTAIL: "out_of_control",
    Control.MAJOR_SKID: "out_of_control",
    Control.SPIN: "spinning",
    Control.ROLLOVER: "spinning",
    Control.UNCONTROLLED: "out_of_control",
}
"""The modifier for a car in each state out of control (DM-M-077)."""
FROSTY: Mapping[Control, str] = {Control.SPIN: "out_of_control", Control.ROLLOVER: "out_of_control"}
"""The modifiers for a Frosty shooter instead; other states have none (DM-M-077)."""
LOW_HANDLING = 0
"""The firing car's handling is low at this figure or less (DM-M-097)."""
FAST_TARGET_SPEED = 5
"""A target is fast at this speed or more (DM-M-097)."""
SYSTEM_GUNNERY = 3
"""The gunnery of an Autonomous Target System (DM-M-123)."""
EYE = 1
"""The hexes that Eagle eyes take off the range (DM-M-096)."""
LEAST_RANGE = 1  # no mutant: a range of 0 would be as short (DM-M-096)


class OutOfArc(NotUsed):
    """The mount of the weapon does not cover the target (DM-M-019)."""

    says = "{target} is outside the arc of {mount} on {car}: fire from another hex, or with a mount that covers it."


class OutOfRange(NotUsed):
    """The target is beyond the weapon's range, after smoke and aids (DM-M-095, DM-M-096)."""

    says = "{target} is beyond the range of the {weapon} in {mount} of {car}: come nearer, or choose a nearer target."


class SightBlocked(NotUsed):
    """Something on the line to the target blocks sight (DM-M-095)."""

    says = "The line from {car} to {target} is blocked: fire from a hex that sees it."


class ReadyWeapon(NamedTuple):
    """A weapon made ready for its user to fire.

    `nearer` is how many hexes come off the range, negative for an Auto-ranger that works backwards. `skill` is
    gunnery with the modifiers in `applied`.
    """

    hand: WeaponUser
    weapon: MountedWeapon
    gun: WeaponState
    shot: StatLine
    both: bool
    skill: int
    applied: tuple[str, ...]
    nearer: int
    penalised: bool
    """Whether a shot out of any quadrant but the front is harder, as for a driver without a helmet sight."""


def ready_weapon(
    play: Match, hand: WeaponUser, weapon: MountedWeapon, gun: WeaponState, shot: StatLine, *, both: bool = False
) -> ReadyWeapon:
    """Make a weapon ready for its user, whether it may be fired or not (DM-C-029, DM-C-030, DM-C-032, DM-C-120,
    DM-C-134, DM-M-096, DM-M-097, DM-M-123).
    """
    car, crew = hand.car, hand.crew
    applied: list[str] = []
    if weapon.targeting:
        applied.append("targeting_device")
    if car.handling <= LOW_HANDLING:
        applied.append("low_handling")
    if car.rough == play.state.moment.turn:
        applied.append("rough_ground")
    skill, nearer, penalised = SYSTEM_GUNNERY, -weapon.ranger, False
    if crew is not None and hand.seat != SYSTEM:
        entry = play.crews[crew.id]
        skill = effective_trait(play, crew, "gunnery")
        if "helmet_sight" in entry.worn:
            applied.append("helmet_sight")
        else:
            penalised = hand.seat == DRIVER
        if "eagle_eyes" in entry.talents:
            nearer += EYE
        if is_second_weapon(crew, weapon):
            applied.append("gunslinger")
        if lost := control_modifier(car, frosty="frosty" in entry.talents):
            applied.append(lost)
    for modifier in applied:
        skill += MODIFIERS[modifier]
    return ReadyWeapon(hand, weapon, gun, shot, both, skill, tuple(applied), nearer, penalised)


def control_modifier(car: CarState, *, frosty: bool) -> str:
    """The modifier for a shooter whose moving car is out of control; empty for none (DM-M-077)."""
    if car.control is Control.OK or not car.speed:
        return ""
    return FROSTY.get(car.control, "") if frosty else OUT_OF_CONTROL[car.control]


def is_second_weapon(crew: CrewState, weapon: MountedWeapon) -> bool:
    """Whether this weapon is a competitor's second one this turn; a linked pair counts
    as one (DM-M-018, DM-M-094).
    """
    arms = weapons_used(crew)
    return len(arms) > 1 or (len(arms) == 1 and weapon.mount not in arms and weapon.partner not in arms)


def range_of(play: Match, aimed: ReadyWeapon, at: int, target_at: int) -> int:
    """The range of a shot in hexes: doubled by smoke, then reduced by aids, to 1 at least (DM-M-095, DM-M-096)."""
    apart = hexes_apart(play, at, target_at)
    if smoke_between(play, at, target_at):
        apart *= SMOKE_DOUBLES
    return max(apart - aimed.nearer, LEAST_RANGE)


def band_of(shot: StatLine, far: int, *, heat_seeking: bool = False) -> str:
    """The band of a range; for heat-seeking rockets every range is short (DM-M-015, DM-M-121)."""
    if heat_seeking or far <= shot.short:
        return "short_range"
    return "long_range" if far <= shot.long else "extreme_range"


def reach(play: Match, aimed: ReadyWeapon, at: int, facing: int, target_at: int) -> tuple[UseRefusal | None, int]:
    """Why a weapon of a car with that hex and facing cannot fire at a hex, and the range (DM-M-009, DM-M-019,
    DM-M-095).

    The reason is the arc, the range or blocked sight, or None if it can fire. The range is 0 outside the arc.
    """
    hexes, weapon = play.track.hexes, aimed.weapon
    q, r = hexes[target_at][0] - hexes[at][0], hexes[target_at][1] - hexes[at][1]
    if not is_in_arc(weapon.traverse, weapon.facing, q, r, facing, play.settings.front_arc_degrees):
        return OutOfArc, 0  # no mutant: nobody reads a range outside the arc
    far = range_of(play, aimed, at, target_at)
    if far > aimed.shot.furthest:
        return OutOfRange, far
    return (SightBlocked if sight_blocked(play, at, target_at) else None), far


def position_refusal(play: Match, aimed: ReadyWeapon, at: int, facing: int, target_at: int) -> UseRefusal | None:
    """Why a weapon of a car with that hex and facing cannot fire at a hex, or None (DM-M-019, DM-M-095)."""
    return reach(play, aimed, at, facing, target_at)[0]


def position_modifiers(
    play: Match, aimed: ReadyWeapon, at: int, facing: int, target: CarState, *, far: int
) -> tuple[str, ...]:
    """The modifiers of a shot from that hex at a target at range `far`: its band, the target's speed, and the
    quadrant it leaves by (DM-M-009, DM-M-097).
    """
    applied = [band_of(aimed.shot, far, heat_seeking=aimed.weapon.heat_seeking)]
    if target.speed >= FAST_TARGET_SPEED:
        applied.append("fast_target")
    if aimed.penalised:
        hexes = play.track.hexes
        q, r = hexes[target.at][0] - hexes[at][0], hexes[target.at][1] - hexes[at][1]
        if quadrant_of(q, r, facing, play.settings.front_arc_degrees) != "front":
            applied.append("off_the_front")
    return tuple(applied)


def needed_from_hex(play: Match, aimed: ReadyWeapon, at: int, facing: int, target: CarState) -> int | None:
    """The highest face that hits with a shot from that hex and facing, if not aimed at the tires (DM-M-097).

    None if the weapon cannot fire at the target from there.
    """
    refusal, far = reach(play, aimed, at, facing, target.at)
    if refusal is not None:
        return None
    needed = aimed.skill
    for position_modifier in position_modifiers(play, aimed, at, facing, target, far=far):
        needed += MODIFIERS[position_modifier]
    return needed
