"""Dropped weapons: laying them, driving over them and clearing them up. Rules DM-C-116, DM-C-175, DM-M-059, DM-M-101
to DM-M-104, DM-M-112, DM-M-121, DM-M-122, DM-M-138.
"""

from __future__ import annotations

from rules.dethmatch.combat import smoke
from rules.dethmatch.crew.credit import credit_damage
from rules.dethmatch.damage import bombs, damage
from rules.dethmatch.designs.ratings import CARCASS_TOUGHNESS
from rules.dethmatch.driving import handling, hazards, loss_of_control, uncontrolled
from rules.dethmatch.ground.hexes import SIDES
from rules.dethmatch.ground.surfaces import HARD, OIL, OIL_OBSTACLE
from rules.dethmatch.match.fitted_car import MountedWeapon
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.orders import DropOrder
from rules.dethmatch.match.state import INTACT_STATUSES, KNOCKED_OUT, NOWHERE, CarState, Marker, WeaponState
from rules.dethmatch.weapons.arcs import SMOKE
from rules.dethmatch.weapons.weapon_use import (
    NotUsed,
    UseRefusal,
    WeaponUser,
    competitor_refusal,
    make_refusal,
    mark_fired,
    spend,
    take_up,
    user_refusal,
    weapon_in_mount,
    weapon_refusal,
    weapon_user,
)
from rules.match.catalog import WEAPON_KINDS

CALTROPS, MINE = "caltrops", "mine"
LAYS = {"oil_jet": OIL, "caltrops": CALTROPS, "deployable_mines": MINE}
"""The marker that each device lays (DM-C-175, DM-M-101, DM-M-122)."""
SMOKES = frozenset({"smoke_launcher", "smoke_grenade"})
UNPRINTED_STAT_LINE = WEAPON_KINDS["smoke_launcher"].shots[0]
"""Supplies the rate of fire for grenades, mines and bombs, which have no printed one (DM-C-115, DM-C-175, DM-M-121,
DM-M-122).
"""
EXPIRY_RULES = {OIL: "DM-M-102", SMOKE: "DM-M-104"}
"""The markers that may expire before the heat ends, with the rule that says when."""
LONGEST_FUSE = 3
"""The longest fuse of a bomb, in phases. The shortest is 1 (DM-M-121)."""
TIRE_BONUS = 2
"""What caltrops and mines add to the tire roll (DM-M-103)."""
MINE_ON_TIRES = 1
"""The tire damage that a mine does on top of the tire roll (DM-M-122)."""
BEHIND = SIDES // 2


class NothingToDrop(NotUsed):
    """The mount holds nothing that can be dropped or thrown (DM-M-101)."""

    says = "{car} has nothing in {mount} that can be dropped: name an oil jet, caltrops, mines, smoke or a bomb."


class StillLaying(NotUsed):
    """The car is still laying the markers of its last trigger (DM-M-101)."""

    says = "{car} is still laying what it triggered last: wait until that has fallen."


class DirectionBarred(NotUsed):
    """The mount of the launcher does not cover that direction (DM-M-014, DM-M-019)."""

    says = "The {weapon} in {mount} of {car} does not reach in that direction: choose one its mount covers."


class FuseImpossible(NotUsed):
    """The fuse of a bomb must be 1 to 3 phases (DM-M-121)."""

    says = "The bomb in {mount} of {car} goes off 1 to 3 phases later: set its fuse to 1, 2 or 3."


def check_drop_order(play: Match, car: CarState, order: DropOrder) -> tuple[WeaponUser, WeaponState, MountedWeapon]:
    """Return who drops or throws what an order names, and the weapon's state and fit (DM-M-094, DM-M-101).

    Raises a `NotUsed` if the order cannot be carried out now.
    """
    hand = weapon_user(play, car, order.seat)
    gun, weapon = weapon_in_mount(car, order.mount), play.fits[car.id].weapons.get(order.mount)
    if gun is None or weapon is None or not (gun.kind in LAYS or gun.kind in SMOKES or gun.kind == damage.KAMI_BOMB):
        raise make_refusal(user_refusal(play, hand) or NothingToDrop, hand, mount=order.mount)
    refusal = (
        user_refusal(play, hand)
        or weapon_refusal(play, hand, gun, weapon.shots[0] if weapon.shots else UNPRINTED_STAT_LINE)
        or competitor_refusal(play, hand, (order.mount,))
        or _kind_refusal(play, car, gun, weapon, order)
    )
    if refusal is not None:
        raise make_refusal(refusal, hand, mount=order.mount, weapon=WEAPON_KINDS[gun.kind].name)
    return hand, gun, weapon


def lay(play: Match, car: CarState, order: DropOrder) -> None:
    """Drop oil, caltrops, mines or a bomb, or throw smoke (DM-M-101 to DM-M-104).

    Raises as `check_drop_order` does.
    """
    hand, gun, _ = check_drop_order(play, car, order)
    take_up(play, hand, gun.mount)
    mark_fired(play, gun)
    spend(car, gun, 1)
    if gun.kind in SMOKES:
        smoke.launch(play, car, by=hand.by, direction=order.direction)
        return
    behind = _behind(play, car)
    if gun.kind == damage.KAMI_BOMB:
        bombs.drop(play, car, gun, by=hand.by, behind=behind, fuse=order.fuse)
        return
    car.laying, car.laid, car.layer = gun.mount, play.elapsed_phases, hand.by
    car.to_lay = play.settings.dropped_markers_total
    _fall(play, car, behind if play.in_hex(behind, but=car.id) is None else car.at)


def is_laying(play: Match, car: CarState) -> bool:
    """Whether a car still has markers to drop: in the phase of the trigger and the one after (DM-M-101)."""
    return car.to_lay > 0 and play.elapsed_phases <= car.laid + 1


def trail(play: Match, car: CarState, left: int) -> None:
    """Drop a marker in the hex `left`, which the car has just left, during the phase after the trigger (DM-M-101)."""
    if car.to_lay and play.elapsed_phases == car.laid + 1 and left != car.at:
        _fall(play, car, left)


def meet_markers(play: Match, car: CarState) -> None:
    """Apply the markers in the hex that a car has entered. All oil in a hex counts once (DM-M-102, DM-M-103).

    A car that is already destroyed takes no more harm.
    """
    met = [marker for marker in play.state.markers if marker.at == car.at]
    if any(marker.kind == OIL for marker in met):
        _oil(play, car)
    for marker in met:
        if car.status not in INTACT_STATUSES or marker not in play.state.markers:
            continue
        if marker.kind == CALTROPS:
            _caltrops(play, car, marker)
        elif marker.kind == MINE:
            _mine(play, car, marker)
        elif marker.kind == bombs.BOMB:
            bombs.drive_over_bomb(play, car, marker)


def clear_up(play: Match) -> None:
    """Remove the oil and smoke whose last turn this is, at the end of the turn (DM-M-102, DM-M-104)."""
    turn, markers = play.state.moment.turn, play.state.markers
    for kind, rule in EXPIRY_RULES.items():
        expired = [marker for marker in markers if marker.kind == kind and marker.until and marker.until <= turn]
        if expired:
            markers[:] = [marker for marker in markers if marker not in expired]
            play.note("cleared", rule, None, markers=[[marker.kind, marker.at] for marker in expired])


def _kind_refusal(
    play: Match, car: CarState, gun: WeaponState, weapon: MountedWeapon, order: DropOrder
) -> UseRefusal | None:
    if gun.kind in LAYS:
        return StillLaying if is_laying(play, car) else None
    if gun.kind in SMOKES:
        return None if smoke.may_launch(car, weapon, order.direction) else DirectionBarred
    return None if 1 <= order.fuse <= LONGEST_FUSE else FuseImpossible


def _behind(play: Match, car: CarState) -> int:
    """Return the hex directly behind a car, or the car's own hex if that one cannot be driven on (DM-M-101)."""
    behind = play.track.neighbors[car.at][(car.facing + BEHIND) % SIDES]
    return car.at if behind == NOWHERE or play.track.impassable[behind] else behind


def _fall(play: Match, car: CarState, at: int) -> None:
    """Drop one marker. Oil lies for the turns that a house rule sets, other markers for the whole heat (DM-M-101 to
    DM-M-103).
    """
    gun = weapon_in_mount(car, car.laying)
    if gun is None:
        return
    kind = LAYS[gun.kind]
    until = play.state.moment.turn + play.settings.oil_lasts_turns if kind == OIL else 0
    car.to_lay -= 1
    play.state.markers.append(Marker(kind=kind, at=at, by=car.layer, car=car.id, until=until))
    play.note("marker_drop", "DM-M-101", car, crew=car.layer, marker=kind, at=at, left=car.to_lay)


def _oil(play: Match, car: CarState) -> None:
    """Check a moving car for oil on asphalt or concrete, as an obstacle of rating 0 whatever its suspension
    (DM-M-102).
    """
    if play.track.surface[car.at] in HARD and car.speed and not uncontrolled.is_undriven(play, car):
        play.note("marker_hit", "DM-M-102", car, marker=OIL, at=car.at)
        hazards.drive_over_obstacle(play, car, OIL_OBSTACLE)


def _caltrops(play: Match, car: CarState, marker: Marker) -> None:
    """Roll the tires at +2, with or without wheel guards, and remove the marker (DM-M-103)."""
    play.state.markers.remove(marker)
    play.note("marker_hit", "DM-M-103", car, marker=CALTROPS, at=marker.at, by=marker.by)
    loss_of_control.roll_tires(play, car, bonus=TIRE_BONUS, why=CALTROPS, weapon=False, rule="DM-M-103")


def _mine(play: Match, car: CarState, marker: Marker) -> None:
    """Roll the tires as for caltrops, add 1 tire damage, and roll a critical that the layer is credited with. For
    the ending of a last car standing it counts as damage of the car's whole toughness (DM-M-122, DM-M-138).
    """
    play.state.markers.remove(marker)
    play.note("marker_hit", "DM-M-122", car, marker=MINE, at=marker.at, by=marker.by)
    loss_of_control.roll_tires(play, car, bonus=TIRE_BONUS, why=MINE, weapon=False, rule="DM-M-122")
    _tear(play, car)
    if car.status not in KNOCKED_OUT:
        credit_damage(play, marker.by, car, play.fits[car.id].toughness)
    damage.roll_critical(play, car, quadrant="", by=marker.by, cause=damage.MINE)


def _tear(play: Match, car: CarState) -> None:
    """Add a mine's tire damage without a roll. Solid tires take none where a house rule makes them immune (DM-M-027,
    DM-M-122).
    """
    if play.settings.foam_tires_immune and play.fits[car.id].tire_toughness == CARCASS_TOUGHNESS["solid"]:
        return
    maximum_before, damage_before = handling.maximum_handling(play, car), car.tire_damage
    car.tire_damage += MINE_ON_TIRES
    play.note(
        "tire",
        "DM-M-122",
        car,
        before={"tire_damage": damage_before},
        after={"tire_damage": car.tire_damage},
        why=MINE,
    )
    loss_of_control.apply_tire_change(play, car, maximum_before)
