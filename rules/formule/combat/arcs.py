"""What a weapon bears on: sides, ranges, sight and smoke on the squares of a circuit. Rules FW-032, FW-038, FW-039,
FW-067.
"""

from __future__ import annotations

from rules.formule.ground.circuit import Circuit
from rules.formule.match.match import Match
from rules.formule.match.positions import rows_ahead

ALWAYS, NEIGHBOR = "always", "neighbor"


def is_in_arc(mount: str, ahead: int, across: int) -> bool:
    """Whether a mount covers a target so many rows ahead and lanes to the right, both negative the other way, and
    never both 0 (FW-032).
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
    """Whether one sees from row to row: within a straight or corner, and by the house rule `sight` also into those
    right before and after it, or everywhere (FW-032).
    """
    if sight == ALWAYS:
        return True
    here, there = circuit.segment_of[row], circuit.segment_of[other]
    if here == there:
        return True
    between = (here - there) % circuit.segments
    return sight == NEIGHBOR and between in {1, circuit.segments - 1}


def in_smoke(play: Match, row: int, lane: int, other_row: int, other_lane: int) -> bool:
    """Whether a shot passes through smoke: under either car, or on the straight line of squares between them, which
    has both squares where it runs along an edge (FW-067).
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
    """Whether a square lies on the line from (0, 0) to (ahead, across), both ends among it."""
    if not (min(0, ahead) <= rows <= max(0, ahead) and min(0, across) <= lanes <= max(0, across)):
        return False
    return 2 * abs(rows * across - lanes * ahead) <= max(abs(ahead), abs(across))
