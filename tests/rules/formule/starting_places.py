"""Where cars start in the drawing of a match of Formule Wars."""

from __future__ import annotations

from typing import Any

from rules.formule.ground.circuit_drawing import lay_out


def starting_places(play: Any) -> set[tuple[float, float]]:
    """The places of the starting grid, in units of the ground."""
    laid = lay_out(play.circuit)
    middles = (laid.square(row, lane)[0] for row, lane in play.circuit.grid)
    return {(round(x, 1), round(y, 1)) for x, y in middles}
