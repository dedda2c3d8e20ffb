"""Which devices fail before a match, and on what face. None goes on a car between those rolls and the lock. Rules
DM-C-088, DM-C-121, DM-C-147 to DM-C-150.
"""

from __future__ import annotations

from rules.campaign.core.goods import Item
from rules.campaign.core.state import Car, Season
from rules.campaign.garage.stores import aids_on_weapon
from rules.core.refusals import Refusal

FAILS_UP_TO = {
    "efficient_injectors": 1,
    "turbochargers": 1,
    "active_suspension": 1,
    "hydraulics": 1,
    "auto_ranger": 1,
}
"""The highest face each device fails on (DM-C-088, DM-C-147 to DM-C-150)."""
CROWDED_TURBOCHARGERS_FAIL_UP_TO = 2
"""Turbochargers where more than one device adds to the car's acceleration (DM-C-088)."""
ACCELERATORS = frozenset({"supercharger", "turbochargers"})
"""What adds to acceleration; gearing is a setting, and nitrous and boosters add speed (DM-C-088, DM-C-121, DM-C-148).
"""
AUTO_RANGER = "auto_ranger"
"""The one device whose failure leaves its car in the match (DM-C-088)."""


class DeviceUnrolled(Refusal):
    """Devices have been rolled for the match, so one that needs a roll cannot go on a car now (DM-C-088)."""


def fails_up_to(season: Season, car: Car, item: Item) -> int:
    """The highest face a device on that car fails on (DM-C-088, DM-C-148)."""
    accelerators = sum(device.kind in ACCELERATORS for device in season.items_on_car(car.id))
    if item.kind == "turbochargers" and accelerators > 1:
        return CROWDED_TURBOCHARGERS_FAIL_UP_TO
    return FAILS_UP_TO[item.kind]


def refuse_unrolled(season: Season, item: Item, *, car: str) -> None:
    """Raise `DeviceUnrolled` when putting an item on a car would slip past the rolls for a match still to come.

    A device that is rolled, a weapon that carries one, and whatever makes turbochargers fail sooner go on a car
    before the rolls or after the match (DM-C-088, DM-C-148).
    """
    match = _match_rolled_for(season, item.franchise)
    if not match:
        return
    crowds = item.kind in ACCELERATORS and any(device.kind == "turbochargers" for device in season.items_on_car(car))
    if crowds or any(aid.kind in FAILS_UP_TO for aid in (item, *aids_on_weapon(season, item))):
        raise DeviceUnrolled(
            f"The devices of {item.franchise} were rolled for {match}: put {item.id} on {car} when that is settled."
        )


def _match_rolled_for(season: Season, franchise: str) -> str:
    """The match the franchise's devices were rolled for and that is not locked yet, if there is one (DM-C-087)."""
    if season.setting("prematch.breakdowns_before_lineup"):
        for line_up in season.line_ups.values():
            if line_up.franchise == franchise and season.match(line_up.match).step == "M3":
                return line_up.match
    return ""
