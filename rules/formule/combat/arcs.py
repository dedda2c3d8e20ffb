"""What a weapon can be fired at: arcs, sight and smoke. Rules FW-032, FW-038, FW-039, FW-067."""

from __future__ import annotations

from rules.formule.ground.circuit import Circuit
from rules.formule.match.match import Match
from rules.formule.match.positions import rows_ahead

ALWAYS, NEIGHBOR = "always", "neighbor"


def is_in_arc(mount: str, ahead: int, across: int) -> bool:
    """Whether a mount covers a target `ahead` rows ahead and `across` lanes to the right (FW-032).

    Negative numbers are behind and to the left. The two are never both 0.
    """
    if mount == "front":
        return abs(across) <= ahead
    if mount == "rear":
        return abs(across) <= -ahead
    if mount == "left":
        return abs(ahead) <= -across
    if mount == "right":
        return abs(ahead) <= across
    return True


def can_see(circuit: Circuit, row: int, other: int, sight: str) -> bool:
    """Whether a car in one row can see a car in another (FW-032).

    It can within its own straight or corner. The house rule `sight` may add the segments right before and after it,
    or all of the circuit.
    """
    if sight == ALWAYS:
        return True
    own_segment, other_segment = circuit.segment_of[row], circuit.segment_of[other]
    if own_segment == other_segment:
        return True
    difference = (own_segment - other_segment) % circuit.segments
    return sight == NEIGHBOR and difference in {1, circuit.segments - 1}


def in_smoke(play: Match, row: int, lane: int, other_row: int, other_lane: int) -> bool:
    """Whether a shot passes through smoke (FW-067).

    Smoke counts if it is on the square of either car or on the straight line between them. Where that line runs along
    the edge between two squares, both count.
    """
    circuit = play.circuit
    ahead, across = rows_ahead(circuit, row, other_row), other_lane - lane
    for marker in play.state.markers:
        if marker.kind != "smoke":
            continue
        rows, lanes = rows_ahead(circuit, row, marker.row), marker.lane - lane
        if _on_line(rows, lanes, ahead, across):
            return True
    return False


def _on_line(rows: int, lanes: int, ahead: int, across: int) -> bool:
    """Whether a square is on the line from (0, 0) to (ahead, across), including both ends."""
    if not (min(0, ahead) <= rows <= max(0, ahead) and min(0, across) <= lanes <= max(0, across)):
        return False
    return 2 * abs(rows * across - lanes * ahead) <= max(abs(ahead), abs(across))
