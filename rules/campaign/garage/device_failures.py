"""Which devices break down before a match, and on which faces. None goes on a car between those rolls and the lock.

Rules DM-C-088, DM-C-121, DM-C-147 to DM-C-150.
"""

from __future__ import annotations

from rules.campaign.core.state import Car, Item, Season
from rules.campaign.garage.stores import aids_on_weapon
from rules.core.refusals import Refusal

FAILS_UP_TO = {
    "efficient_injectors": 1,
    "turbochargers": 1,
    "active_suspension": 1,
    "hydraulics": 1,
    "auto_ranger": 1,
}
"""The highest face on which each device fails (DM-C-088, DM-C-147 to DM-C-150)."""
CROWDED_TURBOCHARGERS_FAIL_UP_TO = 2
"""The same for turbochargers on a car with another device that adds acceleration (DM-C-088)."""
ACCELERATORS = frozenset({"supercharger", "turbochargers"})
"""Devices that add acceleration (DM-C-088, DM-C-121, DM-C-148).

Gearing is a setting and no device; nitrous and boosters add speed.
"""
AUTO_RANGER = "auto_ranger"
"""The only device whose failure does not keep its car out of the match (DM-C-088)."""


class DeviceUnrolled(Refusal):
    """Devices have been rolled for the match, so one that needs a roll cannot go on a car now (DM-C-088)."""


def fails_up_to(season: Season, car: Car, item: Item) -> int:
    """The highest face on which a device on that car fails (DM-C-088, DM-C-148)."""
    accelerators = sum(device.kind in ACCELERATORS for device in season.items_on_car(car.id))
    if item.kind == "turbochargers" and accelerators > 1:
        return CROWDED_TURBOCHARGERS_FAIL_UP_TO
    return FAILS_UP_TO[item.kind]


def refuse_unrolled(season: Season, item: Item, *, car: str) -> None:
    """Raise `DeviceUnrolled` when putting an item on a car would evade the rolls for a match that is not locked yet.

    A device that must be rolled, a weapon that carries one, and a device that makes turbochargers fail sooner go on a
    car before the rolls or after the match (DM-C-088, DM-C-148).
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
    """The match for which the franchise's devices are rolled, before its lock; empty for none (DM-C-087)."""
    if season.setting("prematch.breakdowns_before_lineup"):
        for line_up in season.line_ups.values():
            if line_up.franchise == franchise and season.match(line_up.match).step == "M3":
                return line_up.match
    return ""
