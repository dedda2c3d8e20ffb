"""Orders: what a driver intends each time they are asked. Rules RH-002, RH-015, RH-016, RH-020 to RH-022, RH-088.

The result of an order is in the log, not in the order. Every order does nothing by default: it holds the speed, goes
straight on and does not fire.
"""

from __future__ import annotations

from typing import Any

import msgspec

from rules.match.orders import read_order_document

KEEP = -1  # no mutant: any number that is no speed
"""A special value instead of a speed: the car keeps its speed, or takes the nearest one it may have."""


class Attack(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One crew member's attack: `crew` is `driver` or `gunner`, `weapon` is a number counted from 0, and `target` is
    a car's id (RH-085, RH-088).
    """

    weapon: int
    target: str
    crew: str = "driver"


class SpeedOrder(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The speed of a car for this round, in mph (RH-020 to RH-022).

    `plan` says what the driver is up to, such as `hunt:saints.c2`; empty says nothing about it (RH-087).
    """

    to: int = KEEP
    plan: str = ""


class PhaseOrder(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The orders for one phase: a maneuver for each free car step, straight on for missing ones, and then the attacks
    (RH-015, RH-016).

    `brake` is an emergency stop before the first step, if the house rules allow it (RH-021).
    """

    maneuvers: tuple[str, ...] = ()
    attacks: tuple[Attack, ...] = ()
    brake: bool = False


class Override(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A commissioner's override: the new value of one figure of a car, and the reason (RH-002)."""

    field: str
    value: int
    reason: str


Order = SpeedOrder | PhaseOrder
ORDER_TYPES: dict[str, type[SpeedOrder | PhaseOrder]] = {"speed": SpeedOrder, "phase": PhaseOrder}
"""The type of order for each kind a driver is asked for (RH-020)."""
STRAIGHT_ON = PhaseOrder()
HOLD = SpeedOrder()


def document_of_order(order: Order | Override) -> dict[str, Any]:
    """An order as a document of plain values, lists and objects, with defaults left out."""
    document: dict[str, Any] = msgspec.to_builtins(order)
    return {name: list(value) if isinstance(value, tuple) else value for name, value in document.items()}


def read_order(kind: str, document: object) -> Order:
    """The order of that kind in a document. Raises `OrderIllegal` if there is none."""
    return read_order_document(kind, document, ORDER_TYPES)
