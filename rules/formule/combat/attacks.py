"""Shots: who may fire at what and when, and what a shot does. Rules FW-014, FW-023, FW-030 to FW-033, FW-039, FW-106,
FW-118.
"""

from __future__ import annotations

from rules.formule.car import damage, wear
from rules.formule.combat import arcs, to_hit
from rules.formule.match.match import Match
from rules.formule.match.orders import FireOrder
from rules.formule.match.positions import distance, rows_ahead
from rules.formule.match.state import CarState, CarStatus
from rules.formule.weapons import UNLIMITED


def why_no_action(play: Match, car: CarState, *, free: bool = False) -> str:
    """Why a car may not use any weapon now, as a clause; empty if it may (FW-031, FW-106, FW-118).

    `free` is whether the use takes no weapon action.
    """
    if car.acted >= play.settings.actions_per_turn and not free:
        return "it has used its weapon action of this turn: wait for the next one"
    if car.spun or not car.moved:
        return "it has not moved since it stood: drive first"
    if car.lap < play.settings.fire_from_lap:
        return f"nobody shoots before lap {play.settings.fire_from_lap}: wait for it"
    return ""


def why_not_fire(play: Match, car: CarState, order: FireOrder, row: int, lane: int) -> str:
    """Why a car on the given square cannot fire as ordered, as a clause; empty if it can (FW-014, FW-032, FW-039)."""
    if not 0 <= order.weapon < len(car.weapons):
        return f"it has no weapon {order.weapon}: name one from 0 to {len(car.weapons) - 1}"
    state = car.weapons[order.weapon]
    weapon = play.weapons[state.key]
    if weapon.is_dropper:
        return f"weapon {order.weapon} is a dropper: drop with it"
    if not state.works or not state.ammunition:
        return f"weapon {order.weapon} is destroyed or empty: fire another one"
    target = play.state.cars.get(order.target)
    if target is None or target.id == car.id or target.status is not CarStatus.RUNNING:
        return f"{order.target[:40]!r} is no other car in the race: name one"
    return _out_of_reach(play, car, order.weapon, target, row=row, lane=lane)


def _out_of_reach(play: Match, car: CarState, number: int, target: CarState, *, row: int, lane: int) -> str:
    """Why a weapon cannot be fired at a target from that square, as a clause (FW-032, FW-039)."""
    ahead, across = rows_ahead(play.circuit, row, target.row), target.lane - lane
    if distance(ahead, across) > play.weapons[car.weapons[number].key].reach:
        return f"{target.id} is out of range of weapon {number}: come nearer"
    if not arcs.is_in_arc(car.weapons[number].mount, ahead, across):
        return f"weapon {number} does not bear on {target.id}: turn to another car or weapon"
    if not arcs.can_see(play.circuit, row, target.row, play.settings.sight):
        return f"{target.id} is out of sight: wait until both are nearer"
    return ""


def volley(play: Match, car: CarState, order: FireOrder, row: int, lane: int) -> list[int]:
    """The numbers of the weapons that one action fires (FW-023).

    They are the weapon ordered and, if it can be fired at the target too, the one linked to it.
    """
    fired = [order.weapon]
    link = car.weapons[order.weapon].link
    target = play.state.cars[order.target]
    for number, weapon in enumerate(car.weapons):
        linked = link and weapon.link == link and number != order.weapon and weapon.works and weapon.ammunition
        if linked and not _out_of_reach(play, car, number, target, row=row, lane=lane):
            fired.append(number)
    return fired


def fire(play: Match, car: CarState, order: FireOrder, stance: to_hit.Stance) -> None:
    """Fire as ordered, for one weapon action; the caller has checked that it is possible.

    Each weapon of a linked pair has its own roll, bonus and ammunition; the house rule `one_roll` throws one die for
    both (FW-014, FW-023, FW-031, FW-033).
    """
    target = play.state.cars[order.target]
    face, acted = 0, car.acted + 1
    for number in volley(play, car, order, stance.row, stance.lane):
        if target.status is not CarStatus.RUNNING:
            break
        if not face or play.settings.link_mode == "two_rolls":
            face = play.die(wear.BLACK_DIE, "to hit")
        _shoot(play, car, number, target, stance=stance, face=face, acted=acted)


def _shoot(
    play: Match, car: CarState, number: int, target: CarState, *, stance: to_hit.Stance, face: int, acted: int
) -> None:
    """Resolve one weapon's shot with that face of the die. A miss uses ammunition too (FW-014, FW-033)."""
    state = car.weapons[number]
    weapon = play.weapons[state.key]
    parts = to_hit.modifier_parts(play, car, stance, weapon, target)
    added = sum(parts.values())
    hit = to_hit.is_hit(play.settings, face, added)
    before = {"ammunition": state.ammunition, "acted": car.acted}
    car.acted = acted
    if state.ammunition != UNLIMITED:
        state.ammunition -= 1
    play.note(
        "shot", "FW-033", car, crew=car.driver, before=before, after={"ammunition": state.ammunition, "acted": acted},
        weapon=number, key=state.key, target=target.id, face=face, added=added, total=face + added, hit=hit,
        **play.explanation(parts=parts, range=to_hit.range_of(play, stance, target)),
    )  # fmt: skip
    if hit:
        damage.damage_car(play, target, weapon.damage, by=car, why=state.key)
