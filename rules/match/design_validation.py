"""The errors of a car's own design as it was sent, and the design a car enters with if its own cannot be read.

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
    """The errors of a design as it was sent: one error with everything wrong with its shape, then those by the rules.

    `faults_of` gives the errors by the rules of a design that was read. It is not asked about a design that cannot be
    read. If the design is merely too long, it is asked about the part up to the limits, and its warnings are left
    out.
    """
    shape_errors = list(schema_errors(document, kind, "design"))
    if not shape_errors:
        return faults_of(read_document(document, kind))
    text = unreadable_design([error.clause for error in shape_errors]).sentence
    further = (
        without_warnings(faults_of(read_document(document, kind)))
        if all(error.too_long for error in shape_errors)
        else []
    )
    if further:
        text = f"{text} What else is told is of what stands within that."
    return [ErrorDetail(code="unreadable", rule=rule, sentence=text), *further]


def design_or_stock(
    car: PackedCar, *, read: Callable[[object], AnyDesign], otherwise: Callable[[], AnyDesign]
) -> AnyDesign:
    """The car's own design, or the result of `otherwise`: a stock design for what the car carries.

    `otherwise` is used if the car has no design, or if `read` raises `DesignUnreadable`.
    """
    try:
        return read(car.design) if car.design else otherwise()
    except DesignUnreadable:
        return otherwise()


def unreadable_design_warnings(packet: Packet, read: Callable[[object], object]) -> list[ErrorDetail]:
    """A warning for each car of a packet with a design of its own that cannot be read."""
    warnings = []
    for car in (seat.car for team in packet.teams for seat in team.seats if seat.car.design):
        try:
            read(car.design)
        except DesignUnreadable as refusal:
            text = f"{car.id} enters with a stock design made for what it carries. {refusal.sentence}"
            warnings.append(ErrorDetail(code="unreadable", rule="", sentence=text, warning=True))
    return warnings
