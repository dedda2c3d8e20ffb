"""Checks whether an order may be given at all. Rules DM-M-051, DM-M-054, DM-M-055, DM-M-109, DM-M-131 to DM-M-133,
DM-M-147, DM-M-148.

What depends on the moment (arcs, ranges, a hex that has filled) is checked when the order is carried out. An order
that has become illegal by then lapses, and the log says so.
"""

from __future__ import annotations

from rules.core.refusals import Malformed, Refusal, Unknown
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.orders import (
    PATH_STEPS,
    CarOrders,
    DropOrder,
    FireOrder,
    IntervalOrder,
    PhaseOrder,
    SpeedOrder,
    StandingOrder,
    TeamOrders,
)
from rules.dethmatch.match.state import CarState, CarStatus, Control
from rules.dethmatch.movement.speed_step import most_braking_checks
from rules.dethmatch.pits.interval_repairs import refuse_impossible
from rules.match.driving.plan import plan_error

PHASE_NUMBERS = (1, 2, 3)
SHUFFLES = ("", "left", "right", "back")  # no mutant: the order does not matter
OPTIONS = ("none", "extra", "cancel")  # no mutant: the order does not matter
INTENTS = ("up", "hold", "down")  # no mutant: the order does not matter
ROLLS = ("never", "on_fail", "on_success", "always")  # no mutant: the order does not matter
FUSE = (1, 2, 3)
WISHES = ("never", "serious", "always")  # no mutant: the order does not matter
DRIFT_CHOICES = ("stay", "left", "right", "free")  # no mutant: the order does not matter
SIXTHS = 6
EVERY_TURN = "turn_start"
HEADLESS, BY_PHASE = "headless", "phase"
INTERVAL = "interval"
BEFORE_ORDERS = frozenset({"heat_start", "turn_start"})
"""The steps at which orders are for the coming turn."""


class OrdersTooLate(Refusal):
    """The orders are for a turn that is over or has already begun."""


class NoInterval(Refusal):
    """The match is not between two heats, so teams cannot work on their cars (DM-M-131, DM-M-147)."""


class OrdersNotTaken(Refusal):
    """The match is played without orders from people (DM-M-149)."""


class NobodyAtTheWheel(Refusal):
    """The driver is out of action or the car is no longer driven, so it cannot take orders (DM-M-148)."""


class PathImpossible(Refusal):
    """A path has a step that does not exist (DM-M-055)."""


class OrderImpossible(Refusal):
    """The order asks for something that the car or its driver cannot do (DM-M-054, DM-M-093)."""


def refuse_illegal(play: Match, orders: CarOrders) -> None:
    """Raise unless these orders may be given now (DM-M-148).

    Raises `Unknown`, `OrdersNotTaken`, `OrdersTooLate`, `NobodyAtTheWheel`, `Malformed`, `PathImpossible` or
    `OrderImpossible`.
    """
    car = play.state.cars.get(orders.car)
    if car is None:
        known = ", ".join(play.state.cars)
        raise Unknown(f"There is no car {orders.car!r} in {play.setup.match}: name one of {known}.")
    if play.settings.order_mode == HEADLESS:
        raise OrdersNotTaken(f"{play.setup.match} is played without orders: let the autopilot drive {car.id}.")
    coming = coming_turn(play)
    if orders.turn < coming:
        raise OrdersTooLate(f"Turn {orders.turn} is under way or over: give {car.id} orders for turn {coming} on.")
    _refuse_undriven(play, car)
    if orders.standing is not None:
        refuse_standing(car.id, orders.standing)
    if orders.speed is not None:
        _speed(play, car, orders.speed)
    for phase, order in orders.phases.items():
        if phase not in PHASE_NUMBERS:
            raise Malformed(f"A turn has phases 1, 2 and 3: there is no phase {phase} to give {car.id} orders for.")
        refuse_steps(car.id, order)
        for shot in order.fire:
            _fire(play, car, shot)
        for drop in order.drop:
            _drop(play, car, drop)


def refuse_illegal_interval(play: Match, orders: TeamOrders) -> None:
    """Raise unless a team may be given these orders between two heats (DM-M-131, DM-M-147).

    Raises `Unknown`, `OrdersNotTaken`, `NoInterval`, or what `interval_repairs.refuse_impossible` raises.
    """
    if orders.team not in play.state.teams:
        known = ", ".join(play.state.teams)
        raise Unknown(f"There is no team {orders.team[:40]!r} in {play.setup.match}: name one of {known}.")
    if play.settings.order_mode == HEADLESS:
        raise OrdersNotTaken(
            f"{play.setup.match} is played without orders: let the autopilot work for {orders.team}."
        )
    if play.state.moment.step != INTERVAL:
        raise NoInterval(
            f"{play.setup.match} is not between two heats: give {orders.team} these orders once a heat is over and "
            "another is to come."
        )
    interval_order = IntervalOrder(
        substitutes=orders.substitutes or {},
        repairs=orders.repairs or (),
        heal=orders.heal or (),
        heights=orders.heights or {},
    )
    refuse_impossible(play, orders.team, interval_order)


def coming_turn(play: Match) -> int:
    """The first turn for which orders are still accepted (DM-M-147, DM-M-149).

    That is the current turn only if orders are given by the phase, or if nobody has been asked for them so far.
    """
    moment = play.state.moment
    open_still = moment.step == "initiative" or play.settings.order_mode == BY_PHASE
    return moment.turn if open_still and moment.step not in BEFORE_ORDERS else moment.turn + 1


def _refuse_undriven(play: Match, car: CarState) -> None:
    if car.status is not CarStatus.RUNNING or car.control is Control.UNCONTROLLED:
        raise NobodyAtTheWheel(f"{car.id} is {car.status}: nobody drives it any more, so give it no orders.")
    driver = play.state.crew.get(car.driver)
    if driver is None or driver.out:
        raise NobodyAtTheWheel(
            f"{car.driver} is out of action and can be given no orders; {car.id} rolls on by itself."
        )


def _speed(play: Match, car: CarState, order: SpeedOrder) -> None:
    """Check that a speed order has known words, and that its devices are aboard (DM-C-038, DM-C-122, DM-C-144,
    DM-M-044 to DM-M-047).
    """
    if order.intent not in INTENTS or order.second_roll not in ROLLS:
        raise Malformed(
            f"{car.id} can speed up, hold or slow (up, hold, down), and buy a second roll {', '.join(ROLLS)}."
        )
    most = most_braking_checks(play, car)
    if not 0 <= order.checks <= most:
        raise OrderImpossible(f"{car.driver} may make at most {most} braking checks a turn: order 0 to {most}.")
    if error := plan_error(order.plan, cars=play.state.cars.keys() - {car.id}):
        raise Malformed(f"{car.id}: {error}")
    devices = play.fits[car.id].devices
    if order.nitrous and not devices.get("nitrous_injector"):
        raise OrderImpossible(f"{car.id} has no nitrous injector: leave nitrous out of its orders.")
    if order.impetuous and not play.talent_count(car.driver, "impetuous"):
        raise OrderImpossible(f"{car.driver} is not Impetuous and cannot move before everyone.")
    if order.height:
        _height(play, car, order.height)
    for mount in order.boosters:
        if not any(gun.mount == mount and gun.kind == "booster_rockets" for gun in car.guns):
            raise OrderImpossible(f"{car.id} has no booster rockets in {mount!r}: name the mount they are in.")


def _height(play: Match, car: CarState, height: str) -> None:
    """Check that the suspension has this setting and may be changed every turn (DM-M-022)."""
    heights = play.entrants[car.id].design.heights
    if play.settings.adjustable_height_when != EVERY_TURN:
        raise OrderImpossible(f"The height of {car.id} is set before a match or in the pit: order it there.")
    if height not in heights:
        raise OrderImpossible(
            f"The suspension of {car.id} has no setting {height!r}: set it to {' or '.join(heights)}."
        )


def refuse_steps(car: str, order: PhaseOrder) -> None:
    """Raise `PathImpossible` or `Malformed` unless every step and option is known (DM-M-051, DM-M-054, DM-M-055)."""
    strange = [step for step in order.path if step not in PATH_STEPS]
    if strange:
        raise PathImpossible(f"{car} cannot do {', '.join(strange)}: a path is made of {', '.join(PATH_STEPS)}.")
    if order.option not in OPTIONS or order.shuffle not in SHUFFLES:
        raise Malformed(
            f"{car}: an option point is none, extra or cancel, and a car at rest goes left, right or back."
        )


def refuse_standing(car: str, order: StandingOrder) -> None:
    """Raise `Malformed` unless every word of a standing order is known (DM-M-087, DM-M-115, DM-M-147)."""
    if not {order.adept, order.pro, order.marksman, order.crack_shot} <= set(WISHES):
        raise Malformed(f"{car}: a re-roll is used {', '.join(WISHES)}: choose one of them.")
    if order.drift not in DRIFT_CHOICES:
        raise Malformed(f"{car} cannot drift {order.drift[:40]!r} in a collision: choose {', '.join(DRIFT_CHOICES)}.")
    if not 0 <= order.quick_draw <= SIXTHS:
        raise Malformed(
            f"{car}: a Quick draw waits for 1 to {SIXTHS} sixths, or 0 for never, not {order.quick_draw}."
        )


def _fire(play: Match, car: CarState, order: FireOrder) -> None:
    """Check that the weapon is aboard, the target in the match, and somebody able to fire (DM-M-023, DM-M-093)."""
    if not any(gun.mount == order.mount for gun in car.guns):
        mounts = ", ".join(gun.mount for gun in car.guns) or "none at all"
        raise OrderImpossible(f"{car.id} has no weapon in {order.mount!r}: it has {mounts}.")
    if order.target not in play.state.cars or order.target == car.id:
        raise Unknown(f"{car.id} cannot fire at {order.target!r}: name another car of this match.")
    _hand(play, car, order.seat)


def _drop(play: Match, car: CarState, order: DropOrder) -> None:
    """Check that the item to drop is aboard, and that a bomb can have the fuse (DM-M-101, DM-M-121)."""
    aboard = {gun.mount for gun in car.guns} | set(car.loadout.items)
    if order.mount not in aboard:
        raise OrderImpossible(f"{car.id} carries nothing called {order.mount!r} to drop.")
    if order.fuse not in FUSE:
        raise OrderImpossible(f"A bomb goes off 1 to 3 phases later: {order.fuse} is none of these.")
    _hand(play, car, order.seat)


def _hand(play: Match, car: CarState, seat: str) -> None:
    """Check that somebody able is in the seat that fires (DM-M-023)."""
    able = play.gunner(car) if seat in {"gunner", "system"} and car.gunner else play.driver(car)
    if seat not in {"driver", "gunner", "system"}:
        raise Malformed(f"{seat!r} is no seat: fire from the driver's, the gunner's or by the system.")
    if seat == "gunner" and not car.gunner:
        raise OrderImpossible(f"{car.id} has no gunner: let the driver fire.")
    if able is None:
        raise NobodyAtTheWheel(f"The {seat} of {car.id} is out of action: nobody there can fire.")
