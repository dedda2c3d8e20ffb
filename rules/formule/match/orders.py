"""The orders a driver can give, one type for each question. Rules FW-030, FW-031, FW-060, FW-080, FW-103, FW-107,
FW-120, FW-127, FW-140.

An order is an intention; its result is in the log. `after` is a number of squares of the order's own path, 0 before
the first. An action for later than the move lasts is carried out at its end. On the same square a car fires, then
drops, then rams.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.match.orders import read_order_document


@dataclass(frozen=True, slots=True, kw_only=True)
class GearOrder:
    """The gear of this turn, 1 to 6; 0 keeps the current gear (FW-103).

    `plan` may state what the driver is up to, such as `run_home` or `hunt:<car>` (FW-140).
    """

    gear: int = 0
    plan: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FireOrder:
    """Fire a weapon at a car. A linked weapon fires with its partner (FW-023, FW-030).

    `weapon` is its number in the design, from 0.
    """

    weapon: int
    target: str
    after: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class DropOrder:
    """Drop a marker (FW-060).

    `weapon` is the dropper's number in the design, from 0. `where` is `behind`, `left` or `right`, or empty for the
    place that its mount drops into.
    """

    weapon: int
    after: int = 0
    where: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RamOrder:
    """Ram a car that is then right ahead in the same lane, or beside (FW-080)."""

    target: str
    after: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class DriveOrder:
    """A move: the lane of each square, brake points that shorten it, and actions on the way.

    If the path is shorter than the roll, the car continues on the longest way, straight ahead where it can. `plan`
    may state what the driver is up to, in a turn in which they were not asked for a gear (FW-140).
    """

    path: tuple[int, ...] = ()
    brake: int = 0
    plan: str = ""
    fire: tuple[FireOrder, ...] = ()
    drop: tuple[DropOrder, ...] = ()
    ram: tuple[RamOrder, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipstreamOrder:
    """The lanes of the squares driven in a slipstream; without a path the car stays behind (FW-127)."""

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
    """Read an order of that kind from a document. Raises `OrderIllegal` if the document is not one."""
    return read_order_document(kind, document, ORDER_TYPES)
