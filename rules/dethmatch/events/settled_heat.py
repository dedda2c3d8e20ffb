"""When nobody in a heat can gain any more: no car can move anywhere, and none can shoot at an enemy. Rules DM-M-079,
DM-M-093, DM-M-095, DM-M-096, DM-M-128.
"""

from __future__ import annotations

from rules.dethmatch.events.heat_limits import can_act, is_driven
from rules.dethmatch.ground.hexes import distance
from rules.dethmatch.ground.track import OUTSIDE
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import INTACT_STATUSES, KNOCKED_OUT, NOWHERE, CarState, WeaponState

AIDS_REACH = 2
"""How many hexes aids can bring a target nearer: Eagle eyes and a working Auto-ranger (DM-M-096)."""


def is_settled(play: Match) -> bool:
    """Whether the heat is over because no car can move or shoot at an enemy any more, if the house rule ends it then
    (DM-M-128).
    """
    if not play.settings.settled_heat_ends:
        return False
    return not any(can_move(play, car) or can_shoot(play, car) for car in play.state.cars.values())


def can_move(play: Match, car: CarState) -> bool:
    """Whether a car rolls, or is driven and has a way out of its hex.

    There is none with a broken suspension, or if walls, wrecks and the edge of the map are all around it; another
    car that is no wreck can be pushed away (DM-M-034, DM-M-079).
    """
    if car.at == NOWHERE:
        return False
    if car.speed:
        return True
    if not is_driven(play, car) or car.broken:
        return False
    return any(_is_open(play, at) for at in play.track.neighbors[car.at])


def can_shoot(play: Match, car: CarState) -> bool:
    """Whether somebody aboard has a weapon that works, with a round left, and an enemy within its range. It does not
    matter where the weapon points (DM-M-093, DM-M-095).
    """
    if not can_act(play, car):
        return False
    hexes = play.track.hexes
    ranges = [
        distance(hexes[car.at], hexes[other.at])
        for other in play.state.cars.values()
        if other.team != car.team and other.at != NOWHERE and other.status in INTACT_STATUSES
    ]
    return bool(ranges) and any(_reach(play, car, gun) >= min(ranges) for gun in car.guns)


def _reach(play: Match, car: CarState, gun: WeaponState) -> int:
    """How far a weapon can shoot, in hexes; -1 if it cannot."""
    weapon = play.fits[car.id].weapons.get(gun.mount)
    if weapon is None or gun.out or gun.destroyed or not gun.ammunition:
        return -1
    return max((shot.furthest + AIDS_REACH for shot in weapon.shots), default=-1)


def _is_open(play: Match, at: int) -> bool:
    if at == OUTSIDE or play.track.impassable[at]:
        return False
    other = play.in_hex(at)
    return other is None or other.status not in KNOCKED_OUT
