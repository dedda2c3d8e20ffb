"""Which of the sampled moves the autopilot makes, and what it does on the way. Rules CC-017, CC-034 to CC-037, CC-045
to CC-052, CC-073, CC-076 to CC-078, CC-096.

A move is worth the damage it lets the car deal, less what it may take where the move leads, less 3 for each token a
collision brings and 3 for the speed it takes, less the chance of harm by each piece of rough ground and by the
brakes; a ram adds its chance to hit times the engine's tokens. All is in twentieths of a token. The samples stand in
the order of how near to the closest enemy they lead on, those that lead off the table last; the first of the best is
made, one that touches nothing before one that does. Only those are worked out that may be the best: those that could
be worth most come first. Where the best of them touches something, shorter moves are looked at as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules.carcult.autopilot.bounds import bounds_of
from rules.carcult.autopilot.estimates import CAR_DIAGONAL, ONE_TOKEN, hit_chance, is_behind, square_between
from rules.carcult.autopilot.move_samples import Drive, Path, Pose, Sample, samples
from rules.carcult.autopilot.surroundings import Gun, LegOutcome, LegRisk, Surroundings, Target, survey_surroundings
from rules.carcult.car.tokens import components_with_card, drift_of, move_of, playable_droppers, rerolls, turns_of_car
from rules.carcult.cards import ENGINE, FIXER, MINES, WEAPONS
from rules.carcult.ground.geometry import FULL_CIRCLE
from rules.carcult.ground.obstacles import EDGE, TERRAIN, distances_inside
from rules.carcult.ground.table import INCH, Point
from rules.carcult.match.match import Match
from rules.carcult.match.orders import ActOrder, Attack, Lay, Leg, Swap
from rules.carcult.match.state import DAMAGE, SPEED, CarState
from rules.carcult.movement.collisions import shortfall

COLLISION_PENALTY = 3 * ONE_TOKEN
"""What a token of a collision is feared as (CC-096)."""
STOP_PENALTY = COLLISION_PENALTY
"""What losing all speed tokens of the engine is feared as (CC-046, CC-096)."""
LEAVING_PENALTY = 20 * COLLISION_PENALTY
"""What driving out of the match is feared as, where the edge lets cars go (CC-049)."""
BASE_HARM_FACES = 9
"""The faces of a d20 by which rough ground and brakes harm after, or for, less than an inch (CC-040, CC-045)."""
MARGIN = 2 * INCH
"""How near to the edge a car does not want to be led."""
BEYOND_TABLE = 1 << 40  # no mutant: any such number does
"""More than the square of any distance on a table."""


Rank = tuple[int, bool, int]
"""What makes one sample better than another: its worth, that it touches nothing, how near the enemy it leads on."""
WORST: Rank = (-BEYOND_TABLE, False, 0)  # no mutant: any such number does
"""Worse than any sample."""


class Prospect(NamedTuple):
    """What a sample comes to: its worth in twentieths, whether it touches something, and its attacks, each a weapon,
    a target, and after which leg.
    """

    worth: int
    touches: bool
    attacks: list[tuple[str, str, int]]


def choose_move(play: Match, car: CarState) -> ActOrder:
    """The move the autopilot makes, with everything it does on the way (CC-096)."""
    minimum, maximum = move_of(play, car)
    turns, drift = turns_of_car(play, car), drift_of(minimum)
    outlook = survey_surroundings(play, car, minimum=minimum, furthest=maximum + drift)
    furthest = INCH * (maximum + drift)
    legs, best = _best(outlook, samples(car.heading, minimum, maximum, turns, drift), furthest=furthest)
    if best.touches and minimum:
        braked = _best(outlook, samples(car.heading, 0, minimum, turns, drift), furthest=furthest)
        legs, best = max((legs, best), braked, key=lambda each: each[1].worth)
    spare = rerolls(play, car)
    return ActOrder(
        legs=legs,
        attacks=tuple(
            Attack(weapon=weapon, target=target, after=after, rerolls=spare) for weapon, target, after in best.attacks
        ),
        lays=tuple(_choose_drops(play, car, moves=bool(legs))),
        swaps=tuple(_choose_swaps(play, car, best, after=len(legs))),
        ram_rerolls=spare if outlook.ram else 0,
    )


def _best(outlook: Surroundings, table: tuple[Sample, ...], *, furthest: int) -> tuple[tuple[Leg, ...], Prospect]:
    """The best sample: its legs, and what it comes to."""
    most, taken = bounds_of(outlook, table, furthest)
    made: tuple[Sample, Prospect] | None = None
    best = WORST
    for bound in sorted(set(most), reverse=True):
        if bound < best[0]:  # no mutant: as good touches nothing or is no better
            break
        alike = [index for index, each in enumerate(most) if each == bound]
        keys = _onward_distances(outlook, [table[index] for index in alike])
        for key, index in sorted(zip(keys, alike, strict=True)):
            if (bound, True, -key) <= best:  # no mutant: as good is no better
                break
            found = _prospect(outlook, table[index], (bound, taken[index]), -key, best)
            if found is not None:
                made, best = (table[index], found), (found.worth, not found.touches, -key)
    assert made is not None  # noqa: S101 - there is a sample, and the first is better than none
    return made[0].path.legs, made[1]


def _onward_distances(outlook: Surroundings, table: Sequence[Sample]) -> list[int]:
    """The square of the distance to the closest enemy from where each sample leads on; more for those that lead off
    the table.
    """
    play, car = outlook.play, outlook.car
    goal = min(play.enemies(car), key=lambda each: square_between(car, each), default=car)
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
    """What a sample comes to (CC-096); None as soon as it is known to be no better than the best so far.

    What is found out with the least work is asked first: the edge, what the car touches, the ground, then the guns.
    """
    most, taken = bounds
    path = sample.path
    stopped = 0 if outlook.rams else STOP_PENALTY  # no mutant: a looser bound only drives more samples
    if outlook.leads_off(path) and (most - stopped, False, near) <= best:  # no mutant: as good is no better
        return None
    ways = _ways(outlook, path)
    touched = ways[-1].touched if ways else ""
    worth, ram = 0, outlook.ram.get(touched, 0)
    moved = sum([way.far for way in ways])
    short = shortfall(outlook.minimum, moved)
    if touched:
        worth = ram or _touch(outlook, touched, short)
    elif moved < INCH * outlook.minimum:
        worth = -min(ONE_TOKEN, BASE_HARM_FACES + short)
    most -= ram
    if (most + worth, not touched, near) <= best:  # no mutant: as good is no better
        return None
    worth -= _ground_risk(outlook, path, ways)
    if (most + worth, not touched, near) <= best:  # no mutant: as good is no better
        return None
    dealt, attacks = _attacks(outlook, _stops(outlook, path, ways), len(path.legs))
    worth += dealt - taken
    return Prospect(worth, bool(touched), attacks) if (worth, not touched, near) > best else None


def _ways(outlook: Surroundings, path: Path) -> list[LegOutcome]:
    """What is driven of a path, until something is touched."""
    x, y, _ = outlook.here
    ways = outlook.ways
    found = []
    for drive in path.drives:
        key = (x, y, drive)
        way = ways.get(key)
        if way is None:
            way = ways[key] = _drive_leg(outlook, x, y, drive)
        found.append(way)
        if way.touched:
            break
        x, y = way.x, way.y
    return found


def _drive_leg(outlook: Surroundings, x: int, y: int, drive: Drive) -> LegOutcome:
    heading, forward, way = drive
    contact = outlook.play.ground.first_contact_among((x, y), heading, way, outlook.solid)
    dx, dy = way
    if contact is None:
        return LegOutcome(x + dx, y + dy, forward, (1, 1), "")
    part, whole, touched = contact
    return LegOutcome(x + dx * part // whole, y + dy * part // whole, forward * part // whole, (part, whole), touched)


def _stops(outlook: Surroundings, path: Path, ways: list[LegOutcome]) -> list[Pose]:
    """Where the car is at first and after each leg, as far as it comes."""
    pose, driven = outlook.here, iter(ways)
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


def _ground_risk(outlook: Surroundings, path: Path, ways: list[LegOutcome]) -> int:
    """What the rough ground and the mines on the way are feared as."""
    if not outlook.rough and not outlook.mines:  # spares work
        return 0
    x, y, _ = outlook.here
    rough: dict[int, int] = {}
    mined, harms = 0, outlook.harms
    for drive, way in zip(path.drives, ways, strict=False):
        key = (x, y, drive)
        harm = harms.get(key)
        if harm is None:
            harm = harms[key] = _leg_risk(outlook, x, y, drive, way.until)
        crossed, dealt = harm
        mined += dealt
        for number, inside in crossed:
            rough[number] = rough.get(number, 0) + inside
        x, y = way.x, way.y
    return (
        mined + sum([min(ONE_TOKEN, BASE_HARM_FACES + inside // INCH) for inside in rough.values()])
        if rough
        else mined
    )


def _leg_risk(outlook: Surroundings, x: int, y: int, drive: Drive, until: tuple[int, int]) -> LegRisk:
    heading, forward, way = drive
    mined = _mine_damage(outlook, (x, y), way) if outlook.mines else 0
    inside = distances_inside((x, y), heading, way, forward, until=until, shapes=outlook.rough)
    return [each for each in enumerate(inside) if each[1] >= 0], mined  # no mutant: so little is nothing


def _touch(outlook: Surroundings, what: str, short: int) -> int:
    """What touching something that is not rammed is worth, so many inches short: a collision's tokens, and the speed
    it takes (CC-046, CC-047, CC-078).
    """
    play = outlook.play
    if what == EDGE and play.settings.edge == "leave_play":
        return -LEAVING_PENALTY
    if what not in {EDGE, TERRAIN} and outlook.rams:
        return 0
    return -COLLISION_PENALTY * short - STOP_PENALTY


def _mine_damage(outlook: Surroundings, start: Point, way: Point) -> int:
    """What the mines near a way would deal, in twentieths; near is reckoned from the middle of the car (CC-077)."""
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
    """What the weapons deal, each to the target that it deals most to of those it reaches from any stop, and their
    attacks: one for each token, with the leg after which it is made (CC-051).
    """
    dealt, attacks = 0, []
    last = len(stops) - 1
    first = last if outlook.play.settings.attack_window == "after_move" else 0
    for gun in outlook.guns:
        found = _target(outlook, gun, stops, first)
        if found is not None:
            target, stop = found
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
    """Everything there is a token for, where the car sets out from, when an enemy is behind (CC-076, CC-095)."""
    if moves and play.settings.mine_arming != "at_once" and any(is_behind(car, enemy) for enemy in play.enemies(car)):
        for key in playable_droppers(play):
            for name in components_with_card(play, car, key):
                yield from (Lay(card=name) for _ in range(car.tracks[name].count(SPEED)))


def _choose_swaps(play: Match, car: CarState, best: Prospect, *, after: int) -> Iterator[Swap]:
    """The fixer brings a speed token nobody needs to the engine in exchange for a damage token (CC-073, CC-095)."""
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
