"""The shots of a move: which weapon at whom, and on which square of the way. Rules FW-023, FW-030 to FW-034, FW-036,
FW-039, FW-060, FW-106, FW-118, FW-128, FW-142.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules.formule.autopilot.guns import Gun, hit_chance, shared_modifier, volleys_of
from rules.formule.autopilot.stakes import Stakes
from rules.formule.car.wear import UNCONSCIOUS
from rules.formule.combat import arcs
from rules.formule.combat.to_hit import ADJACENT, CHANGED_LANE, IN_A_CORNER, SMOKE, gear_of, target_gear_modifier
from rules.formule.match.match import Match
from rules.formule.match.orders import FireOrder
from rules.formule.match.positions import finish_line, rows_ahead
from rules.formule.match.state import CarState
from rules.formule.weapons import UNLIMITED


class Place(NamedTuple):
    """A square of a move: after how many squares, its row and lane, and whether the car then counts as in a corner
    and as having changed lane (FW-036).
    """

    after: int
    row: int
    lane: int
    corner: bool
    changed: bool


class Sight(NamedTuple):
    """A target as seen from a place: after how many squares, its offset in rows and lanes, its distance, and what is
    added to the roll of every weapon.
    """

    after: int
    ahead: int
    across: int
    distance: int
    added: int


class Shot(NamedTuple):
    """A shot and what it is worth, in points of the race."""

    worth: float
    order: FireOrder


def firing_places(play: Match, car: CarState, path: Sequence[int], *, overshoots_after: int) -> list[Place]:
    """The places of a move at which the car may use weapons (FW-030, FW-106, FW-118, FW-128).

    `overshoots_after` is after how many squares it has overshot a corner.
    """
    settings, circuit = play.settings, play.circuit
    length, corner_of = circuit.length, circuit.corner_of
    first_lap = (settings.fire_from_lap - 1) * length
    to_go = finish_line(play) - car.progress
    places = []
    changed = car.lane_changes > 0
    if car.moved and not car.spun and car.lap >= settings.fire_from_lap:
        corner = corner_of[car.row] >= 0 or car.overshooting > 0
        places.append(Place(0, car.row, car.lane, corner, changed))
    lane_before = car.lane
    for after, lane in enumerate(path, start=1):
        changed = changed or lane != lane_before
        lane_before = lane
        if after < to_go and (settings.fire_from_lap == 1 or car.progress + after >= first_lap):
            row = (car.row + after) % length
            places.append(Place(after, row, lane, corner_of[row] >= 0 or after >= overshoots_after, changed))
    if settings.corner_mod_timing != "shot" and places:
        end = places[-1]
        places = [place._replace(corner=end.corner, changed=end.changed) for place in places]
    return places


def possible_shots(play: Match, car: CarState, places: Sequence[Place], stakes: Stakes) -> Iterator[Shot]:
    """The best shot of each volley at each rival (FW-023, FW-030 to FW-034, FW-039)."""
    volleys = volleys_of(play, car)
    if not volleys:
        return
    for target in play.racing_cars:
        if target.team == car.team:
            continue
        sights = _sights(play, car, target, places)
        for guns in volleys if sights else ():
            best = _best_place(target, guns, sights, stakes)
            if best is not None:
                yield best._replace(worth=best.worth - _saving(car, target, guns, stakes))


def _sights(play: Match, car: CarState, target: CarState, places: Sequence[Place]) -> list[Sight]:
    """How a target is seen from each place, with what does not depend on the weapon (FW-032 to FW-036)."""
    circuit, sight = play.circuit, play.settings.sight
    common = shared_modifier(play, car) + target_gear_modifier(play.settings, gear_of(target))
    smoke = any(marker.kind == "smoke" for marker in play.state.markers)
    found = []
    for place in places:
        ahead, across = rows_ahead(circuit, place.row, target.row), target.lane - place.lane
        distance = max(abs(ahead), abs(across))
        if distance and arcs.can_see(circuit, place.row, target.row, sight):
            added = common + IN_A_CORNER * place.corner + CHANGED_LANE * place.changed + ADJACENT * (distance == 1)
            if smoke and arcs.in_smoke(play, place.row, place.lane, target.row, target.lane):
                added += SMOKE
            found.append(Sight(place.after, ahead, across, distance, added))
    return found


def _best_place(target: CarState, guns: Sequence[Gun], sights: Sequence[Sight], stakes: Stakes) -> Shot | None:
    """The place from which a volley is worth most; None if no gun of it bears from any."""
    harms = [(gun, stakes.harm(target, gun.damage)) for gun in guns]
    best = None
    for after, ahead, across, distance, added in sights:
        worth, first = 0.0, -1
        for gun, harm in harms:
            if distance <= gun.reach and arcs.is_in_arc(gun.mount, ahead, across):
                first = gun.number if first < 0 else first
                worth += harm * hit_chance(gun.added + added)
        if first >= 0 and (best is None or worth > best.worth):
            best = Shot(worth, FireOrder(weapon=first, target=target.id, after=after))
    return best


def may_put_out(play: Match, car: CarState, shot: FireOrder) -> bool:
    """Whether a shot that hits can put its target out of the race (FW-050, FW-051, FW-056, FW-126)."""
    target = play.state.cars[shot.target]
    volley = next(guns for guns in volleys_of(play, car) if any(gun.number == shot.weapon for gun in guns))
    points = sum(gun.damage for gun in volley) - target.armor
    return points >= min(target.body, target.engine, target.road_holding, UNCONSCIOUS - target.wounds)


def _saving(car: CarState, target: CarState, guns: Sequence[Gun], stakes: Stakes) -> float:
    """What the ammunition of a volley would be worth for a better shot, where it does not last to the finish."""
    saving, turns = 0.0, stakes.turns_left(car)
    for gun in guns:
        ammunition = car.weapons[gun.number].ammunition
        if ammunition != UNLIMITED and ammunition < turns:
            scarce = 1 - ammunition / turns
            saving += stakes.prices.single_shot * scarce * scarce * stakes.harm(target, gun.damage)
    return saving * (1 + stakes.profile.spending) / 2
