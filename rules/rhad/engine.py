"""The engine of a duel, which plays it one step at a time. Rules RH-002, RH-020, RH-021, RH-030, RH-036, RH-037,
RH-088, RH-089.

`start` sets a match up, `step` plays the next step, and `is_over` says whether none is left. A step is the start of a
round, one car's speed, one car's phase, or the end of a round; cars act in the order of their ids.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.core.dice import Dice
from rules.match.duels.scorer import PhaseClose
from rules.match.handling.speed_table import PHASES
from rules.match.log import LogEntry
from rules.match.recording import digest_of_state
from rules.match.ruleset import Document
from rules.match.stepwise_play import MatchOver, NobodyAsked, OrderRequest
from rules.rhad import editions, first_autopilot
from rules.rhad.autopilot import Autopilot
from rules.rhad.car.handling import recover
from rules.rhad.car.kills import update_kill_status
from rules.rhad.combat.attacks import fire, ready_seats, ready_weapons, targets
from rules.rhad.match.duel_points import bonus_points, exact, kill_points
from rules.rhad.match.match import Match, Pilot
from rules.rhad.match.orders import (
    KEEP,
    STRAIGHT_ON,
    Order,
    Override,
    PhaseOrder,
    SpeedOrder,
    document_of_order,
    read_order,
)
from rules.rhad.match.setup import MatchSetup
from rules.rhad.match.state import CarState, CarStatus
from rules.rhad.movement.loss_of_control import check_control, start_round
from rules.rhad.movement.moves import free_steps, move
from rules.rhad.movement.speed import coast, may_set_speed, set_speed, speeds_open
from rules.rhad.play import order_checks, start_of_match
from rules.rhad.play.end_of_match import score_match
from rules.rhad.play.first_edition_end import find_end_reason
from rules.rhad.play.phase_close import close_phase
from rules.rhad.settings import NO_DECISION

EDITION = editions.EDITION
"""The edition that new matches are played by."""
OVER = "over"
OVERRIDE_SUFFIX = "/override"
"""The end of the path of a commissioner's override, after the path of the next step (RH-002)."""


def start(setup: MatchSetup, dice: Dice, pilot: Pilot | None = None) -> Match:
    """A match before its first round, with its cars on their starting places (RH-030). The autopilot is the default
    pilot.

    Raises `Unknown` or `Malformed` for invalid switches.
    """
    play = start_of_match.set_up(setup, dice, pilot or autopilot_of(setup))
    if not play.state.cars:
        _end(play, "no cars")
    return play


def autopilot_of(setup: MatchSetup) -> Pilot:
    """The autopilot of the edition that plays a match (RH-086)."""
    return Autopilot() if setup.edition >= editions.DRIVEN_BY_PLANS else first_autopilot.Autopilot()


def is_over(play: Match) -> bool:
    """Whether the duel has ended."""
    return play.state.moment.step == OVER


def step_path(play: Match) -> str:
    """The path of the next step: `r3/speed.c1`, `r3/p2.c1`, `r3/start` or `r3/end`. It is unique within the match."""
    moment = play.state.moment
    match moment.step:
        case "round_start":
            return f"r{moment.turn + 1}/start"
        case "speed":
            return f"r{moment.turn}/speed.{moment.queue[0]}"
        case "phase":
            return f"r{moment.turn}/p{moment.phase}.{moment.queue[0]}"
    return f"r{moment.turn}/end"


def legal_orders(play: Match) -> OrderRequest | None:
    """The driver whom the next step asks, and the orders they may give; None if it asks nobody (RH-020)."""
    if (due := _driver_to_ask(play)) is None:
        return None
    car, kind = due
    return OrderRequest(step=step_path(play), car=car.id, kind=kind, may=order_checks.order_bounds(play, car, kind))


def step(play: Match, order: Document | None = None) -> list[LogEntry]:
    """Play the next step and return the entries it wrote; without an order, the pilot answers.

    Raises `OrderIllegal`, `NobodyAsked` or `MatchOver` before anything is done.
    """
    if is_over(play):
        raise MatchOver(f"{play.match} is over: read its report.")
    due = _driver_to_ask(play)
    answer: Order | None = None
    if due is not None:
        car, kind = due
        answer = play.pilot.order(play, car, kind) if order is None else read_order(kind, order)
        order_checks.refuse_illegal(play, car, answer)
        play.log.orders.append((step_path(play), car.id, document_of_order(answer)))
    elif order is not None:
        raise NobodyAsked(f"{play.match} asks nobody at {step_path(play)}: give no order there.")
    written = len(play.log.entries)
    STEPS[play.state.moment.step](play, answer)
    return play.log.entries[written:]


def override(play: Match, *, car: str, field: str, value: int, reason: str) -> None:
    """A commissioner's override: set one figure of a car before the next step (RH-002).

    It is logged, and recorded among the orders at `<place>/override`, so that a replay applies it at the same point.
    Raises `OrderIllegal` for a figure that cannot be set this way, or `MatchOver`.
    """
    if is_over(play):
        raise MatchOver(f"{play.match} is over: correct its report instead.")
    override_order = Override(field=field, value=value, reason=reason)
    order_checks.refuse_override(play, car, override_order)
    car_state = play.state.cars[car]
    play.log.orders.append((step_path(play) + OVERRIDE_SUFFIX, car, document_of_order(override_order)))
    if field in car_state.armor:
        before = car_state.armor[field]
        car_state.armor[field] = value
    else:
        before = getattr(car_state, field)
        setattr(car_state, field, value)
    play.overridden.add(car)
    if field == "base_hc":
        car_state.built_hc += value - before
    play.note("override", "RH-002", car_state, before={field: before}, after={field: value}, reason=reason)
    if field == "speed":
        car_state.set_speed = value
        if value == 0:
            set_speed(play, car_state, 0, rule="RH-002", why=reason)
    update_kill_status(play, car_state)


# ------------------------------------------------------------------------------------------------------ the steps


def _driver_to_ask(play: Match) -> tuple[CarState, str] | None:
    """The car whose driver the next step asks, and the kind of order; None if it asks nobody (RH-020)."""
    moment = play.state.moment
    if not moment.queue:
        return None
    car = play.state.cars[moment.queue[0]]
    if moment.step == "speed":
        return (car, "speed") if may_set_speed(play, car) else None
    if free_steps(play, car) or _may_attack(play, car):
        return car, "phase"
    return None


def _may_attack(play: Match, car: CarState) -> bool:
    return bool(ready_seats(play, car) and ready_weapons(play, car) and targets(play, car))


def _round_start(play: Match, _: Order | None) -> None:
    """Carry out what is left of crash results, car by car, before any speed is set (RH-020, RH-056)."""
    moment = play.state.moment
    moment.turn, moment.phase = moment.turn + 1, 0
    play.note("round_start", "RH-020")
    for car in play.state.cars.values():
        play.begin_procedure(f"r{moment.turn}/start/{car.id}")
        start_round(play, car)
    moment.step, moment.queue = "speed", list(play.state.cars)


def _speed(play: Match, order: Order | None) -> None:
    """One car sets its speed for the round (RH-020, RH-021)."""
    car = play.state.cars[play.state.moment.queue.pop(0)]
    if isinstance(order, SpeedOrder):
        slowest, fastest = speeds_open(play, car)
        mph = min(max(car.speed, slowest), fastest) if order.to == KEEP else order.to
        set_speed(play, car, mph, rule="RH-021", why="order")
        play.note_plan(car, order.plan, rule="RH-087")
    else:
        coast(play, car)
    car.set_speed = car.speed
    if car.speed and car.stilled:
        car.stilled = False
        play.note("going_again", "RH-069", car, before={"stilled": True}, after={"stilled": False})
    if not play.state.moment.queue:
        _next_phase(play)


def _next_phase(play: Match) -> None:
    """Go to the next of five phases, or to the end of the round (RH-020)."""
    moment = play.state.moment
    if moment.phase == PHASES:
        moment.step = "round_end"
        return
    if moment.phase and _closes_duel(play):
        _end_turn(play)
        return
    moment.phase += 1
    moment.step, moment.queue = "phase", list(play.state.cars)


def _phase(play: Match, order: Order | None) -> None:
    """One car's movement and attacks (RH-020, RH-088)."""
    moment = play.state.moment
    car = play.state.cars[moment.queue.pop(0)]
    phase_order = order if isinstance(order, PhaseOrder) else STRAIGHT_ON
    play.begin_procedure(f"r{moment.turn}/p{moment.phase}/{car.id}")
    move(play, car, phase_order)
    for attack in phase_order.attacks:
        fire(play, car, attack)
    if not moment.queue:
        _next_phase(play)


def _round_end(play: Match, _: Order | None) -> None:
    """Check the kill status of every car (RH-090), then the control of every car that is not a complete kill; then
    those that still are none recover, and the duel may end (RH-020, RH-036, RH-037, RH-089).
    """
    moment = play.state.moment
    for car in play.state.cars.values():
        update_kill_status(play, car)
    survivors = [car for car in play.state.cars.values() if car.status is not CarStatus.COMPLETE_KILL]
    for car in survivors:
        play.begin_procedure(f"r{moment.turn}/end/{car.id}")
        check_control(play, car)
    for car in survivors:
        if car.status is not CarStatus.COMPLETE_KILL or play.handles_wrecks:
            recover(play, car)
    if not _closes_duel(play):
        moment.step = "round_start"
    _end_turn(play)


def _closes_duel(play: Match) -> bool:
    """Close a phase, which may end the duel; the first edition looks at the end of a round only (RH-089)."""
    if play.record is not None:
        close = close_phase(play, play.record)
        if close.reason:
            _end(play, close.reason, close)
    elif play.state.moment.step == "round_end" and (why := find_end_reason(play)):
        _end(play, why)
    return is_over(play)


def _end_turn(play: Match) -> None:
    """Write the digest of a round that is over, or of the part of it that was played (RH-080)."""
    moment = play.state.moment
    digest = digest_of_state(_digested(play))
    play.log.digests.append((moment.heat, moment.turn, digest))
    play.note("turn_end", "RH-020", digest=digest)


def _digested(play: Match) -> object:
    """What the digest of a round is made of: all that later rounds and the end depend on (RH-080)."""
    if play.record is None:
        return play.state
    scored = [play.state, play.record, _points(play)]
    return scored if play.settings.decision == NO_DECISION else [*scored, list(play.harm_done.values())]


def _points(play: Match) -> list[tuple[int | str, int | str]]:
    """The points of every car, as they go into a digest (RH-080)."""
    return [(exact(kill_points(play, car)), exact(bonus_points(play, car))) for car in play.state.cars.values()]


def _end(play: Match, why: str, close: PhaseClose | None = None) -> None:
    """Score the match and end it (RH-089, RH-090)."""
    play.state.why_over = why
    if close is None:
        play.note("over", "RH-089", why=why)
    else:
        play.note("over", "RH-089", why=why, winner=close.winner, limit=close.limit, held=close.held)
    score_match(play, close)
    play.state.moment.step = OVER


STEPS: Mapping[str, Callable[[Match, Order | None], None]] = {
    "round_start": _round_start,
    "speed": _speed,
    "phase": _phase,
    "round_end": _round_end,
}
"""The function for each step of a match (RH-020)."""
