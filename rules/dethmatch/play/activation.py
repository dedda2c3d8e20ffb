"""One car's activation: status rolls, its orders, its movement points, and its fire on the way. Rules DM-C-048,
DM-M-041, DM-M-043, DM-M-049, DM-M-055, DM-M-070, DM-M-117, DM-M-118.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from rules.core.refusals import Refusal
from rules.dethmatch.combat import dropped_weapons, quick_draw, shooting, target_systems, unhinged
from rules.dethmatch.driving import movement_points, out_of_control
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.orders import DropOrder, FireOrder, PhaseOrder
from rules.dethmatch.match.state import INTACT_STATUSES, NOWHERE, CarState, CarStatus, Control
from rules.dethmatch.movement import forced_steps, moves, shuffle_moves

STUPID_ON = 6
"""The face on which a Stupid competitor does nothing this phase (DM-M-117)."""
STILL_ON_THE_MAP = frozenset({CarStatus.RUNNING, CarStatus.PARKED, CarStatus.DESTROYED})
EMPTY_ORDER = PhaseOrder()
LAST = 1_000  # no mutant: any figure above all paths
"""More steps than any path has, so that everything left is due."""
DAZED = "stupid"


def activate(play: Match, car: CarState) -> None:
    """Let a car act in this phase: status rolls, movement and firing, recovery check (DM-M-041).

    A car without movement points still acts and may fire (DM-M-043). A car that is out of the heat does nothing.
    """
    if _opens(play, car, ""):
        dazed = _status_rolls(play, car)
        _move(play, car, dazed, fires=True)


def move_early(play: Match, car: CarState) -> None:
    """Let the car of an Impetuous driver move before everyone, without firing (DM-M-043, DM-M-115)."""
    if _opens(play, car, ""):
        dazed = _status_rolls(play, car)
        for id in dazed:
            play.state.crew[id].turn_used[DAZED] = play.state.moment.phase
        _move(play, car, dazed, fires=False)


def fire_late(play: Match, car: CarState) -> None:
    """Let an Impetuous driver and their gunner fire when their initiative comes (DM-M-043, DM-M-115)."""
    if _opens(play, car, "/fire"):
        phase, crew = play.state.moment.phase, play.state.crew
        seated = [id for id in (car.driver, car.gunner) if id]
        dazed = {id for id in seated if crew[id].turn_used.get(DAZED) == phase}
        order = _order(play, car)
        _act(play, car, _able(car, order.fire, dazed), _able(car, order.drop, dazed), made=LAST)


def _opens(play: Match, car: CarState, part: str) -> bool:
    """Open the dice of an activation. False if the car is out of the heat."""
    if car.at == NOWHERE or car.status not in STILL_ON_THE_MAP:
        return False
    moment = play.state.moment
    play.begin_procedure(f"t{moment.turn}/p{moment.phase}/{car.id}{part}")
    return True


def _move(play: Match, car: CarState, dazed: set[str], *, fires: bool) -> None:
    """Move a car, and fire and drop on the way (DM-M-041, DM-M-043, DM-M-055)."""
    phase = play.state.moment.phase
    out_of_control.begin_activation(play, car)
    order = _order(play, car)
    if car.driver in dazed:
        order = PhaseOrder(fire=order.fire, drop=order.drop)
    fire = _able(car, order.fire, dazed) if fires else []
    drop = _able(car, order.drop, dazed) if fires else []
    if order.shuffle:
        shuffle_moves.shuffle(play, car, order.shuffle)
    points = movement_points.apply_points_order(play, car, order)
    _act(play, car, fire, drop, made=0, fires=fires)
    for made in range(points):
        if not car.quota[phase - 1] or car.at == NOWHERE:
            break
        if not forced_steps.make_forced_step(play, car):
            moves.spend_point(play, car, order.path[made] if made < len(order.path) else "F")
        _act(play, car, fire, drop, made=made + 1, fires=fires)
    if fire or drop:
        _act(play, car, fire, drop, made=LAST)
    out_of_control.recover(play, car)


AnyAimedOrder = TypeVar("AnyAimedOrder", FireOrder, DropOrder)


def _able(car: CarState, orders: Sequence[AnyAimedOrder], dazed: set[str]) -> list[AnyAimedOrder]:
    """The orders from seats whose operator is not Stupid this phase (DM-M-117)."""
    return [order for order in orders if _operator_id(car, order.seat) not in dazed]


def _operator_id(car: CarState, seat: str) -> str:
    """The competitor who operates a seat; a system's operator is the gunner if there is one (DM-M-123)."""
    return car.driver if seat == "driver" else car.gunner or car.driver


def _status_rolls(play: Match, car: CarState) -> set[str]:
    """Make the status rolls of a crew, and return who is Stupid this phase (DM-C-048, DM-C-055, DM-M-117, DM-M-118).

    The Unhinged fire during their roll.
    """
    dazed: set[str] = set()
    for id in (car.driver, car.gunner):
        sheet = play.state.crew.get(id)
        if sheet is None or sheet.out or car.status not in INTACT_STATUSES:
            continue
        quirks = play.crews[id].quirks
        if quirks.get("stupid"):
            face = play.d6("Stupid")
            play.note("status_roll", "DM-M-117", car, crew=id, face=face, dazed=face == STUPID_ON)
            if face == STUPID_ON:
                dazed.add(id)
        if quirks.get("unhinged"):
            unhinged.roll(play, car, sheet)
    return dazed


def _order(play: Match, car: CarState) -> PhaseOrder:
    """The order for this activation; empty if nobody able is aboard or the car is destroyed (DM-M-148)."""
    if car.status is CarStatus.DESTROYED or (play.driver(car) is None and play.gunner(car) is None):
        return EMPTY_ORDER
    order = play.pilot.phase(play, car)
    if car.control is Control.UNCONTROLLED:
        order = PhaseOrder(fire=order.fire, drop=order.drop)
    moment = play.state.moment
    play.log.orders.append((f"h{moment.heat}/t{moment.turn}/p{moment.phase}", car.id, order))
    return order


def _act(
    play: Match, car: CarState, fire: list[FireOrder], drop: list[DropOrder], *, made: int, fires: bool = True
) -> None:
    """Fire and drop what is due after `made` steps, and take it off the lists (DM-M-043, DM-M-149).

    An order that has become illegal lapses. Systems fire whenever they may (DM-M-123). Between any two movement
    points, others may draw on the car (DM-M-115).
    """
    for shot in [shot for shot in fire if shot.after <= made]:
        fire.remove(shot)
        try:
            shooting.fire(play, car, shot)
        except Refusal as refusal:
            play.note("order_lapsed", "DM-M-149", car, order="fire", mount=shot.mount, why=refusal.sentence)
    for order in [order for order in drop if order.after <= made]:
        drop.remove(order)
        try:
            dropped_weapons.lay(play, car, order)
        except Refusal as refusal:
            play.note("order_lapsed", "DM-M-149", car, order="drop", mount=order.mount, why=refusal.sentence)
    if car.at != NOWHERE:
        if fires:
            target_systems.systems_fire(play, car)
        quick_draw.offer_quick_draws(play, car)
