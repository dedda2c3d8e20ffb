"""Stock cars: the designs that come with the game, and one for a car without a design. Rules DM-M-010, DM-M-013,
DM-M-023, DM-M-035.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from rules.dethmatch.designs.design import Design
from rules.dethmatch.designs.design_points import dp_spent
from rules.dethmatch.designs.load_errors import load_errors
from rules.dethmatch.designs.mounts import assign_mounts
from rules.dethmatch.designs.tailored_designs import tailor_design
from rules.match.catalog import WEAPON_KINDS
from rules.match.stock_design_files import read_designs_for_cars_without, read_stock_designs


@dataclass(frozen=True, slots=True, kw_only=True)
class StockDesign:
    """A design that comes with the game: the budget it spends, and the event its tank is made for.

    `event` is `race` (8 fuel points, three laps without a stop), `arena` (5, one heat of 15 turns), or `any` (8).
    """

    dp: int
    event: str
    design: Design


@cache
def stock_designs() -> dict[str, StockDesign]:
    """Return every stock design by its name."""
    return read_stock_designs("rules.dethmatch", StockDesign)


@cache
def designs_for_cars_without() -> dict[str, StockDesign]:
    """Return the designs of which a car without one may get one, by name; they never change."""
    return read_designs_for_cars_without("rules.dethmatch", StockDesign)


def accepts_items(design: Design, kinds: Sequence[str]) -> bool:
    """Whether a car of a design may carry all items of those kinds (DM-C-150)."""
    return not any(load_errors(design, kinds))


def stock_design(
    *, dp: int, gunner_station: bool, gearing: int, kinds: Sequence[str], special_mount_dp: int = 0
) -> Design:
    """Return a legal design of a car's budget, station and gearing, with mounts for the weapons among `kinds`.

    This is the stock design of the largest budget within `dp` that takes all of `kinds`, the first of equal ones. If
    there is none, a car is drawn for them (DM-C-150). `special_mount_dp` is the house rule's price of a special
    mount.
    """
    mounted_kinds = {
        str(number): kind for number, kind in enumerate(kinds) if kind in WEAPON_KINDS and WEAPON_KINDS[kind].mount
    }
    candidates = [
        stock.design
        for stock in sorted(designs_for_cars_without().values(), key=lambda stock: -stock.dp)
        if dp_spent(stock.design, special_mount_dp=special_mount_dp) <= dp
        and stock.design.has("gunner_station") is gunner_station
    ]
    design = next(
        (
            stock
            for stock in candidates
            if len(assign_mounts(stock, mounted_kinds)) == len(mounted_kinds) and accepts_items(stock, kinds)
        ),
        None,
    )
    if design is None:
        design = tailor_design(dp=dp, gunner_station=gunner_station, kinds=kinds, special_mount_dp=special_mount_dp)
    return replace(design, gearing=gearing)
