"""Orders: what is wanted of a car, at each of the moments somebody is asked. Rules CC-014, CC-016, CC-017, CC-030,
CC-061.

An order is not a record: what came of it stands in the log. Distances are in hundredths of an inch, degrees are
whole, a component is named as in `Design.components`, and an action zone is numbered from 1 at the left.
"""

from __future__ import annotations

import msgspec

from rules.match.orders import read_order_document


class StrictOrder(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What an order is made of: a document with a field that it does not have is none."""


class StartOrder(StrictOrder, frozen=True):
    """How many speed tokens are on the engine when the match begins (CC-030)."""

    tokens: int = 0


class ShiftOrder(StrictOrder, frozen=True):
    """How many speed tokens are taken off the engine (CC-014, CC-041)."""

    tokens: int = 0


class AllocateOrder(StrictOrder, frozen=True):
    """How many of the tokens generated go on each component, by name; the rest is lost (CC-016)."""

    tokens: dict[str, int] = {}


class Leg(StrictOrder, frozen=True):
    """A part of a move: so far ahead, sliding sideways on the way, then a turn on the spot (CC-034 to CC-037).

    `forward` and `drift` are in hundredths of an inch, `turn` in degrees; right is positive, left negative.
    """

    forward: int = 0
    drift: int = 0
    turn: int = 0


class Attack(StrictOrder, frozen=True):
    """One attack action: a weapon at a car, after that many legs, with at most so many rerolls (CC-050 to CC-055)."""

    weapon: str
    target: str
    after: int = 0
    rerolls: int = 0


class Lay(StrictOrder, frozen=True):
    """A mine, or a counter of oil or caltrops, laid where the car is after that many legs (CC-076, CC-082)."""

    card: str
    after: int = 0


class Swap(StrictOrder, frozen=True):
    """Two tokens that change places after that many legs, each told by component and action zone (CC-073)."""

    first: tuple[str, int]
    second: tuple[str, int]
    after: int = 0


class ActOrder(StrictOrder, frozen=True):
    """The move, leg by leg, and everything else that is done on the way (CC-017).

    At each stop swaps come first, then what is laid, then the attacks, each in its order. `ram_rerolls` are the most
    rerolls spent on the reinforced ram, should the move lead into an enemy (CC-055, CC-078).
    """

    legs: tuple[Leg, ...] = ()
    attacks: tuple[Attack, ...] = ()
    lays: tuple[Lay, ...] = ()
    swaps: tuple[Swap, ...] = ()
    turbo: bool = False
    ram_rerolls: int = 0


class PlaceOrder(StrictOrder, frozen=True):
    """The component a damage token goes on (CC-061, CC-062)."""

    component: str


Order = StartOrder | ShiftOrder | AllocateOrder | ActOrder | PlaceOrder

ORDER_TYPES: dict[str, type[Order]] = {
    "start": StartOrder,
    "shift": ShiftOrder,
    "allocate": AllocateOrder,
    "act": ActOrder,
    "place": PlaceOrder,
}
"""The orders by the kind of question they answer."""


def read_order(kind: str, document: object) -> Order:
    """The order of a kind that a document holds. Raises `OrderIllegal` for what is none."""
    return read_order_document(kind, document, ORDER_TYPES)
