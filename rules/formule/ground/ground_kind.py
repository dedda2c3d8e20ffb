"""The circuits of Formule Wars as a kind of ground, for the registry."""

from __future__ import annotations

from rules.formule.ground.circuit import circuit_names, load_circuit
from rules.formule.ground.circuit_drawing import draw_circuit, draw_circuit_text
from rules.match.drawing.ground_kind import GroundKind

GROUND_KIND = GroundKind(
    what="circuit",
    folder="circuits",
    names=circuit_names,
    load=load_circuit,
    draw_image=draw_circuit,
    draw_text=draw_circuit_text,
)
