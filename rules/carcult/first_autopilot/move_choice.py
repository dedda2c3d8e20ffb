"""The choice among the sampled moves, and the actions on the way. Rules CC-017, CC-034 to CC-037, CC-045 to CC-052,
CC-073, CC-076 to CC-078, CC-096.

The worth of a move is the expected damage it lets the car deal minus the damage to fear where it ends. A collision
takes 3 for each damage token and 3 for the speed it costs; each piece of rough ground, and the brakes, take the
chance of harm. A ram adds its chance to hit times the engine's speed tokens. All of it is in twentieths of a token.

The best move wins. Of several with the same worth, one that touches nothing is preferred, then one that leads on
nearest to the closest enemy without leading off the table. Samples are evaluated in the order of their bounds, and
only as long as they can still be the best. If the best one touches something, shorter moves are considered too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules.carcult.car.tokens import components_with_card, drift_of, move_of, playable_droppers, rerolls, turns_of_car
from rules.carcult.cards import ENGINE, FIXER, MINES, WEAPONS
from rules.carcult.first_autopilot.bounds import bounds_of
from rules.carcult.first_autopilot.estimates import CAR_DIAGONAL, ONE_TOKEN, hit_chance, is_behind, square_between
from rules.carcult.first_autopilot.move_samples import Drive, Path, Pose, Sample, samples
from rules.carcult.first_autopilot.surroundings import (
    Gun,
    LegOutcome,
    LegRisk,
    Surroundings,
    Target,
    survey_surroundings,
)
from rules.carcult.ground.geometry import FULL_CIRCLE
from rules.carcult.ground.obstacles import EDGE, TERRAIN, distances_inside
from rules.carcult.ground.table import INCH, Point
from rules.carcult.match.match import Match
from rules.carcult.match.orders import ActOrder, Attack, Lay, Leg, Swap
from rules.carcult.match.state import DAMAGE, SPEED, CarState
from rules.carcult.movement.collisions import shortfall

COLLISION_PENALTY = 3 * ONE_TOKEN
"""The penalty for each damage token of a collision (CC-096)."""
STOP_PENALTY = COLLISION_PENALTY
"""The penalty for losing the engine's speed tokens (CC-046, CC-096)."""
LEAVING_PENALTY = 20 * COLLISION_PENALTY
"""The penalty for driving off the table, if the house rules let cars leave it (CC-049)."""
BASE_HARM_FACES = 9
"""How many faces of a d20 harm a car in less than an inch of rough ground, or braking by less than an inch (CC-040,
CC-045).
"""
MARGIN = 2 * INCH
"""A move should not lead on to a place this close to the edge."""
BEYOND_TABLE = 1 << 40  # no mutant: any such number works
"""More than the square of any distance on a table."""


Rank = tuple[int, bool, int]
"""How samples are compared: by worth, then touching nothing, then the nearness of the enemy they lead on to."""
WORST: Rank = (-BEYOND_TABLE, False, 0)  # no mutant: any such number works
"""Lower than the rank of any sample."""


class Prospect(NamedTuple):
    """The result of evaluating a sample.

    `worth` is in twentieths. `attacks` has for each attack a weapon, a target and the leg after which it is made.
    """

    worth: int
    touches: bool
    attacks: list[tuple[str, str, int]]


def choose_move(play: Match, car: CarState) -> ActOrder:
    """The autopilot's move, with all actions on the way (CC-096)."""
    minimum, maximum = move_of(play, car)
    turns, drift = turns_of_car(play, car), drift_of(minimum)
    outlook = survey_surroundings(play, car, minimum=minimum, furthest=maximum + drift)
    furthest = INCH * (maximum + drift)
    legs, best = _best(outlook, samples(car.heading, minimum, maximum, turns, drift), furthest=furthest)
    if best.touches and minimum:
        braked = _best(outlook, samples(car.heading, 0, minimum, turns, drift), furthest=furthest)
        legs, best = max((legs, best), braked, key=lambda option: option[1].worth)
    most_rerolls = rerolls(play, car)
    return ActOrder(
        legs=legs,
        attacks=tuple(
            Attack(weapon=weapon, target=target, after=after, rerolls=most_rerolls)
            for weapon, target, after in best.attacks
        ),
        lays=tuple(_choose_drops(play, car, moves=bool(legs))),
        swaps=tuple(_choose_swaps(play, car, best, after=len(legs))),
        ram_rerolls=most_rerolls if outlook.ram else 0,
    )


def _best(outlook: Surroundings, table: tuple[Sample, ...], *, furthest: int) -> tuple[tuple[Leg, ...], Prospect]:
    """The legs of the best sample, and its prospect."""
    most, taken = bounds_of(outlook, table, furthest)
    chosen: tuple[Sample, Prospect] | None = None
    best = WORST
    for bound in sorted(set(most), reverse=True):
        if bound < best[0]:  # no mutant: as good touches nothing or is no better
            break
        indexes = [index for index, sample_bound in enumerate(most) if sample_bound == bound]
        keys = _onward_distances(outlook, [table[index] for index in indexes])
        for key, index in sorted(zip(keys, indexes, strict=True)):
            if (bound, True, -key) <= best:  # no mutant: an equal rank is no better
                break
            prospect = _prospect(outlook, table[index], (bound, taken[index]), -key, best)
            if prospect is not None:
                chosen, best = (table[index], prospect), (prospect.worth, not prospect.touches, -key)
    assert chosen is not None  # noqa: S101 - there is a sample, and the first is better than none
    return chosen[0].path.legs, chosen[1]


def _onward_distances(outlook: Surroundings, table: Sequence[Sample]) -> list[int]:
    """The square of the distance to the closest enemy from where each sample leads on.

    Samples that lead off the table get an additional `BEYOND_TABLE`.
    """
    play, car = outlook.play, outlook.car
    goal = min(play.enemies(car), key=lambda enemy: square_between(car, enemy), default=car)
    across, down = goal.x - car.x, goal.y - car.y
    left, right = MARGIN - car.x, play.ground.width - MARGIN - car.x
    top, bottom = MARGIN - car.y, play.ground.height - MARGIN - car.y
    return [
        (dx := x - across) * dx
        + (dy := y - down) * dy
        + (0 if left <= x <= right and top <= y <= bottom else BEYOND_TABLE)
        for _, _, _, _, x, y in table
    ]


# ---------------------------------------------------------------------------------------------------- one sample


def _prospect(
    outlook: Surroundings, sample: Sample, bounds: tuple[int, int], near: int, best: Rank = WORST
) -> Prospect | None:
    """Evaluate a sample (CC-096); None as soon as it cannot be better than the best one so far.

    The cheapest checks come first: the edge, contact, the ground, then the weapons.
    """
    most, taken = bounds
    path = sample.path
    stopped = 0 if outlook.rams else STOP_PENALTY  # no mutant: a looser bound only evaluates more samples
    if outlook.leads_off(path) and (most - stopped, False, near) <= best:  # no mutant: an equal rank is no better
        return None
    outcomes = _ways(outlook, path)
    touched = outcomes[-1].touched if outcomes else ""
    worth, ram = 0, outlook.ram.get(touched, 0)
    moved = sum([outcome.far for outcome in outcomes])
    short = shortfall(outlook.minimum, moved)
    if touched:
        worth = ram or _touch(outlook, touched, short)
    elif moved < INCH * outlook.minimum:
        worth = -min(ONE_TOKEN, BASE_HARM_FACES + short)
    most -= ram
    if (most + worth, not touched, near) <= best:  # no mutant: an equal rank is no better
        return None
    worth -= _ground_risk(outlook, path, outcomes)
    if (most + worth, not touched, near) <= best:  # no mutant: an equal rank is no better
        return None
    dealt, attacks = _attacks(outlook, _stops(outlook, path, outcomes), len(path.legs))
    worth += dealt - taken
    return Prospect(worth, bool(touched), attacks) if (worth, not touched, near) > best else None


def _ways(outlook: Surroundings, path: Path) -> list[LegOutcome]:
    """The outcome of each leg of a path, up to the first contact."""
    x, y, _ = outlook.here
    cache = outlook.ways
    outcomes = []
    for drive in path.drives:
        key = (x, y, drive)
        outcome = cache.get(key)
        if outcome is None:
            outcome = cache[key] = _drive_leg(outlook, x, y, drive)
        outcomes.append(outcome)
        if outcome.touched:
            break
        x, y = outcome.x, outcome.y
    return outcomes


def _drive_leg(outlook: Surroundings, x: int, y: int, drive: Drive) -> LegOutcome:
    heading, forward, way = drive
    contact = outlook.play.ground.first_contact_among((x, y), heading, way, outlook.solid)
    dx, dy = way
    if contact is None:
        return LegOutcome(x + dx, y + dy, forward, (1, 1), "")
    part, whole, touched = contact
    return LegOutcome(x + dx * part // whole, y + dy * part // whole, forward * part // whole, (part, whole), touched)


def _stops(outlook: Surroundings, path: Path, outcomes: list[LegOutcome]) -> list[Pose]:
    """The poses of the car at the start and after each leg, up to the first contact."""
    pose, driven = outlook.here, iter(outcomes)
    stops = [pose]
    for leg in path.legs:
        x, y, heading = pose
        touched = ""
        if leg.forward:
            x, y, _, _, touched = next(driven)
        if touched:
            stops.append((x, y, heading))
            break
        pose = (x, y, (heading + leg.turn) % FULL_CIRCLE)
        stops.append(pose)
    return stops


def _ground_risk(outlook: Surroundings, path: Path, outcomes: list[LegOutcome]) -> int:
    """The expected damage of rough ground and mines on the way."""
    if not outlook.rough and not outlook.mines:  # only saves work
        return 0
    x, y, _ = outlook.here
    rough: dict[int, int] = {}
    mined, harms = 0, outlook.harms
    for drive, outcome in zip(path.drives, outcomes, strict=False):
        key = (x, y, drive)
        risk = harms.get(key)
        if risk is None:
            risk = harms[key] = _leg_risk(outlook, x, y, drive, outcome.until)
        crossed, dealt = risk
        mined += dealt
        for number, inside in crossed:
            rough[number] = rough.get(number, 0) + inside
        x, y = outcome.x, outcome.y
    return (
        mined + sum([min(ONE_TOKEN, BASE_HARM_FACES + inside // INCH) for inside in rough.values()])
        if rough
        else mined
    )


def _leg_risk(outlook: Surroundings, x: int, y: int, drive: Drive, until: tuple[int, int]) -> LegRisk:
    heading, forward, way = drive
    mined = _mine_damage(outlook, (x, y), way) if outlook.mines else 0
    inside = distances_inside((x, y), heading, way, forward, until=until, shapes=outlook.rough)
    return [piece for piece in enumerate(inside) if piece[1] >= 0], mined  # no mutant: so little is nothing


def _touch(outlook: Surroundings, what: str, short: int) -> int:
    """The worth of touching something without ramming it, `short` inches short of the minimum (CC-046, CC-047,
    CC-078).

    It is the penalty for the collision's damage tokens and for the lost speed.
    """
    play = outlook.play
    if what == EDGE and play.settings.edge == "leave_play":
        return -LEAVING_PENALTY
    if what not in {EDGE, TERRAIN} and outlook.rams:
        return 0
    return -COLLISION_PENALTY * short - STOP_PENALTY


def _mine_damage(outlook: Surroundings, start: Point, way: Point) -> int:
    """The expected damage of the mines near a leg, in twentieths (CC-077).

    Nearness is estimated from the middle of the car.
    """
    weapon, total = WEAPONS[MINES], 0
    reach = (INCH * weapon.range + CAR_DIAGONAL // 4) ** 2
    (x, y), (vx, vy) = start, way
    length = vx * vx + vy * vy
    for mine_x, mine_y in outlook.mines:
        px, py = mine_x - x, mine_y - y
        along = max(0, min(length, px * vx + py * vy))
        off_x, off_y = px * length - vx * along, py * length - vy * along
        if off_x * off_x + off_y * off_y <= reach * length * length:
            total += weapon.damage * hit_chance(weapon.blast - outlook.minimum)
    return total


def _attacks(outlook: Surroundings, stops: list[Pose], legs: int) -> tuple[int, list[tuple[str, str, int]]]:
    """The expected damage of all weapons, and their attacks (CC-051).

    Each weapon attacks the first of its targets that it reaches from any stop, with all its tokens. If the house
    rules make attacks wait for the end of the move, only the last stop counts.
    """
    dealt, attacks = 0, []
    last = len(stops) - 1
    first = last if outlook.play.settings.attack_window == "after_move" else 0
    for gun in outlook.guns:
        choice = _target(outlook, gun, stops, first)
        if choice is not None:
            target, stop = choice
            dealt += gun.tokens * target.deals
            attacks += [(gun.name, target.car.id, legs if stop == last else stop)] * gun.tokens
    return dealt, attacks


def _target(outlook: Surroundings, gun: Gun, stops: list[Pose], first: int) -> tuple[Target, int] | None:
    for target in gun.targets:
        for stop in range(first, len(stops)):
            if outlook.reaches(stops[stop], target):
                return target, stop
    return None


# ----------------------------------------------------------------------------------------------- on the way


def _choose_drops(play: Match, car: CarState, *, moves: bool) -> Iterator[Lay]:
    """Lay every marker there is a token for, before the move, if an enemy is behind (CC-076, CC-095)."""
    if moves and play.settings.mine_arming != "at_once" and any(is_behind(car, enemy) for enemy in play.enemies(car)):
        for key in playable_droppers(play):
            for name in components_with_card(play, car, key):
                yield from (Lay(card=name) for _ in range(car.tracks[name].count(SPEED)))


def _choose_swaps(play: Match, car: CarState, best: Prospect, *, after: int) -> Iterator[Swap]:
    """Let the fixer swap a damage token on the engine for a speed token that is not needed (CC-073, CC-095)."""
    engine = car.tracks[ENGINE]
    if DAMAGE not in engine or not any(SPEED in car.tracks[name] for name in components_with_card(play, car, FIXER)):
        return
    firing = {weapon for weapon, _, _ in best.attacks}
    for name, card in play.components[car.id].items():
        track = car.tracks[name]
        if SPEED in track and name not in {ENGINE, *firing} and card.key not in (FIXER, *playable_droppers(play)):
            az = len(track) - track[::-1].index(SPEED)
            yield Swap(first=(ENGINE, engine.index(DAMAGE) + 1), second=(name, az), after=after)
            return
