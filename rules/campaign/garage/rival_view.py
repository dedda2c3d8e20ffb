"""What rivals see of a car that they meet in a duel. Rule CW-Q-013."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from rules.campaign.core.state import Item
from rules.core.switches import Setting
from rules.match.catalog import item_type
from rules.match.packet import PackedCar, PackedItem
from rules.match.registry import DUEL_DESIGNS, duel_design_reader

DEVICE_GROUPS = frozenset({"armour", "device", "electronics", "gears"})
"""The groups of the catalogue that count as accessories and devices. Weapons are in plain sight."""
DESIGN_FIELDS = frozenset({"armor", "fuel"})
"""What designs and their sheets show of a car, so that they are hidden as a whole with either."""


def is_hidden_on_car(kind: str, hidden: Collection[str]) -> bool:
    """Whether an item of a kind is among what is hidden of the car that it is on."""
    group = item_type(kind).group
    return ("tires" in hidden and group == "tires") or ("devices" in hidden and group in DEVICE_GROUPS)


def hides_designs(hidden: Collection[str]) -> bool:
    """Whether designs and their sheets are hidden."""
    return not DESIGN_FIELDS.isdisjoint(hidden)


def design_sights(
    *,
    dp: int,
    gunner_station: bool,
    gearing: int,
    designs: Mapping[str, dict[str, Any]],
    items: Iterable[Item],
    switches: Mapping[str, Setting],
    hidden: Collection[str],
) -> dict[str, str]:
    """What is in sight of a car whose designs are hidden: its armor or its fuel, in words, if that is public."""
    sights: dict[str, str] = {}
    for ruleset in DUEL_DESIGNS:
        packed = PackedCar(
            id="",
            dp=dp,
            overhead=False,
            gunner_station=gunner_station,
            gearing=gearing,
            criticals=0,
            items=tuple(PackedItem(id=item.id, kind=item.kind, rolled=dict(item.rolled)) for item in items),
            design=designs.get(ruleset, {}),
        )
        design = duel_design_reader(ruleset)(packed, switches=switches)
        sights["armor"] = ", ".join(f"{side} {points}" for side, points in design.armor.items())
        sights["fuel"] = f"{design.fuel} fuel points"
    return {field: words for field, words in sights.items() if field not in hidden}
