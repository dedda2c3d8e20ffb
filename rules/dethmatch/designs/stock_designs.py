"""Cars off the peg: designs that come with the game, and one for a car nobody designed. Rules DM-M-010, DM-M-013,
DM-M-023, DM-M-035.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

import msgspec

from rules.core.weapon_stats import WEAPON_KINDS
from rules.dethmatch.designs.design import Design
from rules.dethmatch.designs.design_points import dp_spent
from rules.dethmatch.designs.load_errors import load_errors
from rules.dethmatch.designs.mounts import assign_mounts
from rules.dethmatch.designs.tailored_designs import tailor_design


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
    """Every stock design by its name."""
    text = files("rules.dethmatch").joinpath("stock_designs.json").read_bytes()
    return msgspec.json.decode(text, type=dict[str, StockDesign])


def accepts_items(design: Design, kinds: Sequence[str]) -> bool:
    """Whether a design forbids none of those kinds of item (DM-C-150)."""
    return not any(load_errors(design, kinds))


def stock_design(
    *, dp: int, gunner_station: bool, gearing: int, kinds: Sequence[str], special_mount_dp: int = 0
) -> Design:
    """A legal design for a car that has none, of its budget, station and gearing, with mounts for what it carries.

    The first stock design of the largest budget within `dp` that takes every one of `kinds` is taken; where none
    does, a car is drawn round them (DM-C-150). `special_mount_dp` is the house rule's price of a special mount.
    """
    wanted = {
        str(number): kind for number, kind in enumerate(kinds) if kind in WEAPON_KINDS and WEAPON_KINDS[kind].mount
    }
    able = [
        stock.design
        for stock in sorted(stock_designs().values(), key=lambda each: -each.dp)
        if dp_spent(stock.design, special_mount_dp=special_mount_dp) <= dp
        and stock.design.has("gunner_station") is gunner_station
    ]
    fit = next(
        (stock for stock in able if len(assign_mounts(stock, wanted)) == len(wanted) and accepts_items(stock, kinds)),
        None,
    )
    if fit is None:
        fit = tailor_design(dp=dp, gunner_station=gunner_station, kinds=kinds, special_mount_dp=special_mount_dp)
    return replace(fit, gearing=gearing)
