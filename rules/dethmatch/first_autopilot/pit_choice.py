"""Choosing the pit job of a turn. Rules DM-M-130, DM-M-145."""

from __future__ import annotations

from rules.dethmatch.designs.ratings import tire_penalty
from rules.dethmatch.first_autopilot.destinations import spare_tires
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.orders import PitOrder
from rules.dethmatch.match.state import CarState, WeaponState
from rules.dethmatch.pits.loadouts import GUNS, magazine


def pit_order(play: Match, car: CarState) -> PitOrder:
    """Return the pit job: tires first, then a gun that is less than half full, then a weapon that is out of use
    (DM-M-145).

    Fuel needs no order.
    """
    worn = tire_penalty(damage=car.tire_damage, toughness=play.fits[car.id].tire_toughness)
    spares = spare_tires(play, car.team)
    if worn and spares:
        return PitOrder(job="tires", subject=spares[0])
    for gun in car.guns:
        if half_empty(play, car, gun):
            return PitOrder(job="reload", subject=gun.mount)
    for gun in car.guns:
        if gun.out and not gun.destroyed:
            return PitOrder(job="clear", subject=gun.mount)
    return PitOrder()


def half_empty(play: Match, car: CarState, gun: WeaponState) -> bool:
    """Whether a gun that can be reloaded has less than half of its magazine."""
    weapon = play.fits[car.id].weapons.get(gun.mount)
    return weapon is not None and gun.kind in GUNS and not gun.destroyed and 2 * gun.ammunition < magazine(weapon)
