"""What a shot needs to hit: range bands and every modifier. Rules DM-M-015, DM-M-018, DM-M-077, DM-M-094 to DM-M-097,
DM-M-121, DM-M-123.

A `ReadyWeapon` is a weapon that may be fired now, with all that does not depend on where its car stands and at whom
it fires; whoever weighs many hexes works those out once and asks `needed_from_hex` for each.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rules.core.weapon_stats import StatLine
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
"""What is added to gunnery (DM-C-029, DM-C-120, DM-C-134, DM-M-077, DM-M-097)."""
OUT_OF_CONTROL: Mapping[Control, str] = {
    Control.MINOR_SKID: "out_of_control",
    Control.FISHTAIL: "out_of_control",
    Control.MAJOR_SKID: "out_of_control",
    Control.SPIN: "spinning",
    Control.ROLLOVER: "spinning",
    Control.UNCONTROLLED: "out_of_control",
}
"""Which of them a car out of control has (DM-M-077)."""
FROSTY: Mapping[Control, str] = {Control.SPIN: "out_of_control", Control.ROLLOVER: "out_of_control"}
"""Which a Frosty shooter has instead, none in any other state (DM-M-077)."""
LOW_HANDLING = 0
"""The handling of the firing car that counts as low, that or less (DM-M-097)."""
FAST_TARGET_SPEED = 5
"""The speed of a target that counts as fast, that or more (DM-M-097)."""
SYSTEM_GUNNERY = 3
"""The gunnery of an Autonomous Target System (DM-M-123)."""
EYE = 1
"""What Eagle eyes take off the range (DM-M-096)."""
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
    """A weapon that may be fired now. `nearer` is what comes off the range in hexes, less than 0 for an Auto-ranger
    that works backwards; `skill` is gunnery with the modifiers in `applied`.
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
    """A driver without a helmet sight: any quadrant but the front costs them."""


def ready_weapon(
    play: Match, hand: WeaponUser, weapon: MountedWeapon, gun: WeaponState, shot: StatLine, *, both: bool = False
) -> ReadyWeapon:
    """What a weapon starts from in those hands, whether it may be fired or not (DM-C-029, DM-C-030, DM-C-032,
    DM-C-120, DM-C-134, DM-M-096, DM-M-097, DM-M-123).
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
    for each in applied:
        skill += MODIFIERS[each]
    return ReadyWeapon(hand, weapon, gun, shot, both, skill, tuple(applied), nearer, penalised)


def control_modifier(car: CarState, *, frosty: bool) -> str:
    """The modifier of a shooter, Frosty or not, whose moving car is out of control; empty for none (DM-M-077)."""
    if car.control is Control.OK or not car.speed:
        return ""
    return FROSTY.get(car.control, "") if frosty else OUT_OF_CONTROL[car.control]


def is_second_weapon(crew: CrewState, weapon: MountedWeapon) -> bool:
    """Whether with this weapon a competitor has used two this turn, a linked pair being one (DM-M-018, DM-M-094)."""
    arms = weapons_used(crew)
    return len(arms) > 1 or (len(arms) == 1 and weapon.mount not in arms and weapon.partner not in arms)


def range_of(play: Match, aimed: ReadyWeapon, at: int, target_at: int) -> int:
    """The range a shot counts with, in hexes: doubled for smoke first, then what aids take off, 1 at least (DM-M-095,
    DM-M-096).
    """
    apart = hexes_apart(play, at, target_at)
    if smoke_between(play, at, target_at):
        apart *= SMOKE_DOUBLES
    return max(apart - aimed.nearer, LEAST_RANGE)


def band_of(shot: StatLine, far: int, *, heat_seeking: bool = False) -> str:
    """The band a range falls in; for heat-seeking rockets all of it is short (DM-M-015, DM-M-121)."""
    if heat_seeking or far <= shot.short:
        return "short_range"
    return "long_range" if far <= shot.long else "extreme_range"


def reach(play: Match, aimed: ReadyWeapon, at: int, facing: int, target_at: int) -> tuple[UseRefusal | None, int]:
    """Why a weapon of a car in that hex, so faced, cannot fire at a hex, if it cannot: arc, range, sight; and the
    range where it lies in the arc (DM-M-009, DM-M-019, DM-M-095).
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
    """Why a weapon of a car in that hex, so faced, cannot fire at a hex (DM-M-019, DM-M-095)."""
    return reach(play, aimed, at, facing, target_at)[0]


def position_modifiers(
    play: Match, aimed: ReadyWeapon, at: int, facing: int, target: CarState, *, far: int
) -> tuple[str, ...]:
    """The modifiers of a shot from that hex at a target at that range: its band, the target's speed, the quadrant it
    leaves by (DM-M-009, DM-M-097).
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
    """What the die must not exceed for a shot from that hex with that facing, not at the tires; None where the weapon
    cannot fire at the target from there (DM-M-097).
    """
    bar, far = reach(play, aimed, at, facing, target.at)
    if bar is not None:
        return None
    needed = aimed.skill
    for position_modifier in position_modifiers(play, aimed, at, facing, target, far=far):
        needed += MODIFIERS[position_modifier]
    return needed
