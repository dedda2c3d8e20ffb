"""Every procedure there is, in the order of their rules, and the chapters in which they stand."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module

from rules.carwars.procedures.procedure import PROCEDURES, Procedure, perform_procedure
from rules.match.referee.procedures import ProcedureBook, ProcedureChapter

MODULES = {
    "Order and handling": ("order", "handling"),
    "Collisions": ("collisions", "after_collisions", "out_of_control", "swept_path"),
    "Losing control": ("spinouts", "rollovers", "skids", "crash_results", "slow_crashes", "speed"),
    "Tires and wheels": ("tires", "tire_crashes"),
    "Dropped weapons": ("triggers", "counters", "mines", "obstructions", "droppers"),
    "Shooting and hits": ("ranges", "sustained_fire", "debris", "hits"),
    "Fire and explosions": ("ignition", "fire_damage", "explosions", "fuel"),
    "Construction": ("construction",),
}
"""The modules that register procedures, by the title of their chapter."""


@cache
def all_procedures() -> Mapping[str, Procedure]:
    """Every procedure by its tag."""
    for module in (module for modules in MODULES.values() for module in modules):
        import_module(f"{__package__}.{module}")
    return dict(sorted(PROCEDURES.items(), key=lambda item: item[1].rule))


@cache
def chapters() -> tuple[ProcedureChapter, ...]:
    """The chapters in order, each with its procedures in the order of their rules."""
    procedures = all_procedures().values()
    return tuple(
        ProcedureChapter(title, tuple(found for found in procedures if _module_of(found) in modules))
        for title, modules in MODULES.items()
    )


def _module_of(procedure: Procedure) -> str:
    return procedure.perform.__module__.rpartition(".")[2]


PROCEDURE_BOOK = ProcedureBook(id="carwars", read_chapters=chapters, perform_procedure=perform_procedure)
"""The procedures of a Car Wars referee."""
