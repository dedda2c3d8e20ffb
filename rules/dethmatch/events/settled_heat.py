"""Whether nobody in a heat can gain any more: no car can get anywhere, and none can shoot at an enemy.

Rules DM-M-079, DM-M-093, DM-M-095, DM-M-096, DM-M-128.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from rules.dethmatch.events.closing_ground import still_closes
from rules.dethmatch.events.heat_limits import EndReason, can_act, is_driven
from rules.dethmatch.events.starting_grid import slot_of
from rules.dethmatch.ground.hexes import distance
from rules.dethmatch.ground.track import OUTSIDE
from rules.dethmatch.ground.track_reachability import ANY_TEAM
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import INTACT_STATUSES, KNOCKED_OUT, NOWHERE, CarState, WeaponState
from rules.match.log import LogEntry

MOST_QUIET_TURNS = 5
"""A heat is over after this many turns in a row in which nobody did anything (DM-M-128)."""
DEEDS = frozenset({
    "move", "turn", "drift", "speed", "brake_check", "fire", "marker_drop", "smoke", "trigger", "booster", "pit",
    "flag_taken", "collision", "damage",
})  # fmt: skip
"""The kinds of entry of deeds: somebody drove or tried to, fired, laid something, or worked in a pit."""
AIDS_REACH = 2
"""How many hexes aids can bring a target nearer: Eagle eyes and a working Auto-ranger (DM-M-096)."""


def settled_reason(play: Match, *, goals: Callable[[Match, CarState], Collection[int]] | None = None) -> str:
    """Return why the heat is over because no car can gain any more, if the house rule ends it then; empty if it goes
    on (DM-M-128).

    That is so if no car rolls, none can shoot at an enemy, and none has a way to go: in an arena out of its hex, in a
    race to one of its next `goals`. An arena heat still goes on while a car stands in its pit, where weapons are
    loaded, or the ground closes in further. Any heat is over if nobody has done anything for `MOST_QUIET_TURNS`.
    """
    if not play.settings.settled_heat_ends:
        return ""
    if quiet_turns(play) >= MOST_QUIET_TURNS:
        return EndReason.QUIET
    cars = play.state.cars.values()
    if any(car.at != NOWHERE and car.speed for car in cars) or any(can_shoot(play, car) for car in cars):
        return ""
    if any(can_move(play, car) and (goals is None or has_way_to(play, car, goals(play, car))) for car in cars):
        return ""
    if goals is None and (still_closes(play) or any(_is_in_its_pit(play, car) for car in cars)):
        return ""
    return EndReason.NO_GAIN


def quiet_turns(play: Match) -> int:
    """In how many turns in a row, up to and with the current one, nobody has done anything in the heat; counted up to
    `MOST_QUIET_TURNS` (DM-M-128).
    """
    moment, earlier = play.state.moment, 0
    for entry in reversed(play.log.entries):
        if entry.heat != moment.heat or earlier >= MOST_QUIET_TURNS:
            break
        if entry.kind in DEEDS and not _tops_up(entry):
            return moment.turn - entry.turn
        earlier += entry.kind == "turn_end"
    return min(earlier + 1, MOST_QUIET_TURNS)


def _tops_up(entry: LogEntry) -> bool:
    """Whether a pit crew fills up a tank that is not empty, which counts as nothing done (DM-M-128)."""
    return entry.kind == "pit" and entry.more.get("job") == "refuel" and bool(entry.before["fuel"])


def has_way_to(play: Match, car: CarState, goals: Collection[int]) -> bool:
    """Whether a car can come to one of those hexes past walls and wrecks (DM-M-079)."""
    reached, frontier = {car.at}, [car.at]
    while frontier:
        at = frontier.pop()
        if at in goals and at != car.at:
            return True
        for neighbor in play.track.neighbors[at]:
            if neighbor not in reached and _is_open(play, neighbor):
                reached.add(neighbor)
                frontier.append(neighbor)
    return False


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


def _is_in_its_pit(play: Match, car: CarState) -> bool:
    """Whether a driven car stands in a pit hex of its team (DM-M-129)."""
    return is_driven(play, car) and play.track.pit[car.at] in {ANY_TEAM, slot_of(play, car.team)}


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
