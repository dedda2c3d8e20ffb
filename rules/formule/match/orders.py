"""Orders: what a driver wants at each of the moments they are asked. Rules FW-030, FW-031, FW-060, FW-080, FW-103,
FW-107, FW-120, FW-127.

An order is not a record: what came of it stands in the log. `after` is a number of squares of the order's own path, 0
before the first; what is due later than the move lasts is done at its end. At the same square a car fires, then
drops, then collides.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.match.orders import read_order_document


@dataclass(frozen=True, slots=True, kw_only=True)
class GearOrder:
    """The gear of this turn, 1 to 6; 0 keeps the one it is in (FW-103)."""

    gear: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class FireOrder:
    """A weapon, by its number in the design from 0, at a car; a linked one fires with its pair (FW-023, FW-030)."""

    weapon: int
    target: str
    after: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class DropOrder:
    """A dropper, by its number in the design from 0; `where` is `behind`, `left` or `right`, empty for the side its
    mount has (FW-060).
    """

    weapon: int
    after: int = 0
    where: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RamOrder:
    """A deliberate collision with a car that is then right ahead in the same lane, or beside (FW-080)."""

    target: str
    after: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class DriveOrder:
    """The move: the lane of each square driven, brake points spent to drive fewer, and what is done on the way.

    A path shorter than the roll is gone on with, straight ahead where it can be, as far as it leads.
    """

    path: tuple[int, ...] = ()
    brake: int = 0
    fire: tuple[FireOrder, ...] = ()
    drop: tuple[DropOrder, ...] = ()
    ram: tuple[RamOrder, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipstreamOrder:
    """Three squares more out of a slipstream, by their lanes; without a path the driver stays behind (FW-127)."""

    path: tuple[int, ...] = ()
    fire: tuple[FireOrder, ...] = ()
    drop: tuple[DropOrder, ...] = ()
    ram: tuple[RamOrder, ...] = ()


Move = DriveOrder | SlipstreamOrder
Order = GearOrder | DriveOrder | SlipstreamOrder
ORDER_TYPES: dict[str, type[GearOrder | DriveOrder | SlipstreamOrder]] = {
    "gear": GearOrder,
    "drive": DriveOrder,
    "slipstream": SlipstreamOrder,
}


def read_order(kind: str, document: object) -> Order:
    """The order of a kind that a document holds. Raises `OrderIllegal` for what is none."""
    return read_order_document(kind, document, ORDER_TYPES)
