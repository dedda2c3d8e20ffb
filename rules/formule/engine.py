"""The race engine: its steps, and the questions to drivers. Rules FW-102 to FW-104, FW-106, FW-127, FW-128, FW-140,
FW-144.

A race begins with the grid, then goes through rounds. In each round every car has its turn: a gear and its die, the
move, perhaps slipstreams. A step that needs an order takes the one it is given, else asks the pilot.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from rules.core.dice import Dice
from rules.formule import editions
from rules.formule.autopilot import Autopilot
from rules.formule.car import gears
from rules.formule.combat import dropped_weapons
from rules.formule.first_autopilot import Autopilot as FirstAutopilot
from rules.formule.match import positions
from rules.formule.match.match import Match, Pilot
from rules.formule.match.orders import (
    ORDER_TYPES,
    DriveOrder,
    GearOrder,
    Order,
    SlipstreamOrder,
    read_order,
)
from rules.formule.match.setup import MatchSetup
from rules.formule.match.state import CarState, CarStatus, MatchState
from rules.formule.movement import finish, moves, paths, slipstream
from rules.formule.play import grid, turn
from rules.formule.play.order_checks import refuse_illegal
from rules.formule.settings import settings_of
from rules.match.log import LogEntry
from rules.match.recording import digest_of_state
from rules.match.stepwise_play import MatchOver, NobodyAsked, OrderRequest

EDITION = editions.EDITION
"""The edition that new races are played by."""
OVER = "over"
Document = dict[str, Any]


def start(setup: MatchSetup, dice: Dice, pilot: Pilot | None = None) -> Match:
    """A race before its grid. Cars without orders are driven by the pilot, by default the autopilot of its edition.

    Raises `Unknown` or `Malformed` for invalid house rules.
    """
    settings = settings_of(setup.switches, edition=setup.edition)
    if pilot is None:
        pilot = Autopilot() if setup.edition >= editions.DRIVEN_BY_PLANS else FirstAutopilot()
    play = Match(setup=setup, settings=settings, state=MatchState(), dice=dice, pilot=pilot)
    grid.enter(play)
    return play


def is_over(play: Match) -> bool:
    """Whether the race is over."""
    return play.moment.step == OVER


def legal_orders(play: Match) -> OrderRequest | None:
    """Whom the next step asks and what they may order; None if it asks nobody."""
    kind = play.moment.step
    if kind not in ORDER_TYPES:
        return None
    car = play.state.cars[play.moment.car]
    return OrderRequest(step=step_path(play), car=car.id, kind=kind, may=ORDER_BOUNDS[kind](play, car))


def step(play: Match, order: Document | None = None) -> list[LogEntry]:
    """Play the next step and return its log entries. An order given here replaces the pilot's.

    Raises `MatchOver`, `NobodyAsked` or `OrderIllegal` before anything is done.
    """
    moment, written = play.moment, len(play.log.entries)
    if moment.step == OVER:
        raise MatchOver(f"{play.match} is over: read its result.")
    kind = moment.step
    if kind not in ORDER_TYPES:
        if order is not None:
            raise NobodyAsked(f"{play.match} asks nobody now: give the order when a driver is asked.")
        STEPS[kind](play)
        return play.log.entries[written:]
    car = play.state.cars[moment.car]
    taken = play.pilot.order(play, car, kind) if order is None else read_order(kind, order)
    refuse_illegal(play, car, kind, taken)
    play.log.orders.append((step_path(play), car.id, document_of_order(taken)))
    if isinstance(taken, GearOrder | DriveOrder):
        play.note_plan(car, taken.plan, rule="FW-140")
    ANSWER_ACTIONS[kind](play, car, taken)
    return play.log.entries[written:]


def document_of_order(order: Order) -> Document:
    """An order as a plain JSON document, without its defaults."""
    document: Document = msgspec.to_builtins(order)
    return _without_defaults(document, type(order)())


def _without_defaults(document: Document, plain: Order) -> Document:
    fields = {name: value for name, value in document.items() if value and value != getattr(plain, name)}
    for name in ACTION_FIELDS:
        if name in fields:
            fields[name] = [
                {field: value for field, value in action.items() if value or field in REQUIRED}
                for action in fields[name]
            ]
    if "path" in fields:
        fields["path"] = list(fields["path"])
    return fields


ACTION_FIELDS = ("fire", "drop", "ram")  # no mutant: order
"""The fields of a move that list actions on the way."""
REQUIRED = frozenset({"weapon", "target"})
"""The fields of an action that have no default."""


def step_path(play: Match) -> str:
    """The path of the current step: round, car and question. Slipstreams of a turn are numbered from 1 (FW-127)."""
    moment = play.moment
    number = str(play.state.cars[moment.car].slipstreams + 1) if moment.step == "slipstream" else ""
    return f"r{moment.turn}/{moment.car}/{moment.step}{number}"


# ---------------------------------------------------------------------------------------- steps without a question


def _grid(play: Match) -> None:
    grid.line_up(play)
    play.moment.step = "round" if play.racing_cars else OVER
    if not play.racing_cars:
        _close(play)


def _round(play: Match) -> None:
    """Begin a round and fix the order of its turns (FW-104)."""
    moment = play.moment
    moment.turn, moment.phase = moment.turn + 1, 0
    moment.queue = [car.id for car in positions.running_order(play)]
    play.note("order", "FW-104", order=list(moment.queue))
    moment.step = "turn"


def _turn(play: Match) -> None:
    """Begin the next car's turn (FW-103, FW-106, FW-118).

    The car makes its start roll, goes on in gear 1, or its driver is asked for a gear.
    """
    moment = play.moment
    car = _next(play)
    if car is None:
        moment.step = "round_end"
        return
    moment.car, moment.phase = car.id, moment.phase + 1
    turn.begin(play, car)
    if not gears.is_starting(car) and not gears.must_keep_gear_1(car):
        moment.step = "gear"
        return
    play.begin_procedure(f"r{moment.turn}/{car.id}/gear")
    if gears.is_starting(car):
        gears.start(play, car)
    else:
        gears.roll(play, car)
    _after_roll(play, car)


def _next(play: Match) -> CarState | None:
    while play.moment.queue:
        car = play.state.cars[play.moment.queue.pop(0)]
        if car.status is CarStatus.RUNNING:
            return car
    return None


def _after_roll(play: Match, car: CarState) -> None:
    if car.status is CarStatus.RUNNING and car.roll:
        play.moment.step = "drive"
    else:
        _turn_over(play, car)


def _turn_over(play: Match, car: CarState) -> None:
    turn.end(play, car)
    play.moment.car, play.moment.step = "", "turn"


def _round_end(play: Match) -> None:
    """End the round, and the race if no car is still racing or its time is up (FW-128, FW-144)."""
    moment = play.moment
    moment.phase, moment.step = 0, "round"
    if play.racing_cars and finish.is_out_of_time(play):
        finish.stop(play)
        dropped_weapons.clear_smoke(play)
    if not play.racing_cars:
        _close(play)
    stamp = digest_of_state(play.state)
    play.log.digests.append((moment.heat, moment.turn, stamp))
    play.note("turn_end", "FW-104", digest=stamp)


def _close(play: Match) -> None:
    play.moment.step = OVER
    finish.place_cars_out(play)
    finish.resolve_injuries(play)


STEPS: Mapping[str, Callable[[Match], None]] = {
    "grid": _grid,
    "round": _round,
    "turn": _turn,
    "round_end": _round_end,
}
"""What each step without a question does."""

# ------------------------------------------------------------------------------------------- steps with a question


def _gear(play: Match, car: CarState, order: Order) -> None:
    """Change gear and throw its die, which may make fast cars check their engines (FW-102, FW-103, FW-123)."""
    assert isinstance(order, GearOrder)  # noqa: S101 - refuse_illegal has checked the type
    play.begin_procedure(f"r{play.moment.turn}/{car.id}/gear")
    gears.shift(play, car, order.gear)
    if car.status is CarStatus.RUNNING:
        gears.roll(play, car)
    _after_roll(play, car)


def _drive(play: Match, car: CarState, order: Order) -> None:
    """Spend the brakes, then drive the rest of the roll (FW-107, FW-120)."""
    assert isinstance(order, DriveOrder)  # noqa: S101 - the same
    play.begin_procedure(f"r{play.moment.turn}/{car.id}/drive")
    if order.brake:
        before = {"brakes": car.brakes, "braked": False}
        car.brakes, car.braked = car.brakes - order.brake, True
        play.note("brake", "FW-120", car, before=before, after={"brakes": car.brakes, "braked": True})
    moves.move(play, car, order, car.roll - order.brake)
    _after_move(play, car)


def _slipstream(play: Match, car: CarState, order: Order) -> None:
    """Drive the squares of the slipstream, or end the turn (FW-127)."""
    assert isinstance(order, SlipstreamOrder)  # noqa: S101 - the same
    if not order.path:
        _turn_over(play, car)
        return
    car.slipstreams += 1
    play.begin_procedure(f"r{play.moment.turn}/{car.id}/slipstream{car.slipstreams}")
    play.note(
        "slipstream", "FW-127", car, before={"slipstreams": car.slipstreams - 1},
        after={"slipstreams": car.slipstreams},
    )  # fmt: skip
    moves.move(play, car, order, slipstream.squares(play, car))
    _after_move(play, car)


def _after_move(play: Match, car: CarState) -> None:
    if slipstream.is_offered(play, car):
        play.moment.step = "slipstream"
    else:
        _turn_over(play, car)


ANSWER_ACTIONS: Mapping[str, Callable[[Match, CarState, Order], None]] = {
    "gear": _gear,
    "drive": _drive,
    "slipstream": _slipstream,
}
"""What each kind of answer does."""

# ----------------------------------------------------------------------------------------------- what may be ordered


def _may_gear(play: Match, car: CarState) -> Document:  # noqa: ARG001 - every kind of question gets the race
    changes = gears.open_gears(car)
    return {"gear": [0, *changes], "takes": {str(gear): dict(points) for gear, points in changes.items() if points}}


def _may_drive(play: Match, car: CarState) -> Document:
    return {"brake": [0, min(car.brakes, car.roll)], **_may_move(play, car, car.roll)}


def _may_slip(play: Match, car: CarState) -> Document:
    return _may_move(play, car, slipstream.squares(play, car))


def _may_move(play: Match, car: CarState, squares: int) -> Document:
    """The bounds of a move (FW-030, FW-031, FW-080).

    They are the squares to drive, the lanes open next, the path driven if the order has none, and the weapons,
    droppers and targets.
    """
    shooters = [n for n, weapon in enumerate(car.weapons) if weapon.works and weapon.ammunition]
    droppers = [n for n in shooters if play.weapons[car.weapons[n].key].is_dropper]
    others = [other.id for other in play.racing_cars if other.id != car.id]
    return {
        "squares": squares,
        "next": list(paths.lanes_open(play.circuit, paths.path_start(car))),
        "path": moves.plan_lanes(play, car, (), squares),
        "actions": play.settings.actions_per_turn - car.acted,
        "free_drops": int(play.settings.drop_beside_shot),
        "fire": {"weapon": [n for n in shooters if n not in droppers], "target": others},
        "drop": {"weapon": droppers},
        "ram": {"target": [other for other in others if other not in car.rammed]},
        "after": [0, squares],
    }


ORDER_BOUNDS: Mapping[str, Callable[[Match, CarState], Document]] = {
    "gear": _may_gear,
    "drive": _may_drive,
    "slipstream": _may_slip,
}
"""What may be ordered, by kind of question."""
