"""The autopilot's weapons: the best shots before or after the move, or a charge against a pursuer. Rules FW-023,
FW-030 to FW-032, FW-036, FW-039, FW-060, FW-106, FW-142.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules.formule.car import wear
from rules.formule.combat import arcs, dropped_weapons, to_hit
from rules.formule.match.match import Match
from rules.formule.match.orders import DropOrder, FireOrder
from rules.formule.match.positions import distance, finish_line, rows_ahead
from rules.formule.match.state import CarState
from rules.formule.movement.paths import PathState

UNMODIFIED_HIT_FACES = 9
"""How many faces of the black die hit without modifiers (FW-142)."""
WORTH_A_MISSILE = 9
"""How many faces must hit before a weapon with a single shot is fired: a chance of 0.45 (FW-142)."""
GOOD_SHOT = 8
"""If a shot hits with at least this many faces, no charge is dropped instead: a chance of 0.4 (FW-142)."""
PURSUED = 8
"""How many squares behind a rival may be for a charge to be dropped (FW-142)."""


class FiringMoment(NamedTuple):
    """A moment at which the car may fire: after how many squares, and its stance then."""

    after: int
    stance: to_hit.Stance


class Shot(NamedTuple):
    """A possible shot.

    `hits` is how many faces hit. `worth` is the sum over all its weapons of damage times hitting faces.
    """

    hits: int
    worth: int
    order: FireOrder


def choose_weapon_actions(
    play: Match, car: CarState, path: Sequence[int], end: PathState
) -> tuple[tuple[FireOrder, ...], tuple[DropOrder, ...]]:
    """The weapon actions of a move along a path that ends in the path state `end` (FW-031, FW-142).

    They are the best shots, or one charge if a rival pursues the car and no shot is good.
    """
    left = play.settings.actions_per_turn - car.acted
    if left <= 0:
        return (), ()
    moments = list(_moments(play, car, path, end))
    shots = [shot for moment in moments for shot in _shots(play, car, moment)]
    if not any(shot.hits >= GOOD_SHOT for shot in shots) and _is_pursued(play, car):
        charge = next(_charges(play, car, moments), None)
        if charge is not None:
            return (), (charge,)
    fired: list[FireOrder] = []
    for shot in sorted(shots, key=lambda shot: -shot.worth):
        used = any(order.weapon == shot.order.weapon for order in fired)
        if len(fired) < left and shot.worth > 0 and not used and not _saves_single_shot(play, car, shot):
            fired.append(shot.order)
    return tuple(sorted(fired, key=lambda order: order.after)), ()


def _moments(play: Match, car: CarState, path: Sequence[int], end: PathState) -> Iterator[FiringMoment]:
    """Before the move and after it, as far as the car may use weapons then (FW-030, FW-034, FW-036, FW-106, FW-118,
    FW-128).

    The autopilot plans nothing for beyond the finish.
    """
    settings = play.settings
    corner = play.circuit.corner_of[end.row] >= 0 or end.overshoots
    changed = car.lane_changes > 0 or any(lane != car.lane for lane in path)
    if car.moved and not car.spun and car.lap >= settings.fire_from_lap:
        stance = to_hit.stance_of(play, car)
        if settings.corner_mod_timing != "shot":
            stance = stance._replace(corner=corner, changed=changed)
        yield FiringMoment(0, stance)
    reached = car.progress + len(path)
    if path and reached < finish_line(play) and reached // play.circuit.length + 1 >= settings.fire_from_lap:
        yield FiringMoment(len(path), to_hit.Stance(end.row, end.lane, corner, changed))


def _shots(play: Match, car: CarState, moment: FiringMoment) -> Iterator[Shot]:
    """Every possible shot at that moment: each weapon at each rival it can be fired at."""
    stance = moment.stance
    for target in play.racing_cars:
        if target.team == car.team:
            continue
        ahead, across = rows_ahead(play.circuit, stance.row, target.row), target.lane - stance.lane
        if not arcs.can_see(play.circuit, stance.row, target.row, play.settings.sight):
            continue
        bearing = {
            number: hits
            for number in range(len(car.weapons))
            if (hits := _hits(play, car, number, stance, target, ahead, across)) is not None
        }
        for number, hits in bearing.items():
            link = car.weapons[number].link
            worth = sum(
                _damage(play, car, weapon) * bearing[weapon]
                for weapon in bearing
                if weapon == number or (link and car.weapons[weapon].link == link)
            )
            yield Shot(hits, worth, FireOrder(weapon=number, target=target.id, after=moment.after))


def _hits(  # noqa: PLR0917 - the caller has computed the target's offset from the stance
    play: Match, car: CarState, number: int, stance: to_hit.Stance, target: CarState, ahead: int, across: int
) -> int | None:
    """How many faces hit with a weapon; None if it cannot be fired at that target (FW-032, FW-039)."""
    state = car.weapons[number]
    weapon = play.weapons[state.key]
    if weapon.is_dropper or not state.works or not state.ammunition:
        return None
    if distance(ahead, across) > weapon.reach or not arcs.is_in_arc(state.mount, ahead, across):
        return None
    added = to_hit.modifier(play, car, stance, weapon, target)
    return min(max(UNMODIFIED_HIT_FACES + added, 0), wear.BLACK_DIE)  # no mutant: less than 0 faces counts as 0


def _damage(play: Match, car: CarState, number: int) -> int:
    return play.weapons[car.weapons[number].key].damage


def _saves_single_shot(play: Match, car: CarState, shot: Shot) -> bool:
    """Whether the shot would use up a weapon with a single shot at too low a chance."""
    single = play.weapons[car.weapons[shot.order.weapon].key].ammunition == 1
    return single and shot.hits < WORTH_A_MISSILE


def _is_pursued(play: Match, car: CarState) -> bool:
    """Whether a rival is 1 to 8 squares behind in the same lane."""
    return any(
        -PURSUED <= rows_ahead(play.circuit, car.row, other.row) <= -1
        for other in play.racing_cars
        if other.team != car.team and other.lane == car.lane
    )


def _charges(play: Match, car: CarState, moments: Sequence[FiringMoment]) -> Iterator[DropOrder]:
    """The charges that could be dropped, by the order of the weapons, each before the move if possible (FW-060)."""
    for number, state in enumerate(car.weapons):
        if not play.weapons[state.key].is_dropper:
            continue
        for moment in moments:
            order = DropOrder(weapon=number, after=moment.after)
            if not dropped_weapons.why_not_drop(play, car, order, moment.stance.row, moment.stance.lane):
                yield order
