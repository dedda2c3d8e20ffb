"""A car's move, with all actions on the way. Rules CC-017, CC-034 to CC-040, CC-045, CC-046, CC-048, CC-073, CC-077,
CC-081, CC-082.

A move's minimum, maximum, turns and drift are those at its beginning, after the swaps ordered before it. What happens
on the way does not change them. A car whose engine dies on the way stops there.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.carcult.car.damage import OPPONENT, OWNER, place_damage, put_damage
from rules.carcult.car.token_swaps import ordered_move_limits, swap
from rules.carcult.car.tokens import components_with_card, sound_az
from rules.carcult.cards import ENGINE, TURBO
from rules.carcult.combat.attacks import D20, SUCCESS, fire
from rules.carcult.combat.dropped_weapons import LEAST_ROUGH, counters, lay, mines_on_way, set_off
from rules.carcult.combat.explosions import explode_all
from rules.carcult.combat.lines_of_sight import other_shapes, shape_of_car
from rules.carcult.ground.geometry import FULL_CIRCLE, displacement, distance_squared
from rules.carcult.ground.obstacles import distances_inside
from rules.carcult.ground.table import INCH, Point
from rules.carcult.match.match import Match, Steps
from rules.carcult.match.orders import ActOrder, Leg
from rules.carcult.match.state import ACTIVE, CarState
from rules.carcult.movement.collisions import is_off_table, resolve_contact, shortfall

TURBO_INCHES = 6
"""How many inches a turbo adds to the maximum of a move (CC-081)."""


@dataclass(slots=True)
class MoveInProgress:
    """A move under way.

    `minimum` is in inches, `moved` in hundredths of an inch. `halted` is what stopped it, if anything. `rerolls` is
    the most that its ram may spend. `rough` is how far it went in each piece of rough ground, by a name, in
    hundredths of an inch.
    """

    minimum: int
    rerolls: int
    moved: int = 0
    halted: str = ""
    rough: dict[str, int] = field(default_factory=dict)


def act(play: Match, car: CarState, order: ActOrder) -> Steps[None]:
    """Carry out the last step of an activation: the move leg by leg, with the actions at each stop (CC-017).

    If the car is halted, actions for later legs are carried out where it stands.
    """
    run = MoveInProgress(minimum=ordered_move_limits(play, car, order)[0], rerolls=order.ram_rerolls)
    if order.turbo:
        yield from boost(play, car)
    done = -1  # no mutant: before the first
    for done, leg in enumerate(order.legs):
        yield from _act_at_stop(play, car, order, done)
        if not _may_go_on(car, run):
            break
        yield from _drive(play, car, leg, run)
        if not _may_go_on(car, run):
            break
    if not is_off_table(car):
        yield from _finish(play, car, run)
    stops = len(order.legs) + 1  # no mutant: no action is ordered for after the last leg
    for late in range(done + 1, stops):
        if not is_off_table(car):
            yield from _act_at_stop(play, car, order, late)


def _may_go_on(car: CarState, run: MoveInProgress) -> bool:
    """Whether a move goes on; a car that is not active is halted (CC-046, CC-064)."""
    if car.status != ACTIVE:
        run.halted = run.halted or "dead engine"
    return not run.halted


def boost(play: Match, car: CarState) -> Steps[None]:
    """Use a turbo: put a damage token on its card, or on the engine if the card is full (CC-081)."""
    cards = [name for name in components_with_card(play, car, TURBO) if sound_az(car.tracks[name])]
    car.boosted = True
    put_damage(play, car, cards[0] if cards else ENGINE, rule="CC-081", why=TURBO, side=OWNER)
    yield from explode_all(play)


def _act_at_stop(play: Match, car: CarState, order: ActOrder, after: int) -> Steps[None]:
    """Carry out the actions after that many legs: swaps, then what is laid, then attacks (CC-017)."""
    for swap_order in order.swaps:
        if swap_order.after == after and not is_off_table(car):
            swap(play, car, swap_order)
    for lay_order in order.lays:
        if lay_order.after == after and not is_off_table(car):
            lay(play, car, lay_order)
    yield from explode_all(play)
    for attack in order.attacks:
        if attack.after == after and not is_off_table(car):
            yield from fire(play, car, attack)


def _drive(play: Match, car: CarState, leg: Leg, run: MoveInProgress) -> Steps[None]:
    """Drive a leg: ahead with its drift, then the turn on the spot, unless something stops the car (CC-034 to
    CC-037).
    """
    if leg.forward:
        yield from _go(play, car, leg, run)
    if leg.turn and _may_go_on(car, run):
        before = {"heading": car.heading}
        car.heading = (car.heading + leg.turn) % FULL_CIRCLE
        play.note("turn", "CC-036", car, before=before, after={"heading": car.heading}, degrees=leg.turn)


def _go(play: Match, car: CarState, leg: Leg, run: MoveInProgress) -> Steps[None]:
    """Move a car along a leg, mine by mine, and resolve what it touches at the end (CC-046, CC-077)."""
    start, way = (car.x, car.y), displacement(car.heading, leg.forward, leg.drift)
    touched = play.ground.first_contact(start, car.heading, way, other_shapes(play, car.id))
    until = (1, 1) if touched is None else (touched.part, touched.whole)
    end, stopped_by_mine = leg.forward * until[0] // until[1], False
    for distance, marker in mines_on_way(play, car, _part(way, until), end):
        _advance(play, car, start, _part(way, (distance, leg.forward)))
        yield from set_off(play, car, marker)
        if car.status != ACTIVE:
            until, end, stopped_by_mine = (distance, leg.forward), distance, True
            break
    run.moved += end
    if is_off_table(car):
        return
    _cross(play, car, leg, run, start=start, way=way, until=until)
    _advance(play, car, start, _part(way, until))
    if touched is not None and not stopped_by_mine:
        run.halted = touched.what
        yield from resolve_contact(play, car, touched.what, minimum=run.minimum, moved=run.moved, rerolls=run.rerolls)


def _part(way: Point, until: tuple[int, int]) -> Point:
    """A fraction of a displacement, rounded toward 0 so that it does not go too far."""
    part, whole = until
    x, y = (abs(length) * part // whole for length in way)
    return (x if way[0] > 0 else -x), (y if way[1] > 0 else -y)  # no mutant: 0 has no sign


def _advance(play: Match, car: CarState, start: Point, way: Point) -> None:
    """Put a car at a displacement from the start of its leg."""
    here, there = (car.x, car.y), (start[0] + way[0], start[1] + way[1])
    car.x, car.y = there
    if here != there:
        play.note("move", "CC-034", car, before={"x": here[0], "y": here[1]}, after={"x": there[0], "y": there[1]})


def _cross(
    play: Match, car: CarState, leg: Leg, run: MoveInProgress, *, start: Point, way: Point, until: tuple[int, int]
) -> None:
    """Add up how far a leg goes through each piece of rough ground and each counter (CC-045, CC-082)."""
    slicks = counters(play, car)
    names = [f"rough {number}" for number in range(len(play.ground.rough))]
    names += [f"{marker.kind} {marker.id}" for marker, _ in slicks]
    shapes = [*play.ground.rough, *(shape for _, shape in slicks)]
    inches = distances_inside(start, car.heading, way, leg.forward, until=until, shapes=shapes)
    for name, inside in zip(names, inches, strict=True):
        if inside >= 0:  # no mutant: so little is nothing
            run.rough[name] = run.rough.get(name, 0) + inside


def _finish(play: Match, car: CarState, run: MoveInProgress) -> Steps[None]:
    """Roll for each piece of rough ground crossed, then for the brakes (CC-040, CC-045).

    A car that was halted has not braked.
    """
    for name, inside in run.rough.items():
        inches = max(inside, LEAST_ROUGH.get(rough_kind(name), 0)) // INCH  # no mutant: so little is nothing
        face = play.die(D20, f"{name}, {inches} inches")
        harmed = face - inches < SUCCESS
        play.note("rough", "CC-045", car, piece=name, inches=inches, face=face, harmed=harmed)
        if harmed:
            yield from place_damage(play, car, rule="CC-045", why=rough_kind(name))
            yield from explode_all(play)
        if is_off_table(car):
            return
    if _may_go_on(car, run) and run.moved < run.minimum * INCH:
        yield from _brake(play, car, shortfall(run.minimum, run.moved))


def rough_kind(name: str) -> str:
    """The kind of rough ground that a name in `MoveInProgress.rough` stands for."""
    return name.split(maxsplit=1)[0]


def _brake(play: Match, car: CarState, short: int) -> Steps[None]:
    """Roll for the brakes: a die minus the inches not moved; below 10 harms the car (CC-040).

    The owner of the nearest enemy car places the damage token, or the car's own owner if there is no enemy.
    """
    face = play.die(D20, f"brakes, {short} inches short")
    harmed = face - short < SUCCESS
    play.note("brakes", "CC-040", car, short=short, face=face, harmed=harmed)
    if harmed:
        enemy = nearest_enemy(play, car)
        side, placer = (OPPONENT, enemy.id) if enemy else (OWNER, "")
        yield from place_damage(play, car, rule="CC-040", why="brakes", side=side, placer=placer)
        yield from explode_all(play)


def nearest_enemy(play: Match, car: CarState) -> CarState | None:
    """The enemy car nearest to a car, the first in the setup of several; None if there is none."""
    here = shape_of_car(car)
    return min(play.enemies(car), key=lambda enemy: distance_squared(here, shape_of_car(enemy)), default=None)
