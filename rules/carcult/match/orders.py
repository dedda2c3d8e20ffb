"""The orders for a car, one type for each question. Rules CC-014, CC-016, CC-017, CC-030, CC-061.

An order is an intention; its result is in the log. Distances are in hundredths of an inch and degrees are whole.
Components are named as in `Design.components`, and AZ are numbered from 1 at the left.
"""

from __future__ import annotations

import msgspec

from rules.match.orders import read_order_document


class StrictOrder(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The base of all orders. A document with an unknown field is not an order."""


class PlannedOrder(StrictOrder, frozen=True):
    """An order that may state what the driver is up to: `plan` is a plan such as `evade` or `hunt:<car>` (CC-095)."""

    plan: str = ""


class StartOrder(PlannedOrder, frozen=True):
    """How many speed tokens the engine starts with (CC-030)."""

    tokens: int = 0


class ShiftOrder(PlannedOrder, frozen=True):
    """How many speed tokens to take off the engine (CC-014, CC-041)."""

    tokens: int = 0


class AllocateOrder(PlannedOrder, frozen=True):
    """How many of the generated tokens go on each component, by name; the others are lost (CC-016)."""

    tokens: dict[str, int] = {}


class Leg(StrictOrder, frozen=True):
    """A part of a move: straight ahead with some drift to the side, then a turn on the spot (CC-034 to CC-037).

    `forward` and `drift` are in hundredths of an inch, `turn` is in degrees. Right is positive, left is negative.
    """

    forward: int = 0
    drift: int = 0
    turn: int = 0


class Attack(StrictOrder, frozen=True):
    """One attack action: a weapon and a target, after that many legs, with at most that many rerolls (CC-050 to
    CC-055).
    """

    weapon: str
    target: str
    after: int = 0
    rerolls: int = 0


class Lay(StrictOrder, frozen=True):
    """Lay a mine, or a counter of oil or caltrops, where the car is after that many legs (CC-076, CC-082)."""

    card: str
    after: int = 0


class Swap(StrictOrder, frozen=True):
    """Swap two tokens after that many legs; each is given by component and AZ (CC-073)."""

    first: tuple[str, int]
    second: tuple[str, int]
    after: int = 0


class ActOrder(PlannedOrder, frozen=True):
    """A move, leg by leg, and all actions on the way (CC-017).

    At each stop swaps come first, then what is laid, then attacks, each in the given order. `ram_rerolls` is the most
    rerolls to spend if the move rams an enemy with the reinforced ram (CC-055, CC-078).
    """

    legs: tuple[Leg, ...] = ()
    attacks: tuple[Attack, ...] = ()
    lays: tuple[Lay, ...] = ()
    swaps: tuple[Swap, ...] = ()
    turbo: bool = False
    ram_rerolls: int = 0


class PlaceOrder(StrictOrder, frozen=True):
    """The component that a damage token goes on (CC-061, CC-062)."""

    component: str


Order = StartOrder | ShiftOrder | AllocateOrder | ActOrder | PlaceOrder

ORDER_TYPES: dict[str, type[Order]] = {
    "start": StartOrder,
    "shift": ShiftOrder,
    "allocate": AllocateOrder,
    "act": ActOrder,
    "place": PlaceOrder,
}
"""The type of order that answers each kind of question."""


def read_order(kind: str, document: object) -> Order:
    """Read an order of that kind from a document. Raises `OrderIllegal` if the document is not one."""
    return read_order_document(kind, document, ORDER_TYPES)
