"""The tables of Car Cult as a kind of ground, for the registry."""

from __future__ import annotations

from rules.carcult.ground.table import load_table, table_names
from rules.carcult.ground.table_drawing import draw_table
from rules.carcult.ground.table_text import draw_table_text
from rules.match.drawing.ground_kind import GroundKind

GROUND_KIND = GroundKind(
    what="table",
    folder="tables",
    names=table_names,
    load=load_table,
    draw_image=draw_table,
    draw_text=draw_table_text,
)
