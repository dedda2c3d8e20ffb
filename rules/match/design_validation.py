"""A car's own design: everything wrong with it as it was sent, and what the car enters with where it cannot be read.
Rules CC-070, DM-M-010, DM-M-036, FW-002, FW-154, RH-085.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from rules.core.document_validation import DesignUnreadable, read_document, schema_errors, unreadable_design
from rules.match.packet import PackedCar, Packet
from rules.match.ruleset import ErrorDetail, without_warnings

AnyDesign = TypeVar("AnyDesign")


def submitted_design_errors(
    document: object, kind: type[AnyDesign], *, rule: str, faults_of: Callable[[AnyDesign], list[ErrorDetail]]
) -> list[ErrorDetail]:
    """The faults of a design as it was sent: one tells everything wrong with its shape, the rest are by the rules.

    The rules are not asked about what cannot be read. About what is merely too long they are, as far as it may go.
    """
    wrong = list(schema_errors(document, kind, "design"))
    if not wrong:
        return faults_of(read_document(document, kind))
    text = unreadable_design([error.clause for error in wrong]).sentence
    further = (
        without_warnings(faults_of(read_document(document, kind))) if all(error.too_long for error in wrong) else []
    )
    if further:
        text = f"{text} What else is told is of what stands within that."
    return [ErrorDetail(code="unreadable", rule=rule, sentence=text), *further]


def design_or_stock(
    car: PackedCar, *, read: Callable[[object], AnyDesign], otherwise: Callable[[], AnyDesign]
) -> AnyDesign:
    """The car's own design, or what it gets `otherwise`: a stock one made for what it carries.

    `read` raises `DesignUnreadable` for what is none.
    """
    try:
        return read(car.design) if car.design else otherwise()
    except DesignUnreadable:
        return otherwise()


def unreadable_design_warnings(packet: Packet, read: Callable[[object], object]) -> list[ErrorDetail]:
    """A warning for each car of a packet whose own design cannot be read."""
    found = []
    for car in (seat.car for team in packet.teams for seat in team.seats if seat.car.design):
        try:
            read(car.design)
        except DesignUnreadable as no:
            text = f"{car.id} enters with a stock design made for what it carries. {no.sentence}"
            found.append(ErrorDetail(code="unreadable", rule="", sentence=text, warning=True))
    return found
