"""The match from deployment to the last round: who comes up when, and when it is over. Rules CC-010 to CC-012,
CC-030, CC-080, CC-090, CC-098, CC-102, CC-104.
"""

from __future__ import annotations

from rules.carcult.car.damage import place_damage
from rules.carcult.car.tokens import carried_over_damage, open_az, sound_az, speed_of
from rules.carcult.cards import ENGINE
from rules.carcult.combat.attacks import D20
from rules.carcult.combat.explosions import explode_all
from rules.carcult.match.match import NO_QUESTION, Match, Question, Steps
from rules.carcult.match.orders import Order, StartOrder
from rules.carcult.match.state import EXPLODED, OFF_TABLE, CarState, CrewState
from rules.carcult.play.activation import activate, most_at_start, set_starting_speed
from rules.match.recording import digest_of_state
from rules.match.toughness_check import passes_toughness_check


def match_steps(play: Match) -> Steps[None]:
    """A whole match: deployment, then rounds until it is over."""
    for car in play.cars_in_play():
        yield from _deploy(play, car)
    yield NO_QUESTION
    over = False
    while not over:
        yield from _round(play)
        over = end_reason(play) != ""
        if over:
            play.begin_procedure("crews")
            for car in play.state.cars.values():
                resolve_injuries(play, car)
        digest = digest_of_state(play.state)
        play.log.digests.append((1, play.moment.turn, digest))
        play.note("turn_end", "CC-010", digest=digest)
        if not over:
            yield NO_QUESTION


def _deploy(play: Match, car: CarState) -> Steps[None]:
    """Damage carried over is placed by the owner, then the speed the car begins with (CC-030, CC-080)."""
    play.moment.acting, play.moment.placed = car.id, 0
    for _ in range(carried_over_damage(play, car)):
        yield from place_damage(play, car, rule="CC-080", why="carried over")
    play.begin_procedure(f"start/{car.id}")
    yield from explode_all(play)
    if car.status in OFF_TABLE:
        return
    if play.setup.starting_speed is not None:
        set_starting_speed(play, car, min(play.setup.starting_speed, open_az(car.tracks[ENGINE])))
    elif most_at_start(play, car):
        order: Order | None = yield Question(car.id, "start")
        assert isinstance(order, StartOrder)  # noqa: S101 - the engine answers each kind with its own
        set_starting_speed(play, car, order.tokens)


def _round(play: Match) -> Steps[None]:
    """Every car on the table activates once (CC-010)."""
    moment = play.moment
    moment.turn, moment.phase, moment.queue = moment.turn + 1, 0, []
    for car in play.cars_in_play():
        car.acted = False
    if play.settings.order == "fixed_at_round_start":
        play.begin_procedure(f"r{moment.turn}/order")
        _fix_order(play)
    while coming := _next(play):
        moment.phase, moment.acting, moment.placed = moment.phase + 1, coming.id, 0
        yield from activate(play, coming)
        yield NO_QUESTION


def _next(play: Match) -> CarState | None:
    """The next car to activate, None when all have (CC-010, CC-011)."""
    moment, waiting = play.moment, [car for car in play.cars_in_play() if not car.acted]
    if not waiting:
        return None
    if play.settings.order == "fixed_at_round_start":
        ids = {car.id for car in waiting}
        moment.queue = [id for id in moment.queue if id in ids]
        return play.state.cars[moment.queue.pop(0)]
    play.begin_procedure(f"r{moment.turn}/a{moment.phase + 1}/order")
    return first_to_act(play, waiting)


def _fix_order(play: Match) -> None:
    """The order of all cars for the round as their engines are now, where the house wants it fixed (CC-011)."""
    waiting = play.cars_in_play()
    while waiting:
        first = first_to_act(play, waiting)
        waiting.remove(first)
        play.moment.queue.append(first.id)


def first_to_act(play: Match, waiting: list[CarState]) -> CarState:
    """The car with the most speed tokens on its engine, by house rule with the fewest; of several the one that rolls
    highest (CC-011, CC-012).
    """
    most = max if play.settings.order_direction == "descending" else min
    speed = most(map(speed_of, waiting))
    tied = [car for car in waiting if speed_of(car) == speed]
    if len(tied) > 1:  # no mutant: one alone rolls nothing
        _break_tie(play, tied, speed)
    return max(tied, key=lambda car: car.tie)


def _break_tie(play: Match, tied: list[CarState], speed: int) -> None:
    """A die for each tied car that has none from this tie, and again for those whose rolls are equal so far; what was
    rolled holds until a car has acted or its tokens have changed (CC-012).
    """
    for car in tied:
        if car.tie_speed != speed:
            car.tie, car.tie_speed = [], speed
    rolled = False
    while level := [car for car in tied if _is_level(car, tied)]:
        for car in level:
            car.tie.append(play.die(D20, f"turn of {car.id}"))
        rolled = True
    if rolled:
        play.note("tie", "CC-012", tokens=speed, rolls={car.id: list(car.tie) for car in tied})


def _is_level(car: CarState, tied: list[CarState]) -> bool:
    """Whether a car's rolls do not yet set it apart from another of the tie."""
    return any(other is not car and other.tie[: len(car.tie)] == car.tie for other in tied)


def end_reason(play: Match) -> str:
    """Why the match is over at the end of a round, empty while it is not: `sides`, since one side at most has cars,
    `points`, since a side has the victory points, or `rounds`, since they are all played (CC-090).
    """
    settings = play.settings
    if len({car.team for car in play.cars_in_play()}) <= 1:
        return "sides"
    enough = any(play.points(team) >= settings.victory_limit for team in play.setup.teams)
    if settings.mission == "last_cult" and enough:
        return "points"
    return "rounds" if play.moment.turn >= settings.max_rounds else ""


def resolve_injuries(play: Match, car: CarState) -> None:
    """What the match has done to everybody aboard a car (CC-102).

    In a car that exploded everybody checks their toughness; else whoever has both action zones of their card under
    damage does, and one of them is a flesh wound. A check passed leaves a flesh wound.
    """
    for card, crew in _aboard(play, car):
        hurt = 0
        if card:
            hurt = len(car.tracks[card]) - sound_az(car.tracks[card])
        if car.status == EXPLODED or (card and hurt == len(car.tracks[card])):
            toughness = play.crews[crew.id].toughness
            crew.out = not passes_toughness_check(play, crew.id, toughness=toughness, rule="CC-102", why=car.status)
            crew.wounds = 0 if crew.out else 1
        elif hurt:
            crew.wounds = 1
        if crew.wounds or crew.out:
            after = {"wounds": crew.wounds, "out": crew.out}
            play.note("crew", "CC-102", car, crew=crew.id, before={"wounds": 0, "out": False}, after=after)


def _aboard(play: Match, car: CarState) -> list[tuple[str, CrewState]]:
    """Who is aboard a car, each with their crew card's name, empty for a driver who has none (CC-102)."""
    entry = play.entries[car.id]
    found = [(card, play.state.crew[id]) for card, id in entry.crew.items()]
    if entry.driver and entry.driver not in entry.crew.values():
        found.append(("", play.state.crew[entry.driver]))
    return found
