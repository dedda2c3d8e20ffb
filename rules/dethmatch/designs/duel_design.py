"""What a design says of a car in a duel: armor, fuel, turrets and linked weapons. Rules DM-M-013, DM-M-018, DM-M-025,
DM-M-035.

Duels are no matches of this book. Answers of a questionnaire may limit the cars that enter them.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.switches import Setting
from rules.dethmatch.designs.design import QUADRANTS, Design, read_design
from rules.dethmatch.designs.drawing_board import SPECIAL_MOUNT_DP
from rules.dethmatch.designs.mounts import assign_mounts
from rules.dethmatch.designs.ratings import fuel_points
from rules.dethmatch.designs.stock_designs import stock_design
from rules.match.catalog import WEAPON_KINDS
from rules.match.design_validation import design_or_stock
from rules.match.duels.terms import DuelDesign
from rules.match.packet import PackedCar

INJECTORS = "efficient_injectors"
"""They add the fuel points that were rolled for them (DM-M-124)."""
HEAVY_TAKES_LIGHT = "dethmatch.heavy_mount_accepts_light"


def read_duel_design(car: PackedCar, *, switches: Mapping[str, Setting]) -> DuelDesign:
    """What the car's design says, or that of a stock design if it has none or an unreadable one."""

    def stock() -> Design:
        return stock_design(
            dp=car.dp,
            gunner_station=car.gunner_station,
            gearing=car.gearing,
            kinds=[item.kind for item in car.items],
            special_mount_dp=int(switches.get(SPECIAL_MOUNT_DP, 0)),
        )

    design = design_or_stock(car, read=read_design, otherwise=stock)
    kinds = {item.id: item.kind for item in car.items if item.kind in WEAPON_KINDS}
    mounted = assign_mounts(design, kinds, heavy_accepts_light=bool(switches.get(HEAVY_TAKES_LIGHT, False)))
    mounts = [(mount, mounted[mount.id]) for mount in design.mounts if mount.id in mounted]
    invented = sum(item.rolled.get("fuel", 0) for item in car.items if item.kind == INJECTORS)
    return DuelDesign(
        armor={quadrant: design.armor.on(quadrant) for quadrant in QUADRANTS},
        fuel=fuel_points(capacity=design.fuel, power=design.engine) + invented,
        turreted=tuple(item for mount, item in mounts if mount.traverse == "turret"),
        linked=tuple(item for mount, item in mounts if mount.link in mounted),
    )
