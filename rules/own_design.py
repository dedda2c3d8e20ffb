"""The design a car enters with: its own, or a stock one where it has none that can be read. Rules CC-070, DM-M-010,
FW-154, RH-085.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from rules.packed import PackedCar, Packet
from rules.ruleset import Fault
from rules.shape import DesignUnreadable

AnyDesign = TypeVar("AnyDesign")


def own_design(
    car: PackedCar, *, read: Callable[[object], AnyDesign], otherwise: Callable[[], AnyDesign]
) -> AnyDesign:
    """The car's own design, or what it gets `otherwise`: a stock one made for what it carries.

    `read` raises `DesignUnreadable` for what is none.
    """
    try:
        return read(car.design) if car.design else otherwise()
    except DesignUnreadable:
        return otherwise()


def unread(packet: Packet, read: Callable[[object], object]) -> list[Fault]:
    """A warning for each car of a packet whose own design cannot be read."""
    found = []
    for car in (seat.car for team in packet.teams for seat in team.seats if seat.car.design):
        try:
            read(car.design)
        except DesignUnreadable as no:
            told = f"{car.id} enters with a stock design made for what it carries. {no.sentence}"
            found.append(Fault(code="unreadable", rule="", sentence=told, warning=True))
    return found
