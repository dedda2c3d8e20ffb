"""A car's own design: everything wrong with it as it was sent, and what the car enters with where it cannot be read.
Rules CC-070, DM-M-010, DM-M-036, FW-002, FW-154, RH-085.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from rules.core.document_validation import DesignUnreadable, shaped, unreadable, wrong_with
from rules.match.packet import PackedCar, Packet
from rules.match.ruleset import Fault, broken_by

AnyDesign = TypeVar("AnyDesign")


def faults_as_sent(
    document: object, kind: type[AnyDesign], *, rule: str, faults_of: Callable[[AnyDesign], list[Fault]]
) -> list[Fault]:
    """The faults of a design as it was sent: one tells everything wrong with its shape, the rest are by the rules.

    The rules are not asked about what cannot be read. About what is merely too long they are, as far as it may go.
    """
    wrong = list(wrong_with(document, kind, "design"))
    if not wrong:
        return faults_of(shaped(document, kind))
    told = unreadable([each.clause for each in wrong]).sentence
    further = broken_by(faults_of(shaped(document, kind))) if all(each.too_long for each in wrong) else []
    if further:
        told = f"{told} What else is told is of what stands within that."
    return [Fault(code="unreadable", rule=rule, sentence=told), *further]


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
