"""Checks whether an order may be given at all. Rules RH-002, RH-014 to RH-016, RH-020 to RH-022, RH-062, RH-064,
RH-085, RH-087, RH-088.

Conditions that may change during the phase, such as arcs or an injured driver, are checked when the order is carried
out. An order that has become impossible by then lapses, which is logged.
"""

from __future__ import annotations

from rules.match.driving.plan import plan_error
from rules.match.handling.speed_table import SPEED_STEP, SPEEDS
from rules.match.ruleset import Document
from rules.match.stepwise_play import OrderIllegal
from rules.rhad.combat.attacks import ready_weapons, shooter, targets
from rules.rhad.designs.design import DRIVER, GUNNER, SIDES
from rules.rhad.match.match import Match
from rules.rhad.match.orders import KEEP, Attack, Order, Override, PhaseOrder, SpeedOrder
from rules.rhad.match.state import CarState
from rules.rhad.movement.maneuvers import BOOTLEGGER, MANEUVERS, why_not_maneuver
from rules.rhad.movement.moves import free_steps
from rules.rhad.movement.speed import speeds_open

LARGEST = 1000  # no mutant: any bound will do
OVERRIDABLE_FIELDS = ("speed", "hc", "base_hc", "power_plant", *SIDES)
"""The figures a commissioner may set by an override (RH-002)."""
FIRST_EDITION_FIELDS = ("speed", "hc", "base_hc", "power_plant", "points", *SIDES)
"""The same in the first edition; later, duel points follow from what happened and are the scorer's (RH-090)."""
BELOW_ZERO = frozenset({"hc", "base_hc", "points"})


def refuse_illegal(play: Match, car: CarState, order: Order) -> None:
    """Raise `OrderIllegal` unless the car may be given this order now."""
    if isinstance(order, SpeedOrder):
        _refuse_speed(play, car, order)
    else:
        _refuse_phase(play, car, order)


def _refuse_speed(play: Match, car: CarState, order: SpeedOrder) -> None:
    """Refuse a plan that there is not, a speed that is not in the table, and one that the car cannot reach this round
    (RH-021, RH-022, RH-087).
    """
    if error := plan_error(order.plan, cars=play.state.cars.keys() - {car.id}):
        raise OrderIllegal(error)
    slowest, fastest = speeds_open(play, car)
    if order.to == KEEP:
        return
    if order.to % SPEED_STEP or order.to not in SPEEDS:
        raise OrderIllegal(f"{car.id} cannot go {order.to} mph: speeds are 0 to {SPEEDS[-1]} by fives.")
    if not slowest <= order.to <= fastest:
        raise OrderIllegal(
            f"{car.id} goes {car.speed} mph and can set {slowest} to {fastest} this round, not {order.to}."
        )


def _refuse_phase(play: Match, car: CarState, order: PhaseOrder) -> None:
    """Refuse more maneuvers than there are free steps, an emergency stop that the house rules do not allow, and
    illegal maneuvers and attacks (RH-016, RH-021, RH-062).
    """
    if order.brake and not play.settings.midround_brake:
        raise OrderIllegal(f"{car.id} cannot slow down between two phases: leave the emergency stop out.")
    if order.brake and play.driver(car) is None:
        raise OrderIllegal(f"{car.driver} cannot brake any more: leave the emergency stop out of {car.id}'s orders.")
    free = free_steps(play, car, braked=order.brake)
    if len(order.maneuvers) > free:
        raise OrderIllegal(
            f"{car.id} has {free} free car steps in this phase: give at most as many maneuvers, "
            f"not {len(order.maneuvers)}."
        )
    for name in order.maneuvers:
        if reason := why_not_maneuver(play, car, name):
            raise OrderIllegal(f"{car.id} {reason}.")
    if BOOTLEGGER in order.maneuvers[:-1]:
        raise OrderIllegal(f"{car.id} stands after a bootlegger: order no maneuver behind it.")
    for attack in order.attacks:
        _refuse_attack(play, car, attack)
    _refuse_twice(car, order)


def _refuse_attack(play: Match, car: CarState, attack: Attack) -> None:
    """Refuse an attack without an able crew member who has not attacked yet, a weapon that can fire, and a legal
    target (RH-085, RH-088).
    """
    if attack.crew not in {DRIVER, GUNNER}:
        raise OrderIllegal(f"{car.id} has no {attack.crew[:40]!r}: let its driver or its gunner attack.")
    if shooter(play, car, attack.crew) is None:
        raise OrderIllegal(f"The {attack.crew} of {car.id} cannot attack (again) this round: leave that out.")
    weapons = ready_weapons(play, car)
    if attack.weapon not in weapons:
        allowed = ", ".join(map(str, weapons)) or "none"
        raise OrderIllegal(f"{car.id} cannot fire weapon {attack.weapon} this round: it can fire {allowed}.")
    others = targets(play, car)
    if attack.target not in others:
        allowed = ", ".join(others) or "nobody"
        raise OrderIllegal(f"{car.id} cannot fire at {attack.target[:40]!r}: it can fire at {allowed}.")


def _refuse_twice(car: CarState, order: PhaseOrder) -> None:
    """Refuse two attacks by one crew member or with one weapon (RH-088)."""
    crews, weapons = [attack.crew for attack in order.attacks], [attack.weapon for attack in order.attacks]
    if len(set(crews)) < len(crews):
        raise OrderIllegal(f"{car.id}: one crew member makes one attack a round: order one for each.")
    if len(set(weapons)) < len(weapons):
        raise OrderIllegal(f"{car.id}: one weapon fires once a round: order each once.")


def refuse_override(play: Match, car: str, word: Override) -> None:
    """Raise `OrderIllegal` unless a commissioner may set that figure to that value (RH-002)."""
    if car not in play.state.cars:
        raise OrderIllegal(f"There is no car {car[:40]!r} in {play.match}: name one of {', '.join(play.state.cars)}.")
    fields = FIRST_EDITION_FIELDS if play.record is None else OVERRIDABLE_FIELDS
    if word.field not in fields:
        raise OrderIllegal(f"{word.field[:40]!r} cannot be set by a commissioner's word: set {', '.join(fields)}.")
    if word.field == "speed" and word.value not in SPEEDS:
        raise OrderIllegal(f"{car} cannot go {word.value} mph: speeds are 0 to {SPEEDS[-1]} by fives.")
    least = -LARGEST if word.field in BELOW_ZERO else 0
    if not least <= word.value <= LARGEST:
        raise OrderIllegal(f"{word.field} of {car} is {least} to {LARGEST}: give such a number, not {word.value}.")
    if not word.reason.strip():
        raise OrderIllegal(f"A word on {word.field} of {car} has a reason: say why.")


def order_bounds(play: Match, car: CarState, kind: str) -> Document:
    """The bounds of each field of an order of that kind, for a driver who is asked (RH-015, RH-021, RH-088)."""
    if kind == "speed":
        slowest, fastest = speeds_open(play, car)
        return {"to": {"least": slowest, "most": fastest, "step": SPEED_STEP}}
    return {
        "maneuvers": {"most": free_steps(play, car), "each": _maneuvers_open(play, car)},
        "attacks": {
            "crew": [role for role in (DRIVER, GUNNER) if shooter(play, car, role) is not None],
            "weapon": ready_weapons(play, car),
            "target": targets(play, car),
        },
        "brake": bool(play.settings.midround_brake) and play.driver(car) is not None,
    }


def _maneuvers_open(play: Match, car: CarState) -> list[str]:
    return [name for name in MANEUVERS if not why_not_maneuver(play, car, name)]
