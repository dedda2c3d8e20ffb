"""Attacks: who may fire which weapon at whom, the roll to hit, and the effects of a hit. Rules RH-032, RH-085,
RH-088, RH-093.

Rulings under RH-085: attacks follow the car's own movement of the phase. The range penalty counts full stretches of
hexes. Each weapon fires once a round. Neither cars nor obstacles block a shot. A target may be a car of the same
team. Nobody fires from a car in the air.
"""

from __future__ import annotations

from rules.match.handling.handling_formulas import hit_loss
from rules.rhad.car.damage import damage_side
from rules.rhad.car.handling import HIT, lose_handling
from rules.rhad.car.kills import IN_THE_AIR, update_kill_status
from rules.rhad.combat.target_speed import speed_penalty
from rules.rhad.designs.design import DRIVER, GUNNER
from rules.rhad.ground.hexes import Place, hexes_apart, is_in_arc, side_facing
from rules.rhad.match.match import Match
from rules.rhad.match.orders import Attack
from rules.rhad.match.state import UNLIMITED, CarState, CarStatus, CrewState, WeaponState


def shooter(play: Match, car: CarState, role: str) -> CrewState | None:
    """The crew member who fires from a seat, if they are able and have not attacked this round; else None
    (RH-088).
    """
    crew = play.driver(car) if role == DRIVER else play.gunner(car)
    return crew if crew is not None and crew.attacked != play.state.moment.turn else None


def ready_weapons(play: Match, car: CarState) -> list[int]:
    """The numbers of a car's weapons that can still fire this round (RH-088)."""
    turn = play.state.moment.turn
    return [number for number, gun in enumerate(car.guns) if gun.works and gun.fired != turn]


def ready_seats(play: Match, car: CarState) -> list[str]:
    """The seats that may still attack this round, the driver's first (RH-088)."""
    if car.pending in IN_THE_AIR or car.status is CarStatus.COMPLETE_KILL:
        return []
    return [role for role in (DRIVER, GUNNER) if shooter(play, car, role) is not None]


def targets(play: Match, car: CarState) -> list[str]:
    """The ids of the cars that may be fired at: all others that are not complete kills (RH-085)."""
    return [
        other.id
        for other in play.state.cars.values()
        if other is not car and other.status is not CarStatus.COMPLETE_KILL
    ]


def range_penalty(play: Match, hexes: int) -> int:
    """What a range in hexes adds to the number needed to hit: 1 for every 4 full hexes beyond the first 4, unless
    house rules say otherwise (RH-085).
    """
    return max(hexes - play.duel.free, 0) // play.duel.each


def needed_to_hit(play: Match, gun: WeaponState, at: Place, target: Place) -> int:
    """The lowest total of two dice that hits, before the speed of the target (RH-085)."""
    return gun.to_hit + range_penalty(play, hexes_apart(at, target))


def fire(play: Match, car: CarState, attack: Attack) -> None:
    """Make one attack, or log that it has lapsed (RH-085, RH-088)."""
    crew = shooter(play, car, attack.crew)
    gun, target = car.guns[attack.weapon], play.state.cars[attack.target]
    if reason := _why_lapsed(play, car, crew, gun, target):
        play.note("attack_lapsed", "RH-085", car, target=target.id, weapon=gun.name, why=reason)
        return
    assert crew is not None  # noqa: S101 - an attack without a shooter lapses above
    turn = play.state.moment.turn
    before = {"shots": gun.shots, "attacked": crew.attacked}
    crew.attacked = gun.fired = turn
    if gun.shots != UNLIMITED:
        gun.shots -= 1
    by_speed = speed_penalty(play, target.speed)
    least, total = needed_to_hit(play, gun, car.at, target.at) + by_speed, play.roll(2, "to hit").total
    hit = total >= least
    play.note(
        "attack", "RH-085", car, crew=crew.id, before=before, after={"shots": gun.shots, "attacked": turn},
        target=target.id, weapon=gun.name, number=attack.weapon, range=hexes_apart(car.at, target.at),
        to_hit=gun.to_hit, mph=target.speed, by_speed=by_speed, needed=least, total=total, hit=hit,
    )  # fmt: skip
    if hit:
        _hit(play, car, crew, gun, target)
    if gun.shots == 0:
        update_kill_status(play, car)


def _hit(play: Match, car: CarState, crew: CrewState, gun: WeaponState, target: CarState) -> None:
    """Damage the side that faces the shooter, and take handling off the target (RH-032, RH-085)."""
    points = max(play.roll(gun.dice, "damage").total + gun.plus, 0)
    side = side_facing(target.at, target.facing, car.at)
    play.note(
        "hit", "RH-085", target, crew=crew.id, by=car.id, weapon=gun.name, dice=gun.damage, side=side, points=points
    )
    damage_side(play, target, side=side, points=points, by=car.id, crew=crew.id, why=gun.name)
    lose_handling(play, target, hit_loss(points, play.brackets), hazard=HIT, why=gun.name)


def _why_lapsed(play: Match, car: CarState, crew: CrewState | None, gun: WeaponState, target: CarState) -> str:
    """Why an ordered attack can no longer be made; empty if it can (RH-085, RH-088)."""
    if car.pending in IN_THE_AIR or crew is None:
        return "nobody can fire it"
    if not gun.works or gun.fired == play.state.moment.turn:
        return "the weapon cannot fire"
    if target.status is CarStatus.COMPLETE_KILL:
        return "the target can do no more"
    if not is_in_arc(car.at, car.facing, gun.mount, target.at):
        return "out of arc"
    return ""
