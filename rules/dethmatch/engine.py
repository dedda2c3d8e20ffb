"""Plays a match one step at a time. Rules DM-M-041, DM-M-128, DM-M-149.

`start` sets a match up, `step` plays its next step, and `is_over` says when no step is left. A step is the start of a
heat or turn, the initiative, one car's speed change, movement roll or activation, the start or end of a phase, the
end of a turn, or the interval between two heats. Headless matches, orders by the turn and orders by the phase all use
these steps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.core.dice import Dice
from rules.dethmatch import editions, first_autopilot
from rules.dethmatch.autopilot import Autopilot
from rules.dethmatch.combat import dropped_weapons
from rules.dethmatch.crew import initiative
from rules.dethmatch.damage import bombs, rollovers
from rules.dethmatch.driving import movement_points, speed
from rules.dethmatch.driving.handling import recover_handling
from rules.dethmatch.events.event import event_of
from rules.dethmatch.match.entries import MatchSetup
from rules.dethmatch.match.match import Match, Pilot
from rules.dethmatch.match.orders import CarOrders, SpeedOrder, TeamOrders
from rules.dethmatch.match.state import NOWHERE, CarState, CarStatus, Control, MatchState
from rules.dethmatch.movement import model_handling, speed_step
from rules.dethmatch.pits import pit_stops
from rules.dethmatch.pits.loadouts import set_height
from rules.dethmatch.play import heats
from rules.dethmatch.play.activation import activate, fire_late, move_early
from rules.dethmatch.play.order_checks import EVERY_TURN
from rules.dethmatch.play.outside_ground import strike_outside
from rules.dethmatch.play.player_orders import NO_INTERVAL_ORDERS, PlayerPilot
from rules.dethmatch.settings import Settings, settings_of
from rules.dethmatch.setup.match_errors import track_of
from rules.match.log import LogEntry
from rules.match.recording import digest_of_state

EDITION = editions.EDITION
"""The edition of the rules, which each setup names for itself."""
PHASES_PER_TURN = 3
"""Combat phases in a turn (DM-M-041)."""
NO_ORDERS: Mapping[str, CarOrders] = {}


def start(setup: MatchSetup, dice: Dice, pilot: Pilot | None = None) -> Match:
    """Set up a match before its first heat; its setup must be without errors, see `setup.match_errors`.

    Without a `pilot`, the autopilot drives every car that gets no orders.
    """
    settings = settings_of(setup.switches, edition=setup.edition)
    play = Match(
        setup=setup,
        settings=settings,
        track=track_of(setup),
        state=MatchState(),
        dice=dice,
        pilot=pilot or PlayerPilot(autopilot_of(setup, settings)),
        rollovers=rollovers,
    )
    heats.enter(play)
    return play


def autopilot_of(setup: MatchSetup, settings: Settings) -> Pilot:
    """The autopilot of the edition that plays a match (DM-M-141)."""
    if setup.edition >= editions.DRIVEN_BY_PLANS:
        return Autopilot(setup, settings)
    return first_autopilot.Autopilot(setup, settings)


def is_over(play: Match) -> bool:
    """Whether the last heat has ended."""
    return play.state.moment.step == "over"


def step(
    play: Match,
    orders: Mapping[str, CarOrders] = NO_ORDERS,
    intervals: Mapping[str, TeamOrders] = NO_INTERVAL_ORDERS,
) -> list[LogEntry]:
    """Play the next step of a match and return the log entries it wrote.

    `orders` are people's orders for this turn, by car. `intervals` are their orders for the time between two heats,
    by team, and are accepted only at that step (DM-M-147). Both are ignored unless the match has a `PlayerPilot`.

    Orders that no rule allows are refused before anything happens, see `order_checks` (DM-M-149).
    """
    if isinstance(play.pilot, PlayerPilot):
        play.pilot.receive(play, orders, intervals)
    written = len(play.log.entries)
    STEP_FUNCTIONS[play.state.moment.step](play)
    return play.log.entries[written:]


# ------------------------------------------------------------------------------------------------------ the steps


def _heat_start(play: Match) -> None:
    play.begin_procedure("grid")
    heats.begin(play)
    play.state.moment.step = "turn_start"
    if heats.is_unfought(play):
        heats.end_unfought(play)
        play.state.moment.step = _step_after_heat(play)
        _stamp(play)


def _turn_start(play: Match) -> None:
    """Apply what starts a turn: speed losses carried over, boosters and slowdowns (DM-M-041)."""
    moment = play.state.moment
    moment.turn, moment.phase = moment.turn + 1, 0
    event_of(play).on_turn_start(play)
    for sheet in play.state.crew.values():
        sheet.turn_used.clear()
    for car in in_play(play):
        for gun in car.guns:
            gun.spent = 0
        play.begin_procedure(f"t{moment.turn}/start/{car.id}")
        speed_step.apply_start_of_turn(play, car)
    moment.step = "initiative"


def _initiative(play: Match) -> None:
    """Ask every driver for a speed order, then roll initiative (DM-M-042, DM-M-147)."""
    moment = play.state.moment
    play.intents = {car.id: _intent(play, car) for car in in_play(play)}
    play.begin_procedure(f"t{moment.turn}/initiative")
    initiative.roll_initiative(play)
    _queue(play, "speed")


def _intent(play: Match, car: CarState) -> SpeedOrder:
    if play.driver(car) is None or car.control is not Control.OK:
        return SpeedOrder()
    order = play.pilot.speed(play, car)
    moment = play.state.moment
    play.log.orders.append((f"h{moment.heat}/t{moment.turn}/speed", car.id, order))
    play.note_plan(car, order.plan, rule="DM-M-141")
    if order.height and order.height != car.loadout.height and play.settings.adjustable_height_when == EVERY_TURN:
        before = {"height": car.loadout.height}
        set_height(play, car, order.height)
        play.note("height", "DM-M-022", car, before=before, after={"height": order.height})
    return order


def _speed(play: Match) -> None:
    if car := _next(play, "movement"):
        play.begin_procedure(f"t{play.state.moment.turn}/speed/{car.id}")
        speed_step.change_speed(play, car, play.intents[car.id])
        if play.model_handling is not None:
            play.model_handling.paces[car.id] = car.speed


def _movement(play: Match) -> None:
    if car := _next(play, "phase_start"):
        play.begin_procedure(f"t{play.state.moment.turn}/movement/{car.id}")
        movement_points.roll_points(play, car)


def _phase_start(play: Match) -> None:
    moment = play.state.moment
    moment.phase += 1
    play.begin_procedure(f"t{moment.turn}/p{moment.phase}")
    bombs.explode_due_bombs(play)
    _queue(play, "activation")
    state = play.state
    if state.hasty:
        moment.queue = [*state.hasty, *state.ranking]


def _activation(play: Match) -> None:
    if car := _next(play, "phase_end"):
        if car.id not in play.state.hasty:
            activate(play, car)
        elif car.id in play.state.moment.queue:
            move_early(play, car)
        else:
            fire_late(play, car)
        event_of(play).on_activation_end(play)


def _phase_end(play: Match) -> None:
    event_of(play).on_phase_end(play)
    moment = play.state.moment
    moment.step = "turn_end" if moment.phase == PHASES_PER_TURN else "phase_start"


def _turn_end(play: Match) -> None:
    """Do the pit work, recovery, fuel, oil and smoke, and scoring; end the heat if it is over (DM-M-041)."""
    moment = play.state.moment
    play.begin_procedure(f"t{moment.turn}/pits")
    pit_stops.work(play)
    if play.model_handling is not None:
        model_handling.end_turn(play, play.model_handling, in_play(play))
    for car in in_play(play):
        if play.model_handling is None:
            recover_handling(play, car)
        speed.burn_fuel(play, car)
    dropped_weapons.clear_up(play)
    strike_outside(play)
    event = event_of(play)
    event.on_turn_end(play)
    over = event.is_over(play)
    moment.step = "turn_start"
    if over:
        heats.end(play)
        moment.step = _step_after_heat(play)
    _stamp(play)


def _step_after_heat(play: Match) -> str:
    return "over" if play.state.moment.heat >= heats.count(play) else "interval"


def _stamp(play: Match) -> None:
    """Log a digest of the state at the end of a turn, or of a heat without turns (DM-M-001)."""
    moment = play.state.moment
    stamp = digest_of_state(play.state)
    play.log.digests.append((moment.heat, moment.turn, stamp))
    play.note("turn_end", "DM-M-041", digest=stamp)


def _interval(play: Match) -> None:
    moment = play.state.moment
    play.begin_procedure("interval")
    heats.interval(play)
    moment.heat, moment.turn, moment.phase, moment.step = moment.heat + 1, 0, 0, "heat_start"


STEP_FUNCTIONS: Mapping[str, Callable[[Match], None]] = {
    "heat_start": _heat_start,
    "turn_start": _turn_start,
    "initiative": _initiative,
    "speed": _speed,
    "movement": _movement,
    "phase_start": _phase_start,
    "activation": _activation,
    "phase_end": _phase_end,
    "turn_end": _turn_end,
    "interval": _interval,
}
"""The function that plays each step of a match (DM-M-041)."""


def in_play(play: Match) -> list[CarState]:
    """The cars on the map that are not wrecks, in the order of the setup."""
    return [car for car in play.state.cars.values() if car.at != NOWHERE and car.status is not CarStatus.WRECK]


def _queue(play: Match, step: str) -> None:
    """Begin a step in which the cars act one by one, lowest initiative first (DM-M-042)."""
    play.state.moment.queue = list(play.state.order)
    play.state.moment.step = step


def _next(play: Match, then: str) -> CarState | None:
    """The next car of this step that can still act; None after the last one, when the step `then` begins."""
    moment = play.state.moment
    while moment.queue:
        car = play.state.cars[moment.queue.pop(0)]
        if car.at != NOWHERE and car.status is not CarStatus.WRECK:
            return car
    moment.step = then
    if then == "movement":
        _queue(play, then)
    return None
