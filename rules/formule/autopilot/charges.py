"""The charges of a move: what to drop before whom. Rules FW-031, FW-060 to FW-067, FW-142."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules.formule.autopilot.guns import FARTHEST, SURE_FACES, ZERO, damage_of
from rules.formule.autopilot.shots import Place
from rules.formule.autopilot.stakes import Stakes
from rules.formule.car import wear
from rules.formule.combat import dropped_weapons
from rules.formule.combat.to_hit import SMOKE
from rules.formule.match.match import Match
from rules.formule.match.orders import DropOrder
from rules.formule.match.positions import rows_ahead
from rules.formule.match.state import CarState

HIT = 2
"""The damage of a usual hit."""
A_TURN = 9
"""The squares of a usual turn."""
PURSUED = 20
"""How many rows behind a car may be for a charge to be meant for it."""
NEAR = 8
"""How many rows behind a car is sure to come along soon."""
FORCED, SAME_LANE, ANY_LANE = 0.6, 0.3, 0.12
"""The chance that a car meets a marker: if its lane leads nowhere else, from its lane, and from another."""
TIRES, ARMOR, SPIN = 3.2, 1.5, 0.3
"""What a mine takes on average, and how often oil spins a car that slides (FW-063, FW-065)."""


class Drop(NamedTuple):
    """A charge and what it is worth, in points of the race."""

    worth: float
    order: DropOrder


def possible_charges(play: Match, car: CarState, places: Sequence[Place], stakes: Stakes) -> Iterator[Drop]:
    """The best drop of each dropper that works (FW-060)."""
    droppers = [
        number
        for number, state in enumerate(car.weapons)
        if state.works and state.ammunition and play.weapons[state.key].is_dropper
    ]
    if not droppers:
        return
    most = PURSUED + (places[-1].after if places else 0)
    others = [
        (rows, other)
        for other in play.racing_cars
        if other is not car and -PURSUED <= (rows := rows_ahead(play.circuit, car.row, other.row)) < most - PURSUED
    ]
    if not any(other.team != car.team for _, other in others):
        return
    for number in droppers:
        kind = car.weapons[number].key
        drops = []
        for place in places[-1:] if kind == "smoke" else places:
            order = DropOrder(weapon=number, after=place.after)
            if not dropped_weapons.why_not_drop(play, car, order, place.row, place.lane):
                if kind == "smoke":
                    worth = _smoke_worth(play, car, place, stakes)
                else:
                    worth = stakes.prices.charge * _charge_worth(play, car, kind, place, others, stakes)
                drops.append(Drop(worth, order))
        if drops:
            yield max(drops, key=lambda drop: (drop.worth, -drop.order.after))


def _charge_worth(  # noqa: PLR0917 - the drop and those it is meant for
    play: Match, car: CarState, kind: str, place: Place, others: Sequence[tuple[int, CarState]], stakes: Stakes
) -> float:
    """What a marker dropped from that place is worth, by the cars behind it that may meet it; nothing where one lies.
    `others` are cars with the rows each is ahead of the car before its move.
    """
    rows, lanes = dropped_weapons.DROP_OFFSETS[
        dropped_weapons.DROP_PLACE_BY_MOUNT.get(_mount(car, kind), dropped_weapons.BEHIND)
    ]
    row, lane = (place.row + rows) % play.circuit.length, place.lane + lanes
    if any((marker.row, marker.lane) == (row, lane) for marker in play.state.markers):
        return 0.0
    entries = [own for own, ways in enumerate(play.circuit.ways[row - 1]) if lane in ways]
    forced = any(len(play.circuit.ways[row - 1][own]) == 1 for own in entries)
    worth = 0.0
    for ahead, other in others:
        distance = place.after + rows - ahead
        if not 0 < distance <= PURSUED:
            continue
        chance = FORCED if forced and other.lane == lane else SAME_LANE if other.lane == lane else ANY_LANE
        if distance > NEAR:
            chance *= NEAR / distance
        harm = chance * marker_harm(play, other, kind, row, stakes)
        worth += harm if other.team != car.team else -harm
    return worth


def _mount(car: CarState, kind: str) -> str:
    return next(weapon.mount for weapon in car.weapons if weapon.key == kind)


def marker_harm(play: Match, car: CarState, kind: str, row: int, stakes: Stakes) -> float:
    """What it costs a car on average to enter a square with a marker (FW-062 to FW-065)."""
    fails, _ = chance_to_fail(play, car, kind, row)
    prices, scale = stakes.prices, stakes.scale
    if kind == "oil":
        return fails * SPIN * prices.turn * scale * 1.5
    tires = min(TIRES, car.tires) * prices.reserve * prices.turn * scale
    if car.tires <= TIRES:
        tires += prices.turn * scale
    return fails * (tires + (stakes.harm(car, ARMOR) if kind == "mines" else 0.0))


def chance_to_fail(play: Match, car: CarState, kind: str, row: int) -> tuple[float, int]:
    """The chance that a car does not avoid a marker in that row, and what it adds to its roll (FW-062, FW-065)."""
    added = car.road_holding - wear.wound_penalty(car)
    if kind == "oil" and play.circuit.corner_of[row] >= 0:
        added += dropped_weapons.OIL_IN_A_CORNER
    return min(max((dropped_weapons.AVOIDED_AT - 1 - added) / float(wear.BLACK_DIE), 0.0), 1.0), added


def _smoke_worth(play: Match, car: CarState, place: Place, stakes: Stakes) -> float:
    """What smoke behind the end of the move is worth, by the guns of rivals behind it, now or once they have moved on
    (FW-034, FW-067). It hides the rivals ahead from the cars of the own team as well, and clears at once if every car
    has passed it.
    """
    dropped_at = car.progress + place.after - 1
    if all(other is car or other.progress > dropped_at for other in play.racing_cars):
        return 0.0
    own_harm, worth = stakes.harm(car, HIT) / HIT, 0.0
    targets = [
        stakes.harm(other, HIT) / HIT
        for other in play.racing_cars
        if other.team != car.team and rows_ahead(play.circuit, place.row, other.row) > 0
    ]
    for other in play.racing_cars:
        rows = rows_ahead(play.circuit, other.row, place.row)
        if other is car or not 1 < rows <= FARTHEST + A_TURN:
            continue
        damage = damage_of(play, other)
        hidden = max(damage[ZERO + rows], damage[ZERO + max(rows - A_TURN, 2)]) * -SMOKE / SURE_FACES
        worth += hidden * own_harm if other.team != car.team else -hidden * max(targets, default=0.0)
    return stakes.prices.smoke * worth
