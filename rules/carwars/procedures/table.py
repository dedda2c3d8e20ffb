"""Every procedure there is, in the order of their rules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module

from rules.carwars.procedures.procedure import PROCEDURES, Procedure

CHAPTERS = (
    "order",
    "handling",
    "collisions",
    "after_collisions",
    "out_of_control",
    "swept_path",
    "spinouts",
    "rollovers",
    "skids",
    "crash_results",
    "slow_crashes",
    "speed",
    "tires",
    "tire_crashes",
    "triggers",
    "counters",
    "mines",
    "obstructions",
    "droppers",
    "ranges",
    "sustained_fire",
    "debris",
    "hits",
    "ignition",
    "fire_damage",
    "explosions",
    "fuel",
    "construction",
)
"""The modules that register procedures."""


@cache
def all_procedures() -> Mapping[str, Procedure]:
    """Every procedure by its tag."""
    for chapter in CHAPTERS:
        import_module(f"{__package__}.{chapter}")
    return dict(sorted(PROCEDURES.items(), key=lambda item: item[1].rule))
