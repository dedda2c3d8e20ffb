"""The match from deployment to its last round: the order of cars, and the end. Rules CC-010 to CC-012, CC-030,
CC-080, CC-090, CC-098, CC-102, CC-104.
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
from rules.carcult.play.decision import decision_between
from rules.carcult.play.result import undecided_points
from rules.match.recording import digest_of_state
from rules.match.toughness_check import passes_toughness_check


def match_steps(play: Match) -> Steps[None]:
    """Play a match: deployment, then rounds until it is over."""
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
            _note_decision(play)
        digest = digest_of_state(play.state)
        play.log.digests.append((1, play.moment.turn, digest))
        play.note("turn_end", "CC-010", digest=digest)
        if not over:
            yield NO_QUESTION


def _deploy(play: Match, car: CarState) -> Steps[None]:
    """Place a car's carried-over damage, then set its starting speed (CC-030, CC-080)."""
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
        assert isinstance(order, StartOrder)  # noqa: S101 - the answer has the type that was asked for
        set_starting_speed(play, car, order.tokens)


def _round(play: Match) -> Steps[None]:
    """Play a round, in which every car on the table activates once (CC-010)."""
    moment = play.moment
    moment.turn, moment.phase, moment.queue = moment.turn + 1, 0, []
    for car in play.cars_in_play():
        car.acted = False
    if play.settings.order == "fixed_at_round_start":
        play.begin_procedure(f"r{moment.turn}/order")
        _fix_order(play)
    while car_to_act := _next(play):
        moment.phase, moment.acting, moment.placed = moment.phase + 1, car_to_act.id, 0
        yield from activate(play, car_to_act)
        yield NO_QUESTION


def _next(play: Match) -> CarState | None:
    """The next car to activate; None if all have (CC-010, CC-011)."""
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
    """Fix the order of all cars for the round by their engines now, for the house rule (CC-011)."""
    waiting = play.cars_in_play()
    while waiting:
        first = first_to_act(play, waiting)
        waiting.remove(first)
        play.moment.queue.append(first.id)


def first_to_act(play: Match, waiting: list[CarState]) -> CarState:
    """The car with the most speed tokens on its engine, or by the house rule the fewest (CC-011, CC-012).

    Of several, the one with the highest tie rolls.
    """
    extreme = max if play.settings.order_direction == "descending" else min
    speed = extreme(map(speed_of, waiting))
    tied = [car for car in waiting if speed_of(car) == speed]
    if len(tied) > 1:  # no mutant: a single car rolls nothing
        _break_tie(play, tied, speed)
    return max(tied, key=lambda car: car.tie)


def _break_tie(play: Match, tied: list[CarState], speed: int) -> None:
    """Roll a die for each tied car without a roll for this tie, and again for those that are level (CC-012).

    Rolls are kept until the car has acted or its number of tokens has changed.
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
    """Whether a car's rolls do not yet distinguish it from another tied car."""
    return any(other is not car and other.tie[: len(car.tie)] == car.tie for other in tied)


def end_reason(play: Match) -> str:
    """Why the match is over at the end of a round; empty if it is not (CC-090).

    It is `sides` if at most one side has cars left, `points` if a side has enough victory points, or `rounds` if all
    rounds have been played.
    """
    settings = play.settings
    if len({car.team for car in play.cars_in_play()}) <= 1:
        return "sides"
    enough = any(play.points(team) >= settings.victory_limit for team in play.setup.teams)
    if settings.mission == "last_cult" and enough:
        return "points"
    return "rounds" if play.moment.turn >= settings.max_rounds else ""


def _note_decision(play: Match) -> None:
    """Write down what decided between sides that are level on points (CC-090)."""
    points = undecided_points(play)
    if (decision := decision_between(play, points)) is not None:
        figures = {team: str(figure) for team, figure in decision.figures.items()}
        play.note(
            "decision", "CC-090", level=list(decision.level), points=points[decision.level[0]],
            winner=decision.winner, by=decision.by, figures=figures,
        )  # fmt: skip


def resolve_injuries(play: Match, car: CarState) -> None:
    """Decide what the match has done to the crew of a car (CC-102).

    In a car that exploded, everybody makes a toughness check. Otherwise those whose crew card has no sound AZ make
    one, and one damaged AZ is a flesh wound. Passing a check leaves a flesh wound.
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
    """The crew of a car, each with the name of their crew card, which is empty for a driver without one (CC-102)."""
    entry = play.entries[car.id]
    crew = [(card, play.state.crew[id]) for card, id in entry.crew.items()]
    if entry.driver and entry.driver not in entry.crew.values():
        crew.append(("", play.state.crew[entry.driver]))
    return crew
