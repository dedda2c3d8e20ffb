"""The arenas of RHAD as a kind of ground, for the registry."""

from __future__ import annotations

from rules.match.drawing.ground_kind import GroundKind
from rules.rhad.ground.arena import arena_names, load_arena
from rules.rhad.ground.arena_drawing import draw_arena, draw_arena_text

GROUND_KIND = GroundKind(
    what="arena",
    folder="arenas",
    names=arena_names,
    load=load_arena,
    draw_image=draw_arena,
    draw_text=draw_arena_text,
)
