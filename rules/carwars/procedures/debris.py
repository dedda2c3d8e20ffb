"""Debris and obstacles on the way of a vehicle. Rule CW-P-039."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from rules.carwars.procedures.procedure import Answers, Inputs, InputsImpossible, Outcome, procedure
from rules.carwars.procedures.quantities import Few, Name, refuse_repeated
from rules.core.dice import Stream


class Piece(Inputs, frozen=True):
    """A counter of debris or an obstacle that the vehicle meets in this phase."""

    name: Name
    """What this counter is called."""
    kind: Literal["debris", "obstacle"]
    """What it is."""
    shed_by: Annotated[str, Meta(max_length=60)] = ""
    """The vehicle it fell off, empty if it fell off none."""
    from_collision: bool = False
    """Whether it fell off in a collision of this phase."""
    stood_on: bool = False
    """Whether the vehicle stood on it when the phase began."""


class DebrisInputs(Inputs, frozen=True):
    """What a vehicle meets on the road in a phase."""

    vehicle: Name
    """The vehicle."""
    pieces: Few[Piece]
    """The debris and obstacles it drives over or hits."""


@procedure("CW-P-039", "Debris and obstacles", reads=("dmg.mutual_debris", "move.debris_and_obstacle"))
def list_debris_effects(inputs: DebrisInputs, answers: Answers, _stream: Stream) -> Outcome:
    """List the debris and obstacles that affect a vehicle in a phase (CW-P-039, CW-Q-089, CW-Q-132)."""
    refuse_repeated((piece.name for piece in inputs.pieces), "pieces")
    _refuse_impossible_pieces(inputs.pieces)
    other_car = bool(answers.part("dmg.mutual_debris", "other_car_affected"))
    reasons = {piece.name: _why_harmless(piece, inputs.vehicle, other_car=other_car) for piece in inputs.pieces}
    struck = any(piece.kind == "obstacle" and not reasons[piece.name] for piece in inputs.pieces)
    if struck and answers.part("move.debris_and_obstacle", "counts") == "obstacle_only":
        for piece in inputs.pieces:
            if piece.kind == "debris":
                reasons[piece.name] = reasons[piece.name] or "an obstacle is hit in this phase"
    affects = [name for name, reason in reasons.items() if not reason]
    says = [f"{name} has no effect: {reason}." if reason else f"{name} counts." for name, reason in reasons.items()]
    return Outcome(values={"affects": affects}, says=tuple(says))


def _refuse_impossible_pieces(pieces: tuple[Piece, ...]) -> None:
    for piece in pieces:
        if piece.from_collision and (piece.stood_on or not piece.shed_by):
            raise InputsImpossible(
                f"{piece.name} fell off in a collision of this phase: say off which vehicle, and not that a vehicle "
                "stood on it before."
            )


def _why_harmless(piece: Piece, vehicle: str, *, other_car: bool) -> str:
    """Why a piece has no effect by itself, empty if it has."""
    if piece.shed_by == vehicle:
        return "the vehicle shed it itself"
    if piece.stood_on:
        return "the vehicle stood on it when the phase began"
    if piece.from_collision and piece.kind == "debris" and not other_car:
        return "it is debris of the other car in a collision"
    return ""
