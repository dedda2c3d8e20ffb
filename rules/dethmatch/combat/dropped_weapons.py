"""What cars drop: laying it, driving over it, and clearing it up. Rules DM-C-116, DM-C-175, DM-M-059, DM-M-101 to
DM-M-104, DM-M-112, DM-M-121, DM-M-122.
"""

from __future__ import annotations

from rules.core.weapon_stats import WEAPON_KINDS
from rules.dethmatch.combat import smoke
from rules.dethmatch.damage import bombs, damage
from rules.dethmatch.designs.ratings import CARCASS_TOUGHNESS
from rules.dethmatch.driving import handling, hazards, tires, uncontrolled
from rules.dethmatch.ground.hexes import SIDES
from rules.dethmatch.ground.surfaces import HARD, OIL, OIL_OBSTACLE
from rules.dethmatch.match.fitted_car import MountedWeapon
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.orders import DropOrder
from rules.dethmatch.match.state import NOWHERE, CarState, Marker, WeaponState
from rules.dethmatch.weapons.arcs import SMOKE
from rules.dethmatch.weapons.targets import INTACT_STATUSES
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

CALTROPS, MINE = "caltrops", "mine"
LAYS = {"oil_jet": OIL, "caltrops": CALTROPS, "deployable_mines": MINE}
"""The marker each device lays (DM-C-175, DM-M-101, DM-M-122)."""
SMOKES = frozenset({"smoke_launcher", "smoke_grenade"})
UNPRINTED_STAT_LINE = WEAPON_KINDS["smoke_launcher"].shots[0]
"""Whose rate a grenade, mines and a bomb have, for which none is printed (DM-C-115, DM-C-175, DM-M-121, DM-M-122)."""
EXPIRY_RULES = {OIL: "DM-M-102", SMOKE: "DM-M-104"}
"""What does not lie for the whole heat, and the rule that says how long it does."""
LONGEST_FUSE = 3
"""The most phases later a bomb may go off, 1 at least (DM-M-121)."""
TIRE_BONUS = 2
"""What caltrops and mines add to the tire roll (DM-M-103)."""
MINE_ON_TIRES = 1
"""The tire damage of a mine beyond the roll (DM-M-122)."""
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
    """Raise unless something may be dropped or thrown now; else who does it and with what (DM-M-094, DM-M-101)."""
    hand = weapon_user(play, car, order.seat)
    gun, weapon = weapon_in_mount(car, order.mount), play.fits[car.id].weapons.get(order.mount)
    if gun is None or weapon is None or not (gun.kind in LAYS or gun.kind in SMOKES or gun.kind == bombs.KIND):
        raise make_refusal(user_refusal(play, hand) or NothingToDrop, hand, mount=order.mount)
    bar = (
        user_refusal(play, hand)
        or weapon_refusal(play, hand, gun, weapon.shots[0] if weapon.shots else UNPRINTED_STAT_LINE)
        or competitor_refusal(play, hand, (order.mount,))
        or _kind_refusal(play, car, gun, weapon, order)
    )
    if bar is not None:
        raise make_refusal(bar, hand, mount=order.mount, weapon=WEAPON_KINDS[gun.kind].name)
    return hand, gun, weapon


def lay(play: Match, car: CarState, order: DropOrder) -> None:
    """Drop oil, caltrops or mines, throw smoke, or drop a bomb (DM-M-101 to DM-M-104).

    Raises as `check_drop_order`.
    """
    hand, gun, _ = check_drop_order(play, car, order)
    take_up(play, hand, gun.mount)
    mark_fired(play, gun)
    spend(car, gun, 1)
    if gun.kind in SMOKES:
        smoke.launch(play, car, by=hand.by, direction=order.direction)
        return
    at = _behind(play, car)
    if gun.kind == bombs.KIND:
        bombs.drop(play, car, gun, by=hand.by, behind=at, fuse=order.fuse)
        return
    car.laying, car.laid, car.layer = gun.mount, play.elapsed_phases, hand.by
    car.to_lay = play.settings.dropped_markers_total
    _fall(play, car, at if play.in_hex(at, but=car.id) is None else car.at)


def is_laying(play: Match, car: CarState) -> bool:
    """Whether markers are still to fall: in the phase they were triggered in and the one after (DM-M-101)."""
    return car.to_lay > 0 and play.elapsed_phases <= car.laid + 1


def trail(play: Match, car: CarState, left: int) -> None:
    """After a movement point of the phase after: a marker falls in the hex just left (DM-M-101)."""
    if car.to_lay and play.elapsed_phases == car.laid + 1 and left != car.at:
        _fall(play, car, left)


def meet_markers(play: Match, car: CarState) -> None:
    """What a car meets of what lies in the hex it has entered; all oil there is met once (DM-M-102, DM-M-103).

    A car that is destroyed already takes no more harm.
    """
    met = [each for each in play.state.markers if each.at == car.at]
    if any(each.kind == OIL for each in met):
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
    """At the end of a turn: what has lain its time is gone, oil and old smoke (DM-M-102, DM-M-104)."""
    turn, markers = play.state.moment.turn, play.state.markers
    for kind, rule in EXPIRY_RULES.items():
        gone = [marker for marker in markers if marker.kind == kind and marker.until and marker.until <= turn]
        if gone:
            markers[:] = [marker for marker in markers if marker not in gone]
            play.note("cleared", rule, None, markers=[[marker.kind, marker.at] for marker in gone])


def _kind_refusal(
    play: Match, car: CarState, gun: WeaponState, weapon: MountedWeapon, order: DropOrder
) -> UseRefusal | None:
    if gun.kind in LAYS:
        return StillLaying if is_laying(play, car) else None
    if gun.kind in SMOKES:
        return None if smoke.may_launch(car, weapon, order.direction) else DirectionBarred
    return None if 1 <= order.fuse <= LONGEST_FUSE else FuseImpossible


def _behind(play: Match, car: CarState) -> int:
    """The hex directly behind a car, its own where there is none to drive on (DM-M-101)."""
    at = play.track.neighbors[car.at][(car.facing + BEHIND) % SIDES]
    return car.at if at == NOWHERE or play.track.impassable[at] else at


def _fall(play: Match, car: CarState, at: int) -> None:
    """One marker falls; oil lies to the end of the turn, the others for the heat (DM-M-101 to DM-M-103)."""
    gun = weapon_in_mount(car, car.laying)
    if gun is None:
        return
    kind = LAYS[gun.kind]
    until = play.state.moment.turn + play.settings.oil_lasts_turns if kind == OIL else 0
    car.to_lay -= 1
    play.state.markers.append(Marker(kind=kind, at=at, by=car.layer, car=car.id, until=until))
    play.note("marker_drop", "DM-M-101", car, crew=car.layer, marker=kind, at=at, left=car.to_lay)


def _oil(play: Match, car: CarState) -> None:
    """On asphalt or concrete a check as for an obstacle of rating 0, whatever the suspension (DM-M-102)."""
    if play.track.surface[car.at] in HARD and car.speed and not uncontrolled.is_undriven(play, car):
        play.note("marker_hit", "DM-M-102", car, marker=OIL, at=car.at)
        hazards.drive_over_obstacle(play, car, OIL_OBSTACLE)


def _caltrops(play: Match, car: CarState, marker: Marker) -> None:
    """A tire roll at +2, wheel guards or not; the marker is gone (DM-M-103)."""
    play.state.markers.remove(marker)
    play.note("marker_hit", "DM-M-103", car, marker=CALTROPS, at=marker.at, by=marker.by)
    tires.roll_tires(play, car, bonus=TIRE_BONUS, why=CALTROPS, weapon=False, rule="DM-M-103")


def _mine(play: Match, car: CarState, marker: Marker) -> None:
    """As caltrops, 1 more tire damage beyond the roll, and a critical, credited to the layer (DM-M-122)."""
    play.state.markers.remove(marker)
    play.note("marker_hit", "DM-M-122", car, marker=MINE, at=marker.at, by=marker.by)
    tires.roll_tires(play, car, bonus=TIRE_BONUS, why=MINE, weapon=False, rule="DM-M-122")
    _tear(play, car)
    damage.roll_critical(play, car, quadrant="", by=marker.by, cause=damage.MINE)


def _tear(play: Match, car: CarState) -> None:
    """Tire damage without a roll; solid tires take none where the house has them immune (DM-M-027, DM-M-122)."""
    if play.settings.foam_tires_immune and play.fits[car.id].tire_toughness == CARCASS_TOUGHNESS["solid"]:
        return
    most, before = handling.maximum_handling(play, car), car.tire_damage
    car.tire_damage += MINE_ON_TIRES
    play.note(
        "tire", "DM-M-122", car, before={"tire_damage": before}, after={"tire_damage": car.tire_damage}, why=MINE
    )
    handling.apply_tire_change(play, car, most)
