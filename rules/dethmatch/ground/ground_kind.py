"""The tracks of Dethmatch as a kind of ground, for the registry."""

from __future__ import annotations

from rules.dethmatch.ground.track import load_track, track_names
from rules.dethmatch.ground.track_drawing import draw_track
from rules.dethmatch.ground.track_text import text_map
from rules.match.drawing.ground_kind import GroundKind

GROUND_KIND = GroundKind(
    what="track",
    folder="tracks",
    names=track_names,
    load=load_track,
    draw_image=draw_track,
    draw_text=text_map,
)
