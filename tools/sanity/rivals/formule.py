"""Rivals of the autopilot of Formule Wars: other gears, and orders that leave something out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from rules.formule.autopilot import Autopilot
from rules.formule.car.gears import open_gears
from rules.formule.match.match import Match
from rules.formule.match.orders import DriveOrder, GearOrder, Order, SlipstreamOrder
from rules.formule.match.state import CarState
from rules.formule.play.order_checks import refuse_illegal
from rules.match.driving.judgment import PROFILES, Profile
from rules.match.stepwise_play import OrderIllegal
from tools.sanity.book_measure import PilotChange

GearChange = Callable[[int], int]
LAST_GEAR = 6


class OtherGears:
    """Drives as a pilot does, in another gear: the open one nearest to what `change` makes of the pilot's."""

    def __init__(self, pilot: Any, change: GearChange) -> None:
        self._pilot, self._change = pilot, change

    def order(self, play: Match, car: CarState, kind: str) -> Order:
        """The pilot's order, in another gear."""
        order: Order = self._pilot.order(play, car, kind)
        if not isinstance(order, GearOrder):
            return order
        wanted = self._change(order.gear or car.gear)
        return GearOrder(gear=min(open_gears(car), key=lambda gear: (abs(gear - wanted), gear)))


class LeavesOut:
    """Drives as a pilot does, but never brakes, fires, drops, or drives on in a slipstream, as it is made."""

    def __init__(
        self, pilot: Any, *, brakes: bool = True, fires: bool = True, drops: bool = True, follows: bool = True
    ) -> None:
        self._pilot, self._brakes, self._fires, self._drops = pilot, brakes, fires, drops
        self._follows = follows

    def order(self, play: Match, car: CarState, kind: str) -> Order:
        """The pilot's order without what is left out."""
        order: Order = self._pilot.order(play, car, kind)
        if isinstance(order, SlipstreamOrder) and not self._follows:
            return SlipstreamOrder()
        if isinstance(order, DriveOrder) and order.brake and not self._brakes:
            order = unbraked(play, car, order)
        if isinstance(order, GearOrder):
            return order
        return replace(order, fire=order.fire if self._fires else (), drop=order.drop if self._drops else ())


def unbraked(play: Match, car: CarState, order: DriveOrder) -> DriveOrder:
    """An order without its brakes, or straight on if its way ends before the roll does."""
    longer = replace(order, brake=0)
    try:
        refuse_illegal(play, car, "drive", longer)
    except OrderIllegal:
        return DriveOrder()
    return longer


def with_profile(profile: Profile) -> PilotChange:
    """The same autopilot with another profile; the first autopilot has none and stays as it is."""
    return lambda pilot, _: Autopilot(pilot.prices, profile) if isinstance(pilot, Autopilot) else pilot


RIVALS: Mapping[str, PilotChange] = {
    "always takes the highest gear": lambda pilot, _: OtherGears(pilot, lambda _: LAST_GEAR),
    "drives a gear higher": lambda pilot, _: OtherGears(pilot, lambda gear: gear + 1),
    "drives a gear lower": lambda pilot, _: OtherGears(pilot, lambda gear: max(gear - 1, 1)),
    "never exceeds gear 2": lambda pilot, _: OtherGears(pilot, lambda gear: min(gear, 2)),
    "never exceeds gear 3": lambda pilot, _: OtherGears(pilot, lambda gear: min(gear, 3)),
    "never exceeds gear 4": lambda pilot, _: OtherGears(pilot, lambda gear: min(gear, 4)),
    "never brakes": lambda pilot, _: LeavesOut(pilot, brakes=False),
    "never fires": lambda pilot, _: LeavesOut(pilot, fires=False, drops=False),
    "never drives on in a slipstream": lambda pilot, _: LeavesOut(pilot, follows=False),
    **{name: with_profile(profile) for name, profile in PROFILES.items()},
}
"""Every rival by what it does, and the profiles."""
