"""Where cars start in the drawing of a match of Dethmatch."""

from __future__ import annotations

from typing import Any

from rules.dethmatch.ground.track_drawing import center


def starting_places(play: Any) -> set[tuple[float, float]]:
    """The places of the starting grid, in units of the ground."""
    return {center(play.track.hexes[hex_id]) for hex_id, _ in play.track.grid}
